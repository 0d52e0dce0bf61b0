"""Which team each seat plays for."""

from __future__ import annotations

from attrs import frozen

from astro_referee.interpreter.values.types import Member


@frozen
class Teams:
    """The kind that is a team, the column of the players that says theirs, and the team of each seat."""

    kind: Member
    column: str
    seats: tuple[int, ...]

    def players(self, team: int) -> int:
        return sum(1 << seat for seat, other in enumerate(self.seats) if other == team)

    @property
    def heads(self) -> int:
        """The first seat of each team."""
        return sum(1 << self.seats.index(team) for team in {*self.seats})
