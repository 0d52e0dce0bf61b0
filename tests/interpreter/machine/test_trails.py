"""The longest trail over routes: beside all orders in which they can be gone, and stopped where there are too many."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from astro_referee.grammar import report
from astro_referee.grammar.source import Source
from astro_referee.interpreter import pipeline
from astro_referee.interpreter.machine import runtime
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match

GAME = """astro 1

game Rails for 2 players

kind Town: Ulm, Bonn, Jena, Kiel, Trier
kind Route
  name     | ends: set of Town | length
  north    | Ulm Bonn          | 3
  north2   | Ulm Bonn          | 2
  east     | Bonn Jena         | 4
  south    | Jena Kiel         | 1
  round    | Kiel              | 5
  far      | Bonn Trier        | 6
kind Path
  name  | ends: set of Town
  first_ | Ulm Bonn
  second_ | Bonn Jena
  third_ | Kiel Trier
var held: set of Route
var nothing_held: set of Route

phase play
  begin
    held = {north, east, far}
    say "{longest_trail(held)}"
    say "{longest_trail(held + {south, round})}"
    say "{longest_trail(Route)}"
    say "{longest_trail({north, south})}"
    say "{longest_trail(nothing_held)}"
    say "{longest_trail(Path)}"
  draw
"""


def test_it_can_be_played_while_rows_of_tables_are_counted() -> None:
    built, problems = pipeline.build(Source("rails.astro", GAME), marked=True)
    assert built is not None, problems


def farthest(here: int, left: frozenset[int], ends: list[tuple[int, int]], lengths: list[int]) -> int:
    """The longest way on from a place over routes that are left."""
    ways = [(r, b) for r in left for a, b in (ends[r], ends[r][::-1]) if a == here]
    return max((lengths[r] + farthest(there, left - {r}, ends, lengths) for r, there in ways), default=0)


@pytest.mark.parametrize("seed", range(40))
def test_no_trail_is_longer(seed: int) -> None:
    rng = Random(seed)
    places = range(rng.randint(2, 6))
    pairs = [*combinations(places, 2), *((p, p) for p in places)]
    ends = [rng.choice(pairs) for _ in range(7)]
    lengths = [rng.randint(0, 6) for _ in ends]
    masks = [1 << a | 1 << b for a, b in ends]
    for routes in (0b1111111, rng.randrange(128), rng.randrange(128), 0):
        held = frozenset(runtime.bits(routes))
        expected = max(farthest(place, held, ends, lengths) for place in places)
        assert runtime.longest_trail(routes, masks, lengths, 0) == expected


def test_too_many_ways_are_a_fault_and_no_endless_search() -> None:
    pairs = [1 << a | 1 << b for a, b in combinations(range(12), 2)]
    with pytest.raises(runtime.RuleFault):
        runtime.longest_trail((1 << len(pairs)) - 1, pairs, [1] * len(pairs), 3)


def test_a_game_asks_for_the_longest_trail() -> None:
    source = Source("rails.astro", GAME)
    try:
        match = Match(library.prepare(library.load(source)), 1, ("P1", "P2"))
    except library.BadRules as bad:
        pytest.fail(report.frames(source, bad.problems))
    assert [line.text for line in match.opening if not line.last] == ["10", "16", "21", "3", "0", "2"]
