"""The generator gives the numbers of its definition, however many are worked out at once."""

from __future__ import annotations

import pytest

from astro_referee.interpreter.play.chance import GAMMA, MASK, Generator, mix

NUMBERS = 300
"""More than are worked out one by one, and then at once, four times over."""


def defined(seed: int, stream: int, count: int) -> list[int]:
    """SplitMix64 as it is published: a counter, scrambled."""
    state = mix(mix(seed + GAMMA) + stream)
    return [mix(state + GAMMA * (number + 1)) for number in range(count)]


@pytest.mark.parametrize(("seed", "stream"), [(0, 0), (1, 7), (MASK, 3), (2**63, MASK)])
def test_numbers_are_those_of_the_definition(seed: int, stream: int) -> None:
    generator = Generator(seed, stream)
    assert [generator.next() for _ in range(NUMBERS)] == defined(seed, stream, NUMBERS)


def test_a_stream_can_be_taken_up_from_any_number_on() -> None:
    numbers = defined(5, 1, 2 * NUMBERS)
    generator = Generator(5, 1)
    for drawn in range(NUMBERS):
        other = Generator(0)
        other.next()
        other.state = generator.state
        assert [other.next() for _ in range(20)] == numbers[drawn : drawn + 20]
        assert generator.next() == numbers[drawn]


def test_numbers_below_another_are_the_high_bits_of_a_product() -> None:
    generator, numbers = Generator(9), defined(9, 0, NUMBERS)
    assert [generator.below(52) for _ in range(NUMBERS)] == [number * 52 >> 64 for number in numbers]


def test_a_number_that_would_favour_some_is_drawn_again() -> None:
    """Of 2**63 + 1 numbers each would come from one or two of all, so that almost half of them are left out."""
    n = 2**63 + 1
    generator, numbers = Generator(3), iter(defined(3, 0, NUMBERS))
    for _ in range(NUMBERS // 4):
        wide = next(wide for wide in (number * n for number in numbers) if wide & MASK >= 2**64 % n)
        assert generator.below(n) == wide >> 64
