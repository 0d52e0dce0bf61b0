"""`astro cover`: what is shown, written and returned."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import Result
from shelf import ROOT

Run = Callable[..., Result]

RULES = """astro 1
game Duel for 2 players
  "Signs that mean something on a page: <b> & '."
var heap: 0..5 = 5
phase play
  turns clockwise from P1
    move take(number in 1..2) as "take {number}"
      "Take <{number}> & wait."
      when number <= heap   else "there are only {heap}"
      when heap > 0         else "none is left"  # never refused: one cannot take <none> either
      then
        heap -= number
    otherwise
      winner me because "<script>alert(1)</script>"

test "inside"
  refuse P1 "take 3" because "3"
"""
TESTS = """astro 1
tests of "duel.astro"
test "a move"
  P1 "take 2"
"""
SHOWN = """games/duel.astro
+    5  phase play
     6    turns clockwise from P1
+    7      move take(number in 1..2) as "take {number}"
!    9        when number <= heap   else "there are only {heap}"
              never refused
!   13      otherwise
            not reached
!   14        winner me because "<script>alert(1)</script>"
              not reached

games/duel.astro: 57.1 % reached by 2 tests (4 of 7, 1 excused)
  moves     1 of 1
  guards    2 of 3
  branches  0 of 1
  phases    1 of 1
  endings   0 of 1
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A project with one game, tested in its file and beside it."""
    monkeypatch.chdir(tmp_path)
    Path("games").mkdir()
    Path("games/duel.astro").write_text(RULES, encoding="utf-8")
    Path("games/duel_test.astro").write_text(TESTS, encoding="utf-8")


def test_lines_with_something_missing_are_shown_below_their_headings(run: Run) -> None:
    for paths in ([], ["games"], ["games/duel.astro"]):
        assert run("cover", *paths, code=0).stdout == SHOWN
    everything = run("cover", "games", "--all", code=0).stdout
    assert "~   10        when heap > 0" in everything
    assert "never refused: one cannot take <none> either" in everything
    assert 'test "inside"' not in everything
    assert "100 % reached by 20 random games (7 of 7, 1 excused)" in run("cover", "games", "-n", 20, code=0).stdout


def test_min_is_a_line_to_hold(run: Run) -> None:
    run("cover", "games", "--min", 57.1, code=0)
    run("cover", "games", "--min", 57.2, code=1)
    run("cover", "games", "--min", 100, "-n", 20, code=0)
    run("cover", "games", "--min", 101, code=2)


def test_what_is_wrong_is_told(run: Run) -> None:
    Path("games/duel_test.astro").write_text(TESTS + "  expect heap is 9\n", encoding="utf-8")
    assert run("cover", code=1).stderr == "games/duel_test.astro:3: this test fails: a move\n"
    Path("games/duel_test.astro").unlink()
    Path("games/duel.astro").write_text(RULES.replace("winner me", "draw # not reached: no\n      winner me"))
    result = run("cover", "games", "-n", 20, code=0)
    assert result.stderr == "games/duel.astro:14: `not reached` is not so: it was reached after all\n"
    Path("games/other.astro").write_text(RULES.replace("heap", "heep", 1), encoding="utf-8")
    Path("games/third.astro").write_text(RULES.split("test")[0], encoding="utf-8")
    Path("games/some.astro").write_text("astro 1\nlibrary Some\ndef three = 3\n", encoding="utf-8")
    result = run("cover", code=1)
    assert "did you mean `heep`?" in result.stderr
    assert "games/third.astro: there are no tests, so none of 7 is reached" in result.stdout
    assert result.stdout.endswith("\n2 games: 21.4 % reached (3 of 14)\n")
    assert "is a library" in run("cover", "games/some.astro", code=1).stderr
    assert run("cover", "nowhere.astro", code=2).stderr == "astro: there is no file nowhere.astro\n"


def test_a_random_game_that_fails_is_told_with_its_set_up(run: Run) -> None:
    rules = (ROOT / "tests/planted/too_many_hands.astro").read_text(encoding="utf-8")
    Path("many.astro").write_text(rules, encoding="utf-8")
    said = run("cover", "many.astro", "-n", 20, "--seed", 3, code=1).stderr
    assert "this shows with 4 players if `cards` is 5" in said
    script = said.partition("this test replays it:\n")[2]
    assert "with 4 players\n      with cards = 5\n      seed 3\n" in script
    Path("many_test.astro").write_text('astro 1\ntests of "many.astro"\n' + dedent(script), encoding="utf-8")
    assert "the rules cannot go on: there are not enough cards in `stock`" in run("test", "many.astro", code=1).stdout


def test_the_same_as_data(run: Run) -> None:
    told = json.loads(run("cover", "games", "--json", code=0).stdout)
    (game,) = told["games"]
    assert (told["ok"], told["broken"], game["game"], game["tests"], game["playouts"]) == (True, [], "Duel", 2, 0)
    assert (game["reached"], game["to_reach"], round(game["percent"], 1)) == (4, 7, 57.1)
    assert game["points"][2:4] == [
        {
            "file": "games/duel.astro",
            "line": 9,
            "sort": "guard",
            "what": "when",
            "goal": goal,
            "times": times,
            "excuse": "",
        }
        for goal, times in (("allowed", 6), ("refused", 0))
    ]


class Texts(HTMLParser):
    """The tags and the words of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: set[str] = set()
        self.ids: set[str] = set()
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links |= {value or "" for name, value in attrs if name in ("href", "src")}
        self.ids |= {value or "" for name, value in attrs if name == "id"}

    def handle_data(self, data: str) -> None:
        self.words += data


def test_pages_need_nothing_else_and_run_nothing(run: Run) -> None:
    run("cover", "games", "--html", "one.html", code=0)
    page = Texts(Path("one.html").read_text(encoding="utf-8"))
    assert page.tags.isdisjoint({"script", "b", "link", "img"})
    assert 'winner me because "<script>alert(1)</script>"not reached' in page.words
    assert "never refused: one cannot take <none> either" in page.words
    assert "prefers-color-scheme: dark" in page.words
    assert {link.removeprefix("#") for link in page.links} <= page.ids
    Path("games/third.astro").write_text(RULES, encoding="utf-8")
    run("cover", "games", "--html", "pages/all", code=0)
    assert {path.name for path in Path("pages/all").iterdir()} == {"index.html", "games-duel.html", "games-third.html"}
    assert Texts(Path("pages/all/index.html").read_text(encoding="utf-8")).links == {
        "games-duel.html",
        "games-third.html",
    }
    run("cover", "games", "--html", "both.html", code=0)
    both = Texts(Path("both.html").read_text(encoding="utf-8"))
    assert {link.removeprefix("#") for link in both.links} <= both.ids


def test_every_line_of_a_page_is_the_line_of_its_file(run: Run) -> None:
    run("cover", "games", "--html", "one.html", code=0)
    words = Texts(Path("one.html").read_text(encoding="utf-8")).words
    for number, line in enumerate(RULES.split("\ntest")[0].splitlines(), 1):
        assert f"{number}{line}" in words
