"""The outline of a rule file: its lines with the blocks below them, each with the name it can be called by.

Only the layout is looked at, so a file with mistakes has an outline, too.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from attrs import Factory, define
from lark import Token

from astro_referee.grammar.syntax.characters import clean
from astro_referee.grammar.syntax.layout import Line, logical_lines
from astro_referee.grammar.syntax.parser import lex
from astro_referee.grammar.syntax.words import words

NAMED = words(
    "OPTION RULING KIND RING GRAPH GRID HEXGRID TABLE CARD TOKEN DIE ZONE VAR HISTORY PLAN DEF PROCEDURE PHASE MOVE LET"
)
"""Heads with a name behind them."""
OWN_NAME = frozenset({"BEGIN", "FINISH", "END", "THEN", "OTHERWISE", "PLAYER"})
"""Heads that are names themselves, where they stand."""
WITH_REASON = frozenset({"WHEN", "MUST"})
WITH_ROWS = frozenset({"KIND", "RING", "GRAPH", "TABLE", "CARD", "PLAYER"})


@define(eq=False)
class Entry:
    """A line with its block. Lines of the file are counted from zero: its own are those from `first` to `end` (it may
    go on), and `last` is the last one of the block.
    """

    head: str
    name: str
    reason: str
    tokens: list[Token]
    width: int
    first: int
    end: int
    last: int
    above: Entry | None = None
    inner: list[Entry] = Factory(list)

    @property
    def path(self) -> tuple[str, ...]:
        """The names that lead to it from the margin."""
        names: list[str] = []
        entry: Entry | None = self
        while entry is not None:
            names += [entry.name] if entry.name else []
            entry = entry.above
        return tuple(reversed(names))


def outline(text: str) -> list[Entry]:
    """The entries at the left margin."""
    starts = [0, *(at + 1 for at, sign in enumerate(text) if sign == "\n")]
    top: list[Entry] = []
    stack: list[Entry] = []
    cleaned = clean(text, [])
    for line in logical_lines(cleaned, lex(cleaned)):
        while stack and line.width <= stack[-1].width:
            stack.pop()
        entry = entry_of(line, stack[-1] if stack else None, starts)
        for outer in stack:
            outer.last = entry.last
        (stack[-1].inner if stack else top).append(entry)
        stack.append(entry)
    return top


def everything(top: list[Entry]) -> list[Entry]:
    """Entries and all that is in them, in the order of the file; as deep as anybody may have nested them."""
    found: list[Entry] = []
    waiting = top[::-1]
    while waiting:
        found.append(waiting.pop())
        waiting += found[-1].inner[::-1]
    return found


def entry_of(line: Line, above: Entry | None, starts: list[int]) -> Entry:
    head, tokens = line.tokens[0].type, line.tokens
    name = reason = ""
    if head in OWN_NAME:
        name = str(tokens[0]).casefold()
    elif head in NAMED and len(tokens) > 1:
        name = str(tokens[1])
    elif head in WITH_REASON:
        texts = [str(after)[1:-1] for word, after in pairwise(tokens) if word.type == "ELSE"]
        reason = texts[-1] if texts else ""
    elif above is not None and above.head in WITH_ROWS and len(tokens) > 1 and tokens[1].type == "VBAR":
        name = str(tokens[0])
    first = bisect_right(starts, tokens[0].start_pos or 0) - 1
    last = bisect_right(starts, tokens[-1].start_pos or 0) - 1
    return Entry(head, name, reason, tokens, line.width, first, last, last, above)
