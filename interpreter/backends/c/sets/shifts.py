"""How far a table leads, place by place: what lies equally far from many places is one shift of a set."""

from __future__ import annotations

MOST_SHIFTS = 16
"""Distances from which on it is quicker to go through the members of a set."""


def shifts(column: tuple[object, ...]) -> list[tuple[int, int]]:
    """How far on the entries lie, each distance with the set of places from which they lie so far."""
    masks: dict[int, int] = {}
    for place, entry in enumerate(column):
        assert isinstance(entry, int)
        if entry >= 0:
            masks[entry - place] = masks.get(entry - place, 0) | 1 << place
    return sorted(masks.items())
