"""Cards that all see but their owner: guards and texts may speak of those of others, and never of one's own."""

from __future__ import annotations

import pytest

import astro_referee as astro
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination

RULES = """astro 1
game Forehead for 2..3 players
card Card: each rank in 1..9
zone deck: pile of Card, seen by nobody
zone forehead for each player: Card, seen by everyone - {owner}
var told: 0..9

def shows(q: player, rank: 1..9) = Card[rank] in forehead[q]
def bearers(rank: 1..9) = all q in others where Card[rank] in forehead[q]

phase play
  begin
    put all Card into deck
    for p in players
      deal 1 from deck into forehead[p]
  turns clockwise from P1 until told is 9
    move point(p in others) as "{p}"
      "Point at {ABOUT}."
      when GUARD else "not so"
      then
        told += 1
    move wait(rank in 1..9)
      when WAIT else "not now"
      then
        told += 1
    otherwise
      draw
end
  draw
"""


def errors(guard: str, wait: str = "bearers(rank) is empty", about: str = "p") -> list[str]:
    text = RULES.replace("GUARD", guard).replace("WAIT", wait).replace("ABOUT", about)
    found = examination.examine(Source("forehead.astro", text)).problems
    return [problem.code for problem in found if problem.severity.value == "error"]


@pytest.mark.parametrize(
    "guard",
    [
        "Card[3] in forehead[p]",
        "shows(p, 3)",
        "some c in forehead[p] where c.rank > 3",
        "some q in others where Card[3] in forehead[q]",
        "every q in players - {me}: q is p or shows(q, 3)",
        "p in bearers(3)",
        "possible(wait)",
    ],
)
def test_cards_of_others_may_be_spoken_of(guard: str) -> None:
    assert errors(guard) == []
    assert errors("told < 3", wait="possible(point)") == []


@pytest.mark.parametrize(
    "guard",
    [
        "Card[3] in forehead[me]",
        "shows(me, 3)",
        "Card[3] in forehead[me.next]",
        "some p2 in players where Card[3] in forehead[p2]",
        "some q in players - {p} where Card[3] in forehead[q]",
        "possible(wait, p)",
    ],
)
def test_but_not_those_that_might_be_ones_own(guard: str) -> None:
    assert errors(guard) == ["hidden-in-guard"]


def test_texts_go_by_the_same_rule() -> None:
    assert errors("told < 3", about="forehead[p]") == []
    assert errors("told < 3", about="forehead[me]") == ["hidden-in-text"]


def test_who_names_themselves_learns_nothing_of_their_own_card() -> None:
    """Both guards would fail or hold by the card that P1 does not see."""
    text = RULES.replace("GUARD", "Card[3] in forehead[p]").replace("WAIT", "rank > 0").replace("ABOUT", "p")
    told = set()
    for own in ("3", "4"):
        match = astro.start(Source("forehead.astro", text), players=2)
        for card in (own, "5"):
            match.settle({name: value for value, _, name in match.outcomes()}[card])
        told.add(tuple(reason.text for reason in match.judge(0, "P1").reasons))
        assert [reason.text for reason in match.judge(0, "P2").reasons] == ["not so"]
    assert told == {("P1 is not another player in the game",)}
