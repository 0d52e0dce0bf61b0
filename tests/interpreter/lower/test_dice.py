"""Dice in numbers: told apart, in cups, hidden in cups, and numbers picked by chance."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from agreement import in_agreement

import astro_referee as astro
from astro_referee.grammar import report
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.play import information_set, library, views
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.show.text import page


def start(text: str, seats: int = 2) -> Match:
    """A match of a game written in a test."""
    source = Source("test.astro", text)
    try:
        game = library.prepare(library.load(source), seats)
    except library.BadRules as bad:
        pytest.fail(report.frames(source, bad.problems))
    return Match(game, 1, game.players)


def comes_up(match: Match, *values: int) -> list[str]:
    """Lets chance come out, and says what for."""
    for value in values:
        match.settle(value)
    return [event.label for event in match.events if event.player is None]


def story(match: Match) -> list[str]:
    return [line.text for line in match.opening] + [line.text for event in match.events for line in event.said]


APART = """astro 1
game Apart for 2 players
kind Colour: red, blue
die pips for each 1..3: 1..6
die side for each Colour: red, red, blue
var third: 0..3 = 3
phase play
  roll pips
  roll pips[third], side[blue]
  say "{pips[1]} {pips[2]} {pips[3]} {side[red]} {side[blue]}, {sum of pips[n] for n in 1..3}"
  say "{ordered n in 1..3 by highest pips[n]}"
  draw
"""


def test_dice_are_told_apart() -> None:
    match = start(APART)
    assert comes_up(match, 1, 2, 3, 6, 1) == [
        *("roll pips of 1", "roll pips of 2", "roll pips of 3"),
        *("roll pips of 3", "roll side of blue"),
    ]
    assert story(match) == ["1 2 6 red blue, 9", "3, 2 and 1"]


def test_a_die_falls_by_its_faces() -> None:
    match = start(APART)
    comes_up(match, 1, 2, 3, 6)
    assert match.game.engine.outcomes(match.state) == [(0, 2), (1, 1)]


PICKS = """astro 1
game Picks for 2 players
var low: 0..9 = 4
var lucky: 1..6
var other: 0..9
phase play
  lucky = random from 1..6
  other = random from low..low + 2
  say "{lucky} {other}"
  draw
"""


def test_numbers_are_picked_from_a_span() -> None:
    match = start(PICKS)
    assert match.game.engine.outcomes(match.state) == [(number, 1) for number in range(1, 7)]
    match.settle(3)
    assert match.game.engine.outcomes(match.state) == [(4, 1), (5, 1), (6, 1)]
    match.settle(5)
    assert story(match) == ["3 5"]


CUP = """astro 1
game Cup for 2 players
die cup: 5 of 1..6
phase play
  begin
    say "{cup}"
    roll cup
  ask P1
    move keep(kept in 0..5 of cup) as "keep {kept}"
      when kept.size < 5 else "roll one at least"
      then
        roll cup - kept
    move fewer
      then
        roll 2 of cup
  say "{cup}; {sum of d for d in cup}; {count d in cup where d is 3}; {ordered d in cup by highest d}; {cup.size}"
  say "{first 2 of ordered d in cup by highest d}; {cup is {2, 3, 3, 4, 6}}; {cup >= {3, 3}}; {set of d for d in cup}"
  draw
"""


def test_the_dice_of_a_cup_are_kept_and_rolled_again() -> None:
    match = start(CUP)
    assert story(match) == ["1, 1, 1, 1 and 1"]
    assert comes_up(match, 3, 1, 3, 6, 6) == ["roll cup"] * 5
    assert match.submit(0, "keep 3 3 3").ok is False
    assert match.submit(0, "keep 3 3 6").ok
    comes_up(match, 2, 4)
    assert story(match)[1:] == ["2, 3, 3, 4 and 6; 18; 2; 6, 4, 3, 3 and 2; 5", "6 and 4; yes; yes; 2, 3, 4 and 6"]
    told = narration.event_line(match, narration.draws(match.events, 0, 3), 3)
    assert told == "1. chance, roll cup: 3, 1, 3, 6, 6"


def test_some_of_the_dice_are_rolled() -> None:
    match = start(CUP)
    comes_up(match, 3, 1, 3, 6, 6)
    assert match.submit(0, "fewer").ok
    comes_up(match, 5, 5)
    assert story(match)[1].startswith("5 and 5; 10; 0")


def test_no_more_dice_are_rolled_than_there_are() -> None:
    match = start("""astro 1
game Many for 2 players
die cup: 5 of 1..6
var number: 0..9 = 6
phase play
  begin
    number = random from 5..6
    roll number of cup
  say "{cup}"
  draw
""")
    with pytest.raises(FaultyRules) as found:
        match.settle(6)
    assert found.value.problem.code == "out-of-range"


LIARS = """astro 1
game Liars for 2..3 players
die cup for each player: 3 of 1..6, seen by owner
die coin for each player: 2, 2, 8, seen by owner
var bid: 0..9
phase play
  for p in players
    roll cup[p], coin[p]
  turns clockwise from P1
    move raise(to in 1..9)
      when to > bid else "too low"
      then
        bid = to
    move doubt
      when bid > 0
      then
        for p in players
          show cup[p] to everyone
        # may tell: all cups are lifted
        if (sum of (count d in cup[p] where d is 6) for p in players) >= bid
          winner me because "right"
        winner others because "wrong"
    otherwise
      draw
"""


def test_a_hidden_cup_shows_how_many_dice_there_are() -> None:
    match = start(LIARS)
    comes_up(match, 6, 6, 1, 2, 5, 5, 2, 8)
    shown = {
        field.name: [entry.text for entry in field.entries]
        for field in views.view(match.game, match.state, 0).fields
        if field.sort == "die"
    }
    assert shown == {"cup": ["1, 6 and 6", "3 dice"], "coin": ["2", "hidden"]}
    lines = [narration.event_line(match, narration.draws(match.events, number, 1), 1) for number in (0, 4)]
    assert lines == ["1. chance, roll cup of P1: 6, 6, 1", "5. chance, roll cup of P2: 3 dice"]


def test_what_a_seat_does_not_see_is_rolled_anew() -> None:
    match = start(LIARS, 3)
    match.settle_all()
    game, below = match.game, Generator(1, 7).below
    own = views.view(game, match.state, 0).key()
    coins: Counter[int] = Counter()
    for _ in range(60):
        drawn = information_set.resample(game, match.state, 0, below)
        assert views.view(game, drawn, 0).key() == own
        for seat in (1, 2):
            dice = game.printer.values(game.slots["cup"].type, game.value(drawn, "cup", seat))
            assert len(dice) == 3 and set(dice) <= set(range(1, 7))
            coins[game.value(drawn, "coin", seat)] += 1
    assert set(coins) == {2, 8} and coins[2] > coins[8]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('bid = to', 'say "{cup[me.next]}"', "hidden-in-text"),
        ('bid = to', 'say "{coin[P1]}" to P2', "hidden-in-text"),
        ("when to > bid", "when to > (sum of d for d in cup[me.next])", "hidden-in-guard"),
        ('bid = to', 'roll cup[me] - {6}', "tells"),
    ],
)  # fmt: skip
def test_what_lies_in_a_hidden_cup_is_not_told(old: str, new: str, code: str) -> None:
    problems = examination.examine(Source("test.astro", LIARS.replace(old, new, 1))).problems
    assert code in [problem.code for problem in problems]


@pytest.mark.parametrize("text", [APART, PICKS, CUP, LIARS], ids=["apart", "picks", "cup", "hidden"])
def test_dice_fall_the_same_in_the_evaluator_and_in_python(text: str) -> None:
    assert in_agreement(text) > 10


def test_dice_are_laid_in_tests(tmp_path: Path) -> None:
    path = tmp_path / "liars.astro"
    path.write_text(LIARS, encoding="utf-8")
    tests = tmp_path / "liars_test.astro"
    tests.write_text(
        """astro 1
tests of "liars.astro"
test "two sixes"
  with 2 players
  given
    cup[P1] = {6, 6, 1}
    cup[P2] = {1, 2, 2}
    coin[P1] = 8
  P1 "raise 2", P2 "doubt"
  expect say "cup of P1: 1, 6 and 6"
  expect winner P2 because "right"
  expect coin[P1] is 8
""",
        encoding="utf-8",
    )
    assert [(tried.title, tried.failure) for tried in astro.run_tests(tests)] == [("two sixes", None)]


def test_a_table_shows_how_many_dice_lie_in_a_hidden_cup() -> None:
    match = start(LIARS)
    comes_up(match, 6, 6, 1, 2, 5, 5, 2, 8)
    shown = page.draw(match.game, views.view(match.game, match.state, 0), match.names)
    assert any("P2" in line and "3 dice" in line for line in shown)
