"""How strong a hand is: its longest series and its most frequent symbol, as its owner tells it in a battle."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations

import pytest
from ecliptic.cards import PACK, Card, card, cards, name, short, sums
from ecliptic.table import Position, opened, said, show

from astro_referee import Match


def attacking(position: Position, hand: str, other: str = "", full: bool = True) -> Match:
    """P1 has attacked and holds this hand now; the last three cards were drawn for the battle, if the hand is full."""
    mine = hand.split()
    free = [one for one in PACK if one not in cards(f"{hand} {other}")]
    third, placed = next((x, y) for x, y in combinations(free, 2) if x[0] == y[0])
    pair = next(pair for pair in combinations(free, 2) if pair[0][0] == pair[1][0] != third[0])
    rest = [one for one in free if one not in (third, placed, *pair)]
    before, drawn = (mine[:4], mine[4:]) if full else (mine, [])
    held = " ".join([*before, short([*pair, third])])
    match = position(held, other or short(rest[:1]), "", short([placed]), stock=" ".join(drawn))
    assert match.submit(0, f"{name(pair[0])} and {name(pair[1])} for {name(third)}").ok
    for one in drawn:
        match.settle({shown: value for value, _, shown in match.outcomes()}[name(card(one))])
    return match


@pytest.mark.parametrize(
    ("hand", "series", "alike"),
    [
        pytest.param("11s 12m 1t 2g 2s 5s 9p", 4, 3, id="vector 1"),
        pytest.param("3m 4m 5m 7c 8c 9g 9t", 3, 3, id="vector 2"),
        pytest.param("1s 2m 3t 6s 9s 10g 12p", 4, 3, id="vector 3"),
        pytest.param("4s 4m 4t 5g 7p 7c 10s", 2, 2, id="vector 4: three of a sign count once"),
        pytest.param("1s 3m 5t 7g 9p 11c 11s", 1, 2, id="a single card is a series of one"),
        pytest.param("12s 1s 2s 3s 4s 5s 6s", 7, 7, id="seven in series and of a symbol, across the end"),
        pytest.param("1s 4s 6s 9s 3m 8t 11g", 2, 4, id="cards of a symbol are no neighbours"),
    ],
)
def test_what_the_attacker_tells(position: Position, hand: str, series: int, alike: int) -> None:
    """Rules: R10, R12, A3, A4, A20."""
    match = attacking(position, hand)
    show(match)
    assert said(match)[0].endswith(f": {series} in series and {alike} of a symbol make {series + alike}.")


def test_short_hands(position: Position) -> None:
    """Vector 5: six against six, with four cards and five. Rules: R10, R11, A10."""
    for mine, yours, told in (
        ("5m 6m 7g 8c", "1s 2s 3s 7m 9t", "4 in series and 2 of a symbol make 6."),
        ("1s 2s 3s 7m 9t", "5m 6m 7g 8c", "3 in series and 3 of a symbol make 6."),
    ):
        match = attacking(position, mine, yours, full=False)
        show(match)
        assert said(match)[0].endswith(told)
        assert said(match)[1].startswith("P2 has no more than that: P1 wins ")


VECTORS = ("11s 12m 1t 2g 2s 5s 9p", "3m 4m 5m 7c 8c 9g 9t", "1s 2m 3t 6s 9s 10g 12p")


@pytest.mark.parametrize(
    ("mine", "yours", "winner"),
    [(0, 1, "P1"), (1, 0, "P2"), (0, 2, "P1"), (2, 0, "P1"), (1, 2, "P2")],
    ids=["7 against 6", "6 against 7", "7 against 7", "7 against 7, too", "again 6 against 7"],
)
def test_which_hand_wins(position: Position, mine: int, yours: int, winner: str) -> None:
    """Vectors 1 to 3 against each other; what is equal is the attacker's. Rules: R10, R11, A14."""
    match = attacking(position, VECTORS[mine], VECTORS[yours])
    show(match)
    assert match.actors == (int(winner[1]) - 1,)
    assert len(said(match)) == (2 if winner == "P1" else 1), "who has lost says nothing"


# --- Many hands ------------------------------------------------------------------------------------------------------


def asked(word: str, group: Iterable[Card]) -> int:
    """What a def of the rule file says about some cards."""
    match = opened()
    return int(match.game.function(f"def_{word}")(match.state, sum(1 << PACK.index(one) for one in group)))


def test_strength_of_random_hands() -> None:
    """Rules: R10, A3, A4."""
    pick = random.Random(7)
    met: set[tuple[int, int]] = set()
    for _ in range(20_000):
        hand = pick.sample(PACK, pick.choice([2, 4, 5, 7, 7, 7]))
        if pick.random() < 0.2:  # such as are rare: most cards of few signs or symbols
            few = [one for one in PACK if one[0] < 7 and one[1] < 3]
            hand = pick.sample(few, 7)
        assert (asked("series", hand), asked("alike", hand)) == sums(hand)
        met.add(sums(hand))
    assert {a for a, _ in met} == set(range(1, 8))
    assert {b for _, b in met} >= set(range(1, 7))
