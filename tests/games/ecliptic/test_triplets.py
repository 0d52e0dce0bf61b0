"""Triplets: three cards of one sign earn another turn, unless there is a battle."""

from __future__ import annotations

import pytest
from ecliptic.cards import cards, played
from ecliptic.table import OTHER, TRIPLET, WEAK, Act, Position, held, said, show, zone


def test_a_triplet_earns_another_turn(position: Position, happen: Act, play: Act) -> None:
    """Vector 7. Rules: R15, A5, A7."""
    match = position(TRIPLET, OTHER.replace("9g", "9m").replace("12p", "12g"), stock="6s 6m 6t 1s 1m 1t 2s")
    play(match, played("5s 5m 5t"))
    happen(match, "Virgo sun", "Virgo moon", "Virgo star")
    assert said(match) == ["A triplet of Leo: P1 has another turn."]
    assert zone(match, "side[P1]") == cards("5t")
    assert match.actors == (0,)
    assert held(match) == [7, 7]
    play(match, played("6s 6m 6t"))
    happen(match, "Aries sun", "Aries moon", "Aries star")
    assert match.actors == (0,), "and another one"
    play(match, played("1s 1m 8g"))
    match.settle_all()
    assert match.actors == (1,)


def test_a_triplet_in_a_battle_earns_nothing(position: Position, play: Act) -> None:
    """Vector 7, where the other side has Leo. Rules: R15."""
    match = position(TRIPLET, WEAK, opposite="5g")
    play(match, played("5s 5m 5t"))
    assert said(match) == ["P1 attacks P2 for Leo."]
    match.settle_all()
    show(match)
    assert match.actors == (0,), "a series of three and a pair of galaxies are enough"
    play(match, "Leo star")
    match.settle_all()
    assert match.actors == (1,)


@pytest.mark.parametrize("text", ["1s 2s 3s", "5s 5m 1s"], ids=["three suns", "two of Leo and one of Aries"])
def test_no_triplet(position: Position, play: Act, text: str) -> None:
    """Scenario 7. Rules: R15, A6."""
    match = position("1s 2s 3s 5s 5m 9g 10c", "3m 4m 6c 8c 9t 10t 12p")
    play(match, played(text))
    match.settle_all()
    assert match.actors == (1,)
    assert not [text for event in match.events[-3:] for text in event.said]
