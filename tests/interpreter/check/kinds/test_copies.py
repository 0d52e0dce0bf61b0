"""How many copies there are of a card is no part of the card: neither of its name nor of what one looks it up by."""

from __future__ import annotations

import pytest

from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.play import library

TABLE = """astro 1
game Copies for 2 players
kind Colour: red, blue
card Tile
  colour: Colour | size: 1..3 | copies
  red            | 1          | 2
  blue           | 2          | 3
zone bag: Tile, seen by everyone
phase play
  begin
    put all Tile into bag
  if Tile[red, 1] in bag
    draw because "{Tile[blue, 2]}"
  winner P1
"""


def test_a_card_of_a_table_without_names_is_called_by_its_other_columns() -> None:
    game = library.prepare(library.load(Source("copies.astro", TABLE)))
    assert game.machine.members["Tile"] == ("red 1", "blue 2")
    assert game.rules.coordinates["Tile"] == ("colour", "size")


def test_rows_that_differ_only_in_copies_are_one_card_twice() -> None:
    source = Source("copies.astro", TABLE.replace("blue           | 2 ", "red            | 1 "))
    assert "twice" in [problem.code for problem in examination.examine(source).problems]


@pytest.mark.parametrize("kind", ["card", "kind"])
def test_only_cards_have_copies(kind: str) -> None:
    """In any other table a column of this name is one like all others."""
    table = f"{kind} Tile\n  colour: Colour | copies\n  red | 2\n  blue | 3\n"
    rules = f"astro 1\ngame Copies for 2 players\nkind Colour: red, blue\n{table}phase play\n  draw\n"
    found = library.load(Source("copies.astro", rules)).kinds["Tile"]
    assert found == (("red", "blue") if kind == "card" else ("red2", "blue3"))


def test_a_card_of_which_only_the_copies_are_said_is_called_like_its_sort() -> None:
    rules = "astro 1\ngame Copies for 2 players\ncard Coin\n  copies\n  9\nphase play\n  draw\n"
    assert library.load(Source("copies.astro", rules)).kinds["Coin"] == ("coin",)
