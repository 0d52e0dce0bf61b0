"""Snap with the cards of Ephemeris: a race in which the first call counts.

Each test names the rules it is about by their names in the rule file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import pytest
from zodiac import RANK, SIGNS

import astro_referee as astro
from astro_referee import Match

SetUp = Callable[[Match, Mapping[str, object]], Match]
Seen = Callable[[Match, int | None], dict[str, str]]
Act = Callable[..., None]
CARDS = Counter([*RANK] * 3 + [*SIGNS] * 2)


@pytest.fixture(scope="module")
def dealt() -> Match:
    """P1 of three has turned the first card."""
    match = astro.start("ephemeris-snap", 3)
    match.settle_all()
    return match


def said(match: Match) -> list[str]:
    return [line.text for line in match.events[-1].said]


def sizes(match: Match, seen: Seen) -> list[str]:
    return [seen(match, 0)[name] for name in ("stack[P1]", "stack[P2]", "stack[P3]", "heap")]


def everybody_passes(match: Match) -> None:
    while match.chance is None:
        assert match.submit(match.actors[0], "let it pass").ok


def test_all_cards_are_dealt_in_turn(dealt: Match, seen: Seen) -> None:
    """Rules: V2."""
    assert Counter(event.text for event in dealt.events[:51]) == CARDS
    assert sizes(dealt, seen) == ["16 cards", "17 cards", "17 cards", "1 card"]
    assert dealt.actors == (0, 1, 2)
    assert seen(dealt, 1)["last_picture"] == dealt.events[-1].text


def test_the_next_player_turns_when_nobody_calls(dealt: Match, seen: Seen) -> None:
    """Rules: V2."""
    match = dealt.copy()
    everybody_passes(match)
    match.settle()
    assert said(match) == [f"P2 turns {match.events[-1].text}."]
    assert sizes(match, seen) == ["16 cards", "16 cards", "17 cards", "2 cards"]


def turned(match: Match, picture: str, set_up: SetUp, happen: Act) -> Match:
    """P2 has turned a picture upon the Moon; 20 cards are left to P1, 27 to P3, one to P2, three are on the heap."""
    own, heap = ["Moon", "Leo"], ["Moon", "Aries"]
    rest = [*(CARDS - Counter(own + heap)).elements()]
    given = {"stack[P1]": rest[:20], "stack[P2]": own, "stack[P3]": rest[20:], "heap": heap, "last_picture": "Moon"}
    match = set_up(match, given)
    everybody_passes(match)
    happen(match, picture)
    return match


@pytest.mark.parametrize("player", [0, 1, 2])
def test_whoever_calls_first_takes_the_heap(dealt: Match, player: int, set_up: SetUp, happen: Act, seen: Seen) -> None:
    """Rules: V2, A37, A39."""
    match = turned(dealt, "Moon", set_up, happen)
    assert match.submit(player, "snap").ok
    assert said(match)[0] == f"Snap! P{player + 1} takes the heap of 3."
    assert not match.submit((player + 1) % 3, "snap").ok
    left = [20, 1, 27]
    left[player] += 3
    assert [size.split()[0] for size in sizes(match, seen)] == [*map(str, left), "0"]
    assert seen(match, 0)["last_picture"] == "none"


def test_a_wrong_call_costs_a_card(dealt: Match, set_up: SetUp, happen: Act, seen: Seen) -> None:
    """Rules: A38."""
    match = turned(dealt, "Leo", set_up, happen)
    assert match.submit(2, "snap").ok
    assert said(match) == ["That is no pair; P3 pays a card."]
    match.settle()
    assert (match.events[-1].readers, match.events[-1].public) == (0, "a card")
    assert sizes(match, seen) == ["20 cards", "1 card", "26 cards", "4 cards"]
    assert seen(match, 0)["last_picture"] == "Leo"


def test_who_has_no_cards_is_out_and_the_last_player_wins(dealt: Match, set_up: SetUp, seen: Seen) -> None:
    """Rules: A39."""
    match = set_up(dealt, {"stack[P2]": [], "stack[P3]": []})
    while not match.over:
        assert match.submit(match.actors[0], "let it pass").ok
    assert match.result is not None
    assert match.result.winners == (0,)
    assert said(match)[:2] == [f"P{n} has no cards left and is out." for n in (2, 3)]


@pytest.fixture
def without_cards(dealt: Match, set_up: SetUp, happen: Act) -> Callable[[str], Match]:
    """P2 has turned the last card, a Moon or a Leo, upon a Moon; the others have 23 and 26 cards, the heap has two."""

    def position(picture: str) -> Match:
        rest = [*(CARDS - Counter([picture, "Moon"])).elements()]
        given = {
            "stack[P1]": rest[:23],
            "stack[P2]": [picture],
            "stack[P3]": rest[23:],
            "heap": ["Moon"],
            "last_picture": "Moon",
        }
        match = set_up(dealt, given)
        everybody_passes(match)
        happen(match, picture)
        return match

    return position


def test_without_cards_a_right_call_brings_the_heap(without_cards: Callable[[str], Match], seen: Seen) -> None:
    """Rules: A40."""
    match = without_cards("Moon")
    assert sizes(match, seen)[1] == "0 cards"
    assert match.submit(1, "snap").ok
    assert said(match)[0] == "Snap! P2 takes the heap of 2."
    assert sizes(match, seen) == ["23 cards", "2 cards", "26 cards", "0 cards"]


def test_without_cards_a_wrong_call_is_the_last(without_cards: Callable[[str], Match], seen: Seen) -> None:
    """Rules: A40."""
    match = without_cards("Leo")
    assert match.submit(1, "snap").ok
    assert said(match) == ["That is no pair, and P2 has no card to pay with: P2 is out."]
    match.settle()
    assert said(match) == [f"P3 turns {match.events[-1].text}."]
    assert match.actors == (0, 2)
    assert sizes(match, seen) == ["23 cards", "0 cards", "25 cards", "3 cards"]


def test_without_cards_one_may_let_it_pass_and_is_out_later(without_cards: Callable[[str], Match]) -> None:
    """P2 is out when the turn comes, not before. Rules: A39, A40."""
    match = without_cards("Leo")
    for name in ("P3", "P1"):
        everybody_passes(match)
        match.settle()
        assert said(match) == [f"{name} turns {match.events[-1].text}."]
        assert match.actors == (0, 1, 2)
    for seat in (0, 1):
        assert match.submit(seat, "let it pass").ok
    assert match.submit(2, "let it pass").ok
    assert said(match) == ["P2 has no cards left and is out."]
    match.settle()
    assert match.actors == (0, 2)


def test_turns_may_be_limited_and_then_most_cards_win() -> None:
    """Rules: A28, A41."""
    match = astro.start("ephemeris-snap", 2, {"most_turns": "4"})
    for _ in range(4):
        match.settle_all()
        for seat in (0, 1):
            assert match.submit(seat, "let it pass").ok
    assert match.result is not None
    assert match.result.scores == (24, 23)
    assert match.result.winners == (0,)
