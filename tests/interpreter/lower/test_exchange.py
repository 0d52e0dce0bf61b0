"""Zones that change places: two by `swap`, all at once by `pass`, with their order where they have one."""

from __future__ import annotations

from agreement import Engines, built, compared, unsound
from written_games import do, start

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play.match import Match

TABLE = """astro 1
game Table for 3 players
kind Rank: a, b, c, d, e, f
card Card: each rank in Rank
card Coin: 6
zone hand for each player: Card, seen by everyone
zone line for each player: row of 3 Card, seen by everyone
zone stack for each player: pile of Card, seen by everyone
zone purse for each player: Coin, seen by everyone
var left: player = P2
phase play
  begin
    put all Card into hand[P1]
    put all Coin into purse[P1]
    put Card[b] from hand[P1] into hand[P2]
    put Card[c] from hand[P1] into hand[P3]
    put 1 of coin from purse[P1] into purse[P3]
  turns clockwise from P1
    move round
      then
        pass hand[p] to hand[p.next] for p in players
    move some_round
      then
        pass hand[p] to hand[p.previous] for p in players where hand[p].size is 1
        pass purse[p] to purse[p.next] for p in players
    move all_to_one
      then
        pass hand[p] to hand[left] for p in players
    move trade(p in others)
      then
        swap hand[me] with hand[p]
        swap purse[me] with purse[p]
        swap line[me] with line[p]
        swap stack[me] with stack[p]
    move lay(x in hand[me])
      then
        put x from hand[me] into line[me]
    move stack_up(x in hand[me])
      then
        put x from hand[me] on stack[me]
    move stop
      then
        draw
"""


def held(match: Match, name: str) -> list[str]:
    """What lies in a zone of each player."""
    field = next(f for f in match.view().fields if f.name == name)
    return [entry.text for entry in field.entries]


def test_all_hands_go_on_at_once() -> None:
    match = start(TABLE)
    assert held(match, "hand") == ["a, d, e and f", "b", "c"]
    do(match, "P1 round")
    assert held(match, "hand") == ["c", "a, d, e and f", "b"]
    do(match, "P2 round")
    assert held(match, "hand") == ["b", "c", "a, d, e and f"]


def test_only_some_pass_on_and_who_does_is_asked_before() -> None:
    match = start(TABLE)
    do(match, "P1 some round")
    assert held(match, "hand") == ["a, b, d, e and f", "c", "nothing"]
    assert held(match, "purse") == ["coin", "coin, coin, coin, coin and coin", "nothing"]


def test_several_pass_to_one() -> None:
    match = start(TABLE)
    do(match, "P1 all to one")
    assert held(match, "hand") == ["nothing", "a, b, c, d, e and f", "nothing"]


def test_two_zones_change_places_with_their_order() -> None:
    match = start(TABLE)
    do(match, "P1 lay f", "P2 lay b", "P3 stack up c", "P1 lay a", "P2 trade P1")
    assert held(match, "line") == ["b", "f and a", "nothing"]
    assert held(match, "hand") == ["nothing", "d and e", "nothing"]
    do(match, "P3 trade P2")
    assert held(match, "stack") == ["nothing", "c", "nothing"]
    assert held(match, "line") == ["b", "nothing", "f and a"]


def test_all_engines_agree() -> None:
    machine = built(Source("table.astro", TABLE))
    assert machine is not None
    assert not list(unsound(machine))
    assert compared(Engines(machine), 3, 300)
