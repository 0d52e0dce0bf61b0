"""Heaps as values: in variables, tables, defs and procedures; what is put together, taken out, compared and told."""

from __future__ import annotations

import pytest
from agreement import in_agreement

from astro_referee.grammar import report
from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import FaultyRules, Match

HEAD = """astro 1
game Market for 2 players
kind Resource: wood, stone, wheat
kind Building
  name   | cost: heap of Resource
  hut    | 2 wood
  tower  | wood 2 stone
  gift   | -
  castle | 100 wood 2 stone wheat
var stock for each player: heap of Resource
var supply: heap of Resource = {wood, wood, stone}
def missing(has: heap of Resource, cost: heap of Resource): heap of Resource = cost - has
procedure pay(who: player, cost: heap of Resource)
  stock[who] -= cost
  supply += cost
phase play
"""


def start(text: str) -> Match:
    """A match of a game written in a test."""
    source = Source("test.astro", text)
    try:
        game = library.prepare(library.load(source), 2)
    except library.BadRules as bad:
        pytest.fail(report.frames(source, bad.problems))
    return Match(game, 1, game.players)


def told(steps: str, head: str = HEAD) -> list[str]:
    """What some steps say."""
    lines = "".join(f"  {line}\n" for line in steps.strip().splitlines())
    return [line.text for line in start(f"{head}{lines}  draw\n").opening]


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ('if {wood, stone} <= supply and {wheat} > supply\n  say "no"\nelse\n  say "{supply}"', "2 wood and stone"),
        ('say "{supply}"', "2 wood and stone"),
        ('say "{tower.cost}, {gift.cost}"', "wood and 2 stone, nothing"),
        ('say "{castle.cost.size}"', "103"),
        ('say "{missing(supply, tower.cost)}"', "stone"),
        ('say "{supply + tower.cost}"', "3 wood and 3 stone"),
        ('say "{supply - {wood}}"', "wood and stone"),
        ('say "{count r in castle.cost where r is wood}"', "100"),
        ('say "{sum of (2 if r is wood else 5) for r in supply}"', "9"),
        ('say "{set of r for r in supply}"', "wood and stone"),
        ('say "{all r in tower.cost where r is stone}"', "2 stone"),
        ('say "{ordered r in supply by highest r}"', "stone, wood and wood"),
        ('say "{hut.cost <= supply}, {tower.cost <= supply}, {supply <= supply}"', "yes, no, yes"),
        ('say "{supply < supply}"', "no"),
        ('say "{supply >= hut.cost}, {supply > hut.cost}, {gift.cost < hut.cost}"', "yes, yes, yes"),
        ('say "{supply is {wood, stone, wood}}, {gift.cost is empty}, {wheat in supply}"', "yes, yes, no"),
        ("stock[P1] += supply\nstock[P1] += {wheat}\nsay \"{stock[P1]}\"", "2 wood, stone and wheat"),
        ("supply -= hut.cost\nsay \"{supply}\"", "stone"),
        ("add 3 of wheat to supply\nadd wood to supply\nsay \"{supply}\"", "3 wood, stone and 3 wheat"),
        ("remove 2 of wood from supply\nremove stone from supply\nsay \"{supply}\"", "nothing"),
        ("stock[P2] = hut.cost\ndo pay(P2, hut.cost)\nsay \"{supply}, {stock[P2]}\"", "4 wood and stone, nothing"),
        ("stock[P2] = hut.cost\nswap stock[P2] with supply\nsay \"{supply}, {stock[P2]}\"", "2 wood, 2 wood and stone"),
        ('for r in supply\n  say "{r}"', "wood|stone"),
    ],
)  # fmt: skip
def test_heaps_are_values(steps: str, text: str) -> None:
    assert "|".join(told(steps)) == text


@pytest.mark.parametrize(
    ("steps", "fault"),
    [
        ("supply -= tower.cost", "not-there"),
        ("remove wheat from supply", "not-there"),
        ("remove 3 of wood from supply", "not-there"),
        ("supply += castle.cost\nsupply += castle.cost\nsupply += castle.cost", "out-of-range"),
        ("add supply.size * 90 of stone to supply", "out-of-range"),
        ("add 255 of wheat to supply\nadd wheat to supply", "out-of-range"),
    ],
)
def test_nothing_is_owed_and_no_heap_is_too_large(steps: str, fault: str) -> None:
    with pytest.raises(FaultyRules) as found:
        told(steps)
    assert found.value.problem.code == fault


CARDS = """astro 1
game Coins for 2 players
kind Metal: copper, silver
card Coin: 5 of each metal in Metal
kind Ware
  name  | cost: heap of Coin
  cloth | 2 copper
  spice | copper silver
zone bank: Coin, seen by everyone
zone purse for each player: Coin, seen by everyone
var owed: heap of Coin
def worth(coins: heap of Coin) = sum of (3 if c.metal is silver else 1) for c in coins
phase play
  put all Coin into bank
"""


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ('put cloth.cost from bank into purse[P1]\nsay "{purse[P1]}"', "copper and copper"),
        ('put spice.cost from bank into purse[P1]\nsay "{worth(purse[P1])}, {worth(bank)}"', "4, 16"),
        ('owed = spice.cost\nowed += cloth.cost\nsay "{worth(owed)}, {owed <= bank}"', "6, yes"),
        ('put spice.cost from bank into purse[P1]\nsay "{cloth.cost - purse[P1]}"', "copper"),
    ],
)
def test_heaps_of_cards_are_what_zones_hold(steps: str, text: str) -> None:
    assert "|".join(told(steps, CARDS)) == text


@pytest.mark.parametrize(
    ("steps", "fault"),
    [
        ("put cloth.cost from purse[P1] into bank", "not-there"),
        ("owed = cloth.cost\nowed += bank", "out-of-range"),
    ],
)
def test_there_are_only_so_many_cards(steps: str, fault: str) -> None:
    with pytest.raises(FaultyRules) as found:
        told(steps, CARDS)
    assert found.value.problem.code == fault


GIVING = """
turns clockwise from P1
  move give(goods in 1..3 of supply)
    then
      supply -= goods
      stock[me] += goods
      if supply is empty
        winner me because "nothing is left"
"""


def test_players_name_heaps_with_numbers() -> None:
    lines = "".join(f"  {line}\n" for line in GIVING.strip().splitlines())
    match = start(HEAD + lines)
    assert "give 2 wood" in [match.written(move) for move in match.legal()]
    assert match.submit(0, "give 3 wood").ok is False
    assert match.submit(0, "give 2 wood").ok
    assert match.submit(1, "give stone").ok
    assert match.result is not None


def test_one_zone_twice_may_be_more_than_there_is() -> None:
    assert told('say "{(bank + purse[P1]).size}"', CARDS) == ["10"]
    with pytest.raises(FaultyRules) as found:
        told('say "{(bank + bank).size}"', CARDS)
    assert found.value.problem.code == "out-of-range"


TRADE = """
turns clockwise from P1
  move gather(r in Resource)
    then
      add 2 of r to stock[me]
  move give(goods in 1..2 of stock[me])
    then
      stock[me] -= goods
      stock[me.next] += goods
  move build(b in Building)
    when b.cost <= stock[me]
    then
      do pay(me, b.cost)
      if missing(supply, tower.cost) is empty
        winner me
"""


def test_heaps_are_the_same_in_the_evaluator_and_in_python() -> None:
    assert in_agreement(HEAD + "".join(f"  {line}\n" for line in TRADE.strip().splitlines())) > 40
