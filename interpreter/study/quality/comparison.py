"""Two studies side by side: which measures differ by more than accident, corrected for how many are compared."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from astro_referee.interpreter.study.quality.games import unit, winners_of, worth
from astro_referee.interpreter.study.quality.statistics import LEVEL, Mean, difference, holm, mean_of
from astro_referee.interpreter.study.quality.summary import Study, StudySection, ending_of


@frozen
class MeasureChange:
    """One measure of the first game and of another."""

    players: str
    name: str
    share: bool
    """Whether it is a share, from 0 to 1."""
    before: Mean
    after: Mean
    apart: float
    half: float
    chance: float
    corrected: float = 1.0

    @property
    def significant(self) -> bool:
        return self.corrected < LEVEL


def compare(one: Study, other: Study) -> list[MeasureChange]:
    """All measures that both have, of the same players; the surest difference first."""
    made: list[MeasureChange] = []
    others = {section.group.title: section for section in other.played}
    for section in one.played:
        if section.group.title in others:
            made += changes(section, others[section.group.title])
    corrected = holm([change.chance for change in made])
    both = [evolve(change, corrected=chance) for change, chance in zip(made, corrected, strict=True)]
    return sorted(both, key=lambda change: (change.corrected, change.chance))


def changes(one: StudySection, other: StudySection) -> Iterator[MeasureChange]:
    before, after = numbers(one), numbers(other)
    for name in before:
        first, second = before[name], after.get(name)
        if first is None or second is None or not (first.spread or second.spread or first.value != second.value):
            continue  # nothing to compare
        found = difference(second, first)
        if found is not None:
            share = name not in PLAIN
            yield MeasureChange(one.group.title, name, share, first, second, *found)


PLAIN = ("length", "branching", "chance events", "lead changes", "score difference")
"""Measures that are no shares."""


def numbers(section: StudySection) -> dict[str, Mean | None]:
    """Every measure as a mean over games."""
    game, seats, whole = section.game, section.game.seats, unit(section.game.seats)
    rows = section.finished
    made: dict[str, Mean | None] = {}
    if section.versus and section.stronger() is None:
        got = [worth(row, seats) for row in rows]
        made |= {f"share of seat {at + 1}": mean_of([one[at] / whole for one in got]) for at in range(seats)}
        firsts = [worth(row, seats)[row.first] / whole for row in rows if row.first >= 0]
        made["share of the first mover"] = mean_of(firsts)
    elif section.versus:
        made["share of the stronger"] = mean_of([worth(row, seats)[row.strong] / whole for row in rows])
    drawn = [float(not winners_of(row, seats) and sum(worth(row, seats)) > 0) for row in rows]
    made["draws"] = mean_of(drawn)
    made["games that end"] = mean_of([float(row.finished) for row in section.rows])
    made |= section.means()
    for text in dict(section.endings()):
        made[f"ends with: {text}"] = mean_of([float(ending_of(game, row) == text) for row in rows])
    return made
