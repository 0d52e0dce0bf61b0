"""Hearts, deal by deal beside OpenSpiel's, and the rules that random play hardly comes to.

OpenSpiel plays one deal, with the way of passing left to chance; Astro plays a match in which the ways follow each
other. So every deal of a match is played beside a new game of OpenSpiel's that is told the way and the cards. There the
three cards to pass are three actions, one player after the other; here they are one secret choice of all together.

OpenSpiel lets the queen of spades break hearts unless told otherwise; the published rules do not, unless agreed on. The
option `queen_breaks` is its `qs_breaks_hearts`; `clean_start` and `lucky_jack` are `no_pts_on_first_trick` and
`jd_bonus`. What it returns are 26 points less those taken.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from comparisons import compared, deal_is_compared
from lockstep import PACK, RANKS, SUITS, cards, field, follow, happen, legal, play, start

from astro_referee import Match

COMPARED = compared(
    game="hearts",
    engine="OpenSpiel: deals",
    differences=(
        "the queen of spades breaks hearts in OpenSpiel unless told otherwise, as with the option `queen_breaks`",
    ),
)

WAYS = {"left": 1, "right": 3, "across": 2, "hold": 0}
"""How many seats on the cards go."""


def hands(match: Match) -> list[set[str]]:
    return [cards(text) for text in field(match, "hand").values()]


def points(match: Match) -> list[int]:
    return [int(text) for text in field(match, "points").values()]


def words(state: Any, action: int) -> Sequence[str]:
    return [PACK[action]]


def deal(state: Any, held: list[set[str]]) -> None:
    """OpenSpiel deals round the table."""
    rows = [sorted(hand) for hand in held]
    for number in range(52):
        state.apply_action(PACK.index(rows[number % 4][number // 4]))


def pass_cards(match: Match, state: Any, pick: random.Random) -> None:
    """All choose three cards in any order in Astro, and in the order of the seats in OpenSpiel."""
    held = hands(match)
    chosen = [pick.sample(sorted(hand), 3) for hand in held]
    for player in pick.sample(range(4), 4):
        assert player in match.actors
        assert {frozenset(cards(text)) for text in legal(match, player)} == set(
            map(frozenset, combinations(held[player], 3))
        )
        assert match.submit(player, ", ".join(chosen[player])).ok
    for player in range(4):
        for number, card in enumerate(chosen[player]):
            assert state.current_player() == player
            assert {PACK[action] for action in state.legal_actions()} == held[player] - set(chosen[player][:number])
            state.apply_action(PACK.index(card))


@COMPARED
@pytest.mark.parametrize(
    ("options", "parameters"),
    [
        ({}, {"qs_breaks_hearts": False}),
        ({"queen_breaks": "yes"}, {}),
        ({"clean_start": "no"}, {"qs_breaks_hearts": False, "no_pts_on_first_trick": False}),
        ({"lucky_jack": "yes"}, {"qs_breaks_hearts": False, "jd_bonus": True}),
    ],
    ids=str,
)
def test_every_deal_of_a_match_is_that_of_openspiel(
    options: dict[str, str], parameters: dict[str, bool], thorough: bool
) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("hearts", parameters)
    deals = 0
    for seed in range(16 if thorough else 1):
        match, pick = start("hearts", seed=seed, **options), random.Random(seed)
        while not match.over:
            before, state = points(match), game.new_initial_state()
            way = list(WAYS)[deals_of(match) % 4]
            assert field(match, "passing")[""] == way
            state.apply_action(WAYS[way])
            match.settle_all()
            deal(state, hands(match))
            if way != "hold":
                pass_cards(match, state, pick)
            follow(match, state, words, pick)
            gained = [after - was for after, was in zip(points(match), before, strict=True)]
            assert gained == [26 - value for value in state.returns()]
            assert match.over == (max(points(match)) >= 100)
            deals += 1
            deal_is_compared()
        assert match.result is not None
        assert match.result.scores == tuple(points(match))
        assert match.result.winners == tuple(p for p in range(4) if points(match)[p] == min(points(match)))
    assert deals > 125 or not thorough, "so four settings make more than 500 deals"


def deals_of(match: Match) -> int:
    """How many deals are behind."""
    return sum(event.player is None for event in match.events) // 52


# --- Positions -------------------------------------------------------------------------------------------------------


def suit(name: str) -> list[str]:
    return [f"{rank} of {name}" for rank in RANKS]


def dealt(*given: list[str], **options: object) -> Match:
    """A match whose first deal is as said, hand by hand."""
    match = start("hearts", **options)
    for hand in given:
        assert len(hand) == 13
        happen(match, *hand)
    return match


CLUBS, DIAMONDS, HEARTS, SPADES = map(suit, SUITS)


MOON = (CLUBS[:10] + DIAMONDS[:3], DIAMONDS[3:] + SPADES[:3], SPADES[3:] + HEARTS[:3], HEARTS[3:] + CLUBS[10:])
"""When all have passed the last three of these to the left, one hand has all clubs."""
PASSED = (DIAMONDS[:3], SPADES[:3], HEARTS[:3], CLUBS[10:])


def test_who_takes_all_shoots_the_moon() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    match, state = dealt(*MOON), pyspiel.load_game("hearts").new_initial_state()
    state.apply_action(WAYS["left"])
    deal(state, hands(match))
    for three in PASSED:
        play(match, ", ".join(three))
        for card in three:
            state.apply_action(PACK.index(card))
    assert hands(match)[0] == set(CLUBS)
    follow(match, state, words, random.Random(1))
    assert points(match) == [0, 26, 26, 26]
    assert state.returns() == [26, 0, 0, 0]


def test_passing_is_secret_and_together() -> None:
    match = dealt(CLUBS, DIAMONDS, HEARTS, SPADES)
    assert match.actors == (0, 1, 2, 3)
    assert match.submit(2, "2 of hearts, 3 of hearts, 4 of hearts").ok
    assert match.actors == (0, 1, 3)
    assert match.events[-1].readers == 1 << 2
    assert match.events[-1].public == "has chosen"
    assert hands(match)[2] == set(HEARTS)
    assert not match.submit(2, "5 of hearts, 6 of hearts, 7 of hearts").ok
    play(match, ", ".join(CLUBS[:3]), ", ".join(DIAMONDS[:3]), ", ".join(SPADES[:3]))
    assert [hand & set(CLUBS[:3] + DIAMONDS[:3] + HEARTS[:3] + SPADES[:3]) for hand in hands(match)] == [
        set(SPADES[:3]),
        set(CLUBS[:3]),
        set(DIAMONDS[:3]),
        set(HEARTS[:3]),
    ]
    passed = next(event for event in match.events if event.player == 2)
    assert passed.readers == (1 << 2) | (1 << 3), "those who gave and got the cards know them"


def refusal(match: Match, typed: str) -> list[str]:
    verdict = match.judge(match.actors[0], typed)
    assert not verdict.ok
    return [reason.text for reason in verdict.reasons]


def mixed() -> Match:
    """A match before its first trick, in which P4 has no clubs."""
    match = dealt(
        CLUBS[:5] + DIAMONDS[:4] + SPADES[:4],
        CLUBS[5:10] + DIAMONDS[4:8] + HEARTS[:4],
        CLUBS[10:] + DIAMONDS[8:] + HEARTS[4:9],
        HEARTS[9:] + SPADES[4:],
    )
    play(match, ", ".join(SPADES[:3]), ", ".join(HEARTS[:3]), ", ".join(HEARTS[4:7]), ", ".join(SPADES[4:7]))
    return match


def test_refusals_say_why() -> None:
    match = mixed()
    assert match.actors == (0,)
    assert refusal(match, "3 of clubs") == ["the 2 of clubs opens"]
    play(match, "2 of clubs")
    assert refusal(match, "6 of diamonds") == ["follow suit: clubs were led"]
    play(match, "7 of clubs", "queen of clubs")
    assert refusal(match, "queen of spades") == ["no penalty cards in the first trick"]
    assert refusal(match, "ace of hearts") == ["no penalty cards in the first trick"]
    play(match, "ace of spades")
    assert match.actors == (2,)
    assert refusal(match, "10 of hearts") == ["hearts are not broken yet"]
    play(match, "king of clubs")
    assert refusal(match, "2 of diamonds")
    play(match, "queen of spades")
    assert field(match, "hearts_broken")[""] == "no"
    play(match, "3 of clubs", "8 of clubs")
    assert points(match) == [0, 0, 0, 0]
    assert "queen of spades" in field(match, "taken")["P3"]
    assert refusal(match, "10 of hearts") == ["hearts are not broken yet"]
    play(match, "ace of clubs", "ace of hearts")
    assert field(match, "hearts_broken")[""] == "yes"
    play(match, "4 of clubs", "9 of clubs")
    assert "10 of hearts" in legal(match)


def test_equal_lowest_scores_share_the_win() -> None:
    shared = 0
    for seed in range(40):
        match, pick = start("hearts", seed=seed, limit=10), random.Random(seed)
        while not match.over:
            if match.chance is not None:
                match.settle()
            else:
                match.play(pick.choice(match.options))
        assert match.result is not None
        lowest = tuple(p for p in range(4) if points(match)[p] == min(points(match)))
        assert match.result.winners == lowest
        shared += len(lowest) > 1
    assert shared > 0, "these seeds should bring a tie"
