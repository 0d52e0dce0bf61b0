"""`streak`: how often in a row a move can be made, looked ahead through every choice, by its `when` lines only."""

from __future__ import annotations

import pytest

from astro_referee.grammar import report
from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match

# Stepping stones. The nearest is not the one to begin with, and neither is the farthest: from 1 one may go to 2 or to 9
# and then no further, or to 3, 5 and 7.
STONES = """astro 1
game Stones for 2 players
table Leap by from, to
  from: 1..9 | to: 1..9
  1    | 2
  1    | 3
  3    | 5
  5    | 7
  7    | 9
  1    | 9
var stone: 1..9 = 1
var tired: bool

def can(a: 1..9, b: 1..9) = Leap[a, b] is not none

phase play
  turns clockwise from P1
    move leap(to in 1..9) as "{to}"
      "Then {after do land(to): streak(leap, 2)} more of two, {after do land(to): streak(leap, 8)} of eight."
      when can(stone, to) else "too far"
      when not tired else "you are tired"
      LINE
      then
        do land(to)
    move show_all
      "{streak(leap, 1)} {streak(leap, 3)} {streak(leap, 8)}"
      when streak(leap, 3) > 1 else "there is nothing to show"
    otherwise
      draw because "no stone is near"

procedure land(to: 1..9)
  stone = to
  tired = to is 7
"""


def start(line: str) -> Match:
    source = Source("test.astro", STONES.replace("LINE", line))
    try:
        game = library.prepare(library.load(source))
    except library.BadRules as bad:
        pytest.fail(report.frames(source, bad.problems))
    return Match(game, 1, game.players)


def offers(match: Match) -> list[str]:
    return [match.written(move) for move in match.legal()]


def test_the_longest_series_counts_not_the_nearest_step() -> None:
    match = start("must maximise after this: streak(leap, 3)")
    assert offers(match) == ["3", "show all"]
    assert match.submit(0, "2").reasons != ()


def test_enough_is_enough() -> None:
    """To go on once is all that is looked for: 3 is as good as any stone with a way on."""
    match = start("must maximise after this: streak(leap, 1)")
    assert offers(match) == ["3", "show all"]
    assert offers(start("")) == ["2", "3", "9", "show all"]


def test_a_streak_has_at_most_so_many_moves_and_ends_where_a_guard_fails() -> None:
    match = start("")
    abouts = {match.written(move): match.about(move) for move in match.legal()}
    assert abouts["3"] == "Then 2 more of two, 2 of eight."
    assert abouts["2"] == abouts["9"] == "Then 0 more of two, 0 of eight."
    assert abouts["show all"] == "1 3 3"


def test_duties_do_not_count() -> None:
    """By its `must` line only 9 may be leapt to, but `streak` looks at what the `when` lines allow."""
    match = start("must to is 9 if able")
    assert offers(match) == ["9", "show all"]
    shown = match.legal()[-1]
    assert match.about(shown) == "1 3 3"


def test_looking_ahead_leaves_no_trace() -> None:
    match = start("must maximise after this: streak(leap, 3)")
    before = list(match.state)
    offers(match)
    assert list(match.state) == before
    assert match.submit(0, "3").ok
    assert offers(match) == ["5", "show all"]
