"""One server for all tests of a run: its start takes longer than most questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from editing import DUEL, STONES, TESTS, Editor


@pytest.fixture(scope="session")
def editor() -> Iterator[Editor]:
    made = Editor()
    made.start()
    yield made
    made.stop()


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    (tmp_path / "stones.astro").write_text(STONES, encoding="utf-8")
    (tmp_path / "duel_test.astro").write_text(TESTS, encoding="utf-8")
    path = tmp_path / "duel.astro"
    path.write_text(DUEL, encoding="utf-8")
    return path
