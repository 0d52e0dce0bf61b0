"""Lines of action: whole games beside OpenSpiel's, with its ways to end a game set as options."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from comparisons import compared
from lockstep import follow, start

COMPARED = compared(
    game="lines_of_action",
    engine="OpenSpiel",
    differences=(
        "OpenSpiel draws as soon as the pieces stand as before, whoever is to move; here it is the same position only "
        "with the same player to move",
    ),
)


def words(state: Any, action: int) -> Sequence[str]:
    return [state.action_to_string(action).replace("x", "-")]


@COMPARED
@pytest.mark.parametrize(
    "seeds", [range(4), pytest.param(range(4, 500), marks=pytest.mark.thorough)], ids=["4 games", "496 games"]
)
def test_games_are_those_of_openspiel(seeds: range) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    results = set()
    for seed in seeds:
        match = start("lines_of_action", repetitions=2, stuck_loses="yes")
        state = pyspiel.load_game("lines_of_action").new_initial_state()
        follow(match, state, words, random.Random(seed))
        if match.result is None:
            assert stood_before(state)
            continue
        mine, theirs = state.returns()
        assert match.result.winners == ((0,) if mine > theirs else (1,) if theirs > mine else ())
        results.add(match.result.winners)
    assert results


def stood_before(state: Any) -> bool:
    """Whether the pieces stand as before, with the other player to move: a draw in OpenSpiel only."""
    board = str(state).split("\n\n")[0]
    before = state.get_game().new_initial_state()
    for at, action in enumerate(state.history()):
        if str(before).split("\n\n")[0] == board:
            return (len(state.history()) - at) % 2 == 1
        before.apply_action(action)
    return False
