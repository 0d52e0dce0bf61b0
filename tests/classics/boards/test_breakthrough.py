"""Breakthrough: as many sequences as OpenSpiel counts, and the same game step by step, on several boards.

OpenSpiel lets Black begin, whose pawns stand on the upper rows; so its boards are upside down here.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from comparisons import compared
from counting import counts, returns, theirs
from lockstep import Words, field, follow, legal, play, start
from positions import position

from astro_referee import Match

COMPARED = compared(
    game="breakthrough",
    engine="OpenSpiel",
    published="22, 484, 11,132 and 256,036 sequences",
    differences=("OpenSpiel gives each player one row of pawns on boards of five or fewer rows, and two here",),
)


def turned(size: int) -> Words:
    """An action such as `a7b6*` with the rows counted from the other side: `a2-b3`."""

    def words(state: Any, action: int) -> list[str]:
        a, one, b, two = state.action_to_string(action).removesuffix("*")
        return [f"{a}{size + 1 - int(one)}-{b}{size + 1 - int(two)}"]

    return words


def test_the_known_numbers_of_sequences() -> None:
    assert counts("breakthrough", 4) == [22, 484, 11132, 256036]


@pytest.mark.parametrize(("size", "depth"), [(8, 4), (6, 5)])
def test_as_many_sequences_as_openspiel(size: int, depth: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    state = pyspiel.load_game("breakthrough", {"rows": size, "columns": size}).new_initial_state()
    assert counts("breakthrough", depth, size=size) == [theirs(state, n) for n in range(1, depth + 1)]


@COMPARED
@pytest.mark.parametrize(
    ("size", "games"), [(8, 10), (6, 25), (5, 25), pytest.param(8, 500, marks=pytest.mark.thorough)]
)
def test_lockstep_with_openspiel(size: int, games: int) -> None:
    """On five rows OpenSpiel gives each player only one row of pawns, so the second one is cleared away."""
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("breakthrough", {"rows": size, "columns": size})
    cleared = {"pawn": {f"{column}{row}": "none" for column in "abcde" for row in (2, 4)}} if size == 5 else {}
    for seed in range(games):
        match = position(start("breakthrough", size=size), "White", cleared)
        state = game.new_initial_state()
        follow(match, state, turned(size), random.Random(seed))
        assert match.result is not None
        assert returns(match.result.winners) == state.returns()


def alone(turn: str, **pawns: str) -> Match:
    """A match with these pawns only."""
    match = start("breakthrough")
    return position(match, turn, {"pawn": dict.fromkeys(field(match, "pawn"), "none") | pawns})


def test_a_pawn_takes_aslant_only() -> None:
    match = alone("White", d4="White", c5="Black", d5="Black", e5="White")
    assert legal(match) == {"d4-c5", "e5-d6", "e5-e6", "e5-f6"}
    assert [reason.text for reason in match.judge(0, "d4-d5").reasons] == ["a pawn takes only aslant"]
    assert [reason.text for reason in match.judge(0, "d4-e5").reasons] == ["your own pawn stands on e5"]
    play(match, "d4-c5")
    assert field(match, "pawn")["c5"] == "White"
    assert not match.over


def test_the_far_row_wins() -> None:
    match = alone("Black", h2="Black", a1="White")
    play(match, "h2-g1")
    assert match.result is not None
    assert (match.result.winners, match.result.text) == ((1,), "the pawn reached g1")


def test_taking_the_last_pawn_wins() -> None:
    match = alone("White", d4="White", c5="Black")
    play(match, "d4-c5")
    assert match.result is not None
    assert (match.result.winners, match.result.text) == ((0,), "no enemy pawn is left")
