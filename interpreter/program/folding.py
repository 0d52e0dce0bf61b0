"""Terms put together with everything already known worked out: constants, trivial tests, ranges of numbers."""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter.machine.operations import OPERATIONS
from astro_referee.interpreter.program.terms import Const, Op, Term
from astro_referee.interpreter.values.types import BOOL, LIMIT, Base, Int, SetOf, Type, low, size, span


def const(value: int, type: Type, at: Span = NOWHERE) -> Const:
    return Const(value, type=type, span=at)


def truth(value: bool, at: Span = NOWHERE) -> Const:
    return Const(int(value), type=BOOL, span=at)


CONSTANT = {name: operation.apply for name, operation in OPERATIONS.items() if operation.apply is not None}
"""Operations that can be worked out at once if their operands are known."""


def op(name: str, *args: Term, type: Type, at: Span = NOWHERE) -> Term:
    """An operation, already computed where its operands are constant."""
    first = args[0]
    if name in ("and", "or") and isinstance(first, Const):
        return args[1] if bool(first.value) == (name == "and") else truth(name == "or", at)
    if name == "if" and isinstance(first, Const):
        return evolve(args[1] if first.value else args[2], type=type)
    if name == "union" and isinstance(first, Const) and first.value == 0:
        return evolve(args[1], type=type)
    if name == "not" and isinstance(first, Op) and first.op == "not":
        return first.args[0]
    if name == "not" and isinstance(first, Op) and first.op in ("is", "is not"):
        other = "is not" if first.op == "is" else "is"
        return Op(other, first.args, type=BOOL, span=first.span)
    if name in CONSTANT and all(isinstance(a, Const) for a in args):
        values = [a.value for a in args if isinstance(a, Const)]
        if defined(name, values[-1]):
            return Const(CONSTANT[name](*values), type=type, span=at)
    return Op(name, args, type=type, span=at)


def defined(name: str, last: int) -> bool:
    """Whether an operation has an answer: nothing is divided by zero, and no bit of a set stands for `none`.

    What has none stays as it is: it may stand where nobody comes to, behind a test that only holds for other values.
    """
    match name:
        case "/" | "mod":
            return last != 0
        case "bit" | "has":
            return last >= 0
        case _:
            return True


def both(*terms: Term | None) -> Term | None:
    """All of them, in order; None if there is none."""
    result: Term | None = None
    for term in terms:
        if term is not None:
            result = term if result is None else op("and", result, term, type=BOOL, at=result.span)
    return result


def bit_of(term: Term, base: Base) -> Term:
    """The set that holds just this value."""
    return op("bit", bit_number(term, base), type=SetOf(base), at=term.span)


def bit_number(term: Term, base: Base) -> Term:
    """The number of the bit that stands for a value in a set over this type."""
    if low(base) == 0:
        return term
    return op("-", term, const(low(base), Int(low(base), low(base))), type=Int(0, size(base) - 1), at=term.span)


def number_range(name: str, a: Int, b: Int) -> Int:
    """The numbers that an operation on two ranges can give."""
    match name:
        case "+":
            ends = [a.low + b.low, a.high + b.high]
        case "-":
            ends = [a.low - b.high, a.high - b.low]
        case "*":
            ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        case "/":
            divisors = [d for d in (b.low, b.high, -1, 1) if b.low <= d <= b.high and d != 0]
            ends = [x // d for x in (a.low, a.high) for d in divisors] or [0]
        case "min":
            ends = [min(a.low, b.low), min(a.high, b.high)]
        case "max":
            ends = [max(a.low, b.low), max(a.high, b.high)]
        case _:
            ends = [min(0, b.low + 1), max(0, b.high - 1)]
    return Int(max(min(ends), 1 - LIMIT), min(max(ends), LIMIT - 1))


def decided(term: Term) -> bool | None:
    """Whether a condition is sure to hold, sure to fail, or open, judged by the ranges of its numbers alone."""
    match term:
        case Const(value):
            return bool(value)
        case Op("not", (inner,)):
            known = decided(inner)
            return None if known is None else not known
        case Op("and", (left, right)):
            sides = decided(left), decided(right)
            return False if False in sides else True if sides == (True, True) else None
        case Op("or", (left, right)):
            sides = decided(left), decided(right)
            return True if True in sides else False if sides == (False, False) else None
        case Op(("<" | "<=" | "is" | "is not") as name, (left, right)):
            return compared(name, left, right)
        case _:
            return None


def compared(name: str, left: Term, right: Term) -> bool | None:
    if not (isinstance(left.type, Int) and isinstance(right.type, Int)):
        return None
    (a, b), (c, d) = span(left.type), span(right.type)
    match name:
        case "<":
            return True if b < c else False if a >= d else None
        case "<=":
            return True if b <= c else False if a > d else None
        case "is":
            return False if b < c or d < a else True if a == b == c == d else None
        case _:
            return True if b < c or d < a else False if a == b == c == d else None
