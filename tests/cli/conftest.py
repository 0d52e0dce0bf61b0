"""Commands run as a user would run them, in a folder of their own."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from commands import at_the_root, record, run
from random_positions import played
from shelf import ROOT

Run = Callable[..., Result]

__all__ = ["at_the_root", "played", "record", "run"]


@pytest.fixture
def rules_beside(tmp_path: Path) -> None:
    """Records that are kept in a folder of their own have the rules that they name there, and may find them."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("*_test.*", "__*", "bots"))


@pytest.fixture
def rules(tmp_path: Path) -> Callable[[str], str]:
    """A rule file with the given text; gives its path."""

    def written(text: str) -> str:
        path = tmp_path / "test.astro"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return written


TIC = "tic-tac-toe"
PIG = "examples/pig.astro"
NIM = "examples/nim.astro"
KUHN = "examples/kuhn_poker.astro"
SIGNS = "examples/rock_paper_scissors.astro"
