"""What winning has to do with what a seat made use of: rows of games in, each feature with its difference out.

For each feature: winning (1, shared by several winners, all sharing in a draw) of those who used it less that of those
who did not, in the same seat: the slope of a linear regression with an effect for each seat, its error clustered by
game (Liang and Zeger 1986), reckoned as if there were no difference, so that it errs towards too wide. The chances of
all features together are corrected for their number (Holm 1979). Winning comes with what was used, and need not come
from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt

from attrs import evolve, frozen

from astro_referee.interpreter.study.quality.features import Feature
from astro_referee.interpreter.study.quality.games import GameRow, unit, worth
from astro_referee.interpreter.study.quality.statistics import ENOUGH, LEVEL, Z95, holm, two_sided


@frozen
class Impact:
    """A feature, how many seats of how many used it, and how they did."""

    feature: Feature
    used: int
    of: int
    with_it: float
    """What a seat got that used it, on average."""
    without: float
    difference: float
    half: float
    """Half of the width of the 95 % interval of the difference."""
    chance: float
    corrected: float = 1.0

    @property
    def interval(self) -> tuple[float, float]:
        return self.difference - self.half, self.difference + self.half

    @property
    def matters(self) -> bool:
        return self.corrected < LEVEL


def impacts(features: Sequence[Feature], rows: Sequence[GameRow], seats: int) -> list[Impact]:
    """All features that enough seats used, and enough did not; the surest first."""
    whole = unit(seats)
    got = [[part / whole for part in worth(row, seats)] for row in rows]
    means = [fsum(one[seat] for one in got) / len(rows) for seat in range(seats)] if rows else []
    left = [[one[seat] - means[seat] for seat in range(seats)] for one in got]
    made = []
    for at, feature in enumerate(features):
        used = [[row.used[seat] >> at & 1 for seat in range(seats)] for row in rows]
        count = sum(map(sum, used))
        if min(count, len(rows) * seats - count) < ENOUGH:
            continue
        found = impact_of(feature, used, got, left)
        if found is not None:
            made.append(found)
    corrected = holm([one.chance for one in made])
    made = [evolve(one, corrected=chance) for one, chance in zip(made, corrected, strict=True)]
    return sorted(made, key=lambda one: (-round(abs(one.difference) / one.half, 6), -one.difference))


def impact_of(
    feature: Feature, used: list[list[int]], got: list[list[float]], left: list[list[float]]
) -> Impact | None:
    games, seats = len(used), len(used[0])
    shares = [sum(one[seat] for one in used) / games for seat in range(seats)]
    apart = [[one[seat] - shares[seat] for seat in range(seats)] for one in used]
    squares = fsum(number * number for one in apart for number in one)
    parts = [fsum(u * w for u, w in zip(a, b, strict=True)) for a, b in zip(apart, left, strict=True)]
    noise = sqrt(fsum(part * part for part in parts))
    if not squares or sum(1 for part in parts if abs(part) > 1e-12) < ENOUGH:
        return None  # all of a seat used it or none did, or nothing came of it
    slope, count = fsum(parts) / squares, sum(map(sum, used))
    pairs = [(u, w) for a, b in zip(used, got, strict=True) for u, w in zip(a, b, strict=True)]
    with_it = fsum(w for u, w in pairs if u) / count
    without = fsum(w for u, w in pairs if not u) / (len(pairs) - count)
    return Impact(
        feature, count, len(pairs), with_it, without, slope, Z95 * noise / squares, two_sided(fsum(parts) / noise)
    )
