"""Othello in plain Python, with random players. Who cannot move is passed over."""

from __future__ import annotations

from collections.abc import Callable

WAYS = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up]


def run(board: list[list[int]], column: int, row: int, right: int, up: int, player: int) -> int:
    """How many enemy discs lie one way between a square and the next disc of a player; 0 if there is none."""
    enemy, length = 1 - player, 0
    x, y = column + right, row + up
    while 0 <= x < 8 and 0 <= y < 8 and board[x][y] == enemy:
        length += 1
        x += right
        y += up
    return length if length and 0 <= x < 8 and 0 <= y < 8 and board[x][y] == player else 0


def playout(random: Callable[[], float]) -> tuple[int, int]:
    board = [[-1] * 8 for _ in range(8)]  # columns, each from row 1 to row 8
    board[3][3] = board[4][4] = 1
    board[3][4] = board[4][3] = 0
    turn = player = passed = 0
    while passed < 2:
        moves = []
        for column in range(8):
            for row in range(8):
                if board[column][row] < 0:
                    for right, up in WAYS:
                        if run(board, column, row, right, up, player):
                            moves.append((column, row))
                            break
        if moves:
            column, row = moves[int(random() * len(moves))]
            for right, up in WAYS:
                for step in range(1, run(board, column, row, right, up, player) + 1):
                    board[column + step * right][row + step * up] = player
            board[column][row] = player
            turn, passed = turn + 1, 0
        else:
            passed += 1
        player = 1 - player
    ahead = sum(line.count(0) for line in board) - sum(line.count(1) for line in board)
    return turn, -1 if not ahead else 0 if ahead > 0 else 1
