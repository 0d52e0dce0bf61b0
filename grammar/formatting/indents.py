"""How far in each line stands, and which of them are set apart by a blank line."""

from __future__ import annotations

from attrs import define

from astro_referee.grammar.formatting.rows import Page, Row
from astro_referee.grammar.syntax.outline import Entry
from astro_referee.grammar.syntax.words import CLOSERS, PAIRS

STEP = 2
"""Blanks that lead into a block."""


def depth(entry: Entry) -> int:
    """The number of blocks an entry stands in."""
    return 0 if entry.above is None else 1 + depth(entry.above)


def set_first_lines(page: Page) -> None:
    """The lines that entries begin in."""
    for entry, rows in page.of.items():
        rows[0].indent = STEP * depth(entry)


# --- Lines that go on ------------------------------------------------------------------------------------------------


@define
class Bracket:
    """One that is open: how far in its line stands, where what goes on in it does, and what that stands below."""

    closes_at: int
    goes_on_at: int
    below: tuple[Row, int] | None


def set_further_lines(page: Page) -> None:
    """The other lines of each entry. An author's breaks stay where they are."""
    for entry, rows in page.of.items():
        set_further(entry, rows)


def set_further(entry: Entry, rows: list[Row]) -> None:
    """In brackets a line stands below what the bracket begins with, in a list below the first thing behind the colon,
    elsewhere a step further in, and further ones as many steps as their author made of it.
    """
    first = rows[0].indent + (2 * STEP if has_steps(entry) else STEP)
    brackets: list[Bracket] = []
    widths: list[int] = []
    items: tuple[Row, int] | None = None
    behind_colon = False
    for number, row in enumerate(rows):
        row.below = None
        if number > 0 and brackets:
            closes = row.tokens[0].type in CLOSERS
            row.indent = brackets[-1].closes_at if closes else brackets[-1].goes_on_at
            row.below = None if closes else brackets[-1].below
        elif number > 0 and items is not None and rows[number - 1].tokens[-1].type == "COMMA":
            row.indent = items[0].column(items[1])
            row.below = items if items[1] else items[0].below
        elif number > 0:
            while widths and widths[-1] >= row.width:
                widths.pop()
            widths.append(row.width)
            row.indent = first + STEP * (len(widths) - 1)
        for index, token in enumerate(row.tokens):
            if behind_colon:
                items, behind_colon = (row, index), False
            if token.type in PAIRS:
                last = index + 1 == len(row.tokens)
                hanging = row.indent + STEP if number > 0 else first
                goes_on_at = hanging if last else row.column(index + 1)
                brackets.append(Bracket(row.indent, goes_on_at, row.below if last else (row, index + 1)))
            elif token.type in CLOSERS:
                brackets.pop()
            elif token.type == "COLON" and not brackets:
                behind_colon = True


def has_steps(entry: Entry) -> bool:
    """Whether more than sentences stands below: then a line that goes on must not look like a part of it."""
    return any(inner.head != "STRING" for inner in entry.inner)


# --- Comments and blank lines ----------------------------------------------------------------------------------------


def set_comments(page: Page) -> None:
    """Comments that stand alone; and no blank line within an entry, or between it and its block."""
    below: list[Row | None] = [None]
    for row in reversed(page.rows):
        below.append(row if row.tokens else below[-1])
    above: Row | None = None
    before: Row | None = None
    for row, after in zip(page.rows, below[-2::-1], strict=True):
        coming = row if row.tokens else after
        if not row.tokens:
            row.indent = comment_indent(row, above, after)
        if before is None or goes_on(above, coming) or (before is above and leads_to(above, coming)):
            row.blank_before = False
        above = row if row.tokens else above
        before = row


def goes_on(above: Row | None, below: Row | None) -> bool:
    return above is not None and below is not None and above.entry is below.entry


def leads_to(above: Row | None, below: Row | None) -> bool:
    """Whether the second row begins the block of the first."""
    return above is not None and below is not None and below.entry is not None and below.entry.above is above.entry


def comment_indent(comment: Row, above: Row | None, below: Row | None) -> int:
    """A comment is about the next line and stands as far in as that; but one that was written as the end of a block
    stays there.
    """
    least = below.indent if below is not None else 0
    entry = above.entry if above is not None and not goes_on(above, below) else None
    while entry is not None and STEP * depth(entry) > least:
        if entry.width <= comment.width:
            return STEP * depth(entry)
        entry = entry.above
    return least
