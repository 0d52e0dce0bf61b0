"""The operations of the machine, in one table: what each means, takes and gives.

The verifier asks for signatures, the evaluator and constant folding for results, the passes for what cannot fail, and
every backend implements exactly these.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from attrs import frozen

from astro_referee.interpreter.machine import runtime
from astro_referee.interpreter.values import rows


class Operand(Enum):
    """What an operand is, whatever its bounds."""

    NUMBER = auto()
    """Yes or no, a number, or the place of a member in its kind; never `none`."""
    VALUE = auto()
    """Anything that is kept in one entry of the record, `none` and other extra words too."""
    SET = auto()
    BAG = auto()
    LIST = auto()
    ROW = auto()
    """A list that is kept in one entry of the record."""
    TABLE = auto()
    """A whole constant table."""
    HISTORY = auto()
    FIELD = auto()
    """A whole field of the record, however many entries it has."""


NUMBER, VALUE, SET, BAG, LIST, ROW, TABLE, HISTORY, FIELD = Operand


@frozen
class Operation:
    """One operation. `takes` are the sorts of its operands; `more` is the sort of any number of further ones.

    `apply` works it out from their values; it is None where not all operands are worked out, or some are whole fields.
    """

    meaning: str
    takes: tuple[Operand, ...]
    gives: Operand
    apply: Callable[..., int] | None = None
    more: Operand | None = None
    sure: bool = True
    """Whether it has an answer for all values of these sorts."""


TWO = (NUMBER, NUMBER)

OPERATIONS: dict[str, Operation] = {
    "+": Operation("sum of two numbers", TWO, NUMBER, lambda a, b: a + b),
    "-": Operation("difference of two numbers", TWO, NUMBER, lambda a, b: a - b),
    "*": Operation("product", TWO, NUMBER, lambda a, b: a * b),
    "/": Operation("quotient, rounded down; the divisor is not zero", TWO, NUMBER, lambda a, b: a // b, sure=False),
    "mod": Operation(
        "remainder with the sign of the divisor, which is not zero", TWO, NUMBER, lambda a, b: a % b, sure=False
    ),
    "neg": Operation("the number with the other sign", (NUMBER,), NUMBER, lambda a: -a),
    "abs": Operation("the number without sign", (NUMBER,), NUMBER, abs),
    "min": Operation("smallest of two", TWO, NUMBER, min),
    "max": Operation("largest of two", TWO, NUMBER, max),
    "<": Operation("less", TWO, NUMBER, lambda a, b: int(a < b)),
    "<=": Operation("less or equal", TWO, NUMBER, lambda a, b: int(a <= b)),
    "is": Operation("equal", (VALUE, VALUE), NUMBER, lambda a, b: int(a == b)),
    "is not": Operation("different", (VALUE, VALUE), NUMBER, lambda a, b: int(a != b)),
    "and": Operation("both; the second is looked at only if the first holds", TWO, NUMBER),
    "or": Operation("either; the second is looked at only if the first does not hold", TWO, NUMBER),
    "not": Operation("the opposite", (NUMBER,), NUMBER, lambda a: int(not a)),
    "if": Operation(
        "the second if the first holds, else the third; only that one is worked out", (NUMBER, VALUE, VALUE), VALUE
    ),
    "bit": Operation("the set of the value whose bit number is given", (NUMBER,), SET, lambda a: 1 << a),
    "has": Operation("whether a bit is in a set", (SET, NUMBER), NUMBER, lambda a, b: a >> b & 1),
    "union": Operation("values in either set", (SET, SET), SET, lambda a, b: a | b),
    "minus": Operation("values of the first set that are not in the second", (SET, SET), SET, lambda a, b: a & ~b),
    "meet": Operation("values in both sets", (SET, SET), SET, lambda a, b: a & b),
    "raise": Operation("a set whose bits stand so many places higher", (SET, NUMBER), SET, lambda a, n: a << n),
    "lower": Operation("a set whose bits stand so many places lower", (SET, NUMBER), SET, lambda a, n: a >> n),
    "encode": Operation("a set or bag as the number it is kept as", (VALUE,), NUMBER, lambda a: a),
    "decode": Operation("the set or bag that is kept as a number", (NUMBER,), VALUE, lambda a: a),
    "size": Operation("how many values a set has", (SET,), NUMBER, lambda a: a.bit_count()),
    "least": Operation(
        "number of the lowest bit of a set that is not empty",
        (SET,),
        NUMBER,
        lambda a: (a & -a).bit_length() - 1,
        sure=False,
    ),
    "nth": Operation(
        "number of the n-th bit of a set that has so many, counted from 0 at the lowest; only passes make it",
        (SET, NUMBER),
        NUMBER,
        runtime.nth_bit,
        sure=False,
    ),
    "greatest": Operation(
        "number of the highest bit of a set that is not empty; only passes make it",
        (SET,),
        NUMBER,
        lambda a: a.bit_length() - 1,
        sure=False,
    ),
    "bag count": Operation(
        "copies of a face in a bag; the third operand is the width of a count, as for all bags",
        (BAG, NUMBER, NUMBER),
        NUMBER,
        lambda bag, face, width: bag >> width * face & (1 << width) - 1,
    ),
    "bag one": Operation("a bag with one copy of a face", TWO, BAG, lambda face, width: 1 << width * face),
    "bag size": Operation("copies in a bag altogether", (BAG, NUMBER, NUMBER), NUMBER, runtime.bag_size),
    "bag faces": Operation("the set of faces a bag holds at all", (BAG, NUMBER, NUMBER), SET, runtime.face_set),
    "bag plus": Operation("copies of both bags, which fit together", (BAG, BAG), BAG, lambda a, b: a + b),
    "bag times": Operation("a bag with so many times the copies", (BAG, NUMBER), BAG, lambda a, b: a * b),
    "bag less": Operation(
        "copies of the first bag without those of the second, which it holds", (BAG, BAG), BAG, lambda a, b: a - b
    ),
    "bag minus": Operation(
        "copies of the first bag that are left when those of the second are taken out, none below zero",
        (BAG, BAG, NUMBER, NUMBER),
        BAG,
        runtime.bag_minus,
    ),
    "list": Operation("a list of values", (), LIST, more=VALUE),
    "list first": Operation("the first so many values of a list, or all if it has fewer", (LIST, NUMBER), LIST),
    "list last": Operation("the last so many values of a list, or all if it has fewer", (LIST, NUMBER), LIST),
    "ordered": Operation(
        "the values of a list by their keys, lowest first: for each key a list of numbers, the first counts most;"
        " those with equal keys stay in their order",
        (LIST,),
        LIST,
        more=LIST,
    ),
    "length": Operation("how many values a list has", (LIST,), NUMBER),
    "entry": Operation("the n-th value of a list, counted from 0", (LIST, NUMBER), VALUE, sure=False),
    "row length": Operation(
        "how many values a row has; the last operand is the width of an entry, as for all rows",
        (ROW, NUMBER),
        NUMBER,
        rows.length,
    ),
    "row values": Operation(
        "the values of a row as a list: bits of a value, width, and the lowest value of their type",
        (ROW, NUMBER, NUMBER, NUMBER),
        LIST,
    ),
    "row of": Operation("a list as a row: width, and the lowest value of their type", (LIST, NUMBER, NUMBER), ROW),
    "row on": Operation(
        "a row with one more entry before all others, for which there is room",
        (ROW, NUMBER, NUMBER),
        ROW,
        lambda row, entry, width: row << width | entry,
    ),
    "row under": Operation(
        "a row with one more entry behind all others, for which there is room",
        (ROW, NUMBER, NUMBER),
        ROW,
        rows.under,
    ),
    "row joined": Operation("the values of two rows, for which there is room", (ROW, ROW, NUMBER), ROW, rows.joined),
    "row first": Operation(
        "the place of the first value of a row that is not empty; the second operand are the bits of a value",
        (ROW, NUMBER, NUMBER),
        NUMBER,
        lambda row, bits, width: (row & (1 << bits) - 1) - 1,
        sure=False,
    ),
    "row last": Operation(
        "the place of its last value; it is not empty", (ROW, NUMBER, NUMBER), NUMBER, rows.last, sure=False
    ),
    "row rest": Operation("a row without its first value", (ROW, NUMBER), ROW, lambda row, width: row >> width),
    "row front": Operation("a row without its last value", (ROW, NUMBER), ROW, rows.front),
    "row less": Operation(
        "a row without the values of an encoded set or bag (the second), as many as it holds, from the first on;"
        " then the width of a count there, the bits of a value, and the width",
        (ROW, NUMBER, NUMBER, NUMBER, NUMBER),
        ROW,
        rows.less,
    ),
    "row held": Operation(
        "the code of the set or bag of all values of a row: width of a count there, bits of a value, width",
        (ROW, NUMBER, NUMBER, NUMBER),
        NUMBER,
        rows.held,
    ),
    "runs": Operation(
        "longest series of neighbouring bits in a set of n; the third operand says whether the ends meet",
        (SET, NUMBER, NUMBER),
        NUMBER,
        runtime.longest_run,
    ),
    "flood": Operation(
        "the first set, and all one comes to from there by a table of sets (the second) through the third set",
        (SET, TABLE, SET),
        SET,
    ),
    "holders": Operation(
        "the set of all last indices at which a field (the first) has a value, if its other indices are the further"
        " operands; only passes make it",
        (FIELD, VALUE),
        SET,
        more=NUMBER,
    ),
    "sources": Operation(
        "the set of all first indices at which a table (the second) has a value in a set, if its other indices are the"
        " further operands; only passes make it",
        (SET, TABLE),
        SET,
        more=NUMBER,
    ),
    "spread": Operation(
        "all members of the sets that a table (the second) has for the members of a set; only passes make it",
        (SET, TABLE),
        SET,
    ),
    "adjoining": Operation(
        "the set of all last indices at which a table of sets (the second) has one that meets the first, if its other"
        " indices are the further operands; only passes make it",
        (SET, TABLE),
        SET,
        more=NUMBER,
    ),
    "sights": Operation(
        "the set of all first indices at which a table of lists (the third) has one whose first value outside the first"
        " set is in the second, behind so many others at least (the fourth), if its other indices are the further"
        " operands; made by passes",
        (SET, SET, TABLE, NUMBER),
        SET,
        more=NUMBER,
    ),
    "covers": Operation(
        "whether a set has all of one of the sets of a table (the second), at the indices that are the further"
        " operands; made by passes",
        (SET, TABLE),
        NUMBER,
        more=NUMBER,
    ),
    "trail": Operation(
        "longest way over the routes of a set, each once: tables of their ends and lengths, and the fault if there are"
        " too many ways to try",
        (SET, TABLE, TABLE, NUMBER),
        NUMBER,
        runtime.longest_trail,
        sure=False,
    ),
    "times": Operation(
        "how often a history (the first) holds the fields and entries that the other operands name, as they are now",
        (HISTORY,),
        NUMBER,
        more=FIELD,
    ),
    "remembered": Operation(
        "a history with the fields and entries that the operands name as they are; the last is the fault if it is full",
        (HISTORY,),
        HISTORY,
        more=FIELD,
        sure=False,
    ),
    "vacant": Operation(
        "whether no token field (the operands behind the first) has this place", (NUMBER,), NUMBER, more=VALUE
    ),
    "free": Operation("for each place whether no token field has it", (), LIST, more=VALUE),
}
"""Every operation; a backend implements exactly these."""
