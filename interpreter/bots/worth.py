"""What a position is worth to each seat, from 0 to 1: by places when the game is over, by the score so far if not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.game import Game, State
from astro_referee.interpreter.runtime import RuleFault

BY_MARGIN = 0.3
"""How much of the worth is the lead in points, where points are counted: a hopeless game is still played well."""


@define
class Worth:
    """Judges positions of one game. Leads are measured by the largest one seen so far."""

    game: Game
    widest: int = field(init=False, default=1)

    def __call__(self, state: State) -> Sequence[float]:
        seats = self.game.seats
        if state[0]:
            points = self.points(state)
            return self.by_points(points, by_score(points)) if points is not None else [0.5] * seats
        first = self.game.offsets[m.PLACE]
        ending = state[self.game.offsets[m.ENDING]]
        worth = by_place(tuple(state[first : first + seats]), ending == 1)
        points = self.points(state) if ending == m.SCORED else None
        return worth if points is None else self.by_points(points, worth)

    def points(self, state: State) -> list[int] | None:
        """How everybody would stand if the game were over; None if no number says that."""
        if not self.game.machine.standing:
            return None
        standing = self.game.function(self.game.machine.standing)
        try:
            return [standing(state, seat) for seat in range(self.game.seats)]
        except RuleFault:  # a score may speak of what is there only at the end
            return None

    def by_points(self, points: list[int], places: Sequence[float]) -> Sequence[float]:
        """Places, mended by how far each seat is ahead of the others on average."""
        total, others = sum(points), max(1, len(points) - 1)
        leads = [point * others - (total - point) for point in points]
        self.widest = max(self.widest, *map(abs, leads))
        return [
            (1 - BY_MARGIN) * place + BY_MARGIN * (0.5 + 0.5 * lead / self.widest)
            for place, lead in zip(places, leads, strict=True)
        ]


@lru_cache(maxsize=4096)
def by_place(places: tuple[int, ...], named: bool) -> tuple[float, ...]:
    """The share of the others a seat has left behind, those level with it by half; all who are named have won."""
    if len(places) == 1 or (named and set(places) == {1}):
        return tuple(1.0 if place == 1 else 0.0 for place in places)
    others = len(places) - 1
    return tuple(
        (sum(place < other for other in places) + (sum(place == other for other in places) - 1) / 2) / others
        for place in places
    )


def by_score(points: list[int]) -> tuple[float, ...]:
    return by_place(tuple(-point for point in points), False)
