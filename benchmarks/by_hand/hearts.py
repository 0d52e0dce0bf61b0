"""Hearts in plain Python: all rules of games/classics/cards/hearts.astro without its options, with a random player."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

PLAYERS = 4
RANKS = 13
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
CARDS = range(4 * RANKS)  # a card is its suit times 13 and its rank, from the two (0) to the ace (12)
SUIT = [card // RANKS for card in CARDS]
TWO_OF_CLUBS = CLUBS * RANKS
QUEEN_OF_SPADES = SPADES * RANKS + 10
PENALTY = [1 if SUIT[card] == HEARTS else 13 if card == QUEEN_OF_SPADES else 0 for card in CARDS]
ALL_PENALTIES = 26
PASSING = [1, 3, 2, 0]  # left, right, across, hold
LIMIT = 100

Three = tuple[int, int, int]


class Hearts:
    """A game in play. While `passed` is there, all choose three cards; otherwise `player` plays a card."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below
        self.points = [0] * PLAYERS
        self.deals = 0
        self.winners: list[int] | None = None
        self.start_deal()

    def start_deal(self) -> None:
        deck = list(CARDS)
        self.hands = [[deck.pop(self.below(len(deck))) for _ in range(RANKS)] for _ in range(PLAYERS)]
        self.penalties = [0] * PLAYERS
        self.opening = True
        self.broken = False
        self.trick: list[int] = []
        self.passed: dict[int, Three] | None = {}
        if not PASSING[self.deals % len(PASSING)]:
            self.start_play()

    # --- Passing -----------------------------------------------------------------------------------------------------

    def passes(self, player: int) -> list[Three]:
        return list(combinations(self.hands[player], 3))

    def pass_cards(self, player: int, three: Three) -> None:
        assert self.passed is not None
        self.passed[player] = three
        if len(self.passed) < PLAYERS:
            return
        steps = PASSING[self.deals % len(PASSING)]
        for giver, given in self.passed.items():
            for card in given:
                self.hands[giver].remove(card)
        for giver, given in self.passed.items():
            self.hands[(giver + steps) % PLAYERS] += given
        self.start_play()

    def start_play(self) -> None:
        self.passed = None
        self.player = next(player for player, hand in enumerate(self.hands) if TWO_OF_CLUBS in hand)

    # --- Tricks ------------------------------------------------------------------------------------------------------

    def legal_cards(self) -> list[int]:
        hand = self.hands[self.player]
        if TWO_OF_CLUBS in hand:
            return [TWO_OF_CLUBS]
        if self.trick:
            led = SUIT[self.trick[0]]
            cards = [card for card in hand if SUIT[card] == led] or hand
            if self.opening:
                cards = [card for card in cards if not PENALTY[card]] or cards
            return cards
        if self.broken:
            return hand
        return [card for card in hand if SUIT[card] != HEARTS] or hand

    def play(self, card: int) -> None:
        self.hands[self.player].remove(card)
        self.trick.append(card)
        if SUIT[card] == HEARTS:
            self.broken = True
        if len(self.trick) < PLAYERS:
            self.player = (self.player + 1) % PLAYERS
        else:
            self.end_trick()

    def end_trick(self) -> None:
        leader = self.player + 1
        led = SUIT[self.trick[0]]
        highest = max(card for card in self.trick if SUIT[card] == led)
        self.player = (leader + self.trick.index(highest)) % PLAYERS
        self.penalties[self.player] += sum(PENALTY[card] for card in self.trick)
        self.trick = []
        self.opening = False
        if not self.hands[self.player]:
            self.end_deal()

    def end_deal(self) -> None:
        shot = ALL_PENALTIES in self.penalties
        for player, penalties in enumerate(self.penalties):
            self.points[player] += ALL_PENALTIES - penalties if shot else penalties
        self.deals += 1
        if max(self.points) >= LIMIT:
            best = min(self.points)
            self.winners = [player for player in range(PLAYERS) if self.points[player] == best]
        else:
            self.start_deal()


def playout(below: Callable[[int], int]) -> int:
    """Plays a random game; gives the number of moves."""
    game = Hearts(below)
    moves = 0
    while game.winners is None:
        if game.passed is not None:
            for player in range(PLAYERS):
                threes = game.passes(player)
                game.pass_cards(player, threes[below(len(threes))])
                moves += 1
        else:
            cards = game.legal_cards()
            game.play(cards[below(len(cards))])
            moves += 1
    return moves
