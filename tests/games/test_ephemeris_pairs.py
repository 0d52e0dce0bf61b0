"""Pairs with the cards of Ephemeris: what is turned over, what is kept, and what stays hidden.

Each test names the rules it is about by their names in the rule file.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping

import pytest
from zodiac import RANK, SIGNS

import astro_referee as astro
from astro_referee import Match

Seen = Callable[[Match, int | None], dict[str, str]]
Act = Callable[..., None]
CARDS = Counter([*RANK] * 3 + [*SIGNS] * 2)
COLUMNS = "abcdefghijklmnopq"


@pytest.fixture
def laid() -> Match:
    match = astro.start("ephemeris-pairs", 2)
    match.settle_all()
    return match


def lying(fields: Mapping[str, str]) -> dict[str, str]:
    """What lies where, place by place."""
    places = {f"{column}{row}": fields[f"face_down[{column}{row}]"] for column in COLUMNS for row in (1, 2, 3)}
    return {place: card for place, card in places.items() if card not in ("nothing", "0 cards")}


def pair_in(cards: Mapping[str, str], same: bool) -> list[str]:
    """Two places with the same picture, or with different ones."""
    return next([a, b] for a in cards for b in cards if a < b and (cards[a] == cards[b]) == same)


def test_all_cards_lie_face_down(laid: Match, seen: Seen) -> None:
    """Rules: V3."""
    assert Counter(lying(seen(laid, None)).values()) == CARDS
    for player in (0, 1):
        assert {*lying(seen(laid, player)).values()} == {"1 card"}
    assert len(laid.legal()) == 51


def test_other_cards_are_turned_back(laid: Match, play: Act, seen: Seen) -> None:
    """Rules: V3."""
    before = lying(seen(laid, None))
    one, two = pair_in(before, same=False)
    play(laid, one)
    assert seen(laid, 1)["turned_first"] == before[one]
    assert [line.text for line in laid.events[-1].said] == [f"On {one} is {before[one]}."]
    (reason,) = laid.submit(0, one).reasons
    assert reason.text == "that card is turned over already"
    play(laid, two)
    assert laid.actors == (1,)
    assert lying(seen(laid, None)) == before
    assert {*lying(seen(laid, 0)).values()} == {"1 card"}


def test_a_pair_is_kept_and_the_turn_passes(laid: Match, play: Act, seen: Seen) -> None:
    """Rules: V3, A35."""
    before = lying(seen(laid, None))
    one, two = pair_in(before, same=True)
    play(laid, one, two)
    picture = before.pop(one)
    del before[two]
    assert lying(seen(laid, None)) == before
    assert seen(laid, 1)["pairs[P1]"] == f"{picture} and {picture}"
    assert laid.actors == (1,)
    (reason,) = laid.submit(1, one).reasons
    assert reason.text == "no card lies there any more"


@pytest.mark.parametrize("players", [2, 3])
def test_most_pairs_win_and_a_third_of_each_body_is_left_over(players: int, seen: Seen, play: Act) -> None:
    """Players who know where everything lies, and now and then miss. Rules: V3, A34, A35."""
    match, pick, turns = astro.start("ephemeris-pairs", players, seed=3), random.Random(3), 0
    match.settle_all()
    while not match.over:
        assert match.actors == (turns % players,)
        play(match, *pair_in(lying(seen(match, None)), same=pick.random() < 0.6))
        turns += 1
    fields = seen(match, None)
    assert sorted(lying(fields).values()) == sorted(RANK)
    assert match.result is not None
    assert match.result.scores is not None
    assert sum(match.result.scores) == 2 * (len(RANK) + len(SIGNS))
    best = max(match.result.scores)
    assert match.result.winners == tuple(n for n, score in enumerate(match.result.scores) if score == best)


def test_turns_may_be_limited_and_pairs_found_count(play: Act, seen: Seen) -> None:
    """Rules: A28, A36."""
    match = astro.start("ephemeris-pairs", 2, {"most_turns": "3"})
    match.settle_all()
    for same in (False, True, False):
        assert not match.over
        play(match, *pair_in(lying(seen(match, None)), same))
    assert match.result is not None
    assert (match.result.scores, match.result.winners) == ((0, 2), (1,))
