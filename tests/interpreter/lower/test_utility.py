"""`def utility(p: player)`: what a game is worth to a player, in results, simulations and the choices of bots."""

from __future__ import annotations

from agreement import Engines, built, compared, unsound
from written_games import do, start

from astro_referee.grammar.source import Source
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.study import bots, simulation

STAKES = """astro 1
game Stakes for 2 players
var coins for each player: -9..9 = 0
def utility(p: player) = coins[p]
phase play
  ask P1
    move win_dearly
      then
        coins[P1] = -5
        coins[P2] = 5
        winner P1
    move lose_richly
      then
        coins[P1] = 4
        winner P2
    move lose_poorly
      then
        winner P2
"""


def test_a_result_says_what_it_is_worth() -> None:
    match = start(STAKES)
    do(match, "P1 win dearly")
    assert match.result is not None
    assert (match.result.winners, match.result.utilities) == ((0,), (-5, 5))
    data = narration.result_data(match)
    assert data is not None and data["utilities"] == {"P1": -5, "P2": 5}


def test_without_a_def_there_is_nothing_to_say() -> None:
    match = start(STAKES.replace("def utility(p: player) = coins[p]\n", ""))
    do(match, "P1 win dearly")
    assert match.result is not None
    assert match.result.utilities is None
    data = narration.result_data(match)
    assert data is not None and "utilities" not in data


def test_simulations_sum_it_up() -> None:
    tally = simulation.part(start(STAKES).game, 3, 0, 30)
    dear = tally.wins[0]
    assert tally.utilities[1] == 5 * dear
    assert (tally.utilities[0] + 5 * dear) % 4 == 0


def test_a_bot_would_rather_lose_with_more_coins() -> None:
    match = start(STAKES)
    for spec in ("mcts:60", "greedy:20"):
        assert match.written(bots.bot(spec).choose(match)) == "lose richly"


def test_all_engines_agree() -> None:
    machine = built(Source("stakes.astro", STAKES))
    assert machine is not None
    assert not list(unsound(machine))
    assert compared(Engines(machine), 2, 100)
