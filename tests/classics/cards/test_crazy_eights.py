"""Crazy Eights beside OpenSpiel's, move for move, and the options that OpenSpiel does not have.

OpenSpiel's parameters `max_draw_cards` and `reshuffle` are the options `most_draws` and `turn_over`; it plays without
special cards, and is given so many turns that it never cuts a game. Points are compared by the cards left: what
OpenSpiel returns must be its count of the hands that Astro shows, and Astro's scores the published count.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from comparisons import compared
from lockstep import PACK, RANKS, SUITS, cards, field, follow, happen, legal, play, start

from astro_referee import Match

COMPARED = compared(
    game="crazy_eights",
    engine="OpenSpiel",
    differences=(
        "where nothing is left to draw and all have passed, OpenSpiel asks the first of them once more, as the option "
        "`last_call` does",
        "in OpenSpiel an ace counts ten, by the published rules one",
        "in OpenSpiel a number card counts two more than its number in the pack (a 3 of spades 9, a 10 of clubs 34), "
        "where its rank was meant",
    ),
)

DRAW, PASS, NAME = 52, 53, 54
"""OpenSpiel's actions behind the cards; at the start those from 52 on choose the dealer."""


def words(state: Any, action: int) -> Sequence[str]:
    if action < DRAW:
        return [PACK[action]]
    if not state.history():
        return [f"P{action - DRAW + 1}"]
    return [{DRAW: "draw", PASS: "pass"}.get(action) or SUITS[action - NAME]]


def hands(match: Match) -> list[set[str]]:
    return [cards(text) for text in field(match, "hand").values()]


def published(card: str) -> int:
    rank = card.split()[0]
    return {"8": 50, "ace": 1, "jack": 10, "queen": 10, "king": 10}.get(rank) or int(rank)


def openspiels(card: str) -> int:
    rank = card.split()[0]
    return 50 if rank == "8" else 10 if RANKS.index(rank) >= 9 else PACK.index(card) + 2


@COMPARED
@pytest.mark.parametrize("share", [10, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("reshuffle", [False, True])
@pytest.mark.parametrize(("players", "most_draws"), [(2, 5), (2, 1), (3, 5), (4, 3), (5, 5)])
def test_games_are_those_of_openspiel(players: int, most_draws: int, reshuffle: bool, share: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game(
        "crazy_eights",
        {"players": players, "max_draw_cards": most_draws, "reshuffle": reshuffle, "max_turns": 100_000},
    )
    options = {"most_draws": most_draws, "turn_over": "yes" if reshuffle else "no", "last_call": "yes"}
    blocked, games = 0, 40 if reshuffle else 60  # turned over, the cards last for ten times as many moves
    for seed in range(games // share):
        match, state = start("crazy_eights", players, **options), game.new_initial_state()
        follow(match, state, words, random.Random(seed))
        assert match.result is not None
        left = hands(match)
        assert state.returns() == [-sum(map(openspiels, hand)) for hand in left]
        assert match.result.scores == tuple(sum(map(published, hand)) for hand in left)
        best = min(match.result.scores)
        assert match.result.places.count(1) == match.result.scores.count(best)
        if set() in left:
            assert [match.result.places[p] == 1 for p in range(players)] == [not hand for hand in left]
        blocked += set() not in left
    assert 0 < blocked < games or reshuffle, "some games should be blocked and some not"


# --- Positions -------------------------------------------------------------------------------------------------------


def dealt(first: list[str], second: list[str], top: list[str], **options: object) -> Match:
    """A match of two, dealt by P2, whose hands and turned up cards are as said; P1 begins."""
    match = start("crazy_eights", 2, **options)
    happen(match, "P2", *(card for pair in zip(first, second, strict=True) for card in pair), *top)
    return match


FIRST = ["2 of clubs", "8 of clubs", "king of hearts", "king of spades", "3 of hearts", "4 of hearts", "5 of hearts"]
SECOND = ["2 of hearts", "8 of hearts", "queen of spades", "6 of clubs", "3 of spades", "4 of spades", "5 of spades"]


def refusal(match: Match, typed: str) -> list[str]:
    verdict = match.judge(match.actors[0], typed)
    assert not verdict.ok
    return [reason.text for reason in verdict.reasons]


def test_an_eight_is_not_turned_up() -> None:
    match = dealt(FIRST, SECOND, ["8 of spades", "8 of diamonds", "king of diamonds"])
    assert field(match, "discards")[""] == "king of diamonds"
    assert field(match, "deck")[""].count("8 of") == 2
    assert legal(match) == {"8 of clubs", "king of hearts", "king of spades", "draw"}


def test_an_eight_names_the_suit() -> None:
    match = dealt(FIRST, SECOND, ["king of diamonds"])
    assert refusal(match, "2 of clubs") == ["diamonds are to follow, or another king, or any 8"]
    play(match, "8 of clubs")
    assert match.actors == (0,)
    assert legal(match) == set(SUITS)
    play(match, "spades")
    assert legal(match) == {"8 of hearts", "queen of spades", "3 of spades", "4 of spades", "5 of spades", "draw"}


def test_drawing_only_when_stuck() -> None:
    match = dealt(FIRST, SECOND, ["king of diamonds"], freely="no")
    assert "draw" not in legal(match)
    assert refusal(match, "draw") == ["you can play"]
    assert "draw" in legal(dealt(FIRST, SECOND, ["king of diamonds"]))
    second = ["2 of hearts", "9 of hearts", "queen of hearts", "6 of clubs", "3 of clubs", "4 of clubs", "5 of clubs"]
    match = dealt(FIRST, second, ["king of diamonds"], freely="no", most_draws=2)
    play(match, "king of spades")
    assert legal(match) == {"draw"}
    play(match, "draw")
    happen(match, "10 of clubs")
    assert refusal(match, "pass") == ["draw first"]
    play(match, "draw")
    happen(match, "10 of hearts")
    assert legal(match) == {"pass"}
    play(match, "pass")
    assert match.actors == (0,)


def test_a_blocked_game_ends_when_all_have_passed() -> None:
    """With nobody asked once more, a blocked game is over after as many passes as there are players."""
    lasts = set()
    for seed in range(40):
        match, pick = start("crazy_eights", 3, seed=seed), random.Random(seed)
        while not match.over:
            if match.chance is not None:
                match.settle()
            else:
                match.play(pick.choice(match.options))
        if set() not in hands(match):
            moves = [event.text for event in match.events if event.player is not None]
            assert moves[-3:] == ["pass"] * 3
            lasts.add(moves[-4])
    assert lasts - {"draw", "pass"}, "some should be blocked right after a card was laid"
