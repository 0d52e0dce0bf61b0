"""Boards with gaps, hexagons, graphs, kinds put together from others, and what one comes to on them."""

from __future__ import annotations

import pytest

from astro_referee.grammar import report
from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match

# Cells, without b3 and d1:     Hexagons, x to the east, y to the north:
#   4  a b c d                    2   . h22 h32
#   3  a . c d                    1  h11 h21 h31
#   2  a b c d
#   1  a b c .
GAME = """astro 1

game Places for 2 players

kind Column: a..d
grid Cell: each column in Column, row in 1..4
  where not (column is b and row is 3) and not (column is d and row is 1)
hexgrid Hex: each x in 1..3, y in 1..2 where x > 1 or y is 1 named "h{x}{y}"
graph Town
  name   | links: set of Town | size
  Ulm    | Bonn Jena          | 3
  Bonn   | Kiel               | 1
  Jena   | -                  | 2
  Kiel   | -                  | 2
  Trier  | Trier              | 5
kind Rank: low, high
kind Man: each side in player, rank in Rank
kind Trained: each side in player, rank in Rank where side is P1 or rank is low named "{rank} of {side}"
ring Beat: each bar in 1..2, tick in 1..3 named "beat{bar}{tick}"

var numbers: set of 1..20
var nowhere: set of Cell
var open: set of Cell
var here: Cell
var lost: Cell or none
var way: Direction
var ways: set of Direction
var who: player
var what: Rank
var man for each Cell: Man or none

phase play
  begin
    numbers = {3, 16}
    open = {a1, a2, b2, c1, d4}
    here = b2
    lost = none
    way = north
    ways = {north, southeast}
    who = P2
    what = high
    man[a1] = Man[P2, high]
LINES
  draw
"""

CASES = {
    # what lies beside a place
    "b2.neighbours": "a2, b1 and c2",
    "here.neighbours": "a2, b1 and c2",
    "b2.around": "a1, a2, a3, b1, c1, c2 and c3",
    "a4.around": "a3 and b4",
    "d2.neighbours": "c2 and d3",
    "h21.neighbours": "h11, h22 and h31",
    "h22.neighbours": "h21, h31 and h32",
    "h31.neighbours": "h21, h22 and h32",
    # links lead both ways; a place is no neighbour of itself
    "Ulm.neighbours": "Bonn and Jena",
    "Jena.neighbours": "Ulm",
    "Kiel.neighbours": "Bonn",
    "Trier.neighbours": "nothing",
    "Ulm.links": "Bonn and Jena",
    "sum of t.size for t in Ulm.neighbours": "3",
    # steps
    "b2.step(north)": "none",
    "b2.step(northeast)": "c3",
    "here.step(way)": "none",
    "here.step(way).step(way)": "none",
    "a1.step(way).step(way)": "a3",
    "lost.step(north)": "none",
    "a1.step(way).row": "2",
    "b2.steps(orthogonal)": "a2, b1 and c2",
    "b2.steps(diagonal)": "a1, a3, c1 and c3",
    "here.steps(ways)": "c1",
    "here.steps(Direction) is here.around": "yes",
    "here.steps(orthogonal) is here.neighbours": "yes",
    "b2.steps({})": "nothing",
    "h21.step(north)": "h22",
    "h21.step(way)": "h22",
    "h22.step(southeast)": "h31",
    "h31.step(northwest)": "h22",
    "h31.step(west)": "h21",
    "h21.steps(diagonal)": "nothing",
    "h31.steps(diagonal)": "h22",
    "all d in Direction where h21.step(d) is not none": "north, east and west",
    # offsets lead over gaps, and off the board to none
    "b2.offset(0, 2)": "b4",
    "a1.offset(1, 2)": "none",
    "a1.offset(2, 1)": "c2",
    "here.offset(1, -1)": "c1",
    "here.offset(-2, 0)": "none",
    "here.offset(0, 0)": "b2",
    "lost.offset(1, 1)": "none",
    "a1.offset(1, 1).offset(1, 1)": "c3",
    "set of n for n in 1..9 where a1.offset(n, n) is not none": "1, 2 and 3",
    "set of n for n in -9..9 where here.offset(n, 0 - n) is not none": "-1, 0 and 1",
    "set of n for n in 6..9 where here.offset(n, 0) is not none": "nothing",
    "count s in Cell where s.offset(here.row, who.index) is none": "9",
    "h11.offset(2, 1)": "h32",
    "h11.offset(1, 0) is h11.step(east)": "yes",
    # directions turn: by eighths round the compass, by quarters with + 2
    "way.opposite": "south",
    "southeast.opposite": "northwest",
    "(set of d.opposite for d in ways)": "south and northwest",
    "way.next": "northeast",
    "way.previous": "northwest",
    "way + 2": "east",
    "way - 2": "west",
    "northwest + 3": "east",
    "west - way": "6",
    "clockwise from west": "west, northwest, north, northeast, east, southeast, south and southwest",
    "all d in clockwise from way where d in orthogonal": "north, east, south and west",
    "item 1 of all d in clockwise after southeast where h21.step(d) is not none": "west",
    "here.step(way.opposite)": "b1",
    "every s in Cell: every d in Direction: s.step(d) is none or s.step(d).step(d.opposite) is s": "yes",
    # rays end at a gap
    "a1.ray(north)": "a2, a3 and a4",
    "a4.ray(south)": "a3, a2 and a1",
    "item 2 of a4.ray(south)": "a2",
    "b1.ray(north)": "b2",
    "b4.ray(south)": "nothing",
    "c4.ray(southwest)": "nothing",
    "here.ray(way)": "nothing",
    "a3.ray(east)": "nothing",
    "a1.ray(northeast)": "b2, c3 and d4",
    "first s in a4.ray(south) where s in open": "a2",
    "a1.ray(way).size": "3",
    "a2.rays(orthogonal)": "a1, a3, a4, b2, c2 and d2",
    "a2.rays({})": "nothing",
    "here.rays(ways)": "c1",
    "h11.ray(east)": "h21 and h31",
    "h31.rays(diagonal)": "h22",
    # between, strictly, in line only, and not across a gap
    "between(a1, d4)": "b2 and c3",
    "between(d4, a1)": "b2 and c3",
    "between(a1, a4)": "a2 and a3",
    "between(a2, a3)": "nothing",
    "between(a1, a1)": "nothing",
    "between(a1, b4)": "nothing",
    "between(b2, b4)": "nothing",
    "between(a3, c3)": "nothing",
    "between(here, d4)": "c3",
    "between(h11, h31)": "h21",
    "between(h11, h32)": "nothing",
    # lines do not go across a gap either
    "count line in Cell.lines(4)": "5",
    "count line in Hex.lines(2)": "6",
    # sets put together
    "union of s.neighbours for s in {a1, d4}": "a2, b1, c4 and d3",
    "union of s.neighbours for s in open where s.row is 1": "a2, b1 and c2",
    "union of s.neighbours for s in nowhere": "nothing",
    "union of {n, n + 1} for n in numbers": "3, 4, 16 and 17",
    "(union of s.around for s in open) - open": "a3, b1, c2, c3, c4, d2 and d3",
    "union of pair for pair in 2 of open where a1 in pair and d4 in pair": "a1 and d4",
    "(union of line for line in Cell.lines(4)).size": "12",
    # what one comes to
    "reach s from {a1} by s.neighbours where s in open": "a1, a2 and b2",
    "reach s from {a4} by s.neighbours where s in open": "a4",
    "reach s from {a4, c1} by s.neighbours where s in open": "a4 and c1",
    "reach s from nowhere by s.neighbours where s in open": "nothing",
    "(reach s from {a1} by s.neighbours).size": "14",
    "reach s from {a1} by s.neighbours where s not in open": "a1 and b1",
    "reach s from {a1, a4} by s.neighbours where s in open - {a2}": "a1 and a4",
    "reach s from {a1} by s.neighbours where s in s.neighbours": "a1",
    "reach s from {a1} by s.steps({east}) where s.row is 1": "a1, b1 and c1",
    "reach n from numbers by (all m in {6, 12, 17} where m is 2 * n)": "3, 6, 12 and 16",
    "reach n from numbers by (set of m for m in 1..20 where m is n + 8)": "3, 11, 16 and 19",
    "reach t from {Kiel} by t.neighbours": "Ulm, Bonn, Jena and Kiel",
    "reach t from {Kiel} by t.neighbours where t.size < 3": "Bonn and Kiel",
    "reach t from {Ulm} by t.links where t is not Jena": "Ulm, Bonn and Kiel",
    "count s in Cell where (reach t from {s} by t.neighbours where t in open).size > 1": "8",
    "reach s from {a1} by s.neighbours within 2": "a1, a2, a3, b1, b2 and c1",
    "reach s from {a1} by s.neighbours within here.row - 2": "a1",
    "reach s from {a1} by s.neighbours within 4 costing s.row": "a1, a2, b1, b2, c1 and c2",
    "reach s from {a1} by s.neighbours within 9 costing s.row stopping if s.row is 2": "a1, a2, b1, b2, c1 and c2",
    "reach s from {a2} by s.neighbours stopping if s.row is 2 where s.column < c": "a1, a2, a3, a4, b1, b2 and b4",
    "reach n from numbers by {n + 1, n + 2} - {n + 1} within 2": "3, 5, 7, 16, 18 and 20",
    # kinds put together from others
    "Man": "P1 low, P1 high, P2 low and P2 high",
    "Man[P2, low]": "P2 low",
    "Man[who, what]": "P2 high",
    "Man[who, what].side": "P2",
    "Man[P1, high].rank": "high",
    "Man[P1, low].index": "0",
    "Man[P1, low].next": "P1 high",
    "Man[P1, high] < Man[P2, low]": "yes",
    "man[a1]": "P2 high",
    "man[a1].rank": "high",
    "man[a1].side": "P2",
    "man[a2].side": "none",
    "man[a2].side is P1": "no",
    "man[a1] is Man[who, high]": "yes",
    "count m in Man where m.side is P1": "2",
    "set of m.rank for m in Man where m.side is who": "low and high",
    "Trained.size": "3",
    "Trained[P2, low]": "low of P2",
    "Trained[who, what]": "none",
    "Trained[who.next, what]": "high of P1",
    "beat23.next": "beat11",
    "beat11 - 1": "beat23",
    "Beat[2, 1] - beat12": "2",
    "clockwise from beat22": "beat22, beat23, beat11, beat12, beat13 and beat21",
    # letters of a span are known where their kind is expected, and are free as names
    "Cell[c, 2]": "c2",
    "all s in Cell where s.column is c": "c1, c2, c3 and c4",
    "count s in Cell where s.column in {a, d}": "7",
    "set of c.row for c in Cell where c.column > b": "1, 2, 3 and 4",
    "set of Cell[c, 1] for c in Column where Cell[c, 1] is not none": "a1, b1 and c1",
    "Column[d] - Column[a]": "3",
    "Column[c].next": "d",
}


def said(lines: list[str]) -> list[str]:
    source = Source("places.astro", GAME.replace("LINES\n", "".join(f'    say "{{ {line} }}"\n' for line in lines)))
    try:
        match = Match(library.prepare(library.load(source)), 1, ("P1", "P2"))
    except library.BadRules as bad:
        pytest.fail(report.frames(source, bad.problems))
    return [line.text for line in match.opening if not line.last]


def test_places_and_what_lies_beside_them() -> None:
    lines = list(CASES)
    assert dict(zip(lines, said(lines), strict=True)) == CASES
