"""What tests say of what players see and of how many ways there are, and seeds of those that go on."""

from __future__ import annotations

from pathlib import Path

import pytest

import astro_referee as astro
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination

RULES = """astro 1
game Sight for 2 players
kind Suit: moon, sun
card Card: each suit in Suit, number in 1..3
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone heap: pile of Card, seen by everyone
var score for each player: 0..20
var secret for each player: 0..3, seen by owner
die pip: 1..6

phase play
  begin
    put all Card into deck
    for p in players
      deal 2 from deck into hand[p]
  turns clockwise from P1
    move play(card in hand[me]) as "play {card}"
      then
        put card from hand[me] on heap
        score[me] += card.number
        secret[me] = card.number
    move lay(card in hand[me]) as "lay {card}"
      then
        put card from hand[me] on deck
    move cast as "cast"
      then
        roll pip
    otherwise
      draw

test "dealt"
  chance "moon 1", "moon 2", "sun 1", "sun 2"
"""
HOLDS = """
  P1 "lay moon 1"
  P2 "play sun 2"
  expect P1 sees hand[P1] as "moon 2"
  expect P2 sees hand[P1] as 1 card
  expect P1 sees deck as "3 cards; on top: moon 1"
  expect P2 sees deck as 3 cards
  expect P1 sees heap as "sun 2"
  expect P1 sees score[P2] as "2"
  expect P1 sees secret[P2] as "hidden"
  expect P2 sees secret[P2] as "2"
  expect P2 sees pip as "1"
  expect P1 sees hand[some_player] as "moon 2"
  expect perft 1 is 3
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def happened(lines: str, rules: str = RULES) -> list[str]:
    """What came instead, in the tests of the rules with some lines below the last one."""
    Path("sight.astro").write_text(rules + lines, encoding="utf-8")
    results = astro.run_tests("sight.astro")
    return [result.failure.happened for result in results if result.failure is not None]


def test_what_players_see_of_zones_variables_and_dice() -> None:
    assert happened(HOLDS, RULES.replace("phase play", "def some_player = P1\nphase play")) == []


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("expect P2 sees hand[P1] as 3 cards", "P2 sees: 2 cards"),
        ("expect P1 sees hand[P1] as 2 cards", "P1 sees: moon 1 and moon 2"),
        ('expect P1 sees hand[P1] as "moon 1"', "P1 sees: moon 1 and moon 2"),
        ('expect P1 sees secret[P2] as "0"', "P1 sees: hidden"),
        ("expect perft 2 is 9", "there are 50"),  # what is rolled makes six of one move
    ],
)
def test_what_is_otherwise_is_told(line: str, instead: str) -> None:
    assert happened(f"  {line}\n") == [instead]


def test_cards_may_be_named_in_any_order() -> None:
    assert happened('  expect P1 sees hand[P1] as "moon 2", "moon 1"\n') == []


def test_sequences_are_counted_from_where_the_test_stands() -> None:
    assert happened('  expect perft 1 is 5\n  P1 "cast"\n  P2 "play sun 1"\n  expect perft 1 is 5\n') == []


def test_a_test_that_goes_on_may_have_a_seed_of_its_own() -> None:
    rolled = []
    for seed in range(8):
        text = f'\ntest "on" after "dealt"\n  seed {seed}\n  P1 "cast"\n  expect pip > 6\n'
        Path("sight.astro").write_text(RULES + text, encoding="utf-8")
        (failure,) = [result.failure for result in astro.run_tests("sight.astro") if result.failure is not None]
        rolled.append(failure.more)
    assert len(set(rolled)) > 2


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("expect P2 sees hand[P1] as 3 coins", "no-header"),
        ("expect P2 sees score[P1] as 3 cards", "not-a-zone"),
        ('expect P2 sees score[P1].index as "3"', "syntax"),
        ('expect P2 sees worth as "3"', "not-a-zone"),
        ('expect P3 sees heap as "3"', "too-few-players"),
        ('expect Mary sees heap as "3"', "unknown-name"),
        ('expect P1 sees hip as "3"', "unknown-name"),
    ],
)
def test_what_cannot_be_seen_is_refused(line: str, code: str) -> None:
    rules = RULES.replace("phase play", "def worth = 3\nphase play")
    found = examination.examine(Source("sight.astro", f"{rules}  {line}\n")).problems
    codes = [problem.code for problem in found if problem.severity.value == "error"]
    assert codes == [code]
