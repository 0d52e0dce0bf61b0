"""Pig: a fair die, and the chances that follow from it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import astro_referee as astro
from astro_referee import Match

FILE = Path(__file__).parents[2] / "examples" / "pig.astro"


def field(match: Match, name: str) -> list[str]:
    return [entry.text for field in match.view(0).fields if field.name == name for entry in field.entries]


def wins_by_rolling_on(match: Match) -> Fraction:
    """The chance that the first player reaches the goal in the first turn by never holding."""
    total = Fraction(0)
    for value, chance, _ in match.outcomes():
        after = match.copy()
        after.settle(value)
        if after.result is not None:
            total += chance * (after.result.winners == (0,))
        elif after.actors == (0,):
            assert after.submit(0, "again").ok
            total += chance * wins_by_rolling_on(after)
    return total


def reaches(goal: int) -> Fraction:
    """The same by hand: each of 2 to 6 comes with chance 1/6, a one ends it."""
    if goal <= 0:
        return Fraction(1)
    return sum((reaches(goal - pip) for pip in range(2, 7)), Fraction(0)) / 6


def test_die_is_fair() -> None:
    assert [(name, chance) for _, chance, name in astro.start(FILE).outcomes()] == [
        (str(pip), Fraction(1, 6)) for pip in range(1, 7)
    ]


@pytest.mark.parametrize("goal", [10, 13])
def test_chance_to_win_in_one_turn(goal: int) -> None:
    assert wins_by_rolling_on(astro.start(FILE, options={"goal": str(goal)})) == reaches(goal)


def test_a_one_loses_the_turn_and_a_hold_keeps_it() -> None:
    match = astro.start(FILE, players=3)
    match.settle(6)
    assert match.submit(0, "hold").ok
    match.settle(5)
    assert match.submit(1, "again").ok
    match.settle(1)
    assert [said.text for said in match.events[-1].said] == ["P2 rolls a one and loses 5."]
    match.settle(4)
    assert match.actors == (2,)
    assert field(match, "gain") == ["4"]
    assert field(match, "score") == ["6", "0", "0"]


def test_goal_ends_the_game_with_everybody_ranked() -> None:
    match = astro.start(FILE, players=3, options={"goal": "10"})
    match.settle(6)
    assert match.submit(0, "hold").ok
    match.settle(1)
    match.settle(5)
    assert match.submit(2, "again").ok
    match.settle(5)
    assert match.result is not None
    assert match.result.places == (2, 3, 1)
    assert match.result.scores == (6, 0, 10)
    assert match.result.winners == (2,)
