"""Square boards with closed sides: what stands on the squares, and between them the sides that a set of ways closes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from astro_referee.interpreter.show.scene.labels import COMPASS
from astro_referee.interpreter.show.scene.layers import Layer
from astro_referee.interpreter.show.scene.places import Places, Point

Side = tuple[Point, Point]
"""Two points between which there is a side, the western or southern one first."""
STRAIGHT = {name: way for name, way in COMPASS.items() if 0 in way}


def are_walls(layer: Layer) -> bool:
    """Whether the places of a layer hold sets of the four ways."""
    labels = layer.marks.labels
    ways = layer.crowded and bool(labels) and all(len(label) == 1 and label[0].name in COMPASS for label in labels)
    return ways and all(label[0].name in STRAIGHT for label in layer.used())


def closed_sides(places: Places, layer: Layer) -> set[Side]:
    """The sides that are closed, whichever of their places says so."""
    found = set()
    for name, cell in layer.cells.items():
        if not isinstance(cell, str):
            x, y = places.points[name]
            for label in cell:
                to_x, to_y = STRAIGHT[label[0].name]
                one, other = sorted([(x, y), (x + to_x, y + to_y)])
                found.add((one, other))
    return found


def walled(places: Places, faces: Mapping[str, str], layer: Layer, low: bool) -> list[str]:
    """A face on each place, `|` and `--` for what is closed; a `low` board has lines only where such sides are."""
    at = {point: faces[name] for name, point in places.points.items()}
    columns, rows = (sorted({point[way] for point in at}) for way in (0, 1))
    margin = max(map(len, places.sides.values()))
    wide = max(2, *map(len, faces.values()), *map(len, places.heads.values()))
    closed = closed_sides(places, layer)

    def upright(x: int, y: int) -> str:
        """What is between a place and the one to its west."""
        return "|" if ((x - 1, y), (x, y)) in closed else " "

    def between(y: int) -> str:
        """The line below a row."""
        parts = []
        for x in [*columns, columns[-1] + 1]:
            here = ((x, y - 1), (x, y)) in closed
            ends = here or any(side in closed for side in around(x, y))
            parts.append(("+" if ends else " ") + ("-" * (wide + 1) if here else " " * (wide + 1)))
        return (" " * (margin + 3) + "".join(parts)).rstrip()

    lines = [between(rows[-1] + 1)]
    for y in reversed(rows):
        cells = "".join(f"{upright(x, y)} {at.get((x, y), '').ljust(wide)}" for x in columns)
        lines += [f"  {places.sides[y].rjust(margin)} {cells}{upright(columns[-1] + 1, y)}".rstrip(), between(y)]
    foot = f"  {' ' * margin} {''.join(f'  {places.heads[x].ljust(wide)}' for x in columns)}".rstrip()
    return [*([line for line in lines if line] if low else trimmed(lines)), foot]


def around(x: int, y: int) -> Sequence[Side]:
    """The sides that meet in the south-western corner of a place."""
    return [
        ((x - 1, y - 1), (x - 1, y)),
        ((x - 1, y), (x, y)),
        ((x - 1, y - 1), (x, y - 1)),
    ]


def trimmed(lines: Sequence[str]) -> Sequence[str]:
    """Without the rim where nothing is closed there."""
    first, last = (0 if lines[0] else 1), (len(lines) if lines[-1] else len(lines) - 1)
    return lines[first:last]
