"""`astro solve` as a user sees it."""

from __future__ import annotations

import json

import pytest
from commands import Run


def test_a_solved_game(run: Run) -> None:
    shown = run("solve", "examples/nim.astro", "--option", "heaps=2", "--option", "largest=3")
    assert shown.stdout.splitlines() == [
        "Nim: P1 wins",
        "alpha-beta search, 18 positions met",
        "best first move: 1 from 2",
        "best play: P1 1 from 2; P2 1 from 1; P1 1 from 2; P2 1 from 1; P1 1 from 2",
    ]


def test_dice(run: Run) -> None:
    found = json.loads(run("solve", "examples/pig.astro", "--option", "goal=10", "--json").stdout)
    assert found["method"] == "positions"
    assert round(found["value"]["P1"], 4) == 0.7094


def test_a_strategy(run: Run) -> None:
    shown = run("solve", "examples/kuhn_poker.astro").stdout
    assert shown.startswith("KuhnPoker: -0.055")
    assert "exploitability" in shown
    assert "bet 100.0 %, pass 0.0 %" in shown


def test_too_large(run: Run) -> None:
    refused = run("solve", "connect-four", "--positions", "2000")
    assert refused.exit_code == 1
    assert refused.stderr == (
        "astro: connect-four is too large to be solved: it has more than 2,000 positions;"
        " --positions and --time allow more\n"
    )


@pytest.mark.parametrize("seconds", ["0", "-1", "nan"])
def test_a_time_is_more_than_nothing(seconds: str, run: Run) -> None:
    refused = run("solve", "tic-tac-toe", "--time", seconds)
    assert refused.exit_code == 2
    assert "Invalid value for '--time'" in refused.stderr
