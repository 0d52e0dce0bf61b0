"""Boards of points and lines: where the rules say so, else in a circle in the order of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import cos, hypot, pi, sin

from astro_referee.interpreter.show.picture.boards.regions import areas
from astro_referee.interpreter.show.picture.boards.roads import SPOT, Spot
from astro_referee.interpreter.show.picture.palette import Palette
from astro_referee.interpreter.show.picture.pieces import TALL, Figure, cluster
from astro_referee.interpreter.show.picture.svg import Block, box, data, disc, hint, tag, text
from astro_referee.interpreter.show.picture.text_width import width
from astro_referee.interpreter.show.scene.labels import text_of
from astro_referee.interpreter.show.scene.layers import FLAG, Layer
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
    palette: Palette,
    ground: Sequence[Layer] = (),
) -> Block:
    """Points with what is on them; `between` draws the lines from one to the other, given where all of them are.

    What the places are like stands below them in small words.
    """
    spots, step = by_places(places, room) or in_a_circle(places, room)
    side = max((width(name, RIM) for name in places.sides.values()), default=0) + 10 if places.sides else 0
    crowd = max(map(len, pieces.values()), default=0)
    edge = max(SINGLE / 2, step * FULL / 2 if crowd > 1 else 0) + 2 + (0 if places.heads else NAMES * 1.4)
    left, top = min(x for x, _ in spots.values()), min(y for _, y in spots.values())
    spots = {name: (x - left + edge + side, y - top + edge) for name, (x, y) in spots.items()}
    spots |= amid(places, spots)
    parts = areas(places.regions, spots, palette) + between(spots)
    for name, spot in spots.items():
        held = pieces.get(name, ())
        if name in places.loose:
            parts.append(between_points(name, spot, step, held, words(ground, name)))
        else:
            parts.append(point(name, spot, step, held, not places.heads, words(ground, name)))
    wide, high = (max(spot[way] for spot in spots.values()) + edge for way in (0, 1))
    for y, sign in places.sides.items():
        middle = next(spots[name][1] for name, there in places.points.items() if there[1] == y)
        parts.append(text(side - 6, middle, sign, side, RIM, "faint", "end"))
    for x, sign in places.heads.items():
        middle = next(spots[name][0] for name, there in places.points.items() if there[0] == x)
        parts.append(text(middle, high + 6, sign, step, RIM, "faint", "middle"))
    return Block(wide, high + (18 if places.heads else 0), tuple(parts))


def amid(places: Places, spots: Mapping[str, Spot]) -> dict[str, Spot]:
    """Where places lie that areas belong to: in the middle of those."""
    found: dict[str, list[Spot]] = {}
    for region in places.regions:
        for label in region.labels:
            if text_of(label) in places.loose:
                found.setdefault(text_of(label), []).extend(spots[corner] for corner in region.corners)
    return {
        name: (sum(x for x, _ in there) / len(there), sum(y for _, y in there) / len(there))
        for name, there in found.items()
    }


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


def words(ground: Sequence[Layer], place: str) -> str:
    """What a place is like, in small words."""
    cells = [FLAG if layer.flag else layer.cells[place] for layer in ground if not layer.blank(place)]
    return "; ".join(cell if isinstance(cell, str) else ", ".join(map(text_of, cell)) for cell in cells)


def point(name: str, spot: Spot, step: float, pieces: Sequence[Figure], named: bool, small: str = "") -> str:
    """A point with its pieces, and with its name below if columns and rows do not tell it."""
    x, y = spot
    alone = len(pieces) == 1 and pieces[0].form == "man"
    high = min(step * FULL, SINGLE if alone else len(pieces) * (LETTERS * TALL + 2))
    wide = high if alone else step * FULL
    parts = [hint(name), disc(x, y, SPOT, "cell edge"), cluster(pieces, x, y, wide, high, LETTERS)]
    below = y + max(high / 2, SPOT) + NAMES * 0.75
    for said in ([name] if named else []) + ([small] if small else []):
        room = step - 4
        wide = min(room, width(said, NAMES)) + 2
        parts.append(box(x - wide / 2, below - NAMES * 0.6, wide, NAMES * 1.2, "page", 3))
        parts.append(text(x, below, said, room, NAMES, "faint", "middle"))
        below += NAMES * 1.2
    return tag("g", "".join(parts), **data(name))


def between_points(name: str, spot: Spot, step: float, pieces: Sequence[Figure], small: str) -> str:
    """A place that is no point: its name on a plate above what is on it, and what it is like below."""
    x, y = spot
    high = min(step * FULL, LETTERS * TALL + 2) if pieces else 0.0
    wide = width(name, NAMES, True) + 6
    above = y - high / 2 - (NAMES * 0.7 if pieces else 0)
    plate = box(x - wide / 2, above - NAMES * 0.7, wide, NAMES * 1.4, "panel edge", 4)
    parts = [tag("g", hint(name) + plate + text(x, above, name, wide, NAMES, "ink", "middle", bold=True))]
    parts.append(cluster(pieces, x, y, step * FULL, high, LETTERS) if pieces else "")
    if small:
        parts.append(text(x, y + max(high / 2, NAMES * 0.7) + NAMES * 0.6, small, step, NAMES - 1, "faint", "middle"))
    return tag("g", "".join(parts), **data(name))
