"""Expressions put together with everything already known worked out: constants and trivial tests."""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.expressions import Const, Expression, Op
from astro_referee.interpreter.machine.operations import OPERATIONS
from astro_referee.interpreter.values.types import BOOL, LIMIT, Base, Int, SetOf, Type, low, plain, size


def const(value: int, type: Type, at: Span = NOWHERE) -> Const:
    return Const(value, type=type, span=at)


def word_constant(known: tuple[str, ...], word: str, type: Type) -> Const:
    """An extra word of a type, such as none: below all numbers, or below all members."""
    first = LIMIT if isinstance(plain(type), Int) else 1
    return Const(-first - known.index(word), type=type)


def truth(value: bool, at: Span = NOWHERE) -> Const:
    return Const(int(value), type=BOOL, span=at)


def number(value: int) -> Const:
    return Const(value, type=Int(value, value))


def arithmetic(name: str, *args: Expression, at: Span = NOWHERE) -> Expression:
    """An operation on numbers, with the bounds that follow from its operands."""
    first, second = (bounds.of(arg.type) for arg in args)
    assert first is not None and second is not None
    return op(name, *args, type=Int(*bounds.clamped(bounds.ARITHMETIC[name](first, second))), at=at)


def op(name: str, *args: Expression, type: Type, at: Span = NOWHERE) -> Expression:
    """An operation, already worked out where its operands are constant."""
    match name, args:
        case (("and" | "or"), (Const(value), second)):
            return second if bool(value) == (name == "and") else truth(name == "or", at)
        case (("and" | "or"), (first, Const(value))) if bool(value) == (name == "and"):
            return first
        case "if", (Const(value), then, otherwise):
            return evolve(then if value else otherwise, type=type)
        case "union", (Const(0), second):
            return evolve(second, type=type)
        case "not", (Op("not", (inner,)),):
            return inner
        case "not", (Op(("is" | "is not") as word, operands) as inner,):
            return Op("is not" if word == "is" else "is", operands, type=BOOL, span=inner.span)
        case _:
            values = [arg.value for arg in args if isinstance(arg, Const)]
            apply = OPERATIONS[name].apply
            if apply is None or len(values) < len(args) or (name in ("/", "mod") and values[1] == 0):
                return Op(name, args, type=type, span=at)
            try:
                return Const(apply(*values), type=type, span=at)
            except ValueError:  # a place that is none, in a branch that its test rules out
                return Op(name, args, type=type, span=at)


def both(*conditions: Expression | None) -> Expression | None:
    """All of them, in order; None if there is none."""
    result: Expression | None = None
    for condition in conditions:
        if condition is not None:
            result = condition if result is None else op("and", result, condition, type=BOOL, at=result.span)
    return result


def bit_of(expression: Expression, base: Base) -> Expression:
    """The set that holds just this value."""
    return op("bit", bit_number(expression, base), type=SetOf(base), at=expression.span)


def bit_number(expression: Expression, base: Base) -> Expression:
    """The number of the bit that stands for a value in a set over this type."""
    if low(base) == 0:
        return expression
    return op(
        "-", expression, const(low(base), Int(low(base), low(base))), type=Int(0, size(base) - 1), at=expression.span
    )
