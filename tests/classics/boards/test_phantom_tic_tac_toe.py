"""Phantom tic-tac-toe: whole games beside OpenSpiel's, with what each player knows at every step.

All hear how often somebody tries, as around a table; in OpenSpiel that is `reveal-numturns`.
"""

from __future__ import annotations

import random

import pytest
from blind import follow_blindly
from comparisons import compared
from lockstep import start

COMPARED = compared(
    game="phantom_tic_tac_toe",
    engine="OpenSpiel, with what each player knows",
)

CELLS = [f"{column}{row}" for row in (3, 2, 1) for column in "abc"]
"""In OpenSpiel's order: row by row from the top."""


@COMPARED
@pytest.mark.parametrize("abrupt", ["no", "yes"])
def test_games_are_those_of_openspiel(abrupt: str, thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    version = "abrupt" if abrupt == "yes" else "classical"
    game = pyspiel.load_game("phantom_ttt", {"gameversion": version, "obstype": "reveal-numturns"})
    results = set()
    for seed in range(250 if thorough else 20):
        match, state = start("phantom_tic_tac_toe", abrupt=abrupt), game.new_initial_state()
        follow_blindly(match, state, "mark", CELLS, random.Random(seed))
        assert match.result is not None
        mine, theirs = state.returns()
        assert match.result.winners == ((0,) if mine > theirs else (1,) if theirs > mine else ())
        results.add(match.result.winners)
    assert results == {(0,), (1,), ()}
