"""Generated rule files do the same in quick, plain and marked code, and read nothing that is not there."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
import strict
from generated.program import source

from astro_referee.grammar.source import Source

FILES, MANY_FILES, TOGETHER = range(1, 13), 500, 50


@pytest.mark.parametrize("seed", FILES)
def test_generated_rules_are_the_same_in_quick_and_plain_code(seed: int, tmp_path: Path) -> None:
    assert strict.same_everywhere(source(seed, tmp_path), seed) >= strict.POSITIONS


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(FILES.stop, FILES.stop + MANY_FILES, TOGETHER))
def test_many_more_of_them(first: int, tmp_path: Path) -> None:
    """Few of them are refused: what a condition tells besides, whoever makes it up does not always see."""
    played = 0
    for seed in range(first, first + TOGETHER):
        with suppress(strict.Refused):
            played += strict.same_everywhere(source(seed, tmp_path), seed) >= strict.POSITIONS
    assert played > TOGETHER * 0.9


# --- What chance seldom makes up --------------------------------------------------------------------------------------

RULES = """astro 1

game Gap for 2 players

kind Suit: moon, sun, star
grid Cell: each column in 1..3, row in 1..3 named "{column}-{row}"
table Price by suit, amount
  suit: Suit | amount: 1..5 | cost: 1..5 or none
  moon       | 1            | 2
  moon       | 2, 3         | 5
  star       | 1            | 3
var bid: 0..5 or none
var spot: Cell or none
var who: player or none
var tint: Suit or joker or none
var hits: 0..99
var score for each player: 0..9
var mark for each Cell: 0..5
var tally for each 0..5: 0..5

def cost(s: Suit, n: 1..5) = Price[s, n].cost

phase play
  turns clockwise from P1
    move look(a in 1..5)
      LINES
    move rest
      then
        say "{hits}"
"""
CASES = {
    "a test that asks itself whether something is there": """when Price[sun, a].cost is none or a is Price[sun, a].cost
      when cost(sun, 2) is none or cost(sun, 2) is a + 1
      then
        hits = 4""",
    "a number is tested inside the loop": """then
        for n in 0..9
          if bid is not none and n is bid + 1
            hits = n""",
    "a name is tested inside the loop": """then
        let place = spot
        for c in Cell
          if place is not none and c.row is place.row and mark[c] < 3
            hits = mark[c]""",
    "one of two words is tested": """then
        for s in Suit where tint is not joker
          if tint is not none and s < tint
            hits = 3""",
    "the row of a table is tested inside the loop": """then
        let place = spot
        for way in Direction
          if place is not none and place.step(way) is not none
            hits = min(hits + mark[place.step(way)], 99)""",
    "what a question leans on is tested around it": """then
        for c in Cell
          for d in Cell
            if spot is not none and (mark[c] is 1 or (some e in spot.neighbours where mark[e] > 2) or mark[d] is 2)
              hits = min(hits + 1, 99)""",
    "nobody is there for a duty that leans on a test": """when who is not none
      when bid is not none and bid < 9
      must score[who] > 3 or a is 2 if able
      must a is 1 or mark[Cell[min(max(bid, 1), 3), 1]] > 1 if able
      then
        hits = 1""",
    "a duty leans on what is said of the candidate": """must bid is not a or tally[bid] > 2 if able
      then
        hits = 2""",
    "a question without an answer is not worked out before": """when some s in Suit
        where cost(s, a) is not none and (count n in 1..5 where n is cost(moon, cost(s, a))) > 0
      then
        hits = 3""",
}


@pytest.mark.parametrize("lines", CASES.values(), ids=CASES)
def test_nothing_is_looked_up_before_none_is_excluded(lines: str) -> None:
    assert strict.same_everywhere(Source("gap.astro", RULES.replace("LINES", lines)), 1) > strict.POSITIONS
