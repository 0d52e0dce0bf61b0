"""What a player reads who chooses something that a move does not take, or that there is not."""

from __future__ import annotations

import pytest

from astro_referee import Match
from astro_referee.grammar.source import Source
from astro_referee.interpreter import api
from astro_referee.interpreter.play import library

RULES = """astro 1
game Domains for 2 players
kind Column: a..d
grid Cell: each column in Column, line in 1..4
kind Suit: moon, sun
card Card: each suit in Suit, number in 1..3
zone hand for each player: Card, seen by owner
zone row: Card, seen by everyone
var here for each player: Cell
var free_spots: set of Cell = {a1, b2}
  "Places that nobody has taken. There are few."
var fares for each player: set of 1..6 = {1, 2}
def men(p: player) = {here[p]}
def ways(s: Cell) = all d in Direction where s.step(d) is not none
  "Directions in which the board goes on."
def ends = {a1, d4}

phase play
  begin
    put {Card[moon, 1], Card[moon, 2]} into hand[P1]
    put {Card[sun, 1], Card[sun, 2]} into hand[P2]
    put Card[sun, 3] into row
    here[P2] = d4
  turns clockwise from P1
    move beside(to in here[me].neighbours)
    move step(to in here[me].steps(diagonal))
    move slide(from in Cell, to in from.rays(orthogonal)) as "{from}{to}"
    move take(s in free_spots)
    move pay(fare in fares[me])
    move buy(number in 1..3)
    move choose(m in men(me))
    move chase(m in men(me.next))
    move look(d in ways(here[me]))
    move end_at(s in ends)
    move give(to in others, card in hand[me] + row)
    move discard(cards in 2 of hand[me])
    move keep(cards in 0..1 of hand[me])
    move play(card in hand[me] where card.number > 1)
    move back(to in {a1, here[me.next]})
    move dig(card in (all x in row where x.suit is moon))
    move wait
      then
        remove a1 from free_spots
        remove 1 from fares[me]
        here[me] = b2
"""


@pytest.fixture(scope="module")
def match() -> Match:
    game = library.prepare(library.load(Source("test.astro", RULES)), 2)
    return Match(game, 1, game.players)


def told(match: Match, typed: str) -> list[str]:
    verdict = match.judge(0, typed)
    assert not verdict.ok
    return [reason.text for reason in verdict.reasons]


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("beside c3", "c3 is not a neighbour of a1"),
        ("step c3", "c3 is not one step from a1 (diagonal)"),
        ("b1c3", "c3 is not in line with b1 (orthogonal)"),
        ("take c3", "c3 is not among the free spots (places that nobody has taken)"),
        ("pay 5", "5 is not among your fares"),
        ("choose c3", "c3 is not one of your men"),
        ("chase c3", "c3 is not one of the men of P2"),
        ("look south", "south is not one of the ways of a1 (directions in which the board goes on)"),
        ("end at c3", "c3 is not one of the ends"),
        ("give P1 moon 1", "P1 is not another player in the game"),
        ("give P2 sun 2", "sun 2 is not in your hand or in the row"),
        ("discard moon 1", "moon 1 is no choice of 2 from your hand"),
        ("keep moon 1, moon 2", "moon 1 and moon 2 is no choice of 0 to 1 from your hand"),
        ("play sun 2", "sun 2 is not in your hand"),
        ("play moon 1", "moon 1 is not one you may choose"),
        ("back c3", "c3 is not a1 or d4"),
        ("dig sun 3", "sun 3 is not one you may choose"),
    ],
)
def test_what_a_move_does_not_take(match: Match, typed: str, text: str) -> None:
    assert told(match, typed) == [text]


def test_a_refused_choice_comes_with_its_line(match: Match) -> None:
    (reason,) = match.judge(0, "look south").reasons
    assert reason.rule == "d in ways(here[me])"
    assert RULES.splitlines()[reason.line - 1].strip() == "move look(d in ways(here[me]))"


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("b1z9", "there is no Cell z9, only a1 to d4 (16 in all)"),
        ("z9b1", "there is no Cell z9, only a1 to d4 (16 in all)"),
        ("take Z9", "there is no Cell Z9, only a1 to d4 (16 in all)"),
        ("buy 4", "4 is not between 1 and 3"),
        ("look up", "there is no Direction up, only north, northeast, east, southeast, south, southwest, west"),
        ("give Bob moon 1", "there is no player Bob, only P1 and P2"),
        ("play star 3 now", "there is no Card star 3, only moon 1, moon 2, moon 3, sun 1, sun 2 and sun 3"),
    ],
)
def test_what_there_is_not(match: Match, typed: str, text: str) -> None:
    assert match.judge(0, typed).message == f"`{typed}` is no move here"
    (said,) = told(match, typed)
    assert said.startswith(text)


@pytest.mark.parametrize("typed", ["byu 3", "frodo", ",", ",,", "buy ,"])
def test_a_slip_in_a_move_is_not_taken_for_a_place(match: Match, typed: str) -> None:
    assert told(match, typed) == []


@pytest.mark.parametrize(
    ("game", "typed", "answer"),
    [
        ("chess", "Ke3", "e1e3: a king on e1 cannot go to e3"),
        ("chess", "bxc3", "b2c3: a pawn on b2 cannot go to c3"),
        ("chess", "Nf6", "`Nf6` could be several moves, none of them legal: b1f6, g1f6"),
        ("chess", "Zf6", "`Zf6` is no move here"),
        ("backgammon", "13/7", "13 by 6: you have no 6 to play"),
    ],
)
def test_what_is_not_legal_is_refused_in_any_notation(game: str, typed: str, answer: str) -> None:
    """Of what a notation can mean, only the player's own man is told of, who comes furthest."""
    match = api.start(game, seed=3)
    match.settle_all()
    verdict = match.judge(match.actors[0], typed)
    assert not verdict.ok
    why = ", ".join([reason.text for reason in verdict.reasons] or verdict.choices)
    said = verdict.text if verdict.reasons else verdict.message
    assert (f"{said}: {why}" if why else said) == answer
