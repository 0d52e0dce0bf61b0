"""Ophiuchus by hand, from the rulings: where a tile may lie, what it makes, by trying everything.

Spaces are pairs of numbers here, as in the rulings: (0, 0) is h9, the first number leads east, the second north.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

Space = tuple[int, int]
Half = frozenset[str]
Layout = dict[Space, Half]
Placed = tuple[int, Space, Space]
"""The number of a tile, where its first half lies, and its second."""

COLOURS = "YRBGOP"
TILES = """
- Y | - YP | - YRB | - YRGO | - YBGOP | - YRBGOP | B O | R GO | G BGP | P YBGO | Y YRGOP | O YRBGOP | OP RP | RB YGO
BG YGOP | BO YRBGP | RO YRBGOP | YGP YBG | RBP BGOP | ROP YRBOP | YRG YRBGOP | RBGP YROP | RBOP YRBGO | YRBG YRBGOP
RBGOP YRBOP | YRBGP YRBGOP | YRBGOP YRBGOP
"""
NAMES = dict(enumerate((" ".join(name.split()) for name in TILES.strip().replace("\n", "|").split("|")), 1))
"""The tiles by their numbers in the rulings."""
FACES = {number: tuple(Half(half.strip("-")) for half in name.split()) for number, name in NAMES.items()}
CARDS = {
    **{name: ("line", colour, 3) for name, colour in zip(
        ("Aries", "Taurus", "Gemini", "Cancer", "Leo", "Libra"), COLOURS, strict=True
    )},
    "Virgo": ("square", COLOURS, 4),
    **{name: ("different", COLOURS, n) for n, name in enumerate(("Scorpio", "Sagittarius", "Capricorn"), 4)},
    **{name: ("line", COLOURS, n) for n, name in enumerate(("Aquarius", "Pisces", "Ophiuchus"), 4)},
}  # fmt: skip
"""What a card shows, colours that will do, and how many stars."""


def name(space: Space) -> str:
    return f"{chr(ord('h') + space[0])}{9 + space[1]}"


def space(name: str) -> Space:
    return ord(name[0]) - ord("h"), int(name[1:]) - 9


def written(tile: int, at: Space, to: Space) -> str:
    """A placement as it is typed."""
    return f"{NAMES[tile]} {name(at)} {name(to)}"


def laid(*placed: Placed) -> Layout:
    return {space: half for tile, at, to in placed for space, half in zip((at, to), FACES[tile], strict=True)}


def beside(space: Space) -> list[Space]:
    x, y = space
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


# --- Placing ---------------------------------------------------------------------------------------------------------


def run(taken: Layout, space: Space, dx: int, dy: int) -> list[Space]:
    """The row of covered spaces through a covered one."""
    x, y = space
    while (x - dx, y - dy) in taken:
        x, y = x - dx, y - dy
    found = []
    while (x, y) in taken:
        found.append((x, y))
        x, y = x + dx, y + dy
    return found


def sums(taken: Layout, new: Iterable[Space]) -> list[int]:
    """The stars in all rows of two spaces or more through the new ones."""
    rows = [run(taken, space, dx, dy) for space in new for dx, dy in ((1, 0), (0, 1))]
    return [sum(len(taken[space]) for space in row) for row in rows if len(row) > 1]


def encloses(taken: Iterable[Space]) -> bool:
    """Whether water poured in from outside leaves a free space dry."""
    taken = set(taken)
    (x0, *_, x1), (y0, *_, y1) = (sorted(edge) for edge in zip(*taken, strict=True))
    frame = {(x, y) for x in range(x0 - 1, x1 + 2) for y in range(y0 - 1, y1 + 2)} - taken
    wet, todo = {(x0 - 1, y0 - 1)}, [(x0 - 1, y0 - 1)]
    while todo:
        for near in beside(todo.pop()):
            if near in frame and near not in wet:
                wet.add(near)
                todo.append(near)
    return wet != frame


def room(layout: Layout, at: Space, to: Space) -> bool:
    """Whether some tile could lie on two spaces side by side, whatever its stars."""
    if at in layout or to in layout or not any(near in layout for near in beside(at) + beside(to)):
        return False
    taken = {*layout, at, to}
    wide, high = (max(edge) - min(edge) + 1 for edge in zip(*taken, strict=True))
    return wide <= 9 and high <= 9 and not encloses(taken)


def placements(layout: Layout, hand: Sequence[int]) -> Iterator[Placed]:
    """Every way to place a tile of a hand."""
    rim = {near for space in layout for near in beside(space)} - layout.keys()
    around = rim | {near for space in rim for near in beside(space)} - layout.keys()
    for at in around:
        for to in beside(at):
            if to in around and room(layout, at, to):
                for tile in hand:
                    first, second = FACES[tile]
                    if all(total <= 13 for total in sums({**layout, at: first, to: second}, (at, to))):
                        yield tile, at, to


# --- Constellations --------------------------------------------------------------------------------------------------


def picks(halves: Sequence[Half], used: Half = frozenset()) -> bool:
    """Whether one star can be picked from each half, no two alike."""
    return not halves or any(picks(halves[1:], used | {star}) for star in halves[0] - used)


def groups(shape: str, length: int, space: Space) -> Iterator[list[Space]]:
    """All squares or lines that a space is part of."""
    x, y = space
    if shape == "square":
        for left, low in ((x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)):
            yield [(left + dx, low + dy) for dx in (0, 1) for dy in (0, 1)]
        return
    for dx, dy in ((1, 0), (0, 1)):
        for back in range(length):
            yield [(x + (n - back) * dx, y + (n - back) * dy) for n in range(length)]


def made(layout: Layout, new: Iterable[Space]) -> set[str]:
    """The cards of which the new spaces are part."""
    found = set()
    for card, (shape, colours, length) in CARDS.items():
        for group in (group for space in new for group in groups(shape, length, space)):
            if all(space in layout for space in group):
                halves = [layout[space] for space in group]
                if picks(halves) if shape == "different" else frozenset(colours).intersection(*halves):
                    found.add(card)
    return found
