"""Xiangqi: published counts of move sequences, and games beside OpenSpiel's.

OpenSpiel stops after 500 moves. Where a rule that it does not have ends a game here, the comparison ends.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest
from comparisons import compared
from lockstep import start, step_by_choice
from positions import perft

COMPARED = compared(
    game="xiangqi",
    engine="OpenSpiel",
    published="44, 1,920 and 79,666 sequences",
    differences=("OpenSpiel knows no rules about repetition or a lack of captures",),
)

LONGEST = 500
"""Moves after which OpenSpiel stops a game without a result."""


def test_counts() -> None:
    assert perft(start("xiangqi"), 2) == 1920


@pytest.mark.thorough
def test_deep_count() -> None:
    assert perft(start("xiangqi"), 3) == 79_666


def words(state: Any, action: int) -> list[str]:
    """Actions are two points, each counted row by row from Black's side."""
    return ["-".join(f"{'abcdefghi'[point % 9]}{10 - point // 9}" for point in divmod(action, 90))]


@COMPARED
@pytest.mark.parametrize(
    "seeds",
    [(67, 94), *(pytest.param(range(n, n + 100), marks=pytest.mark.thorough) for n in range(0, 500, 100))],
    ids=str,
)
def test_games_are_those_of_openspiel(seeds: Iterable[int]) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    winners = set[int]()
    for seed in seeds:
        match, state = start("xiangqi"), pyspiel.load_game("xiangqi").new_initial_state()
        pick = random.Random(seed)
        while not state.is_terminal() and not match.over:
            step_by_choice(match, state, words, pick)
        if match.result is None or not state.is_terminal():
            assert match.over or len(state.history()) == LONGEST
            continue
        assert [1 if player in match.result.winners else -1 for player in range(2)] == state.returns()
        winners |= {*match.result.winners}
    assert winners == {0, 1}
