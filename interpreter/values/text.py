"""Pieces of text for people: made safe, counted, lined up."""

from __future__ import annotations

import re
from collections.abc import Callable

Paint = Callable[[str, str], str]
"""Gives a text the look of its sort."""


def clean(text: str) -> str:
    """Text from outside made safe for a terminal: control characters become visible dots."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "·" for c in text)


def plural(count: int, one: str, many: str = "") -> str:
    """`1 move`, `2 moves`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def in_seconds(seconds: float) -> str:
    """`1 second`, `0.5 seconds`."""
    return f"{seconds:g} {'second' if seconds == 1 else 'seconds'}"


def spaced(title: str) -> str:
    """The title of a game as people write it: `OneWord` has a blank."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", title)


def in_columns(rows: list[list[str]], gap: str = "  ") -> list[str]:
    """Rows with their cells lined up; the last one is not filled up."""
    if not rows:
        return []
    widths = [max((len(row[i]) for row in rows if i < len(row)), default=0) for i in range(max(map(len, rows)))]
    return [gap.join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip() for row in rows]
