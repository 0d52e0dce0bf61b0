"""The deal and a turn without a battle: what may be played, what is refused and why."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from ecliptic.cards import PACK, card, cards, name, played, read, short
from ecliptic.table import HAND, OTHER, PLAYERS, Act, Position, held, legal, opened, refusal, said, why, zone

import astro_referee as astro
from astro_referee import Match

Seen = Callable[[Match, int | None], dict[str, str]]


def test_two_players_only() -> None:
    for count in (1, 3):
        with pytest.raises(astro.BadOption, match=f"Ecliptic is for 2 players, not {count}"):
            astro.start("ecliptic", players=count)


def test_the_deal(seen: Seen) -> None:
    """Rules: R1, A16."""
    match = astro.start("ecliptic")
    assert {shown for _, _, shown in match.outcomes()} == {name(one) for one in PACK}
    for _ in range(14):
        match.settle()
    assert [(shown, str(chance)) for _, chance, shown in match.outcomes()] == [("P1", "1/2"), ("P2", "1/2")]
    match.settle(1)
    assert match.actors == (1,)
    assert said(match) == ["P2 starts, and has the white side; P1 has the blue side."]
    assert held(match) == [7, 7]
    assert len(zone(match, "stock")) == 58
    for player, other in ((0, "P2"), (1, "P1")):
        fields = seen(match, player)
        assert (fields["stock"], fields[f"hand[{other}]"]) == ("58 cards", "7 cards")
        assert read(fields[f"hand[{PLAYERS[player]}]"]) == zone(match, f"hand[{PLAYERS[player]}]")


def test_a_turn_without_a_battle(position: Position, play: Act, happen: Act, seen: Seen) -> None:
    """Rules: R1, R2, R3, R4, R7, A2."""
    match = position(HAND, OTHER, "1m", "5g", stock="3c 4c 5c 6m")
    discarded = zone(match, "discards")
    play(match, played("2s 2m 7t"))
    assert zone(match, "side[P1]") == cards("1m 7t")
    for player in (0, 1):
        assert read(seen(match, player)["discards"]) == discarded | cards("2s 2m")
        assert seen(match, player)["side[P1, Libra]"] == "Libra star"
    assert zone(match, "hand[P1]") == cards("7g 9p 11c 12s")
    happen(match, *(name(card(drawn)) for drawn in ("3c", "4c", "5c")))
    assert zone(match, "hand[P1]") == cards("7g 9p 11c 12s 3c 4c 5c")
    assert match.actors == (1,)
    assert zone(match, "stock") == cards("6m")


def test_what_may_be_played(position: Position) -> None:
    """Rules: R3, R5, R6, A1."""
    match = position(HAND, OTHER, "1m 12c", "7c")
    pairs = {"2s 2m", "7t 7g", "2s 12s"}
    thirds = {"2s", "2m", "7t", "7g", "9p", "11c"}
    plays = {f"{pair} {third}" for pair in pairs for third in thirds if third not in pair.split()}
    assert legal(match) == {played(text) for text in plays}, "one must play, one pair and one card"


def test_refusals_say_why(position: Position) -> None:
    """Rules: R3, R6, A2."""
    match = position(HAND, OTHER, "1m 12c", "7c")
    assert why(match, played("7t 7g 7g")) == ["Libra galaxy is one of the pair"]
    assert why(match, played("2s 7t 9p")) == ["a pair is two cards of one sign or of one symbol"]
    assert why(match, played("2s 2m 12s")) == ["your side has Pisces already"]
    assert why(match, played("2s 7t 12s")) == [
        "a pair is two cards of one sign or of one symbol",
        "your side has Pisces already",
    ]
    (told,) = refusal(match, played("2s 2m 12s")).reasons
    assert told.rulings == ("R6", "A21")
    assert why(match, played("2s 2m 3m")) == ["Gemini moon is not in your hand"]
    assert match.submit(1, played("3m 4m 6c")).message == "it is not P2's turn"


def test_a_pair_may_leave_no_third_card(position: Position, play: Act) -> None:
    """Scenario 1: two suns, and a third card whose sign only my side has. Rules: R3, R6."""
    match = position("1s 2s 1m 2m 3g 1t 2t", OTHER, "1c 2g")
    assert why(match, played("1s 2s 1m")) == ["your side has Aries already"]
    assert {text.split(" for ")[1] for text in legal(match)} == {"Gemini galaxy"}
    play(match, played("1s 2s 3g"))


def test_the_first_turn_brings_no_battle() -> None:
    """Scenario 11: the other side is empty. Rules: R7, R8."""
    for number in range(len(opened().legal())):
        match = opened().copy()
        starter = PLAYERS[match.actors[0]]
        match.play(match.legal()[number])
        assert not [text for text in said(match) if "attacks" in text]
        match.settle()
        assert match.events[-1].label == f"deal to hand of {starter}"


def test_seven_cards_always_make_a_pair(position: Position) -> None:
    """There are six symbols; and while the own side is empty, every third card is new. Rules: R3, A1."""
    pick = random.Random(3)
    for _ in range(50):
        fourteen = pick.sample(PACK, 14)
        assert legal(position(short(fourteen[:7]), short(fourteen[7:])))
