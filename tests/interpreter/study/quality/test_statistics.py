"""Statistics against numbers of textbooks and tables."""

from __future__ import annotations

from math import isclose

import pytest

from astro_referee.interpreter.study.quality.features import Feature
from astro_referee.interpreter.study.quality.games import GameRow, worth
from astro_referee.interpreter.study.quality.impact import impacts
from astro_referee.interpreter.study.quality.statistics import (
    Mean,
    Share,
    difference,
    holm,
    mean_of,
    score_test,
    student,
    two_sided,
)


def test_wilson_as_newcombe_has_it() -> None:
    """Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for count, of, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        assert [round(end, 4) for end in Share(count, of).interval] == [low, high]


def test_points_of_students_t_as_in_tables() -> None:
    for freedom, point in [(3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984)]:
        assert isclose(student(freedom), point, rel_tol=0.005)
    assert student(2) == float("inf")


def test_two_sided_chances_of_the_normal_distribution() -> None:
    assert two_sided(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert two_sided(-2.575829) == pytest.approx(0.01, abs=1e-6)


def test_holm_as_in_his_example() -> None:
    """Four tests of .01, .04, .03, .005: only the two smallest stay below 5 %."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


def test_a_score_test_of_two_seats_is_that_of_a_share() -> None:
    """60 of 100 heads: z = (60 - 50) / 5 = 2. Draws say nothing."""
    found = score_test([0.5] * 60 + [-0.5] * 40 + [0.0] * 77)
    assert found is not None
    assert found[0] == pytest.approx(2)
    assert found[1] == pytest.approx(0.0455, abs=1e-4)
    assert score_test([0.5] * 19) is None


def test_mean_and_difference() -> None:
    assert mean_of([2, 4, 4, 4, 5, 5, 7, 9]) == Mean(8, 5.0, pytest.approx(2.13809))
    found = difference(Mean(50, 10.0, 3.0), Mean(50, 8.0, 4.0))
    assert found is not None
    assert found[0] == pytest.approx(2)
    assert found[1] == pytest.approx(1.959964 * 0.5**0.5)
    assert found[2] == pytest.approx(0.00468, abs=1e-5)


def row(number: int, winner: int, used: tuple[int, ...]) -> GameRow:
    return GameRow(number, -1, 1, 1, 1, 0, 1, 1 << winner, -1, 0, 1, used)


def test_what_winners_share() -> None:
    assert worth(GameRow(0, -1, 1, 1, 1, 0, 1, 0b011, -1), 3) == [3, 3, 0]
    assert worth(GameRow(0, -1, 1, 1, 1, 0, 2, 0, -1), 3) == [2, 2, 2]
    assert worth(GameRow(0, -1, 1, 1, 1, 0, 1, 0, -1), 3) == [0, 0, 0]


def test_the_difference_of_a_feature_is_the_slope_within_seats() -> None:
    """Seat 0 uses it in all games but wins as often as the other: being in that seat is no merit of the feature."""
    rows = [row(number, number % 2, (1, number // 2 % 2)) for number in range(100)]
    (found,) = impacts([Feature("move", "x", "x")], rows, 2)
    assert found.difference == pytest.approx(0)
    assert not found.matters
    assert (found.used, found.of) == (150, 200)


def test_a_feature_of_winners_matters() -> None:
    """One seat of each game has it, and three of four of them win: 1/4 of 100 games more than even, z = 5."""
    rows = [row(number, (number % 2) ^ (number // 2 % 4 == 0), ((1, 0), (0, 1))[number % 2]) for number in range(100)]
    (found,) = impacts([Feature("move", "x", "x")], rows, 2)
    assert found.with_it == pytest.approx(0.74)
    assert found.difference == pytest.approx(0.48)
    assert found.interval[0] == pytest.approx(0.48 - 1.96 * 0.1, abs=0.01)
    assert found.matters
