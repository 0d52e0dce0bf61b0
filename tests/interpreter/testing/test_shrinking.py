"""Games that fail, made short; what must always hold; and records as tests: each script is run as a test again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from shelf import ROOT

import astro_referee as astro
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.testing.from_record import test_of as retold
from astro_referee.interpreter.testing.runner import FailedTest, Tried
from astro_referee.interpreter.testing.shrinking import Step, lines_of, script_of, shortest

RULES = """astro 1
game Walk for 2 players
die pip: 1..6
var steps: 0..40
var rests for each player: 0..99

phase play
  turns clockwise from P1
    move walk
      then
        roll pip
        steps += pip
    move rest
      then
        rests[me] += 1
    move climb
      when steps > 10 else "the hill is further on"
      then
        if steps > 20
          steps += 40
"""
Run = Callable[[str], list[Tried]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def runs(tests: str) -> list[Tried]:
        Path("walk.astro").write_text(f"{RULES}\n{tests}", encoding="utf-8")
        return astro.run_tests("walk.astro", update=True)

    return runs


def failure(results: list[Tried]) -> FailedTest:
    (result,) = results
    assert result.failure is not None
    return result.failure


def script_in(failed: FailedTest) -> list[str]:
    """The lines of a test that a failure shows."""
    rows = list(failed.more)
    return [row.strip() for row in rows[rows.index("these lines lead to it:") + 1 :]]


def played(match: Match, until: Callable[[Match], bool], moves: int = 400) -> Match:
    """A random game up to a position, which must come."""
    while not until(match):
        assert match.number < moves
        if match.chance is not None:
            match.settle()
        else:
            legal = match.legal()
            match.play(legal[Generator(match.seed, match.number).below(len(legal))])
    return match


# --- Shrinking -------------------------------------------------------------------------------------------------------


def test_only_what_is_needed_is_left(run: Run) -> None:
    """Two rests of P2 need two turns of P1, which may be anything; the simplest is what the rules have first."""
    run("")
    match = astro.start("walk.astro", seed=5)
    for number, typed in enumerate(["rest", "walk", "walk", "rest", "rest", "walk", "walk", "rest", "rest", "rest"]):
        assert match.submit(number % 2, typed).ok
        match.settle_all()
    script = shortest(match.game, 5, script_of(match), lambda m, _: m.game.value(m.state, "rests", 1) == 2)
    assert lines_of(match.game, script) == ['P1 "walk", P2 "rest", P1 "walk", P2 "rest"']


def test_chance_is_told_where_the_seed_brings_something_else(run: Run) -> None:
    run("")
    match = played(astro.start("walk.astro", seed=2), lambda m: m.game.value(m.state, "pip") == 6)
    script = shortest(match.game, 2, script_of(match), lambda m, _: m.game.value(m.state, "pip") == 6)
    assert lines_of(match.game, script) == ['P1 "walk"', 'chance "6"']


def test_a_fault_of_the_rules_is_kept_as_it_is(run: Run) -> None:
    """Walking too far is another fault than climbing there."""
    run("")
    match = astro.start("walk.astro", seed=1)
    for number, typed in enumerate(["rest", "walk", "walk", "rest", "walk", "walk", "rest"]):
        assert match.submit(number % 2, typed).ok
        if match.chance is not None:
            match.settle(6)
    (climb,) = [move for move in match.legal() if match.written(move) == "climb"]
    with pytest.raises(FaultyRules) as found:
        match.play(climb)
    fault = found.value.problem
    script = shortest(
        match.game, 1, [*script_of(match), Step(climb)], lambda _, error: error is not None and error.problem == fault
    )
    assert script[-1].text == "climb"
    assert [step.text for step in script if step.player is not None].count("rest") <= 1
    assert len(script) < match.number


# --- Always ----------------------------------------------------------------------------------------------------------


def test_what_fails_in_random_games_comes_as_a_test(run: Run) -> None:
    """And that test fails, while it holds one line sooner."""
    failed = failure(run('test "t"\n  games 40\n  up to 60 moves\n  always rests[P2] < 2\n'))
    assert (failed.wanted, failed.happened) == ("always rests[P2] < 2", "this does not hold in every game")
    assert failed.more[0] == "seen: rests[P2] = 2"
    lines = script_in(failed)
    assert lines[-1] == "expect rests[P2] < 2"
    shown = failure(run('test "u"\n' + "".join(f"  {line}\n" for line in lines)))
    assert (shown.wanted, shown.more) == (lines[-1], ("seen: rests[P2] = 2",))
    moves = ", ".join(lines[:-1]).split(", ")
    assert len(moves) == 4
    (held,) = run(f'test "v"\n  {", ".join(moves[:-1])}\n  {lines[-1]}\n')
    assert held.ok


@pytest.mark.parametrize("head", ['test "t"\n  games 40', 'playthrough "t"\n  seed 4\n  up to 400 moves'])
def test_rules_that_cannot_go_on_are_told_with_a_script(run: Run, head: str) -> None:
    failed = failure(run(f"{head}\n"))
    assert failed.happened == "the rules cannot go on: this number must lie between 0 and 40"
    lines = "".join(f"  {line}\n" for line in script_in(failed))
    seed = "  seed 4\n" if "seed" in head else ""
    again = failure(run(f'test "u"\n{seed}{lines}  expect steps >= 0\n'))
    assert again.happened == failed.happened


def test_from_a_position_that_was_given(run: Run) -> None:
    lines = 'P1 "rest"\n  given\n    steps = 12\n  always steps < 13'
    failed = failure(run(f'test "t"\n  games 10\n  up to 9 moves\n  {lines}\n'))
    assert script_in(failed)[0] == 'P2 "walk"'


def test_always_begins_where_it_stands(run: Run) -> None:
    lines = 'P1 "rest"\n  always rests[P1] is 1\n  P2 "walk"\n  chance "3"\n  '
    assert [result.ok for result in run(f'test "t"\n  {lines}P1 "walk"\n')] == [True]
    failed = failure(run(f'test "t"\n  {lines}P1 "rest", P2 "rest"\n'))
    assert (failed.wanted, failed.happened) == ("always rests[P1] is 1", "this does not hold after `rest`")
    assert failed.match is not None
    assert failed.match.number == 4
    failed = failure(run(f'test "t"\n  {lines}given\n    rests[P1] = 0\n'))
    assert failed.happened == "this does not hold in this position"
    failed = failure(run('test "t"\n  always steps > 0\n'))
    assert failed.happened == "this does not hold"


def test_me_is_whoever_is_asked(run: Run) -> None:
    assert [result.ok for result in run('test "t"\n  games 5\n  up to 3 moves\n  always me in players\n')] == [True]
    assert script_in(failure(run('test "t"\n  games 5\n  always me is P1\n'))) == ['P1 "rest"', "expect me is P1"]


# --- Records ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("examples/nim.astro", None, {"heaps": "4", "last_loses": "yes"}),
        ("examples/pig.astro", None, {}),
        ("examples/rock_paper_scissors.astro", None, {}),
        ("ptolemy", None, {"equal_is_enough": "no"}),
        ("ecliptic", None, {}),
    ],
)
@pytest.mark.parametrize("whole", [True, False])
def test_a_match_becomes_a_test_that_holds(
    tmp_path: Path, name: str, players: int | None, options: dict[str, str], whole: bool
) -> None:
    path = ROOT / name if name.endswith(".astro") else name
    match = astro.start(path, players, options, seed=7)
    played(match, lambda m: m.over or (not whole and m.number > 30), moves=2_000)
    rules = tmp_path / "rules.astro"
    rules.write_text((ROOT / name if name.endswith(".astro") else ROOT / "games" / f"{name}.astro").read_text("utf-8"))
    rules.with_name("rules_test.astro").write_text(f'astro 1\n\ntests of "rules.astro"\n\n{retold(match, "x")}')
    (result,) = [tried for tried in astro.run_tests(rules) if tried.title == "x"]
    assert result.failure is None


# --- Each game has its own deal ---------------------------------------------------------------------------------------

DEALT = """astro 1
game Cut for 2 players
kind Suit: moon, sun, star, tide
card Card: each suit in Suit, size in 1..13
zone stock: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
var laid: 0..9

phase play
  begin
    put all Card into stock
    shuffle stock
    for p in players
      deal 2 from stock into hand[p]
  turns clockwise from P1 until laid is 4
    move lay(c in hand[me])
      then
        put c from hand[me] into stock
        laid += 1
end
  draw
"""


@pytest.mark.parametrize(
    ("lines", "fails"),
    [
        ("always Card[sun, 1] in stock or laid > 0", True),  # nobody has it in the deal of the seed
        ("always hand[P1].size is 2 or laid > 0", False),  # but not before all is dealt
        ("always stock.size < 50\n  always Card[sun, 1] in stock or laid > 0", True),
        ("expect Card[sun, 1] in stock\n  always Card[sun, 1] in stock", False),
        ("always Card[sun, 1] in stock\n  expect stock.size is 48", False),
        ('chance "sun 2", "sun 3", "sun 4", "sun 5"\n  always Card[sun, 1] in stock', False),
    ],
    ids=["own deal", "dealt first", "two lines", "looked at", "looked at later", "told"],
)
def test_each_random_game_has_its_own_deal_unless_the_test_speaks_of_one(
    tmp_path: Path, lines: str, fails: bool
) -> None:
    path = tmp_path / "cut.astro"
    path.write_text(f'{DEALT}\ntest "cut"\n  games 60\n  up to 3 moves\n  {lines}\n', encoding="utf-8")
    (result,) = astro.run_tests(path)
    assert (result.failure is not None) is fails, result.failure
    if result.failure is not None:
        assert any("sun 1" in line for line in result.failure.more if "chance" in line)
