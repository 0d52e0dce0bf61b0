"""Bots at the table: how they are asked for, what is seen of them, and that they can be stopped."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from shelf import ROOT

Run = Callable[..., Result]
TIC = "tic-tac-toe"
HEARTS = "hearts"


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_a_bot_that_is_none_is_refused_with_those_there_are(run: Run, command: str) -> None:
    said = run(command, TIC, "--bot", "O=deepblue", code=2).stderr
    assert "there is no bot called deepblue; there are random, greedy, mcts" in said
    assert "mcts:2s or mcts:500, not mcts:soon" in run(command, TIC, "--bot", "O=mcts:soon", code=2).stderr
    assert "nobody here is called Z" in run(command, TIC, "--bot", "Z=mcts", code=2).stderr


def test_a_game_against_a_bot_that_thinks(run: Run) -> None:
    """Its seat has a number: not everybody knows beforehand what the players of a game are called."""
    result = run("play", TIC, "--bot", "P2=mcts:200", "--seed", "1", typed="a1\nundo\na1\nquit\n", code=0)
    assert "X, O (bot)" in result.stdout
    answers = re.findall(r"^2\. O: (\w\w)  ", result.stdout, re.M)
    assert len(answers) == 2
    assert len(set(answers)) == 1
    assert result.stderr == ""


def test_watched_bots_are_those_that_were_asked_for(run: Run) -> None:
    lost = [run("play", TIC, "--watch", "--bot", "O=mcts:500", "--seed", n, code=0).stdout for n in range(5)]
    assert not any("X wins" in said for said in lost)
    assert any("X wins" in run("play", TIC, "--watch", "--seed", n, code=0).stdout for n in range(5))


def test_the_hand_of_a_bot_that_thinks_is_not_shown(run: Run) -> None:
    bots = [word for seat in ("P2", "P3", "P4") for word in ("--bot", f"{seat}=mcts:3")]
    said = run("play", HEARTS, *bots, "--seed", "7", typed="1\n1\n1\nboard\nquit\n", code=0).stdout
    assert re.search(r"^hand of P2: \d+ cards$", said, re.M)
    assert not re.search(r"^hand of P[234]: (?!\d+ cards?$)", said, re.M)
    assert not re.search(r"P[234]: pass (?!…)", said)


def test_simulated_bots(run: Run) -> None:
    words = ["simulate", TIC, "-n", "12", "--bot", "O=mcts:500"]
    said = run(*words, code=0).stdout
    assert said.startswith("TicTacToe, 2 players: 12 games with O=mcts:500\n")
    assert re.search(r"^  X       0 ", said, re.M)
    assert run(*words, "--jobs", "2", code=0).stdout == said


def test_thinking_is_shown_on_a_terminal_and_can_be_stopped() -> None:
    master, slave = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "astro_referee.cli.main", "play", TIC, "--bot", "X=mcts:600s"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / ".src")},
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    said = ""
    try:
        while "X is thinking" not in said:
            said += os.read(master, 1000).decode()
        running.send_signal(signal.SIGINT)
        while "The game is not finished" not in said:
            said += os.read(master, 1000).decode()
        assert running.wait(timeout=60) == 1
    finally:
        running.kill()
        running.wait()
        os.close(master)
    assert "Traceback" not in said


# --- Bots in records -------------------------------------------------------------------------------------------------


def test_a_game_is_taken_up_with_its_bots(run: Run, tmp_path: Path) -> None:
    """Whoever sits at the keyboard does not get the cards of a bot."""
    path = tmp_path / "game.txt"
    bots = [word for seat in ("P2", "P4") for word in ("--bot", f"{seat}=mcts:3")]
    run("play", HEARTS, *bots, "--seed", "7", "--record", path, typed="quit\n", code=0)
    assert "\nbots: P2 = mcts:3, P4 = mcts:3\n" in path.read_text()
    before = path.read_text()
    said = run("play", HEARTS, "--record", path, typed="\nhand\nquit\n", code=0).stdout
    assert "P1, P2 (bot), P3, P4 (bot)" in said
    assert path.read_text() == before
    assert (
        "P2, take the keyboard"
        not in run("play", HEARTS, "--record", path, typed="\n1\n1\n1\n\n1\n1\n1\n\n1\n1\n\n", code=0).stdout
    )


@pytest.mark.parametrize("how", ["save", "amend", "undo"])
def test_bots_are_kept_wherever_the_record_goes(run: Run, tmp_path: Path, how: str) -> None:
    path, bot = tmp_path / "game.txt", ["--bot", "O=greedy", "--seed", "1"]
    if how == "save":
        run("play", TIC, *bot, typed=f"a1\nsave {path}\nquit\n", code=0)
    elif how == "undo":
        run("play", TIC, *bot, "--record", path, typed="a1\nundo\nquit\n", code=0)
    else:
        run("play", TIC, *bot, "--record", tmp_path / "first.txt", typed="a1\nquit\n", code=0)
        run("amend", tmp_path / "first.txt", "--at", "1", "--move", "a2", "--game", TIC, "-o", path, code=0)
    assert "\nbots: O = greedy:20\n" in path.read_text()


def test_a_record_is_told_of_other_bots(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", TIC, "--record", path, "--seed", "1", typed="a1\nquit\n", code=0)
    assert "bots" not in path.read_text(), "people play"
    assert "X, O (bot)" in run("play", TIC, "--record", path, "--bot", "O=greedy:5", typed="quit\n", code=0).stdout
    assert "\nbots: O = greedy:5\n" in path.read_text()
    assert "X, O (bot)" in run("play", TIC, "--record", path, "--bot", "O=random", typed="quit\n", code=0).stdout
    assert "\nbots: O = random\n" in path.read_text()
    assert "\nX, O\n" in run("play", TIC, "--record", path, "--bot", "O=none", typed="quit\n", code=0).stdout
    assert "bots" not in path.read_text()
    watched = run("play", TIC, "--record", path, "--watch", code=0).stdout
    assert "over" in watched + run("play", TIC, "--record", path, code=2).stderr
    assert "\nbots: X = random, O = random\n" in path.read_text()


def test_a_watched_game_is_watched_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    whole = run("play", TIC, "--watch", "--bot", "O=greedy:5", "--seed", "1", "--record", path, code=0).stdout
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[: lines.index("\n") + 4]))
    said = run("play", TIC, "--record", path, code=0).stdout
    assert "X> " not in said
    assert said.splitlines()[-2] == whole.splitlines()[-2]
    assert path.read_text() == "".join(lines)


@pytest.mark.parametrize("line", ["Z = mcts", "X", "X = mcts, X = greedy", "X = "])
def test_bots_of_a_record_that_can_not_be(run: Run, tmp_path: Path, line: str) -> None:
    path = tmp_path / "game.txt"
    run("play", TIC, "--record", path, "--seed", "1", typed="a1\nquit\n", code=0)
    path.write_text(path.read_text().replace("seed: ", f"bots: {line}\nseed: "))
    assert "line 6: `bots` names seats of this game, each once" in run("play", TIC, "--record", path, code=2).stderr


def test_a_bot_nobody_knows_can_be_replaced_and_looked_at(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", TIC, "--record", path, "--seed", "1", typed="a1\nquit\n", code=0)
    path.write_text(path.read_text().replace("seed: ", "bots: O = deepblue\nseed: "))
    run("show", path, "--game", TIC, code=0)
    assert "there is no bot called deepblue" in run("play", TIC, "--record", path, code=2).stderr
    run("play", TIC, "--record", path, "--bot", "O=none", typed="quit\n", code=0)
