"""What operations take and give, by the types of their operands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.operations import OPERATIONS, Operand
from astro_referee.interpreter.machine.typing.subtypes import is_subtype
from astro_referee.interpreter.values.types import (
    BOOL,
    BagOf,
    Int,
    ListOf,
    Member,
    PastOf,
    RowOf,
    SetOf,
    TupleOf,
    Type,
    low,
    plain,
    size,
)


class BadOperand(Exception):
    """An operation is given what it cannot take."""


def check_number(word: str, given: int) -> None:
    """Whether an operation can take so many operands."""
    signature = OPERATIONS[word]
    if given < len(signature.takes) or (given > len(signature.takes) and signature.more is None):
        raise BadOperand(f"{word} takes {len(signature.takes)} operands, not {given}")


def check_sorts(word: str, given: Sequence[Type]) -> None:
    signature = OPERATIONS[word]
    sorts = [*signature.takes, *([signature.more] * (len(given) - len(signature.takes)))]
    for type, sort in zip(given, sorts, strict=True):
        if sort is not None and not of_sort(type, sort):
            raise BadOperand(f"{word} is given {type}")


def result_type(word: str, given: Sequence[Type], type: Type, copies: Mapping[str, int]) -> Type | None:
    """The narrowest type of what an operation gives; None if it gives what the expression says."""
    check_number(word, len(given))
    check_sorts(word, given)
    ends = [bounds.of(one) for one in given]
    first = plain(given[0]) if given else None
    match word:
        case "+" | "-" | "*" | "/" | "mod" | "min" | "max":
            a, b = ends
            assert a is not None and b is not None
            if word in ("/", "mod") and 0 in b:  # between its ends, a number is tested where it is worked out
                raise BadOperand(f"{word} is given {given[1]} as its divisor")
            exact = Int(*bounds.ARITHMETIC[word](a, b))
            return exact if is_subtype(exact, type) else Int(*bounds.clamped((exact.low, exact.high)))
        case "neg" | "abs":
            assert ends[0] is not None
            lowest, highest = ends[0]
            if word == "neg":
                return Int(-highest, -lowest)
            return Int(max(0, lowest, -highest), max(abs(lowest), abs(highest)))
        case "has":
            if ends[1] is None or ends[1][0] < 0:
                raise BadOperand(f"has is given {given[1]} as a bit")
            return BOOL
        case "<" | "<=" | "is" | "is not" | "not" | "vacant" | "covers":
            return BOOL
        case "bit":
            if not isinstance(type, SetOf) or ends[0] is None or ends[0][0] < 0 or ends[0][1] >= size(type.of):
                raise BadOperand(f"a bit of {type} is given {given[0]}")
            return type
        case "union" | "minus" | "meet":
            return set_of(word, given[0], given[1])
        case "raise" | "lower":
            assert isinstance(first, SetOf) and isinstance(first.of, Int) and ends[1] is not None
            by = ends[1][0] if word == "lower" else -ends[1][0]
            return SetOf(Int(first.of.low + by, first.of.high))
        case "encode":
            if not code_count(given[0]):
                raise BadOperand(f"encode is given {given[0]}")
            return Int(0, code_count(given[0]) - 1)
        case "decode":
            assert ends[0] is not None
            if ends[0][0] < 0 or ends[0][1] >= code_count(type):
                raise BadOperand(f"{given[0]} is no code of {type}")
            return type
        case "size" | "least" | "greatest" | "nth" | "runs":
            assert isinstance(first, SetOf)
            return Int(0, size(first.of) - (word in ("least", "greatest", "nth")))
        case "trail":
            assert isinstance(first, SetOf) and isinstance(given[2], ListOf)
            highest_length = bounds.of(given[2].of)
            assert highest_length is not None
            return Int(0, size(first.of) * highest_length[1])
        case "bag count":
            assert isinstance(first, BagOf)
            return Int(0, most_of(first, copies))
        case "bag size":
            assert isinstance(first, BagOf)
            return Int(0, most_of(first, copies) * size(first.of))
        case "bag plus" | "bag less" | "bag minus" | "bag times" | "remembered":
            return given[0]
        case "bag faces":
            assert isinstance(first, BagOf)
            return SetOf(first.of)
        case "list first" | "list last":
            assert isinstance(first, ListOf) and ends[1] is not None
            return ListOf(first.of, max(0, min(first.size, ends[1][1])))
        case "ordered":
            return given[0]
        case "length":
            assert isinstance(first, ListOf)
            return Int(0, first.size)
        case "entry":
            assert isinstance(first, ListOf)
            if ends[1] is None or ends[1][0] < 0 or ends[1][1] >= first.size:
                raise BadOperand(f"an entry of {first} is given {given[1]}")
            return first.of
        case "holders" | "sources" | "adjoining" | "sights" | "spread":
            return type
        case "flood" | "row on" | "row under" | "row joined" | "row rest" | "row front" | "row less":
            return given[0]
        case "row length":
            assert isinstance(first, RowOf)
            return Int(0, first.size)
        case "row first" | "row last":
            assert isinstance(first, RowOf)
            return Int(0, size(first.of) - 1)
        case "row values":
            assert isinstance(first, RowOf)
            return ListOf(first.of, first.size)
        case "row of":
            assert isinstance(first, ListOf)
            if not isinstance(type, RowOf) or not is_subtype(first, ListOf(type.of, type.size)):
                raise BadOperand(f"a row of {type} is given {first}")
            return type
        case "row held":
            assert isinstance(first, RowOf) and ends[1] is not None
            return Int(0, (1 << ends[1][1] * size(first.of)) - 1)
        case "list":
            return listed(given, type)
        case _:
            return None


def listed(given: Sequence[Type], type: Type) -> Type:
    """A list of so many things, or a tuple."""
    if isinstance(type, ListOf):
        if len(given) > type.size:
            raise BadOperand(f"a list of {len(given)} is no {type}")
        for one in given:
            if not is_subtype(one, type.of):
                raise BadOperand(f"an entry of {type} is {one}")
        return type
    return TupleOf(tuple(given))


def set_of(word: str, a: Type, b: Type) -> Type | None:
    """A set made from two: their bits must stand for the same values."""
    one, other = plain(a), plain(b)
    assert isinstance(one, SetOf) and isinstance(other, SetOf)
    if low(one.of) != low(other.of):
        raise BadOperand(f"{word} of {one} and {other}")
    larger = word == "union"
    return one if word == "minus" or (size(one.of) >= size(other.of)) == larger else other


def most_of(bag: BagOf, copies: Mapping[str, int]) -> int:
    """How many of each a bag can hold."""
    return copies[bag.of.kind] if bag.cards and isinstance(bag.of, Member) else bag.room


def code_count(type: Type) -> int:
    """How many sets or bags of a type there are."""
    match type:
        case SetOf(of):
            return 1 << size(of)
        case BagOf(of, bits):
            return 1 << bits * size(of)
        case RowOf():
            return 1 << type.bits * type.size
        case _:
            return 0


def of_sort(type: Type, sort: Operand) -> bool:
    match sort:
        case Operand.NUMBER:
            return bounds.of(type) is not None
        case Operand.SET:
            return isinstance(type, SetOf)
        case Operand.BAG:
            return isinstance(type, BagOf)
        case Operand.LIST:
            return isinstance(type, ListOf | TupleOf)
        case Operand.ROW:
            return isinstance(type, RowOf)
        case Operand.TABLE:
            return isinstance(type, ListOf)
        case Operand.HISTORY:
            return isinstance(type, PastOf)
        case Operand.VALUE | Operand.FIELD:
            return True
