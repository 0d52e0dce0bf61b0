"""Dots and boxes: whole games beside OpenSpiel's on boards of several sizes, with who owns which box.

OpenSpiel counts rows from the top.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from comparisons import compared
from lockstep import field, follow, start
from positions import perft

COMPARED = compared(
    game="dots_and_boxes",
    engine="OpenSpiel",
    differences=("OpenSpiel knows two players only",),
)

COLUMNS = "abcdefghi"


def lines(width: int, height: int) -> list[str]:
    """The lines as Astro writes them, in the order of OpenSpiel's actions: those across first, from the top."""
    rows, columns = range(height + 1, 0, -1), COLUMNS[: width + 1]
    across = [f"{a}{row}-{b}{row}" for row in rows for a, b in pairwise(columns)]
    return across + [f"{column}{row - 1}-{column}{row}" for row in rows[:-1] for column in columns]


def words(width: int, height: int) -> Callable[[Any, int], Sequence[str]]:
    written = lines(width, height)
    return lambda state, action: [written[action]]


@COMPARED
@pytest.mark.parametrize(("width", "height", "games"), [(1, 1, 3), (2, 2, 20), (3, 2, 10), (5, 4, 2)])
def test_games_are_those_of_openspiel(width: int, height: int, games: int, thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("dots_and_boxes", {"num_cols": width, "num_rows": height, "utility_margin": True})
    for seed in range(games * 15 if thorough else games):
        match, state = start("dots_and_boxes", 2, width=width, height=height), game.new_initial_state()
        follow(match, state, words(width, height), random.Random(seed))
        assert match.result is not None
        assert match.result.scores is not None
        mine, theirs = match.result.scores
        assert [mine - theirs, theirs - mine] == state.returns()
        assert mine + theirs == width * height
        assert list(field(match, "closed_by").values()) == [
            f"P{char}" for column in range(width) for char in reversed([row[column] for row in owners(state)])
        ]


def owners(state: Any) -> list[str]:
    """Who owns the boxes, row by row from the top: every second line of OpenSpiel's drawing."""
    return ["".join(char for char in line if char in "12") for line in str(state).splitlines()[1::2]]


def test_every_order_of_lines_is_a_game() -> None:
    """Nothing forbids a line but itself: on one box there are 4!, and on two 7·6·5·4 ways to begin."""
    assert perft(start("dots_and_boxes", 2, width=1, height=1), 4) == 24
    assert perft(start("dots_and_boxes", 2, width=2, height=1), 4) == 840
