"""Square boards: columns from left to right, rows from the bottom up, as the compass of the language has it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest

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


def faces_in_numbers(faces: Mapping[str, str]) -> bool:
    """Whether numbers stand on the board, which are read by their last digit."""
    return any(unlit(face).lstrip("-").isdecimal() for face in faces.values())
