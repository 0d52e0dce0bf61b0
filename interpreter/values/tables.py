"""Constant tables: nested tuples of numbers and sets."""

from __future__ import annotations


def largest_entry(table: tuple[object, ...], depth: int) -> int:
    """The size of the largest set or list in a constant table with so many indexes."""
    entries: list[object] = [table]
    for _ in range(depth):
        entries = [inner for entry in entries for inner in (entry if isinstance(entry, tuple) else ())]
    sizes = (len(e) if isinstance(e, tuple) else e.bit_count() for e in entries if isinstance(e, tuple | int))
    return max(sizes, default=0)
