"""Moves that are told by places: `a7: a6 b6`, each place once, with those that can be gone to from there."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from astro_referee.interpreter.show.scene.layers import board_of

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.engine import Move
    from astro_referee.interpreter.machine import MoveSlot
    from astro_referee.interpreter.play.game import Game
    from astro_referee.interpreter.play.match import Match

MANY = 6
"""Moves that are told so: fewer have room in one row with their numbers."""
APART = "   "
"""Between places that lie apart."""
INDENT = "    "

Row = tuple[str, int]


def go_by_places(match: Match, moves: list[Move]) -> bool:
    """Whether most of these moves are told by a place of a board, and so many that numbers would hide the places."""
    assert match.decision is not None
    slots = match.decision.moves
    return len(moves) >= MANY and 2 * sum(by_place(match.game, slots[move[1]]) for move in moves) > len(moves)


def by_place(game: Game, slot: MoveSlot) -> bool:
    """Whether a notation begins with a place, and has no words."""
    first = slot.notation_parts[0] if slot.notation_parts else -1
    words = "".join(part for part in slot.notation_parts if isinstance(part, str))
    placed = isinstance(first, int) and first >= 0 and board_of(game, slot.params[first].type) is not None
    return placed and len(re.findall(r"[^\W_]", words)) <= 1  # one letter, as in `c3xe5`, is no word


def in_groups(match: Match, moves: list[Move], spoken: dict[Move, str], width: int) -> list[Row]:
    """Moves of one sort in rows: below the place they begin at, or the places of one column side by side."""
    assert match.decision is not None
    slot = match.decision.moves[moves[0][1]]
    holes = [part for part in slot.notation_parts if isinstance(part, int)]
    shown = match.game.printed(match.game.style)
    groups: list[list[str]] = []
    if len(holes) == 1:
        for _, same in groupby((spoken[move] for move in moves), key=column):
            groups.append([*same])
    else:
        first = slot.params[holes[0]]
        for start, there in groupby(moves, key=lambda move: move[2 + holes[0]]):
            head = shown.show(first.type, start)
            ends = [spoken[move].removeprefix(head).lstrip(" -") for move in there]
            groups.append([f"{head}: {ends[0]}", *ends[1:]])
    return flowing(groups, width)


def column(name: str) -> str:
    """What the places of a column have in common."""
    found = re.match(r"[^\W\d_]+|\d+", name)
    return found[0] if found else name


def flowing(groups: list[list[str]], width: int) -> list[Row]:
    """Groups one after the other, as many in a row as fit; one that is longer than a row goes on below."""
    rows: list[Row] = []
    row, count = "", 0
    for group in groups:
        whole = " ".join(group)
        if row and len(row) + len(APART) + len(whole) > width:
            rows.append((row, count))
            row, count = "", 0
        gap = APART if row else "  "
        for name in group:
            if row.strip() and len(row) + len(gap) + len(name) > width:
                rows.append((row, count))
                row, count, gap = "", 0, INDENT
            row, count, gap = row + gap + name, count + 1, " "
    return [*rows, (row, count)]
