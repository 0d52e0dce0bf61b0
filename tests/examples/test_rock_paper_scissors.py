"""Rock, paper, scissors: a choice stays secret until everybody has chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

import astro_referee as astro

FILE = Path(__file__).parents[2] / "examples" / "rock_paper_scissors.astro"
BEATS = {("paper", "rock"), ("scissors", "paper"), ("rock", "scissors")}
SIGNS = ("rock", "paper", "scissors")


@pytest.mark.parametrize("first", [0, 1])
def test_first_choice_changes_nothing_for_the_other(first: int) -> None:
    views, told = set(), set()
    for sign in SIGNS:
        match = astro.start(FILE)
        assert match.actors == (0, 1)
        assert match.submit(first, sign).ok
        other = 1 - first
        assert match.actors == (other,)
        views.add(match.view(other).key())
        told.add((match.events[-1].readers >> other & 1, match.events[-1].public))
        assert match.view(first).chosen is not None
        assert [match.written(move) for move in match.legal(other)] == list(SIGNS)
    assert len(views) == 1
    assert told == {(0, "has chosen")}


def test_own_choice_is_seen_and_cannot_be_changed() -> None:
    chosen = set()
    for sign in SIGNS:
        match = astro.start(FILE)
        assert match.submit(0, sign).ok
        chosen.add(match.view(0).key())
        assert match.submit(0, "rock").message == "P1 has already chosen"
    assert len(chosen) == 3


@pytest.mark.parametrize("mine", SIGNS)
@pytest.mark.parametrize("yours", SIGNS)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_round_goes_to_the_sign_that_beats_the_other(mine: str, yours: str, order: tuple[int, int]) -> None:
    match = astro.start(FILE, options={"goal": "1"})
    for player in order:
        assert match.submit(player, (mine, yours)[player]).ok
    if mine == yours:
        assert match.result is None
        assert match.actors == (0, 1)
        assert match.view(0).chosen is None
    else:
        assert match.result is not None
        assert match.result.winners == ((0,) if (mine, yours) in BEATS else (1,))
