"""Hex: whole games beside OpenSpiel's, with and without the pie rule, and the rules one by one.

OpenSpiel's first player joins its upper and its lower side, as Red does here. Its rows lead downwards and lean to the
right, where ours lead upwards and lean to the left, so column 3, row 2 has the same neighbours in both. Its `swap` is
the pie rule of this file: the first stone changes its colour and is seen from the other sides.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from comparisons import compared
from lockstep import Words, field, follow, legal, play, start

from astro_referee import Match

COMPARED = compared(
    game="hex",
    engine="OpenSpiel",
)


def words(size: int) -> Words:
    def written(state: Any, action: int) -> Sequence[str]:
        swap = len(state.history()) == 1 and state.action_to_string(action) == "swap"
        return ["swap" if swap else f"{action % size + 1}-{action // size + 1}"]

    return written


@COMPARED
@pytest.mark.parametrize(
    ("size", "games"), [(3, 30), (5, 30), (11, 8), pytest.param(11, 190, marks=pytest.mark.thorough)]
)
@pytest.mark.parametrize("pie_rule", ["no", "yes"])
def test_games_are_those_of_openspiel(size: int, games: int, pie_rule: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("hex", {"board_size": size, "swap": pie_rule == "yes"})
    winners = set()
    for seed in range(games):
        match, state = start("hex", size=size, pie_rule=pie_rule), game.new_initial_state()
        follow(match, state, words(size), random.Random(seed))
        assert match.result is not None
        assert match.result.winners == ((0,) if state.returns() == [1, -1] else (1,))
        winners |= {*match.result.winners}
    assert winners == {0, 1}


# --- The rules one by one --------------------------------------------------------------------------------------------


def stones(match: Match) -> dict[str, str]:
    return {cell: stone for cell, stone in field(match, "stone").items() if stone != "none"}


def refusal(match: Match, typed: str) -> list[str]:
    verdict = match.judge(match.actors[0], typed)
    assert not verdict.ok
    return [reason.text for reason in verdict.reasons]


def test_red_joins_lower_and_upper_side() -> None:
    match = start("hex", size=3)
    play(match, "2-1", "3-1", "2-2", "3-2", "1-3")
    assert match.result is not None
    assert (match.result.winners, match.result.text) == ((0,), "the sides are joined")


def test_blue_joins_left_and_right_side() -> None:
    match = start("hex", size=3)
    play(match, "1-1", "1-2", "2-1", "2-2", "3-3", "3-2")
    assert match.result is not None
    assert match.result.winners == (1,)


def test_cells_that_only_share_a_corner_are_apart() -> None:
    """`1-1` and `2-2` lie at the two ends of the side that `1-2` and `2-1` share."""
    match = start("hex", size=3)
    play(match, "1-1", "3-1", "2-2", "3-2", "2-3")
    assert not match.over
    play(match, "3-3", "1-2")
    assert match.over


def test_a_taken_cell() -> None:
    match = start("hex", size=3)
    play(match, "2-2")
    assert refusal(match, "2-2") == ["2-2 is taken"]


def test_no_pie_rule() -> None:
    match = start("hex")
    play(match, "3-4")
    assert "swap" not in legal(match)
    assert refusal(match, "swap") == ["this game is played without the pie rule"]


def test_pie_rule() -> None:
    match = start("hex", pie_rule="yes")
    assert refusal(match, "swap") == ["only as the answer to the first stone"]
    play(match, "3-4")
    answered = match.copy()
    play(match, "swap")
    assert stones(match) == {"4-3": "Blue"}
    assert match.actors == (0,)
    assert refusal(match, "swap") == ["only as the answer to the first stone"]
    play(answered, "5-5")
    assert stones(answered) == {"3-4": "Red", "5-5": "Blue"}
    assert "swap" not in legal(answered)
