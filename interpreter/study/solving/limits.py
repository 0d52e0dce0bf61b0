"""How much a solver may use, and what it says when that is not enough."""

from __future__ import annotations

from time import monotonic

from attrs import define, field

from astro_referee.interpreter.machine import Machine
from astro_referee.interpreter.values.text import in_seconds, plural

LOOK_UP = 1000
"""Positions after which the clock is looked at."""


class TooLarge(Exception):
    """A game has more positions than may be looked at, or takes too long; says so in a sentence."""


class NotSolvable(Exception):
    """A game of a sort that has no solver here; says why in a sentence."""


@define
class Limits:
    positions: int = 500_000
    seconds: float = 120.0
    end: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.end = monotonic() + self.seconds

    @property
    def over(self) -> bool:
        return monotonic() > self.end

    def check(self, positions: int, what: str = "position", several: str = "positions") -> None:
        """Raises TooLarge."""
        if positions > self.positions:
            raise TooLarge(f"it has more than {plural(self.positions, what, several)}")
        if positions % LOOK_UP == 0 and self.over:
            were = "was" if self.seconds == 1 else "were"
            so_far = plural(positions, what, several)
            raise TooLarge(f"{in_seconds(self.seconds)} {were} not enough: {so_far} so far")


def secretive(machine: Machine) -> bool:
    """Whether somebody may know something that another does not."""
    together = any(decision.manner == "together" for decision in machine.decisions)
    return together or any(slot.hidden for slot in machine.fields)
