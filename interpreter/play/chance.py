"""The one source of chance: a small generator that any language can write identically.

It is SplitMix64 (Steele, Lea, Flood 2014) read by place: number k of stream s under a seed depends on nothing else, so
a game taken up again from its record goes on exactly as it would have.
"""

from __future__ import annotations

from functools import cache, lru_cache
from struct import Struct

MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15
SEED_BITS = 63
"""Bits of a seed that nobody has named: who sees their own cards could try out a million seeds in a second or two."""


def fresh_seed() -> int:
    """A seed from the system's generator, which nobody can guess."""
    from secrets import randbits  # slow to import, and most runs have a seed already

    return randbits(SEED_BITS)


def mix(z: int) -> int:
    """Scrambles 64 bits."""
    z &= MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


@lru_cache(maxsize=64)
def origin(seed: int) -> int:
    """Where the streams of a seed begin."""
    return mix(seed + GAMMA)


class Generator:
    """Numbers of one stream under one seed. Whoever draws many gets them from a supply that is worked out ahead."""

    __slots__ = ("ahead", "last", "many")

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.last = mix(origin(seed) + stream)
        """The state behind the last number that was worked out."""
        self.ahead: list[int] = []
        """Numbers that have been worked out and not been drawn; the next one comes last."""
        self.many = 0
        """How many have been worked out one by one, and then how many were at once."""

    @property
    def state(self) -> int:
        """Where the stream stands: all that the next numbers depend on."""
        return self.last - len(self.ahead) * GAMMA & MASK

    @state.setter
    def state(self, state: int) -> None:
        self.last, self.ahead, self.many = state, [], 0

    def next(self) -> int:
        """64 random bits."""
        return self.ahead.pop() if self.ahead else self.more()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely (Lemire 2019)."""
        ahead = self.ahead
        wide = (ahead.pop() if ahead else self.more()) * n
        if wide & MASK < n:
            floor = 2**64 % n
            while wide & MASK < floor:
                wide = self.next() * n
        return wide >> 64

    def more(self) -> int:
        """The next number where none is left: by itself at first, then with a supply that doubles up to a size."""
        if self.many < ONE_BY_ONE:
            self.many += 1
            self.last = z = self.last + GAMMA & MASK
            z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
            z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
            return z ^ z >> 31
        self.many = min(MOST_AT_ONCE, 2 * self.many)
        self.ahead = supply(self.last, self.many)
        self.last = self.last + self.many * GAMMA & MASK
        return self.ahead.pop()


ONE_BY_ONE = 4
"""Numbers that are worked out one by one: most streams are asked for one or two."""
MOST_AT_ONCE = 64
"""Numbers worked out at once, at most; more would not be quicker."""


@cache
def lanes(count: int) -> tuple[int, int, int, Struct]:
    """For so many numbers side by side in one, 128 bits each: a one in each lane, the low half of each, how far each is
    from where the stream stands (the next number highest), and what takes them apart.
    """
    ones = sum(1 << 128 * lane for lane in range(count))
    steps = sum((GAMMA * (count - lane) & MASK) << 128 * lane for lane in range(count))
    return ones, ones * MASK, steps, Struct(f"<{2 * count}Q")


def supply(state: int, count: int) -> list[int]:
    """The next numbers of a stream, last first: what `more` does with one, done with all of them at once. A product of
    64 bits by 64 stays in its lane, and what a shift brings in from the lane above is cut off.
    """
    ones, low, steps, apart = lanes(count)
    z = state * ones + steps & low
    z = ((z ^ z >> 30) & low) * 0xBF58476D1CE4E5B9 & low
    z = ((z ^ z >> 27) & low) * 0x94D049BB133111EB & low
    z = (z ^ z >> 31) & low
    return list(apart.unpack(z.to_bytes(16 * count, "little"))[::2])
