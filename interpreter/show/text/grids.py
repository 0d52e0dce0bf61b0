"""Square boards: columns from left to right, rows from the bottom up, as the compass of the language has it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise, zip_longest

from astro_referee.interpreter.show.scene.layers import BLANK
from astro_referee.interpreter.show.scene.places import Places
from astro_referee.interpreter.show.text.highlights import unlit
from astro_referee.interpreter.show.text.layout import WIDTH


def grid(places: Places, faces: Mapping[str, str], width: int = WIDTH) -> list[str]:
    """A face on each place; every column is as wide as the widest face."""
    at = {point: faces[name] for name, point in places.points.items()}
    columns = sorted({x for x, _ in at})
    margin = max(map(len, places.sides.values()))
    narrow = max(map(len, faces.values()))
    heads = [places.heads[x] for x in columns]
    wide = max(narrow, *map(len, heads))
    if margin + 4 + (wide + 1) * len(columns) - 1 > width:
        wide = narrow
    even = faces_in_numbers(faces)

    def row(cells: list[str], side: str) -> str:
        shown = (cell.rjust(wide) if even else cell.ljust(wide) for cell in cells)
        joint = "-" if places.lined and side and all(cells) and wide == 1 else " "
        return f"  {side.rjust(margin)}  {joint.join(shown)}".rstrip()

    rows = [
        row([at.get((x, y), "") for x in columns], places.sides[y]) for y in sorted({y for _, y in at}, reverse=True)
    ]
    if max(map(len, heads)) <= wide:
        return [*rows, row(heads, "")]
    # Long names of narrow columns are written downwards.
    longest = max(map(len, heads))
    return [*rows, *(row(list(letters), "") for letters in zip_longest(*(head.rjust(longest) for head in heads)))]


def ruled_grid(places: Places, faces: Mapping[str, str], width: int = WIDTH) -> list[str] | None:
    """The same with lines around the places, or from one to the next where they lie on lines; None if it is too wide.

    A square with nothing on it is blank, where there are no gaps; single gaps, as between squares of one colour,
    have lines around them.
    """
    at = {point: faces[name] for name, point in places.points.items()}
    (left, right), (low, high) = ((min(way), max(way)) for way in zip(*at, strict=True))
    columns = range(left, right + 1)
    margin = max(map(len, places.sides.values()))
    wide = max(*map(len, faces.values()), *map(len, places.heads.values()), 1)
    if margin + 5 + (wide + 3) * len(columns) > width or (places.lined and wide > 1):
        return None
    gaps = {(x, y) for x in columns for y in range(low, high + 1)} - at.keys()
    alone = not any({(x + 1, y), (x, y + 1)} & gaps for x, y in gaps)
    squares = at.keys() | gaps if alone else {*at}

    def crossed(y: int) -> str:
        """A row of points, with the lines from one to the next."""
        joints = ("---" if {(x, y), (x + 1, y)} <= at.keys() else "   " for x in columns)
        return "".join(at.get((x, y), " ") + joint for x, joint in zip(columns, joints, strict=True))

    def row(y: int) -> str:
        if places.lined:
            return crossed(y)
        cells = "".join(f"{end(x, y)} {shown(x, y).center(wide)} " for x in columns)
        return cells + end(right + 1, y)

    def shown(x: int, y: int) -> str:
        face = at.get((x, y), "")
        return "" if face == BLANK and not gaps else face

    def end(x: int, y: int) -> str:
        """What is between a square and the one to its west."""
        return "|" if {(x - 1, y), (x, y)} & squares else " "

    def above(y: int) -> str:
        """The line above a row."""
        if places.lined:
            return "".join("|   " if {(x, y), (x, y + 1)} <= at.keys() else "    " for x in columns)
        ruled = [bool({(x, y), (x, y + 1)} & squares) for x in (left - 1, *columns, right + 1)]
        corners = ("+" if one or other else " " for one, other in pairwise(ruled))
        return "".join(c + ("-" if line else " ") * (wide + 2) for c, line in zip(corners, ruled[1:], strict=True))

    start = " " * (margin + 4)
    lines = [] if places.lined else [start + above(high)]
    for y in range(high, low - 1, -1):
        lines.append(f"  {places.sides.get(y, '').rjust(margin)}  {row(y)}")
        if y > low or not places.lined:
            lines.append(start + above(y - 1))
    heads = "".join(places.heads.get(x, "").center(wide).ljust(wide + 3) for x in columns)
    return [line.rstrip() for line in [*lines, start + ("" if places.lined else "  ") + heads]]


def faces_in_numbers(faces: Mapping[str, str]) -> bool:
    """Whether numbers stand on the board, which are read by their last digit."""
    return any(unlit(face).lstrip("-").isdecimal() for face in faces.values())
