"""Boards laid out by a plan: areas in rows, the names of places at the rim; men of which only the number is kept lie on
each other and grow from there towards the middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from astro_referee.interpreter.show.picture.pieces import Figure, cluster, draw
from astro_referee.interpreter.show.picture.svg import Block, box, data, hint, shape, tag, text
from astro_referee.interpreter.show.picture.text_width import width
from astro_referee.interpreter.show.scene.places import Places

NARROWEST, WIDEST = 44.0, 104.0
"""Widths of a place that takes one column."""
NAMES, SMALL, LETTERS = 11.0, 9.0, 22.0
"""Heights of the names of places, of such as are long, and of a number that stands alone."""
HEAD = 18.0
"""Room for a name."""
DEEP = 5
"""Men of a stack that are seen one by one; on the last of a higher one stands how many they are."""
GAP, PAD = 3.0, 5.0


def plan(places: Places, pieces: Mapping[str, Sequence[Figure]], room: float, stacked: bool) -> Block:
    """All places with what is on them."""
    across = max(area.x + area.wide for area in places.areas.values())
    down = max(area.y + area.high for area in places.areas.values())
    need = max(width(name, SMALL) / area.wide for name, area in places.areas.items()) + 4
    wide = max(NARROWEST, need, min(WIDEST, (room - 2 * PAD) / across - GAP))
    man = wide - 2 * PAD
    high = HEAD + 2 * PAD + DEEP * man if stacked else max(HEAD + 2 * PAD + man * 0.75, wide * 0.8)
    board = (across * (wide + GAP) + 2 * PAD, down * (high + GAP) + 2 * PAD)
    parts = [box(0.5, 0.5, *board, "wood rim", 8)]
    for name, area in places.areas.items():
        x, y = PAD + area.x * (wide + GAP) + GAP / 2, PAD + area.y * (high + GAP) + GAP / 2
        size = area.wide * (wide + GAP) - GAP, area.high * (high + GAP) - GAP
        above = 2 * area.y + area.high <= down
        parts.append(place(name, (x, y), size, above, bool((area.x + area.y) % 2), stacked))
        held = pieces.get(name, ())
        inner = (x + PAD, y + PAD + (HEAD if above else 0), size[0] - 2 * PAD, size[1] - HEAD - 2 * PAD)
        parts.append(stacks(held, inner, above) if stacked else standing(held, inner))
    return Block(board[0] + 1, board[1] + 1, tuple(parts))


def place(name: str, at: tuple[float, float], room: tuple[float, float], above: bool, odd: bool, stacked: bool) -> str:
    """An empty place with its name; where men lie on each other, a wedge shows which way they grow."""
    (x, y), (wide, high) = at, room
    parts = [hint(name), box(x, y, wide, high, "cell edge" if odd or stacked else "other edge", 6)]
    if stacked:
        start, end = (y + HEAD, y + high - PAD) if above else (y + high - HEAD, y + PAD)
        points = [(x + 2, start), (x + wide - 2, start), (x + wide / 2, end)]
        parts.append(shape(points, "wedge" if odd else "other edge"))
    middle = y + HEAD / 2 if above else y + high - HEAD / 2
    size = NAMES if width(name, NAMES) <= wide - 4 else SMALL
    parts.append(text(x + wide / 2, middle, name, wide - 4, size, "faint", "middle"))
    return tag("g", "".join(parts), **data(name))


def standing(pieces: Sequence[Figure], room: tuple[float, float, float, float]) -> str:
    """What is on a place, in its middle; a lone number is large."""
    x, y, wide, high = room
    if len(pieces) == 1 and pieces[0].form == "plain":
        number = text(x + wide / 2, y + high / 2, pieces[0].said, wide, LETTERS, "ink", "middle", bold=True)
        return tag("g", hint(pieces[0].full) + number, **data(pieces[0].place))
    return cluster(pieces, x + wide / 2, y + high / 2, wide, high)


def stacks(pieces: Sequence[Figure], room: tuple[float, float, float, float], above: bool) -> str:
    """Equal men on each other, those of several players side by side."""
    x, y, wide, high = room
    alike: dict[str, list[Figure]] = {}
    for piece in pieces:
        alike.setdefault(piece.thing or piece.said, []).append(piece)
    share = wide / max(1, len(alike))
    size = min(share, high / DEEP)
    parts = []
    for number, men in enumerate(alike.values()):
        middle = x + share * (number + 0.5)
        for step, man in enumerate(men[:DEEP]):
            far = size * (step + 0.5)
            last = step == DEEP - 1 and len(men) > DEEP
            shown = counted(man, len(men)) if last else man
            parts.append(draw(shown, middle, y + far if above else y + high - far, size, size, size * 0.4))
    return "".join(parts)


def counted(man: Figure, count: int) -> Figure:
    """The man on top, for all below it."""
    return Figure(man.form, str(count), f"{count} x {man.full}", man.hue, man.solid, man.place, man.thing)
