"""Boards of hexagons: each row is shifted by half a place, so that the six neighbours of a place touch it.

North and northwest lie above a place to the right and to the left, so rows lead up to the right.
"""

from __future__ import annotations

from collections.abc import Mapping

from astro_referee.interpreter.show.scene.places import Places, Point


def hexes(places: Places, faces: Mapping[str, str]) -> list[str]:
    """A face on each place. Names of rows stand at the left edge, those of columns at one of their ends."""
    at = {point: faces[name] for name, point in places.points.items()}
    heads = {end: places.heads[x] for x, end in ends(set(at)).items()}
    foot = min(y for _, y in heads)
    # Long names of narrow columns are written downwards, if they all stand below the board.
    downwards = all(y == foot for _, y in heads)
    wide = max(map(len, [*at.values(), *((head[:1] for head in heads.values()) if downwards else heads.values())]))
    half = (wide + 2) // 2
    longest = max(map(len, heads.values()))
    downwards = downwards and longest >= 2 * half
    signs = at | ({} if downwards else heads)
    left = min(half * (2 * x + y) for x, y in [*at, *heads])
    margin = max(map(len, places.sides.values()))

    def row(y: int, side: str, texts: Mapping[int, str]) -> str:
        line = f"  {side.rjust(margin)}  "
        start = len(line)
        for x, text in sorted(texts.items()):
            line = line.ljust(start + half * (2 * x + y) - left) + text
        return line.rstrip()

    rows = [
        row(y, places.sides.get(y, ""), {x: text for (x, there), text in signs.items() if there == y})
        for y in range(max(y for _, y in signs), min(y for _, y in signs) - 1, -1)
    ]
    if downwards:
        rows += [row(foot, "", {x: head[i : i + 1] for (x, _), head in heads.items()}) for i in range(longest)]
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
