"""Boards of hexagons: each row is shifted by half a place, so that the six neighbours of a place touch it.

North and northwest lie above a place to the right and to the left, so rows lead up to the right.
"""

from __future__ import annotations

from collections.abc import Mapping

from astro_referee.cli.board.places import Places, Point


def hexes(places: Places, faces: Mapping[str, str]) -> list[str]:
    """A face on each place. Names of rows stand at the left edge, those of columns at one of their ends."""
    at = {point: faces[name] for name, point in places.points.items()}
    signs = at | {end: places.heads[x] for x, end in ends(set(at)).items()}
    half = (max(map(len, signs.values())) + 2) // 2
    left = min(half * (2 * x + y) for x, y in signs)
    margin = max(map(len, places.sides.values()))
    rows = []
    for y in range(max(y for _, y in signs), min(y for _, y in signs) - 1, -1):
        row = f"  {places.sides.get(y, '').rjust(margin)}  "
        start = len(row)
        for x in sorted(x for x, there in signs if there == y):
            row = row.ljust(start + half * (2 * x + y) - left) + signs[x, y]
        rows.append(row.rstrip())
    return rows


def ends(points: set[Point]) -> dict[int, Point]:
    """Where the name of each column stands: below it, or above it if only there it is outside the whole board."""
    top, bottom = max(y for _, y in points), min(y for _, y in points)
    found = {}
    for column in {x for x, _ in points}:
        rows = [y for x, y in points if x == column]
        above = max(rows) == top and min(rows) != bottom
        found[column] = (column, max(rows) + 1 if above else min(rows) - 1)
    return found
