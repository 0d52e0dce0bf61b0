"""Square boards: columns from left to right, rows from the bottom up, every other square a little darker."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from astro_referee.interpreter.show.picture.boards.ground import Plot
from astro_referee.interpreter.show.picture.pieces import Figure, cluster, on_plate
from astro_referee.interpreter.show.picture.svg import Block, box, data, hint, line, tag, text
from astro_referee.interpreter.show.picture.text_width import width
from astro_referee.interpreter.show.scene.places import Places

SMALLEST, LARGEST = 26.0, 58.0
"""Sides of a square."""
NAMES = 12.0
"""Height of the letters at the rim."""
FULL, STONE = 0.82, 0.94
"""How much of a square its pieces fill, and of the room around a point."""


def side_of(places: Places, room: float) -> float:
    """The side of a square, so that the board fits."""
    columns = len({x for x, _ in places.points.values()})
    return max(SMALLEST, min(LARGEST, (room - margin(places)) // columns))


def margin(places: Places) -> float:
    """Room for the names of the rows."""
    return max(width(name, NAMES) for name in places.sides.values()) + 8


def grid(
    places: Places,
    pieces: Mapping[str, Sequence[Figure]],
    room: float,
    plated: bool,
    ground: Callable[[str, Plot], str],
) -> Block:
    """A board with its ground and what is on it; with `plated`, what is on one place lies on a plate."""
    side, left = side_of(places, room), margin(places)
    (columns, rows) = (sorted({point[way] for point in places.points.values()}) for way in (0, 1))
    across = {x: left + number * side for number, x in enumerate(columns)}
    down = {y: (len(rows) - 1 - number) * side for number, y in enumerate(rows)}
    parts = []
    shades = {(x + y) % 2 for x, y in places.points.values()}
    dark = 0 if len(shades) == 2 else min(shades)  # squares of one shade alone are the dark ones
    if places.lined:
        parts += crossed(left, columns, rows, side)
    for name, (x, y) in places.points.items():
        look = "clear" if places.lined else "shade edge" if (x + y) % 2 == dark else "cell edge"
        square = box(across[x], down[y], side, side, look)
        parts.append(tag("g", hint("" if pieces.get(name) else name) + square, **data(name)))
        area = partial(box, across[x], down[y], side, side)
        parts.append(ground(name, Plot(across[x] + side / 2, down[y] + side / 2, side / 2, side / 2, area)))
    for name, there in pieces.items():
        x, y = places.points[name]
        middle = across[x] + side / 2, down[y] + side / 2
        if plated:
            plate = box(across[x] + 2, down[y] + 2, side - 4, side - 4, "thing edge", 5)
            parts.append(on_plate(plate, there, *middle, side * FULL))
        else:
            full = side * (STONE if places.lined else FULL)
            parts.append(cluster(there, *middle, full, full))
    foot = len(rows) * side
    for y in rows:
        parts.append(text(left - 6, down[y] + side / 2, places.sides[y], left, NAMES, "faint", "end"))
    for x in columns:
        parts.append(text(across[x] + side / 2, foot + 12, places.heads[x], side - 2, NAMES, "faint", "middle"))
    return Block(left + len(columns) * side + 1, foot + 22, tuple(parts))


def crossed(left: float, columns: Sequence[int], rows: Sequence[int], side: float) -> list[str]:
    """The lines of a board whose places are where they cross."""
    wide, high, half = len(columns) * side, len(rows) * side, side / 2
    parts = [box(left, 0, wide, high, "wood", 4)]
    for number in range(len(columns)):
        x = left + half + number * side
        parts.append(line(x, half, x, high - half, "grain"))
    for number in range(len(rows)):
        y = half + number * side
        parts.append(line(left + half, y, left + wide - half, y, "grain"))
    return parts
