"""Several moves of one turn in one line: `13/7 8/7`. A text in, the moves one after the other out.

Only where nothing is secret and no chance comes between them: else the answer to the second move would tell what the
first one has brought to light before it is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.interpreter.play.typed_moves.verdict import judge

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.engine import Move
    from astro_referee.interpreter.play.match import Match

MOST = 8
"""Words of a line that is tried so; a turn of four steps needs no more."""


def several(match: Match, player: int, text: str) -> tuple[Move, ...]:
    """The moves that a text is, if there is one way to part it; a single move is none."""
    words = text.replace(",", " ").split()
    if not 1 < len(words) <= MOST or any(slot.hidden for slot in match.game.machine.fields):
        return ()
    ways = parted(match, player, words)
    return ways[0] if len(ways) == 1 and len(ways[0]) > 1 else ()


def parted(match: Match, player: int, words: list[str]) -> list[tuple[Move, ...]]:
    """All ways to read words as moves of a player that follow each other."""
    if not words:
        return [()]
    if match.chance is not None or match.decision is None or match.actors != (player,):
        return []
    found: list[tuple[Move, ...]] = []
    for count in range(1, len(words) + 1):
        move = judge(match, player, " ".join(words[:count])).move
        if move is not None:
            then = match.copy()
            then.play(move)
            found += [(move, *rest) for rest in parted(then, player, words[count:])]
    return list(dict.fromkeys(found))
