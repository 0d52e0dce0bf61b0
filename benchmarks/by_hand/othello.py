"""Othello in plain Python, with a random player."""

from __future__ import annotations

from collections.abc import Callable

SIZE = 8
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def rays(square: int) -> list[list[int]]:
    """The squares from a square to the edge, each way; the square of a column and a row is `column * SIZE + row`."""
    found = []
    for right, up in WAYS:
        column, row = square // SIZE + right, square % SIZE + up
        ray = []
        while 0 <= column < SIZE and 0 <= row < SIZE:
            ray.append(column * SIZE + row)
            column, row = column + right, row + up
        if len(ray) > 1:
            found.append(ray)
    return found


RAYS = [rays(square) for square in range(SIZE * SIZE)]


class Othello:
    """A game in play. Players are 0 (black) and 1; `winner` stays None in a draw. Who cannot move is passed over."""

    def __init__(self) -> None:
        self.board: list[int | None] = [None] * (SIZE * SIZE)
        self.board[27] = self.board[36] = 1
        self.board[28] = self.board[35] = 0
        self.player = 0
        self.winner: int | None = None
        self.over = False
        self.moves = self.legal_moves()

    def legal_moves(self) -> list[int]:
        return [square for square, disc in enumerate(self.board) if disc is None and self.catches(square)]

    def catches(self, square: int) -> bool:
        board, player, enemy = self.board, self.player, 1 - self.player
        for ray in RAYS[square]:
            if board[ray[0]] == enemy:
                for other in ray:
                    if board[other] != enemy:
                        if board[other] == player:
                            return True
                        break
        return False

    def caught(self, square: int) -> list[int]:
        board, player, enemy = self.board, self.player, 1 - self.player
        found: list[int] = []
        for ray in RAYS[square]:
            if board[ray[0]] == enemy:
                for length, other in enumerate(ray):
                    if board[other] != enemy:
                        if board[other] == player:
                            found += ray[:length]
                        break
        return found

    def play(self, square: int) -> None:
        for other in self.caught(square):
            self.board[other] = self.player
        self.board[square] = self.player
        for _ in range(2):
            self.player = 1 - self.player
            self.moves = self.legal_moves()
            if self.moves:
                return
        self.over = True
        black, white = self.board.count(0), self.board.count(1)
        if black != white:
            self.winner = 0 if black > white else 1


def playout(below: Callable[[int], int]) -> int:
    """Plays a random game; gives the number of moves."""
    game = Othello()
    moves = 0
    while not game.over:
        game.play(game.moves[below(len(game.moves))])
        moves += 1
    return moves
