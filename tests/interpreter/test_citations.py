"""Rulings with the lines that cite them."""

from __future__ import annotations

from pathlib import Path

import pytest

from astro_referee.grammar.source import Source
from astro_referee.interpreter import library
from astro_referee.interpreter.citations import Place, Ruling, rulings

STAIRS = """\
astro 1
library Stairs
ruling R10 "One step at a time." from "page 1"
ruling A2 "Steps are counted upwards."
var height: 0..3
move up(steps in 1..5) as "up {steps}"
  when steps < 3
    and steps is not 2
    else "{steps} is too far, says @A2" @R10 @A2   # see @R10
  then @R10 @R10
    height = min(height + steps, 3)
"""
GAME = """\
astro 1
game Tower for 2 players @R2 @R10
use "stairs.astro"
ruling R2 "Two climb."
ruling Top "On top is the end." from "the last page"
ruling A1 "Nothing cites this, not even @A1."
phase play
  turns clockwise from P1
    offer up
    if height is 3 @Top
      draw because "on top"
"""


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Ruling]:
    """The rulings of a game with a library, by name."""
    (tmp_path / "stairs.astro").write_text(STAIRS, encoding="utf-8")
    (tmp_path / "tower.astro").write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return {ruling.name: ruling for ruling in rulings(library.load_source(Path("tower.astro")))}


def test_letters_stand_together_and_numbers_count(found: dict[str, Ruling]) -> None:
    assert list(found) == ["R2", "R10", "A1", "A2", "Top"]


def test_what_a_ruling_says_and_where_it_stands(found: dict[str, Ruling]) -> None:
    top, ten = found["Top"], found["R10"]
    assert (top.text, top.source) == ("On top is the end.", "the last page")
    assert (top.declared.file, top.declared.line) == ("tower.astro", 5)
    assert (ten.declared.file, ten.declared.line) == ("stairs.astro", 3)
    assert found["R2"].source == ""


def test_lines_of_all_files_each_once_with_what_goes_on_below(found: dict[str, Ruling]) -> None:
    guard = 'when steps < 3 and steps is not 2 else "{steps} is too far, says @A2"'
    assert found["R10"].lines == (
        Place("stairs.astro", 7, guard),
        Place("stairs.astro", 10, "then"),
        Place("tower.astro", 2, "game Tower for 2 players"),
    )
    assert found["A2"].lines == (Place("stairs.astro", 7, guard),)
    assert found["Top"].lines == (Place("tower.astro", 10, "if height is 3"),)


def test_a_text_or_a_comment_cites_nothing(found: dict[str, Ruling]) -> None:
    assert found["A1"].lines == ()


def test_a_library_by_itself() -> None:
    found = rulings(Source("stairs", STAIRS))
    assert [(ruling.name, len(ruling.lines)) for ruling in found] == [("R10", 2), ("A2", 1)]


def test_rules_with_errors_are_refused() -> None:
    with pytest.raises(library.BadRules):
        rulings(Source("tower", GAME.replace('use "stairs.astro"\n', "")))
