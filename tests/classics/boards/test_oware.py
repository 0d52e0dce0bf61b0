"""Oware: whole games beside OpenSpiel's, with the seeds in every house and those taken at every step.

OpenSpiel plays what tournaments do: a grand slam may be sown and takes nothing, and a position that comes again ends
the game.
"""

from __future__ import annotations

import random

import pytest
from comparisons import compared
from lockstep import field, start, step_by_choice

COMPARED = compared(
    game="oware",
    engine="OpenSpiel",
    differences=(
        "OpenSpiel takes all seeds from the board at the end; here a game stops as soon as somebody has more than half "
        "of them",
    ),
)


@COMPARED
@pytest.mark.parametrize(
    "seeds", [range(5), pytest.param(range(5, 500), marks=pytest.mark.thorough)], ids=["5 games", "495 games"]
)
def test_games_are_those_of_openspiel(seeds: range) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    endings = set()
    for seed in seeds:
        match, state = start("oware"), pyspiel.load_game("oware").new_initial_state()
        pick = random.Random(seed)
        while not state.is_terminal():
            north, south, taken = board(str(state))
            assert list(map(int, field(match, "seeds").values())) == [*south, *reversed(north)]
            assert list(map(int, field(match, "captured").values())) == taken
            step_by_choice(match, state, lambda state, action: [str(action + 1)], pick)
        assert match.result is not None
        mine, theirs = state.returns()
        assert match.result.winners == ((0,) if mine > theirs else (1,) if theirs > mine else ())
        if match.result.scores:
            assert list(match.result.scores) == board(str(state))[2]
        endings.add(match.result.scores is None)
    assert endings == {True, False}


def board(text: str) -> tuple[list[int], list[int], list[int]]:
    """The upper and the lower row and the stores of South and North, as OpenSpiel draws them."""
    rows = [line for line in text.splitlines() if not line.startswith("[")]
    numbers = [[int(word) for word in line.split() if word.isdigit()] for line in rows]
    (north_taken,), (south_taken,) = (numbers[at][1:] for at in (0, 5))
    return numbers[2], numbers[3], [south_taken, north_taken]
