"""Crazyhouse: published counts of move sequences, and whole games beside those of python-chess.

The third repetition, which a player may claim there, ends the game at once here.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest
from chess_notation import LETTERS, RANKS, SQUARES, board, ended, moves
from comparisons import compared
from lockstep import field, start
from positions import perft

from astro_referee import Match

COMPARED = compared(
    game="crazyhouse",
    engine="python-chess",
    published="20, 400, 8,902 and 197,281 sequences, and those of five positions with men in the pockets",
    differences=("python-chess knows no draw by fifty moves, which is the option `fifty_moves`",),
)
COUNTS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq -": [20, 400, 8902, 197281],
    "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - -": [301, 75353],
    "2k5/8/8/8/8/8/8/4K3[Qn] w - -": [67, 3083, 88634],
    "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq -": [42, 1347, 58057],
    "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - -": [20, 360, 5445, 132758],
    "2rn1b1r/1pp2n1p/B1PBk1pP/5p1P/P5p1/2P2RP1/RP1QNP2/1NBK4[QPp] w - -": [99, 3932, 314782],
}
"""From the positions that python-chess is tested with (`crazyhouse.perft`)."""


def pockets(fen: str) -> Match:
    """A match from a position whose pockets stand in brackets, and in which `~` follows a promoted man."""
    placed, rest = fen.split("]")
    men, held = placed.split("[")
    spread = "".join("." * int(sign) if sign.isdigit() else sign for sign in men.replace("/", ""))
    promoted = [SQUARES[at - 1 - spread[:at].count("~")] for at, sign in enumerate(spread) if sign == "~"]
    return board(
        men.replace("~", "") + rest,
        "crazyhouse",
        pocket={
            "White": " ".join(RANKS[sign.lower()] for sign in held if sign.isupper()),
            "Black": " ".join(RANKS[sign] for sign in held if sign.islower()),
        },
        promoted={"": " ".join(promoted)},
    )


@pytest.mark.parametrize("fen", COUNTS)
def test_counts(fen: str, thorough: bool) -> None:
    known = [count for count in COUNTS[fen] if count < (100_000 if thorough else 4_000)]
    match = pockets(fen)
    assert [perft(match, depth) for depth in range(1, len(known) + 1)] == known


@COMPARED
@pytest.mark.parametrize(
    "seeds",
    [range(4), *(pytest.param(range(n, n + 62), marks=pytest.mark.thorough) for n in range(4, 500, 62))],
    ids=str,
)
def test_games_are_those_of_python_chess(seeds: range) -> None:
    variant = pytest.importorskip("chess.variant")
    ends = set()
    for seed in seeds:
        match, theirs = start("crazyhouse"), variant.CrazyhouseBoard()
        follow(match, theirs, random.Random(seed))
        ends.add(ended(match))
    assert ends >= {"checkmate"}


def follow(match: Match, theirs: Any, pick: random.Random) -> None:
    """Plays both to the end, with what is in the pockets."""
    stood = Counter([theirs.epd()])  # python-chess would take all moves back to see whether a position comes again
    while any(theirs.legal_moves) and stood[theirs.epd()] < 3:
        assert match.actors == (0 if theirs.turn else 1,), theirs.fen()
        ours = moves(match)
        assert ours.keys() == {move.uci() for move in theirs.legal_moves}, theirs.fen()
        if theirs.ply() % 8 == 0:  # a view takes longer than a move
            held = [sorted(str(pocket)) for pocket in reversed(theirs.pockets)]
            assert [sorted(letters(text)) for text in field(match, "pocket").values()] == held
        chosen = pick.choice(sorted(ours))
        match.play(ours[chosen])
        theirs.push_uci(chosen)
        stood[theirs.epd()] += 1
    assert match.result is not None, theirs.fen()
    assert match.result.draw == (not theirs.is_checkmate())
    assert match.result.draw or match.result.winners == (1 if theirs.turn else 0,)


def letters(text: str) -> list[str]:
    """The men in a pocket, as python-chess abbreviates them."""
    found = re.findall(r"(?:(\d+) )?(\w+)", text.replace(" and ", ", ").replace("nothing", ""))
    return [LETTERS[rank] for number, rank in found for _ in range(int(number or 1))]
