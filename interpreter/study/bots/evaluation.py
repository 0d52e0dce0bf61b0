"""What a position is worth to each seat, from 0 to 1: by places when the game is over, by the score so far if not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.machine.runtime import RuleFault
from astro_referee.interpreter.play.game import Game

BY_LEAD = 0.3
"""How much of the worth of a finished game is the lead in points, if points decided it: a game that is as good as
lost, or won, is still played well."""
SPREAD = 4.0
"""A lead so many times the usual differences above what is usual counts as 1, as many below as 0 (but for half)."""


@define
class RunningStats:
    """Mean and spread of the leads of one seat in the imagined games so far (Welford 1962)."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def note(self, lead: float) -> float:
        """How good a lead is, from 0 to 1, beside those before it; half if it is as usual."""
        self.count += 1
        step = lead - self.mean
        self.mean += step / self.count
        self.squares += step * (lead - self.mean)
        if not self.squares:
            return 0.5
        return min(1.0, max(0.0, 0.5 + (lead - self.mean) / sqrt(self.squares / self.count) / SPREAD))


@define
class PositionValue:
    """Judges positions of one game, one after the other."""

    game: Game
    stats: list[RunningStats] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.stats = [RunningStats() for _ in range(self.game.seats)]

    def __call__(self, state: State) -> Sequence[float]:
        seats, offsets = self.game.seats, self.game.offsets
        if state[0]:
            points = self.points(state)
            return self.by_lead(points) if points is not None else [0.5] * seats
        ending, first = state[offsets[m.ENDING]], offsets[m.PLACE]
        places = by_place(tuple(state[first : first + seats]), ending in (1, m.SHARED, m.COMMON))
        points = self.points(state) if ending in (m.SCORED, m.SHARED) else None
        if ending == m.COMMON:
            points = list(state[offsets[m.SCORE] : offsets[m.SCORE] + seats])
        if points is None:
            return places
        leads = self.by_lead(points)
        return [place + BY_LEAD * (lead - place) for place, lead in zip(places, leads, strict=True)]

    def points(self, state: State) -> list[int] | None:
        """How everybody would stand if the game were over; None if no number says that."""
        if not self.game.machine.standing:
            return None
        standing = self.game.function(self.game.machine.standing)
        try:
            return [standing(state, seat) for seat in range(self.game.seats)]
        except RuleFault:  # a score may speak of what is there only at the end
            return None

    def by_lead(self, points: list[int]) -> list[float]:
        """How far each seat is ahead of the others on average; what it has, where that counts by itself."""
        if self.game.machine.absolute:
            return [usual.note(point) for usual, point in zip(self.stats, points, strict=True)]
        total, others = sum(points), max(1, len(points) - 1)
        return [usual.note(point - (total - point) / others) for usual, point in zip(self.stats, points, strict=True)]


@lru_cache(maxsize=4096)
def by_place(places: tuple[int, ...], named: bool) -> tuple[float, ...]:
    """The share of the others a seat has left behind, those level with it by half. Where winners are named, all have
    won if all are, and all have lost if nobody is.
    """
    if len(places) == 1 or (named and len(set(places)) == 1):
        return tuple(1.0 if place == 1 else 0.0 for place in places)
    others = len(places) - 1
    return tuple(
        (sum(place < other for other in places) + (sum(place == other for other in places) - 1) / 2) / others
        for place in places
    )
