"""Ratings against numbers worked out elsewhere."""

from __future__ import annotations

from math import log10, sqrt

import pytest

from astro_referee.interpreter.study.tournament.ratings import SCALE, Outcome, elo, skills


def games(wins: int, losses: int, draws: int = 0) -> list[Outcome]:
    results = [(1, 2)] * wins + [(2, 1)] * losses + [(1, 1)] * draws
    return [Outcome((0, 1), places) for places in results]


def test_three_of_four_are_191_points() -> None:
    """400 log10(3) = 190.8; each player is half of that from the mean, and errs by half of that of the difference."""
    one, other = elo(2, games(70, 20, 10), average=0)
    assert one.value - other.value == pytest.approx(400 * log10(3))
    assert one.value + other.value == pytest.approx(3000)
    assert one.error == pytest.approx(SCALE / 2 / sqrt(100 * 0.75 * 0.25))


def test_who_wins_all_is_not_infinitely_strong() -> None:
    one, other = elo(2, games(20, 0))
    assert 2 * 400 > one.value - other.value > 300


def test_strengths_carry_over() -> None:
    """A beats B as B beats C: A is twice as far from C."""
    pairs = [(0, 1), (1, 2)]
    results = [Outcome(pair, places) for pair in pairs for places in [(1, 2)] * 3 + [(2, 1)]]
    first, second, third = elo(3, results, average=0)
    assert first.value - second.value == pytest.approx(400 * log10(3))
    assert first.value - third.value == pytest.approx(2 * 400 * log10(3))


def test_skill_as_openskill_has_it() -> None:
    """One game between two beginners: 27.635 ± 8.066 and 22.365 ± 8.066."""
    winner, loser = skills(2, games(1, 0))
    assert (winner.value, winner.error) == pytest.approx((27.63523138347365, 8.065506316323548))
    assert (loser.value, loser.error) == pytest.approx((22.36476861652635, 8.065506316323548))


def test_the_pairs_of_a_game_count_as_its_seats_less_one() -> None:
    pairs = Outcome((0, 1, 2), (1, 2, 2)).pairs()
    assert [(one, other, got) for one, other, got, _ in pairs] == [(0, 1, 1.0), (0, 2, 1.0), (1, 2, 0.5)]
    assert sum(weight for *_, weight in pairs) == pytest.approx(2)
