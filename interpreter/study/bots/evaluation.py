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
        if self.game.machine.utility:
            worths = self.points(state)
            if worths is not None:
                return self.by_lead(worths)
        ending, first = state[offsets[m.ENDING]], offsets[m.PLACE]
        named = ending in (1, m.SHARED, m.COMMON)
        places = by_place(tuple(state[first : first + seats]), named, self.game.machine.teams)
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
        rivals = rivals_of(self.game.seats, self.game.machine.teams)
        leads = [
            point - sum(points[other] for other in others) / max(1, len(others))
            for point, others in zip(points, rivals, strict=True)
        ]
        return [usual.note(lead) for usual, lead in zip(self.stats, leads, strict=True)]


@lru_cache(maxsize=64)
def rivals_of(seats: int, teams: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The seats that each plays against: all others but partners."""
    sides = teams or tuple(range(seats))
    return tuple(tuple(other for other in range(seats) if sides[other] != sides[seat]) for seat in range(seats))


@lru_cache(maxsize=4096)
def by_place(places: tuple[int, ...], named: bool, teams: tuple[int, ...] = ()) -> tuple[float, ...]:
    """The share of its rivals a seat has left behind, those level with it by half. Where winners are named, all have
    won if all are, and all have lost if nobody is.
    """
    if len(places) == 1 or (named and len(set(places)) == 1):
        return tuple(1.0 if place == 1 else 0.0 for place in places)
    rivals = [[places[other] for other in others] for others in rivals_of(len(places), teams)]
    return tuple(
        sum(1.0 if place < other else 0.5 if place == other else 0.0 for other in others) / max(1, len(others))
        for place, others in zip(places, rivals, strict=True)
    )
