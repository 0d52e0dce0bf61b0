"""How the values of the machine are kept in C: the type of a value in, its representation out.

A number is an `int64_t`. A set, bag or row is a group of bits in one word, in two, or in as many as it needs. A list is
a count and a pointer to values that a local or a temporary holds. A history is the number of its newest position.
"""

from __future__ import annotations

from attrs import frozen

from astro_referee.interpreter.values.types import (
    BagOf,
    Bool,
    Either,
    Int,
    ListOf,
    Member,
    PastOf,
    RowOf,
    SetOf,
    TextType,
    Type,
    size,
)

WORD = 64
MOST_WORDS = 256
"""Words of the largest group of bits: rows of a thousand cards fit, and what does not is left to another engine."""
NUMBER_BITS = 62
"""Bits of an encoded set that still fits into a signed number together with the codes of extra words."""


MOST_ON_STACK = 1 << 14
"""Entries of one list on the stack."""


class NotRepresentable(Exception):
    """A machine that cannot be written in C; the message says what is in the way."""


@frozen
class Number:
    """A signed number of 64 bits."""

    ctype = "int64_t"
    letter = "n"


@frozen
class Bits:
    """A group of bits in so many words."""

    words: int

    @property
    def ctype(self) -> str:
        return {1: "uint64_t", 2: "u128"}.get(self.words, f"wide{self.words}")

    @property
    def letter(self) -> str:
        """How functions for this representation begin."""
        return {1: "b64", 2: "b128"}.get(self.words, f"w{self.words}")


@frozen
class Listing:
    """A count, and a pointer to the values."""

    of: Representation

    @property
    def ctype(self) -> str:
        return f"list_{self.letter}"

    @property
    def letter(self) -> str:
        return f"l{self.of.letter}" if isinstance(self.of, Listing) else self.of.letter


@frozen
class Past:
    """A history: the number of its newest position in the table of all positions."""

    ctype = "uint32_t"
    letter = "p"


Representation = Number | Bits | Listing | Past
NUMBER, PAST = Number(), Past()


def on_stack(count: int) -> int:
    """Entries of a list that a function keeps; too many would not fit there."""
    if count > MOST_ON_STACK:
        raise NotRepresentable(f"a list of {count:,}")
    return max(1, count)


def of_width(bits: int) -> Bits:
    words = max(1, -(-bits // WORD))
    if words > MOST_WORDS:
        raise NotRepresentable(f"a set, heap or row of {bits:,} bits")
    return Bits(words)


def representation(type: Type) -> Representation:
    match type:
        case Bool() | Member() | TextType():
            return NUMBER
        case Int(low, high):
            if low >= -(1 << 63) and high < 1 << 63:
                return NUMBER
            if low < 0:
                raise NotRepresentable("numbers of more than 64 bits")
            return of_width(high.bit_length())
        case SetOf() | BagOf() | RowOf():
            return of_width(width(type))
        case Either(SetOf() as of, _):
            if width(of) > NUMBER_BITS:
                raise NotRepresentable("a large set that may be none")
            return NUMBER
        case Either():
            return NUMBER
        case ListOf(of, _):
            return Listing(representation(of))
        case PastOf():
            return PAST
        case _:
            raise NotRepresentable(f"values of the type {type}")


def width(type: SetOf | BagOf | RowOf) -> int:
    """How many bits a set, bag or row takes."""
    match type:
        case SetOf(of):
            return size(of)
        case BagOf(of, bits):
            return bits * size(of)
        case RowOf():
            return type.bits * type.size


def joined(a: Representation, b: Representation) -> Representation:
    """What holds the values of both."""
    match a, b:
        case Bits(x), Bits(y):
            return Bits(max(x, y))
        case Listing(x), Listing(y):
            return Listing(joined(x, y))
        case _ if a == b:
            return a
        case (Number(), Bits(1)) | (Bits(1), Number()):
            return NUMBER
        case _:
            raise NotRepresentable(f"{a} beside {b}")


def stored(type: Type) -> str:
    """The narrowest C type that holds every value of a field or table with this type."""
    match type:
        case Bool():
            return "uint8_t"
        case Int(low, high):
            return narrowest(low, high)
        case Member(_, count):
            return narrowest(0, count - 1)
        case Either(Member(_, count), words):
            return narrowest(-MOST_WORDS_OF_A_TYPE if words else 0, count - 1)
        case Either(Bool(), _):
            return "int8_t"
        case SetOf() | BagOf() | RowOf() if width(type) <= WORD:
            return next(f"uint{bits}_t" for bits in (8, 16, 32, 64) if width(type) <= bits)
        case _:
            return representation(type).ctype


MOST_WORDS_OF_A_TYPE = 128
"""Extra words of a whole machine; their codes are small negative numbers."""


def narrowest(low: int, high: int) -> str:
    """The narrowest signed or unsigned type for these numbers."""
    for bits in (8, 16, 32):
        if low >= 0 and high < 1 << bits:
            return f"uint{bits}_t"
        if -(1 << bits - 1) <= low and high < 1 << bits - 1:
            return f"int{bits}_t"
    return representation(Int(low, high)).ctype


def bits_constant(value: int, own: Bits) -> str:
    """A group of bits that is known now."""
    words = [value >> 64 * i & (1 << 64) - 1 for i in range(own.words)]
    if own.words == 1:
        return f"UINT64_C({value})" if value < 1 << 16 else f"UINT64_C({value:#x})"
    if own.words == 2:
        return f"((u128)UINT64_C({words[1]:#x}) << 64 | UINT64_C({words[0]:#x}))"
    return f"(({own.ctype}){{{{{', '.join(f'UINT64_C({word:#x})' for word in words)}}}}})"
