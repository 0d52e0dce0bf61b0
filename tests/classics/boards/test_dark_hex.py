"""Dark hex: whole games beside OpenSpiel's, with what each player knows at every step.

All hear how often somebody tries, as around a table; in OpenSpiel that is `reveal-numturns`. How the two boards lie is
told beside the games of hex.
"""

from __future__ import annotations

import random

import pytest
from blind import follow_blindly
from comparisons import compared
from lockstep import start

COMPARED = compared(
    game="dark_hex",
    engine="OpenSpiel, with what each player knows",
)


@COMPARED
@pytest.mark.parametrize("abrupt", ["no", "yes"])
@pytest.mark.parametrize(("size", "games"), [(3, 15), (4, 8)])
def test_games_are_those_of_openspiel(size: int, games: int, abrupt: str, thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    version = "adh" if abrupt == "yes" else "cdh"
    game = pyspiel.load_game(
        "dark_hex",
        {"board_size": size, "num_rows": size, "num_cols": size, "gameversion": version, "obstype": "reveal-numturns"},
    )
    cells = [f"{column}-{row}" for row in range(1, size + 1) for column in range(1, size + 1)]
    winners = set()
    for seed in range(games * 11 if thorough else games):
        match, state = start("dark_hex", size=size, abrupt=abrupt), game.new_initial_state()
        follow_blindly(match, state, "stone", cells, random.Random(seed))
        assert match.result is not None
        assert match.result.winners == ((0,) if state.returns() == [1, -1] else (1,))
        winners |= {*match.result.winners}
    assert winners == {0, 1}
