"""Shapes drawn in a table, and where they can lie on a grid: texts of `#` and `.` in, a constant table of sets out.

Turned or turned over, a shape may look as it did before: every set of places is listed once.
"""

from __future__ import annotations

from collections.abc import Iterator

from astro_referee.grammar import tree
from astro_referee.interpreter.check.expressions import expressions
from astro_referee.interpreter.check.kinds import boards
from astro_referee.interpreter.check.mistakes import boards as mistakes
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program.program import KindInfo
from astro_referee.interpreter.program.terms import Lookup, Term
from astro_referee.interpreter.values.types import ErrorType, ListOf, SetOf, TextType

LARGEST_PLACEMENTS = 16_000_000
"""Placements of all shapes times places of the board: 21 shapes of up to five squares on 20 x 20 have 12 million."""
POSES = {"upright": (1, False), "turned": (4, False)}
"""How a shape may lie if it is not both turned and turned over: in how many turns, and whether on its other side."""

Spots = frozenset[tuple[int, int]]


def drawn(text: str) -> Spots | None:
    """The squares of a drawing, the last row at the bottom; None if it is no drawing."""
    rows = [row.strip() for row in text.split("/")]
    if not text.strip(" #./") and "#" in text and all(" " not in row for row in rows):
        return moved({(x, -y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"})
    return None


def moved(spots: set[boards.Spot]) -> Spots:
    """The same squares in the corner of the board."""
    left, bottom = min(x for x, _ in spots), min(y for _, y in spots)
    return frozenset((x - left, y - bottom) for x, y in spots)


def poses(shape: Spots, turns: int, over: bool) -> Iterator[Spots]:
    """A shape as it is drawn, and turned clockwise; then the same of its other side."""
    for side in (shape, moved({(-x, y) for x, y in shape})) if over else (shape,):
        for _ in range(turns):
            yield side
            side = moved({(y, -x) for x, y in side})


def laid(there: dict[boards.Spot, int], shape: Spots, turns: int, over: bool) -> tuple[int, ...]:
    """Every set of places that a shape can cover, once."""
    found: list[int] = []
    for pose in dict.fromkeys(poses(shape, turns, over)):
        wide, high = max(x for x, _ in pose), max(y for _, y in pose)
        for left in range(max((x for x, _ in there), default=0) - wide + 1):
            for bottom in range(max((y for _, y in there), default=0) - high + 1):
                places = [there.get((left + x, bottom + y)) for x, y in pose]
                if None not in places:
                    found.append(boards.mask(place for place in places if place is not None))
    return tuple(found)


def placements(c: Checker, node: tree.Call, info: KindInfo) -> Term:
    """`Cell.placements(piece.drawing)`, `Cell.placements(piece.drawing, turned)`."""
    at = node.span
    turns, over, pose = 4, True, ""
    match node.args:
        case (drawing,):
            pass
        case (drawing, tree.Name(word)) if word in POSES:
            (turns, over), pose = POSES[word], f" {word}"
        case _:
            return misused(c, node, info)
    if info.shape != "grid":
        c.report(mistakes.ShapesOffGrid(info.name, info.shape), at)
        return expressions.wrong(at)
    term = expressions.expression(c, drawing)
    if isinstance(term.type, ErrorType):
        return term
    if not isinstance(term, Lookup) or not isinstance(term.type, TextType) or "." not in term.table:
        return misused(c, node, info)
    table = f"{info.name}.placements {term.table}{pose}"
    if table not in c.declared.tables:
        rows = all_laid(c, node, info, term, turns, over)
        if rows is None:
            return expressions.wrong(at)
        type = ListOf(SetOf(boards.place_type(info)), max(map(len, rows)))
        c.declared.tables[table] = (type, rows)
    return Lookup(table, term.at, type=c.declared.tables[table][0], span=at)


def misused(c: Checker, node: tree.Call, info: KindInfo) -> Term:
    takes, example = boards.TAKES["placements"]
    c.report(mistakes.PlacementsTakes(takes, info.name, example), node.span)
    return expressions.wrong(node.span)


def all_laid(
    c: Checker, node: tree.Call, info: KindInfo, column: Lookup, turns: int, over: bool
) -> tuple[tuple[int, ...], ...] | None:
    """For each row of a column of drawings, where it can lie; None if that was to be reported."""
    at, (kind, _, word) = node.args[0].span, column.table.partition(".")
    there = boards.positions(info)
    members = c.declared.kinds[kind].members
    rows: list[tuple[int, ...]] = []
    for member, text in zip(members, c.declared.tables[column.table][1], strict=True):
        shape = drawn(text) if isinstance(text, str) else None
        if shape is None:
            c.report(mistakes.NoDrawing(word, member), at)
            return None
        rows.append(laid(there, shape, turns, over))
        if not rows[-1]:
            c.report(mistakes.FitsNowhere(member, info.name), at)
        if sum(map(len, rows)) * len(there) > LARGEST_PLACEMENTS:
            c.report(mistakes.TooManyPlacements(kind, len(there)), at)
            return None
    return tuple(rows)
