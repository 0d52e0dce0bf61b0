"""Libraries at the command line: they are checked, never played, and named wherever one of their lines is shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from astro_referee.interpreter.play import library

CARDS = "games/libraries/cards.astro"
STAIRS = """\
astro 1
library Stairs
ruling R1 "One step at a time." from "page 1"
var height: 0..3
procedure climb(steps: 1..5)
  height += steps
move up(steps in 1..5) as "up {steps}"
  when steps < 3 else "{steps} is too far" @R1
  then
    do climb(steps)
"""
GAME = """\
astro 1
game Tower for 2 players
use "in/stairs.astro"
phase play
  turns clockwise from P1
    offer up
    if height is 3
      draw because "on top"
"""


@pytest.fixture
def tower(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game with a library in a folder, seen from where it lies."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "stairs.astro").write_text(STAIRS, encoding="utf-8")
    (tmp_path / "tower.astro").write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "tower.astro"


def test_a_library_is_checked_as_one(run: Callable[..., Result]) -> None:
    assert run("check", CARDS, code=0).stdout == f"{CARDS}: ok, a library with 7 definitions\n"
    (told,) = json.loads(run("check", "--json", CARDS, code=0).stdout)["files"]
    assert (told["ok"], told["library"], told["counts"]) == (True, True, {"definitions": 7})
    (told,) = json.loads(run("check", "--json", "examples/nim.astro", code=0).stdout)["files"]
    assert told["library"] is False


@pytest.mark.parametrize("command", ["play", "referee", "compile", "graph", "simulate", "perft --depth 1"])
def test_a_library_is_not_played(run: Callable[..., Result], command: str) -> None:
    result = run(*command.split(), CARDS, code=2)
    assert result.stdout == ""
    assert f"{CARDS} is a library" in result.stderr


def test_a_record_of_a_library_is_refused(run: Callable[..., Result], record: Path) -> None:
    for command in (["show", record], ["moves", record], ["why", record, "pass"]):
        assert "is a library" in run(*command, "--game", CARDS, code=2).stderr


def test_libraries_are_not_listed_among_the_games(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, tower: str
) -> None:
    files = {"tower": Path(tower), "stairs": Path("in/stairs.astro")}
    monkeypatch.setattr(library, "bundled", lambda: files)
    assert [game["name"] for game in json.loads(run("games", "--json", code=0).stdout)] == ["tower"]


def test_libraries_are_told_from_games(run: Callable[..., Result], tower: str, tmp_path: Path) -> None:
    said = run("games", code=0).stdout
    assert said.endswith('use "cards_with_jokers", use "two_packs"\n')
    assert run("check", "cards_32", code=0).stdout == "cards_32: ok, a library with 5 definitions\n"
    assert "cards_32 is a library" in run("play", "cards_32", code=2).stderr
    said = run("check", ".", code=0).stdout
    assert "in/stairs.astro: ok, a library with 4 definitions\n" in said
    assert said.endswith("1 game and 1 library: all ok\n")
    (tmp_path / "broken.astro").write_text("astro 1\nlibrary Broken\nvar x: lamp\n", encoding="utf-8")
    assert run("check", ".", code=1).stdout.endswith("1 game and 2 libraries: 1 with errors\n")
    assert "there are no games here, only libraries" in run("cover", "in", code=2).stderr
    assert "there are no tests here" in run("test", "in", code=2).stderr
    (tmp_path / "empty").mkdir()
    assert "empty is a folder without rule files" in run("check", "empty", code=2).stderr


def test_a_refusal_names_the_file_and_line_of_the_library(run: Callable[..., Result], tower: str) -> None:
    said = run("referee", tower, typed="up 3\n", code=1).stdout
    assert "rule: steps < 3  (in/stairs.astro:8)" in said
    assert "ruling R1: One step at a time. (page 1)" in said
    (told,) = json.loads(run("referee", tower, "--moves", "-", "--json", typed="up 3\n", code=1).stdout)["verdicts"]
    assert (told["reasons"][0]["file"], told["reasons"][0]["line"]) == ("in/stairs.astro", 8)


def test_a_fault_names_the_file_and_line_of_the_library(run: Callable[..., Result], tower: str) -> None:
    said = run("referee", tower, typed="up 2\nup 2\n", code=1)
    assert "--> in/stairs.astro:6:13" in said.stderr
    assert "6 |   height += steps" in said.stderr


def test_a_record_tells_when_a_library_has_changed(run: Callable[..., Result], tower: str) -> None:
    run("play", tower, "--bot", "P1=random", "--bot", "P2=random", "--record", "game.txt")
    assert "have changed" not in run("show", "game.txt", "--at", "0", code=0).stderr
    Path("in/stairs.astro").write_text(STAIRS + "# new\n", encoding="utf-8")
    assert "have changed" not in run("show", "game.txt", "--at", "0", code=0).stderr
    Path("in/stairs.astro").write_text(STAIRS.replace("steps < 3", "steps < 4"), encoding="utf-8")
    said = "the rules in tower.astro have changed since this record was begun: move up changed"
    assert said in run("show", "game.txt", "--at", "0", code=1).stderr


def test_many_games_at_once_have_their_libraries(run: Callable[..., Result], tower: str) -> None:
    """Also in other processes, where the rules are sent."""
    Path("in/stairs.astro").write_text(STAIRS.replace("steps < 3", "steps is 1"), encoding="utf-8")
    assert "20" in run("simulate", tower, "--games", "20", "--jobs", "2", code=0).stdout
