"""The one source of chance: a small generator that any language can write identically.

It is SplitMix64 (Steele, Lea, Flood 2014) read by place: number k of stream s under a seed depends on nothing else, so
a game taken up again from its record goes on exactly as it would have.
"""

from __future__ import annotations

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


class Generator:
    """Numbers of one stream under one seed."""

    __slots__ = ("state",)

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.state = mix(mix(seed + GAMMA) + stream)

    def next(self) -> int:
        """64 random bits."""
        self.state = z = self.state + GAMMA & MASK
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return z ^ z >> 31

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely (Lemire 2019). The first `next` is written out for speed."""
        self.state = z = self.state + GAMMA & MASK
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        wide = (z ^ z >> 31) * n
        if wide & MASK < n:
            floor = 2**64 % n
            while wide & MASK < floor:
                wide = self.next() * n
        return wide >> 64
