"""Boards of hexagons: each row is shifted by half a place against the one below it, up to the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import sqrt

from astro_referee.interpreter.show.picture.boards.ground import Plot
from astro_referee.interpreter.show.picture.pieces import Figure, cluster, on_plate
from astro_referee.interpreter.show.picture.svg import Block, data, hint, shape, tag, text
from astro_referee.interpreter.show.picture.text_width import width
from astro_referee.interpreter.show.scene.places import Places
from astro_referee.interpreter.show.text.hexes import ends

SMALLEST, LARGEST = 26.0, 56.0
"""From one side of a hexagon to the opposite one."""
NAMES = 12.0
"""Height of the letters at the rim."""
FULL = 0.74
"""How much of its width the pieces on a hexagon fill."""


def hexes(
    places: Places,
    pieces: Mapping[str, Sequence[Figure]],
    room: float,
    plated: bool,
    ground: Callable[[str, Plot], str],
) -> Block:
    """A board with its ground and what is on it. Names of rows stand at their left ends, those of columns at an end.

    With `plated`, what is on one place lies on a plate.
    """
    middles = {point: point[0] + point[1] / 2 for point in places.points.values()}
    left, right = min(middles.values()), max(middles.values())
    names = max(width(name, NAMES) for name in places.sides.values()) + 10
    wide = max(SMALLEST, min(LARGEST, (room - names) // (right - left + 2)))
    corner = wide / sqrt(3)
    top = max(y for _, y in places.points.values())
    heads = ends(set(places.points.values()))
    above = NAMES + 6 if any(y > top for _, y in heads.values()) else 0

    def spot(x: int, y: int) -> tuple[float, float]:
        return names + (x + y / 2 - left + 1 / 2) * wide, above + corner + (top - y) * corner * 1.5

    parts = []
    for name, (x, y) in places.points.items():
        hexagon = shape(corners(*spot(x, y), wide, corner), "cell edge")
        parts.append(tag("g", hint("" if pieces.get(name) else name) + hexagon, **data(name)))
        area = partial(shape, corners(*spot(x, y), wide, corner))
        parts.append(ground(name, Plot(*spot(x, y), wide / 2, corner / 2, area, hexagon=True)))
    for name, there in pieces.items():
        middle = spot(*places.points[name])
        if plated:
            plate = shape(corners(*middle, wide - 6, corner - 6 / sqrt(3)), "thing edge")
            parts.append(on_plate(plate, there, *middle, wide * FULL))
        else:
            parts.append(cluster(there, *middle, wide * FULL, wide * FULL))
    for y, side in places.sides.items():
        start, height = spot(min(x for x, there in places.points.values() if there == y), y)
        parts.append(text(start - wide / 2 - 4, height, side, names, NAMES, "faint", "end"))
    lowest = above + corner
    for column, (x, y) in heads.items():
        # The names stand a little nearer than the middle of the hexagon that would be there.
        to_x, to_y = spot(x, y)
        lean, raised = (wide / 4, -corner / 3) if y < highest(places, column) else (-wide / 4, corner / 3)
        parts.append(text(to_x + lean, to_y + raised, places.heads[column], wide, NAMES, "faint", "middle"))
        lowest = max(lowest, to_y + raised + NAMES)
    rows = [spot(x, y)[1] + corner for x, y in places.points.values()]
    return Block(names + (right - left + 1) * wide + wide / 2, max(lowest, *rows) + 2, tuple(parts))


def highest(places: Places, column: int) -> int:
    return max(y for x, y in places.points.values() if x == column)


def corners(x: float, y: float, wide: float, corner: float) -> list[tuple[float, float]]:
    """A hexagon that stands on a corner."""
    half, short = wide / 2, corner / 2
    return [
        (x, y - corner),
        (x + half, y - short),
        (x + half, y + short),
        (x, y + corner),
        (x - half, y + short),
        (x - half, y - short),
    ]
