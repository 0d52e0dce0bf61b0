"""Columns with a value for each member of a kind: looked up by fixed and by changing values, in every sort of table."""

from __future__ import annotations

import pytest
from agreement import Engines, built, compared, unsound
from written_games import start, story

from astro_referee.grammar.formatting.formatter import formatted
from astro_referee.grammar.source import Source
from astro_referee.interpreter.show.text.page import draw

RULES = """astro 1
game Tiles for 2 players

kind Side: north, east, south, west
kind Ground: field, road, town
card Tile
  name  | edge for each Side: Ground | copies
  cross | road road road road        | 2
  bend  | field road road field      | 3
kind Unit
  name  | cost for each Ground | beats for each Unit: bool
  foot  | 1 1 2                | no yes
  horse | 2 1 none             | no no
table Level by row
  row: 1..2 | height for each Ground: 0..9 | odds for each 2..4
  1         | 1 2 3                        | 10 20 30
  2         | 4 5 6                        | -10 20 30
zone open: Tile, seen by everyone
var side: Side
var unit: Unit
var ground: Ground
var odds: 2..4
var row: 1..3

phase play
  begin
    put all Tile into open
    unit = horse
    ground = town
    say "LINE"
  turns clockwise from P1
    move go(s in Side, g in Ground, u in Unit) as "{s} {g} {u}"
      when u.cost[g] is not none and Tile[bend].edge[s] is not field
      then
        side = s
        ground = g
        unit = u
        odds = (odds + 1 if odds < 4 else 2)
        row = (row + 1 if row < 3 else 1)
        if Level[row] is not none
          say "{Level[row].height[g]} {Level[row].odds[odds]} {count x in Unit where x.beats[unit]}"
    move stop
      then
        draw
"""


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("foot.cost[town]", "2"),
        ("unit.cost[town]", "none"),
        ("horse.cost[ground]", "none"),
        ("unit.cost[road]", "1"),
        ("count u in Unit where u.beats[unit]", "1"),
        ("Level[1].odds[odds]", "10"),
        ("Level[2].odds[2]", "-10"),
        ("Level[2].height[ground]", "6"),
        ("sum of Level[1].height[g] for g in Ground", "6"),
        ("all s in Side where Tile[bend].edge[s] is road", "east and south"),
    ],
)
def test_an_entry_is_looked_up(value: str, said: str) -> None:
    match = start(RULES.replace("LINE", f"{{{value}}}"))
    assert story(match) == [said]


def test_all_engines_agree() -> None:
    text = RULES.replace("LINE", "{open.size}")
    machine = built(Source("tiles.astro", text))
    assert machine is not None
    assert not list(unsound(machine))
    assert compared(Engines(machine), 3, 100)


def test_cards_show_them_as_they_stand_in_the_table() -> None:
    match = start(RULES.replace("LINE", ""))
    rows = draw(match.game, match.view(), match.names)
    assert any("2 x cross  road road road road" in row for row in rows)


def test_the_formatter_keeps_them() -> None:
    assert formatted(RULES) == RULES
