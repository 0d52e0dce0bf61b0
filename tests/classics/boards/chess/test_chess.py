"""Chess: published counts of move sequences, random games beside OpenSpiel's, and the rules one by one.

The laws are those of the international federation. What a player may claim there, fifty moves and the third repetition,
ends the game at once here, as it does in OpenSpiel.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from chess_notation import board, ended, moves, refusal
from comparisons import compared
from lockstep import legal, play, start
from positions import perft

from astro_referee import Match

COMPARED = compared(
    game="chess",
    engine="OpenSpiel",
    published="20, 400, 8,902 and 197,281 sequences, and those of five positions made to go wrong on",
    differences=(
        "OpenSpiel takes two positions for different if a pawn has just jumped beside an enemy pawn, even if that one "
        "is pinned and cannot take it",
    ),
)

# --- Counts ----------------------------------------------------------------------------------------------------------

FIRST = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
COUNTS = {
    FIRST: [20, 400, 8902, 197281],
    KIWIPETE: [48, 2039, 97862],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -": [14, 191, 2812, 43238],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": [6, 264, 9467],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": [44, 1486, 62379],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": [46, 2079, 89890],
}
"""Positions made to go wrong on, from the chess programming wiki (perft results)."""


@pytest.mark.parametrize("fen", COUNTS)
def test_counts(fen: str) -> None:
    match = board(fen)
    assert [perft(match, depth) for depth in range(1, len(COUNTS[fen]) + 1)] == COUNTS[fen]


# --- Beside OpenSpiel ------------------------------------------------------------------------------------------------


def follow(match: Match, state: Any, action_to_move: Any, pick: random.Random, back: float) -> None:
    """Plays both to the end. The higher `back` is, the more often a man goes back to where he came from."""
    before: list[str] = ["", ""]
    while not state.is_terminal():
        assert match.actors == (1 - state.current_player(),), str(state)
        ours, now = moves(match), state.board()
        theirs = {action_to_move(action, now).to_lan(): action for action in state.legal_actions()}
        assert ours.keys() == theirs.keys(), str(state)
        last = before.pop(0)
        home = last[2:4] + last[:2]
        chosen = home if home in ours and pick.random() < back else pick.choice(sorted(ours))
        match.play(ours[chosen])
        state.apply_action(theirs[chosen])
        before.append(chosen)
    assert match.result is not None, str(state)
    white_wins, draw = 0 in match.result.winners, match.result.draw
    assert state.returns() == ([0, 0] if draw else [-1, 1] if white_wins else [1, -1])


@COMPARED
@pytest.mark.parametrize(
    "seeds",
    [
        range(10),
        *(pytest.param(range(n, n + 80), marks=pytest.mark.thorough) for n in range(10, 410, 80)),
        pytest.param(range(410, 500), marks=pytest.mark.thorough),
    ],
    ids=str,
)
def test_games_are_those_of_openspiel(seeds: range) -> None:
    """In every second game men like to go back, so that positions come again."""
    pyspiel = pytest.importorskip("pyspiel")
    ends = set()
    for seed in seeds:
        match, state = start("chess"), pyspiel.load_game("chess").new_initial_state()
        follow(match, state, pyspiel.chess.action_to_move, random.Random(seed), back=seed % 2 * 0.5)
        ends.add(ended(match))
    assert ends >= {
        "checkmate",
        "neither side can mate",
        "the same position for the third time",
        "fifty moves without a capture or a pawn move",
    }


# --- Castling --------------------------------------------------------------------------------------------------------


def test_castling() -> None:
    match = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")
    play(match, "O-O", "O-O-O")
    assert {"g1": "White king", "f1": "White rook", "c8": "Black king", "d8": "Black rook"}.items() <= men(
        match
    ).items()
    assert len(men(match)) == 6


def men(match: Match) -> dict[str, str]:
    (shown,) = [shown for shown in match.view().fields if shown.name == "man"]
    return {entry.index[0]: entry.text for entry in shown.entries if entry.text != "none"}


@pytest.mark.parametrize(
    ("fen", "move", "reason"),
    [
        ("4kr2/8/8/8/8/8/8/4K2R w K -", "O-O", "the king would be in check on f1"),
        ("4k1r1/8/8/8/8/8/8/4K2R w K -", "O-O", "the king would be in check on g1"),
        ("k3r3/8/8/8/8/8/8/4K2R w K -", "O-O", "the king would be in check on e1"),
        ("3rk3/8/8/8/8/8/8/R3K3 w Q -", "O-O-O", "the king would be in check on d1"),
        ("4k3/8/8/8/8/8/8/RN2K3 w Q -", "O-O-O", "there are men between king and rook"),
        ("4k3/8/8/8/8/8/8/4KB1R w K -", "O-O", "there are men between king and rook"),
        ("4k3/8/8/8/8/8/8/R3K2R w Q -", "O-O", "the king or that rook has moved"),
        ("r3k2r/8/8/8/8/8/8/4K3 b k -", "O-O-O", "the king or that rook has moved"),
    ],
)
def test_castling_is_refused(fen: str, move: str, reason: str) -> None:
    match = board(fen)
    assert move not in legal(match)
    assert refusal(match, move) == [reason]


def test_only_the_king_must_be_safe_when_he_castles() -> None:
    assert "O-O-O" in legal(board("1r2k3/8/8/8/8/8/8/R3K3 w Q -"))
    assert "O-O-O" in legal(board("r3k3/8/8/8/8/8/8/R3K3 w Q -"))


def test_the_right_to_castle_is_lost_for_good() -> None:
    match = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")
    play(match, "h1h2", "e8e7", "h2h1", "e7e8")
    assert legal(match) & {"O-O", "O-O-O"} == {"O-O-O"}
    play(match, "e1e2")
    assert refusal(match, "O-O") == refusal(match, "O-O-O") == ["the king or that rook has moved"]


def test_the_right_to_castle_is_lost_with_the_rook() -> None:
    match = board("r3k3/8/8/8/8/5b2/8/R3K2R b KQq -")
    play(match, "f3h1")
    assert refusal(match, "O-O") == ["the king or that rook has moved"]
    assert "O-O-O" in legal(match)


# --- Pawns -----------------------------------------------------------------------------------------------------------


def test_en_passant_only_at_once() -> None:
    match = start("chess")
    play(match, "e2e4", "a7a6", "e4e5", "d7d5")
    assert "e5d6" in legal(match)
    taken = match.copy()
    play(taken, "e5d6")
    assert "d5" not in men(taken)
    assert men(taken)["d6"] == "White pawn"
    play(match, "h2h3", "h7h6")
    assert refusal(match, "e5d6") == ["a pawn on e5 cannot go to d6"]


def test_en_passant_only_behind_a_jump() -> None:
    match = board("4k3/8/3p4/4P3/8/8/8/4K3 b - -")
    play(match, "d6d5")
    assert refusal(match, "e5d6") == ["a pawn on e5 cannot go to d6"]


def test_en_passant_that_opens_a_check() -> None:
    """Both pawns leave the row at once."""
    match = board("8/8/8/8/k2p3R/8/4P3/4K3 w - -")
    play(match, "e2e4")
    assert refusal(match, "d4e3") == ["a pawn on d4 cannot go to e3"]


def test_promotion() -> None:
    match = board("3r3k/4P3/8/8/8/8/8/4K3 w - -")
    becomes = {"queen", "rook", "bishop", "knight"}
    assert {move for move in legal(match) if move.startswith("e7")} == {
        f"e7{to}={rank}" for to in ("e8", "d8") for rank in becomes
    }
    assert refusal(match, "e7e8") == ["say what the pawn becomes"]
    assert refusal(match, "e1e2=queen") == ["you have no pawn on e1", "a pawn is promoted on the last row"]
    assert not match.judge(0, "e7e8=king").ok
    play(match, "e7d8=knight")
    assert men(match)["d8"] == "White knight"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("e2e5", "a pawn on e2 cannot go to e5"),
        ("e2d3", "a pawn on e2 cannot go to d3"),
        ("e7e5", "you have no man on e7"),
        ("e4e5", "you have no man on e4"),
        ("a1a3", "a rook on a1 cannot go to a3"),
        ("e2e4=queen", "a pawn is promoted on the last row"),
        ("O-O", "there are men between king and rook"),
    ],
)
def test_a_first_move_is_refused(move: str, reason: str) -> None:
    assert refusal(start("chess"), move) == [reason]


# --- Check and mate --------------------------------------------------------------------------------------------------


def test_a_pinned_man_stays() -> None:
    match = board("4r1k1/8/8/8/8/8/4B3/4K3 w - -")
    assert refusal(match, "e2f3") == ["your king would be in check"]


def test_fools_mate() -> None:
    match = start("chess")
    play(match, "f2f3", "e7e5", "g2g4", "d8h4")
    assert match.result is not None
    assert (match.result.winners, match.result.text) == ((1,), "checkmate")


def test_stalemate() -> None:
    match = board("7k/8/5KQ1/8/8/8/8/8 w - -")
    play(match, "g6f7")
    assert match.result is not None
    assert (match.result.draw, match.result.text) == (True, "stalemate")


# --- Draws -----------------------------------------------------------------------------------------------------------


def test_fifty_moves() -> None:
    match = board("7k/8/8/8/8/8/R7/K7 w - - 98")
    play(match, "a2b2", "h8g8")
    assert ended(match) == "fifty moves without a capture or a pawn move"


def test_mate_comes_before_the_fifty_moves() -> None:
    match = board("7k/R7/8/8/8/8/1R6/K7 w - - 99")
    play(match, "b2b8")
    assert ended(match) == "checkmate"


def test_fifty_moves_when_only_a_promotion_is_left() -> None:
    match = board("k7/8/8/1Q6/3K4/8/7p/8 w - - 99")
    assert legal(board("k7/8/1Q6/8/3K4/8/7p/8 b - -")) == {f"h2h1={r}" for r in ("queen", "rook", "bishop", "knight")}
    play(match, "b5b6")
    assert ended(match) == "fifty moves without a capture or a pawn move"


@pytest.mark.parametrize("move", ["e2e3", "f1h3"])
def test_a_capture_or_a_pawn_move_begins_the_fifty_anew(move: str) -> None:
    match = board("7k/8/8/8/8/7n/4P3/K4B2 w - - 99")
    play(match, move)
    assert not match.over


def test_third_repetition() -> None:
    match = start("chess")
    play(match, *["g1f3", "g8f6", "f3g1", "f6g8"] * 2)
    assert ended(match) == "the same position for the third time"


def test_a_lost_right_makes_another_position() -> None:
    """Before the rook went, the king could have castled: that position has been there once only."""
    match = board("4k3/8/8/8/8/8/p7/4K2R b K -")
    play(match, "e8e7", *["h1g1", "e7e8", "g1h1", "e8e7"] * 2)
    assert not match.over
    play(match, "h1g1")
    assert ended(match) == "the same position for the third time"


def test_a_pawn_to_be_taken_in_passing_makes_another_position() -> None:
    match = board("4k3/8/8/8/3p4/8/4P3/4K3 w - -")
    play(match, "e2e4", *["e8e7", "e1e2", "e7e8", "e2e1"] * 2)
    assert not match.over
    play(match, "e8e7")
    assert ended(match) == "the same position for the third time"


PINNED = "8/8/8/8/k2p3R/8/4P3/4K3 w - -"
ROUND = ["a4a5", "e1e2", "a5a4", "e2e1"]


def test_a_pawn_that_cannot_be_taken_makes_no_other_position() -> None:
    """The pawn that could take it is pinned, so all possible moves are the same (article 9.2.3 of the laws)."""
    match = board(PINNED)
    play(match, "e2e4", *ROUND, *ROUND)
    assert ended(match) == "the same position for the third time"


def test_openspiel_tells_such_positions_apart() -> None:
    """It looks only whether a pawn stands beside the one that jumped."""
    pyspiel = pytest.importorskip("pyspiel")
    state = pyspiel.load_game("chess").new_initial_state(f"{PINNED} 0 1")
    for move in ["e2e4", *ROUND, *ROUND]:
        assert not state.is_terminal()
        now = state.board()
        (action,) = [a for a in state.legal_actions() if pyspiel.chess.action_to_move(a, now).to_lan() == move]
        state.apply_action(action)
    assert not state.is_terminal()


@pytest.mark.parametrize(
    ("placed", "dead"),
    [
        ("k7/8/8/8/8/8/8/KB6", True),
        ("k7/8/8/8/8/8/8/KN6", True),
        ("kn6/8/8/8/8/8/8/K7", True),
        ("kb6/8/8/8/8/8/8/K1B5", True),
        ("kb6/8/8/8/8/8/8/K1B1B3", True),
        ("kb6/8/8/8/8/8/8/KB6", False),
        ("k7/8/8/8/8/8/8/KBB5", False),
        ("k7/8/8/8/8/8/8/KNN5", False),
        ("kn6/8/8/8/8/8/8/KN6", False),
        ("kn6/8/8/8/8/8/8/KB6", False),
        ("k7/8/8/8/8/8/P7/K7", False),
        ("k7/8/8/8/8/8/8/K6R", False),
        ("k7/8/8/8/8/8/8/K6Q", False),
    ],
)
def test_too_few_men(placed: str, dead: bool) -> None:
    match = board(f"{placed} w - -")
    play(match, next(move for move in sorted(legal(match)) if move.startswith("a1")))
    assert match.over == dead
    if dead:
        assert ended(match) == "neither side can mate"


def test_two_kings() -> None:
    match = board("k7/8/8/8/8/8/1p6/K7 w - -")
    play(match, "a1b2")
    assert ended(match) == "neither side can mate"
