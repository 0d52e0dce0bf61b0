"""`astro tournament` and `astro match`: who plays, who forfeits, what is kept."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from commands import Run

TIC = "tic-tac-toe"
PROGRAMS = {
    "crashes": ("1 / 0", "ended with exit code 1"),
    "cheats": (
        'import sys\nfor _ in sys.stdin: print(\'{"do": "play", "id": "place.99"}\', flush=True)',
        "made a move that is not legal",
    ),
    "sleeps": ("import time; time.sleep(60)", "said nothing for 0.3 seconds"),
}


def test_bots_meet_and_are_rated(run: Run, tmp_path: Path) -> None:
    given = ["--bot", "Ann=mcts:30", "--bot", "Bob=random", "--bot", "Cy=greedy:1", "--rounds", "2"]
    found = json.loads(run("tournament", TIC, *given, "--records", str(tmp_path), "--json").stdout)
    assert len(found["games"]) == 12
    assert found["players"][0]["name"] == "Ann"
    assert sum(player["points"] for player in found["players"]) == 12
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept[:2] == ["0001-Ann-Bob.txt", "0002-Bob-Ann.txt"]
    assert run("referee", str(tmp_path / kept[0])).exit_code == 0
    shown = run("tournament", TIC, *given, "--swiss").stdout
    assert shown.startswith("TicTacToe: 4 games\n")
    assert "1.  Ann (mcts:30)" in shown


@pytest.mark.parametrize("fault", PROGRAMS)
def test_a_program_that_fails_loses_that_game(fault: str, run: Run, tmp_path: Path) -> None:
    """Starts two processes: a quarter of a second."""
    text, said = PROGRAMS[fault]
    path = tmp_path / f"{fault}.py"
    path.write_text(text, encoding="utf-8")
    seconds = "0.3" if fault == "sleeps" else "30"
    shown = run("match", TIC, f"{sys.executable} {path}", "random", "-n", "1", "--time", seconds)
    assert shown.exit_code == 0
    assert shown.stdout.count(said) == 2
    assert "A  0/2  -" in shown.stdout


def test_a_match_says_who_is_better(run: Run) -> None:
    shown = run("match", TIC, "mcts:40", "random", "-n", "30")
    assert "A is better (p = " in shown.stdout.splitlines()[-1]
    named = run("match", TIC, "--bot", "Ann=mcts:40", "--bot", "Bob=random", "-n", "30")
    assert "Ann is better (p = " in named.stdout.splitlines()[-1]
    # The same player with the same deals plays the same game in both seats.
    equal = run("match", TIC, "random", "random", "-n", "30").stdout
    assert "A  -      30/60" in equal
    assert equal.endswith("too few deals brought a difference to say who is better\n")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--bot", "A=random"], "at least two players"),
        (["--bot", "A=random", "--bot", "B=no_such_program_here"], "no bot and no program"),
        (["--bot", "A=random", "--bot", "B=mcts:never"], "B: mcts thinks for so many"),
        (["--bot", "A=random", "--bot", "B=random", "--time", "0"], "'--time': 0.0 is not in the range 0<x<=3600"),
    ],
)
def test_what_is_refused(given: list[str], said: str, run: Run) -> None:
    refused = run("tournament", TIC, *given)
    assert refused.exit_code == 2
    assert said in refused.stderr


@pytest.mark.parametrize("given", [["random"], ["random", "greedy", "mcts"], ["random", "greedy", "--bot", "A=random"]])
def test_a_match_has_two_players(given: list[str], run: Run) -> None:
    refused = run("match", TIC, *given)
    assert refused.exit_code == 2
    assert "a match has two players" in refused.stderr


def test_swiss_is_for_two(run: Run) -> None:
    refused = run("tournament", "hearts", "--swiss", "--bot", "A=random", "--bot", "B=random")
    assert "--swiss is for games of two" in refused.stderr
