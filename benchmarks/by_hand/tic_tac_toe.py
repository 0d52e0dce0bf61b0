"""Tic-tac-toe in plain Python, with a random player."""

from __future__ import annotations

from collections.abc import Callable

LINES = [
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
]


class TicTacToe:
    """A game in play. Cells are 0 to 8, players 0 and 1; `winner` stays None in a draw."""

    def __init__(self) -> None:
        self.board: list[int | None] = [None] * 9
        self.player = 0
        self.winner: int | None = None
        self.over = False

    def legal_moves(self) -> list[int]:
        return [cell for cell, mark in enumerate(self.board) if mark is None]

    def play(self, cell: int) -> None:
        self.board[cell] = self.player
        if self.has_line(self.player):
            self.winner = self.player
            self.over = True
        elif None not in self.board:
            self.over = True
        else:
            self.player = 1 - self.player

    def has_line(self, player: int) -> bool:
        board = self.board
        return any(board[a] == board[b] == board[c] == player for a, b, c in LINES)


def playout(below: Callable[[int], int]) -> int:
    """Plays a random game; gives the number of moves."""
    game = TicTacToe()
    moves = 0
    while not game.over:
        legal = game.legal_moves()
        game.play(legal[below(len(legal))])
        moves += 1
    return moves
