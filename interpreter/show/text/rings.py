"""Rings: an oval of named places with what stands on each, clockwise from the upper left corner."""

from __future__ import annotations

from collections.abc import Mapping

from astro_referee.interpreter.show.scene.places import Places, Point
from astro_referee.interpreter.show.text.layout import WIDTH

GAP = 2
"""Columns between two places."""
EDGE = 4
"""Columns before and after the places, where arrows show the way."""
NARROWEST = 3
"""Places in the top row of an oval that has sides."""


def ring(places: Places, faces: Mapping[str, tuple[str, ...]], sides: bool, width: int = WIDTH) -> list[str] | None:
    """What stands on a place is written below its name, one thing a line; None if the page is too narrow.

    Without `sides` there are a top and a bottom row only.
    """
    wide = max(len(text) for name in places.names for text in (name, *faces[name]))
    most = (width - 2 * EDGE + GAP) // (wide + GAP)
    half = (len(places.names) + 1) // 2
    if most < half and not (sides and most >= NARROWEST):
        return None
    across = min(half, most)
    at = oval(places.names, across)
    last = max(y for _, y in at.values())
    there = {point: name for name, point in at.items()}
    rows: list[str] = []
    for y in range(last + 1):
        stacks = [(there[x, y], *faces[there[x, y]]) if (x, y) in there else () for x in range(across)]
        for line in range(max(map(len, stacks))):
            cells = (" " * GAP).join((stack[line] if line < len(stack) else "").ljust(wide) for stack in stacks)
            first, end = arrows(y, last) if line == 0 else (" ", " ")
            rows.append(f"  {first} {cells} {end}".rstrip())
        if y < last:
            rows.append("")
    return rows


def arrows(y: int, last: int) -> tuple[str, str]:
    """Which way it goes round, at the corners."""
    return (">", "v") if y == 0 else ("^", "<") if y == last else (" ", " ")


def oval(names: tuple[str, ...], across: int) -> dict[str, Point]:
    """Columns and rows of the places: along the top, down the right side, back along the bottom, up the left side."""
    rest = len(names) - 2 * across
    right, left = (rest + 1) // 2 if rest > 0 else 0, rest // 2 if rest > 0 else 0
    way = [(x, 0) for x in range(across)]
    way += [(across - 1, 1 + y) for y in range(right)]
    way += [(across - 1 - x, right + 1) for x in range(across)]
    way += [(0, right - y) for y in range(left)]
    return dict(zip(names, way, strict=False))
