"""`astro repl`: expressions, moves and changes line by line; whatever is typed, the session goes on."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from terminal import PAUSE, play

from astro_referee.interpreter.play.chance import Generator

Run = Callable[..., Result]
TIC = "tic-tac-toe"
PIG = "examples/pig.astro"
SIGNS = "examples/rock_paper_scissors.astro"


@pytest.fixture
def said(run: Run) -> Callable[..., list[str]]:
    """`said(game, line, …)`: what is told after each line."""

    def says(game: object, *lines: str, code: int = 0, **more: str) -> list[str]:
        words = [word for name, value in more.items() for word in (f"--{name}", value)]
        told = run("repl", game, *words, typed="".join(f"{line}\n" for line in lines), code=code).stdout
        _, *answers, end = re.split(r"^[\w, ]+> .*\n", told, flags=re.MULTILINE)
        assert (len(answers), end) == (len(lines), "")
        return [answer.rstrip("\n") for answer in answers]

    return says


def test_expressions_are_worked_out_where_the_game_stands(said: Callable[..., list[str]]) -> None:
    assert said(TIC, "mark[b2]", "b2", "mark[b2]", "me", "mark[b2] is O or me is X", "mark") == [
        "none",
        "1. X: b2",
        "X",
        "O",
        "no\n  seen: mark[b2] = X",
        "a1: none\na2: none\na3: none\nb1: none\nb2: X\nb3: none\nc1: none\nc2: none\nc3: none",
    ]
    lines = ("hand[P1].size", "best p in players by highest hand[p].size", "road(Mars).size", "some c in stock")
    assert said("ptolemy", *lines, seed="7")[1:] == ["P1 and P2", "14", "yes"]


def test_moves_are_made_refused_explained_and_taken_back(said: Callable[..., list[str]]) -> None:
    told = said(TIC, "a1", "a1", "why a1", "undo", "why a1", "= a1", "play c3", "undo", "undo", code=1)
    refusal = "a1  not legal\n  a1 is taken\n    rule: mark[cell] is none"
    assert told[0] == "1. X: a1"
    assert told[1].startswith(refusal)
    assert told[2].startswith(refusal)
    assert told[3:] == [
        "to move: X",
        "a1  legal  Put your mark on a1.",
        "a1",
        "1. X: c3",
        "to move: X",
        "nothing was done yet",
    ]


def test_chance_is_told_or_left_to_the_seed(said: Callable[..., list[str]]) -> None:
    told = said(PIG, "chance 6", "again", "chance 7", "chance 4", "again", "gained", "undo", "moves", code=1)
    assert told[0] == "1. chance, roll pip: 6"
    assert told[1] == "2. P1: again\nchance decides: roll pip"
    assert told[2] == "7 cannot come up here; possible: 1, 2, 3, 4, 5, 6"
    assert told[3] == "3. chance, roll pip: 4"
    assert told[5].startswith("5. chance, roll pip: ")
    assert told[6] == "chance decides: roll pip"


def test_positions_are_changed_and_become_tests(run: Run, said: Callable[..., list[str]], tmp_path: Path) -> None:
    lines = [
        "chance 6",
        "given score[P1] = 60",
        "expect score[P1] is 60",
        "expect score[P1] is 61",
        "given score[P1] = 900",
        "hold",
        "test",
    ]
    rules = Path(PIG).read_text(encoding="utf-8")
    told = said(PIG, *lines, code=1)
    assert told[2] == "yes\n  seen: score[P1] = 60"
    assert told[3] == "no\n  seen: score[P1] = 60"
    assert "error[out-of-range]" in told[4]
    assert told[-1].split("\n") == [
        'test "what this shows"',
        '  chance "6"',
        "  given",
        "    score[P1] = 60",
        "  expect score[P1] is 60",
        '  P1 "hold"',
    ]
    test = told[-1][told[-1].index("test ") :]
    (tmp_path / "pig.astro").write_text(f"{rules}\n{test}\n", encoding="utf-8")
    assert "1 test, all hold" in run("test", tmp_path / "pig.astro", code=0).stdout


EMPTY_HANDS = """astro 1
game Hands for 2 players
card Card: each rank in 1..4
zone stock: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
phase play
  begin
    put all Card into stock
    deal 1 from stock into hand[P1]
    deal 1 from stock into hand[P2]
  turns clockwise from P1
    move discard(card in hand[me])
      then
        put card from hand[me] into stock
    otherwise
      draw because "somebody has no card"
"""


def test_several_steps_are_one_change_as_in_a_test(
    run: Run, said: Callable[..., list[str]], rules: Callable[[str], str]
) -> None:
    """Gathering the cards alone would end the game."""
    path = rules(EMPTY_HANDS)
    assert "somebody has no card" in said(path, "given put all Card into stock")[0]
    steps = ["  put all Card into stock", "  for p in players", "    put Card[p.index + 2] from stock into hand[p]"]
    for end in ("", "me"):
        typed = "\n".join(["given", *steps, end, "hand", "test", ""])
        told = run("repl", path, typed=typed, code=0).stdout
        assert "given> for p in players\n" in told
        assert "P1: 2\nP2: 3\n" in told
        test = told[told.index('test "') :].rpartition("P1>")[0]
        assert "  given\n" + "".join(f"  {step}\n" for step in steps) in test
        Path(path).with_name("test_test.astro").write_text(f'astro 1\ntests of "test.astro"\n{test}')
        assert "1 test, all hold" in run("test", path, code=0).stdout
    assert "the steps stand below it" in run("repl", path, typed="given\nme\n", code=1).stdout


def test_moves_are_written_as_in_a_test(said: Callable[..., list[str]]) -> None:
    told = said(TIC, 'X "a1", O "b2"', 'X "b2"', 'O "c3"', "undo 3", "undo 0", "undo 2", 'Z "a1"', code=1)
    assert told[0] == "1. X: a1\n2. O: b2"
    assert told[1].startswith("b2  not legal\n  b2 is taken")
    assert told[2].startswith("c3  it is not O's turn")
    assert told[3:6] == ["2 can be undone", "2 can be undone", "to move: X"]
    assert told[6].startswith("nobody here is called Z")
    told = said(PIG, 'chance "6"', 'P1 "again", P1 "hold"', "test")
    assert told[2].split("\n")[1:4] == ['  chance "6"', '  P1 "again"', '  P1 "hold"']


def test_where_several_are_asked_one_says_who(said: Callable[..., list[str]]) -> None:
    told = said(SIGNS, "me", "as P2", "me", "rock", "as", "paper", "moves", code=1)
    assert "say who with `as PLAYER`" in told[0]
    assert told[2:4] == ["P2", "1. P2: rock"]
    assert told[5] == "2. P1: paper\n   P1 wins the round: paper beats rock."
    assert told[6].split("\n")[0].split() == ["P1", "rock", "Show", "rock."]


def test_a_record_goes_on_where_it_ends(run: Run, record: Path) -> None:
    lines = "hand[P1].size\nwins[P1] + wins[P2]\nboard\n"
    told = run("repl", record, "--at", "40", typed=lines, code=0).stdout
    assert "hand of P2" in told
    assert run("repl", record, typed="wins\ngiven passes = 1\n", code=1).stdout.count("where somebody is asked") == 1
    run("repl", record, "--players", "2", code=2)
    run("repl", "ptolemy", "--at", "3", code=2)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("handd[P1]", "unknown-name"),
        ("1 +", "syntax"),
        ("passes = 1", "equals-for-is"),
        ("12 / (passes - passes)", "division-by-zero"),
        ("only c in hand[P1]", "not-only"),
        ("winner P1", "not-a-value"),
        ("(passes", "open-bracket"),
        ("given winner P1", "misplaced"),
        ("given passes = 7", "out-of-range"),
        ("given\n  passes = 1\n  passes = 7\n", "--> you typed:2:10"),
        ("“passes”", "bad-character"),
        ('"', "open-text"),
        ("(" * 500, "too-deep"),
        ("given put hand[P1] from stock into spent", "not-there"),
        ("none", "bare-none"),
        ("undo ²", "error"),
    ],
)
def test_mistakes_are_shown_and_nothing_changes(run: Run, line: str, code: str) -> None:
    told = run("repl", "ptolemy", "--seed", "7", typed=f"{line}\npasses\n", code=1).stdout
    assert code in told
    assert "internal" not in told
    assert told.endswith("passes\n0\nP2> \n")
    assert ("to change the position: given passes = 1" in told) == (line == "passes = 1")


PIECES = re.findall(
    r"\S+",
    "stones me P1 P2 [ ] ( ) { } 1 9 .. . , = += is not in and or some every x where count of for if let put give "
    'none empty " @R1 # given expect chance why play as board undo test moves rules history é “ \x1b[2J 2 from 1',
)


def test_whatever_is_typed_the_session_goes_on(run: Run) -> None:
    luck = Generator(3)
    lines = [" ".join(PIECES[luck.below(len(PIECES))] for _ in range(1 + luck.below(6))) for _ in range(120)]
    told = run("repl", "examples/nim.astro", typed="\n".join([*lines, "1 + 1", ""]), code=1).stdout
    assert re.search(r"> 1 \+ 1\n2\n", told)
    assert "\x1b" not in told


def test_at_a_terminal_tab_completes_names_and_moves() -> None:
    typed = iter([f"mark[b{PAUSE}\t{PAUSE}]", f"mar{PAUSE}\t{PAUSE}[a1]", f"why c{PAUSE}\t", "?", None])
    told, _, code = play(["repl", TIC], lambda prompt, screen: next(typed))
    assert code == 0
    assert told.count("\nnone\n") == 2
    assert "For authors: everything is shown" in told
    assert "Ctrl-D" in told


def test_an_interrupt_leaves_in_peace() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "astro_referee.cli", "repl", TIC],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": ".src"},
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("b2\n")
    child.stdin.flush()
    while "1. X" not in child.stdout.readline():
        pass
    child.send_signal(signal.SIGINT)
    rest, _ = child.communicate(timeout=30)
    assert rest.strip() in ("", "O>")
    assert child.returncode == 0


def test_a_line_with_several_moves_is_done_as_a_whole_or_not_at_all(said: Callable[..., list[str]]) -> None:
    refused, cell, *_ = said(TIC, 'X "a1", O "a1"', "mark[a1]", code=1)
    assert refused.endswith("so nothing of this line was done")
    assert cell == "none"


def test_what_cannot_be_typed_is_told_as_such(said: Callable[..., list[str]]) -> None:
    """A move where several are asked, lines that are for tests only; remarks say nothing."""
    several, draw, refusal, remark = said(SIGNS, "rock", "expect draw", 'refuse P1 "rock"', "# hm", code=1)
    assert several == "several players are asked: say who moves with `as PLAYER`"
    assert draw.startswith("that is for a file of tests")
    assert refusal == draw
    assert remark == ""
