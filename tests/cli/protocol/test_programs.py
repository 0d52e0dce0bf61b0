"""Programs in seats: they see and do what is their seat's, and whatever they do to themselves is told in a sentence."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Run

from astro_referee.cli.protocol.programs import Program, ProgramFailed
from astro_referee.interpreter import api

Write = Callable[[str], str]

PEEKING = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["do"] == "legal":
        for asked in ({"do": "state"}, {"do": "view", "seat": "P1"}, {"do": "view", "as": "P1"}, {"do": "chance"},
                      {"do": "undo"}, {"do": "save"}, {"do": "view"}):
            print(json.dumps(asked), flush=True)
            answer = json.loads(sys.stdin.readline())
            print(answer["code"] if not answer["ok"] else answer["fields"], file=open(sys.argv[1], "a"))
        print(json.dumps({"do": "play", "id": told["moves"][0]["id"]}), flush=True)
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A command that runs a Python program of the given text."""

    def written(text: str) -> str:
        path = tmp_path / "bot.py"
        path.write_text(text, encoding="utf-8")
        return shlex.join([sys.executable, str(path)])

    return written


def test_programs_play_a_whole_game_and_a_record_names_no_command(run: Run, tmp_path: Path) -> None:
    record = str(tmp_path / "game.txt")
    bot = f"{shlex.quote(sys.executable)} examples/bots/random_bot.py"
    said = run("play", "tic-tac-toe", "--watch", "--seed", "1", "--bot", f"X={bot}", "--record", record, code=0)
    assert "X wins" in said.stdout or "O wins" in said.stdout or "Draw" in said.stdout
    text = Path(record).read_text(encoding="utf-8")
    assert "bots: X = program, O = random" in text
    assert "random_bot" not in text
    Path(record).write_text(text[: text.index("\n2. ") + 1], encoding="utf-8")
    assert "X was played by a program: name it again" in run("play", record, code=2).stderr
    assert run("play", record, "--bot", f"X={bot}", code=0).stdout


def test_a_program_sees_and_does_what_is_its_seats(write: Write, tmp_path: Path) -> None:
    found = tmp_path / "found"
    match = api.start("examples/kuhn_poker.astro", seed=3)
    match.settle_all()
    match.play(match.legal()[0])
    before = match.state
    program = Program(f"{write(PEEKING)} {shlex.quote(str(found))}")
    move = program.choose(match, 1)
    program.close()
    assert match.state == before
    assert move in match.legal(1)
    rows = found.read_text(encoding="utf-8").splitlines()
    assert rows[:6] == ["not-yours"] * 6
    assert rows[6].count("'hidden': True") == 2  # the deck and the other hand


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "ended before it had moved"),
        ("import sys; sys.exit('no idea')", "ended with exit code 1\n  no idea"),
        ("import sys\nfor line in sys.stdin: print('{}', flush=True)", "made no legal move in 100 lines"),
        ("print('x' * 3_000_000, flush=True)", "ended before it had moved"),
        ("import time\ntime.sleep(60)", "said nothing for 0.2 seconds"),
    ],
)
def test_a_program_that_fails_is_told_of_in_a_sentence(write: Write, text: str, said: str) -> None:
    match = api.start("tic-tac-toe", seed=3)
    with pytest.raises(ProgramFailed) as failed:
        Program(write(text), 0.2 if "sleep" in text else None).choose(match, 0)
    assert said in str(failed.value)


def test_a_game_whose_program_fails_can_be_played_on(run: Run, write: Write, tmp_path: Path) -> None:
    record = str(tmp_path / "game.txt")
    failed = run("play", "tic-tac-toe", "--watch", "--bot", f"O={write('')}", "--record", record, code=1)
    assert "ended before it had moved" in failed.stderr
    assert f"Play on with: astro play {record}" in failed.stdout
    assert run("play", record, "--bot", "O=random", code=0).stdout


def test_what_is_neither_a_bot_nor_a_program_is_refused(run: Run) -> None:
    said = run("play", "tic-tac-toe", "--bot", "O=nothing.py --fast", code=2).stderr
    assert "there is no bot called nothing.py" in said
    assert "and no program" in said
