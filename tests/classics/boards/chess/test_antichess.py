"""Antichess: published counts of move sequences, and whole games beside those of python-chess.

Its board `AntichessBoard` has the rules of this file, `GiveawayBoard` those with the option `castling`, and
`SuicideBoard` those with `fewest_win` as well. What a player may claim there, fifty moves and the third repetition,
ends the game at once here.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from chess_notation import board, ended, moves
from comparisons import compared
from lockstep import start
from positions import perft

from astro_referee import Match

COMPARED = compared(
    game="antichess",
    engine="python-chess",
    published="20, 400, 8,067 and 153,299 sequences",
    differences=(
        "python-chess also knows some endings of bishops or knights that nobody can win; here they go on until another "
        "rule ends them",
        "OpenSpiel's `antichess` does not take a pawn passed for a man that must be taken, so it is not compared with",
    ),
)
COUNTS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -": [20, 400, 8067, 153299],
    "8/1p6/8/8/8/8/P7/8 w - -": [2, 4, 4, 3, 1, 0],
    "8/2p5/8/8/8/8/P7/8 w - -": [2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312, 2557],
}
"""From the positions that python-chess is tested with (`giveaway.perft`)."""


@pytest.mark.parametrize("fen", COUNTS)
def test_counts(fen: str, thorough: bool) -> None:
    known = [count for count in COUNTS[fen] if thorough or count < 1000]
    match = board(fen, "antichess")
    assert [perft(match, depth) for depth in range(1, len(known) + 1)] == known


SETTINGS = [
    ("AntichessBoard", {}),
    ("GiveawayBoard", {"castling": "yes"}),
    ("SuicideBoard", {"castling": "yes", "fewest_win": "yes"}),
]


@COMPARED
@pytest.mark.parametrize(("name", "options"), SETTINGS, ids=[name for name, _ in SETTINGS])
def test_games_are_those_of_python_chess(name: str, options: dict[str, str], thorough: bool) -> None:
    variant = pytest.importorskip("chess.variant")
    ends = set()
    for seed in range(170 if thorough else 4):
        match, theirs = start("antichess", **options), getattr(variant, name)()
        follow(match, theirs, random.Random(f"{name} {seed}"))
        ends.add(ended(match))
    assert len(ends) > 1 or not thorough


def follow(match: Match, theirs: Any, pick: random.Random) -> None:
    """Plays both to the end; a game goes on for as long as neither a side has won nor a draw can be claimed."""
    while not (theirs.is_variant_end() or theirs.is_stalemate() or drawn(theirs)):
        assert match.actors == (0 if theirs.turn else 1,), theirs.fen()
        ours = moves(match)
        assert ours.keys() == {move.uci() for move in theirs.legal_moves}, theirs.fen()
        chosen = pick.choice(sorted(ours))
        match.play(ours[chosen])
        theirs.push_uci(chosen)
    assert match.result is not None, theirs.fen()
    mover = 0 if theirs.turn else 1
    winners = (mover,) if theirs.is_variant_win() else (1 - mover,) if theirs.is_variant_loss() else ()
    assert (match.result.winners, match.result.draw) == (winners, not winners), theirs.fen()


def drawn(theirs: Any) -> bool:
    return bool(theirs.is_repetition(3) or theirs.halfmove_clock >= 100)
