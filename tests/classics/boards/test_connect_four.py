"""Connect Four: the known numbers of games, and the same game as OpenSpiel's, step by step."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from comparisons import compared
from counting import counts, returns
from lockstep import field, follow, legal, play, start

COMPARED = compared(
    game="connect_four",
    engine="OpenSpiel",
    published="7, 49, 343 and so on to 5,673,234 sequences of eight moves",
)


def column(state: Any, action: int) -> Sequence[str]:
    return ["abcdefg"[action]]


def test_the_known_numbers_of_sequences() -> None:
    """The eighth is the first that knows of won games: 7 * 823536 would be more."""
    known = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
    assert counts("connect_four", 8) == known


@COMPARED
def test_lockstep_with_openspiel(thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("connect_four")
    for seed in range(500 if thorough else 60):
        match, state = start("connect_four"), game.new_initial_state()
        follow(match, state, column, random.Random(seed))
        assert match.result is not None
        assert returns(match.result.winners) == state.returns()


@pytest.mark.parametrize(
    "moves",
    [
        "a b a b a b a",
        "a g b g c g d",
        "a b b c c d c d d g d",
        "g f f e e d e d d a d",
    ],
    ids=["upright", "level", "rising", "falling"],
)
def test_four_in_a_line_win_whichever_way_it_runs(moves: str) -> None:
    *before, last = moves.split()
    match = start("connect_four")
    play(match, *before)
    assert not match.over
    play(match, last)
    assert match.result is not None
    assert (match.result.winners, match.result.text) == ((0,), "four in a line")


def test_discs_fall_until_the_column_is_full() -> None:
    match = start("connect_four")
    play(match, *"aaaaaa")
    discs = field(match, "disc")
    assert [discs[f"a{row}"] for row in range(1, 7)] == ["Yellow", "Red"] * 3
    assert legal(match) == set("bcdefg")
    assert [reason.text for reason in match.judge(0, "a").reasons] == ["column a is full"]


def test_a_full_board_without_a_line_is_a_draw() -> None:
    match = start("connect_four")
    play(match, *"ddacfefgeccddffcceddbbcbffaeaeeggggabagabb")
    assert match.result is not None
    assert match.result.draw
    assert match.result.text == "the board is full"
