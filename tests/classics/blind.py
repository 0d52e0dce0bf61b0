"""Games in which nobody sees the marks of the other, beside those of OpenSpiel.

OpenSpiel's information state says what a player knows: the board as far as it is known, how often somebody has tried
something, and all tries in order, those of the other without their places. The same text is made of what a player sees
and is told in Astro, and compared before every move.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from lockstep import field, step_by_choice

from astro_referee import Match


def follow_blindly(match: Match, state: Any, name: str, cells: Sequence[str], pick: random.Random) -> None:
    """Plays both at random to the end; the field has what each player knows, the cells are in OpenSpiel's order."""
    while not state.is_terminal():
        for player in range(2):
            assert known(match, name, cells, player) == state.information_state_string(player)
        step_by_choice(match, state, lambda state, action: [cells[action]], pick)


def known(match: Match, name: str, cells: Sequence[str], player: int) -> str:
    """What a player knows, as OpenSpiel writes it."""
    players = match.game.players
    signs = {players[0]: "x", players[1]: "o", "none": "."}
    seen = field(match, name, player)
    assert {seen[f"{players[1 - player]}, {cell}"] for cell in cells} == {"hidden"}
    board = [signs[seen[f"{players[player]}, {cell}"]] for cell in cells]
    width = round(len(cells) ** 0.5)
    rows = ["".join(board[at : at + width]) for at in range(0, len(board), width)]
    tries = [
        f"{event.player},{cells.index(event.text) if event.readers >> player & 1 else '?'} " for event in match.events
    ]
    return "\n".join([*rows, str(len(tries)), "".join(tries)])
