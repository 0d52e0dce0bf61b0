"""How far one comes with so many points: beside a search that keeps the least that each place costs."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

import pytest

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match

SIDE = 5
Spot = tuple[int, int]

GAME = """astro 1

game March for 2 players

grid Cell: each x in 1..5, y in 1..5 named "c{x}{y}"

var cost for each Cell: 1..4 = 1
var guarded: set of Cell
var water: set of Cell
var camps: set of Cell
var points: -2..12

phase play
  begin
LINES
  draw
"""


def name(spot: Spot) -> str:
    return f"c{spot[0]}{spot[1]}"


def reached(starts: set[Spot], points: int, costs: dict[Spot, int], guarded: set[Spot], water: set[Spot]) -> set[Spot]:
    """The least that each place costs, by always going on from the cheapest."""
    todo = [(0, spot) for spot in starts]
    least = dict.fromkeys(starts, 0)
    while todo:
        spent, (x, y) = heappop(todo)
        if (x, y) in guarded and (x, y) not in starts:
            continue
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            total = spent + costs.get(there, 99)
            if there not in water and total <= points and total < least.get(there, 99):
                least[there] = total
                heappush(todo, (total, there))
    return set(least)


@pytest.mark.parametrize("seed", range(12))
def test_one_comes_as_far_as_the_points_last(seed: int) -> None:
    rng = Random(seed)
    spots = [(x, y) for x in range(1, SIDE + 1) for y in range(1, SIDE + 1)]
    costs = {spot: rng.choice((1, 1, 2, 3, 4)) for spot in spots}
    guarded, water = set(rng.sample(spots, 4)), set(rng.sample(spots, 5))
    camps = set(rng.sample(spots, rng.randint(0, 2)))
    plain = dict.fromkeys(spots, 1)
    lines = [f"cost[{name(spot)}] = {cost}" for spot, cost in costs.items()]
    for word, group in (("guarded", guarded), ("water", water), ("camps", camps)):
        lines.append(f"{word} = {{{', '.join(map(name, sorted(group)))}}}")
    expected = []
    step = "reach s from camps by s.neighbours"
    for points in (-1, 0, 1, 3, 6, 12):
        lines.append(f"points = {points}")
        for phrase, found in (
            (f"{step} within points", reached(camps, points, plain, set(), set())),
            (f"{step} within points where s not in water", reached(camps, points, plain, set(), water)),
            (f"{step} within points costing cost[s]", reached(camps, points, costs, set(), set())),
            (
                f"{step} within points costing cost[s] stopping if s in guarded where s not in water",
                reached(camps, points, costs, guarded, water),
            ),
            (f"{step} stopping if s in guarded where s not in water", reached(camps, 98, plain, guarded, water)),
        ):
            lines.append(f'say "{{ set of s.x * 10 + s.y for s in ({phrase}) }}"')
            expected.append(found)
    source = Source("march.astro", GAME.replace("LINES\n", "".join(f"    {line}\n" for line in lines)))
    match = Match(library.prepare(library.load(source)), 1, ("P1", "P2"))
    said = [line.text for line in match.opening if not line.last]
    told = [set() if text == "nothing" else {*map(int, text.replace(" and ", ", ").split(", "))} for text in said]
    assert told == [{x * 10 + y for x, y in found} for found in expected]
