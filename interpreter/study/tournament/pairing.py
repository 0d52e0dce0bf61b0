"""Who meets whom: every group of players in every seat, or in each round those who stand alike (Swiss system)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from attrs import frozen


@frozen
class Pairing:
    """One game: who has each seat, by number, and which of the seeds it is played with."""

    players: tuple[int, ...]
    deal: int


def tables(meeting: Sequence[int], seats: int, deal: int) -> list[Pairing]:
    """The same deal once for each way round the table: nobody has luck with a seat or with the cards."""
    shifts = range(len(meeting))
    return [Pairing(tuple(meeting[(seat + shift) % len(meeting)] for seat in range(seats)), deal) for shift in shifts]


def round_robin(players: int, seats: int, rounds: int) -> list[Pairing]:
    """In each round every group of players meets; a group has as many as there are seats, if there are so many."""
    groups = list(combinations(range(players), min(players, seats)))
    return [
        pairing
        for number in range(rounds)
        for at, group in enumerate(groups)
        for pairing in tables(group, seats, number * len(groups) + at)
    ]


def swiss_round(points: Sequence[float], met: set[frozenset[int]]) -> tuple[list[tuple[int, int]], int | None]:
    """Pairs of players with like points who have not met, the best first; and who has no opponent, if somebody has not.

    Nobody rests twice (who has is in `met` alone), and if all have met, the nearest meet again.
    """
    order = sorted(range(len(points)), key=lambda player: (-points[player], player))
    resting = None
    if len(order) % 2:
        resting = next((one for one in reversed(order) if frozenset((one,)) not in met), order[-1])
        order.remove(resting)
    found = matched(order, met)
    return (found if found is not None else list(zip(order[::2], order[1::2], strict=True))), resting


def matched(order: list[int], met: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    """Everybody with the nearest possible; None if somebody would have to meet another again."""
    if not order:
        return []
    first, *others = order
    for other in others:
        if frozenset((first, other)) not in met:
            left = matched([one for one in others if one != other], met)
            if left is not None:
                return [(first, other), *left]
    return None
