"""The helper itself: it follows a game that is the same, and notices one that is not."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from lockstep import follow
from shelf import ROOT

import astro_referee as astro

pyspiel = pytest.importorskip("pyspiel")

EXAMPLES = ROOT / "examples"


def cell(state: Any, action: int) -> Sequence[str]:
    return [f"{'abc'[action % 3]}{3 - action // 3}"]


def turned_round(state: Any, action: int) -> Sequence[str]:
    return [f"{'cba'[action % 3]}{1 + action // 3}"]


def always_the_first(state: Any, action: int) -> Sequence[str]:
    return ["a1"]


def pips(state: Any, action: int) -> Sequence[str]:
    if state.is_chance_node():
        return [str(action + 1)]
    return [["again", "hold"][action]]


@pytest.mark.parametrize("words", [cell, turned_round])
def test_follows_the_same_game(words: Any) -> None:
    for seed in range(20):
        match = astro.start("tic-tac-toe")
        state = pyspiel.load_game("tic_tac_toe").new_initial_state()
        follow(match, state, words, random.Random(seed))
        assert match.result is not None
        assert match.result.winners == tuple(p for p in (0, 1) if state.returns()[p] > 0)


def test_notices_other_moves() -> None:
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    with pytest.raises(AssertionError):
        follow(astro.start("tic-tac-toe"), state, always_the_first, random.Random(1))


def test_notices_other_chances() -> None:
    state = pyspiel.load_game("pig(diceoutcomes=5)").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    with pytest.raises(AssertionError):
        follow(astro.start(EXAMPLES / "pig.astro"), state, pips, random.Random(1))
