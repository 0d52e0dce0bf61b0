"""The four ways to end: after another turn, with a battle, after the turn of a triplet, and when somebody is stuck."""

from __future__ import annotations

import random

from ecliptic.cards import cards, played
from ecliptic.table import (
    HAND,
    OTHER,
    STRONG,
    TRIPLET,
    WEAK,
    Act,
    Position,
    attacked,
    fight,
    held,
    legal,
    opened,
    said,
    show,
    zone,
)

STUCK = "3s 3m 3g 4s 4m 5s 5m"
"""A hand that cannot be played on a side that has Gemini, Cancer and Leo."""


def test_every_turn_takes_three_cards_and_the_twentieth_the_last_one() -> None:
    """With battles, with triplets and without: 57 cards in 19 turns. Rules: R7, R9, R16, A11."""
    whole = 0
    for seed in range(12):
        match, pick, left = opened().copy(), random.Random(seed), [58]
        while not match.over:
            turn = " for " in match.written(match.legal()[0])
            if turn and len(left) < 20:
                assert held(match) == [7, 7], "a defender lacks no card while the stock lasts"
            match.play(pick.choice(match.legal()))
            match.settle_all()
            if turn:
                left.append(len(zone(match, "stock")))
        assert left[:20] == [58 - 3 * turn for turn in range(len(left[:20]))]
        assert left[20:] in ([], [0], [0, 0])
        whole += len(left) > 20
    assert whole > 6, "most games go on until the stock is empty"


# --- The other player has a turn -------------------------------------------------------------------------------------


def test_after_the_last_card_the_other_has_a_turn(position: Position, play: Act) -> None:
    """Vector 9. Rules: R16, A9."""
    match = position(HAND, "3m 3g 7s 8c 9g 10t 12p", "1m", "5g", stock="6m")
    play(match, played("2s 2m 7t"))
    match.settle()
    assert held(match) == [5, 7]
    assert zone(match, "stock") == set()
    assert match.actors == (1,)
    assert said(match) == ["The stock is empty: P2 has the last turn."]
    play(match, played("3m 3g 8c"))
    assert match.over
    assert held(match) == [5, 4], "nothing is drawn"


def test_the_last_turn_may_be_an_attack(position: Position, play: Act) -> None:
    """Scenario 5: four cards against five. Rules: R16, A9, A10."""
    match = position(HAND, "3m 3g 7s 8c 9g 10t 12p", "1m", "5g", stock="6m")
    play(match, played("2s 2m 7t"))
    match.settle()
    play(match, played("3m 3g 7s"))
    assert match.chance is None, "there is nothing to draw for the battle"
    assert held(match) == [5, 4]
    fight(match, "7t")
    assert match.over
    assert held(match) == [5, 4]


def test_a_triplet_in_the_last_turn_earns_nothing(position: Position, play: Act) -> None:
    """Rules: A9."""
    match = position(TRIPLET, OTHER.replace("9g", "9m").replace("12p", "12g"), stock="")
    play(match, played("5s 5m 5t"))
    assert match.over
    assert held(match) == [4, 7]


# --- A battle is the end ---------------------------------------------------------------------------------------------


def test_the_last_card_in_a_battle(position: Position, play: Act) -> None:
    """Rules: R16, A9, A10."""
    match = attacked(position, WEAK, stock="1s")
    match.settle()
    assert held(match) == [5, 7]
    show(match)
    assert match.actors == (0,)
    play(match, "Libra comet")
    assert not match.over
    match.settle()
    match.settle()
    assert match.over, "no turn of P2"
    assert held(match) == [5, 7]


# --- The turn of a triplet is the last -------------------------------------------------------------------------------

REPLAYED = ("5s 5m 5t 8g 8s 3m 9g", "2m 4m 7m 6m 8m 9p 10t", "", "3c", "12m")
"""P1 can play a triplet and take the last card with it."""


def test_the_last_card_after_a_triplet(position: Position, play: Act) -> None:
    """Scenario 6. Rules: R16, A9."""
    match = position(*REPLAYED)
    play(match, played("5s 5m 5t"))
    match.settle()
    assert match.actors == (0,)
    assert said(match) == [
        "A triplet of Leo: P1 has another turn.",
        "The stock is empty: P1 has the last turn.",
    ]
    assert held(match) == [5, 7]
    play(match, played("8g 8s 9g"))
    assert match.over
    assert held(match) == [2, 7]


def test_two_cards_may_fight_against_seven(position: Position, play: Act) -> None:
    """Scenario 12. Rules: R16, A9, A10."""
    match = position(*REPLAYED)
    play(match, played("5s 5m 5t"))
    match.settle()
    play(match, played("8g 8s 3m"))
    assert held(match) == [2, 7]
    show(match)
    assert said(match)[0].endswith("1 in series and 1 of a symbol make 2.")
    show(match)
    play(match, "Gemini comet")
    match.settle_all()
    assert match.over
    assert held(match) == [2, 7]


def test_a_stuck_replay_ends_the_game(position: Position, play: Act) -> None:
    """Rules: R17, A9, A15."""
    match = position("5s 5m 5t 8g 8s 3m 3g", OTHER.replace("3m", "1c"), "3c 8p", "1t", stock="3p")
    play(match, played("5s 5m 5t"))
    match.settle()
    assert match.over
    assert "P1 cannot place a sign, so the game ends." in said(match)


# --- Somebody is stuck -----------------------------------------------------------------------------------------------


def test_who_cannot_play_ends_the_game(position: Position, play: Act) -> None:
    """At the start of the turn, with cards left in the stock. Rules: R17, A15."""
    match = position(HAND, STUCK, "1m", "3c 4c 5c", stock=20)
    play(match, played("2s 2m 7t"))
    for _ in range(3):
        assert not match.over
        match.settle()
    assert match.over
    assert said(match)[0] == "P2 cannot place a sign, so the game ends."
    assert len(zone(match, "stock")) == 17


def test_all_twelve_signs(position: Position, play: Act) -> None:
    """Rules: R17, A22."""
    whole = " ".join(f"{sign}c" for sign in range(1, 13))
    match = position("2s 2m 7t 7g 9p 11m 12s", STRONG, "", whole)
    assert legal(match), "every placement is an attack"
    play(match, played("2s 2m 7t"))
    assert said(match) == ["P1 attacks P2 for Libra."]
    match.settle_all()
    show(match)
    show(match)
    play(match, "Libra comet")
    assert zone(match, "side[P2]") == cards(whole)
    match.settle()
    assert not match.over
    match.settle()
    assert match.over
    assert said(match)[0] == "P2 cannot place a sign, so the game ends."
    assert match.result is not None
    assert match.result.scores == (0, 12 + 12 + 1)
