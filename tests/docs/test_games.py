"""The pages about the bundled games agree with their rule files: every ruling, word for word, and every option.

A page is called like its rule file. What a library brings may stand once, on a page of that library to which the pages
of its games lead.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from shelf import ROOT, RULEBOOKS

from astro_referee.grammar import tree
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.study.citations import rulings

GROUPS = {folder.name for folder in (ROOT / "games" / "classics").iterdir()}
"""The classics have one page for each group; `test_classics.py` looks at them."""
PAGES = {
    page.stem: page.read_text(encoding="utf-8")
    for page in sorted((ROOT / "docs" / "games").glob("*.md"))
    if page.stem not in GROUPS
}
FILES = {path.stem: path for path in library.rule_files(ROOT / "games")}
Row = tuple[str, ...]


@cache
def rules(page: str) -> Source:
    return library.load_source(FILES[page])


def rows(page: str) -> list[Row]:
    """The rows of all tables, as cells."""
    lines = [line for line in PAGES[page].splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


def told_rulings(page: str) -> list[Row]:
    return [row for row in rows(page) if re.fullmatch(r"[A-Z]\d+", row[0])]


def told_options(page: str) -> list[str]:
    """Options in first cells; a row may tell several."""
    firsts = [row[0] for row in rows(page) if re.fullmatch(r"`\w+`(, `\w+`)*", row[0])]
    return [name for first in firsts for name in re.findall(r"\w+", first)]


def libraries(page: str) -> list[str]:
    """The pages of libraries to which a page leads."""
    linked = dict.fromkeys(re.findall(r"\]\((\w+)\.md\)", PAGES[page]))
    return [other for other in linked if rules(other).is_library]


def test_every_bundled_game_has_a_page() -> None:
    assert {path.stem for path in RULEBOOKS.values()} - set(PAGES) == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_ruling_is_told_as_in_the_rule_file(page: str) -> None:
    found = [(ruling.name, ruling.text, ruling.source or "-") for ruling in rulings(rules(page))]
    elsewhere = [row for other in libraries(page) for row in told_rulings(other)]
    assert told_rulings(page) == [row for row in found if row not in elsewhere]


@pytest.mark.parametrize("page", PAGES)
def test_every_option_is_told(page: str) -> None:
    file, _ = read(rules(page))
    assert file is not None
    found = [item.name.word for item in file.items if isinstance(item, tree.Option)]
    elsewhere = [name for other in libraries(page) for name in told_options(other)]
    assert told_options(page) == [name for name in found if name not in elsewhere]
