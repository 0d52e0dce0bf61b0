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
INDENT = "  "

Row = tuple[str, int]


def go_by_places(match: Match, moves: list[Move]) -> bool:
    """Whether most of these moves are told by a place of a board, and so many that numbers would hide the places."""
    assert match.decision is not None
    slots = match.decision.moves
    return len(moves) >= MANY and 2 * sum(by_place(match.game, slots[move[1]]) for move in moves) > len(moves)


def by_place(game: Game, slot: MoveSlot) -> bool:
    """Whether a notation has places, behind no more than one other thing, and no words."""
    first = first_place(game, slot)
    words = "".join(part for part in slot.notation_parts if isinstance(part, str))
    others = [part for part in slot.notation_parts[: max(first, 0)] if not isinstance(part, str)]
    return first >= 0 and len(others) <= 1 and len(re.findall(r"[^\W_]", words)) <= 1  # `c3xe5` has no word


def first_place(game: Game, slot: MoveSlot) -> int:
    """Which part of a notation is the first place; -1 if none is, or what comes before is worked out."""
    for number, part in enumerate(slot.notation_parts):
        if part == -1:
            return -1
        if isinstance(part, int) and board_of(game, slot.params[part].type) is not None:
            return number
    return -1


def in_groups(match: Match, moves: list[Move], texts: list[str], head: str, width: int) -> list[Row]:
    """Moves of one sort in rows: behind the place they begin at, or the places of one column side by side; `texts` is
    what is written of them behind a head that they share.
    """
    assert match.decision is not None
    slot = match.decision.moves[moves[0][1]]
    first = first_place(match.game, slot)
    place = slot.notation_parts[first]
    assert isinstance(place, int)
    shown, kind = match.game.printed(match.game.style), slot.params[place].type
    groups: list[list[str]] = []
    if any(isinstance(part, int) for part in slot.notation_parts[first + 1 :]):
        for start, there in groupby(zip(moves, texts, strict=True), key=lambda pair: pair[0][2 + place]):
            name = shown.show(kind, start)
            ends = [text.removeprefix(name).lstrip(" -") for _, text in there]
            groups.append([f"{name}: {ends[0]}", *ends[1:]])
    else:
        groups = [[*same] for _, same in groupby(texts, key=column)]
    margin = " " * len(head)
    rows = flowing(groups, width - len(head))
    return [((margin if number else head) + row, count) for number, (row, count) in enumerate(rows)]


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
        gap = APART if row else ""
        for name in group:
            if row.strip() and len(row) + len(gap) + len(name) > width:
                rows.append((row, count))
                row, count, gap = "", 0, INDENT
            row, count, gap = row + gap + name, count + 1, " "
    return [*rows, (row, count)]
