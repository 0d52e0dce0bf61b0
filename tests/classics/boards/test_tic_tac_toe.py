"""Noughts and crosses counted to the end, where the numbers are known, and played beside OpenSpiel's."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from comparisons import compared
from counting import returns
from lockstep import follow

import astro_referee as astro
from astro_referee.interpreter.machine import PLACE

COMPARED = compared(
    game="tic_tac_toe",
    engine="OpenSpiel",
    published="255,168 games, 131,184 won by X, 77,904 by O",
)

FILE = Path(__file__).parents[3] / "games" / "classics" / "boards" / "tic_tac_toe.astro"

BY_DEPTH = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
"""Positions after so many moves, counted once for every way to come there."""
WON_BY_X, WON_BY_O, DRAWN = 131184, 77904, 46080


def test_all_games() -> None:
    """255,168 games. A position is counted on only once, with the number of ways that lead to it."""
    game = astro.start(FILE).game
    first = game.engine.start()
    game.engine.run(first)
    level = {tuple(first): 1}
    counts, results = [], {(1, 2): 0, (2, 1): 0, (1, 1): 0}
    while level:
        counts.append(sum(level.values()))
        following: dict[tuple[int, ...], int] = {}
        for position, ways in level.items():
            if position[0] == 0:
                results[tuple(game.value(list(position), PLACE, p) for p in (0, 1))] += ways
                continue
            for move in game.engine.run(list(position)):
                state = list(position)
                game.engine.act(state, move)
                game.engine.run(state)
                following[tuple(state)] = following.get(tuple(state), 0) + ways
        level = following
    assert counts == BY_DEPTH
    assert results == {(1, 2): WON_BY_X, (2, 1): WON_BY_O, (1, 1): DRAWN}
    assert sum(results.values()) == 255_168


@COMPARED
def test_games_are_those_of_openspiel(thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("tic_tac_toe")
    cells = [f"{column}{row}" for row in (3, 2, 1) for column in "abc"]
    for seed in range(500 if thorough else 20):
        match, state = astro.start(FILE), game.new_initial_state()
        follow(match, state, lambda state, action: [cells[action]], random.Random(seed))
        assert match.result is not None
        assert returns(match.result.winners) == state.returns()


def test_taken_cell_is_refused() -> None:
    match = astro.start(FILE)
    assert match.submit(0, "b2").ok
    verdict = match.submit(1, "b2")
    assert [reason.text for reason in verdict.reasons] == ["b2 is taken"]
    assert match.actors == (1,)


def test_three_in_a_row_end_the_game() -> None:
    match = astro.start(FILE)
    for number, cell in enumerate(["a1", "b1", "a2", "b2", "a3"]):
        assert match.submit(number % 2, cell).ok
    assert match.result is not None
    assert (match.result.winners, match.result.draw, match.result.text) == ((0,), False, "three in a row")
