"""Rows as numbers: stored lists with a few bits for each value, the first one lowest.

`width` are the bits of a value with those who know it, `bits` those of the value alone; 0 is no value.
"""

from __future__ import annotations

from collections.abc import Sequence


def length(row: int, width: int) -> int:
    """How many values a row has."""
    return -(-row.bit_length() // width)


def entries(row: int, width: int) -> list[int]:
    """The values with those who know them, as they are kept."""
    mask, found = (1 << width) - 1, []
    while row:
        found.append(row & mask)
        row >>= width
    return found


def packed(entries: Sequence[int], width: int) -> int:
    """The row of values that are given as they are kept."""
    row = 0
    for entry in reversed(entries):
        row = row << width | entry
    return row


def values(row: int, bits: int, width: int, first: int = 0) -> list[int]:
    """The values of a row, in order; `first` is the lowest of their type."""
    mask, found = (1 << bits) - 1, []
    while row:
        found.append((row & mask) - 1 + first)
        row >>= width
    return found


def of_values(values: Sequence[int], width: int, first: int) -> int:
    """A list as a row that nobody in particular knows."""
    return packed([value + 1 - first for value in values], width)


def under(row: int, entry: int, width: int) -> int:
    """A row with one more entry at its end."""
    return row | entry << width * length(row, width)


def joined(row: int, other: int, width: int) -> int:
    """The entries of one row, then those of another."""
    return row | other << width * length(row, width)


def front(row: int, width: int) -> int:
    """A row without its last entry."""
    return row & (1 << width * (length(row, width) - 1)) - 1 if row else 0


def last(row: int, bits: int, width: int) -> int:
    """The place of the last value of a row that is not empty."""
    return (row >> width * (length(row, width) - 1) & (1 << bits) - 1) - 1


def less(row: int, group: int, group_width: int, bits: int, width: int) -> int:
    """A row without the values of a set or bag: of each as many as it holds there, from the first on."""
    mask, group_mask, kept = (1 << bits) - 1, (1 << group_width) - 1, []
    for entry in entries(row, width):
        at = group_width * ((entry & mask) - 1)
        if group >> at & group_mask:
            group -= 1 << at
        else:
            kept.append(entry)
    return packed(kept, width)


def held(row: int, group_width: int, bits: int, width: int) -> int:
    """The set or bag of all values of a row, as a number."""
    return sum(1 << group_width * value for value in values(row, bits, width))


# --- Lists ---------------------------------------------------------------------------------------------------------


def first_of(values: Sequence[int], count: int) -> Sequence[int]:
    """The first so many of a list."""
    return values[: max(0, count)]


def last_of(values: Sequence[int], count: int) -> Sequence[int]:
    """The last so many of a list."""
    return values[max(0, len(values) - count) :] if count > 0 else values[:0]


def ordered(values: Sequence[int], *keys: Sequence[int]) -> list[int]:
    """A list by keys, lowest first; the first list of keys counts most, and equal ones stay in their order."""
    return [values[place] for place in sorted(range(len(values)), key=list(zip(*keys, strict=True)).__getitem__)]
