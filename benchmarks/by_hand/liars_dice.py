"""Liar's dice in plain Python, two players with a die each, sixes wild, with random players."""

from __future__ import annotations

from collections.abc import Callable


def playout(random: Callable[[], float]) -> tuple[int, int]:
    dice = (int(random() * 6), int(random() * 6))
    bid, moves = -1, 0  # bids are numbered: one die of each face, then two of each; 12 says liar
    while True:
        higher = list(range(bid + 1, 13 if moves else 12))
        choice = higher[int(random() * len(higher))]
        moves += 1
        if choice == 12:
            claimed, face = bid // 6 + 1, bid % 6
            there = sum(die == face or die == 5 for die in dice)
            doubter = (moves - 1) & 1
            return moves, 1 - doubter if there >= claimed else doubter
        bid = choice
