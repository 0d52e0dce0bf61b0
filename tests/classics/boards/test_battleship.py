"""Battleship: whole games beside OpenSpiel's, with what each player knows at every step.

Compared at every decision: who moves, every legal place for a ship and every legal shot, and the information state of
both players; at the end, the ships sunk. OpenSpiel counts rows from the top, and is told that all ships are worth the
same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from comparisons import compared
from lockstep import field, start, step_by_choice

from astro_referee import Match

COMPARED = compared(
    game="battleship",
    engine="OpenSpiel, with what each player knows",
    differences=(
        "OpenSpiel allows no ship that would leave no room for the next ones; here one begins anew then, and the "
        "boards that are compared are large enough that this never happens",
        "OpenSpiel has no ships that may not touch, and no second shot after a hit, which are options here",
    ),
)

SIZES = (2, 3, 3, 4, 5)
SIGNS = {"water": "W", "hit": "H", "sunk": "S"}


def cell(row: int, column: int, height: int) -> str:
    return f"{'abcdefghij'[column]}{height - row}"


def words(height: int) -> Callable[[Any, int], Sequence[str]]:
    """Places of a ship are named by its first one in OpenSpiel, and one by one in Astro."""

    def written(state: Any, action: int) -> Sequence[str]:
        text = state.action_to_string(action)
        row, column = map(int, re.findall(r"\d+", text)[-2:])
        if "shoot" in text:
            return [cell(row, column, height)]
        steps = range(SIZES[len(state.history()) // 2])
        return [listed(across(row, column, steps, height) if "horiz" in text else down(row, column, steps, height))]

    return written


def across(row: int, column: int, steps: range, height: int) -> list[str]:
    return [cell(row, column + step, height) for step in steps]


def down(row: int, column: int, steps: range, height: int) -> list[str]:
    """From the bottom up, since rows lead north in Astro."""
    return [cell(row + step, column, height) for step in reversed(steps)]


def listed(cells: Sequence[str]) -> str:
    return f"{', '.join(cells[:-1])} and {cells[-1]}"


def known(match: Match, answers: Sequence[str], player: int, height: int) -> str:
    """What a player knows, as OpenSpiel writes it; the answers are those to all shots so far."""
    hidden = {text for index, text in field(match, "sea", player).items() if not index.startswith(f"P{player + 1}")}
    assert hidden == {"hidden"}
    parts, heard = [f"T={len(match.events)} "], iter(answers)
    for event in match.events:
        reads = bool(event.readers >> player & 1)
        if "moor" in event.public:
            assert reads is (event.player == player)
            parts += [f"/{placement(event.text, height)}"] if reads else []
            continue
        assert reads
        answer = SIGNS[next(heard)]
        shot = corner(event.text, height)
        parts.append(f"/shot_{shot}:{answer}" if event.player == player else f"/oppshot_{shot}")
    return "".join(parts)


def corner(text: str, height: int) -> str:
    """Row and column of a place."""
    return f"{height - int(text[1:])}_{'abcdefghij'.index(text[0])}"


def placement(text: str, height: int) -> str:
    """Which way a ship lies, and its upper left place."""
    cells = text.replace(" and ", ", ").split(", ")
    return f"h_{corner(cells[0], height)}" if cells[0][1:] == cells[1][1:] else f"v_{corner(cells[-1], height)}"


@COMPARED
@pytest.mark.parametrize(
    ("width", "height", "ships", "shots", "repeated", "games"),
    [(3, 3, 1, 5, "no", 8), (4, 3, 2, 8, "no", 6), (3, 4, 2, 14, "yes", 6), (10, 10, 5, 90, "no", 1)],
)
def test_games_are_those_of_openspiel(
    width: int, height: int, ships: int, shots: int, repeated: str, games: int, thorough: bool
) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    settings = {
        "board_width": width,
        "board_height": height,
        "ship_sizes": f"[{';'.join(map(str, SIZES[:ships]))}]",
        "ship_values": f"[{';'.join(['1'] * ships)}]",
        "num_shots": shots,
        "allow_repeated_shots": repeated == "yes",
    }
    options = {"width": width, "height": height, "ships": ships, "shots": shots, "repeated": repeated}
    winners = set()
    for seed in range(games * 25 if thorough else games):
        match, state = start("battleship", **options), pyspiel.load_game("battleship", settings).new_initial_state()
        pick, answers = random.Random(seed), list[str]()
        while not state.is_terminal():
            for player in range(2):
                assert known(match, answers, player, height) == state.information_state_string(player)
            step_by_choice(match, state, words(height), pick)
            event = match.events[-1]
            if "shoot" in event.public:
                answers.append(field(match, "heard", event.player)[f"P{(event.player or 0) + 1}, {event.text}"])
        assert match.result is not None
        sunk = [int(text) for text in field(match, "sunk_ships").values()]
        assert [sunk[0] - sunk[1], sunk[1] - sunk[0]] == state.returns()
        assert match.result.winners == tuple(player for player in range(2) if state.returns()[player] > 0)
        winners |= {*match.result.winners}
    assert winners
