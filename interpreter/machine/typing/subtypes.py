"""Which types hold all values of another: what can be given where something is wanted."""

from __future__ import annotations

from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.facts import join
from astro_referee.interpreter.values.types import (
    BagOf,
    Int,
    ListOf,
    PastOf,
    RowOf,
    SetOf,
    TextType,
    TupleOf,
    Type,
    low,
    plain,
    size,
    words,
)


def is_subtype(type: Type, wanted: Type) -> bool:
    """Whether all values of one type belong to another."""
    if type is wanted:
        return True
    if isinstance(wanted, TupleOf):
        return isinstance(type, TupleOf) and len(type.of) == len(wanted.of) and all(map(is_subtype, type.of, wanted.of))
    if any(word not in words(wanted) for word in words(type)):
        return False
    one, other = plain(type), plain(wanted)
    if words(type) and isinstance(one, Int) != isinstance(other, Int):
        return False  # words beside numbers have other codes than words beside members
    ends, room = bounds.of(one), bounds.of(other)
    if ends is not None and room is not None:
        return room[0] <= ends[0] and ends[1] <= room[1]
    match one, other:
        case SetOf(a), SetOf(b):
            return low(a) == low(b) and size(a) <= size(b)
        case BagOf(a, bits), BagOf(b, others):
            return low(a) == low(b) and size(a) == size(b) and bits == others and one.cards == other.cards
        case RowOf(a, count, seats), RowOf(b, most, others):
            return low(a) == low(b) and size(a) == size(b) and count <= most and seats == others
        case ListOf(a, count), ListOf(b, most):
            return is_subtype(a, b) and count <= most
        case (PastOf(), PastOf()) | (TextType(), TextType()):
            return True
        case _:
            return False


def common_supertype(a: Type, b: Type) -> Type | None:
    """A type that holds the values of both; None if there is none."""
    return a if is_subtype(b, a) else b if is_subtype(a, b) else join(a, b)
