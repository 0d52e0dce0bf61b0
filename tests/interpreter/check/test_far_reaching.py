"""`reach` and `streak` of exponential or huge size are refused, or stop in time with a fault at their line."""

from __future__ import annotations

import time

import pytest

from astro_referee.grammar.source import Source
from astro_referee.interpreter import api, examination
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import FaultyRules

PATIENCE = 60
"""Seconds: ten in plain Python, on a machine that does other things as well."""

REACH = """astro 1
game Far for 2 players
grid Cell: each x in 1..60, y in 1..60 named "{x}-{y}"
var taken: set of Cell

phase play
  turns clockwise from P1
    move go(c in Cell) as "{c}"
      when some d in (GUARD) where d is c else "no way"
      then
        add c to taken
    otherwise
      draw
"""

CROSS = "reach s from {c} by (all t in Cell where t.x is s.x or t.y is s.y) where s not in taken"
NESTED = "reach s from (reach u from {c} by (all v in Cell where v not in taken)) by (all t in Cell where t.x is s.x)"

STREAK = """astro 1
game Long for 2 players
kind N: 0..19
var used: set of N

phase play
  turns clockwise from P1
    move hop(n in N) as "{n}"
      when n not in used
      when used.size + streak(skip, 8) > 0 else "nothing can follow"
      then
        add n to used
    move skip(n in N) as "skip {n}"
      when n not in used
      when used.size < 7
      then
        add n to used
    otherwise
      draw
"""


@pytest.mark.parametrize(
    ("text", "lines"),
    [(REACH.replace("GUARD", CROSS), {9}), (REACH.replace("GUARD", NESTED), {9}), (STREAK, {10, 13})],
    ids=["cross", "nested", "streak"],
)
def test_what_would_take_hours_stops_in_time(text: str, lines: set[int]) -> None:
    source = Source("far.astro", text)
    begun = time.process_time()
    refused = [p for p in examination.examine(source).problems if p.severity.name == "ERROR"]
    if not refused:
        with pytest.raises(FaultyRules) as fault:
            api.start(library.load(source), seed=0)
        refused = [fault.value.problem]
    assert time.process_time() - begun < PATIENCE
    assert [problem.code for problem in refused] == ["too-costly"]
    assert source.place(refused[0].span.start)[0] in lines


def test_a_reach_is_weighed_by_all_that_it_can_come_to() -> None:
    inner = "reach d from {s} by (all e in Cell where e.x is d.x)"
    deep = f"reach s from {{c}} by (all t in Cell where t not in ({inner}))"
    source = Source("far.astro", REACH.replace("GUARD", deep))
    problems = [p for p in examination.examine(source).problems if p.severity.name == "ERROR"]
    assert [(p.code, source.place(p.span.start)[0]) for p in problems] == [("too-costly", 9)]


@pytest.mark.parametrize("size", [9, 19])
def test_a_reach_of_the_size_of_a_board_is_neither_refused_nor_slow(size: int) -> None:
    guard = "reach s from {c} by s.neighbours where s in taken"
    text = REACH.replace("1..60", f"1..{size}").replace("GUARD", guard)
    match = api.start(library.load(Source("near.astro", text)), seed=0)
    begun = time.process_time()
    for _ in range(10):
        match.play(match.legal()[0])
    assert time.process_time() - begun < PATIENCE
