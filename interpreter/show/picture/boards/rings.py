"""Rings: sectors clockwise from the top, their names outside, what stands on them inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, cos, hypot, pi, sin

from attrs import frozen

from astro_referee.interpreter.show.picture.pieces import MOST, TALL, Figure, cluster, gathered
from astro_referee.interpreter.show.picture.svg import Block, data, number, tag, text
from astro_referee.interpreter.show.picture.symbols import known, symbol
from astro_referee.interpreter.show.picture.text_width import width
from astro_referee.interpreter.show.scene.places import Places

SIZES = range(220, 341, 10)
"""Outer radii, the smallest first."""
HOLE = 0.38
"""The inner radius, for an outer one of 1."""
LETTERS, SMALL = (13.0, 12.0, 11.0), (10.0, 9.0, 8.0)
"""Heights of letters that are tried with each radius, and then with the largest."""
TRIED = [(radius, size) for radius in SIZES for size in LETTERS] + [(SIZES[-1], size) for size in SMALL]
SIGNED = 17.0
"""Room for a sign before a name outside."""
NAMES, NUMBERS = 13.0, 9.0
"""Heights of the names outside, and of the numbers inside."""
WAYS = tuple(sorted((step / 20 for step in range(21)), key=lambda way: abs(way - 0.55)))
"""How far out pieces are tried to stand: a little beyond the middle first, where a sector is wide."""
PAD = 4.0
"""Between pieces and the lines around them."""


@frozen
class Room:
    """A rectangle inside a sector: its middle, and its size."""

    x: float
    y: float
    wide: float
    high: float


def ring(places: Places, pieces: Mapping[str, Sequence[Figure]], whole: bool) -> Block | None:
    """A ring with what is on it; with `whole`, None if there is no room for all of it."""
    for radius, size in TRIED:
        rooms = {
            name: fit(pieces.get(name, ()), turn, pi / len(places.names), radius, size)
            for name, turn in turns(places).items()
        }
        found = {name: there for name, there in rooms.items() if there is not None}
        if len(found) == len(rooms):
            return drawn(places, pieces, found, radius)
    return None if whole else crammed(places, pieces)


def crammed(places: Places, pieces: Mapping[str, Sequence[Figure]]) -> Block:
    """As many pieces on each place as fit into the largest ring; the last says how many are left."""
    rooms, few = {}, {}
    radius, size = TRIED[-1]
    for name, turn in turns(places).items():
        for most in range(MOST, -1, -1):
            few[name] = gathered(pieces.get(name, ()), most)
            room = fit(few[name], turn, pi / len(places.names), radius, size)
            if room is not None:
                rooms[name] = room
                break
    return drawn(places, few, rooms, radius)


def turns(places: Places) -> dict[str, float]:
    """Where the sectors are: 0 is the top, and it goes on clockwise."""
    return {name: 2 * pi * i / len(places.names) for i, name in enumerate(places.names)}


def point(turn: float, far: float) -> tuple[float, float]:
    return far * sin(turn), -far * cos(turn)


def fit(pieces: Sequence[Figure], turn: float, half: float, radius: float, size: float) -> Room | None:
    """A room in a sector for its pieces with letters of a size; as large as it may be, if there are none."""
    far, near = radius - PAD, radius * HOLE + NUMBERS + 2 * PAD
    high = size * TALL + 2
    wide = max((piece.need(size) for piece in pieces), default=size) + 2
    shapes = [(wide * n, high * ceil(len(pieces) / n)) for n in range(1, len(pieces) + 1)] or [(size, size)]
    for across, down in shapes:
        for way in WAYS:
            middle = near + (far - near) * way
            x, y = point(turn, middle)
            edges = [(x + across / 2 * a, y + down / 2 * b) for a in (-1, 1) for b in (-1, 1)]
            if all(inside(edge, turn, half, near, far) for edge in edges) and nearest(x, y, across, down) >= near:
                return Room(x, y, across, down)
    return None


def nearest(x: float, y: float, wide: float, high: float) -> float:
    """How near a rectangle comes to the middle of the ring."""
    return hypot(max(0.0, abs(x) - wide / 2), max(0.0, abs(y) - high / 2))


def inside(edge: tuple[float, float], turn: float, half: float, near: float, far: float) -> bool:
    """Whether a point lies in a sector, with a little room to its straight sides."""
    x, y = edge
    out = x * sin(turn) - y * cos(turn)
    side = x * cos(turn) + y * sin(turn)
    return hypot(x, y) <= far and out > 0 and abs(side) * cos(half) + PAD / 2 <= out * sin(half)


def drawn(places: Places, pieces: Mapping[str, Sequence[Figure]], rooms: Mapping[str, Room], radius: float) -> Block:
    count, half = len(places.names), pi / len(places.names)
    signs = {name: sign for name, sign in places.signs.items() if known(sign)}
    beside = max(width(name, NAMES) for name in places.names) + 12 + (SIGNED if signs else 0)
    top = NAMES * 1.8
    across, down = radius + beside, radius + top
    parts = []
    for i, (name, turn) in enumerate(turns(places).items()):
        there = rooms[name]
        look = "cell edge" if i % 2 or (count % 2 and i == count - 1) else "other edge"
        parts.append(tag("path", d=sector(turn, half, radius), look=look, **data(name)))
        sign = str(i + 1)
        if sign != name:
            x, y = point(turn, radius * HOLE + NUMBERS)
            parts.append(text(x, y, sign, 30, NUMBERS, "faint", "middle"))
        x, y = point(turn, radius + 9)
        anchor = "middle" if abs(x) < radius / 6 else "start" if x > 0 else "end"
        y += (y / radius) * NAMES * 0.3
        if name in signs:
            far = width(name, NAMES)
            at, x = {
                "start": (x + SIGNED * 0.4, x + SIGNED),
                "middle": (x - far / 2, x + SIGNED / 2),
                "end": (x - far - SIGNED * 0.5, x),
            }[anchor]
            parts.append(symbol(at, y, signs[name], NAMES, "ink"))
        parts.append(text(x, y, name, beside, NAMES, "ink", anchor))
        parts.append(cluster(pieces.get(name, ()), there.x, there.y, there.wide, there.high))
    parts.append(arrow(radius * HOLE * 0.74))
    parts.append(text(0, 0, places.kind, radius * HOLE, 15, "faint", "middle", bold=True))
    middle = tag("g", "".join(parts), transform=f"translate({number(across)} {number(down)})")
    return Block(2 * across, 2 * down, (middle,))


def sector(turn: float, half: float, radius: float) -> str:
    """The outline of a sector."""
    ends = [point(turn + way, far) for far, way in ((1, -half), (1, half), (HOLE, half), (HOLE, -half))]
    a, b, c, d = (f"{number(x * radius)} {number(y * radius)}" for x, y in ends)
    far, near = number(radius), number(radius * HOLE)
    return f"M{a}A{far} {far} 0 0 1 {b}L{c}A{near} {near} 0 0 0 {d}Z"


def arrow(radius: float) -> str:
    """Which way it goes round."""
    (x, y), (to_x, to_y) = point(-pi / 5, radius), point(pi / 5, radius)
    head = [point(pi / 5 - 0.13, radius + way) for way in (-5, 5)]
    shown = " ".join(f"L{number(a)} {number(b)}M{number(to_x)} {number(to_y)}" for a, b in head)
    far = number(radius)
    return tag(
        "path",
        d=f"M{number(x)} {number(y)}A{far} {far} 0 0 1 {number(to_x)} {number(to_y)}{shown}",
        look="track",
    )
