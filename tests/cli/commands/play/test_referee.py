"""`astro referee`: verdicts line by line, and on whole records."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from syrupy.assertion import SnapshotAssertion

Run = Callable[..., Result]
TIC = "tic-tac-toe"
PIG = "examples/pig.astro"
NIM = "examples/nim.astro"
KUHN = "examples/kuhn_poker.astro"
SIGNS = "examples/rock_paper_scissors.astro"


def test_stops_at_the_first_illegal_move_with_every_reason(run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("referee", TIC, "--moves", "-", typed="a1\na1\nb2\n", code=1).stdout == snapshot


def test_a_whole_game(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("# the corner\nX: a1\n\nO: b1\nx: A2\nb2\na3\n")
    assert run("referee", TIC, "--moves", moves, code=0).stdout == snapshot


def test_several_reasons_with_rulings(run: Run, snapshot: SnapshotAssertion) -> None:
    typed = "Mars 2\npass\nVenus 3\nVenus 5\n"
    assert run("referee", "ptolemy", "--seed", "7", typed=typed, code=1).stdout == snapshot


def test_chance_by_hand(run: Run, snapshot: SnapshotAssertion) -> None:
    typed = "chance: 4\nagain\nchance, roll pip: 1\nchance: 6\nP2: hold\n"
    assert run("referee", PIG, typed=typed, code=0).stdout == snapshot


def test_several_draws_in_one_line(run: Run) -> None:
    said = run("referee", KUHN, typed="chance: king, QUEEN\nbet\npass\n", code=0).stdout
    assert "1. chance, deal to hand of P1: king" in said
    assert "P1 wins: P2 folds." in said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("chance: 7", "`7` cannot come up here; possible: 1, 2, 3, 4, 5, 6"),
        ("chance:", "this does not say what came up"),
        ("chance: 3, 3", "chance has nothing to decide here: 3"),
        ("P3: hold", "nobody here is called `P3`"),
        ("P2: hold", "it is not P2's turn"),
        ("holdd", "possible: hold"),
        ("\x1b[31m", "`·[31m` is no move here"),
    ],
)
def test_lines_that_are_wrong(run: Run, line: str, said: str) -> None:
    result = run("referee", PIG, typed=f"{line}\n", code=1)
    assert said in result.stdout
    assert "\x1b" not in result.stdout


def test_when_several_are_asked_a_line_must_say_who(run: Run) -> None:
    assert "write `PLAYER: move`" in run("referee", SIGNS, typed="rock\n", code=1).stdout
    said = run("referee", SIGNS, typed="P2: rock\npaper\n", code=0).stdout
    assert "P1 wins the round: paper beats rock." in said


def test_nothing_can_be_played_after_the_end(run: Run) -> None:
    typed = "3 from 1\n4 from 2\n5 from 3\n"
    result = run("referee", NIM, typed=typed, code=0)
    assert "P1 wins: P1 took the last stone." in result.stdout
    assert "the game is over" in run("referee", NIM, typed=typed + "1 from 1\n", code=1).stdout


def test_verdicts_as_json(run: Run) -> None:
    found = json.loads(run("referee", TIC, "--moves", "-", "--json", typed="a1\na1\n", code=1).stdout)
    assert found["legal"] is False
    assert found["asked"] == ["O"]
    assert [verdict["legal"] for verdict in found["verdicts"]] == [True, False]
    (reason,) = found["verdicts"][1]["reasons"]
    assert reason["file"] == "tic_tac_toe.astro"
    assert reason["line"] > 0
    assert reason["seen"] == {"mark[cell]": "X"}
    done = json.loads(
        run("referee", NIM, "--moves", "-", "--json", typed="3 from 1\n4 from 2\n5 from 3\n", code=0).stdout
    )
    assert done["result"]["winners"] == ["P1"]


def test_options_and_players(run: Run) -> None:
    typed = "2 from 1\n"
    assert "P1 wins" in run("referee", NIM, "--option", "heaps=1", "--option", "largest=2", typed=typed, code=0).stdout
    assert "is for 2 to 6 players, not 7" in run("referee", PIG, "--players", "7", code=2).stderr
    assert "did you mean `heaps`" in run("referee", NIM, "--option", "heap=1", code=2).stderr
    assert "NAME=VALUE" in run("referee", NIM, "--option", "heaps", code=2).stderr
    assert "given twice" in run("referee", NIM, "--option", "heaps=1", "--option", "heaps=2", code=2).stderr
    assert "'x' is not a valid number" in run("referee", NIM, "--seed", "x", code=2).stderr
    assert "no such file" in run("referee", NIM, "--moves", "missing.txt", code=2).stderr


# --- Records ---------------------------------------------------------------------------------------------------------


def test_a_record_is_legal_from_start_to_end(run: Run, record: Path) -> None:
    said = run("referee", record, code=0).stdout
    assert "legal from start to end, 166 events" in said
    assert json.loads(run("referee", record, "--json", code=0).stdout)["over"] is True


def test_a_record_with_an_illegal_move(run: Run, record: Path) -> None:
    rows = record.read_text().split("\n")
    at = next(number for number, row in enumerate(rows) if ": Mars 2" in row)
    rows[at] = rows[at].replace("Mars 2", "Saturn 2")
    record.write_text("\n".join(rows))
    said = run("referee", record, code=1).stdout
    assert f"game.txt:{at + 1}: not legal: Saturn 2 (Saturn 2 is not in your hand)" in said
    assert json.loads(run("referee", record, "--json", code=1).stdout)["line"] == at + 1


def test_a_record_that_lies_about_its_end(run: Run, record: Path) -> None:
    text = record.read_text()
    record.write_text(text.replace("won by P2", "won by P1"))
    assert "it did not end so, but: won by P2" in run("referee", record, code=1).stdout
    rows = text.split("\n")
    record.write_text("\n".join([*rows[:-3], *rows[-2:]]))
    assert "the game is not over" in run("referee", record, code=1).stdout


def test_a_record_whose_rules_have_changed(run: Run, record: Path) -> None:
    changed = record.read_text().replace("rules: ", "rules: 0").replace("move pass ", "move pass 0")
    record.write_text(changed.replace("zone spent", "zone waste"))
    found = run("referee", record, code=0)
    said = "move pass changed; zone spent added; zone waste removed; the game so far is still legal"
    assert said in found.stderr
    assert "legal from start to end" in found.stdout
    told = json.loads(run("referee", record, "--json", code=0).stdout)
    assert told["changes"] == {"changed": ["move pass"], "added": ["zone spent"], "removed": ["zone waste"]}
    for command in ("show", "moves", "replay"):
        refused = run(command, record, "--at", "30", code=1)
        assert refused.stdout == ""
        assert f"{said}; --changed-rules goes on under them" in refused.stderr
        assert said in run(command, record, "--at", "30", "--changed-rules", code=0).stderr


def test_a_record_that_changed_rules_forbid(run: Run, record: Path) -> None:
    record.write_text(record.read_text().replace("rules: ", "rules: 0").replace("move pass ", "move pass 0"))
    text = record.read_text()
    record.write_text(text.replace(": Mars 2", ": Saturn 2", 1))
    found = run("referee", record, code=1)
    assert "the game so far is not legal any more (line" in found.stderr
    assert "Saturn 2 is not in your hand" in found.stdout
    assert "not legal" in run("show", record, "--changed-rules", code=1).stderr


def test_a_record_whose_rules_are_elsewhere(run: Run, record: Path) -> None:
    record.write_text(record.read_text().replace("game: ptolemy", "game: lost.astro"))
    assert "name the rules of the record with --game" in run("referee", record, code=2).stderr
    run("referee", record, "--game", "ptolemy", code=0)
    run("show", record, "--game", "ptolemy", code=0)
