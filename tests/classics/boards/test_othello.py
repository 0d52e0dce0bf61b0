"""Othello: published counts of move sequences, whole games beside OpenSpiel's, and passing.

In OpenSpiel a player who cannot move must choose to pass. Here nobody is asked what has only one answer: the turn goes
on by itself. In the published counts a pass is a move too; nobody has to pass in the lengths that are counted here.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from comparisons import compared
from lockstep import field, follow, legal, play, start
from positions import perft, position

from astro_referee import Match

COMPARED = compared(
    game="othello",
    engine="OpenSpiel",
    published="4, 12, 56, 244 and so on to 390,216 sequences of eight moves",
)

PASS = 64
COUNTS = [4, 12, 56, 244, 1396, 8200, 55092]


def test_counts() -> None:
    match = start("othello")
    assert [perft(match, depth) for depth in range(1, len(COUNTS) + 1)] == COUNTS


@pytest.mark.thorough
def test_deep_count() -> None:
    assert perft(start("othello"), 8) == 390216


# --- Beside OpenSpiel ------------------------------------------------------------------------------------------------


def words(state: Any, action: int) -> Sequence[str]:
    return [] if action == PASS else [state.action_to_string(action)]


@COMPARED
@pytest.mark.parametrize(
    "seeds", [range(16), pytest.param(range(16, 500), marks=pytest.mark.thorough)], ids=["16 games", "484 games"]
)
def test_games_are_those_of_openspiel(seeds: range) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    passed, results = 0, set()
    for seed in seeds:
        match, state = start("othello"), pyspiel.load_game("othello").new_initial_state()
        follow(match, state, words, random.Random(seed))
        assert match.result is not None
        mine, theirs = state.returns()
        discs = list(field(match, "disc").values())
        assert match.result.scores == (discs.count("Black"), discs.count("White"))
        assert match.result.winners == ((0,) if mine > theirs else (1,) if theirs > mine else ())
        results.add(match.result.winners)
        passes = [said.text for event in match.events for said in event.said if "must pass" in said.text]
        assert len(passes) == state.history().count(PASS)
        passed += len(passes)
    assert passed
    assert results >= {(0,), (1,)}


# --- The rules one by one --------------------------------------------------------------------------------------------


def board(turn: str, **discs: str) -> Match:
    """A match with these discs only: `board("Black", a1="White", b1="Black")`."""
    match = start("othello")
    return position(match, turn, {"disc": {**dict.fromkeys(field(match, "disc"), "none"), **discs}})


def on_board(match: Match) -> dict[str, str]:
    return {square: disc for square, disc in field(match, "disc").items() if disc != "none"}


def refusal(match: Match, typed: str) -> list[str]:
    verdict = match.judge(match.actors[0], typed)
    assert not verdict.ok
    return [reason.text for reason in verdict.reasons]


def test_a_disc_turns_all_it_catches() -> None:
    match = board(
        "Black", d4="White", d5="White", d6="Black", e3="White", f3="White", c2="White", b1="Black", f5="White"
    )
    play(match, "d3")
    assert on_board(match) == {
        **dict.fromkeys(["b1", "c2", "d3", "d4", "d5", "d6"], "Black"),
        **dict.fromkeys(["e3", "f3", "f5"], "White"),
    }


def test_discs_that_were_turned_catch_nothing_themselves() -> None:
    match = board("Black", a1="Black", b1="White", c2="White", c3="Black", h8="White", h7="Black")
    play(match, "c1")
    assert on_board(match)["b1"] == on_board(match)["c2"] == "Black"
    match = board("Black", a1="Black", b1="White", b2="White", b3="Black", h8="White", h7="Black")
    play(match, "c1")
    assert on_board(match)["b2"] == "White"


def test_refusals() -> None:
    match = start("othello")
    assert legal(match) == {"d3", "c4", "f5", "e6"}
    assert refusal(match, "a1") == ["it would turn over nothing"]
    assert refusal(match, "d4") == ["there is a disc on d4", "it would turn over nothing"]


def test_a_player_who_cannot_move_passes() -> None:
    """White can turn nothing, so Black has two turns in a row."""
    match = board("Black", a1="Black", b1="White", a3="Black", b3="White")
    play(match, "c1")
    assert match.actors == (0,)
    assert [said.text for said in match.events[-1].said] == ["White must pass."]
    play(match, "c3")
    assert match.result is not None
    assert (match.result.winners, match.result.scores) == ((0,), (6, 0))


def test_equal_numbers_are_a_draw() -> None:
    match = board("Black", a1="Black", b1="White", **dict.fromkeys(("h6", "h7", "h8"), "White"))
    play(match, "c1")
    assert match.result is not None
    assert (match.result.draw, match.result.scores) == (True, (3, 3))
