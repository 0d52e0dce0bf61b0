"""Playthroughs and records as `astro test` has them, and as pytest has them in a project of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from shelf import ROOT

Run = Callable[..., Result]

RULES = """astro 1
game Duel for 2 players
option most: 1..4 = 2
var heap: 0..5 = 5
die pip: 1..6
phase play
  begin
    roll pip
  turns clockwise from P1
    move take(number in 1..most) as "take {number}"
      when number <= heap else "there are only {heap}"
      then
        heap -= number
    otherwise
      winner me because "nothing is left"

playthrough "in the file"
"""
TESTS = """astro 1
tests of "duel.astro"

playthrough "beside it"
  with most = 3
"""
KEPT = Path("games/__snapshots__/duel.astro.playthroughs")
BESIDE = Path("games/__snapshots__/duel_test.astro.playthroughs")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one game, told in its file and beside it."""
    monkeypatch.chdir(tmp_path)
    Path("games").mkdir()
    Path("games/duel.astro").write_text(RULES, encoding="utf-8")
    Path("games/duel_test.astro").write_text(TESTS, encoding="utf-8")
    return tmp_path


UPDATED = """games/duel.astro
  ok    in the file
        wrote machine for 2 players
        wrote playthrough in the file
games/duel_test.astro
  ok    beside it
        wrote machine for 2 players, most = 3
        wrote playthrough beside it
2 tests, all hold
"""
LEFT_OVER = """games/duel.astro
  ok    in the file
games/__snapshots__/duel_test.astro.playthroughs
  FAIL  snapshots that are left over

        games/__snapshots__/duel_test.astro.playthroughs:1
        machine for 2 players, most = 3; playthrough beside it
        no playthrough is called that
          `astro test --update` removes what is left over

2 tests, 1 failed
"""
REMOVED = """games/duel.astro
  ok    in the file
games/__snapshots__/duel_test.astro.playthroughs
  ok    snapshots that are left over
        removed machine for 2 players, most = 3
        removed playthrough beside it
2 tests, all hold
"""


def test_snapshots_are_written_compared_and_removed(run: Run) -> None:
    assert run("test", code=1).stdout.count("there is no snapshot of this yet") == 2
    assert run("test", "--update", code=0).stdout == UPDATED
    for path in (".", "games", "games/duel.astro"):
        assert "2 tests, all hold" in run("test", path, code=0).stdout
    for new in (TESTS.partition("playthrough")[0], None):
        Path("games/duel_test.astro").write_text(TESTS, encoding="utf-8")
        run("test", "--update", code=0)
        if new is None:
            Path("games/duel_test.astro").unlink()
        else:
            Path("games/duel_test.astro").write_text(new, encoding="utf-8")
        for path in (".", "games/duel.astro"):
            assert run("test", path, code=1).stdout == LEFT_OVER
        assert run("test", "-k", "in the file", code=0).stdout.endswith("1 test, all hold\n")
        assert run("test", "--update", code=0).stdout == REMOVED
        assert KEPT.exists()
        assert not BESIDE.exists()
    Path("games/duel.astro").unlink()
    assert "removed playthrough in the file" in run("test", "--update", code=0).stdout
    assert not KEPT.parent.exists()


def test_changes_and_differences_as_data(run: Run) -> None:
    told = json.loads(run("test", "--update", "--json", code=0).stdout)
    assert told["tests"][0]["changes"] == ["wrote machine for 2 players", "wrote playthrough in the file"]
    Path("games/duel.astro").write_text(RULES.replace("is left", "remains"), encoding="utf-8")
    told = json.loads(run("test", "--json", "-k", "in the file", code=1).stdout)
    failure = told["tests"][0]["failure"]
    assert failure["happened"] == "it does not go as it went before"
    assert [row.strip() for row in failure["more"] if row.strip().startswith(("-", "+"))] == [
        "-end: won by P2 because nothing is left",
        "+end: won by P2 because nothing remains",
    ]


# --- Records ---------------------------------------------------------------------------------------------------------

RETOLD = """test "as played in game.txt"
  with most = 3
  chance "5"
  P1 "take 3", P2 "take 2"
  expect winner P1 because "nothing is left"
"""


@pytest.fixture
def record(run: Run) -> str:
    words = ["play", "games/duel.astro", "--option", "most=3", "--record", "game.txt", "--seed", "2"]
    run(*words, code=0, typed="take 3\ntake 2\n")
    return "game.txt"


def test_a_record_becomes_a_test(run: Run, record: str) -> None:
    assert run("test", "--record", record, code=0).stdout == RETOLD
    run("test", "--record", record, "-o", "games/duel_test.astro", code=0)
    assert Path("games/duel_test.astro").read_text(encoding="utf-8") == f"{TESTS}\n{RETOLD}"
    again = run("test", "--record", record, "-o", "games/duel_test.astro", code=0)
    assert again.stdout == "games/duel_test.astro: as played in game.txt, 2\n"
    run("test", "--record", record, "-o", "games/new_test.astro", code=0)
    head = 'astro 1\n\ntests of "duel.astro"\n\n'
    assert Path("games/new_test.astro").read_text(encoding="utf-8") == f"{head}{RETOLD}"
    assert "3 tests, all hold" in run("test", "-k", "played", code=0).stdout
    assert run("fmt", "--check", "games/duel_test.astro", "games/new_test.astro", code=0)


def test_a_record_that_fits_nowhere_is_refused(run: Run, record: str) -> None:
    Path("games/other.astro").write_text(RULES.replace("Duel", "Other").replace("= 5", "= 4"), encoding="utf-8")
    said = run("test", "--record", record, "-o", "games/other.astro", code=1).stderr
    assert said.startswith('astro: games/other.astro tests other rules: P2 "take 2": not legal')
    assert "as played" not in Path("games/other.astro").read_text(encoding="utf-8")
    assert "cannot be written" in run("test", "--record", record, "-o", "nowhere/x_test.astro", code=2).stderr
    assert "goes together with -o and --game only" in run("test", "games", "--record", record, code=2).stderr
    assert "-o says where" in run("test", "-o", "x.astro", code=2).stderr
    assert "rule file" in run("test", "--record", "games/duel.astro", code=1).stderr


# --- pytest ----------------------------------------------------------------------------------------------------------


def pytest_in(folder: Path, *words: str) -> str:
    """pytest run as a user would, with the plugins by their names as if Astro were installed."""
    plugins = ["-p", "syrupy", "-p", "astro_referee.cli.pytest_plugin", "-p", "no:cacheprovider"]
    settings = {**os.environ, "PYTHONPATH": str(ROOT / ".src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, "--astro", *words],
        cwd=folder,
        env=settings,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.stdout


def test_pytest_compares_and_updates_them_beside_snapshots_of_its_own(folder: Path) -> None:
    """Syrupy looks through the same folder for snapshots that no test in Python uses, and must leave ours alone."""
    Path("pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    Path("games/test_own.py").write_text("def test_own(snapshot):\n    assert 1 == snapshot\n", encoding="utf-8")
    first = pytest_in(folder)
    assert "3 failed" in first
    assert "there is no snapshot of this yet\n  `pytest --snapshot-update` writes down how it goes now\n" in first
    assert "3 passed" in pytest_in(folder, "--snapshot-update")
    assert KEPT.exists()
    assert BESIDE.exists()
    again = pytest_in(folder)
    assert "5 passed" in again
    assert "unused" not in again
    Path("games/duel_test.astro").unlink()
    assert "FAILED games/__snapshots__/duel_test.astro.playthroughs::snapshots that are left over" in pytest_in(folder)
    assert "4 passed" in pytest_in(folder, "--snapshot-update")
    assert KEPT.exists()
    assert not BESIDE.exists()
