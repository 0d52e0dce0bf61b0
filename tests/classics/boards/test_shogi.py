"""Shogi: published counts of move sequences, and positions and whole games beside OpenSpiel's.

Compared at every decision: who moves and every legal move, drops among them; at the end, who has won.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from comparisons import compared
from counting import counts, returns
from lockstep import legal, play, start, step_by_choice
from positions import perft, position

from astro_referee import Match

COMPARED = compared(
    game="shogi",
    engine="OpenSpiel",
    published="30, 900, 25,470 and 719,731 sequences, and those of two positions by which programs are compared",
    differences=(
        "OpenSpiel ends a game as soon as a king has come to the far rows with 28 points, or both kings have, as with "
        "the option `impasse`; usually it is declared",
        "OpenSpiel takes six checks in a row before a position that comes for the fourth time for perpetual check, "
        "even if that position first came before them",
        "OpenSpiel has no longest game",
    ),
)

THEIRS = {"impasse": "at_once", "move_limit": 1000}
"""The options that come nearest to OpenSpiel's rules."""
COUNTS = [30, 900, 25_470, 719_731]
PUBLISHED = {
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1": [207, 28_684],
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1": [593, 105_677],
}
"""Positions by which makers of programs compare their counts; the second has the most moves there can be."""
RANKS = dict(zip("KRBGSNLP", ("king", "rook", "bishop", "gold", "silver", "knight", "lance", "pawn"), strict=True))
FILES, ROWS = "987654321", "abcdefghi"
PROMOTED = {"rook": "dragon", "bishop": "horse"}


def words(state: Any, action: int) -> list[str]:
    return [state.action_to_string(action)]


def setup(sfen: str, options: Mapping[str, object] = THEIRS) -> Match:
    """A match at a position in the notation that programs use."""
    rows, turn, hands, _ = sfen.split()
    men = {f"{file}{row}": "none" for file in FILES for row in ROWS}
    for row, text in zip(ROWS, rows.split("/"), strict=True):
        men |= {f"{file}{row}": man for file, man in zip(FILES, in_row(text), strict=True) if man}
    held = {side: " ".join(in_hand(hands, side)) for side in ("Black", "White")}
    return position(start("shogi", **options), "Black" if turn == "b" else "White", {"man": men, "hand": held})


def in_row(text: str) -> list[str]:
    """Men and gaps from left to right: `2+P6`."""
    men = list[str]()
    for plus, sign in re.findall(r"(\+?)(\w)", text):
        rank = RANKS.get(sign.upper(), "")
        promoted = PROMOTED.get(rank, f"promoted_{rank}") if plus else rank
        men += [""] * int(sign) if sign.isdigit() else [f"{'Black' if sign.isupper() else 'White'} {promoted}"]
    return men


def in_hand(text: str, side: str) -> list[str]:
    """What a side has in hand: `2Pg` are two pawns of Black and a gold of White."""
    return [
        RANKS[sign.upper()]
        for count, sign in re.findall(r"(\d*)([a-zA-Z])", text)
        for _ in range(int(count or 1))
        if sign.isupper() is (side == "Black")
    ]


def test_counts() -> None:
    assert counts("shogi", 2, **THEIRS) == COUNTS[:2]


@pytest.mark.thorough
def test_deep_counts() -> None:
    assert counts("shogi", 4) == COUNTS


@pytest.mark.parametrize("sfen", PUBLISHED, ids=["a crowded middle", "the most moves"])
def test_counts_of_other_positions(sfen: str, thorough: bool) -> None:
    assert perft(setup(sfen), 1) == PUBLISHED[sfen][0]
    assert not thorough or perft(setup(sfen, {}), 2) == PUBLISHED[sfen][1]


def crowd(pick: random.Random) -> tuple[str, str]:
    """A king on the edge among men of both sides, pawns in the hand of the other, and the square before the king."""
    near = [(row, file) for row in range(3) for file in range(4) if (row, file) != (1, 2)]
    men = dict(
        zip(
            pick.sample(near[:4], 3) + pick.sample(near[4:], 4),
            "k" + "".join(pick.choices("GGGSNRgsnlrb", k=6)),
            strict=True,
        )
    )
    men[8, pick.randrange(9)] = "K"
    (file,) = [file for (row, file), man in men.items() if man == "k"]
    rows = ["".join(men.get((row, file), "1") for file in range(9)) for row in range(9)]
    if pick.random() < 0.5:
        return f"{'/'.join(rows)} b 2P2p 1", f"{FILES[file]}b"
    return f"{'/'.join(row.swapcase() for row in reversed(rows))} w 2P2p 1", f"{FILES[file]}h"


def test_positions_are_those_of_openspiel(thorough: bool) -> None:
    """Pawns that would mate are rare in games, so crowded positions are made up; no game need come to them."""
    pyspiel = pytest.importorskip("pyspiel")
    game, pick, mates = pyspiel.load_game("shogi"), random.Random(5), 0
    for _ in range(500 if thorough else 10):
        sfen, before = crowd(pick)
        match, state = setup(sfen), game.new_initial_state(sfen)
        assert legal(match) == {state.action_to_string(action) for action in state.legal_actions()}, sfen
        reasons = match.judge(match.actors[0], f"P*{before}").reasons
        mates += [reason.text for reason in reasons] == ["a pawn may not be dropped to mate"]
    assert mates


REPETITIONS = {
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1": "2h3h 8b7b" + 3 * " 4i4h 4a4b 4h4i 4b4a",
    "8k/9/R8/9/4g4/9/9/9/4K4 b - 1": "9c9b 5e5f" + 3 * " 9b9a 1a1b 9a9b 1b1a",
    "8k/9/9/9/4G4/9/r8/5K3/9 b - 1": "5e5d 9g9h" + 3 * " 4h4i 9h9i 4i4h 9i9h",
}
"""A position that comes for the fourth time, also by checks of Black alone, and by checks of White alone."""


@pytest.mark.parametrize(("sfen", "moves"), REPETITIONS.items(), ids=["draw", "Black loses", "White loses"])
def test_repetitions_are_those_of_openspiel(sfen: str, moves: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    match, state = setup(sfen), pyspiel.load_game("shogi").new_initial_state(sfen)
    for move in moves.split():
        assert not match.over, move
        assert not state.is_terminal()
        play(match, move)
        state.apply_action(state.string_to_action(move))
    assert state.is_terminal()
    assert match.result is not None
    assert returns(match.result.winners) == state.returns()


@COMPARED
@pytest.mark.parametrize(
    "seeds",
    [(86,), *(pytest.param(range(n, n + 100), marks=pytest.mark.thorough) for n in range(0, 500, 100))],
    ids=str,
)
def test_games_are_those_of_openspiel(seeds: Iterable[int]) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    results = set()
    for seed in seeds:
        match, state = start("shogi", **THEIRS), pyspiel.load_game("shogi").new_initial_state()
        pick = random.Random(seed)
        while not state.is_terminal() and not match.over:
            step_by_choice(match, state, words, pick)
        if match.result is not None and not state.is_terminal():
            assert match.result.text == "1000 moves have been made"
            continue
        assert match.result is not None
        assert returns(match.result.winners) == state.returns()
        results |= {*state.returns()}
    assert results >= {1, -1}
