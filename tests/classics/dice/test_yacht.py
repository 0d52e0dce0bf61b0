"""Yacht beside OpenSpiel's, roll for roll and line for line.

Its parameter `rolls_per_turn` is the option `rolls`. Compared are the legal moves, the chances, all sheets at every
decision, and the return: one shared by the winners, and of one player the share of the highest total.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from comparisons import compared
from lockstep import field, happen, legal, play, start

from astro_referee import Match

COMPARED = compared(
    game="yacht",
    engine="OpenSpiel",
    differences=(
        "OpenSpiel counts all five dice for four of a kind, and five of a kind are a full house, too, as with the "
        "options `all_dice_in_four` and `yacht_is_full`",
        "OpenSpiel tells dice apart and rolls them at once; here they are a cup, in which equal ones are equal, and "
        "every reroll of the same faces is one move",
        "OpenSpiel asks whoever keeps all dice for a line afterwards; here one writes at once",
        "OpenSpiel has other numbers of dice, and of their sides",
    ),
)

LINES = {
    "Ones": "ones",
    "Twos": "twos",
    "Threes": "threes",
    "Fours": "fours",
    "Fives": "fives",
    "Sixes": "sixes",
    "Chance": "choice",
    "Four of a Kind": "four_of_a_kind",
    "4Kind": "four_of_a_kind",
    "Full House": "full_house",
    "Full": "full_house",
    "Small Straight": "little_straight",
    "SmStr": "little_straight",
    "Large Straight": "big_straight",
    "LgStr": "big_straight",
    "Yacht": "yacht",
}
"""OpenSpiel's names, those of its actions and those of its sheets."""
KEEP_ALL = 0
HIGHEST = 305
"""The total by which OpenSpiel divides that of a single player."""


def said(dice: list[int]) -> str:
    """Dice as a player names them: `2, 3 and 3`."""
    texts = [str(face) for face in sorted(dice)]
    return " and ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else "".join(texts) or "nothing"


def dice_of(state: Any) -> list[int]:
    return [int(text) for text in str(state).splitlines()[1].split()[1:]]


def compare_sheets(match: Match, state: Any) -> None:
    theirs = {
        f"P{number + 1}, {LINES[line]}": points
        for number, part in enumerate(str(state).split("\nPlayer ")[1:])
        for line, points in re.findall(r"^  (\w+): (\d+)$", part, re.MULTILINE)
    }
    assert {place: text for place, text in field(match, "sheet").items() if text != "blank"} == theirs
    assert field(match, "dice") == {"": said(dice_of(state))}


def roll(match: Match, state: Any, pick: random.Random) -> None:
    """One roll: all faces of each die are as likely, here one by one and there all together."""
    outcomes = state.chance_outcomes()
    dice = len(state.action_to_string(outcomes[0][0]).split(","))
    assert len(outcomes) == 6**dice
    assert outcomes[0][1] == outcomes[-1][1] == pytest.approx(6.0**-dice)
    action = pick.choice(outcomes)[0]
    for face in state.action_to_string(action).removeprefix("Roll: ").split(","):
        assert [(float(chance), name) for _, chance, name in match.outcomes()] == [(1 / 6, str(n)) for n in range(1, 7)]
        happen(match, face)
    state.apply_action(action)


def choose(match: Match, state: Any, pick: random.Random) -> None:
    """One decision: which dice to keep, or which line to write."""
    dice = dice_of(state)
    rerolls = {
        f"keep {said([dice[at] for at in range(5) if not action >> at & 1])}": action
        for action in state.legal_actions()
        if 0 < action < 32
    }
    scoring = state.child(KEEP_ALL) if rerolls else state
    lines = {LINES[scoring.action_to_string(action)[9:]]: action for action in scoring.legal_actions()}
    assert match.actors == (state.current_player(),)
    assert legal(match) == rerolls.keys() | lines.keys()
    if rerolls:
        assert rerolls.keys() == {f"keep {said(list(kept))}" for n in range(5) for kept in combinations(dice, n)}
    if rerolls and pick.random() < 0.6:
        move = pick.choice(sorted(rerolls))
        play(match, move)
        state.apply_action(rerolls[move])
        return
    if rerolls:
        state.apply_action(KEEP_ALL)
    worth = {line: int(text) for line, text in field(match, "worth").items()}
    line = max(sorted(lines), key=worth.__getitem__) if pick.random() < 0.7 else pick.choice(sorted(lines))
    play(match, line)
    state.apply_action(lines[line])


@COMPARED
@pytest.mark.parametrize(
    ("players", "rolls"), [(2, 3), pytest.param(1, 2, marks=pytest.mark.thorough), (4, 1)], ids=["2", "1", "4"]
)
def test_games_are_those_of_openspiel(players: int, rolls: int, thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("yacht", {"players": players, "rolls_per_turn": rolls})
    winners = Counter[tuple[int, ...]]()
    for seed in range(170 if thorough else 2):
        match = start("yacht", players, rolls=rolls, all_dice_in_four="yes", yacht_is_full="yes")
        state, pick = game.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            if state.is_chance_node():
                roll(match, state, pick)
            else:
                compare_sheets(match, state)
                choose(match, state, pick)
        assert match.result is not None
        scores, best = match.result.scores, match.result.winners
        assert scores is not None
        losers = players - len(best)
        if players == 1:
            assert state.returns() == [scores[0] / HIGHEST]
        elif not losers:
            assert state.returns() == [0.0] * players
        else:
            assert state.returns() == [1 / len(best) if p in best else -1 / losers for p in range(players)]
        winners[best] += 1
    assert players == 1 or not thorough or len(winners) > 1
