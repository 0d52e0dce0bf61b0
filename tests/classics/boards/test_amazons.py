"""Amazons: the published number of first turns, and whole games beside OpenSpiel's.

OpenSpiel asks three times in a turn: for the amazon, for where it goes, and for the arrow. Here the first two are one.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from comparisons import compared
from lockstep import legal, play, start
from positions import perft

COMPARED = compared(
    game="amazons",
    engine="OpenSpiel",
    published="2,176 first turns",
)

FIRST_TURNS = 2176


def test_first_turns() -> None:
    assert perft(start("amazons"), 2) == FIRST_TURNS


def square(action: int, size: int) -> str:
    """OpenSpiel counts squares row by row from the top."""
    return f"{'abcdefghij'[action % size]}{size - action // size}"


def turns(state: Any, size: int) -> dict[str, tuple[int, int]]:
    """Where each amazon may go: as Astro writes it, and the two actions of OpenSpiel."""
    return {
        f"{square(amazon, size)}-{square(to, size)}": (amazon, to)
        for amazon in state.legal_actions()
        for to in state.child(amazon).legal_actions()
    }


@COMPARED
@pytest.mark.parametrize(("size", "games"), [(6, 5), (8, 2), (10, 2)])
def test_games_are_those_of_openspiel(size: int, games: int, thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    for seed in range(games * 56 if thorough else games):
        pick, match = random.Random(seed), start("amazons", size=size)
        state = pyspiel.load_game("amazons", {"board_size": size}).new_initial_state()
        while not state.is_terminal():
            assert match.actors == (state.current_player(),)
            moves = turns(state, size)
            assert legal(match) == set(moves)
            move = pick.choice(sorted(moves))
            play(match, move)
            for action in moves[move]:
                state.apply_action(action)
            shots = {square(shot, size): shot for shot in state.legal_actions()}
            assert legal(match) == set(shots)
            shot = pick.choice(sorted(shots))
            play(match, shot)
            state.apply_action(shots[shot])
        assert match.result is not None
        assert [1 if player in match.result.winners else -1 for player in range(2)] == state.returns()
