"""Columns: what stands below each other in lines that belong together begins at the same place.

That goes for tables at their `|`, for reasons at `else`, for cases at `if` and `otherwise`, and for comments behind
lines that follow each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from astro_referee.grammar.formatting.breaking import WIDEST
from astro_referee.grammar.formatting.rows import APART, COMMENT_APART, Page, Row, depth_after, is_case, outside
from astro_referee.grammar.formatting.spacing import written
from astro_referee.grammar.syntax.outline import Entry

GUARDS = ("WHEN", "MUST")


def set_columns(page: Page) -> None:
    """All columns of all blocks; comments last, since they stand behind everything else."""
    for block in [page.top, *(entry.inner for entry in page.of)]:
        set_table([page.of[entry][0] for entry in block if len(page.of[entry]) == 1])
        for run in runs(page, block, is_guard):
            set_column(run, 1, "ELSE")
        for run in runs(page, block, is_case):
            set_column(run, APART, "IF", "OTHERWISE")
    set_comments(page.rows)


# --- Reasons and cases -----------------------------------------------------------------------------------------------


def is_guard(entry: Entry) -> bool:
    return entry.head in GUARDS


def runs(page: Page, block: list[Entry], belongs: Callable[[Entry], bool]) -> Iterator[list[Row]]:
    """Lines of a sort that follow each other in a block, without a blank line between them. Of one that goes on, only
    the beginning counts, and not even that if what goes on stands below an open bracket.
    """
    run: list[Row] = []
    for entry in block:
        rows = page.of[entry]
        if not belongs(entry) or rows[0].blank_before:
            yield run
            run = []
        if belongs(entry) and depth_after(rows[0].tokens) == 0:
            run.append(rows[0])
    yield run


def set_column(run: list[Row], alone: int, *kinds: str) -> None:
    """One word of each line stands in a column, unless a line would become too long by it; how far it stands apart if
    there is no column, is told.
    """
    places = [(row, at) for row in run for at in outside(row.tokens, *kinds)[-1:]]
    for row, at in places:
        row.gaps[at] = 0
    column = max((row.column(at) for row, at in places), default=0) + (APART if len(places) > 1 else alone)
    fits = all(row.end - row.column(at) + column <= WIDEST for row, at in places)
    for row, at in places:
        row.gaps[at] = column - row.column(at) if fits else alone


# --- Tables ----------------------------------------------------------------------------------------------------------


def set_table(rows: list[Row]) -> None:
    """The `|` stand below each other. A table that is too wide for that has columns up to the first one with texts."""
    bars = {row: outside(row.tokens, "VBAR") for row in rows}
    table = {row: [cell_width(row, *ends) for ends in cells(row, bars[row])] for row in rows if bars[row]}
    columns = max(map(len, table.values()), default=0)
    widths = [max(cell[number] for cell in table.values() if number < len(cell)) for number in range(columns)]
    indent = max((row.indent for row in table), default=0)
    if indent + sum(widths) + len(" | ") * (columns - 1) > WIDEST:
        columns = first_long(table, bars, widths)
    for row, found in table.items():
        for number, at in enumerate(bars[row]):
            row.gaps[at] = 1 + (widths[number] - found[number] if number < columns else 0)


def cells(row: Row, bars: list[int]) -> list[tuple[int, int]]:
    """Where the cells of a row begin and end."""
    return list(zip([0, *(at + 1 for at in bars)], [*bars, len(row.tokens)], strict=True))


def cell_width(row: Row, start: int, end: int) -> int:
    blanks = sum(row.gaps[start + 1 : end])
    return blanks + sum(len(written(token)) for token in row.tokens[start:end])


def first_long(table: dict[Row, list[int]], bars: dict[Row, list[int]], widths: list[int]) -> int:
    """The first column that has texts, or does not fit any more."""
    for number in range(len(widths)):
        texts = any(
            token.type == "STRING"
            for row in table
            for start, end in cells(row, bars[row])[number : number + 1]
            for token in row.tokens[start:end]
        )
        if texts or sum(widths[: number + 1]) > WIDEST:
            return number
    return len(widths)


# --- Comments --------------------------------------------------------------------------------------------------------


def set_comments(rows: list[Row]) -> None:
    """Comments behind lines that follow each other stand in one column: where their author had it, if there is room."""
    run: list[Row] = []
    for row in [*rows, Row()]:
        if not (row.tokens and row.comment) or row.blank_before:
            column = comment_column(run)
            for other in run:
                other.mark = (column if column <= WIDEST else comment_column([other])) - other.indent
            run = []
        if row.tokens and row.comment:
            run.append(row)


def comment_column(run: list[Row]) -> int:
    room = max((row.end + COMMENT_APART for row in run), default=0)
    return max(room, min((row.indent + row.mark for row in run), default=0))
