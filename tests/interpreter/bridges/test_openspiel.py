"""Games in OpenSpiel: played by its own tests, and solved exactly as its own are."""

from __future__ import annotations

import pytest
from shelf import ROOT

pytest.importorskip("pyspiel", reason="the extra `engines` is not installed")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, mcts
from open_spiel.python.algorithms.generate_playthrough import playthrough

from astro_referee.interpreter.bridges.openspiel import register
from astro_referee.interpreter.play import library
from astro_referee.interpreter.study.bots import bot

KUHN = str(ROOT / "examples" / "kuhn_poker.astro")
FEW = ["tic-tac-toe", KUHN, "ephemeris-two"]
BRIEF = {"vediic": {"most_rounds": "20"}}
"""Games that random players do not end soon, with an option that does."""
EVERY = [name for name in library.bundled() if name not in FEW]


@pytest.mark.parametrize("game", [*FEW, *(pytest.param(name, marks=pytest.mark.thorough) for name in EVERY)])
def test_their_random_games(game: str) -> None:
    """Writing states down takes the square of the time, so long games are not asked to."""
    ours = register(game, options=BRIEF.get(game))
    pyspiel.random_sim_test(ours, num_sims=1, serialize=game in FEW, verbose=False)
    told = playthrough(ours.get_type().short_name, action_sequence=None, seed=1)
    assert "IsTerminal() = True" in told


def test_a_state_that_is_written_down_comes_back() -> None:
    game = register(KUHN)
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[-1])
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.history() == state.history()
    assert again.information_state_string(1) == state.information_state_string(1)


@pytest.mark.parametrize("game", ["ephemeris-two", "goofspiel", "hearts"])
def test_what_is_known_does_not_depend_on_who_asked_before(game: str) -> None:
    """Tales go on from where somebody asked last: on other ways, with choices that were still secret there."""
    asking, silent = register(game), register(game, name="silent")
    luck = np.random.RandomState(1)
    one, other = asking.new_initial_state(), silent.new_initial_state()
    while not one.is_terminal() and one.move_number() < 40:
        for seat in range(asking.num_players()):
            one.information_state_string(seat)
        aside = one.child(int(luck.choice(one.legal_actions())))
        aside.information_state_string(0)
        action = int(luck.choice(one.legal_actions()))
        one.apply_action(action)
        other.apply_action(action)
    for seat in range(asking.num_players()):
        assert one.information_state_string(seat) == other.information_state_string(seat)
    assert str(one) == str(other)


@pytest.mark.parametrize(
    ("ours", "theirs", "iterations"),
    [
        (KUHN, "kuhn_poker", (1, 10, 50, 300)),
        pytest.param("leduc_poker", "leduc_poker", (1, 10, 50, 300), marks=pytest.mark.thorough),
    ],
)
def test_regret_is_minimised_as_in_their_own_game(ours: str, theirs: str, iterations: tuple[int, ...]) -> None:
    """To the last digit: information states and payoffs are the same, or nothing would be."""
    told: list[list[float]] = []
    for game in (register(ours, zero_sum=True), pyspiel.load_game(theirs)):
        solver, rows = cfr.CFRSolver(game), list[float]()
        for number in range(1, max(iterations) + 1):
            solver.evaluate_and_update_policy()
            if number in iterations:
                rows.append(exploitability.exploitability(game, solver.average_policy()))
        told.append(rows)
    assert told[0] == told[1]


def test_the_value_of_kuhn_poker() -> None:
    game = register(KUHN, zero_sum=True)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert values[0] == pytest.approx(-1 / 18, abs=0.002)


def test_their_search_plays_our_game() -> None:
    game = register("tic-tac-toe")
    search = mcts.MCTSBot(game, 2.0, 30, mcts.RandomRolloutEvaluator(1))
    state = game.new_initial_state()
    for move in ("a1", "b1", "a2", "b2"):
        state.apply_action(state.string_to_action(move))
    state.apply_action(search.step(state))
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]


def test_their_search_and_our_bot_play_each_other() -> None:
    """Two games, each side beginning once: ours thinks longer, and does not lose."""
    game = register("tic-tac-toe")
    luck = np.random.RandomState(1)
    search = mcts.MCTSBot(game, 2.0, 60, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    own = bot("mcts:400")
    for ours in range(2):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == ours:
                node = state.node
                chosen = own.choose(node.match, ours)
                state.apply_action(next(number for number, move in node.moves.items() if move == chosen))
            else:
                state.apply_action(search.step(state))
        assert sum(state.returns()) == 0
        assert state.returns()[ours] >= 0
