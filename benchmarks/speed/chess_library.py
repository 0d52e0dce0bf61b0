"""python-chess as an opponent: random games by the same rules, and perft."""

from __future__ import annotations

from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.speed.own import SEED, C
from benchmarks.speed.rounds import Side

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.c.engine import NativeEngine

PYTHON_CHESS = "python-chess"
DEPTH = 3


def is_there() -> bool:
    return find_spec("chess") is not None


def random_games() -> list[Side]:
    """Random games, if it is installed. A game ends as ours do: a draw need not be claimed."""
    if not is_there():
        return []
    import chess

    random = Random(SEED).random

    def playout() -> int:
        board, moves = chess.Board(), 0
        while True:
            legal = list(board.legal_moves)
            over = board.halfmove_clock >= 100 or board.is_insufficient_material() or board.is_repetition(3)
            if over or not legal:
                return moves
            board.push(legal[int(random() * len(legal))])
            moves += 1

    return [Side(PYTHON_CHESS, lambda games: sum(playout() for _ in range(games)))]


def perft(engine: NativeEngine) -> list[Side]:
    """Counting move sequences of chess on both sides, the last moves where they are listed; the moves of a side are the
    sequences it has counted.
    """
    if not is_there():
        return []
    import chess

    state = engine.start()
    engine.python.run(state)

    def ours(times: int) -> int:
        return sum(engine.perft(state, DEPTH, skip_last=True)[DEPTH][0] for _ in range(times))

    def theirs(times: int) -> int:
        return sum(counted(chess.Board(), DEPTH) for _ in range(times))

    return [Side(C, ours), Side(PYTHON_CHESS, theirs)]


def counted(board: Any, depth: int) -> int:
    if depth == 1:
        return int(board.legal_moves.count())
    found = 0
    for move in board.legal_moves:
        board.push(move)
        found += counted(board, depth - 1)
        board.pop()
    return found
