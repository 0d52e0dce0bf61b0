"""Nim solved by the referee: whoever is to move wins exactly if the heaps, added without carry, are not nothing."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path

import pytest

import astro_referee as astro
from astro_referee import Game
from astro_referee.interpreter.machine import PLACE

FILE = Path(__file__).parents[2] / "examples" / "nim.astro"
Position = tuple[int, ...]
"""Whose turn it is, and the stones of every heap."""


def solved(game: Game, heaps: int) -> dict[Position, bool]:
    """Whether the player to move wins, for every position that can come up."""
    first, turn = game.offsets["stones"], game.offsets[game.machine.decisions[0].actor]
    known: dict[Position, bool] = {}

    def winner(state: list[int]) -> int:
        options = game.engine.run(state)
        if state[0] == 0:
            return int(game.value(state, PLACE, 1) == 1)
        me = state[turn]
        position = (me, *state[first : first + heaps])
        if position not in known:
            results = set()
            for move in options:
                after = state[:]
                game.engine.act(after, move)
                results.add(winner(after))
            known[position] = me in results
        return me if known[position] else 1 - me

    winner(game.engine.start())
    return known


@pytest.mark.parametrize(("heaps", "largest"), [(1, 9), (2, 6), (3, 5), (4, 4), (6, 2)])
@pytest.mark.parametrize("last_loses", ["no", "yes"])
def test_player_to_move_wins_by_the_rule_of_nim(heaps: int, largest: int, last_loses: str) -> None:
    match = astro.start(FILE, options={"heaps": str(heaps), "largest": str(largest), "last_loses": last_loses})
    found = solved(match.game, heaps)
    stones = [max(1, largest - heaps + h) for h in range(1, heaps + 1)]
    every_way_to_leave_some = {left for left in product(*(range(n + 1) for n in stones)) if any(left)}
    assert {position[1:] for position in found} == every_way_to_leave_some
    for (_, *left), wins in found.items():
        balanced = reduce(xor, left) == 0
        # Played the other way, the rule turns round once there are only heaps of one.
        turned = last_loses == "yes" and max(left) == 1
        assert wins == (balanced if turned else not balanced), left


def test_more_than_the_heap_holds_is_refused() -> None:
    match = astro.start(FILE)
    verdict = match.submit(0, "5 from 1")
    assert [reason.text for reason in verdict.reasons] == ["heap 1 has only 3"]
    assert dict(verdict.reasons[0].seen) == {"number": "5", "stones[heap]": "3"}
