"""How many play."""

from __future__ import annotations


def usual_seats(range_: tuple[int, int]) -> int:
    """How many play if nobody says: as few as can, but not one alone if more can."""
    return max(range_[0], min(2, range_[1]))
