"""Tables in lines: columns side by side as far as they fit, the others below."""

from __future__ import annotations

from collections.abc import Sequence

from astro_referee.interpreter.show.scene.facts import Table
from astro_referee.interpreter.show.text.layout import WIDTH

Column = tuple[str, ...]


def ruled(table: Table, width: int = WIDTH) -> list[str]:
    """The first column flush left, the others right; those that do not fit follow below."""
    first, columns = table.first, table.columns
    count = next(n for n in range(1, len(columns) + 1) if n == len(columns) or fits(first, evenly(columns, n), width))
    rows = []
    for band in evenly(columns, count):
        names = [text.ljust(max(map(len, first))) for text in first]
        others = ([text.rjust(max(map(len, column))) for text in column] for column in band)
        rows += ["  ".join(row).rstrip() for row in zip(names, *others, strict=True)]
    return rows


def evenly(columns: Sequence[Column], count: int) -> list[Sequence[Column]]:
    """Columns in so many bands, about as many in each."""
    each = -(-len(columns) // count)
    return [columns[start : start + each] for start in range(0, len(columns), each)]


def fits(first: Column, bands: Sequence[Sequence[Column]], width: int) -> bool:
    return all(sum(2 + max(map(len, column)) for column in [first, *band]) - 2 <= width for band in bands)
