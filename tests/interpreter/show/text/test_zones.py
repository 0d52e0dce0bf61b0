"""Cards in lists: counted, put together by what they share, wrapped, with their owners."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Drawn = Callable[..., str]
Picture = Callable[[str], str]

DECK = """
    astro 1
    game Deck for 2 players
    kind Suit: clubs, diamonds, hearts, spades
    kind Rank: 2..10, jack, queen, king, ace
    card Card: each suit in Suit, rank in Rank NAMED
    zone table: Card, seen by everyone
    zone hand for each player: Card, seen by owner
    zone won for each player: Card, seen by everyone
    phase play
      begin
        put {c in Card where c.rank is ace} into won[P2]
        put {c in Card where c.rank > 9 and c.rank < queen} into hand[P1]
        put Card[clubs, 2] into hand[P2]
      turns clockwise from P1
        move wait
"""
COURT = """
    astro 1
    game Court for 2 players
    kind Role: duke, captain, contessa
    card Court: 3 of each role in Role
    zone deck: pile of Court, seen by nobody
    zone open: Court, seen by everyone
    zone hand for each player: Court, seen by owner
    phase play
      begin
        put all Court into deck
        put 2 of Court[duke] from deck into open
        put Court[contessa] from deck into open
        put 3 of Court[captain] from deck into hand[P2]
        put Court[contessa] from deck into hand[P1]
      turns clockwise from P1
        move wait
"""


def deck(named: str) -> str:
    text = DECK.replace("NAMED", f'named "{named}"' if named else "")
    return text.replace("{c in Card where", "(all c in Card where").replace("} into", ") into")


@pytest.mark.parametrize(
    ("named", "held", "won"),
    [
        ("", "clubs 10, jack; diamonds 10, jack; hearts 10, jack;\n    spades 10, jack (8)", "clubs ace, diamonds ace"),
        (
            "{rank} of {suit}",
            "10, jack of clubs; 10, jack of diamonds; 10, jack of hearts;\n    10, jack of spades (8)",
            "ace of clubs, ace of diamonds",
        ),
        (
            "the {suit} {rank}",
            "the clubs 10, the clubs jack, the diamonds 10, the diamonds jack,\n"
            "    the hearts 10, the hearts jack, the spades 10, the spades jack (8)",
            "the clubs ace",
        ),
    ],
)
def test_cards_of_two_words(drawn: Drawn, named: str, held: str, won: str) -> None:
    said = drawn(deck(named), 0)
    assert f"hand of P1: {held}\n" in said
    assert f"won of P2: {won}" in said


def test_zones_are_told_by_owner_and_empty_ones_together(drawn: Drawn) -> None:
    rows = [row for row in drawn(deck(""), 0, ("Ann", "Bob")).split("\n") if row[0] != " "]
    assert [row.split(":")[0] for row in rows] == ["hand of Ann", "hand of Bob", "won of Bob", "empty"]
    assert rows[-1] == "empty: table, won of Ann"


def test_equal_cards_are_counted(drawn: Drawn, picture: Picture) -> None:
    assert drawn(COURT, 0) == picture(
        """
        deck: 2 cards
        open: 2 x duke, contessa (3)
        hand of P1: contessa
        hand of P2: 3 cards
        """
    )
    assert "hand of P2: 3 x captain" in drawn(COURT, 1)
    assert "deck: duke, contessa (2)" in drawn(COURT)


def test_equal_cards_side_by_side_are_counted_in_a_pile_and_told_by_their_places_in_a_row(drawn: Drawn) -> None:
    text = """
        astro 1
        game Court for 2 players
        kind Role: duke, captain, contessa
        card Court: 3 of each role in Role
        zone box: Court, seen by everyone
        zone line: row of 3 Court, seen by everyone
        zone stack: pile of Court, seen by everyone
        zone deck: pile of Court, seen by nobody
        phase play
          begin
            put all Court into box
            put 2 of Court[captain] from box into line
            put 2 of Court[duke] from box on stack
            put 2 of Court[contessa] from box on stack
            put Court[duke] from box on stack
            put Court[captain] from box on deck
          turns clockwise from P1
            move wait
    """
    said = drawn(text, 0).splitlines()
    assert "line: captain, captain (2)" in said
    assert "stack: duke, 2 x contessa, 2 x duke (5)" in said
    assert "deck: 1 card; on top: captain" in said


def test_of_many_zones_only_those_that_hold_something_are_told(drawn: Drawn, picture: Picture) -> None:
    text = """
        astro 1
        game Piles for 2 players
        card Card: each number in 1..5
        zone pile for each 1..20: Card, seen by everyone
        phase play
          begin
            put {Card[1], Card[4]} into pile[7]
            put Card[2] into pile[11]
          turns clockwise from P1
            move wait
    """
    assert drawn(text) == picture(
        """
        pile of 7: 1, 4 (2)
        pile of 11: 2
        pile: the others are empty
        """
    )


def test_empty_zones_share_a_line(drawn: Drawn) -> None:
    text = """
        astro 1
        game Tidy for 2 players
        card Card: each number in 1..5
        zone deck: pile of Card, seen by nobody
        zone open: Card, seen by everyone
        zone hand for each player: Card, seen by owner
        phase play
          begin
            put all Card into deck
          turns clockwise from P1
            move wait
    """
    assert drawn(text, 0, ("Ann", "Bob")) == "deck: 5 cards\nempty: open, hand of Ann, hand of Bob"


GOALS = """
    astro 1
    game Goals for 2 players
    kind Shape: curved, flat
    card Goal
      "Reach it before the others do."
      name   | shape  | points
      Arch   | curved | 2
      Bridge | flat   | 11
    card Clause
      name | wording
      one  | "LONG"
    zone open_goals: Goal, seen by everyone
    zone hand for each player: Goal, seen by owner
    zone clauses: Clause, seen by everyone
    phase play
      begin
        put all Goal into open_goals
        put all Clause into clauses
      turns clockwise from P1
        move keep
          then
            put Arch from open_goals into hand[P1]
"""


def test_what_a_table_says_of_cards_is_told_where_they_are_seen(drawn: Drawn, picture: Picture) -> None:
    """A name alone does not say what to aim for; a row that is too long for the page is wrapped."""
    said = drawn(GOALS.replace("LONG", " ".join(["wherefore"] * 12)), 0)
    assert said == picture(
        """
        open goals, with shape, points (2):
          Reach it before the others do.
          Arch    curved  2     Bridge  flat    11
        clauses, with wording (1):
          one; wherefore wherefore wherefore wherefore wherefore wherefore wherefore
            wherefore wherefore wherefore wherefore wherefore
        empty: hand of P1, hand of P2
        """
    )
