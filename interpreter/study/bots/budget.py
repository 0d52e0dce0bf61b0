"""How long a bot may think: for so many seconds, or through so many imagined games."""

from __future__ import annotations

from collections.abc import Iterator
from re import fullmatch
from time import perf_counter

from attrs import frozen

MOST_ROUNDS = 10**9
LONGEST = 3600.0
"""An hour for a move is a slip of the keyboard."""


@frozen
class Budget:
    """Seconds, or rounds if there are no seconds. Only with rounds is what a bot chooses the same each time."""

    seconds: float | None = None
    rounds: int = MOST_ROUNDS

    def __str__(self) -> str:
        return f"{self.rounds}" if self.seconds is None else f"{self.seconds:g}s"

    def count(self) -> Iterator[int]:
        """Numbers the rounds as long as there is time for one more; the first one always comes."""
        if self.seconds is None:
            yield from range(self.rounds)
            return
        end = perf_counter() + self.seconds
        yield 0
        number = 1
        while perf_counter() < end:
            yield number
            number += 1


def read_budget(text: str) -> Budget | None:
    """`2s` and `0.5s` are seconds, `500` is rounds; None if it is neither."""
    if fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?s", text) and 0 < float(text[:-1]) <= LONGEST:
        return Budget(float(text[:-1]))
    if fullmatch(r"[0-9]{1,9}", text) and int(text) > 0:
        return Budget(None, int(text))
    return None
