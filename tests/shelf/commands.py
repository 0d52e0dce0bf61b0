"""Commands run as a user would run them, from the root of the project."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from shelf import ROOT

from astro_referee.cli.main import astro

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths in output are as short as a reader of the snapshots wants them."""
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def run() -> Run:
    """`run("check", "file.astro", typed="…")`; whatever happens, nobody is shown a traceback."""

    def runs(*words: object, typed: str = "", code: int | None = None) -> Result:
        result = CliRunner().invoke(astro, [str(word) for word in words], input=typed)
        assert "Traceback" not in result.output
        assert "internal error" not in result.output, result.output
        assert result.exit_code in (0, 1, 2)
        if code is not None:
            assert result.exit_code == code, result.output
        return result

    return runs


@pytest.fixture
def record(tmp_path: Path, run: Run) -> Path:
    """A whole game of cards with secret hands, played by bots."""
    path = tmp_path / "game.txt"
    run("play", "ptolemy", "--watch", "--seed", "7", "--record", path, code=0)
    return path
