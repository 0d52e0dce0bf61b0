"""How sure a number is: shares and means with their intervals, and tests that know how many others were made.

Every test is over games, which are independent of each other; seats of one game are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import erfc, fsum, inf, isfinite, sqrt

from attrs import frozen

from astro_referee.interpreter.study.simulation import wilson

Z95 = 1.959964
"""The 97.5 % point of the normal distribution."""
ENOUGH = 20
"""Games that must speak for or against something before it is tested: below, the normal distribution is a bad guess."""
LEVEL = 0.05


@frozen
class Share:
    """How many of how many, with the 95 % interval of Wilson (1927)."""

    count: int
    of: int

    @property
    def value(self) -> float | None:
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.count, self.of)


@frozen
class Mean:
    """The mean of some numbers, one for each game, with its spread and the 95 % interval of Student's t."""

    count: int
    value: float
    spread: float
    """The standard deviation of the games (with n - 1)."""

    @property
    def error(self) -> float:
        return self.spread / sqrt(self.count)

    @property
    def interval(self) -> tuple[float, float]:
        """From minus infinity to infinity, if there are too few games to tell."""
        point = student(self.count - 1)
        half = point * self.error if isfinite(point) else inf
        return self.value - half, self.value + half


def mean_of(numbers: Sequence[float]) -> Mean | None:
    """None without numbers. The sums are exact, so that their order does not matter."""
    if not numbers:
        return None
    mean = fsum(numbers) / len(numbers)
    squares = fsum((number - mean) ** 2 for number in numbers)
    return Mean(len(numbers), mean, sqrt(squares / (len(numbers) - 1)) if len(numbers) > 1 else 0.0)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t, from that of the normal distribution (Fisher and Cornish 1960; within 0.5 % from
    three degrees of freedom on). With less, there is no telling: infinite.
    """
    if freedom < 3:
        return inf
    z, n = Z95, freedom
    first = (z**3 + z) / (4 * n)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    return z + first + second + third + fourth


def two_sided(z: float) -> float:
    """How often a normal number is at least so far from 0."""
    return erfc(abs(z) / sqrt(2))


def score_test(parts: Iterable[float]) -> tuple[float, float] | None:
    """z and p of games each of which brings a number that is 0 on average if nothing is the matter.

    z = sum / root of the sum of squares. For shares of two that is the test that Wilson's interval inverts; for numbers
    that several seats of a game bring together, the score test clustered by game (Liang and Zeger 1986). None if too
    few games bring anything.
    """
    numbers = [part for part in parts if part]
    if len(numbers) < ENOUGH:
        return None
    z = fsum(numbers) / sqrt(fsum(number * number for number in numbers))
    return z, two_sided(z)


def difference(one: Mean, other: Mean) -> tuple[float, float, float] | None:
    """The difference of two means, half the width of its interval, and p (Welch 1947); None if too few were counted."""
    error = sqrt(one.error**2 + other.error**2)
    if min(one.count, other.count) < ENOUGH or not isfinite(error):
        return None
    apart = one.value - other.value
    if not error:
        return apart, 0.0, 0.0 if apart else 1.0
    return apart, Z95 * error, two_sided(apart / error)


def holm(chances: Sequence[float]) -> list[float]:
    """Chances of many tests corrected for their number (Holm 1979): whatever is below 5 % then, the chance that any of
    it is an accident is at most 5 %.
    """
    order = sorted(range(len(chances)), key=lambda at: chances[at])
    corrected, least = [0.0] * len(chances), 0.0
    for rank, at in enumerate(order):
        least = max(least, min(1.0, (len(chances) - rank) * chances[at]))
        corrected[at] = least
    return corrected
