"""Nobody learns what is not theirs to know: not from a refusal, and not from what is told of the moves of others.

Games made up for it keep secrets in every way there is. Who may know which move is worked out beside them, and pairs of
matches in which a player sees the same are compared.
"""

from __future__ import annotations

from random import Random

import pytest
from worlds import Invented, Pair, invented, pair

from astro_referee.cli.protocol import match_data
from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.study.playability.noninterference import domain_texts, leak_here
from astro_referee.interpreter.testing.playthrough import PlaythroughWriter

PROGRAMS = 12
MATCHES = 4
TRIES = 40
"""Matches of each made-up game, and pairs that are tried; most of those come apart, since hands go round."""


def start(text: str) -> Match:
    game = library.prepare(library.load(Source("test.astro", text)))
    match = Match(game, 1, game.players)
    match.settle_all()
    return match


# --- Refusals --------------------------------------------------------------------------------------------------------

LOOKING = """astro 1
game Looking for 2 players
kind Suit: moon, sun, star
card Card: {copies}each suit in Suit
card Coin: 9 of each suit in Suit
zone stock: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone purse for each player: Coin, seen by owner
var points for each player: 0..9

phase play
  begin
    put all Card into stock
    deal 1 from stock into hand[P1]
    deal 1 from stock into hand[P2]
    put all Coin into purse[P2]
  turns clockwise from P1
    move claim
      when hand[me.next] is empty else "your neighbour has cards"
    move redeal
      when stock is empty and points[me] > 2 else "there are cards"
    move rob
      when not (purse[me.next] is not empty) else "your neighbour has coins"
    move own
      when hand[me] is empty else "you have cards"
    move wait
"""


@pytest.mark.parametrize("copies", ["", "5 of "])
def test_a_refusal_shows_how_many_there_are_where_that_is_all_its_reader_sees(copies: str) -> None:
    match = start(LOOKING.replace("{copies}", copies))
    stock = "13" if copies else "1"

    def seen(typed: str) -> dict[str, str]:
        (reason,) = match.judge(0, typed).reasons
        return dict(reason.seen)

    assert seen("claim") == {"hand[me.next].size": "1"}
    assert seen("redeal") == {"stock.size": stock, "points[me]": "0"}
    assert seen("rob") == {"purse[me.next].size": "27"}
    assert seen("own") == {"hand[me]": match.view(0).fields[1].entries[0].text}


# --- What is told of moves -------------------------------------------------------------------------------------------

PASSED_ON = """astro 1
game Passing for 3 players
kind Sign: moon, sun, star
card Card: 4 of each sign in Sign
zone hand for each player: Card, seen by owner
zone stash for each player: Card, seen by owner
zone passed for each player: Card, seen by nobody
zone table: Card, seen by everyone
zone heap: Card, seen by nobody

phase play
  begin
    put all Card into heap
    for p in players
      put Card[star] from heap into hand[p]
      put Card[moon] from heap into hand[p]
    put Card[sun] from heap into table
    put Card[sun] from heap into hand[P1]
  ask together p in players
    move hide(card in hand[me])
      then
        put card from hand[me] into stash[me]
    move lay(card in hand[me])
      then
        put card from hand[me] into table
  for p in players
    put all from hand[p] into passed[p.next]
  for p in players
    put all from passed[p] into hand[p]
  put all from table into heap
end
  draw
"""


def told(match: Match, player: int) -> list[str]:
    """What a player reads of the moves."""
    moves = [event for event in match.events if event.player is not None]
    return [line.partition(". ")[2] for line in narration.narrate(match, moves, 1 << player)]


def test_whoever_gets_a_copy_is_not_told_of_the_one_that_was_hidden() -> None:
    match = start(PASSED_ON)
    for seat, typed in enumerate(["hide moon", "hide star", "hide star"]):
        assert match.submit(seat, typed).ok
    assert told(match, 0) == ["P1: hide moon", "P2: hide …", "P3: hide …"]
    assert told(match, 1) == ["P1: hide …", "P2: hide star", "P3: hide …"]
    assert told(match, 2) == ["P1: hide …", "P2: hide …", "P3: hide star"]


def test_what_lay_open_is_told_wherever_it_goes_then() -> None:
    match = start(PASSED_ON)
    for seat, typed in enumerate(["lay sun", "lay star", "hide star"]):
        assert match.submit(seat, typed).ok
    assert all(told(match, seat)[:2] == ["P1: lay sun", "P2: lay star"] for seat in range(3))


KEPT = """astro 1
game Keeping for 3 players
kind Sign: moon, sun, star
card Card: each sign in Sign, number in 1..2
zone row: Card, seen by everyone
zone hand for each player: Card, seen by owner
var wish for each player: Card or none, seen by owner

phase play
  begin
    put {Card[moon, 1], Card[moon, 2]} into row
    put {Card[sun, 1], Card[sun, 2]} into row
    put {Card[star, 1], Card[star, 2]} into hand[P1]
  ask P1
    move want(card in row)
      then
        wish[me] = card
  ask P1
    move point_at(card in (all x in row where x.number is 1))
  ask P1
    move give(card in hand[me])
      then
        wish[me] = card
        put all from hand[me] into hand[P2]
end
  draw
"""


def test_a_wish_is_not_told_because_all_see_the_card() -> None:
    match = start(KEPT)
    for typed in ["want moon 2", "point at sun 1", "give star 1"]:
        assert match.submit(0, typed).ok
    assert told(match, 0) == ["P1: want moon 2", "P1: point at sun 1", "P1: give star 1"]
    assert told(match, 1) == ["P1: want …", "P1: point at sun 1", "P1: give …"]
    assert told(match, 2) == ["P1: want …", "P1: point at sun 1", "P1: give …"]


HIDDEN_PLACE = """astro 1
game Places for 2 players
var spot: 1..4, seen by nobody
var mark for each 1..4: 0..6, seen by nobody
var found for each player: 0..6, seen by owner
procedure hide(where_to: 1..4)
  mark[where_to] = random from {1, 2, 3}
phase play
  begin
    spot = random from {1, 2, 3, 4}
    mark[spot] = random from {1, 2, 3}
    let same = spot
    mark[same] = random from {1, 2, 3}
    do hide(spot)
    for p in players
      found[p] = random from {1, 2, 3}
  turns once clockwise from P1
    move wait
end
  draw
"""


def test_chance_does_not_name_a_hidden_place() -> None:
    labels = [event.label for event in start(HIDDEN_PLACE).events]
    assert labels == ["spot", "mark of …", "mark of …", "mark of …", "found of P1", "found of P2"]


# --- Made-up games ---------------------------------------------------------------------------------------------------


@pytest.fixture(params=range(PROGRAMS))
def made_up(request: pytest.FixtureRequest) -> Invented:
    return invented(request.param)


def played(invention: Invented, seed: int) -> list[Match]:
    """The stops of a match at random, and its end."""
    game, random = invention.game(), Random(seed)
    match, stops = Match(game, seed, game.players), list[Match]()
    while not match.over:
        if match.chance is not None:
            match.settle()
            continue
        stops.append(match.copy())
        match.play(random.choice(match.legal(random.choice(match.actors))))
    return [*stops, match]


def test_who_is_told_a_move_goes_by_where_its_cards_go(made_up: Invented) -> None:
    for seed in range(MATCHES):
        match = played(made_up, seed)[-1]
        moves = [event for event in match.events if event.player is not None]
        assert [(e.text, e.readers) for e in moves] == [(e.text, made_up.readers(match.game, e)) for e in moves]


def test_refusals_say_nothing_of_what_their_reader_does_not_see(made_up: Invented) -> None:
    compared, below = 0, Random(1).randrange
    for match in [stop for seed in range(2) for stop in played(made_up, seed)[:-1]]:
        for player in range(match.game.seats):
            assert any(not match.judge(player, text).ok for text in domain_texts(match, player))
            found, differs = leak_here(match, player, below)
            assert found is None
            compared += differs
    assert compared > 5


def pairs(invention: Invented) -> list[Pair]:
    game, random = invention.game(), Random(7)
    tried = [
        pair(game, random.randrange(game.seats), random, lambda event: invention.readers(game, event))
        for _ in range(TRIES)
    ]
    return [one for one in tried if one is not None and one.differs]


def test_two_worlds_that_look_the_same_are_told_the_same(made_up: Invented) -> None:
    for found in pairs(made_up):
        for way in (shown, in_json, in_a_playthrough):
            assert way(found.one, found.player) == way(found.other, found.player)


def in_a_playthrough(match: Match, player: int) -> list[str]:
    """What a playthrough says that a player sees and may do; with whom the player sees it is for others to know."""
    teller, name = PlaythroughWriter(match.rewound(0)), match.game.players[player]
    teller.follow(match)
    found, own = list[str](), False
    for row in teller.rows:
        who, said, what = row.strip().partition(" see")
        if not said:
            who, said, what = row.strip().partition(" may:")
        goes_on = row.startswith("      ")
        own = own if goes_on else bool(said) and (who == "all" or name in who.split(", "))
        if own:
            found.append(row.strip() if goes_on else what.removeprefix("s"))
    return sorted(found)


def shown(match: Match, player: int) -> list[str]:
    return narration.narrate(match, match.events, 1 << player, lambda text, _: text)


def in_json(match: Match, player: int) -> object:
    """What a program in a seat is told, and what it may ask for."""
    events = [match_data.event(match, event, player) for event in match.events]
    return events, match_data.status(match), match_data.position(match, player)


def test_there_are_pairs_to_compare() -> None:
    assert sum(len(pairs(invented(seed))) for seed in range(PROGRAMS)) > 20
