"""The position drawn for games that were never seen before: grids, tokens, zones, numbers."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from astro_referee.cli.board import board
from astro_referee.grammar.source import Source
from astro_referee.interpreter import library
from astro_referee.interpreter.match import Match

ALL_SORTS = """astro 1
game Sorts for 2 players
kind Column: a..d
grid Field: each column in Column, row in 1..3
kind Suit: red, blue
card Card: each suit in Suit, rank in 1..3
token Fox on Field
token Goose on Field: each number in 1..3
die pip: 1..6
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone open: Card, seen by everyone
var holder for each Field: player or none
var burnt for each Field: bool
var marks for each player, Field: 0..30
var leader: player
var coins for each player: 0..9 = 3
var seen: set of Suit
phase play
  begin
    put all Card into deck
    for p in players
      deal 2 from deck into hand[p]
    put Fox on a1
    put Goose[1] on c3
    put Goose[3] on a1
    holder[b2] = P2
    burnt[d1] = yes
    marks[P1, a3] = 12
    leader = P2
    add red to seen
  turns clockwise from P1
    move wait
"""


def drawn(text: str, player: int | None, names: tuple[str, ...] = ("Ann", "Bob")) -> str:
    game = library.prepare(library.load(Source("test.astro", text)))
    match = Match(game, 1, names)
    match.settle_all()
    return "\n".join(board(match, player)) + "\n"


def test_all_sorts_of_things(snapshot: SnapshotAssertion) -> None:
    assert drawn(ALL_SORTS, 0) == snapshot


def test_the_referee_sees_all_hands() -> None:
    said = drawn(ALL_SORTS, None)
    assert "hand of Ann: " in said
    assert "2 cards" not in said
    assert "hand of Bob: 2 cards" in drawn(ALL_SORTS, 0)
    assert "hand of Ann: 2 cards" in drawn(ALL_SORTS, 1)


def test_a_grid_with_one_sort_of_tokens_goes_by_their_own_names() -> None:
    text = ALL_SORTS.replace("token Fox on Field\n", "").replace("    put Fox on a1\n", "")
    assert "  3  . . 1 .\n" in drawn(text, None)
