"""Lists that are stored in a row: what lies in an order, is put into one, or is left of one."""

from __future__ import annotations

import pytest
from agreement import Engines, built, compared, unsound
from written_games import do, start

from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.play.match import FaultyRules

ROWS = """astro 1
game Rows for 3 players
kind Suit: sun, moon
card Card: each suit in Suit, rank in 1..3
zone box: Card, seen by everyone
zone line: row of 4 Card, seen by everyone
var order: row of 3 player
var laid: row of 6 Card
var top: row of 2 Card
var numbers: row of 5 -2..9
var few: row of 2 0..4

phase play
  begin
    put all Card into box
    put Card[sun, 1] from box into line
    put Card[moon, 3] from box into line
    order = clockwise from P2
    laid = line
    top = first 1 of ordered c in line by highest c.rank
    numbers = ordered n in 0..4 by highest n
    say "{order}; {laid}; {top}; {numbers}"
  turns clockwise from P1
    move turn_round
      then
        order = ordered p in order by highest p.index
        laid = all c in laid where c.suit is moon
        numbers = first max(0, numbers.size - 1) of numbers
        say "{order}; {laid}; {numbers}"
    move shorten(n in 0..4) as "{n}"
      then
        few = ordered m in 0..4 where m < n by lowest m
        numbers = few
        say "{few}; {numbers}"
    move stop
      then
        draw
"""


def test_a_list_is_kept_in_its_order() -> None:
    match = start(ROWS)
    assert [line.text for line in match.opening] == ["P2, P3 and P1; sun 1 and moon 3; moon 3; 4, 3, 2, 1 and 0"]
    do(match, "P1 turn round", "P2 turn round", "P3 2")
    said = [line.text for event in match.events for line in event.said]
    assert said == ["P3, P2 and P1; moon 3; 4, 3, 2 and 1", "P3, P2 and P1; moon 3; 4, 3 and 2", "0 and 1; 0 and 1"]


def test_more_than_there_is_room_for_is_a_fault() -> None:
    match = start(ROWS)
    with pytest.raises(FaultyRules, match="no room left in `few`"):
        do(match, "P1 3")


def test_all_engines_agree() -> None:
    machine = built(Source("rows.astro", ROWS))
    assert list(unsound(machine)) == []
    compared(Engines(machine), 3, 200)


@pytest.mark.parametrize("line", ["few = numbers", "order = laid", "laid = {Card[sun, 1]}", "top = Card[sun, 1]"])
def test_a_row_keeps_only_lists_of_what_it_may_hold(line: str) -> None:
    source = Source("rows.astro", ROWS.replace("        numbers = few\n", f"        {line}\n"))
    assert "wrong-type" in [p.code for p in examination.examine(source).problems]
