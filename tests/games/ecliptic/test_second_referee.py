"""Whole games beside a second referee: the same is asked, the same is legal, the same card lies in the same place."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from ecliptic.cards import SIGNS, standing
from ecliptic.second_referee import Table
from ecliptic.table import PLAYERS, legal, opened, zones

from astro_referee import Match


@pytest.mark.parametrize("chunk", [0, *(pytest.param(chunk, marks=pytest.mark.thorough) for chunk in range(1, 4))])
def test_agrees_with_a_second_referee(chunk: int) -> None:
    """Rules: R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R13, R14, R15, R16, R19, A1, A2, A9, A10, A16."""
    game, met, ends = opened().game, Counter[str](), Counter[str]()
    for seed in range(chunk * 10, chunk * 10 + 10):
        match, pick, table = Match(game, seed, PLAYERS), random.Random(seed), Table()
        course = table.game()
        request = next(course)
        eager = pick.random()
        while True:
            sort, who, what = request
            if sort == "chance":
                assert match.chance is not None
                assert {shown for _, _, shown in match.outcomes()} == what
                match.settle()
                answer = match.events[-1].text
                assert match.events[-1].label == who
            else:
                assert match.actors == (who,)
                assert legal(match) == what
                compare(match, table)
                triplets = [text for text in sorted(what) if len({word for word in text.split() if word in SIGNS}) == 1]
                answer = pick.choice(triplets if triplets and pick.random() < eager else sorted(what))
                assert match.submit(match.actors[0], answer).ok
            try:
                request = course.send(answer)
            except StopIteration:
                break
        assert match.over
        compare(match, table)
        mine, yours = (standing({*side.values()}, birth, 0) for side, birth in zip(table.sides, (0, 6), strict=True))
        assert match.result is not None
        assert match.result.places == ((1, 1) if mine == yours else (1, 2) if mine > yours else (2, 1))
        met += table.met
        ends[table.ended] += 1
    assert met.keys() >= {"attacker", "defender", "equal", "triplet"}
    assert ends.keys() >= {"other", "battle"}


def compare(match: Match, table: Table) -> None:
    """All cards lie where they lie on the table; a series about to be shown is still held."""
    lie = zones(match)
    for number, player in enumerate(PLAYERS):
        assert lie[f"hand[{player}]"] | lie[f"chosen[{player}]"] == table.hands[number]
        assert lie[f"side[{player}]"] == {*table.sides[number].values()}
    assert [lie[field] for field in ("stock", "discards", "shown")] == [table.stock, table.discards, set()]
