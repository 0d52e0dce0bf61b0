"""Solved games against theory and against solvers written for one game alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from operator import xor
from pathlib import Path

import pytest
from shelf import ROOT

import astro_referee as astro
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.study.solving.equilibrium import exploitability, grown, learnt
from astro_referee.interpreter.study.solving.graph import explored
from astro_referee.interpreter.study.solving.limits import Limits, NotSolvable, TooLarge
from astro_referee.interpreter.study.solving.solver import by_positions, by_search, solve
from astro_referee.interpreter.study.solving.values import components, solved

DRAW = (Fraction(1, 2), Fraction(1, 2))


def example(name: str, options: Mapping[str, str] | None = None) -> Game:
    return astro.prepare(ROOT / "examples" / f"{name}.astro", options=options)


def small_board(folder: Path, columns: str) -> Game:
    """Connect four with four rows and fewer columns."""
    path = folder / "small.astro"
    text = """astro 1

variant SmallFour of "connect-four"

replace Column
  kind Column: a..COLUMNS

replace Cell
  grid Cell: each column in Column, row in 1..4
"""
    path.write_text(text.replace("COLUMNS", columns), encoding="utf-8")
    return astro.prepare(path)


def test_tic_tac_toe_is_a_draw() -> None:
    game = astro.prepare("tic-tac-toe")
    found = solve(game)
    assert found.value == DRAW
    assert found.said == "a draw"
    assert len(found.first) == 9
    whole = by_positions(game, Limits())
    assert whole.positions == 5478  # all that can come about
    assert whole.value == DRAW
    assert len(whole.line) == len(found.line) == 9


@pytest.mark.parametrize("columns", ["d", pytest.param("e", marks=pytest.mark.thorough)])
def test_small_connect_four_is_a_draw(columns: str, tmp_path: Path) -> None:
    """Four by four, and five by four (Tromp's table of small boards): six seconds for the larger one."""
    assert solve(small_board(tmp_path, columns), Limits(1_000_000, 600)).value == DRAW


@pytest.mark.parametrize("last_loses", [False, True])
def test_nim_by_its_theory(last_loses: bool) -> None:
    """Who finds a sum of 0 loses (Bouton 1901); where the last stone loses, too, unless all heaps are single."""
    for heaps, largest in [(1, 1), (2, 2), (2, 5), (3, 3), (3, 5), (4, 4)]:
        stones = [max(1, largest - heaps + heap) for heap in range(1, heaps + 1)]
        wins = reduce(xor, stones) != 0
        if last_loses and max(stones) == 1:
            wins = not wins
        options = {"heaps": str(heaps), "largest": str(largest), "last_loses": "yes" if last_loses else "no"}
        game = example("nim", options)
        assert solve(game).said == ("P1 wins" if wins else "P2 wins")
        assert by_positions(game, Limits()).value == by_search(game, Limits()).value


# --- Pig -------------------------------------------------------------------------------------------------------------


def pig(goal: int, stays: Callable[[int], bool] | None = None) -> dict[tuple[int, int], float]:
    """Neller and Presser's equations (2004): who is to move with i points against j and k in the turn wins with
    P(i, j, k), the better of rolling and holding; the other one may hold by a rule of their own instead.

    Gives P(i, j, 0) of whoever plays best, to move (first) and not to move (second, as -1 - i).
    """
    best: dict[tuple[int, int, int, bool], float] = {}
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), min(goal - 1, total) + 1):
            j = total - i
            mine = {(i, j, k, True): 0.5 for k in range(goal - i)}
            theirs = {(i, j, k, False): 0.5 for k in range(goal - j)}
            best |= mine | theirs
            change = 1.0
            while change > 1e-13:
                change = 0.0
                for a, b, k, own in reversed([*mine, *theirs]):
                    have = a if own else b

                    # The other moves next.
                    after = [best[(n, b, 0, False) if own else (a, n, 0, True)] for n in (have, have + k)]
                    roll = after[0] / 6
                    for pip in range(2, 7):
                        won = have + k + pip >= goal
                        roll += (float(own) if won else best[a, b, k + pip, own]) / 6
                    hold = after[1] if k else None
                    if own or stays is None:
                        value = roll if hold is None else max(roll, hold) if own else min(roll, hold)
                    else:
                        value = hold if hold is not None and stays(k) else roll
                    change = max(change, abs(value - best[a, b, k, own]))
                    best[a, b, k, own] = value
    return {(i, j): best[i, j, 0, True] for i in range(goal) for j in range(goal)} | {
        (-1 - i, j): best[i, j, 0, False] for i in range(goal) for j in range(goal)
    }


def holds_at(game: Game, least: int) -> Callable[..., tuple[int, ...]]:
    gain = game.offsets["gain"]
    return lambda state, moves: moves[1] if state[gain] >= least else moves[0]


def test_pig_by_its_equations() -> None:
    """To 15 points: against itself, and against somebody who holds at 6."""
    game = example("pig", {"goal": "15"})
    graph = explored(game, Limits())
    assert float(solved(graph, Limits()).value[0]) == pytest.approx(pig(15)[0, 0], abs=1e-9)
    known = pig(15, lambda k: k >= 6)
    best, holds = solved(graph, Limits()).strategy(), holds_at(game, 6)
    assert float(solved(graph, Limits(), {0: best, 1: best}).value[0]) == pytest.approx(pig(15)[0, 0], abs=1e-9)
    first = solved(graph, Limits(), {1: holds})
    second = solved(graph, Limits(), {0: holds})
    assert float(first.value[0]) == pytest.approx(known[0, 0], abs=1e-9)
    assert float(second.value[1]) == pytest.approx(known[-1, 0], abs=1e-9)


def test_what_nobody_reads_again_makes_no_position() -> None:
    """Two scores, a gain and whose turn it is, before and after a roll; not what the die showed last."""
    graph = explored(example("pig", {"goal": "10"}), Limits())
    points = [(i, j, k) for i in range(10) for j in range(10) for k in range(10 - i) if k != 1]
    assert sum(seat == 0 for seat in graph.asked) <= len(points)


@pytest.mark.thorough
@pytest.mark.timeout(6000)
def test_pig_to_a_hundred() -> None:
    """Neller and Presser: .5306 for whoever begins. Against somebody who holds at 20, best play wins .5715 if it begins
    and .5083 if not; the best answer to holding at 20, which is worse against others, .5874 and .5224. Three minutes.
    """
    game, limits = example("pig"), Limits(3_000_000, 6000)
    graph, holds = explored(game, limits), holds_at(game, 20)
    found = solved(graph, limits)
    best = found.strategy()
    against = [
        found.value[0],
        solved(graph, limits, {0: best, 1: holds}).value[0],
        solved(graph, limits, {0: holds, 1: best}).value[1],
        solved(graph, limits, {1: holds}).value[0],
        solved(graph, limits, {0: holds}).value[1],
    ]
    assert [round(float(value), 4) for value in against] == [0.5306, 0.5715, 0.5083, 0.5874, 0.5224]


# --- Secrets ---------------------------------------------------------------------------------------------------------


def test_kuhn_poker_is_worth_minus_an_eighteenth() -> None:
    found = solve(example("kuhn_poker"), enough=1e-4)
    assert found.positions == 58
    assert float(found.value[0]) == pytest.approx(-1 / 18, abs=2e-4)
    assert found.equilibrium is not None
    assert found.equilibrium.exploitability <= 2e-4
    assert len(found.equilibrium.tree.known) == 12
    # Every equilibrium folds a jack to a bet, calls with a king, and bets a queen never.
    by_text = {(known.seat, known.text): known for known in found.equilibrium.tree.known}
    for (seat, text), known in by_text.items():
        bets = known.average()[known.moves.index("bet")]
        if "jack" in text and text.count("bet") and seat == 1:
            assert bets < 0.01
        if "king" in text and "play: bet" in text:
            assert bets > 0.99


def test_exploitability_before_anything_is_learnt() -> None:
    """As OpenSpiel has it for uniform players: 0.4583 and 2.3736."""
    assert exploitability(grown(example("kuhn_poker"), Limits()))[0] == pytest.approx(11 / 24)


@pytest.mark.thorough
def test_leduc_poker() -> None:
    """-0.0856 to the first player (OpenSpiel). A minute."""
    tree = grown(astro.prepare("leduc-poker"), Limits())
    assert (tree.size, len(tree.known)) == (9457, 936)
    assert exploitability(tree)[0] == pytest.approx(2.373611, abs=1e-6)
    assert learnt(tree, Limits(seconds=3000), enough=0.002).value == pytest.approx(-0.0856, abs=0.01)


# --- Bounds ----------------------------------------------------------------------------------------------------------


def test_what_cannot_be_solved_is_said() -> None:
    with pytest.raises(TooLarge, match="more than 1,000 positions"):
        solve(astro.prepare("connect-four"), Limits(1000))
    with pytest.raises(TooLarge, match="seconds were not enough"):
        solve(astro.prepare("chess"), Limits(seconds=0.0))
    with pytest.raises(NotSolvable, match="can go on for more than 150 events"):
        solve(example("rock_paper_scissors"))
    with pytest.raises(NotSolvable, match="for two players only"):
        solve(astro.prepare("hearts"))


def test_circles_are_found() -> None:
    assert sorted(map(sorted, components([[1], [2], [0, 3], [], [4, 3]]))) == [[0, 1, 2], [3], [4]]
    order = components([[1], [2], []])
    assert order == [[2], [1], [0]]
