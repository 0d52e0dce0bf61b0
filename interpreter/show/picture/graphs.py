"""Boards of points and lines: where the rules say so, else in a circle in the order of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import cos, hypot, pi, sin

from astro_referee.interpreter.show.picture.pieces import TALL, Figure, cluster
from astro_referee.interpreter.show.picture.roads import SPOT, Spot
from astro_referee.interpreter.show.picture.svg import Block, box, data, disc, hint, tag, text
from astro_referee.interpreter.show.picture.text_width import width
from astro_referee.interpreter.show.scene.places import Places, extent

NEAREST, FARTHEST, MAPPED, LOOSE = 46.0, 76.0, 150.0, 112.0
"""From one point to the next: at least, at most, on a map with routes, and around a circle."""
NAMES, RIM = 10.0, 13.0
"""Heights of the names of points, and of columns and rows."""
WIDEST = 1600.0
"""From one end of a board to the other."""
LETTERS, SINGLE = 12.0, 40.0
"""Height of letters on pieces, and the size of one that stands alone."""
FULL = 0.74
"""How much of the way to the next point is for pieces."""


def graph(
    places: Places,
    pieces: Mapping[str, Sequence[Figure]],
    room: float,
    between: Callable[[Mapping[str, Spot]], list[str]],
) -> Block:
    """Points with what is on them; `between` draws the lines from one to the other, given where all of them are."""
    spots, step = by_places(places, room) or in_a_circle(places, room)
    side = max((width(name, RIM) for name in places.sides.values()), default=0) + 10 if places.sides else 0
    crowd = max(map(len, pieces.values()), default=0)
    edge = max(SINGLE / 2, step * FULL / 2 if crowd > 1 else 0) + 2 + (0 if places.heads else NAMES * 1.4)
    left, top = min(x for x, _ in spots.values()), min(y for _, y in spots.values())
    spots = {name: (x - left + edge + side, y - top + edge) for name, (x, y) in spots.items()}
    parts = between(spots)
    parts += [point(name, spot, step, pieces.get(name, ()), not places.heads) for name, spot in spots.items()]
    wide, high = (max(spot[way] for spot in spots.values()) + edge for way in (0, 1))
    for y, sign in places.sides.items():
        middle = next(spots[name][1] for name, there in places.points.items() if there[1] == y)
        parts.append(text(side - 6, middle, sign, side, RIM, "faint", "end"))
    for x, sign in places.heads.items():
        middle = next(spots[name][0] for name, there in places.points.items() if there[0] == x)
        parts.append(text(middle, high + 6, sign, step, RIM, "faint", "middle"))
    return Block(wide, high + (18 if places.heads else 0), tuple(parts))


def by_places(places: Places, room: float) -> tuple[dict[str, Spot], float] | None:
    """Points by their columns and rows, if these are known and not too far apart.

    The way to the next point goes by what lies nearest, not by the numbers.
    """
    if not places.points:
        return None
    points = list(places.points.values())
    across, up = (high - low for low, high in extent(points))
    apart = min((hypot(x - a, y - b) for x, y in points for a, b in points if (x, y) != (a, b)), default=1.0)
    farthest = MAPPED if places.routes else FARTHEST
    unit = min(farthest / apart, max(NEAREST / apart, (room - farthest) / max(across, 1)))
    if max(across, up) * unit > WIDEST:
        return None
    return {name: (x * unit, -y * unit) for name, (x, y) in places.points.items()}, apart * unit


def in_a_circle(places: Places, room: float) -> tuple[dict[str, Spot], float]:
    """Points in the order of the rules."""
    count = len(places.names)
    step = max(NEAREST, min(LOOSE, (room - LOOSE) * pi / count))
    far = max(step, step * count / (2 * pi))
    turns = {name: 2 * pi * i / count for i, name in enumerate(places.names)}
    return {name: (far * sin(turn), -far * cos(turn)) for name, turn in turns.items()}, step


def point(name: str, spot: Spot, step: float, pieces: Sequence[Figure], named: bool) -> str:
    """A point with its pieces, and with its name below if columns and rows do not tell it."""
    x, y = spot
    alone = len(pieces) == 1 and pieces[0].form == "man"
    high = min(step * FULL, SINGLE if alone else len(pieces) * (LETTERS * TALL + 2))
    wide = high if alone else step * FULL
    parts = [hint(name), disc(x, y, SPOT, "cell edge"), cluster(pieces, x, y, wide, high, LETTERS)]
    if named:
        below = y + max(high / 2, SPOT) + NAMES * 0.75
        room = step - 4
        wide = min(room, width(name, NAMES)) + 2
        parts.append(box(x - wide / 2, below - NAMES * 0.6, wide, NAMES * 1.2, "page", 3))
        parts.append(text(x, below, name, room, NAMES, "faint", "middle"))
    return tag("g", "".join(parts), **data(name))
