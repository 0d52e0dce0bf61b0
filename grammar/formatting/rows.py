"""The lines of a file one by one: a text goes in; lines of words and of comments come out, in their order.

The lexer drops comments, so they are looked for behind the last word of each line.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from attrs import Factory, define
from lark import Token

from astro_referee.grammar.formatting.spacing import gaps, written
from astro_referee.grammar.syntax.outline import WITH_ROWS, Entry, everything, outline
from astro_referee.grammar.syntax.words import CHANGES, CLOSERS, PAIRS

BLANKS = " \t\r"
COMMENT_APART = 2
"""Blanks between a line and the comment behind it."""
APART = 3
"""Blanks behind the longest condition of a column, so that the next column is seen as one."""
FLOW = ("IF", "ELSE", "OTHERWISE")


@define(eq=False)
class Row:
    """A line that is not blank: some or all words of an entry with a comment behind them, or a comment alone."""

    entry: Entry | None = None
    tokens: list[Token] = Factory(list)
    gaps: list[int] = Factory(list)
    comment: str = ""
    width: int = 0
    """How far in it was written."""
    mark: int = 0
    """How far behind its first word the comment was written; 0 if it just followed the last one."""
    blank_before: bool = False
    """Whether a blank line stands before it."""
    indent: int = 0
    below: tuple[Row, int] | None = None
    """The word of an earlier line that it stands below, if its place is given by a bracket or a colon before that."""

    @property
    def words(self) -> str:
        return "".join(" " * gap + written(token) for gap, token in zip(self.gaps, self.tokens, strict=True))

    @property
    def end(self) -> int:
        """The column behind the last word."""
        return self.indent + len(self.words)

    def column(self, index: int) -> int:
        """The column at which a token begins."""
        before = zip(self.gaps[:index], self.tokens[:index], strict=True)
        return self.indent + sum(gap + len(written(token)) for gap, token in before) + self.gaps[index]

    def column_after(self, index: int) -> int:
        """The column behind a token."""
        return self.column(index) + len(written(self.tokens[index]))


@define
class Page:
    """All lines of a file, and for each entry those it is written in."""

    top: list[Entry]
    rows: list[Row]
    of: dict[Entry, list[Row]]


def page(text: str) -> Page:
    """A file that can be read, taken apart."""
    lines = text.split("\n")
    starts = [0, *(at + 1 for at, sign in enumerate(text) if sign == "\n")]
    rows = [Row() for _ in lines]
    top = outline(text)
    of: dict[Entry, list[Row]] = {}
    for entry in everything(top):
        for token, gap in zip(entry.tokens, gaps(entry.tokens, are_cells(entry)), strict=True):
            row = rows[bisect_right(starts, token.start_pos or 0) - 1]
            row.entry = entry
            row.gaps.append(gap if row.tokens else 0)
            row.tokens.append(token)
        of[entry] = [row for row in rows[entry.first : entry.end + 1] if row.tokens]
    for row, line, start in zip(rows, lines, starts, strict=True):
        behind = (row.tokens[-1].end_pos or 0) - start if row.tokens else 0
        row.comment = line[behind:].strip(BLANKS)
        row.width = len(line) - len(line.lstrip(BLANKS))
        blanks = len(line[behind:]) - len(line[behind:].lstrip(BLANKS))
        row.mark = behind + blanks - row.width if blanks > COMMENT_APART else 0
    for above, row in pairwise(rows):
        row.blank_before = not (above.tokens or above.comment)
    return Page(top, [row for row in rows if row.tokens or row.comment], of)


def are_cells(entry: Entry) -> bool:
    """Whether an entry is a row of a table, and not the one with the names and types of the columns."""
    if any(token.type == "COLON" for token in entry.tokens):
        return False
    return (entry.above is not None and entry.above.head in WITH_ROWS) or bool(outside(entry.tokens, "VBAR"))


def is_case(entry: Entry) -> bool:
    """Whether an entry is a value of a def with its condition."""
    return entry.head not in (*FLOW, *CHANGES) and bool(outside(entry.tokens, "IF", "OTHERWISE"))


def outside(tokens: list[Token], *kinds: str) -> list[int]:
    """Where tokens of some kinds stand outside brackets."""
    found: list[int] = []
    depth = 0
    for index, token in enumerate(tokens):
        depth += (token.type in PAIRS) - (token.type in CLOSERS)
        if depth == 0 and token.type in kinds:
            found.append(index)
    return found


def depth_after(tokens: list[Token]) -> int:
    """How many brackets are open behind these tokens."""
    return sum((token.type in PAIRS) - (token.type in CLOSERS) for token in tokens)
