"""Whether a value belongs to a type: what the evaluator and the verifier call true."""

from __future__ import annotations

from astro_referee.interpreter.values.types import (
    LIMIT,
    BagOf,
    Bool,
    Either,
    ErrorType,
    Int,
    ListOf,
    Member,
    PastOf,
    RowOf,
    SetOf,
    TextType,
    TupleOf,
    Type,
    size,
)


def conforms(value: object, type: Type) -> bool:
    match type:
        case Bool():
            return value in (0, 1)
        case Int(low, high):
            return isinstance(value, int) and low <= value <= high
        case Member(_, count):
            return isinstance(value, int) and 0 <= value < count
        case SetOf(of):
            return isinstance(value, int) and 0 <= value < 1 << size(of)
        case BagOf(of, bits):
            return isinstance(value, int) and 0 <= value < 1 << bits * size(of)
        case RowOf():
            return isinstance(value, int) and 0 <= value < 1 << type.bits * type.size
        case ListOf(of, most):
            return isinstance(value, list | tuple) and len(value) <= most and all(conforms(one, of) for one in value)
        case TupleOf(types):
            return isinstance(value, list | tuple) and len(value) == len(types) and all(map(conforms, value, types))
        case Either(of, _):
            return conforms(value, of) or (isinstance(value, int) and is_word(value, of))
        case PastOf():
            return value == 0  # as a constant: nothing has been yet
        case TextType():
            return isinstance(value, int) and value >= 0
        case ErrorType():
            return False


def is_word(value: int, of: Type) -> bool:
    """Whether a number stands for an extra word beside values of a type."""
    return value <= -LIMIT if isinstance(of, Int) else -LIMIT < value < 0
