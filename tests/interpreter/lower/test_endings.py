"""Games that all win or lose together: results, what is told of them, and what they are worth to bots."""

from __future__ import annotations

from pathlib import Path

import pytest
from agreement import Engines, built, compared, unsound
from written_games import do, start

import astro_referee as astro
from astro_referee.grammar.source import Source
from astro_referee.interpreter.records import records
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.study import simulation
from astro_referee.interpreter.study.bots.evaluation import PositionValue

VAULT = """astro 1
game Vault for 2..3 players
var strength: 0..3
var tries: 0..9
phase play until tries is 3
  turns once clockwise from P1
    move push
      then
        strength += 1
        if strength is 3
          winner everyone with 10 - tries because "the vault is open"
    move alarm
      then
        winner nobody
    move rest
      then
        tries += 1
        if tries is 3
          leave play
end
  winner nobody with strength because "the night is over"
"""


def test_all_win_with_one_score() -> None:
    match = start(VAULT)
    do(match, "P1 push", "P2 rest", "P1 push", "P2 push")
    result = match.result
    assert result is not None
    assert (result.winners, result.places, result.scores, result.draw) == ((0, 1), (1, 1), (9, 9), False)
    assert narration.ending(match) == ["P1 and P2 win: the vault is open.", "  score: 9"]
    assert records.result_line(match) == "end: won by P1, P2 (the vault is open)"


def test_all_lose_with_one_score() -> None:
    match = start(VAULT, 3)
    do(match, "P1 push", "P2 rest", "P3 rest", "P1 rest")
    result = match.result
    assert result is not None
    assert (result.winners, result.places, result.scores, result.draw) == ((), (2, 2, 2), (1, 1, 1), False)
    assert narration.ending(match) == ["Nobody wins: the night is over.", "  score: 1"]
    assert narration.result_data(match) == {
        "draw": False,
        "winners": [],
        "places": {"P1": 2, "P2": 2, "P3": 2},
        "scores": {"P1": 1, "P2": 1, "P3": 1},
        "because": "the night is over",
    }


def test_a_game_lost_by_all_has_no_score_unless_it_says_one() -> None:
    match = start(VAULT)
    do(match, "P1 alarm")
    assert match.result is not None
    assert (match.result.winners, match.result.scores) == ((), None)


def test_games_with_one_score_of_all_can_be_tested_and_asked(tmp_path: Path) -> None:
    file = tmp_path / "vault.astro"
    file.write_text(f"""{VAULT}
test "the vault"
  P1 "push", P2 "rest", P1 "push"
  expect strength is 2
  given
    tries = 0
  P2 "push"
  expect winner everyone because "open"
""")
    (tmp_path / "tower.astro").write_text("""astro 1
game Tower for 2 players
var floors: 0..3
phase play
  turns clockwise from P1
    move build
      then
        do higher
procedure higher
  floors += 1
  if floors is 3
    winner everyone with floors
""")
    (tmp_path / "tower_test.astro").write_text("""astro 1
tests of "tower.astro"
procedure fall
  winner nobody with 0
test "the tower"
  P1 "build", P2 "build"
  expect floors is 2
  P1 "build"
  expect winner everyone
""")
    tried = [test for path in sorted(tmp_path.iterdir()) for test in astro.run_tests(path)]
    assert [test.ok for test in tried] == [True, True, True]


def test_simulations_count_what_nobody_has_won() -> None:
    tally = simulation.part(start(VAULT).game, 1, 0, 60)
    assert tally.wins[0] == tally.wins[1] > 0
    assert tally.lost == 60 - tally.wins[0]
    assert tally.draws == 0


@pytest.mark.parametrize(("moves", "worth"), [(("P1 alarm",), 0.0), (("P1 push", "P2 push", "P1 push"), 1.0)])
def test_bots_know_that_all_win_or_lose(moves: tuple[str, ...], worth: float) -> None:
    match = start(VAULT.replace(" with 10 - tries", ""))
    do(match, *moves)
    assert list(PositionValue(match.game)(match.state)) == [worth, worth]


def test_bots_look_at_the_score_of_all() -> None:
    value = PositionValue(start(VAULT).game)
    worths = []
    for moves in (("P1 rest", "P2 rest", "P1 rest"), ("P1 push", "P2 push", "P1 push")):
        match = start(VAULT)
        do(match, *moves)
        worths.append(value(match.state))
    for lost, won in zip(*worths, strict=True):
        assert lost < 0.5 < won


def test_all_engines_agree() -> None:
    machine = built(Source("vault.astro", VAULT))
    assert machine is not None
    assert not list(unsound(machine))
    assert compared(Engines(machine), 2, 200)
