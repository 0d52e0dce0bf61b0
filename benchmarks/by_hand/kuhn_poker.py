"""Kuhn poker in plain Python, with random players."""

from __future__ import annotations

from collections.abc import Callable


def playout(random: Callable[[], float]) -> tuple[int, int]:
    mine, yours = int(random() * 3), int(random() * 2)
    if yours >= mine:  # one of the two other cards
        yours += 1
    better = 0 if mine > yours else 1
    bets = int(random() * 2) == 0
    answers = int(random() * 2) == 0
    if bets:
        return 2, better if answers else 0
    if not answers:
        return 2, better
    return 3, better if int(random() * 2) == 0 else 1
