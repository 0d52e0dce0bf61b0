"""Sides that take turns within one run: what each is to play in, their speeds and the ratios between them out.

Only time of the processor counts, that of this process, so that others on the machine disturb little; and all sides of
a comparison have their turn in every round, so that what disturbs disturbs all alike.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median, quantiles

from attrs import define, field, frozen

FEWEST = 3
"""Rounds that quartiles need."""
SHORTEST = 0.002
"""Seconds of a turn, at least: clocks of processors are not finer than that everywhere."""


@define
class Side:
    """Something that plays: it is given how many units (games, or moves, as it likes) and says how many moves it made.

    `per_game` are the moves of a game, for those that count in games; `factor` is how many moves of others make one
    of theirs.
    """

    name: str
    play: Callable[[int], float]
    amount: int = 1
    speeds: list[float] = field(factory=list)
    """Moves a second, round by round."""

    def turn(self, seconds: float) -> None:
        """Plays for about so long."""
        moves, passed, wanted = 0.0, 0.0, max(seconds, SHORTEST)
        while passed < 0.7 * wanted:
            start = time.process_time()
            moves += self.play(self.amount)
            last = time.process_time() - start
            passed += last
            if last < 0.7 * wanted:
                self.amount = max(self.amount + 1, int(self.amount * min(10, (wanted - passed) / max(last, 1e-7))))
        self.speeds.append(moves / passed)
        self.amount = max(1, int(self.amount * min(1.5, wanted / max(passed, 1e-7))))

    @property
    def speed(self) -> float:
        return median(self.speeds)


@frozen
class Ratio:
    """How many times as fast one side is as another: the median over all rounds, and the quartiles around it."""

    low: float
    middle: float
    high: float

    @classmethod
    def of(cls, one: Sequence[float], other: Sequence[float]) -> Ratio:
        return cls(*quantiles((a / b for a, b in zip(one, other, strict=True)), n=4, method="inclusive"))


def take_turns(sides: Sequence[Side], seconds: float, rounds: int = 9) -> None:
    """Lets sides play for so many seconds each. Who is first changes: a processor that slows down favours nobody."""
    rounds = max(FEWEST, min(rounds, int(seconds / SHORTEST)))
    for side in sides:
        side.turn(seconds / rounds / 10)  # what is worked out only once, and how much fits into a turn
        side.speeds.clear()
    for number in range(rounds):
        first = number % len(sides)
        for side in (*sides[first:], *sides[:first]):
            side.turn(seconds / rounds)
