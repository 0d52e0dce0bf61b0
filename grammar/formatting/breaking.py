"""Lines that are too long: broken where a line may go on, at the place that parts its sense best.

An author's breaks stay; a row of a table stays whole, since its cells stand in columns.
"""

from __future__ import annotations

from collections.abc import Iterator

from astro_referee.grammar.formatting.indents import set_further
from astro_referee.grammar.formatting.rows import APART, Page, Row, is_case, outside
from astro_referee.grammar.syntax.layout import GOES_ON_AFTER, GOES_ON_WITH
from astro_referee.grammar.syntax.outline import Entry
from astro_referee.grammar.syntax.words import CLOSERS, PAIRS

WIDEST = 120
"""Columns of a line."""

ORDER = ("ELSE", "BECAUSE", "EQUAL", "UNTIL", "OR", "AND", "COMMA", "WHERE", "COLON", "AFTER")
"""Where a line is broken, best first: before a reason, behind `=`, before a condition, between its parts, in a list."""


def break_long_lines(page: Page) -> None:
    """Lines that go on take the place of each one that is too long."""
    divided: dict[Row, list[Row]] = {}
    for entry, rows in page.of.items():
        whole = list(rows)
        if not outside(entry.tokens, "VBAR"):
            break_rows(entry, rows)
        if len(rows) > len(whole):
            starts = [rows.index(row) for row in whole]
            for row, first, end in zip(whole, starts, [*starts[1:], len(rows)], strict=True):
                divided[row] = rows[first:end]
    page.rows = [part for row in page.rows for part in divided.get(row, [row])]


def break_rows(entry: Entry, rows: list[Row]) -> None:
    """One break after the other, until no line is too long or none can be broken any more."""
    while True:
        set_further(entry, rows)
        found = next((place for row in rows if width(entry, row) > WIDEST for place in places(row)), None)
        if found is None:
            return
        row, at = found
        number = rows.index(row)
        rows.insert(number + 1, Row(entry, row.tokens[at:], [0, *row.gaps[at + 1 :]], width=below(rows, number, at)))
        del row.tokens[at:], row.gaps[at:]


def width(entry: Entry, row: Row) -> int:
    """The columns that a line takes; the condition of a case stands apart from its value."""
    return row.end + (APART - 1 if is_case(entry) and outside(row.tokens, "IF", "OTHERWISE") else 0)


def places(row: Row) -> Iterator[tuple[Row, int]]:
    """Where to break for a line that is too long: in it, or at what makes it stand so far in. The best comes first."""
    ranked: dict[tuple[int, int], list[int]] = {}
    depth = 0
    for at, token in enumerate(row.tokens):
        word = parts_at(row, at)
        if word:
            ranked.setdefault((depth, ORDER.index(word)), []).append(at)
        depth += (token.type in PAIRS) - (token.type in CLOSERS)
    if ranked:
        best = ranked[min(ranked)]
        yield row, max((at for at in best if row.column_after(at - 1) <= WIDEST), default=best[0])
    elif row.below is not None:
        yield row.below


def parts_at(row: Row, at: int) -> str:
    """What lets a line go on with a token: the word before it, or the token itself; nothing if it may not."""
    before = row.tokens[at - 1].type if at else ""
    word = row.tokens[at].type
    return word if at and word in GOES_ON_WITH else before if before in GOES_ON_AFTER else ""


def below(rows: list[Row], number: int, at: int) -> int:
    """How far in the new line counts as written: as far as the broken one if both begin alike, else as far as its
    author went on, or further.
    """
    row = rows[number]
    if number > 0 and row.tokens[0].type in GOES_ON_WITH and row.tokens[0].type == row.tokens[at].type:
        return row.width
    after = rows[number + 1].width if number + 1 < len(rows) else 0
    return after if after > row.width else row.width + 1
