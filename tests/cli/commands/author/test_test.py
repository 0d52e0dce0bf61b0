"""`astro test`, and the same tests collected by pytest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result
from shelf import ROOT

Run = Callable[..., Result]

FAILING = """astro 1
tests of "duel.astro"

test "holds"
  P1 "take 2"
  expect heap is 3

test "does not hold"
  P1 "take 1"
  expect heap is 3
"""
RULES = """astro 1
game Duel for 2 players
var heap: 0..5 = 5
phase play
  turns clockwise from P1
    move take(number in 1..2) as "take {number}"
      when number <= heap else "there are only {heap}"
      then
        heap -= number
    otherwise
      winner me

test "inside"
  refuse P1 "take 3" because "3"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one game, tested in its file and beside it."""
    monkeypatch.chdir(tmp_path)
    Path("games").mkdir()
    Path("games/duel.astro").write_text(RULES, encoding="utf-8")
    Path("games/duel_test.astro").write_text(FAILING, encoding="utf-8")
    return tmp_path


SHOWN = """games/duel.astro
  ok    inside
games/duel_test.astro
  ok    holds
  FAIL  does not hold

        games/duel_test.astro:10
        expect heap is 3
        this does not hold
          seen: heap = 4

        1. P1: take 1
        to move: P2
        heap: 4

3 tests, 1 failed
"""


@pytest.mark.usefixtures("folder")
def test_each_test_has_a_line_and_a_failure_its_place(run: Run) -> None:
    for paths in ([], ["games"], ["games/duel.astro"], [".", "games/duel.astro"]):
        assert run("test", *paths, code=1).stdout == SHOWN
    assert (
        run("test", "-k", "DUEL hold -k", code=2).stderr == "astro: there are no tests with these words: DUEL hold -k\n"
    )
    assert run("test", "-k", "inside", code=0).stdout == "games/duel.astro\n  ok    inside\n1 test, all hold\n"
    assert "2 tests, 1 failed" in run("test", "games/duel_test.astro", code=1).stdout


LONG = """astro 1
game Long for 2 players
kind Place: p1, p2, p3, p4, p5, p6, p7, p8, p9
var stones for each Place: 0..9
var height for each Place: 0..9
phase play
  turns clockwise from P1
    move lay(place in Place)
      then
        stones[place] += 1

test "much has happened"
  P1 "lay p1", P2 "lay p2", P1 "lay p3", P2 "lay p4", P1 "lay p5"
  expect stones[p5] is 2 or height[p1] > 0
"""


def test_a_long_board_is_shown_if_it_is_asked_for(run: Run, rules: Callable[[str], str]) -> None:
    path = rules(LONG)
    said = run("test", path, code=1).stdout
    assert said.endswith(
        """
        this does not hold
          seen: stones[p5] = 1, height[p1] = 0

        …
        2. P2: lay p2
        3. P1: lay p3
        4. P2: lay p4
        5. P1: lay p5
        to move: P2
        `astro test --board` shows the position

1 test, 1 failed
"""
    )
    whole = run("test", path, "--board", code=1).stdout
    assert "p5" in whole.partition("to move: P2\n")[2]
    assert "--board" not in whole


@pytest.mark.usefixtures("folder")
def test_results_as_data(run: Run) -> None:
    told = json.loads(run("test", "--json", "--junit", "results.xml", code=1).stdout)
    assert (told["ok"], told["broken"]) == (False, [])
    assert [(t["file"], t["line"], t["title"], t["ok"]) for t in told["tests"]] == [
        ("games/duel.astro", 13, "inside", True),
        ("games/duel_test.astro", 4, "holds", True),
        ("games/duel_test.astro", 8, "does not hold", False),
    ]
    assert told["tests"][2]["failure"] == {
        "file": "games/duel_test.astro",
        "line": 10,
        "expected": "expect heap is 3",
        "happened": "this does not hold",
        "more": ["seen: heap = 4"],
        "position": ["to move: P2", "heap: 4"],
    }
    suites = ElementTree.parse("results.xml").getroot()
    assert [(s.get("name"), s.get("tests"), s.get("failures")) for s in suites] == [
        ("games/duel.astro", "1", "0"),
        ("games/duel_test.astro", "2", "1"),
    ]
    (failure,) = suites.iter("failure")
    assert failure.get("message") == "this does not hold"


@pytest.mark.usefixtures("folder")
def test_a_file_with_errors_does_not_keep_others_from_being_tested(run: Run) -> None:
    Path("games/duel_test.astro").write_text(FAILING.replace("heap is 3", "heep is 3"), encoding="utf-8")
    result = run("test", code=1)
    assert result.stdout.splitlines()[-1] == "1 test, all hold, 1 file with errors"
    assert "did you mean `heap`?" in result.stderr
    assert len(json.loads(run("test", "--json", code=1).stdout)["broken"]) == 1


def test_nothing_to_test_is_a_misuse(run: Run, tmp_path: Path) -> None:
    assert run("test", tmp_path, code=2).stderr == "astro: there are no tests here\n"
    assert run("test", "nowhere.astro", code=2).stderr == "astro: there is no file nowhere.astro\n"
    assert "holds tests of" in run("play", "examples/nim_test.astro", code=2).stderr
    assert "holds tests of" in run("expand", "examples/nim_test.astro", code=2).stderr


def test_tests_of_bundled_games_are_no_games(run: Run) -> None:
    assert "test" not in run("games", code=0).stdout
    assert "all hold" in run("test", "ephemeris-one", code=0).stdout


# --- pytest ----------------------------------------------------------------------------------------------------------


def pytest_in(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """pytest run as a user would, with the plugin by its name as if Astro were installed."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "astro_referee.cli.pytest_plugin",
        "-p",
        "no:cacheprovider",
        *words,
    ]
    settings = {**os.environ, "PYTHONPATH": str(ROOT / ".src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, check=False, timeout=120)


def test_pytest_runs_them_where_the_project_wants_it(folder: Path) -> None:
    Path("test_own.py").write_text("def test_own():\n    pass\n", encoding="utf-8")
    assert "1 passed" in pytest_in(folder).stdout
    Path("pytest.ini").write_text("[pytest]\nastro_tests = true\n", encoding="utf-8")
    done = pytest_in(folder)
    assert "1 failed, 3 passed" in done.stdout
    assert "games/duel_test.astro:10\nexpect heap is 3\nthis does not hold\n  seen: heap = 4\n" in done.stdout
    assert "FAILED games/duel_test.astro::does not hold" in done.stdout
    Path("games/duel.astro").write_text(RULES.replace("heap -=", "heep -="), encoding="utf-8")
    assert "did you mean `heap`?" in pytest_in(folder, "--astro").stdout


def test_the_plugin_imports_nothing_of_astro_before_it_must() -> None:
    code = "import sys, astro_referee.cli.pytest_plugin\n"
    code += "print([name for name in sys.modules if name.startswith('astro_referee.')])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT / ".src")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "['astro_referee.cli', 'astro_referee.cli.pytest_plugin']"


def test_a_file_without_tests_that_has_errors_is_not_passed_over(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.astro"
    path.write_text("astro 1\ngame Bad for 2 players\nvar a: Nothing\nphase play\n  draw\n", encoding="utf-8")
    result = run("test", path, code=1)
    assert "error[unknown-type]" in result.stderr
    assert result.stdout == "1 file with errors\n"
    assert json.loads(run("test", path, "--json", code=1).stdout)["broken"][0]["file"] == str(path)
