"""Lines between points: plain ones, and routes in the colour of who or what is on them, with that on a plate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

from astro_referee.interpreter.show.picture.palette import WORDS, Palette
from astro_referee.interpreter.show.picture.pieces import Figure, cluster, gathered, pieces_at
from astro_referee.interpreter.show.picture.svg import box, hint, line, number, tag, text
from astro_referee.interpreter.show.picture.text_width import width
from astro_referee.interpreter.show.scene.layers import Layer
from astro_referee.interpreter.show.scene.places import Places
from astro_referee.interpreter.show.scene.routes import Route
from astro_referee.interpreter.show.text.graphs import Link, links_of

SPOT = 7.0
"""The radius of a point with nothing on it."""
BEND, DEEPEST = 0.2, 36.0
"""How far a line leaves the straight way if another point lies on that, for a length of 1, and at most."""
BESIDE = 22.0
"""Between two routes that join the same points."""
WIDE, NARROW = 7.0, 3.5
"""The width of a route that somebody has, and of one that nobody has."""
PLATE, LETTERS, MOST = 20.0, 11.0, 3
"""Room for one thing on a route, its letters, and how many stand there; the table of all routes has the rest."""

Spot = tuple[float, float]


def roads(places: Places, layers: Sequence[Layer], palette: Palette, spots: Mapping[str, Spot]) -> list[str]:
    """All lines of a board; the plates on routes come last, so that no line crosses them."""
    alike: dict[Link, list[Route]] = {}
    for route in places.routes:
        if len(route.ends) == 2:
            alike.setdefault((route.ends[0], route.ends[1]), []).append(route)
    lines = [drawn(spots, link, bend_around(spots, link), "track") for link in links_of(places) if link not in alike]
    plates = []
    for link, routes in alike.items():
        first = bend_around(spots, link)
        for place, route in enumerate(routes):
            aside = first + BESIDE * (place - (len(routes) - 1) / 2)
            figures = [piece for layer in layers for piece in pieces_at(layer, route.name, palette)]
            lines.append(tag("g", hint(about(route, figures)) + drawn(spots, link, aside, *look(route, figures))))
            plates.append(plate(route, figures, off(spots, link, aside)))
    return [*lines, *plates]


def about(route: Route, figures: Sequence[Figure]) -> str:
    """What is said of a route when one points at it."""
    facts = [f"{word}: {said}" for word, said in route.facts]
    return "; ".join([f"{route.name}, {' - '.join(route.ends)}", *facts, *(figure.full for figure in figures)])


def look(route: Route, figures: Sequence[Figure]) -> tuple[str, float]:
    """The colour of whoever has a route, else that which the rules say it has."""
    hue = next((figure.hue for figure in figures if figure.solid and figure.hue), None)
    said = next((WORDS[word.casefold()] for _, word in route.facts if word.casefold() in WORDS), None)
    return f"by-{hue or said}" if hue or said else "track", WIDE if hue else NARROW


def plate(route: Route, figures: Sequence[Figure], at: Spot) -> str:
    """What is on a route; where there is nothing, what it counts."""
    if figures:
        few = gathered(figures, MOST)
        return cluster(few, *at, PLATE * len(few), PLATE, LETTERS)
    length = next((said for word, said in route.facts if word == "length"), "")
    if not length:
        return ""
    wide = width(length, LETTERS, True) + 6
    behind = box(at[0] - wide / 2, at[1] - LETTERS * 0.7, wide, LETTERS * 1.4, "page", 4)
    return behind + text(*at, length, wide, LETTERS, "ink", "middle", bold=True)


# --- Lines -----------------------------------------------------------------------------------------------------------


def drawn(spots: Mapping[str, Spot], link: Link, aside: float, look: str, wide: float = 0) -> str:
    """A line from point to point, whose middle lies aside of the straight way."""
    (x, y), (to_x, to_y) = (spots[name] for name in link)
    style: dict[str, str | float] = {"style": f"fill:none;stroke-width:{number(wide)}"} if wide else {}
    if not aside and not wide:
        return line(x, y, to_x, to_y, look)
    if not aside:
        return tag("path", d=f"M{pair(x, y)}L{pair(to_x, to_y)}", look=look, **style)
    over_x, over_y = off(spots, link, 2 * aside)
    return tag("path", d=f"M{pair(x, y)}Q{pair(over_x, over_y)} {pair(to_x, to_y)}", look=look, **style)


def off(spots: Mapping[str, Spot], link: Link, far: float) -> Spot:
    """The point so far beside the middle of a straight way."""
    (x, y), (to_x, to_y) = (spots[name] for name in link)
    long = hypot(to_x - x, to_y - y) or 1.0
    return (x + to_x) / 2 + (y - to_y) * far / long, (y + to_y) / 2 + (to_x - x) * far / long


def bend_around(spots: Mapping[str, Spot], link: Link) -> float:
    """How far a line leaves the straight way so that it comes to no other point: towards the middle of the board."""
    (x, y), (to_x, to_y) = (spots[name] for name in link)
    others = [spot for name, spot in spots.items() if name not in link]
    if not any(on_the_way(spot, (x, y), (to_x, to_y)) for spot in others):
        return 0.0
    aside = min(BEND * hypot(to_x - x, to_y - y), DEEPEST)
    half_x, half_y = (x + to_x) / 2, (y + to_y) / 2
    middle_x, middle_y = (sum(spot[way] for spot in spots.values()) / len(spots) for way in (0, 1))
    return -aside if (middle_x - half_x) * (y - to_y) + (middle_y - half_y) * (to_x - x) < 0 else aside


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
