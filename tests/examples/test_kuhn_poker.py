"""Kuhn poker: from our views alone come its twelve decision points, and its known tree from our moves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import astro_referee as astro
from astro_referee import Match

FILE = Path(__file__).parents[2] / "examples" / "kuhn_poker.astro"
STRENGTH = {"jack": 0, "queen": 1, "king": 2}


def branches(match: Match) -> list[tuple[Match, Fraction]]:
    """Everything that may come next, with its chance; moves have chance 1."""
    found = []
    for value, chance, _ in match.outcomes():
        after = match.copy()
        after.settle(value)
        found.append((after, chance))
    for move in match.legal():
        after = match.copy()
        after.play(move)
        found.append((after, Fraction(1)))
    return found


def walk(match: Match, chance: Fraction = Fraction(1)) -> Iterator[tuple[Match, Fraction]]:
    yield match, chance
    for after, share in branches(match):
        yield from walk(after, chance * share)


def test_twelve_decision_points_and_thirty_histories() -> None:
    points: dict[int, set[object]] = defaultdict(set)
    deals: Counter[tuple[str, ...]] = Counter()
    for match, _ in walk(astro.start(FILE)):
        if match.decision is not None:
            (actor,) = match.actors
            points[actor].add(match.view(actor).key())
        if match.over:
            deals[tuple(event.text for event in match.events if event.player is None)] += 1
    assert {actor: len(keys) for actor, keys in points.items()} == {0: 6, 1: 6}
    assert len(deals) == 6
    assert set(deals.values()) == {5}
    assert sum(deals.values()) == 30


def test_every_deal_is_equally_likely() -> None:
    chances = [chance for match, chance in walk(astro.start(FILE)) if match.decision is not None and match.number == 2]
    assert chances == [Fraction(1, 6)] * 6


def test_showdown_goes_to_the_higher_card_and_a_fold_to_the_bet() -> None:
    for match, _ in walk(astro.start(FILE)):
        if match.result is None:
            continue
        first, second, *said = (event.text for event in match.events)
        folded = {("bet", "pass"): 0, ("pass", "bet", "pass"): 1}.get(tuple(said))
        winner = folded if folded is not None else int(STRENGTH[second] > STRENGTH[first])
        assert match.result.winners == (winner,)


def test_log_tells_nobody_the_other_card() -> None:
    match = astro.start(FILE, seed=3)
    match.settle_all()
    mine, yours = match.events
    assert (mine.readers, yours.readers) == (1 << 0, 1 << 1)
    assert mine.public == yours.public == "a card"
