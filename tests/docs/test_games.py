"""The pages about the bundled games agree with their rule files: every ruling, word for word, and every option."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from astro_referee.interpreter import library
from astro_referee.interpreter.citations import rulings

ROOT = Path(__file__).parent.parent.parent
PAGES = {page.stem: page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs" / "games").glob("*.md"))}


def rows(page: str) -> list[tuple[str, ...]]:
    """The rows of all tables, as cells."""
    lines = [line for line in PAGES[page].splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


@pytest.mark.parametrize("game", PAGES)
def test_every_ruling_is_told_as_in_the_rule_file(game: str) -> None:
    found = rulings(library.load_source(library.bundled()[game]))
    told = [row for row in rows(game) if re.fullmatch(r"[A-Z]\d+", row[0])]
    assert told == [(ruling.name, ruling.text, ruling.source or "-") for ruling in found]


@pytest.mark.parametrize("game", PAGES)
def test_every_option_is_told(game: str) -> None:
    told = [row[0].strip("`") for row in rows(game) if re.fullmatch(r"`\w+`", row[0])]
    assert told == [option.name for option in library.load(game).options]
