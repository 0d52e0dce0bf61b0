"""Lines that are too long: broken where rule files break them, before a reason, behind `=`, or in a list.

A line that its author has broken stays as it is, and one with none of these places, too.
"""

from __future__ import annotations

from astro_referee.grammar.formatting.rows import Page, Row, outside
from astro_referee.grammar.outline import Entry

WIDEST = 120
"""Columns of a line."""


def break_long_lines(page: Page) -> None:
    """Lines that go on take the place of each one that is too long; how far in they stand is seen to later."""
    divided: dict[Row, list[Row]] = {}
    for entry, rows in page.of.items():
        if len(rows) == 1 and rows[0].end > WIDEST:
            page.of[entry] = divided[rows[0]] = parts(rows[0], breaks(entry, rows[0]))
    page.rows = [part for row in page.rows for part in divided.get(row, [row])]


def parts(row: Row, places: list[int]) -> list[Row]:
    """The row with its first words, and further ones with the others."""
    further: list[Row] = []
    for at in reversed(places):
        further.insert(0, Row(row.entry, row.tokens[at:], [0, *row.gaps[at + 1 :]], width=row.width + 1))
        del row.tokens[at:], row.gaps[at:]
    return [row, *further]


def breaks(entry: Entry, row: Row) -> list[int]:
    """The tokens that begin a new line."""
    reasons = outside(row.tokens, "ELSE", "BECAUSE")
    if reasons and reasons[-1] > 0:
        return reasons[-1:]
    equals = outside(row.tokens, "EQUAL")
    if equals and entry.head in ("DEF", "LET"):
        return [equals[0] + 1]
    colons = outside(row.tokens, "COLON")
    if not colons or outside(row.tokens, "VBAR"):
        return []
    return filled(row, colons[-1] + 1, [at + 1 for at in outside(row.tokens, "COMMA") if at > colons[-1]])


def filled(row: Row, first: int, places: list[int]) -> list[int]:
    """Those of the places that are taken if each line is to hold as much as it can."""
    found: list[int] = []
    moved = 0
    for at, after in zip(places, [*places[1:], len(row.tokens)], strict=True):
        if row.behind(after - 1) - moved > WIDEST:
            found.append(at)
            moved = row.column(at) - row.column(first)
    return found
