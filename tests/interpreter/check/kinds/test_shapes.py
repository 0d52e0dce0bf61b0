"""Where drawn shapes can lie: beside a search through all sets of places that compares them with the drawing."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest

from astro_referee.grammar import report
from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match

DRAWINGS = {
    "dot": "#",
    "bar": "###",
    "elbow": "#. / ##",
    "hook": "#.. / ###",
    "zag": ".##/##.",
    "block": "## / ##",
    "cross": ".#. / ### / .#.",
    "apart": "#.#",
    "long": "######",
}
# The board has four columns and four rows, without b2.
GAME = f"""astro 1

game Shapes for 2 players

kind Column: a..d
grid Cell: each column in Column, row in 1..4 where not (column is b and row is 2)
kind Piece
  name | drawing
{"".join(f'  {name} | "{drawing}"{chr(10)}' for name, drawing in DRAWINGS.items())}
var here: Piece = dot

phase play
  begin
    for p in Piece
      here = p
      LINES
  draw
"""
FREE = [(x, y) for x in range(4) for y in range(4) if (x, y) != (1, 1)]
Spot = tuple[int, int]


def placed(spots: Iterable[Spot]) -> frozenset[Spot]:
    spots = list(spots)
    left, bottom = min(x for x, _ in spots), min(y for _, y in spots)
    return frozenset((x - left, y - bottom) for x, y in spots)


def looks(drawing: str, pose: str) -> set[frozenset[Spot]]:
    """All that a drawing looks like in a pose, by the matrices of the symmetries of a square."""
    rows = [row.strip() for row in drawing.split("/")][::-1]
    spots = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]
    turns = [(1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)]
    over = [(-1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 0, -1), (0, -1, -1, 0)]
    allowed = {"": turns + over, ", turned": turns, ", upright": turns[:1]}[pose]
    return {placed((a * x + b * y, c * x + d * y) for x, y in spots) for a, b, c, d in allowed}


def said(*lines: str) -> list[str]:
    text = GAME.replace("      LINES\n", "".join(f'      say "{{ {line} }}"\n' for line in lines))
    source = Source("shapes.astro", text)
    try:
        match = Match(library.prepare(library.load(source)), 1, ("P1", "P2"))
    except library.BadRules as bad:
        pytest.fail(report.frames(source, bad.problems))
    return [line.text for line in match.opening if not line.last]


@pytest.mark.parametrize("pose", ["", ", turned", ", upright"])
def test_each_set_of_places_that_looks_like_the_drawing_is_there_once(pose: str) -> None:
    group = f"Cell.placements(here.drawing{pose})"
    numbers = "sum of (sum of c.column.index * c.row for c in cells) for cells in"
    expected = []
    for drawing in DRAWINGS.values():
        shapes = looks(drawing, pose)
        found = [spots for spots in combinations(FREE, drawing.count("#")) if placed(spots) in shapes]
        covered = len({spot for spots in found for spot in spots})
        weight = sum(x * (y + 1) for spots in found for x, y in spots)
        expected += [str(len(found)), str(covered), str(weight)]
    assert said(f"{group}.size", f"(union of cells for cells in {group}).size", f"{numbers} {group}") == expected


def test_a_drawing_lies_as_it_is_drawn() -> None:
    told = dict(zip(DRAWINGS, said("item 1 of Cell.placements(here.drawing, upright)"), strict=True))
    assert told["hook"] == "a1, a2, b1 and c1"
    assert told["zag"] == "a3, b3, b4 and c4"
    assert told["long"] == "none"
