"""Types: every value of the language is one of finitely many, and each is a whole number inside.

A member of a kind is its place in the kind, a set is the number whose bits are its members, a bag is a number
with a few bits for each face, a row one with a few bits for each of its values. `none` and other extra words are
negative numbers no base value can take.
"""

from __future__ import annotations

from math import comb

from attrs import frozen

LIMIT = 10**9
"""Numbers stay below this, so that the codes of extra words can lie beyond it."""

HEAP_BITS = 8
"""Bits for the count of each sort of things in a heap that holds no cards: who has 256 of something does not count."""


@frozen
class Bool:
    """Yes or no."""


@frozen
class Int:
    """A number from `low` to `high`."""

    low: int
    high: int


@frozen
class Member:
    """A member of a kind: 0 .. size - 1 in declared order."""

    kind: str
    size: int


@frozen
class SetOf:
    """A set: bit i is the i-th value of the base type."""

    of: Base


@frozen
class BagOf:
    """A heap: so many of each value of the base type, `bits` bits for each.

    Of cards there are as many as the file says; of other things as many as HEAP_BITS can count.
    """

    of: Int | Member
    bits: int
    cards: bool = True

    @property
    def room(self) -> int:
        """How many of each its bits can count."""
        return (1 << self.bits) - 1


@frozen
class ListOf:
    """An ordered list of at most `size` values; only passing through expressions, never stored."""

    of: Type
    size: int


@frozen
class RowOf:
    """A stored list of at most `size` values: a number with a few bits for each, the first one lowest.

    Nothing is 0, a value its place in the base type and 1. Above it stands, for each of so many seats, whether that
    seat knows it.
    """

    of: Base
    size: int
    seats: int = 0

    @property
    def value_bits(self) -> int:
        return size(self.of).bit_length()

    @property
    def bits(self) -> int:
        """Bits for each value, with those who know it."""
        return self.value_bits + self.seats


@frozen
class TupleOf:
    """Values of different types in order: the holes of a text; only passing through expressions, never stored."""

    of: tuple[Type, ...]


@frozen
class Either:
    """A base type or one of a few extra words, `none` the most common."""

    of: Bool | Int | Member | SetOf
    words: tuple[str, ...]


@frozen
class PastOf:
    """How some parts of the state have stood before."""

    fields: tuple[str, ...]


@frozen
class TextType:
    """A text in a table, known by its number among all texts; it can only be shown."""


@frozen
class ErrorType:
    """The type of an expression already reported; fits everywhere, so that nothing is reported twice."""


Base = Bool | Int | Member
Type = Bool | Int | Member | SetOf | BagOf | ListOf | RowOf | TupleOf | Either | PastOf | TextType | ErrorType

BOOL = Bool()
WRONG = ErrorType()
TEXT = TextType()


def either(of: Type, *words: str) -> Type:
    """The type widened by extra words."""
    match of:
        case Either(base, old):
            return Either(base, tuple(dict.fromkeys((*old, *words))))
        case Bool() | Int() | Member() | SetOf():
            return Either(of, tuple(dict.fromkeys(words))) if words else of
        case _:
            return of


def plain(type: Type) -> Type:
    """The type without its extra words."""
    return type.of if isinstance(type, Either) else type


def words(type: Type) -> tuple[str, ...]:
    """The extra words of a type."""
    return type.words if isinstance(type, Either) else ()


def without(type: Type, gone: set[str]) -> Type:
    """The type when some extra words are known to be excluded."""
    if not isinstance(type, Either):
        return type
    left = tuple(w for w in type.words if w not in gone)
    return Either(type.of, left) if left else type.of


def lowest(type: Type) -> int:
    """The value a variable of the type starts with: lowest, empty, or the first extra word."""
    base = plain(type)
    return base.low if isinstance(base, Int) else 0


def size(type: Base) -> int:
    """How many values a base type has."""
    match type:
        case Bool():
            return 2
        case Int(low, high):
            return max(0, high - low + 1)
        case Member(_, count):
            return count


def low(type: Base) -> int:
    """The value that bit 0 of a set over this type stands for."""
    return type.low if isinstance(type, Int) else 0


def high(type: Base) -> int:
    """The last value of a base type."""
    return low(type) + size(type) - 1


def range_of(type: Base) -> range:
    """All values of a base type, in order."""
    return range(low(type), low(type) + size(type))


def ways_to_choose(least: int, most: int, of: SetOf | BagOf, enough: int) -> int:
    """In how many ways so many can be chosen from a full set or bag; counted no further than `enough`."""
    values, copies = size(of.of), of.room if isinstance(of, BagOf) else 1
    total = 0
    for count in range(max(0, least), min(values * copies, most) + 1):
        total += comb(values, count) if copies == 1 else comb(values + count - 1, count)
        if total > enough:
            break
    return total


def span(type: Type) -> tuple[int, int]:
    """Lowest and highest number of a bool, number or member, for reasoning about conditions."""
    match plain(type):
        case Bool():
            return 0, 1
        case Int(a, b):
            return a, b
        case Member(_, count):
            return 0, count - 1
        case _:
            return -LIMIT, LIMIT


def element(type: Type) -> Base | SetOf | None:
    """What a set, bag or list holds."""
    match plain(type):
        case SetOf(of) | BagOf(of, _):
            return of
        case ListOf(of, _) if isinstance(of, Bool | Int | Member | SetOf):
            return of
        case RowOf(of, _, _):
            return of
        case _:
            return None


def same_base(a: Type, b: Type) -> bool:
    """Whether values of the two types can be compared at all."""
    a, b = plain(a), plain(b)
    if isinstance(a, ErrorType) or isinstance(b, ErrorType):
        return True
    match a, b:
        case (Bool(), Bool()) | (Int(), Int()) | (TextType(), TextType()):
            return True
        case Member(x, _), Member(y, _):
            return x == y
        case (SetOf(x), SetOf(y)) | (ListOf(x, _), ListOf(y, _)):
            return same_base(x, y)
        case BagOf(x, _), BagOf(y, _):
            return x == y
        case RowOf(x, _, _), RowOf(y, _, _):  # values of different spans are kept in different widths
            return x == y
        case _:
            return False


def fits(value: Type, place: Type) -> bool | None:
    """Whether a value always (True), never (False) or sometimes (None) belongs to the type of a place."""
    if isinstance(value, ErrorType) or isinstance(place, ErrorType):
        return True
    if not same_base(value, place):
        return False
    sure: bool | None = True
    base, goal = plain(value), plain(place)
    if isinstance(base, SetOf) and isinstance(goal, SetOf):
        base, goal = base.of, goal.of
        overlap_is_enough = True
    else:
        overlap_is_enough = False
    if isinstance(base, Int) and isinstance(goal, Int):
        if base.low > goal.high or base.high < goal.low:
            if not (overlap_is_enough or set(words(value)) & set(words(place))):
                return False
            sure = None
        elif base.low < goal.low or base.high > goal.high:
            sure = None
    if any(w not in words(place) for w in words(value)):
        sure = None
    return sure


def join(a: Type, b: Type) -> Type | None:
    """The smallest type that holds the values of both, or None if they do not go together."""
    if isinstance(a, ErrorType):
        return b
    if isinstance(b, ErrorType):
        return a
    if not same_base(a, b):
        return None
    x, y = plain(a), plain(b)
    both: Type = x
    if isinstance(x, Int) and isinstance(y, Int):
        both = Int(min(x.low, y.low), max(x.high, y.high))
    elif isinstance(x, SetOf) and isinstance(y, SetOf):
        inner = join(x.of, y.of)
        assert isinstance(inner, Bool | Int | Member)
        both = SetOf(inner)
    elif isinstance(x, ListOf) and isinstance(y, ListOf):
        both = ListOf(x.of, max(x.size, y.size))
    return either(both, *words(a), *words(b))
