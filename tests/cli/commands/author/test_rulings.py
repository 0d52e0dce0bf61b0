"""`astro rulings`: numbered rules, their lines and their tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from syrupy.assertion import SnapshotAssertion

from astro_referee.interpreter.play import library

Run = Callable[..., Result]

GAME = """\
astro 1
game Coins for 2 players
ruling R1 "A coin is tossed once." from "page 1"
ruling R2 "Heads win for P1, whatever the weather and whoever is at the table to see it."
ruling R10 "Tails win for P2." from "page 2"
ruling A1 "A coin on its edge counts as heads."
kind Side: heads, tails
die coin: heads, tails
phase play
  roll coin @R1
  if coin is heads @R2 @A1
    winner P1 because "heads, and so it is, however often anybody may want to toss the coin again" @R2
end
  winner P2 because "tails"
"""
TESTS = '''\
"""Rules: R10, as far as this file goes; no test is meant."""
def helper():
    """Rules: A1."""
def test_heads(coin):
    """The first player wins.

    Rules: R1,
    R2. Not R10.
    """
    assert coin  # @A1, too: mail to a@R10
class TestCoins:
    def test_once(self):  # Rules: R1
        """A word such as @R99 is nobody's ruling."""
        text = "Rules: R10"
'''


@pytest.fixture
def coins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game in a folder, without tests."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "coins.astro").write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "games/coins.astro"


@pytest.fixture
def checks(coins: str) -> Path:
    """Its tests, in a folder of the folder beside it; another game has tests there, too."""
    folder = Path("tests/deep")
    folder.mkdir(parents=True)
    (folder / "test_coins.py").write_text(TESTS, encoding="utf-8")
    (folder / "test_coins_again.py").write_text("def test_more():\n    '''Rules: R10'''\n", encoding="utf-8")
    return folder.parent


def named(run: Run, *words: object) -> dict[str, object]:
    told = json.loads(run("rulings", "--json", *words, code=0).stdout)
    return {
        ruling["name"]: ruling["tests"] and [test["name"] for test in ruling["tests"]] for ruling in told["rulings"]
    }


def test_tests_may_lie_in_a_folder_of_the_game(run: Run, coins: str, checks: Path) -> None:
    folder = checks / "games" / "coins"
    folder.mkdir(parents=True)
    (folder / "test_tails.py").write_text('def test_tails():\n    "Rules: R10"\n', encoding="utf-8")
    assert named(run, coins)["R10"] == ["test_tails"]


def test_rulings_with_lines_and_tests(run: Run, coins: str, checks: Path, snapshot: SnapshotAssertion) -> None:
    result = run("rulings", coins, code=0)
    assert result.stdout == snapshot
    assert result.stderr == ""


def test_rulings_as_json(run: Run, coins: str, checks: Path, snapshot: SnapshotAssertion) -> None:
    assert run("rulings", coins, "--json", code=0).stdout == snapshot


def test_tests_name_rulings_in_docstrings_and_comments_of_their_own(run: Run, coins: str, checks: Path) -> None:
    heads, both = ["test_heads"], ["test_heads", "test_once"]
    assert named(run, coins) == {"R1": both, "R2": heads, "R10": [], "A1": heads}
    (checks / "deep" / "test_coins.py").write_text("def test_it():\n    pass  # see @A1 @R10\n", encoding="utf-8")
    assert named(run, coins) == {"R1": [], "R2": [], "R10": ["test_it"], "A1": ["test_it"]}


def test_without_tests_that_part_is_left_out(run: Run, coins: str, snapshot: SnapshotAssertion) -> None:
    result = run("rulings", coins, code=0)
    assert result.stdout == snapshot
    assert result.stderr == "note: there are no tests in coins.astro or coins_test.astro, so tests are left out\n"
    assert named(run, coins) == dict.fromkeys(["R1", "R2", "R10", "A1"])


def test_an_installed_game_has_no_tests(run: Run, coins: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "bundled", lambda: {"coins": Path(coins)})
    result = run("rulings", "coins", code=0)
    assert "coins.astro:10  roll coin\n" in result.stdout
    assert "test" not in result.stdout
    assert "so tests are left out" in result.stderr


def test_a_folder_of_tests_can_be_given(run: Run, coins: str, checks: Path) -> None:
    checks.rename("elsewhere")
    assert named(run, coins)["R1"] is None
    assert named(run, coins, "--tests", "elsewhere")["R1"] == ["test_heads", "test_once"]
    assert "elsewhere/deep/test_coins.py:4" in run("rulings", coins, "--tests", "elsewhere", code=0).stdout
    assert run("rulings", coins, "--tests", "nowhere", code=2).stderr.startswith("astro: nowhere is not a folder")
    assert "no test_coins.py in games" in run("rulings", coins, "--tests", "games", code=0).stderr


def test_tests_that_are_no_python_end_in_one_line(run: Run, coins: str, checks: Path) -> None:
    path = checks / "deep" / "test_coins.py"
    for text in ("def test(:\n", "x = '''\n", "  indented\nx\n", "x\0"):
        path.write_text(text, encoding="utf-8")
        assert run("rulings", coins, code=1).stderr.endswith("test_coins.py cannot be read as Python\n")


def test_only_rulings_in_force_are_listed_unless_all_are_asked_for(run: Run, coins: str, checks: Path) -> None:
    path = Path(coins)
    text = GAME.replace('"Tails win for P2." from "page 2"', '"Tails win for P2." from "page 2" if fair')
    path.write_text(text.replace("kind Side", "option fair: bool = no @R10\nkind Side"), encoding="utf-8")
    said = run("rulings", coins, code=0).stdout
    assert "R10  " not in said
    assert said.endswith("\nnot in force with these options, and listed by --all: R10\n")
    assert list(named(run, coins)) == ["R1", "R2", "A1"]
    for words in (["--option", "fair=yes"], ["--all"]):
        said = run("rulings", coins, *words, code=0).stdout
        assert "\nR10  Tails win for P2.  (page 2)  only if fair\n" in said
        assert "not in force" not in said
        assert list(named(run, coins, *words)) == ["R1", "R2", "R10", "A1"]


def test_a_game_without_rulings_says_so(run: Run) -> None:
    result = run("rulings", "examples/nim.astro", code=0)
    assert result.stdout == ""
    assert result.stderr.endswith("examples/nim.astro has no rulings\n")


def test_rules_with_errors_are_shown_as_such(run: Run, coins: str) -> None:
    Path(coins).write_text(GAME.replace("ruling R1 ", "ruling R3 "), encoding="utf-8")
    assert "there is no ruling called `R1`" in run("rulings", coins, code=1).stderr
    run("rulings", "nosuchgame", code=2)
