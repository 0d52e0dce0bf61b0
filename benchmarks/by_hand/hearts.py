"""Hearts in plain Python: all rules of games/classics/cards/hearts.astro without its options, with random players."""

from __future__ import annotations

from collections.abc import Callable

CARDS = range(52)  # a card is its suit times 13 and its rank, from the two (0) to the ace (12)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
SUIT = [card // 13 for card in CARDS]
QUEEN_OF_SPADES = SPADES * 13 + 10
PENALTY = [1 if SUIT[card] == HEARTS else 13 if card == QUEEN_OF_SPADES else 0 for card in CARDS]
PASSING = (1, 3, 2, 0)  # left, right, across, hold


def dealt(random: Callable[[], float]) -> list[list[int]]:
    """Four hands of thirteen cards, each in order."""
    deck = list(CARDS)
    for left in range(52, 1, -1):
        pick = int(random() * left)
        deck[pick], deck[left - 1] = deck[left - 1], deck[pick]
    return [sorted(deck[seat::4]) for seat in range(4)]


def passed(hands: list[list[int]], steps: int, random: Callable[[], float]) -> None:
    """Three cards of each hand go to another."""
    given = [[hand.pop(int(random() * len(hand))) for _ in range(3)] for hand in hands]
    for giver, three in enumerate(given):
        hands[(giver + steps) & 3] += three
    for hand in hands:
        hand.sort()


def one_deal(steps: int, random: Callable[[], float]) -> list[int]:
    """Plays a deal; gives the penalties that everybody has taken."""
    hands = dealt(random)
    if steps:
        passed(hands, steps, random)
    taken = [0] * 4
    player = next(seat for seat in range(4) if hands[seat][0] == 0)
    broken = False
    for trick in range(13):
        led = best = winner = -1
        value = 0
        for place in range(4):
            hand = hands[player]
            cards = [card for card in hand if SUIT[card] == led] if place else []
            if not cards:
                if trick:
                    if place == 0 and not broken:
                        cards = [card for card in hand if SUIT[card] != HEARTS]
                elif place == 0:
                    cards = [0]
                else:
                    cards = [card for card in hand if not PENALTY[card]]
            elif not trick:
                cards = [card for card in cards if not PENALTY[card]] or cards
            if not cards:
                cards = hand
            card = cards[int(random() * len(cards))]
            hand.remove(card)
            suit = SUIT[card]
            if suit == HEARTS:
                broken = True
            if place == 0:
                led = suit
            if suit == led and card > best:
                best, winner = card, player
            value += PENALTY[card]
            player = (player + 1) & 3
        taken[winner] += value
        player = winner
    return taken


def playout(random: Callable[[], float]) -> tuple[int, int]:
    points = [0] * 4
    moves = deal = 0
    while max(points) < 100:
        steps = PASSING[deal & 3]
        taken = one_deal(steps, random)
        shot = 26 in taken
        for seat in range(4):
            points[seat] += 26 - taken[seat] if shot else taken[seat]
        moves += 56 if steps else 52
        deal += 1
    least = min(points)
    return moves, points.index(least) if points.count(least) == 1 else -1
