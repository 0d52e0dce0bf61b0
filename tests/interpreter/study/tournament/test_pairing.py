"""Everybody meets everybody in every seat; in the Swiss system nobody meets or rests twice."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from astro_referee.interpreter.study.tournament.pairing import round_robin, swiss_round


def test_all_meet_in_both_seats_with_the_same_deal() -> None:
    found = round_robin(4, 2, 3)
    assert Counter(one.players for one in found) == dict.fromkeys(permutations(range(4), 2), 3)
    deals = Counter((frozenset(one.players), one.deal) for one in found)
    assert set(deals.values()) == {2}


@pytest.mark.parametrize(("players", "seats"), [(2, 4), (3, 3), (5, 3)])
def test_everybody_has_every_seat_equally_often(players: int, seats: int) -> None:
    found = round_robin(players, seats, 1)
    for seat in range(seats):
        assert len(set(Counter(one.players[seat] for one in found).values())) == 1


@pytest.mark.parametrize("players", [6, 7])
def test_nobody_meets_or_rests_twice(players: int) -> None:
    """The lower number always wins."""
    points, met = [0.0] * players, set[frozenset[int]]()
    for _ in range(4):
        pairs, resting = swiss_round(points, met)
        seen = [player for pair in pairs for player in pair] + ([resting] if resting is not None else [])
        assert sorted(seen) == list(range(players))
        for pair in [*map(frozenset, pairs), *([frozenset((resting,))] if resting is not None else [])]:
            assert pair not in met
            met.add(pair)
        for one, other in pairs:
            points[min(one, other)] += 1
        if resting is not None:
            points[resting] += 1
    assert points[0] == max(points)
