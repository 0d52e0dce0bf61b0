"""Boards of points and lines: where the rules say so, else in a circle in the order of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin

from astro_referee.interpreter.show.picture.pieces import TALL, Figure, cluster
from astro_referee.interpreter.show.picture.svg import Block, box, disc, hint, line, number, tag, text
from astro_referee.interpreter.show.picture.text_width import width
from astro_referee.interpreter.show.scene.places import Places, extent
from astro_referee.interpreter.show.text.graphs import Link, links_of

NEAREST, FARTHEST, LOOSE = 46.0, 76.0, 112.0
"""From one point to the next: at least, at most, and around a circle."""
NAMES, RIM = 10.0, 13.0
"""Heights of the names of points, and of columns and rows."""
WIDEST = 1600.0
"""From one end of a board to the other."""
LETTERS, SINGLE = 12.0, 40.0
"""Height of letters on pieces, and the size of one that stands alone."""
SPOT = 7.0
"""The radius of a point with nothing on it."""
FULL = 0.74
"""How much of the way to the next point is for pieces."""
BEND, DEEPEST = 0.2, 36.0
"""How far a line leaves the straight way if another point lies on that, for a length of 1, and at most."""

Spot = tuple[float, float]


def graph(places: Places, pieces: Mapping[str, Sequence[Figure]], room: float) -> Block:
    """Points with the lines between them and what is on them."""
    spots, step = by_places(places, room) or in_a_circle(places, room)
    side = max((width(name, RIM) for name in places.sides.values()), default=0) + 10 if places.sides else 0
    crowd = max(map(len, pieces.values()), default=0)
    edge = max(SINGLE / 2, step * FULL / 2 if crowd > 1 else 0) + 2 + (0 if places.heads else NAMES * 1.4)
    left, top = min(x for x, _ in spots.values()), min(y for _, y in spots.values())
    spots = {name: (x - left + edge + side, y - top + edge) for name, (x, y) in spots.items()}
    parts = [road(spots, link) for link in links_of(places)]
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
    unit = min(FARTHEST / apart, max(NEAREST / apart, (room - FARTHEST) / max(across, 1)))
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


def road(spots: Mapping[str, Spot], link: Link) -> str:
    """A line from point to point, bent around others towards the middle of the board."""
    (x, y), (to_x, to_y) = (spots[name] for name in link)
    others = [spot for name, spot in spots.items() if name not in link]
    if not any(on_the_way(spot, (x, y), (to_x, to_y)) for spot in others):
        return line(x, y, to_x, to_y, "track")
    long = hypot(to_x - x, to_y - y)
    half_x, half_y = (x + to_x) / 2, (y + to_y) / 2
    aside = 2 * min(BEND * long, DEEPEST) / long
    middle_x, middle_y = (sum(spot[way] for spot in spots.values()) / len(spots) for way in (0, 1))
    if (middle_x - half_x) * (y - to_y) + (middle_y - half_y) * (to_x - x) < 0:
        aside = -aside
    over_x, over_y = half_x + (y - to_y) * aside, half_y + (to_x - x) * aside
    return tag("path", d=f"M{pair(x, y)}Q{pair(over_x, over_y)} {pair(to_x, to_y)}", look="track")


def pair(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def on_the_way(spot: Spot, start: Spot, end: Spot) -> bool:
    """Whether a point lies on the straight line between two others."""
    (x, y), (a, b), (c, d) = spot, start, end
    long = hypot(c - a, d - b)
    if not long:
        return False
    along = ((x - a) * (c - a) + (y - b) * (d - b)) / long
    return 0 < along < long and abs((x - a) * (d - b) - (y - b) * (c - a)) / long < SPOT


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
    return tag("g", "".join(parts))
