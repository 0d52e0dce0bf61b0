"""`astro check`, `astro games`, `astro compile`, `astro graph`: what authors are told."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from syrupy.assertion import SnapshotAssertion

Run = Callable[..., Result]
Rules = Callable[[str], str]

GOOD = """astro 1

game Coin for 2 players
  "Heads or tails."

die coin: 0..1

phase play
  roll coin
  if coin is 1
    winner P1
  winner P2
"""
BAD = GOOD.replace("coin is 1", "coin is P1 or coin is P2")


def test_good_files_get_a_line_each(run: Run) -> None:
    lines = run("check", "ptolemy", "examples/nim.astro", code=0).stdout.splitlines()
    assert re.fullmatch(r"ptolemy: ok, 3 phases, 2 moves, \d+ states", lines[0])
    assert re.fullmatch(r"examples/nim.astro: ok, 1 phase, 1 move, \d+ states", lines[1])


def test_a_bad_file_gets_all_its_problems(run: Run, rules: Rules, snapshot: SnapshotAssertion) -> None:
    path = rules(BAD)
    said = run("check", path, code=1).stdout
    assert said.replace(path, "test.astro") == snapshot


def test_problems_as_json(run: Run, rules: Rules) -> None:
    found = json.loads(run("check", rules(BAD), "ptolemy", "--json", code=1).stdout)
    assert found["ok"] is False
    assert [file["ok"] for file in found["files"]] == [False, True]
    errors = [problem for problem in found["files"][0]["problems"] if problem["severity"] == "error"]
    assert [(problem["line"], problem["column"]) for problem in errors] == [(10, 6), (10, 20)]
    assert set(found["files"][1]["counts"]) == {"phases", "moves", "states"}


def test_a_missing_file_does_not_keep_the_others_from_being_checked(run: Run) -> None:
    result = run("check", "missing.astro", "ptolemy", code=2)
    assert result.stderr == "astro: there is no file missing.astro\n"
    assert "ptolemy: ok" in result.stdout


@pytest.mark.parametrize("command", ["check", "play", "referee", "simulate", "compile", "graph"])
def test_what_is_no_rule_file_gets_one_line(run: Run, tmp_path: Path, command: str) -> None:
    binary = tmp_path / "binary.astro"
    binary.write_bytes(bytes(range(256)))
    for given, said in [
        (tmp_path, "is not a text file" if command == "check" else "is a folder"),
        (binary, "is not a text file"),
        (tmp_path / "none.astro", "there is no file"),
        ("x" * 5000, "name too long"),
    ]:
        result = run(command, given, code=2)
        assert said in result.stderr
        assert len(result.stderr.splitlines()) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read(run: Run, rules: Rules) -> None:
    path = rules(GOOD)
    Path(path).chmod(0)
    assert "may not be read" in run("check", path, code=2).stderr


def test_bad_rules_cannot_be_played(run: Run, rules: Rules) -> None:
    for command in ("play", "referee", "simulate", "compile", "graph", "perft"):
        more = ["--depth", "1"] if command == "perft" else []
        result = run(command, rules(BAD), *more, code=1)
        assert "cannot be played: 2 errors" in result.stderr
        assert "test.astro:10:6" in result.stderr


def test_every_command_finds_the_errors_that_check_finds(run: Run, rules: Rules) -> None:
    """Also those that are found only where the lines that cannot be read are left out."""
    path = rules("""astro 1
game Bad for 2 players
card Card: each number in 1..6
zone hand for each player: Card, seen by owner
phase play
  turns clockwise from P1
    move lay(c in hand[me])
      then
        put c from hand into hand[P1]
    move stop
      then
        if size of hand[me] = 0
          draw
        draw
""")
    assert "2 errors" in run("check", path, code=1).stdout
    for command in ("play", "cover"):
        said = run(command, path, code=1).stderr
        assert "cannot be played: 2 errors" in said
        assert "error[needs-index]" in said
        assert "Astro says `hand[me].size`" in said


def test_games(run: Run, snapshot: SnapshotAssertion) -> None:
    assert re.search(r"^ptolemy +2 players +\w", run("games", code=0).stdout, flags=re.MULTILINE)
    found = {game["name"]: game for game in json.loads(run("games", "--json", code=0).stdout)}
    assert json.dumps(found["ptolemy"], indent=2) == snapshot


def test_games_are_listed_in_groups_and_found_by_words(run: Run) -> None:
    whole = run("games", code=0).stdout
    assert re.search(r"^Boards\n(?:.+\n)*chess +2 players +60 minutes +The game of kings", whole, flags=re.MULTILINE)
    found = run("games", "Poker", "2", code=0).stdout
    assert re.findall(r"^\S+", found, flags=re.MULTILINE) == ["Cards", "holdem", "leduc-poker"]
    assert "no game that comes with Astro has `xyzzy`" in run("games", "xyzzy", code=1).stderr


def test_the_machine_is_printed_readably(run: Run, snapshot: SnapshotAssertion) -> None:
    said = run("compile", "tic-tac-toe", "--emit", "machine", code=0).stdout
    assert said == snapshot
    assert said == run("compile", "tic-tac-toe", "--emit", "machine").stdout


@pytest.mark.parametrize("game", ["ptolemy", "examples/pig.astro", "examples/rock_paper_scissors.astro"])
def test_every_machine_can_be_printed(run: Run, game: str) -> None:
    said = run("compile", game, "--emit", "machine", code=0).stdout
    for part in ("\nvar ", "\nfunction ", "\nstart: state ", ": decision, ", ": automatic, "):
        assert part in said


def test_the_generated_module_is_python(run: Run) -> None:
    said = run("compile", "examples/nim.astro", "--option", "heaps=2", code=0).stdout
    compile(said, "nim", "exec")
    assert run("compile", "examples/nim.astro").stdout != said


def test_a_picture_of_the_machine(run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("graph", "ptolemy", code=0).stdout == snapshot


def test_pictures_go_to_files(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    run("graph", "examples/kuhn_poker.astro", "-o", tmp_path / "game.mmd", code=0)
    assert (tmp_path / "game.mmd").read_text().startswith("flowchart TD\n")
    run("graph", "examples/kuhn_poker.astro", "-o", tmp_path / "game.dot", code=0)
    assert (tmp_path / "game.dot").read_text() == snapshot


def test_every_name_in_a_picture_is_escaped() -> None:
    from astro_referee.interpreter.machine.graph import Arrow, Node, Picture, dot, mermaid

    nasty = 'a"b]-->c\\n<br/>#;|'
    drawn = Picture(nasty, (Node(1, "decision", (nasty,)),), (Arrow(1, 1, nasty),))
    flow = mermaid(drawn)
    assert flow.count('"') == 4
    assert "<br/>" not in flow
    assert flow.count("-->") == 1
    assert dot(drawn).count('\\"') == 3


def test_an_svg_needs_no_other_program(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    run("graph", "ptolemy", "-o", tmp_path / "game.svg", code=0)
    drawn = (tmp_path / "game.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert "relay" in drawn


def test_a_picture_of_an_unknown_sort_is_refused(run: Run, tmp_path: Path) -> None:
    assert "should end in" in run("graph", "ptolemy", "-o", tmp_path / "game.png", code=2).stderr
