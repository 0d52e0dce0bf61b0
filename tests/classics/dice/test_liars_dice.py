"""Liar's dice: its known 24,576 decision points, and the same game as OpenSpiel's, step by step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from comparisons import compared

import astro_referee as astro
from astro_referee import Match

COMPARED = compared(
    game="liars_dice",
    engine="OpenSpiel",
    published="24,576 decision points",
)

FILE = Path(__file__).parents[3] / "games" / "classics" / "dice" / "liars_dice.astro"


def positions(match: Match) -> Iterator[Match]:
    """The match and all that may become of it while nobody calls anybody a liar: that ends the game."""
    yield match
    for value, _, _ in match.outcomes():
        after = match.copy()
        after.settle(value)
        yield from positions(after)
    for move in match.legal():
        if match.written(move) != "liar":
            after = match.copy()
            after.play(move)
            yield from positions(after)


def told(match: Match, player: int) -> tuple[str, ...]:
    """All that a player has learnt so far."""
    return tuple(event.text if event.readers >> player & 1 else event.public for event in match.events)


def rolled(*pips: int, players: int = 2, **options: str) -> Match:
    match = astro.start(FILE, players=players, options=options)
    for pip in pips:
        match.settle({name: value for value, _, name in match.outcomes()}[str(pip)])
    return match


def play(match: Match, *typed: str) -> None:
    for text in typed:
        assert match.submit(match.actors[0], text).ok


def winners(match: Match) -> tuple[int, ...]:
    assert match.result is not None
    return match.result.winners


def test_the_known_number_of_decision_points(thorough: bool) -> None:
    """Six rolls, and any of the 4,096 sets of twelve bids may have been made, always in rising order.

    Each roll stands against two others, or against all six: what a player cannot see makes no other decision point.
    """
    points: set[tuple[int, tuple[str, ...]]] = set()
    for one, more in product(range(6), range(6 if thorough else 2)):
        for match in positions(rolled(one + 1, (one + more) % 6 + 1)):
            for actor in match.actors:
                points.add((actor, told(match, actor)))
    assert len(points) == 24_576


@pytest.mark.parametrize(
    ("rolls", "bid", "options", "true"),
    [
        ((3, 6), "2 x 3", {}, True),
        ((3, 6), "2 x 6", {}, False),
        ((3, 1), "2 x 3", {}, False),
        ((3, 1), "2 x 3", {"ones_wild": "yes"}, True),
        ((3, 6), "2 x 3", {"sixes_wild": "no"}, False),
        ((1, 6), "2 x 4", {"ones_wild": "yes"}, True),
    ],
)
def test_wild_faces_count_as_every_face(rolls: tuple[int, ...], bid: str, options: dict[str, str], true: bool) -> None:
    match = rolled(*rolls, **options)
    play(match, bid, "liar")
    assert winners(match) == ((0,) if true else (1,))


@pytest.mark.parametrize(
    ("bid", "faces_first", "legal"),
    [
        ("1 x 3", "no", False),
        ("1 x 4", "no", False),
        ("1 x 5", "no", True),
        ("2 x 1", "no", True),
        ("1 x 3", "yes", False),
        ("2 x 4", "yes", True),
        ("1 x 5", "yes", True),
        ("2 x 1", "yes", False),
    ],
)
def test_a_bid_must_be_higher(bid: str, faces_first: str, legal: bool) -> None:
    match = rolled(2, 2, faces_first=faces_first)
    play(match, "1 x 4")
    verdict = match.judge(1, bid)
    reasons = [] if legal else [f"{bid} is not higher than 1 x 4"]
    assert [reason.text for reason in verdict.reasons] == reasons
    assert verdict.ok == legal


def test_of_several_players_only_one_loses() -> None:
    match = rolled(1, 2, 3, players=3)
    play(match, "1 x 1", "1 x 2", "1 x 4", "liar")
    assert winners(match) == (0, 1)
    match = rolled(1, 2, 3, players=3)
    play(match, "1 x 1", "1 x 2", "1 x 3", "liar")
    assert winners(match) == (1, 2)


@COMPARED
@pytest.mark.parametrize("faces_first", ["no", "yes"])
@pytest.mark.parametrize("dice", [1, 2])
def test_lockstep_with_openspiel(dice: int, faces_first: str, thorough: bool) -> None:
    """OpenSpiel has two players, rolls all dice of the first before those of the second, and pays 1 to the winner.

    It counts faces from 0. Its sixes are always wild; which bid is higher, it calls `bidding_rule`, after what may be
    lower again.
    """
    pyspiel = pytest.importorskip("pyspiel")
    rule = "reset-quantity" if faces_first == "yes" else "reset-face"
    theirs = pyspiel.load_game("liars_dice", {"numdice": dice, "bidding_rule": rule})
    game = astro.start(FILE, options={"dice": str(dice), "faces_first": faces_first}).game
    for seed in range(500 if thorough else 100):
        pick, ours, state = random.Random(seed), Match(game, seed, game.players), theirs.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = {value: float(chance) for value, chance, _ in ours.outcomes()}
                assert outcomes == pytest.approx({face + 1: chance for face, chance in state.chance_outcomes()})
                face = pick.choice(list(outcomes))
                state.apply_action(face - 1)
                ours.settle(face)
                continue
            assert ours.actors == (state.current_player(),)
            legal = {
                state.action_to_string(action).lower().replace("-", " x "): action for action in state.legal_actions()
            }
            assert sorted(map(ours.written, ours.legal())) == sorted(legal)
            # Low bids more often, so that games are not over after two moves.
            typed = min(pick.choices(list(legal), k=2), key=list(legal).index)
            state.apply_action(legal[typed])
            play(ours, typed)
        assert [1 if player in winners(ours) else -1 for player in range(2)] == state.returns()
