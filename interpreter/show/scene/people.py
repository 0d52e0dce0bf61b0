"""Seats with the names of those who sit there."""

from __future__ import annotations


class People:
    """Who sits where, by the names the rules have for the seats."""

    def __init__(self, seats: tuple[str, ...], names: tuple[str, ...]) -> None:
        self.seats = seats
        self.known = dict(zip(seats, names, strict=True))

    def name(self, seat: str) -> str:
        """The person; whatever is no seat keeps its name."""
        return self.known.get(seat, seat)

    def full(self, seat: str) -> str:
        """`White (Ann)`, or `White` if nobody gave a name."""
        person = self.name(seat)
        return seat if person == seat else f"{seat} ({person})"
