"""Connect Four in plain Python, with random players: from the last disc, discs in a row are counted each way."""

from __future__ import annotations

from collections.abc import Callable

WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))


def playout(random: Callable[[], float]) -> tuple[int, int]:
    board = [[-1] * 7 for _ in range(6)]
    turn = 0
    while True:
        top = board[5]
        open_columns = [column for column in range(7) if top[column] < 0]
        if not open_columns:
            return turn, -1
        column, row, player = open_columns[int(random() * len(open_columns))], 0, turn & 1
        while board[row][column] >= 0:
            row += 1
        board[row][column] = player
        turn += 1
        for up, right in WAYS:
            length = 1
            for sign in (-1, 1):
                y, x = row + sign * up, column + sign * right
                while 0 <= y < 6 and 0 <= x < 7 and board[y][x] == player:
                    length += 1
                    y += sign * up
                    x += sign * right
            if length >= 4:
                return turn, player
