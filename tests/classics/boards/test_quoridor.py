"""Quoridor: whole games beside OpenSpiel's, for two to four players, on boards of several sizes with many or few walls.

Compared at every decision: who moves, every legal step and every legal wall; at the end, who has won. OpenSpiel counts
rows from the top, names a wall by the square to its upper left, and gives each player a number of walls, where here a
number for the whole table is shared out. Of more than two it numbers the players by their sides to say who moves, and
by their turns to say who has won.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from comparisons import compared
from lockstep import start, step_by_choice
from positions import perft

from astro_referee import Match

COMPARED = compared(
    game="quoridor",
    engine="OpenSpiel",
    differences=(
        "here a pawn that cannot move is passed over; OpenSpiel means to let it stand still, but takes the number of "
        "its square for a step and sends it elsewhere, so the comparison ends there",
        "OpenSpiel calls a game drawn after a number of moves, at which the comparison ends",
    ),
)

FIRST_MOVES = 3 + 2 * 8 * 8
"""Three steps, and every wall."""
SEED = 26
"""The first of the games at random; on every board somebody wins it."""


def test_first_moves() -> None:
    assert perft(start("quoridor", 2), 1) == FIRST_MOVES


def words(size: int) -> Callable[[Any, int], Sequence[str]]:
    def written(state: Any, action: int) -> Sequence[str]:
        column, row, way = parts(state.action_to_string(action))
        if way:
            return [f"{column}{size - row}{way}"]
        return [f"{column}{size + 1 - row}"]

    return written


def parts(text: str) -> tuple[str, int, str]:
    """Column, row, and which way a wall lies: `a10h`."""
    row = text[1:].rstrip("hv")
    return text[0], int(row), text[len(row) + 1 :]


def stuck(match: Match, state: Turns, size: int) -> bool:
    """Whether a pawn cannot move: Astro passes it over, and OpenSpiel offers the number of its square alone."""
    action, *others = state.legal_actions()
    if others or match.actors == (state.current_player(),):
        return False
    sign = "0@#%"[state.state.current_player()]
    rows = str(state).splitlines()[2::2][:size]
    ((row, column),) = [(row, text.index(sign, 3) // 4) for row, text in enumerate(rows) if sign in text[3:-2]]
    return action == 2 * (column + row * (2 * size - 1))


class Turns:
    """A state of OpenSpiel that numbers players by their turns: south, west, north, east."""

    def __init__(self, state: Any) -> None:
        self.state, self.order = state, [0, 1] if state.num_players() == 2 else [0, 2, 1, 3]

    def current_player(self) -> int:
        return self.order.index(self.state.current_player())

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def __str__(self) -> str:
        return str(self.state)


@COMPARED
@pytest.mark.parametrize(
    ("players", "size", "walls", "games"),
    [(2, 3, 1, 5), (2, 5, 3, 5), (2, 9, 10, 1), (3, 5, 2, 3), (4, 5, 1, 3), (4, 7, 4, 1)],
)
def test_games_are_those_of_openspiel(players: int, size: int, walls: int, games: int, thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("quoridor", {"players": players, "board_size": size, "wall_count": walls})
    winners = set()
    for seed in range(SEED, SEED + games * (30 if thorough else 1)):
        match, state = start("quoridor", players, size=size, walls=walls * players), Turns(game.new_initial_state())
        pick = random.Random(seed)
        while not state.is_terminal() and not stuck(match, state, size):
            step_by_choice(match, state, words(size), pick)
        if not state.is_terminal() or len(state.history()) == game.max_game_length():
            continue
        assert match.result is not None
        (winner,) = match.result.winners
        assert [1 if player == winner else -1 / (players - 1) for player in range(players)] == state.returns()
        winners.add(winner)
    assert winners
