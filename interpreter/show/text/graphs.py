"""Boards of points and lines: on a canvas where points have places, else as a list of what is linked with what."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType

from astro_referee.interpreter.show.scene.places import Places, Point
from astro_referee.interpreter.show.text.highlights import lit, runs, unlit
from astro_referee.interpreter.show.text.layout import WIDTH, wrapped

NARROWEST, WIDEST = 4, 16
"""Columns from one point to the next."""
DOWN, TALLEST = 2, 50
"""Lines from one point to the next, and all together."""
CROSSED = {frozenset("-|"): "+", frozenset("\\/"): "x"}
"""What is drawn where two lines cross; any other two leave a star."""

Link = tuple[str, str]


def canvas(
    places: Places,
    faces: Mapping[str, str],
    on_lines: Mapping[Link, str] = MappingProxyType({}),
    width: int = WIDTH,
    down: int = DOWN,
    between: Mapping[tuple[str, ...], str] = MappingProxyType({}),
) -> list[str] | None:
    """Points with the lines between them, the marks on these, and those `between` some of the points; None if they lie
    nowhere or too far apart.

    Where rows and columns have names, a face is enough; else every point says its own. With points one line `down`
    from each other there is room for level lines alone.
    """
    if not places.points:
        return None
    silent = frozenset(places.names) - places.loose if places.heads else frozenset()
    texts = {name: faces[name] if name in silent else signed(name, faces[name]) for name in places.names}
    wide = max(map(len, texts.values()))
    step = max(NARROWEST, apart(places, texts) if places.loose else wide + 2 + wide % 2)
    margin = max(map(len, places.sides.values())) + 4 if places.heads else 2
    left, top = min(x for x, _ in places.points.values()), max(y for _, y in places.points.values())
    spots = {name: (step * (x - left), down * (top - y)) for name, (x, y) in places.points.items()}
    across = max(x + len(texts[name]) for name, (x, _) in spots.items())
    height = max(y for _, y in spots.values()) + 1
    if step > WIDEST or margin + across > width or height > TALLEST:
        return None
    straight = [link for link in links_of(places) if is_straight(places, link)]
    ink = lines_between(spots, straight)
    for (one, other), mark in on_lines.items():
        if (one, other) in straight:
            (x, y), (to_x, to_y) = spots[one], spots[other]
            start = (x + to_x + (len(texts[one if x < to_x else other]) if y == to_y else 0)) // 2 - (
                len(mark) - 1
            ) // 2
            ink |= {(start + offset, (y + to_y) // 2): letter for offset, letter in enumerate(mark)}
    for corners, mark in between.items():
        x, y = (round(sum(spots[corner][way] for corner in corners) / len(corners)) for way in (0, 1))
        ink |= {(x + offset, y): letter for offset, letter in enumerate(mark)}
    for name, (x, y) in spots.items():
        ink |= {(x + offset, y): letter for offset, letter in enumerate(texts[name])}
    rows = []
    for y in range(height):
        side = places.sides.get(top - y // down, "") if y % down == 0 else ""
        row = "".join(ink.get((x, y), " ") for x in range(across))
        rows.append(((f"  {side.rjust(margin - 4)}  " if places.heads else "  ") + row).rstrip())
    if places.heads:
        foot = ""
        for x, head in sorted(places.heads.items()):
            foot = foot.ljust(margin + step * (x - left)) + head
        rows.append(foot)
    others = [" - ".join(link) for link in links_of(places) if link not in straight]
    return rows + (wrapped("  also linked:", others, width=width) if others and down == DOWN else [])


def apart(places: Places, texts: Mapping[str, str]) -> int:
    """How many columns lie between two points, so that each text ends before the next one in its row."""
    rows: dict[int, list[tuple[int, str]]] = {}
    for name, (x, y) in places.points.items():
        rows.setdefault(y, []).append((x, name))
    needed = [
        -(-(len(texts[name]) + 1) // (then - x))
        for row in rows.values()
        for (x, name), (then, _) in pairwise(sorted(row))
    ]
    return max(needed, default=0) + max(needed, default=0) % 2


def listed(places: Places, faces: Mapping[str, str], only: set[str] | None = None, width: int = WIDTH) -> list[str]:
    """`place: what stands there  -> places it is linked with`; all of them, or only some."""
    rows = []
    name_width = max(map(len, places.names)) + 1
    face_width = max(map(len, faces.values()))
    for name in places.names:
        if only is not None and name not in only:
            continue
        head = f"  {(name + ':').ljust(name_width)} {faces[name].ljust(face_width)}"
        linked = places.links.get(name, ())
        rows += wrapped(head + "  ->", linked, width=width) if linked else [head.rstrip()]
    return [*rows, "  (the others are empty; `board` shows them)"] if only is not None else rows


def signed(name: str, face: str) -> str:
    return lit(name, next(runs(face))[1]) if unlit(face) == "." else f"{name}:{face}"


# --- Lines -----------------------------------------------------------------------------------------------------------


def links_of(places: Places) -> list[Link]:
    """Each link once, whichever way it is written."""
    order = {name: number for number, name in enumerate(places.names)}
    found = {
        (name, other) if order[name] < order[other] else (other, name)
        for name in places.names
        for other in places.links.get(name, ())
    }
    return sorted(found, key=lambda link: (order[link[0]], order[link[1]]))


def is_straight(places: Places, link: Link) -> bool:
    """Whether a line can be drawn: level, upright or at half a right angle, and with no other point on it."""
    (x, y), (to_x, to_y) = (places.points[name] for name in link)
    far_x, far_y = to_x - x, to_y - y
    if (far_x, far_y) == (0, 0) or (far_x and far_y and abs(far_x) != abs(far_y)):
        return False
    way = max(abs(far_x), abs(far_y))
    between = {(x + far_x // way * k, y + far_y // way * k) for k in range(1, way)}
    return not between & set(places.points.values())


def lines_between(spots: Mapping[str, Point], links: list[Link]) -> dict[Point, str]:
    """The signs of all lines, by where they stand on the canvas."""
    ink: dict[Point, str] = {}
    for name, other in links:
        (x, y), (to_x, to_y) = sorted((spots[name], spots[other]))
        if y == to_y:
            made = {(at, y): "-" for at in range(x + 1, to_x)}
        else:
            sign = "|" if x == to_x else "\\" if y < to_y else "/"
            far, down = to_x - x, 1 if to_y > y else -1
            made = {(x + far * k // abs(to_y - y), y + down * k): sign for k in range(1, abs(to_y - y))}
        for spot, sign in made.items():
            old = ink.get(spot, sign)
            ink[spot] = sign if old == sign else CROSSED.get(frozenset((old, sign)), "*")
    return ink
