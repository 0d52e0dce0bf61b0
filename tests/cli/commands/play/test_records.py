"""`astro show`, `astro moves`, `astro why`: questions about a record."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest
from click.testing import Result
from syrupy.assertion import SnapshotAssertion

pytestmark = pytest.mark.usefixtures("rules_beside")
Run = Callable[..., Result]
TIC = "tic-tac-toe"


@pytest.fixture
def three_moves(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "tic.txt"
    run("play", TIC, "--names", "Ann,Bob", "--seed", "1", typed=f"a1\nb2\nc3\nsave {path}\nquit\n", code=0)
    return path


def test_show(run: Run, three_moves: Path, snapshot: SnapshotAssertion) -> None:
    assert run("show", three_moves, code=0).stdout == snapshot


def test_show_an_earlier_position(run: Run, three_moves: Path) -> None:
    assert "after 1 event: to move: Bob (O)" in run("show", three_moves, "--at", "1", code=0).stdout
    assert "after 0 events: to move: Ann (X)" in run("show", three_moves, "--at", "0", code=0).stdout


def test_show_from_standard_input(run: Run, three_moves: Path) -> None:
    assert run("show", "-", typed=three_moves.read_text(), code=0).stdout == run("show", three_moves).stdout


def test_show_where_chance_decides_and_at_the_end(run: Run, record: Path) -> None:
    assert "chance decides: deal to hand of P1" in run("show", record, "--at", "5", code=0).stdout
    assert "P2 wins: two rounds won." in run("show", record, code=0).stdout


def test_show_as_json(run: Run, three_moves: Path) -> None:
    found = json.loads(run("show", three_moves, "--json", code=0).stdout)
    assert (found["events"], found["asked"], found["over"]) == (3, ["O"], False)
    assert found["players"] == {"X": "Ann", "O": "Bob"}
    marks = {entry["index"][0]: entry["text"] for entry in found["fields"][0]["entries"]}
    assert (marks["a1"], marks["b2"], marks["a2"]) == ("X", "O", "none")


def test_moves(run: Run, three_moves: Path, snapshot: SnapshotAssertion) -> None:
    assert run("moves", three_moves, code=0).stdout == snapshot


def test_moves_as_json(run: Run, three_moves: Path, record: Path) -> None:
    found = json.loads(run("moves", three_moves, "--json", code=0).stdout)
    assert [move["move"] for move in found["moves"]] == ["a2", "a3", "b1", "b3", "c1", "c2"]
    assert {move["player"] for move in found["moves"]} == {"O"}
    dealt = json.loads(run("moves", record, "--at", "5", "--json", code=0).stdout)
    assert dealt["moves"] == []
    assert {outcome["probability"] for outcome in dealt["outcomes"]} == {"1/21"}
    assert json.loads(run("moves", record, "--json", code=0).stdout)["over"] is True


def test_moves_where_chance_decides(run: Run, record: Path) -> None:
    result = run("moves", record, "--at", "0", code=0)
    assert result.stdout == "P1  1/2\nP2  1/2\n"
    assert "chance decides: starter" in result.stderr


def test_why_a_move_is_legal(run: Run, three_moves: Path) -> None:
    assert run("why", three_moves, "a2", code=0).stdout == "a2  legal  Put your mark on a2.\n"


def test_why_a_move_is_not_legal(run: Run, record: Path, snapshot: SnapshotAssertion) -> None:
    assert run("why", record, "Saturn 2", "--at", "37", code=1).stdout == snapshot


def test_why_as_somebody_else(run: Run, three_moves: Path) -> None:
    assert "it is not Ann's turn" in run("why", three_moves, "a2", "--as", "Ann", code=1).stdout
    assert "legal" in run("why", three_moves, "a2", "--as", "bob", code=0).stdout


def test_why_as_json(run: Run, three_moves: Path) -> None:
    found = json.loads(run("why", three_moves, "a1", "--json", code=1).stdout)
    assert found["legal"] is False
    assert found["reasons"][0]["text"] == "a1 is taken"
    assert json.loads(run("why", three_moves, "a2", "--json", code=0).stdout)["about"] == "Put your mark on a2."


def test_why_with_nobody_or_several_asked(run: Run, record: Path, tmp_path: Path) -> None:
    assert "the game is over" in run("why", record, "pass", code=1).stdout
    assert "nobody is asked now" in run("why", record, "pass", "--at", "3", code=1).stdout
    path = tmp_path / "signs.txt"
    run("play", "examples/rock_paper_scissors.astro", "--record", path, typed="", code=0)
    assert "say who with --as" in run("why", path, "rock", code=2).stderr
    run("why", path, "rock", "--as", "P2", code=0)


@pytest.mark.parametrize("command", [["show"], ["moves"], ["why"]])
def test_what_is_no_record_gets_one_line(run: Run, record: Path, tmp_path: Path, command: list[str]) -> None:
    more = ["pass"] if command == ["why"] else []
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    torn = tmp_path / "torn.txt"
    torn.write_text(record.read_text()[:900])
    for given, code, said in [
        (tmp_path, 2, "is a folder"),
        (tmp_path / "none.txt", 2, "no such file"),
        (binary, 2, "is not a text file"),
        ("games/ptolemy.astro", 1, "a record begins with `astro record 1`"),
    ]:
        result = run(*command, given, *more, code=code)
        assert said in result.stderr
        assert len(result.stderr.splitlines()) == 1
    assert "the last line has no end and was dropped" in run(*command, torn, *more).stderr


def test_positions_and_players_that_do_not_exist(run: Run, three_moves: Path) -> None:
    assert "has only 3 events" in run("show", three_moves, "--at", "9", code=2).stderr
    assert "-1 is not in the range" in run("show", three_moves, "--at", "-1", code=2).stderr
    assert "'x' is not a valid number" in run("show", three_moves, "--at", "x", code=2).stderr
    said = run("show", three_moves, "--as", "Carl", code=2).stderr
    assert said == "astro: nobody here is called Carl; the players are Ann (X), Bob (O)\n"


def test_control_characters_in_a_record_do_not_reach_the_terminal(run: Run, three_moves: Path) -> None:
    three_moves.write_text(three_moves.read_text() + "4. O: \x1b[2Ja2\n")
    result = run("show", three_moves, code=1)
    assert "\x1b" not in result.output
    three_moves.write_text(three_moves.read_text().replace("game: ", "game: \x1b]0;x\x07"))
    for command in (["show"], ["replay"], ["referee"], ["amend", "--at", "1", "--strike"]):
        assert not {"\x1b", "\x07"} & set(run(command[0], three_moves, *command[1:], code=2).output)


def test_what_was_typed_is_safe_on_a_terminal_as_json_too(run: Run, three_moves: Path) -> None:
    said = run("why", three_moves, "\x9b2J\x1b", "--json", code=1).stdout
    assert said.isascii()
    assert json.loads(said)["move"] == "\x9b2J\x1b"


def test_a_record_through_a_pipe(run: Run, three_moves: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=[three_moves.read_bytes()], daemon=True)
    writer.start()
    assert "legal from start to end, 3 events" in run("referee", pipe, code=0).stdout
    assert "is no file" in run("play", pipe, code=2).stderr


def test_an_option_that_is_set_twice_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", "examples/nim.astro", typed=f"save {path}\n", code=0)
    path.write_text(path.read_text().replace("option: heaps = 3\n", "option: heaps = 2\noption: heaps = 3\n"))
    assert "option heaps is set twice" in run("referee", path, code=1).stdout


def test_a_record_is_no_rule_file(run: Run, record: Path) -> None:
    for words in (["simulate"], ["perft", "--depth", "1"], ["check"]):
        assert "is a record, not a rule file" in run(words[0], record, *words[1:], code=2).stderr


# --- Telling a game --------------------------------------------------------------------------------------------------


def test_replay(run: Run, three_moves: Path, snapshot: SnapshotAssertion) -> None:
    assert run("replay", three_moves, code=0).stdout == snapshot


def test_replay_tells_a_player_no_more_than_the_player_knew(run: Run, record: Path) -> None:
    said = run("replay", record, "--as", "P1", "--at", "24", code=0).stdout
    assert "2. chance, deal to hand of P1: Mars 5" in said
    assert "13. chance, deal to hand of P2: 11 cards" in said
    assert said.endswith("24. P2: Mars 2\nto move: P1\n")
    whole = run("replay", record, code=0).stdout
    assert "13. chance, deal to hand of P2: Venus 3" in whole
    assert whole.endswith("P2 wins: two rounds won.\n")


def test_replay_as_json(run: Run, record: Path) -> None:
    told = json.loads(run("replay", record, "--json", "--as", "P2", code=0).stdout)
    assert (told["events"], len(told["told"]), told["over"], told["as"]) == (166, 166, True, "P2")
    assert told["told"][1] == {
        "event": 2,
        "chance": "deal to hand of P1",
        "outcome": "a card",
        "hidden": True,
        "said": [],
    }
    assert told["told"][23] == {"event": 24, "player": "P2", "move": "Mars 2", "said": []}


def test_moves_of_one_player(run: Run, three_moves: Path, record: Path) -> None:
    assert run("moves", three_moves, "--as", "Bob", code=0).stdout == run("moves", three_moves, code=0).stdout
    assert run("moves", three_moves, "--as", "Ann", code=0).stdout == ""
    found = json.loads(run("moves", record, "--at", "5", "--as", "P1", "--json", code=0).stdout)
    assert (found["moves"], found["outcomes"], found["chance"]) == ([], [], True)
    offered = json.loads(run("moves", three_moves, "--json", code=0).stdout)["moves"]
    assert offered[0] == {"id": "place.1", "player": "O", "move": "a2", "about": "Put your mark on a2."}


def test_one_event_is_one(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", "tic-tac-toe", "--record", path, typed="b2\nquit\n", code=0)
    for words in (["moves", path, "--at", "99"], ["amend", path, "--at", "5", "--strike"]):
        assert "has only 1 event, so there is no" in run(*words).output
    said = run("amend", path, "--at", "5", "--insert", "--move", "a1").output
    assert "has only 1 event, so a forgotten one is 2 at most" in said
