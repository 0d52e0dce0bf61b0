"""Characters that stand out, in lines that are put together by their length.

A character that stands out is another character while lines are drawn, from a part of Unicode in which there are none.
So it takes the room of one, wherever it is cut, filled up or joined; whoever shows the line makes a colour of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from itertools import groupby


class Highlight(IntEnum):
    """Why something stands out; the value is the plane of Unicode that its characters are moved to."""

    NONE = 0
    LAST = 4
    """The last move has changed it."""
    TARGET = 5
    """A move that has been begun can lead there."""
    NEW = 6
    """It has changed since the player last looked."""


PLANE = 1 << 16


def lit(text: str, why: Highlight) -> str:
    """A text that stands out; blanks, and what is outside the first plane, stay as they are."""
    if not why:
        return text
    return "".join(chr(ord(c) + why * PLANE) if c > " " and ord(c) < PLANE else c for c in text)


def unlit(text: str) -> str:
    """A text as it is without highlights."""
    return "".join(run for run, _ in runs(text))


def runs(text: str) -> Iterator[tuple[str, Highlight]]:
    """The pieces of a text, each with why it stands out."""
    planes = {why.value for why in Highlight}
    for why, piece in groupby(text, key=lambda c: ord(c) // PLANE if ord(c) // PLANE in planes else 0):
        yield "".join(chr(ord(c) - why * PLANE) for c in piece), Highlight(why)
