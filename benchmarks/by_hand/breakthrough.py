"""Breakthrough in plain Python, with random players."""

from __future__ import annotations

from collections.abc import Callable


def playout(random: Callable[[], float]) -> tuple[int, int]:
    board = [[0, 0, -1, -1, -1, -1, 1, 1] for _ in range(8)]  # columns, each from row 1 to row 8
    pawns = [16, 16]
    turn = 0
    while True:
        player = turn & 1
        ahead = -1 if player else 1
        moves = []
        for column in range(8):
            here = board[column]
            left = board[column - 1] if column else None
            right = board[column + 1] if column < 7 else None
            for row in range(8):
                if here[row] == player:
                    to = row + ahead
                    if player:  # in the order of the compass: southeast, south, southwest
                        if right is not None and right[to] != 1:
                            moves.append((column, row, column + 1))
                        if here[to] < 0:
                            moves.append((column, row, column))
                    else:  # north, northeast, northwest
                        if here[to] < 0:
                            moves.append((column, row, column))
                        if right is not None and right[to] != 0:
                            moves.append((column, row, column + 1))
                    if left is not None and left[to] != player:
                        moves.append((column, row, column - 1))
        column, row, aside = moves[int(random() * len(moves))]
        to = row + ahead
        if board[aside][to] >= 0:
            pawns[1 - player] -= 1
        board[column][row] = -1
        board[aside][to] = player
        turn += 1
        if to == (0 if player else 7) or not pawns[1 - player]:
            return turn, player
