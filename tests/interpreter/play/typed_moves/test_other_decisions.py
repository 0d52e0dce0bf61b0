"""Moves typed at the wrong moment, or by their names: the answer says where they belong, and nothing about the rest."""

from __future__ import annotations

import pytest

import astro_referee as astro
from astro_referee.grammar.source import Source

RULES = """astro 1
game Moments for 2 players
kind Suit: moon, sun
card Card: each suit in Suit, number in 1..2
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone open: Card, seen by everyone

phase play
  begin
    put all Card into deck
    for p in players
      deal 1 from deck into hand[p]
  turns clockwise from P1
    move throw_away(card in hand[me]) as "away {card}"
      then
        put card from hand[me] into open
        phase bidding
          ask me.next
            move bid(number in 1..3)
              when some c in hand[me] where c.number is number else "not yours"
            move let_go as "done"
    otherwise
      draw
"""


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("bid 2", "that belongs to bidding, not to this moment"),
        ("bid", "that belongs to bidding, not to this moment"),
        ("Done", "that belongs to bidding, not to this moment"),
        ("I pass", "one cannot pass here, since there is a move to make"),
        ("let go", "that belongs to bidding, not to this moment"),
        ("throw_away moon", "the move throw away is written like this: `away {hand}`"),
        ("away sun 9", "there is no Card sun 9, only moon 1, moon 2, sun 1 and sun 2"),
        ("sleep", ""),
    ],
)
def test_a_move_of_another_moment(typed: str, told: str) -> None:
    """Whatever is in the hands, the answer is the same."""
    for seed in range(3):
        match = astro.start(astro.load(Source("moments.astro", RULES)), seed=seed)
        match.settle_all()
        verdict = match.judge(0, typed)
        assert (verdict.ok, verdict.message) == (False, f"`{typed}` is no move here")
        hand = match.written(match.legal(0)[0]).removeprefix("away ")
        assert [reason.text for reason in verdict.reasons] == [told.format(hand=hand)] * bool(told)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("away moon 1", "that belongs to play; first finish bidding: `done`"),
        ("throw away", "that belongs to play; first finish bidding: `done`"),
        ("pass", "here that is written `done`"),
        ("let go", "the move let go is written `done`"),
    ],
)
def test_what_comes_first(typed: str, told: str) -> None:
    """The way out of what is asked here is named as it is written."""
    match = astro.start(astro.load(Source("moments.astro", RULES)), seed=1)
    match.settle_all()
    match.play(match.legal()[0])
    assert [reason.text for reason in match.judge(1, typed).reasons] == [told]


def test_who_cannot_pass_is_told_the_rule() -> None:
    """Ophiuchus. Rules: A14."""
    match = astro.start("ophiuchus", seed=1)
    match.settle_all()
    (reason,) = match.judge(match.actors[0], "pass").reasons
    assert (reason.text, reason.rulings) == (
        "one cannot pass here, since there is a move to make",
        ("R5", "R9", "A14"),
    )
    line = match.game.rules.source.own.splitlines()[reason.line - 1]
    assert (reason.file, line.split("(")[0].strip()) == ("ophiuchus.astro", "move place")
