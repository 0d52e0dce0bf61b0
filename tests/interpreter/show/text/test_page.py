"""The position drawn for games that were never seen before: boards, tokens, zones, numbers in their order."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest
from syrupy.assertion import SnapshotAssertion

from astro_referee.cli.terminal import ellipsis

ALL_SORTS = """
astro 1
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
NAMES = ("Ann", "Bob")

Drawn = Callable[..., str]


def test_all_sorts_of_things(drawn: Drawn, snapshot: SnapshotAssertion) -> None:
    assert drawn(ALL_SORTS, 0, NAMES) + "\n" == snapshot


def test_the_referee_sees_all_hands(drawn: Drawn) -> None:
    said = drawn(ALL_SORTS, None, NAMES)
    assert "hand of Ann: " in said
    assert "hand of Ann: 2 cards" not in said
    assert "hand of Bob: 2 cards" in drawn(ALL_SORTS, 0, NAMES)
    assert "hand of Ann: 2 cards" in drawn(ALL_SORTS, 1, NAMES)


def test_a_grid_with_one_sort_of_tokens_goes_by_their_own_names(drawn: Drawn) -> None:
    text = ALL_SORTS.replace("token Fox on Field\n", "").replace("    put Fox on a1\n", "")
    assert "  3  . . 1 ." in drawn(text)


def test_who_is_left_is_told_once_somebody_is_out(drawn: Drawn) -> None:
    text = """
        astro 1
        game Out for 3 players
        phase play
          begin
            retire P2
          winner P1
    """
    assert drawn(text, None, ("Ann", "Bob", "Cy")) == "players: Ann and Cy"


@pytest.mark.parametrize(("encoding", "sign"), [("utf-8", "…"), ("ascii", "..."), ("latin-1", "...")])
def test_what_is_cut_is_marked_as_the_terminal_can_show_it(
    monkeypatch: pytest.MonkeyPatch, encoding: str, sign: str
) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert ellipsis() == sign
