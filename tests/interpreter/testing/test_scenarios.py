"""Tests in rule files: what passes, what fails and is told, and that the game itself knows nothing of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from shelf import ROOT

import astro_referee as astro
from astro_referee import Tried
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.testing import runner

RULES = """astro 1
game Duel for 2..3 players
option most: 1..4 = 2
card Coin: 2 of each worth in 1..3
die pip: 1..6
zone purse for each player: Coin, seen by owner
zone bank: pile of Coin, seen by nobody
var points for each player: 0..99
token Pawn on Step
ring Step: s1, s2, s3

phase play
  begin
    put all Coin into bank
    shuffle bank
    for p in players
      deal 1 from bank into purse[p]
    put Pawn on s1

  turns clockwise from P1
    move wait(times in 1..most) as "wait {times}"
      then
        points[me] += times
    move cast as "roll"
      when points[me] > 0 else "{me} has no point to lose"
      then
        roll pip
        points[me] -= 1
        if pip is 6
          winner me because "a six"
        if pip is 5
          draw because "a five"
    otherwise
      never because "anybody can wait"
"""
Run = Callable[[str], list[Tried]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs tests that stand below the rules."""
    monkeypatch.chdir(tmp_path)

    def runs(tests: str) -> list[Tried]:
        Path("duel.astro").write_text(f"{RULES}\n{tests}", encoding="utf-8")
        return astro.run_tests("duel.astro")

    return runs


def told(results: list[Tried]) -> list[str]:
    """What came instead, in the only test."""
    (result,) = results
    assert result.failure is not None
    assert result.failure.file == "duel.astro"
    return [result.failure.wanted, result.failure.happened, *result.failure.more]


PASSING = """
test "all sorts of lines"
  with 3 players
  with most = 4
  seed 3
  chance "1", "1", "2"
  expect purse[P1] is {Coin[1]} or purse[P1].size is 1
  expect me is P1 and Pawn.at is s1
  refuse P1 "roll" because "no point to lose"
  refuse P2 "wait 1" because "not P2's turn"
  refuse P1 "wait 5" because "5"
  P1 "wait 4", P2 "wait 1"
  offers P3 only "wait 1", "wait 2", "wait 3", "wait 4"
  given
    put Pawn on s3
    points[P3] = 7
    for p in players
      put all from purse[p] into bank
    deal 2 from bank into purse[P2]
  expect Pawn.at is s3 and purse[P2].size is 2 and bank.size is 4
  offers P3 "roll"
  P3 "roll"
  chance "3"
  expect points[P3] is 6
  P1 "roll"
  chance "6"
  expect winner {P1} because "six"

test "a draw"
  given
    points[P1] = 1
  P1 "roll"
  chance "5"
  expect draw because "five"
"""


def test_what_holds(run: Run) -> None:
    assert [(result.title, result.failure) for result in run(PASSING)] == [
        ("all sorts of lines", None),
        ("a draw", None),
    ]


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ("expect points[P1] + 1 is points[P2]", ["this does not hold", "seen: points[P1] = 0, points[P2] = 0"]),
        ("expect some p in players where points[p] > 0", ["this does not hold"]),
        (
            "expect me is P1 and (every p in players where p is not P1: points[p] > 0 or p is P1)",
            ["this does not hold", "seen: fails for p = P2"],
        ),
        ('P1 "roll"', ["not legal", "P1 has no point to lose  (duel.astro:25)", "  seen: points[me] = 0"]),
        ('P1 "sleep"', ["`sleep` is no move here"]),
        ('refuse P1 "wait 1" because "no"', ["`wait 1` is legal"]),
        (
            'refuse P2 "wait 1" because "no point"',
            ["it is refused, but for another reason: it is not P2's turn", "P1 is asked"],
        ),
        (
            'refuse P1 "wiat 1" because "point"',
            ["it is refused, but for another reason: `wiat 1` is no move here", "possible: wait 1, wait 2"],
        ),
        ('chance "3"\n  chance "7"', ["this cannot come up here", "possible: 1, 2, 3"]),
        ('chance "1", "2"\n  chance "3"', ["nothing is left to chance here"]),
        (
            'expect me is P1\n  chance "3"',
            [
                "nothing is left to chance here",
                "the seed has decided above; `chance` stands first, or right below the move that leads to it",
            ],
        ),
        ("expect winner P1", ["the game is not over"]),
        ("expect draw", ["the game is not over"]),
        (
            'given\n    points[P1] = 1\n  P1 "roll"\n  chance "6"\n  expect winner P2',
            ["it ended: P1 won because a six"],
        ),
        ('given\n    points[P1] = 1\n  P1 "roll"\n  chance "6"\n  expect draw', ["it ended: P1 won because a six"]),
        (
            'given\n    points[P1] = 1\n  P1 "roll"\n  chance "5"\n  expect winner P1',
            ["it ended: drawn because a five"],
        ),
        (
            'given\n    points[P1] = 1\n  P1 "roll"\n  chance "6"\n  expect winner P1 because "ten"',
            ["it ended: P1 won because a six"],
        ),
        (
            'given\n    points[P1] = 1\n  P1 "roll"\n  chance "6"\n  expect me is P1',
            ["`me` is the player who is asked, but nobody is"],
        ),
        ('given\n    points[P1] = 1\n  P1 "roll"\n  chance "6"\n  P1 "wait 1"', ["the game is over"]),
        ('offers P1 "roll", "wait 1"', ["not offered: roll", "legal: wait 1, wait 2"]),
        ('offers P1 only "wait 1"', ["offered, too: wait 2"]),
        ('offers P2 "wait 1"', ["not offered: wait 1"]),
        ("given\n    put 2 of Coin[2] from bank into purse[P1]\n    put 2 of Coin[2] from bank into purse[P1]", None),
        ("given\n    points[P1] = points[P1] - 1", None),
    ],
)
def test_what_does_not_hold_is_told(run: Run, lines: str, wanted: list[str] | None) -> None:
    found = told(run(f'test "t"\n  {lines}\n'))
    if wanted is None:
        assert found[1].startswith("this cannot be done: ")
        assert re.fullmatch(r"in duel.astro:3\d", found[2])
        return
    last = " ".join(lines.split("\n")[-1].split())
    assert found == [last, *wanted]


SAYING = """astro 1
game Echo for 2 players
die pip: 1..6

phase play
  begin
    say "It begins."
  turns clockwise from P1
    roll pip
    say "A {pip} for {me}."
    move shout
      then
        say "{me} shouts {pip} times."
        if pip is 6
          winner me because "that was loud"

test "said"
  expect say "it  begins", "for P1"
  given
    roll pip
  expect say "It begins."
  P1 "shout"
  chance "6"
  expect say "a 6 for P2."
  P2 "shout"
  expect say "P2 shouts 6", "that was loud"

test "said before chance that is told"
  expect say "it begins"
  chance "3"
  P1 "shout"
  expect say "P1 shouts"
  expect say "3 times"
  chance "4"
  expect say "for P2"

test "said before"
  chance "3"
  P1 "shout"
  chance "4"
  expect say "for P2", "P1 shouts"
"""


def test_what_was_said_since_something_happened(tmp_path: Path) -> None:
    path = tmp_path / "echo.astro"
    path.write_text(SAYING, encoding="utf-8")
    said, above, before = astro.run_tests(path)
    assert (said.failure, above.failure) == (None, None)
    assert before.failure is not None
    assert before.failure.happened == "not said: P1 shouts"
    assert before.failure.more == ("said: A 4 for P2.",)


SETS = """astro 1
game Sets for 2 players
kind Colour: red, green, blue
var painted: set of Colour
phase play
  turns clockwise from P1
    move paint(colours in 2 of Colour, times in 1..2) as "{colours} {times} times"
      then
        painted = colours

test "in any order"
  offers P1 "Blue and red 2 times", "green, red 1 times"
  offers P1 only "blue and red 1 times", "blue and red 2 times", "green and red 1 times", "red and green 2 times",
    "blue, green 1 times", "blue green 2 times"

test "but not abbreviated, and not another number"
  offers P1 "blue and red", "b and r 1 times", "blue and red 3 times"
"""


def test_the_order_of_a_set_does_not_matter_in_what_is_offered(tmp_path: Path) -> None:
    path = tmp_path / "sets.astro"
    path.write_text(SETS, encoding="utf-8")
    right, wrong = astro.run_tests(path)
    assert right.failure is None
    assert wrong.failure is not None
    assert wrong.failure.happened == "not offered: blue and red, b and r 1 times, blue and red 3 times"


GOING_ON = """
test "begun"
  with 3 players
  with most = 4
  seed 5
  P1 "wait 4", P2 "wait 1"
  always points[P1] is 4

test "the third one" after "begun"
  expect points[P1] is 4 and points[P2] is 1 and me is P3 and points[P3] is 0
  given
    points[P1] = 5
  P3 "wait 3"

test "round and round" after "the third one"
  games 2
  up to 3 moves
  expect points[P1] is 5 and points[P3] is 3
  P1 "roll"
  chance "6"
  expect winner P1

test "another third one" after "begun"
  expect points[P3] is 0
  refuse P3 "wait 5" because "5"
"""


def test_a_test_goes_on_from_where_another_one_ended(run: Run, tmp_path: Path) -> None:
    """Each from the same position, whatever others have made of it; what holds always does so in its own test."""
    results = run(GOING_ON)
    assert [(result.title, result.failure) for result in results] == [
        (title, None) for title in ("begun", "the third one", "round and round", "another third one")
    ]
    last = runner.suite(library.load_source(Path("duel.astro"))).tests[-1]
    alone = runner.suite(library.load_source(Path("duel.astro")))
    assert alone.run(last).ok
    assert alone.ends.keys() == {"begun", "another third one"}


def test_nothing_goes_on_from_a_test_that_fails(run: Run) -> None:
    _, third, after, other = run(GOING_ON.replace('P3 "wait 3"', 'P3 "wait 9"'))
    assert third.failure is not None
    assert after.failure is not None
    assert (after.failure.wanted, after.failure.happened, after.failure.match) == (
        'test "round and round" after "the third one"',
        f'a test it goes on from fails: "the third one", {third.failure.file}:{third.failure.line}',
        None,
    )
    assert other.ok


@pytest.mark.parametrize(
    ("tests", "message", "label"),
    [
        ('test "a" after "b"\n  expect yes\ntest "b"\n  expect yes\n', "no test above is called `b`", ""),
        ('test "begun"\n  expect yes\ntest "b" after "begin"\n  expect yes\n', "called `begin`", "mean `begun`?"),
        ('playthrough "a"\ntest "b" after "a"\n  expect yes\n', "`a` is a playthrough", "name a test"),
        (
            'test "a"\n  expect yes\nplaythrough "b" after "a"\n  with 2 players\n',
            "cannot be set up anew",
            "take this line out",
        ),
    ],
)
def test_what_a_test_cannot_go_on_from(run: Run, tests: str, message: str, label: str) -> None:
    with pytest.raises(astro.BadRules) as raised:
        run(tests)
    (problem,) = raised.value.problems
    assert message in problem.message
    assert label in problem.label


def layout(game: Game) -> tuple[object, ...]:
    return game.machine, game.rules.digest, game.rules.parts, game.engine.start()


def test_the_game_knows_nothing_of_its_tests(tmp_path: Path) -> None:
    """Not even of tests that nobody could read, or that stand in the middle."""
    before, after = RULES.split("phase play")
    texts = [
        RULES,
        f"{RULES}\n{PASSING}",
        f'{before}test "middle"\n  P1 "roll"\n\nphase play{after}',
        f'{RULES}\ntest "no sense"\n  (what is this\n    at all\n',
    ]
    games = []
    for number, text in enumerate(texts):
        path = tmp_path / f"{number}.astro"
        path.write_text(text, encoding="utf-8")
        games.append(layout(astro.start(path).game))
    assert [game == games[0] for game in games] == [True] * 4


def test_chance_that_is_not_told_comes_from_the_seed(run: Run) -> None:
    tests = "".join(f'test "{seed}"\n  seed {seed}\n  expect purse[P1] is {{Coin[1]}}\n' for seed in range(12))
    holds = [result.ok for result in run(tests)]
    assert holds == [result.ok for result in run(tests)]
    assert {*holds} == {True, False}


def test_a_variant_has_its_own_tests_and_not_those_of_its_base(tmp_path: Path) -> None:
    (tmp_path / "duel.astro").write_text(f"{RULES}\n{PASSING}", encoding="utf-8")
    text = 'astro 1\nvariant Short of "duel.astro"\noption most = 1\n\ntest "short"\n  offers P1 only "wait 1"\n'
    (tmp_path / "short.astro").write_text(text, encoding="utf-8")
    text = 'astro 1\nvariant Other of "duel.astro" with "short.astro"\n\ntest "other"\n  offers P1 only "wait 1"\n'
    (tmp_path / "other.astro").write_text(text, encoding="utf-8")
    text = 'astro 1\ntests of "other.astro"\n\ntest "beside"\n  P1 "wait 2"\n'
    (tmp_path / "other_test.astro").write_text(text, encoding="utf-8")
    results = {(Path(r.file).name, r.line, r.title): r.ok for r in astro.run_tests(tmp_path)}
    assert results == {
        ("duel.astro", 37, "all sorts of lines"): True,
        ("duel.astro", 64, "a draw"): True,
        ("short.astro", 5, "short"): True,
        ("other.astro", 4, "other"): True,
        ("other_test.astro", 4, "beside"): False,
    }


def test_a_file_of_tests_is_no_game() -> None:
    path = ROOT / "examples" / "nim_test.astro"
    with pytest.raises(astro.NoGame, match=r"nim_test.astro holds tests of .*nim.astro"):
        astro.start(path)
    assert library.examine(library.load_source(path)).counts.keys() == {"tests"}
    assert not [name for name in library.bundled() if name.endswith("test")]


def test_only_files_with_tests_are_read(tmp_path: Path) -> None:
    (tmp_path / "broken.astro").write_text("astro 1\ngame nothing at all", encoding="utf-8")
    assert runner.files_with_tests(tmp_path) == []
    assert astro.run_tests(tmp_path) == []


def test_a_position_that_ends_the_game_says_why(tmp_path: Path) -> None:
    rules = (
        "astro 1\ngame Heap for 2 players\nvar left: 0..3 = 3\nphase play\n  turns clockwise from P1\n"
        '    move take\n      when left > 0 else "nothing is left"\n      then\n        left -= 1\n'
        '    otherwise\n      winner me.next because "{me} has nothing to take"\n\n'
        'test "at once"\n  given\n    left = 0\n  expect winner P2 because "P1 has nothing"\n\n'
        'test "later"\n  P1 "take"\n  given\n    left = 0\n  expect winner P1 because "P2 has nothing"\n'
    )
    (tmp_path / "heap.astro").write_text(rules, encoding="utf-8")
    assert [result.failure for result in astro.run_tests(tmp_path / "heap.astro")] == [None, None]


def test_a_score_of_all_can_be_tested(tmp_path: Path) -> None:
    rules = (
        "astro 1\ngame Dyke for 2 players\nvar days: 0..3\nphase storm\n  turns clockwise from P1\n"
        "    move pump\n      then\n        days += 1\n        if days is 3\n"
        '          winner everyone with days because "the storm is over"\n\n'
        'test "over"\n  given\n    days = 1\n  P1 "pump"\n  expect days is 2\n  P2 "pump"\n'
        '  expect winner everyone because "over"\n  expect days is 3\n'
    )
    (tmp_path / "dyke.astro").write_text(rules, encoding="utf-8")
    assert [result.failure for result in astro.run_tests(tmp_path / "dyke.astro")] == [None]
