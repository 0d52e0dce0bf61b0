"""Connect Four in plain Python, with a random player."""

from __future__ import annotations

from collections.abc import Callable

WIDTH, HEIGHT = 7, 6


def lines() -> list[tuple[int, int, int, int]]:
    """All fours in a line; the cell of a column and a row is `column * HEIGHT + row`."""
    found = []
    for column in range(WIDTH):
        for row in range(HEIGHT):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if column + 3 * right < WIDTH and 0 <= row + 3 * up < HEIGHT:
                    a, b, c, d = ((column + n * right) * HEIGHT + row + n * up for n in range(4))
                    found.append((a, b, c, d))
    return found


LINES_THROUGH = [[line for line in lines() if cell in line] for cell in range(WIDTH * HEIGHT)]


class ConnectFour:
    """A game in play. A move is a column from 0 to 6; `winner` stays None in a draw."""

    def __init__(self) -> None:
        self.board: list[int | None] = [None] * (WIDTH * HEIGHT)
        self.heights = [0] * WIDTH
        self.player = 0
        self.winner: int | None = None
        self.over = False

    def legal_moves(self) -> list[int]:
        return [column for column, height in enumerate(self.heights) if height < HEIGHT]

    def play(self, column: int) -> None:
        cell = column * HEIGHT + self.heights[column]
        self.board[cell] = self.player
        self.heights[column] += 1
        if self.has_line(cell):
            self.winner = self.player
            self.over = True
        elif None not in self.board:
            self.over = True
        else:
            self.player = 1 - self.player

    def has_line(self, cell: int) -> bool:
        board, player = self.board, self.player
        return any(player == board[a] == board[b] == board[c] == board[d] for a, b, c, d in LINES_THROUGH[cell])


def playout(below: Callable[[int], int]) -> int:
    """Plays a random game; gives the number of moves."""
    game = ConnectFour()
    moves = 0
    while not game.over:
        legal = game.legal_moves()
        game.play(legal[below(len(legal))])
        moves += 1
    return moves
