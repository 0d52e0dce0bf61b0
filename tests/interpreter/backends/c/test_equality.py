"""Compiled games are the same as on Python: state by state, log for log, fault for fault."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path
from time import process_time

import pytest
import shelf
from generated.trial import tried
from side_by_side import both_engines, compared, followed, played_out

from astro_referee.grammar.source import Source
from astro_referee.interpreter.check.setups import set_ups
from astro_referee.interpreter.play import library

USUAL = (
    "tic_tac_toe",
    "kuhn_poker",
    "liars_dice",
    "hearts",
    "go",
    "ptolemy",
    "crazy_eights",
    "breakthrough",
    "othello",
)
"""Unlike each other: a board, secrets, dice, tricks, histories, rings, rows, steps and rays. The rest is for thorough
runs."""
SECONDS, MANY_SECONDS = 0.3, 20.0
"""CPU time for each game, in each run and in thorough ones."""
MANY_PLAYOUTS, FOR_PLAYOUTS = 1000, 40.0
"""Whole games of each in thorough runs, and the CPU time for them."""
EVENTS = 400
PROGRAMS = (2, 5, 7)
"""Generated programs in each run; tests/interpreter/test_generated.py has many in thorough ones."""


@pytest.mark.parametrize("path", [pytest.param(p, id=p.stem) for p in shelf.GAMES if p.stem in USUAL])
def test_a_game_is_the_same_in_c(path: Path) -> None:
    assert compared(library.prepare(library.load(shelf.SOURCES[path])), SECONDS, EVENTS) > 0


def test_ways_that_walls_change_are_the_same_in_c() -> None:
    """A few moves of a game that is slow in Python: whole playouts of it would take seconds."""
    game = library.prepare(library.load("quoridor"))
    assert followed(both_engines(game), 1, 12, inf) == 12


NARROW = """
astro 1

game Narrow for 2 players
var stake: 0..100000
var score for each player: -2000000..2000000 = 0

phase play
  turns clockwise from P1
    move raise_it
      when stake < 90000   else "that is enough"
      then
        stake += 30000
        score[me] = score[me] - stake
        score[me.next] = -stake
    otherwise
      draw
"""


def test_numbers_that_are_kept_in_few_bits_are_not_reckoned_with_in_few_bits() -> None:
    assert compared(library.prepare(library.load(Source("narrow.astro", NARROW.lstrip()))), SECONDS, EVENTS) > 0


@pytest.mark.thorough
@pytest.mark.timeout(900)
@pytest.mark.parametrize("path", [pytest.param(p, id=p.stem) for p in shelf.GAMES])
def test_every_game_is_the_same_in_c_for_long(path: Path, record_property: Callable[[str, object], None]) -> None:
    """`--junitxml` keeps the counts."""
    game = library.prepare(library.load(shelf.SOURCES[path]))
    events = compared(game, MANY_SECONDS)
    playouts = played_out(both_engines(game), 5, MANY_PLAYOUTS, process_time() + FOR_PLAYOUTS)
    record_property("events", events)
    record_property("playouts", playouts)
    assert events > 0


@pytest.mark.thorough
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("path", [pytest.param(p, id=p.stem) for p in shelf.ORIGINALS])
def test_all_numbers_of_players_and_ends_of_options_are_the_same_in_c(path: Path) -> None:
    rules = library.load(shelf.SOURCES[path])
    low, high = rules.seats
    all_set_ups = set_ups(rules.options, range(low, high + 1))
    playable = [set_up for set_up in all_set_ups if library.allows(rules, set_up)]
    assert playable
    for seats, chosen in playable:
        compared(library.prepare(rules, seats, chosen), 1.0, EVENTS)


@pytest.mark.parametrize("seed", PROGRAMS)
def test_a_generated_program_is_the_same_in_c(seed: int, tmp_path: Path) -> None:
    assert tried(seed, tmp_path, natively=True).accepted


def rails(towns: int, routes: int) -> str:
    """Routes between towns, taken one by one; the longest way over them is told, until there are too many to try."""
    pairs = [(i * 5 % towns, (i * 3 + i // towns) % towns) for i in range(routes)]
    rows = "\n".join(f"  r{i} | t{a} {f't{b}' if a != b else ''} | {i % 4 + 1}" for i, (a, b) in enumerate(pairs))
    return f"""
astro 1

game Rails for 2 players
kind Town: {", ".join(f"t{i}" for i in range(towns))}
kind Route
  name | ends: set of Town | length
{rows}
var held: set of Route

phase play
  turns clockwise from P1
    move take(route in Route) as "{{route}}"
      when route not in held   else "{{route}} is taken"
      then
        held = held + {{route}}
        say "{{longest_trail(held)}}"
    otherwise
      draw
"""


@pytest.mark.parametrize(("towns", "routes"), [(5, 8), (9, 70)])
def test_the_longest_way_over_routes_is_the_same_in_c(towns: int, routes: int) -> None:
    game = library.prepare(library.load(Source("rails.astro", rails(towns, routes).lstrip())))
    assert compared(game, SECONDS, EVENTS) > 0
