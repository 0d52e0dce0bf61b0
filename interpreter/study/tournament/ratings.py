"""How strong players are: results in, ratings with intervals out.

Elo: the likeliest strengths of Bradley and Terry (1952), draws half, in Elo's points, 1500 on average; errors from the
curvature at the likeliest point. Everybody has an even game against somebody average besides, so that who has won all
is not infinitely strong.

Skill: a normal distribution for each player, brought up to date game by game (Weng and Lin 2011, full pairs of Bradley
and Terry), beginning at 25 with a spread of 25/3.

Where more than two play, each pair counts as a game, but all pairs of a game together as the seats less one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt

from attrs import define, frozen

from astro_referee.interpreter.study.quality.statistics import Z95

SCALE = 400 / log(10)
CENTRE = 1500.0
AVERAGE = 1.0
"""Games that everybody is taken to have played against an average player, with an even result."""
MEAN, SPREAD = 25.0, 25.0 / 3
NOISE = SPREAD / 2
"""How much luck there is in a single game."""
LEAST = 1e-4
"""A spread shrinks at most so far in one game."""


@frozen
class Outcome:
    """The players of a game, each with their place; equal places have drawn."""

    players: tuple[int, ...]
    places: tuple[int, ...]

    def pairs(self) -> list[tuple[int, int, float, float]]:
        """Each pair of different players: what the first got against the second, and how much that counts."""
        weight = 2 / len(self.players)
        found = []
        for at, one in enumerate(self.players):
            for other_at in range(at + 1, len(self.players)):
                other = self.players[other_at]
                if one != other:
                    mine, theirs = self.places[at], self.places[other_at]
                    found.append((one, other, 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0, weight))
        return found


@frozen
class Rating:
    value: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        return self.value - Z95 * self.error, self.value + Z95 * self.error


def elo(players: int, outcomes: Sequence[Outcome], average: float = AVERAGE) -> list[Rating]:
    """By Newton's method, which finds the one likeliest point in a few steps."""
    pairs = [pair for outcome in outcomes for pair in outcome.pairs()]
    strength = [0.0] * players
    inverse: list[list[float]] = []
    for _ in range(50):
        slope = [average * (0.5 - expected(own)) for own in strength]
        bend = [[0.0] * players for _ in range(players)]
        for at, own in enumerate(strength):
            bend[at][at] = average * expected(own) * (1 - expected(own)) + 1e-9
        for one, other, got, weight in pairs:
            hope = expected(strength[one] - strength[other])
            slope[one] += weight * (got - hope)
            slope[other] -= weight * (got - hope)
            part = weight * hope * (1 - hope)
            bend[one][one] += part
            bend[other][other] += part
            bend[one][other] -= part
            bend[other][one] -= part
        inverse = inverted(bend)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        longest = max(map(abs, step), default=0.0)
        scale = min(1.0, 2.0 / longest) if longest else 1.0  # a long step may leap too far
        strength = [own + scale * change for own, change in zip(strength, step, strict=True)]
        if longest < 1e-10:
            break
    # Only differences say anything: errors are those of the distance from the mean.
    middle, rows = sum(strength) / players, [sum(row) / players for row in inverse]
    errors = [inverse[at][at] - 2 * rows[at] + sum(rows) / players for at in range(players)]
    return [
        Rating(CENTRE + SCALE * (own - middle), SCALE * sqrt(max(0.0, error)))
        for own, error in zip(strength, errors, strict=True)
    ]


def expected(apart: float) -> float:
    return 1 / (1 + exp(-apart))


def inverted(matrix: list[list[float]]) -> list[list[float]]:
    """Gauss and Jordan; the matrices here have all that is needed for it on their diagonals."""
    size = len(matrix)
    rows = [[*row, *(float(at == column) for column in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [value / pivot for value in rows[at]]
        for other in range(size):
            if other != at and rows[other][at]:
                factor = rows[other][at]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]


@define
class Skills:
    """Normal distributions of skill, brought up to date game by game."""

    means: list[float]
    spreads: list[float]

    def note(self, outcome: Outcome) -> None:
        changes = [0.0] * len(self.means)
        shrinks = [0.0] * len(self.means)
        for one, other, got, weight in outcome.pairs():
            weight *= len(outcome.players) / 2
            together = sqrt(self.spreads[one] ** 2 + self.spreads[other] ** 2 + 2 * NOISE**2)
            hope = expected((self.means[one] - self.means[other]) / together)
            for player, had, hoped in ((one, got, hope), (other, 1 - got, 1 - hope)):
                square = self.spreads[player] ** 2
                changes[player] += weight * square / together * (had - hoped)
                gamma = self.spreads[player] / together
                shrinks[player] += weight * gamma * square / together**2 * hope * (1 - hope)
        for player in set(outcome.players):
            self.means[player] += changes[player]
            self.spreads[player] *= sqrt(max(1 - shrinks[player], LEAST))


def skills(players: int, outcomes: Sequence[Outcome]) -> list[Rating]:
    made = Skills([MEAN] * players, [SPREAD] * players)
    for outcome in outcomes:
        made.note(outcome)
    return [Rating(mean, spread) for mean, spread in zip(made.means, made.spreads, strict=True)]
