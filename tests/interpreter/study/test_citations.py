"""Rulings with the lines that cite them."""

from __future__ import annotations

from pathlib import Path

import pytest

from astro_referee import Match
from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.study.citations import Place, Ruling, rulings

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


OPTIONS = """\
astro 1
game Steps for 2..3 players
option long: bool = no @R1
option most: 1..3 = 1
ruling R1 "The long way." if long
ruling R2 "The short way." from "page 2" if not long
ruling R3 "More than one." if most > 1 and players.size is 3
ruling R4 "Always."
var height: 0..3
phase play
  turns clockwise from P1
    move up(steps in 1..3)
      when steps <= most or long else "too far" @R1 @R2 @R3 @R4
      then
        height = steps
        if height is 3
          draw because "up"
"""


@pytest.mark.parametrize(
    ("seats", "chosen", "cited"),
    [(2, {}, ("R2", "R4")), (2, {"most": 2}, ("R2", "R4")), (3, {"most": 2}, ("R2", "R3", "R4"))],
)
def test_refusals_cite_only_what_is_in_force(seats: int, chosen: dict[str, int], cited: tuple[str, ...]) -> None:
    game = library.prepare(library.load(Source("steps.astro", OPTIONS)), seats, chosen)
    (reason,) = Match(game, 1, game.players).judge(0, "up 3").reasons
    assert reason.rulings == cited
    assert tuple(game.rules.rulings) == cited
    assert sorted([*cited, *game.rules.switched_off]) == ["R1", "R2", "R3", "R4"]


def test_a_ruling_says_when_it_is_in_force() -> None:
    found = {ruling.name: ruling.condition for ruling in rulings(Source("steps.astro", OPTIONS))}
    assert found == {"R1": "long", "R2": "not long", "R3": "most > 1 and players.size is 3", "R4": ""}


def test_what_is_in_force_is_known_before_the_game_starts() -> None:
    with pytest.raises(library.BadRules) as raised:
        library.load(Source("steps.astro", OPTIONS.replace("if long\n", "if height > 1\n")))
    assert [problem.code for problem in raised.value.problems] == ["not-fixed"]


def test_rules_with_errors_are_refused() -> None:
    with pytest.raises(library.BadRules):
        rulings(Source("tower", GAME.replace('use "stairs.astro"\n', "")))
