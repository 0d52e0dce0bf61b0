"""Seats with the names of those who sit there, and how things are written for them."""

from __future__ import annotations

from collections.abc import Mapping

from astro_referee.interpreter.values.marks import Style


class People:
    """Who sits where, by the names the rules have for the seats."""

    def __init__(self, seats: tuple[str, ...], names: tuple[str, ...], style: Style = Style.NAMES) -> None:
        self.seats, self.style = seats, style
        self.known = dict(zip(seats, names, strict=True))

    def reading(self, words: Mapping[str, str]) -> People:
        """The same people, who read words in place of some names that are no seats."""
        people = People(self.seats, tuple(map(self.name, self.seats)), self.style)
        people.known = {**words, **self.known}
        return people

    def name(self, seat: str) -> str:
        """The person; whatever is no seat keeps its name, or has words of its own."""
        return self.known.get(seat, seat.replace("_", " "))

    def full(self, seat: str) -> str:
        """`White (Ann)`, or `White` if nobody gave a name."""
        person = self.name(seat)
        return seat if person == seat else f"{seat} ({person})"
