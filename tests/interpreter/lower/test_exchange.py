"""Zones that change places: two by `swap`, all at once by `pass`, with their order where they have one."""

from __future__ import annotations

import pytest
from agreement import Engines, built, compared, unsound
from written_games import do, start

from astro_referee.grammar.problems import Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.play.match import FaultyRules, Match

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
    move front(x in hand[me])
      then
        put x from hand[me] on line[me]
    move lines_round
      then
        pass line[p] to line[p.next] for p in players where p is not P3
        pass stack[p] to stack[P1] for p in players where p is P3
    move pick_up
      then
        pass line[p] to hand[p] for p in players
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


def test_rows_and_stacks_go_on_as_they_lie() -> None:
    match = start(TABLE)
    do(match, "P1 lay f", "P2 lay b", "P3 stack up c", "P1 front a", "P2 lines round")
    assert held(match, "line") == ["nothing", "a and f", "b"]
    do(match, "P3 lines round")
    assert held(match, "line") == ["nothing", "nothing", "b, a and f"]
    assert held(match, "stack") == ["c", "nothing", "nothing"]
    do(match, "P1 stack up e", "P2 pick up")
    assert held(match, "stack") == ["e and c", "nothing", "nothing"]
    assert held(match, "hand") == ["d", "nothing", "a, b and f"]
    assert held(match, "line") == ["nothing"] * 3


def test_a_row_takes_no_more_cards_than_it_has_room_for() -> None:
    match = start(TABLE.replace("row of 3", "row of 2"))
    do(match, "P1 lay f", "P2 lay b", "P3 lay c", "P1 lay a", "P2 lines round")
    assert held(match, "line") == ["nothing", "f and a", "c and b"]
    with pytest.raises(FaultyRules, match="there is no room left in `line`"):
        do(match, "P3 lines round")


def test_all_engines_agree() -> None:
    machine = built(Source("table.astro", TABLE))
    assert machine is not None
    assert not list(unsound(machine))
    assert compared(Engines(machine), 3, 300)


PILES = """astro 1
game Piles for 2 players
kind Rank: a, b, c, d, e, f
card Card: each rank in Rank
zone deck for each player: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
phase play
  begin
    put all Card into deck[P1]
    put {Card[a], Card[b], Card[c]} from deck[P1] into hand[P1]
    put {Card[d]} from deck[P1] into hand[P2]
  turns clockwise from P1
    move lay(x in hand[me])
      then
        put x from hand[me] on deck[me]
    move bury(x in hand[me])
      then
        put x from hand[me] under deck[me]
    move trade
      then
        swap deck[P1] with deck[P2]
    move fetch
      then
        deal 1 from deck[me] into hand[me]
    move stop
      then
        draw
"""


def known(match: Match, seat: int) -> list[tuple[str, str]]:
    """What a player knows of the ends of all decks."""
    field = next(f for f in match.view(seat).fields if f.name == "deck")
    names = [*"abcdef"]
    told = [
        "".join("?" if card is None else names[card] for card in cards)
        for e in field.entries
        for cards in (e.on, e.under)
    ]
    return list(zip(told[::2], told[1::2], strict=True))


def test_piles_that_nobody_sees_change_places_with_what_is_known_of_them() -> None:
    match = start(PILES)
    do(match, "P1 lay a", "P2 lay d", "P1 bury b")
    assert known(match, 0) == [("a", "b"), ("?", "")]
    do(match, "P2 trade")
    assert known(match, 0) == [("?", ""), ("a", "b")]
    assert known(match, 1) == [("d", ""), ("?", "?")]
    do(match, "P1 fetch", "P2 fetch")
    assert known(match, 0) == [("", ""), ("", "b")]
    assert match.view(0).fields[1].entries[0].text == "c and d"
    assert match.view(1).fields[1].entries[1].text == "a"


def test_all_engines_agree_on_piles_that_change_places() -> None:
    machine = built(Source("piles.astro", PILES))
    assert machine is not None
    assert not list(unsound(machine))
    assert compared(Engines(machine), 3, 300)


@pytest.mark.parametrize(
    ("audience", "line"),
    [
        ("seen by owner", "swap deck[P1] with deck[P2]"),
        ("seen by nobody, top seen by everyone", "swap deck[P1] with deck[P2]"),
        ("seen by nobody", "swap deck[P1] with hand[P2]"),
    ],
)
def test_an_order_that_others_would_learn_does_not_change_places(audience: str, line: str) -> None:
    text = PILES.replace("pile of Card, seen by nobody", f"pile of Card, {audience}")
    text = text.replace("swap deck[P1] with deck[P2]", line).replace(
        "put all Card into deck[P1]", "put all Card into hand[P1]"
    )
    text = text.replace("from deck[P1] into hand[P1]", "from hand[P1] into hand[P1]").replace(
        "from deck[P1] into hand[P2]", "from hand[P1] into hand[P2]"
    )
    assert [
        p.code for p in examination.examine(Source("piles.astro", text)).problems if p.severity is Severity.ERROR
    ] == ["no-order"]


ROWS = """astro 1
game Rows for 2 players
kind Suit: sun, moon
var short: row of 2 Suit
var long: row of 3 Suit
procedure tell(row: row of 2 Suit)
  say "{row}"
phase play
  do tell(short)
  LINE
  draw because "{long}"
"""


@pytest.mark.parametrize("line", ["swap short with long", "do tell(long)"])
def test_a_row_does_not_go_where_there_is_less_room(line: str) -> None:
    problems = examination.examine(Source("rows.astro", ROWS.replace("LINE", line))).problems
    assert [p.code for p in problems if p.severity is Severity.ERROR] == ["wrong-type"]
