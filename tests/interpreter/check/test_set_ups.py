"""What is said of a file is so in every set-up, and what does not depend on the set-up is worked out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from shelf import ROOT

import astro_referee as astro
from astro_referee.grammar import reader
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination, lower, pipeline
from astro_referee.interpreter.backends.python.writer import Writer
from astro_referee.interpreter.check import checked
from astro_referee.interpreter.check.kinds import kinds
from astro_referee.interpreter.play import library

# --- Conclusions -----------------------------------------------------------------------------------------------------

GAME = """astro 1
game Sizes for 2..4 players
option mode: Mode = calm
option length: 1..9 = 1
kind Mode
  name  | limit: 0..20
  calm  | 20
  wild  | 20
  stern | 20
  brief | 3
  odd   | 20
  late  | 20
card Card: 3 of each pip in 1..3
zone deck: pile of Card, seen by nobody
var n: 0..9
phase play
  begin
    put all Card into deck
  turns clockwise from P1
    move go
      then
        if CONDITION
          n = 3
        else
          n = 4
        say "TOLD"
        draw because "{n} {length}"
"""
ERRORS = {"no error": "well", "an error of what is seen": "{deck}", "an error of a name": "{dekc}"}
OPEN = [
    "players.size is 2",
    "players.size is 3",
    "players.size is 4",
    "players.size > 2",
    "n <= mode.limit",
    "n * 0 + length is 5",
    "n * 0 + length is 1",
    "n * 0 + length < 9",
]


def codes(condition: str, told: str) -> list[str]:
    text = GAME.replace("CONDITION", condition).replace("TOLD", told)
    found = examination.examine(Source("sizes.astro", text)).problems
    return [problem.code for problem in found]


@pytest.mark.parametrize("told", ERRORS.values(), ids=ERRORS)
@pytest.mark.parametrize("condition", OPEN)
def test_what_is_open_in_some_set_up_is_not_called_settled(condition: str, told: str) -> None:
    found = codes(condition, told)
    assert {"always-holds", "never-holds"}.isdisjoint(found)
    assert {"hidden-in-text", "unknown-name"} & set(found) or (told == "well" and set(found) <= {"unused"})


@pytest.mark.parametrize("told", ["well", "{deck}"])
def test_what_is_settled_in_all_set_ups_is_told_also_beside_an_error(told: str) -> None:
    assert "always-holds" in codes("players.size > 1", told)
    assert "never-holds" in codes("n > 9", told)


def test_an_error_of_another_set_up_is_told_beside_one_of_the_first() -> None:
    text = GAME.replace("CONDITION", "n < 2").replace(
        'say "TOLD"', 'say "{deck}"\n        deal players.size * 3 from deck into deck'
    )
    problems = examination.examine(Source("sizes.astro", text)).problems
    noted = {problem.code: problem.notes for problem in problems}
    assert noted["hidden-in-text"][-1:] != ("this shows with 4 players",)
    assert noted["too-few-cards"][-1:] == ("this shows with 4 players",)


# --- Counts ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each pass was run."""
    counted: Counter[str] = Counter()

    def watch(place: Any, name: str) -> None:
        kept: Callable[..., Any] = getattr(place, name)

        def run(*args: Any, **more: Any) -> Any:
            counted[name] += 1
            return kept(*args, **more)

        monkeypatch.setattr(place, name, run)

    watch(reader, "read")
    watch(checked, "check")
    watch(lower, "compile_program")
    watch(Writer, "module")
    watch(kinds, "passes")
    return counted


PASSES = ("read", "check", "compile_program", "module")
PIG = ROOT / "examples" / "pig.astro"


def runs(count: Counter[str]) -> tuple[int, ...]:
    found = tuple(count[name] for name in PASSES)
    count.clear()
    return found


@pytest.fixture(params=["without a cache", "with a cache"])
def cached(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    kept = bool(request.param == "with a cache")
    monkeypatch.setenv("ASTRO_CACHE", str(tmp_path / "cache") if kept else "")
    library.RECENT.clear()
    return kept


def test_a_match_is_built_once(count: Counter[str], cached: bool) -> None:
    astro.start(PIG)
    assert runs(count) == (1, 1, 1, 1)
    astro.start(PIG)
    assert runs(count) == ((0, 0, 0, 0) if cached else (1, 1, 1, 1))


def test_rules_need_no_game(count: Counter[str], cached: bool) -> None:
    rules = astro.load(PIG)
    assert rules.title == "Pig"
    assert runs(count) == (1, 1, 0, 0)
    astro.start(rules)
    assert runs(count) == (0, 0, 1, 1)
    astro.load(PIG)
    assert runs(count) == ((0, 0, 0, 0) if cached else (1, 1, 0, 0))


def test_what_nobody_said_is_the_same_game_as_what_is_usual(
    count: Counter[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASTRO_CACHE", str(tmp_path / "cache"))
    rules = astro.load(PIG)
    usual = astro.start(rules)
    assert runs(count) == (1, 1, 1, 1)
    defaults = dict(usual.game.settings())
    assert defaults
    for match in (
        astro.start(rules, players=2),
        astro.start(rules, names=["Ann", "Bob"]),
        astro.start(rules, options=defaults),
        astro.start(rules, players=2, options=defaults),
    ):
        assert match.game.machine == usual.game.machine
        assert runs(count) == (0, 0, 0, 0)
    chosen = {option.name: option.default for option in rules.options}
    assert library.prepare(rules, 2, chosen).chosen == chosen
    assert runs(count) == (0, 0, 0, 0)
    astro.start(rules, players=3)
    assert runs(count) == (1, 1, 1, 1)


MELDS = """astro 1
game Melds for 2..3 players
option hands: 1..10 = 1
option longest: 3..5 = 4
option strict: bool = no
kind Suit: sun, moon
card Card: each suit in Suit, rank in 1..13 where rank is not 7
kind Run: each suit in Suit, low in 1..13, length in 3..5 where low + length <= 14 and length <= longest
kind Chair: each who in player, leg in 1..4 where leg < 4
zone deck: pile of Card, seen by nobody
var run: Run
var chair: Chair
var played: 0..hands
phase play
  put all Card into deck
  turns clockwise from P1
    move next_one(r in Run, s in Chair)
      when not strict or r is not run else "no"
      when r is not run or s is not chair else "the same"
      then
        run = r
        chair = s
        played += 1
        if played is hands
          draw because "{deck.size}"
    otherwise
      draw
"""


def test_members_put_together_are_tried_once_for_all_set_ups_that_cannot_tell(count: Counter[str]) -> None:
    """Cards depend on nothing, runs on one option of three, chairs on how many play."""
    report = examination.examine(Source("melds.astro", MELDS))
    assert not report.problems
    assert count["check"] > 6
    cards, melds, chairs = 2 * 13, 2 * 13 * 3, 4
    products = 2 * cards + 3 * (3 * melds) + 2 * ((2 + 3) * chairs)
    # Where members are known, one of them is read all the same, so that the names in the tests count as used.
    assert count["passes"] <= products + 7 * (count["check"] + 1)


def test_shared_members_are_those_of_each_set_up() -> None:
    """The same file, each set-up from nothing and all of them together, has the same kinds and machines."""
    from astro_referee.interpreter.check.shared import Shared

    source = Source("melds.astro", MELDS)
    file, _ = reader.read(source)
    assert file is not None
    shared = Shared()
    for seats in (2, 3, 2):
        for chosen in ({}, {"longest": 3}, {"longest": 5}, {"hands": 10, "strict": 1}, {}):
            together = checked.check_tree(file, source, seats, chosen, shared)
            alone = checked.check_tree(file, source, seats, chosen)
            assert together == alone
            assert alone[0] is not None


# --- First values -----------------------------------------------------------------------------------------------------

FIRST_VALUE = """astro 1
game First for 2 players
option most: 1..5 = 3
var left: 0..LIMIT = most
phase play
  left = 0
  winner P1 because "{left}"
"""


@pytest.mark.parametrize(("limit", "codes"), [("most", []), ("most - 1", ["out-of-range"]), ("5", [])])
def test_a_first_value_is_an_option_that_fits_in_this_set_up(limit: str, codes: list[str]) -> None:
    _, problems = pipeline.check_source(Source("first.astro", FIRST_VALUE.replace("LIMIT", limit)))
    assert [problem.code for problem in problems] == codes
