"""Leduc poker: its known 936 decision points, and the same game as OpenSpiel's, step by step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from comparisons import compared

import astro_referee as astro
from astro_referee import Match

COMPARED = compared(
    game="leduc_poker",
    engine="OpenSpiel",
    published="936 decision points",
)

FILE = Path(__file__).parents[3] / "games" / "classics" / "cards" / "leduc_poker.astro"
STAKE = 13
"""Coins each player begins with, and the most there is to win."""


def positions(match: Match) -> Iterator[Match]:
    """The match and all that may become of it."""
    yield match
    for value, _, _ in match.outcomes():
        after = match.copy()
        after.settle(value)
        yield from positions(after)
    for move in match.legal():
        after = match.copy()
        after.play(move)
        yield from positions(after)


def told(match: Match, player: int) -> tuple[str, ...]:
    """All that a player has learnt so far."""
    return tuple(event.text if event.readers >> player & 1 else event.public for event in match.events)


def happen(match: Match, *names: str) -> None:
    for name in names:
        match.settle({shown: value for value, _, shown in match.outcomes()}[name])


def play(match: Match, *typed: str) -> None:
    for text in typed:
        assert match.submit(match.actors[0], text).ok


def gains(match: Match) -> list[int]:
    assert match.result is not None
    assert match.result.scores is not None
    return [score - STAKE for score in match.result.scores]


def test_the_known_number_of_decision_points_and_games() -> None:
    """936 is the published number if suits are told apart, 288 if only ranks count; 5520 games are possible."""
    points: set[tuple[int, tuple[str, ...]]] = set()
    games = 0
    for match in positions(astro.start(FILE)):
        games += match.over
        for actor in match.actors:
            points.add((actor, told(match, actor)))
    suitless = {
        (actor, tuple(text.removesuffix(" of hearts").removesuffix(" of spades") for text in texts))
        for actor, texts in points
    }
    assert (len(points), len(suitless), games) == (936, 288, 5520)


def test_pair_beats_king_higher_card_beats_lower_and_equals_share() -> None:
    for first, second, board, gain in [
        ("jack of hearts", "king of hearts", "jack of spades", 1),
        ("queen of hearts", "king of hearts", "jack of spades", -1),
        ("queen of hearts", "queen of spades", "jack of spades", 0),
    ]:
        match = astro.start(FILE)
        happen(match, first, second)
        play(match, "call", "call")
        happen(match, board)
        play(match, "call", "call")
        assert gains(match) == [gain, -gain]


def test_the_dearest_game_and_the_limit_of_two_raises() -> None:
    match = astro.start(FILE)
    happen(match, "king of hearts", "queen of hearts")
    play(match, "call", "raise", "raise")
    assert [reason.text for reason in match.judge(1, "raise").reasons] == ["two raises are the limit"]
    play(match, "call")
    happen(match, "queen of spades")
    assert match.actors == (0,)
    assert [reason.text for reason in match.judge(0, "fold").reasons] == ["there is nothing to pay, so call"]
    play(match, "raise", "raise", "call")
    assert gains(match) == [-13, 13]


def test_a_fold_loses_what_was_paid() -> None:
    match = astro.start(FILE)
    happen(match, "king of hearts", "queen of hearts")
    play(match, "raise", "raise", "fold")
    assert gains(match) == [-3, 3]


@COMPARED
def test_lockstep_with_openspiel(thorough: bool) -> None:
    """OpenSpiel numbers the cards by rank, two of each, as our deck does; its `Call` is also a check."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("leduc_poker")
    names = {0: "fold", 1: "call", 2: "raise"}
    game = astro.start(FILE).game
    for seed in range(1_000 if thorough else 150):
        pick, ours, state = random.Random(seed), astro.Match(game, seed, game.players), theirs.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = {value: float(chance) for value, chance, _ in ours.outcomes()}
                assert outcomes == pytest.approx(dict(state.chance_outcomes()))
                card = pick.choice(list(outcomes))
                state.apply_action(card)
                ours.settle(card)
                continue
            assert ours.actors == (state.current_player(),)
            legal = state.legal_actions()
            assert sorted(map(ours.written, ours.legal())) == sorted(names[action] for action in legal)
            action = pick.choice(legal)
            state.apply_action(action)
            play(ours, names[action])
        assert gains(ours) == state.returns()
