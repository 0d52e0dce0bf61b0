"""A list of moves is written for speed, with lines moved outwards; it must hold what the lines say, top to bottom."""

from __future__ import annotations

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match

HEAD = """astro 1
game Order for 2 players
"""


def written(components: str, move: str) -> list[str]:
    """The legal moves at the start, besides waiting."""
    lines = [*components.splitlines(), "var moves: 0..9", "phase play", "  turns clockwise from P1"]
    lines += [f"    {line}" for line in move.splitlines()]
    lines += ["    move wait", "      then", "        if moves is 9", "          draw", "        moves += 1"]
    game = library.prepare(library.load(Source("game.astro", HEAD + "\n".join(lines) + "\n")))
    match = Match(game, 1, game.players)
    return [match.written(move) for move in match.legal()][:-1]


def test_sets_of_numbers_that_begin_differently_have_the_same_numbers() -> None:
    sets = "var low: set of 0..9 = {1, 2, 3}\nvar high: set of 1..6 = {2, 3, 4}"
    assert written(sets, 'move take(x in high) as "{x}"\n  when x in low') == ["2", "3"]
    assert written(sets, 'move take(x in low) as "{x}"\n  when x in high') == ["2", "3"]


def test_what_nobody_can_choose_is_not_asked_about() -> None:
    kinds = "kind K: k0, k1\nvar pick: set of K\nvar tags for each K: set of K\ndef key = only k in pick"
    assert written(kinds, "move take(x in pick)\n  when x in tags[key]") == []


def test_a_line_that_can_fail_waits_for_the_lines_above() -> None:
    number = "var n: 0..6"
    guards = "move take(x in 1..3)\n  when x > 1 and n is not 0\n"
    assert written(number, f"{guards}  when 12 / n > 2") == []
    assert written(number, f"{guards}  let share = 12 / n\n  when share > 2") == []


def test_a_line_that_leans_on_lines_above_waits_for_them() -> None:
    here = "var here: 1..3 or none\nvar mark for each 1..3: 0..3"
    guards = "move take(x in 1..3)\n  when x > 1 and here is not none\n"
    assert written(here, f"{guards}  when mark[here] < 2") == []
    assert written(here, f"{guards}  let there = mark[here]\n  when there < 2") == []
    narrowed = "move take(x in 1..3 where x > 1 and here is not none)\n"
    assert written(here, f"{narrowed}  when mark[here] < 2") == []
