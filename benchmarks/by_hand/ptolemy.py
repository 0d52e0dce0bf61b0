"""Ptolemy in plain Python: all rules of games/ptolemy.astro as it stands, with a random player."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

ECLIPSE = "Eclipse"
RANKS = {
    "Saturn": [1, 2, 3, 4],
    "Jupiter": [1, 2, 3, 5],
    "Mars": [2, 3, 4, 5],
    "Venus": [3, 4, 5, 6],
    "Mercury": [4, 5, 6, 7],
}
HEIGHTS = [1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1]  # clockwise: up by day, down by night
ECLIPSE_START = 3
HAND_SIZE = 11
WINS_NEEDED = 2
MOST_PASSES = 2


class Card(NamedTuple):
    planet: str
    motion: int | None  # None is the planet's eclipse


DECK = [Card(planet, motion) for planet, ranks in RANKS.items() for motion in [*ranks, None]]


class Ptolemy:
    """A game in play. A move is a card of the player's hand, or None to pass."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below
        self.wins = [0, 0]
        self.winner: int | None = None
        self.player = below(2)
        self.start_round()

    def start_round(self) -> None:
        deck = DECK.copy()
        self.hands: list[list[Card]] = [[], []]
        for hand in self.hands:
            for _ in range(HAND_SIZE):
                hand.append(deck.pop(self.below(len(deck))))
        self.board: list[str | None] = [None] * len(HEIGHTS)
        self.board[ECLIPSE_START] = ECLIPSE
        self.places = {ECLIPSE: ECLIPSE_START}
        self.passes = 0
        self.start_relay()

    def start_relay(self) -> None:
        self.height = 0
        self.debated: set[str] = set()

    def landing(self, card: Card) -> int:
        """Where the card's planet ends; spaces with a token are jumped and not counted."""
        if card.motion is None:
            return self.places[ECLIPSE]
        space = self.places.get(card.planet, -1)
        left = card.motion
        while left:
            space = (space + 1) % len(self.board)
            if self.board[space] is None:
                left -= 1
        return space

    def can_play(self, card: Card) -> bool:
        if card.planet in self.debated:
            return False
        if card.motion is None and card.planet not in self.places:
            return False
        return HEIGHTS[self.landing(card)] >= self.height

    def legal_moves(self) -> list[Card | None]:
        moves: list[Card | None] = [card for card in self.hands[self.player] if self.can_play(card)]
        if self.passes < MOST_PASSES or not moves:
            moves.append(None)
        return moves

    def play(self, card: Card | None) -> None:
        if card is None:
            self.passes = min(self.passes + 1, MOST_PASSES)
            self.player = 1 - self.player
            self.start_relay()
            return
        self.move_token(card)
        self.debated.add(card.planet)
        self.passes = 0
        hand = self.hands[self.player]
        hand.remove(card)
        if hand:
            self.player = 1 - self.player
        else:
            self.win_round()

    def move_token(self, card: Card) -> None:
        to = self.landing(card)
        old = self.places.get(card.planet)
        if old is not None:
            self.board[old] = None
        if card.motion is None:
            assert old is not None
            self.board[old] = ECLIPSE
            self.places[ECLIPSE] = old
        self.board[to] = card.planet
        self.places[card.planet] = to
        self.height = HEIGHTS[to]

    def win_round(self) -> None:
        self.wins[self.player] += 1
        if self.wins[self.player] == WINS_NEEDED:
            self.winner = self.player
        else:
            self.start_round()


def playout(random: Callable[[], float]) -> tuple[int, int]:
    game = Ptolemy(lambda n: int(random() * n))
    moves = 0
    while game.winner is None:
        legal = game.legal_moves()
        game.play(legal[game.below(len(legal))])
        moves += 1
    return moves, game.winner
