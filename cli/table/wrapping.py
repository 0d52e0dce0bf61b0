"""The size of the terminal, and lines that keep to it: broken between words, and never inside a name."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress

COLOUR = re.compile(r"\033\[[0-9;]*m")
HANGING = "    "
"""Before the rest of a line that is too long."""
NARROWEST = 20
"""Columns below which nothing is wrapped: it would only get worse."""
WORD = r"\S+"
MOST_NAMES = 500
"""Names that are kept whole; of a game with more of them, none are."""

Names = re.Pattern[str]
PLAIN = re.compile(rf"\s*{WORD}")
"""Words, where no names are known."""


def size() -> tuple[int, int]:
    """Columns and rows of the terminal."""
    with suppress(OSError, ValueError):
        columns, rows = os.get_terminal_size(sys.stdout.fileno())
        if columns and rows:
            return columns, rows
    return 80, 24


def width() -> int | None:
    """Columns of the terminal; none where the output goes elsewhere, which has room for any line."""
    columns, _ = size()
    return columns if sys.stdout.isatty() and columns >= NARROWEST else None


def whole_names(names: list[str]) -> Names:
    """Words, where some names have blanks in them."""
    blanks = sorted({name for name in names if " " in name}, key=len, reverse=True)
    if not blanks or len(blanks) > MOST_NAMES:
        return PLAIN
    return re.compile(rf"\s*(?:\S*?(?:{'|'.join(map(re.escape, blanks))})\S*|{WORD})")


def long(text: str) -> int:
    """Columns that a text takes; colours take none, and some characters two."""
    bare = COLOUR.sub("", text)
    if bare.isascii():
        return len(bare)
    from rich.cells import cell_len

    return cell_len(bare)


def fitted(text: str, columns: int | None, names: Names = PLAIN) -> list[str]:
    """A line as rows no wider than so many columns."""
    if columns is None or long(text) <= columns:
        return [text]
    margin = re.match(" *", text)
    indent = (margin[0] if margin else "") + HANGING
    rows, row, used = [], "", 0
    for word in pieces(text, columns - len(indent), names):
        wide = long(word)
        if used and used + wide > columns:
            rows.append(row)
            word = indent + word.lstrip()
            row, used, wide = "", 0, long(word)
        row, used = row + word, used + wide
    return [*rows, row]


def pieces(text: str, room: int, names: Names) -> list[str]:
    """Words and whole names; what is too long even for a row of its own is broken."""
    found = []
    for word in names.findall(text):
        parts = [word] if long(word.strip()) <= room else PLAIN.findall(word)
        for part in parts:
            while long(part.strip()) > room > 0 and not COLOUR.search(part):
                found.append(part[:room])
                part = part[room:]
            found.append(part)
    return found
