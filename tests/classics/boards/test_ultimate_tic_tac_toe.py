"""Ultimate tic-tac-toe: whole games beside OpenSpiel's.

Who may go where they like chooses the board first in OpenSpiel, and then the place on it; here that is one move.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from comparisons import compared
from lockstep import legal, play, start

COMPARED = compared(
    game="ultimate_tic_tac_toe",
    engine="OpenSpiel",
)

CELLS = [f"{column}{row}" for row in (3, 2, 1) for column in "abc"]
"""In OpenSpiel's order: row by row from the top."""


def moves(state: Any) -> dict[str, list[int]]:
    """All that may be done now, as Astro writes it, with the actions of OpenSpiel."""
    forced = str(state).rsplit("Forced board: ", 1)[1]
    if forced == "any":
        return {
            f"{CELLS[board]} {CELLS[cell]}": [board, cell]
            for board in state.legal_actions()
            for cell in state.child(board).legal_actions()
        }
    return {f"{CELLS[int(forced)]} {CELLS[cell]}": [cell] for cell in state.legal_actions()}


@COMPARED
@pytest.mark.parametrize(
    "seeds", [range(20), pytest.param(range(20, 500), marks=pytest.mark.thorough)], ids=["20 games", "480 games"]
)
def test_games_are_those_of_openspiel(seeds: range) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    results = set()
    for seed in seeds:
        pick, match = random.Random(seed), start("ultimate_tic_tac_toe")
        state = pyspiel.load_game("ultimate_tic_tac_toe").new_initial_state()
        while not state.is_terminal():
            assert match.actors == (state.current_player(),)
            meant = moves(state)
            assert legal(match) == set(meant)
            move = pick.choice(sorted(meant))
            play(match, move)
            for action in meant[move]:
                state.apply_action(action)
        assert match.result is not None
        mine, theirs = state.returns()
        assert match.result.winners == ((0,) if mine > theirs else (1,) if theirs > mine else ())
        results.add(match.result.winners)
    assert results == {(0,), (1,), ()}
