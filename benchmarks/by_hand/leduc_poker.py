"""Leduc poker in plain Python, with random players: cards are numbered by rank, two of each."""

from __future__ import annotations

from collections.abc import Callable

FOLD, CALL, RAISE = range(3)


def playout(random: Callable[[], float]) -> tuple[int, int]:
    cards = [0, 0, 1, 1, 2, 2]
    ranks = [cards.pop(int(random() * 6)), cards.pop(int(random() * 5))]
    paid = [1, 1]
    moves, board = 0, -1
    for bet in (2, 4):
        raises = settled = player = 0
        while True:
            stake = max(paid)
            choices = [FOLD, CALL] if paid[player] < stake else [CALL]
            if raises < 2:
                choices.append(RAISE)
            choice = choices[int(random() * len(choices))]
            moves += 1
            if choice == FOLD:
                return moves, 1 - player
            paid[player] = stake
            if choice == CALL:
                settled += 1
                if settled == 2:
                    break
            else:
                paid[player] += bet
                raises += 1
                settled = 1
            player = 1 - player
        if bet == 2:
            board = cards[int(random() * 4)]
    mine, yours = ((rank == board, rank) for rank in ranks)
    return moves, -1 if mine == yours else 0 if mine > yours else 1
