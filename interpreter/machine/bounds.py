"""The numbers that operations can give, from the numbers they are given."""

from __future__ import annotations

from collections.abc import Callable

from astro_referee.interpreter.values.types import LIMIT, Bool, Int, Member, Type

Bounds = tuple[int, int]
"""Lowest and highest."""


def of(type: Type) -> Bounds | None:
    """The bounds of yes or no, a number or a member; None for everything else."""
    match type:
        case Bool():
            return 0, 1
        case Int(low, high):
            return low, high
        case Member(_, count):
            return 0, count - 1
        case _:
            return None


def corners(operation: Callable[[int, int], int]) -> Callable[[Bounds, Bounds], Bounds]:
    """For operations that are highest and lowest where their operands are."""

    def made(a: Bounds, b: Bounds) -> Bounds:
        ends = [operation(x, y) for x in a for y in b]
        return min(ends), max(ends)

    return made


def quotient(a: Bounds, b: Bounds) -> Bounds:
    divisors = [d for d in (*b, -1, 1) if b[0] <= d <= b[1] and d != 0]
    ends = [x // d for x in a for d in divisors] or [0]
    return min(ends), max(ends)


def remainder(a: Bounds, b: Bounds) -> Bounds:
    if a[0] >= 0 and a[1] < b[0]:
        return a
    return min(0, b[0] + 1), max(0, b[1] - 1)


ARITHMETIC: dict[str, Callable[[Bounds, Bounds], Bounds]] = {
    "+": corners(lambda x, y: x + y),
    "-": corners(lambda x, y: x - y),
    "*": corners(lambda x, y: x * y),
    "/": quotient,
    "mod": remainder,
    "min": corners(min),
    "max": corners(max),
}
"""Operations on two numbers."""


def clamped(bounds: Bounds) -> Bounds:
    """Numbers of rules stay below the limit: whatever could pass it is checked when it is stored."""
    return max(bounds[0], 1 - LIMIT), min(bounds[1], LIMIT - 1)
