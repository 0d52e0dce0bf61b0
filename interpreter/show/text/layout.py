"""Lines on a page: wrapped with a hanging indent, blocks side by side, texts cut to a width."""

from __future__ import annotations

from collections.abc import Sequence

from astro_referee.interpreter.show.scene.facts import Fact

WIDTH = 80
"""Columns that every terminal has, and that a page has if nothing else is said."""
GAP = "    "
"""Between blocks that stand side by side."""
INDENT = "    "
"""Before the lines that go on."""

Block = list[str]


def cut(text: str, width: int, more: str) -> str:
    """A text no longer than a width; `more` says that something is missing."""
    return text if len(text) <= width else text[: max(0, width - len(more))] + more


def cut_between(text: str, width: int, more: str) -> str:
    """The same, but only between two things of a list, or else two words: no name is split if it need not be."""
    if len(text) <= width:
        return text
    short = text[: max(0, width - len(more))]
    ends = [short.rfind(joint) + 1 for joint in (",", ";")]
    end = max(ends) if max(ends) > len(short) // 2 else short.rfind(" ")
    return f"{short[:end].rstrip()} {more}" if 0 < end < len(short) else short + more


def wrapped(head: str, items: Sequence[str], tail: str = "", joint: str = ",", width: int = WIDTH) -> list[str]:
    """`head item, item, item tail`, on as many lines as it takes; only between items a new line begins."""
    words = [item + joint for item in items[:-1]] + [item + tail for item in items[-1:]]
    rows, row = [], head
    for word in words:
        longer = f"{row} {word}" if row.strip() else row + word
        if len(longer) > width and row.strip():
            rows.append(row)
            longer = INDENT + word
        row = longer
    return [*rows, row]


def fact_lines(fact: Fact, width: int = WIDTH) -> list[str]:
    """`name: item, item`."""
    return wrapped(f"{fact.name}:", fact.items, width=width)


def beside(groups: Sequence[Sequence[Block]], width: int = WIDTH) -> list[list[Block]]:
    """Blocks put into bands, as many side by side as there is room for; groups stay together where they can."""
    bands: list[list[Block]] = []
    used = width
    for group in groups:
        widths = [len(GAP) + max(map(len, block), default=0) for block in group]
        together = used + sum(widths) <= width or sum(widths) > width + len(GAP)
        for number, (block, wide) in enumerate(zip(group, widths, strict=True)):
            if used + wide > width or (number == 0 and not together):
                bands.append([])
                used = -len(GAP)
            bands[-1].append(block)
            used += wide
    return bands


def merge_blocks(band: Sequence[Block]) -> list[str]:
    """The lines of blocks that stand side by side, tops level."""
    widths = [max(map(len, block), default=0) for block in band]
    height = max(map(len, band), default=0)
    rows = []
    for line in range(height):
        parts = [block[line] if line < len(block) else "" for block in band]
        rows.append(GAP.join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip())
    return rows
