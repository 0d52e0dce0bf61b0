"""What the tables of a machine are declared to give, whatever is known at the place of use."""

from __future__ import annotations

from astro_referee.interpreter.values.types import ListOf, Type

Table = tuple[Type, tuple[object, ...]]


def entry_type(table: Table, indices: int) -> Type | None:
    """What a table gives for so many indices: an entry, or a whole row of them; None if it has not so many."""
    type, entries = table
    missing = depth(entries) - isinstance(type, ListOf) - indices
    for level in range(missing):
        type = ListOf(type, longest(entries, indices + missing - 1 - level))
    return type if missing >= 0 else None


def depth(entry: object) -> int:
    """How many indices lead to something that is no row."""
    return 1 + max(map(depth, entry), default=0) if isinstance(entry, tuple) else 0


def longest(entry: object, indices: int) -> int:
    """The size of the largest row behind so many indices."""
    assert isinstance(entry, tuple)
    return len(entry) if indices == 0 else max((longest(inner, indices - 1) for inner in entry), default=0)


def shortest(entry: object, indices: int) -> int:
    """The size of the smallest row behind so many indices."""
    assert isinstance(entry, tuple)
    return len(entry) if indices == 0 else min((shortest(inner, indices - 1) for inner in entry), default=0)
