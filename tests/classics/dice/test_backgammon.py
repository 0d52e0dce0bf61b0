"""Backgammon: whole turns compared with OpenSpiel's, and positions from the published rules with their reasons.

An action of OpenSpiel is two steps at once, and a double is two such actions; a step is a decision here. So whole turns
are compared, by the positions they lead to. They are the same throughout: OpenSpiel does not look beyond the first two
steps of a double, but with equal numbers no step makes another one impossible, so that does not matter. OpenSpiel
passes by an action, while nobody is asked here who can do nothing.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from agreement import native_engine
from comparisons import compared
from lockstep import field, happen, legal, play, start
from positions import position

from astro_referee import Match
from astro_referee.interpreter.backends.c import compiler
from astro_referee.interpreter.backends.engine import Engine, Move

COMPARED = compared(
    game="backgammon",
    engine="OpenSpiel: sets of whole turns",
    differences=("OpenSpiel leaves out opening throws with equal dice, which are repeated here",),
)

Men = tuple[int, ...]
"""All men: of White borne off, on 1 to 24, on the bar, then of Black."""
Way = tuple[Move, ...]
"""Steps of one turn."""


def men(match: Match, state: list[int] | None = None) -> Men:
    at = match.game.offsets["men"]
    return tuple((state or match.state)[at : at + 52])


# --- Side by side ----------------------------------------------------------------------------------------------------


def our_turns(match: Match, engine: Engine) -> dict[Men, Way]:
    """The positions a turn can lead to, each with steps that lead there."""
    found: dict[Men, Way] = {}
    todo: dict[tuple[int, ...], Way] = {tuple(match.state): ()}
    while todo:
        position, way = todo.popitem()
        state = list(position)
        options = engine.run(state)
        if state[0] != match.state[0]:  # over, or the dice go on
            found[men(match, state)] = way
            continue
        for move in options:
            after = state[:]
            engine.act(after, move)
            todo[tuple(after)] = (*way, move)
    return found


def their_turns(state: Any) -> dict[Men, tuple[int, ...]]:
    """The same for OpenSpiel, with the actions; a turn goes on in one way from each position inside a double."""
    player = state.current_player()
    found: dict[Men, tuple[int, ...]] = {}
    halfway: dict[Men, tuple[Any, tuple[int, ...]]] = {(): (state, ())}
    while halfway:
        _, (here, way) = halfway.popitem()
        for action in here.legal_actions():
            after = here.child(action)
            men = their_men(after)
            if after.is_terminal() or after.current_player() != player:
                found[men] = (*way, action)
            else:
                halfway[men] = after, (*way, action)
    return found


def their_men(state: Any) -> Men:
    """X counts its points downwards from 24, O upwards from 1."""
    text = str(state)
    bar = re.search("Bar:(.*)", text)
    scores = re.search(r"Scores, X: (\d+), O: (\d+)", text)
    assert bar
    assert scores
    white = [state.board(0, 24 - point) for point in range(1, 25)]
    black = [state.board(1, point - 1) for point in range(1, 25)]
    return (int(scores[1]), *white, bar[1].count("x"), int(scores[2]), *black, bar[1].count("o"))


def throw(match: Match, state: Any, pick: random.Random) -> None:
    """The same dice in both. The first throw of OpenSpiel says who begins; here the higher die does."""
    action, chance = pick.choice(state.chance_outcomes())
    text = state.action_to_string(action)
    one, two = re.findall(r"roll: (\d)(\d)", text)[0]
    if "starts" in text:
        assert chance == pytest.approx(1 / 30)
        one, two = sorted([one, two], reverse="X" in text)
    else:
        assert chance == pytest.approx(1 / 36)
    state.apply_action(action)
    happen(match, one, two)


def side_by_side(match: Match, state: Any, pick: random.Random, engine: Engine) -> None:
    while not state.is_terminal():
        if state.is_chance_node():
            throw(match, state, pick)
            continue
        assert men(match) == their_men(state)
        theirs = their_turns(state)
        if match.actors:
            assert match.actors == (state.current_player(),)
            ours = our_turns(match, engine)
            assert set(ours) == set(theirs), str(state)
            there = pick.choice(sorted(ours))
            for move in ours[there]:
                match.play(move)
        else:
            assert set(theirs) == {men(match)}, "nobody is asked who can do nothing"
            there = men(match)
        for action in theirs[there]:
            state.apply_action(action)


@COMPARED
@pytest.mark.parametrize(
    ("gammons", "scoring", "seeds"),
    [
        ("yes", "full_scoring", range(2)),
        ("no", "winloss_scoring", range(1)),
        *(pytest.param("yes", "full_scoring", range(n, n + 50), marks=pytest.mark.thorough) for n in range(0, 500, 50)),
    ],
    ids=str,
)
def test_lockstep_with_openspiel(gammons: str, scoring: str, seeds: range, thorough: bool) -> None:
    """In a long run the native engine looks for turns, if there is one: there are a hundred in each position."""
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("backgammon", {"scoring_type": scoring})
    ours = start("backgammon", gammons=gammons).game
    natively = thorough and compiler.find() is not None
    engine = native_engine(ours.machine, ours.engine) if natively else ours.engine
    for seed in seeds:
        match, state = start("backgammon", gammons=gammons), game.new_initial_state()
        side_by_side(match, state, random.Random(seed), engine)
        assert match.result is not None
        assert match.result.scores is not None
        assert list(match.result.scores) == state.returns()


# --- Positions -------------------------------------------------------------------------------------------------------


def board(dice: str, white: dict[int, int], black: dict[int, int], **options: str) -> Match:
    """White is to play these dice; men that are not mentioned are borne off."""
    match = start("backgammon", **options)
    happen(match, "2", "1")
    placed = {
        f"{player}, {point}": str(15 - sum(men.values()) if point == 0 else men.get(point, 0))
        for player, men in (("White", white), ("Black", black))
        for point in range(26)
    }
    return position(match, "White", {"men": placed, "left": {"": " ".join(dice)}})


def opposite(*points: int) -> dict[int, int]:
    """Black holds these points, as White counts them, with two men each."""
    return {25 - point: 2 for point in points}


def why(match: Match, typed: str) -> list[str]:
    return [reason.text for reason in match.judge(0, typed).reasons]


def test_the_higher_die_begins_and_is_played() -> None:
    match = start("backgammon")
    happen(match, "3", "3", "5", "5", "2", "6")
    assert match.actors == (1,)
    assert {text.split()[-1] for text in legal(match)} == {"2", "6"}


def test_both_dice_must_be_used_if_any_order_allows_it() -> None:
    """After 8/2 the five could not be played: point 19 is held, and nothing is borne off while a man is outside."""
    match = board("65", {24: 1, 8: 1}, opposite(19, 13))
    assert legal(match) == {"24 by 6", "8 by 5"}
    assert why(match, "8 by 6") == ["that would leave a die unused that can be used"]
    play(match, "8 by 5")
    assert legal(match) == {"24 by 6"}
    play(match, "24 by 6")
    assert match.chance is not None


def test_only_one_order_may_work() -> None:
    match = board("32", {24: 1}, opposite(22))
    assert legal(match) == {"24 by 3"}
    assert why(match, "24 by 2") == ["your opponent holds point 22"]
    play(match, "24 by 3")
    assert legal(match) == {"21 by 2"}


def test_the_higher_die_must_be_used_if_only_one_can_be() -> None:
    match = board("65", {24: 1}, opposite(13))
    assert legal(match) == {"24 by 6"}
    assert why(match, "24 by 5") == ["if only one die can be used, it is the higher"]
    play(match, "24 by 6")
    assert match.chance is not None


def test_the_lower_die_is_used_if_the_higher_cannot_be() -> None:
    match = board("65", {24: 1}, opposite(18, 13))
    assert legal(match) == {"24 by 5"}


def test_men_on_the_bar_come_first() -> None:
    match = board("43", {25: 1, 6: 1}, opposite(21))
    assert legal(match) == {"25 by 3"}
    assert why(match, "25 by 4") == ["your opponent holds point 21"]
    assert why(match, "6 by 4") == ["bring in your men from the bar first"]
    play(match, "25 by 3")
    assert legal(match) == {"22 by 4", "6 by 4"}


def test_who_cannot_come_in_loses_the_turn() -> None:
    match = board("43", {25: 1, 6: 1}, opposite(21, 22))
    assert match.actors == ()
    match = board("43", {25: 2, 6: 1}, opposite(21))
    play(match, "25 by 3")
    assert match.actors == ()


def test_a_lone_man_is_hit_and_comes_in_again() -> None:
    match = board("64", {24: 1, 6: 1}, {7: 1, 6: 2})
    play(match, "24 by 6")
    at = 26 + 25
    assert men(match)[at] == 1
    assert men(match)[26 + 7] == 0
    play(match, "18 by 4")
    happen(match, "2", "1")
    assert match.actors == (1,)
    assert legal(match) == {"25 by 2", "25 by 1"}


def test_men_are_borne_off_by_exact_numbers_and_by_higher_ones_from_the_back() -> None:
    match = board("41", {6: 1, 4: 1, 2: 1}, {1: 2})
    assert legal(match) == {"6 by 4", "4 by 4", "6 by 1", "4 by 1", "2 by 1"}
    assert why(match, "2 by 4") == ["the man on 4 is further back and must use the 4"]
    play(match, "4 by 4")
    assert men(match)[0] == 13
    match = board("65", {4: 1, 2: 1, 1: 1}, {1: 2})
    assert legal(match) == {"4 by 6", "4 by 5"}
    assert why(match, "2 by 6") == ["the man on 4 is further back and must use the 6"]
    play(match, "4 by 5")
    assert legal(match) == {"2 by 6"}


def test_no_man_is_borne_off_before_all_are_home() -> None:
    match = board("61", {7: 1, 6: 1}, {1: 2})
    assert why(match, "6 by 6") == ["all your men must be home first"]
    play(match, "7 by 1")
    assert legal(match) == {"6 by 6"}


def test_a_double_is_played_four_times() -> None:
    match = board("3333", {24: 1}, {1: 2})
    play(match, "24 by 3", "21 by 3", "18 by 3", "15 by 3")
    assert match.chance is not None
    assert men(match)[12] == 1
    match = start("backgammon")
    happen(match, "2", "1")
    for _ in range(2):
        play(match, min(legal(match)))
    happen(match, "4", "4")
    assert field(match, "left") == {"": "4, 4, 4 and 4"}


@pytest.mark.parametrize(
    ("black", "gammons", "stake"),
    [
        ({6: 14}, "yes", 1),
        ({6: 15}, "yes", 2),
        ({18: 1, 6: 14}, "yes", 2),
        ({19: 1, 6: 14}, "yes", 3),
        ({25: 1, 6: 14}, "yes", 3),
        ({25: 1, 6: 13}, "yes", 1),
        ({25: 1, 6: 14}, "no", 1),
    ],
)
def test_what_a_win_counts(black: dict[int, int], gammons: str, stake: int) -> None:
    match = board("21", {1: 1}, black, gammons=gammons)
    assert why(match, "1 by 1") == ["if only one die can be used, it is the higher"]
    play(match, "1 by 2")
    assert match.result is not None
    assert match.result.winners == (0,)
    assert match.result.scores == (stake, -stake)
