"""Every state of a machine knows where in the rules it comes from, and so does whatever a player is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest
import shelf
from agreement import built

from astro_referee.grammar.source import NOWHERE


@pytest.mark.parametrize("path", shelf.each(turns="places"))
def test_states_moves_and_guards_know_their_places(path: Path) -> None:
    source = shelf.SOURCES[path]
    machine = built(source)
    assert machine is not None
    moves = [move for decision in machine.decisions for move in decision.moves]
    placed = [*machine.stopping, *machine.automatic, *moves, *(guard for move in moves for guard in move.guards)]
    assert [one for one in placed if one.span == NOWHERE or not source.file(one.span.start)] == []
