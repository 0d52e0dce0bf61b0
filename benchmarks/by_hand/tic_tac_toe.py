"""Tic-tac-toe in plain Python, with random players."""

from __future__ import annotations

from collections.abc import Callable

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def playout(random: Callable[[], float]) -> tuple[int, int]:
    board = [-1] * 9
    for turn in range(9):
        free = [cell for cell in range(9) if board[cell] < 0]
        player = turn & 1
        board[free[int(random() * len(free))]] = player
        for a, b, c in LINES:
            if board[a] == player and board[b] == player and board[c] == player:
                return turn + 1, player
    return 9, -1
