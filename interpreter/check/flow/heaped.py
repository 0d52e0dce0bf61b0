"""Heaps in variables: what is added to them and taken out of them, whole heaps or so many of one face."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.expressions import expressions
from astro_referee.interpreter.check.mistakes.piles import WholeHeap
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import heaps, program
from astro_referee.interpreter.program.folding import op
from astro_referee.interpreter.program.program import Step
from astro_referee.interpreter.program.terms import Load, Term
from astro_referee.interpreter.values.types import BagOf, ErrorType, Int, plain


def stored(c: Checker, node: tree.Store, place: Load) -> list[Step]:
    """`stock[me] += cost`, `stock[me] -= cost`."""
    amount = expressions.of_type(c, node.value, place.type, f"what changes `{place.field}`")
    return [] if isinstance(amount.type, ErrorType) else changed(c, place, amount, node.op, node.span)


def changed(c: Checker, place: Load, amount: Term, sign: str, at: Span) -> list[Step]:
    """More or less in a heap. What is taken out must be there: nothing is owed."""
    assert isinstance(place.type, BagOf)
    if sign == "+":
        total = heaps.plus(place, amount, heaps.most_of(place.type, c.declared.kinds), at)
        return [program.Assign(place.field, place.at, total, span=at)]
    missing = f"`{place.field}` does not hold so many"
    return [
        program.Require(heaps.holds(place, amount), "not-there", missing, span=at),
        program.Assign(place.field, place.at, heaps.minus(place, amount), span=at),
    ]


def single(c: Checker, value: tree.Expr, count: tree.Expr | None, place: Load, sign: str, at: Span) -> list[Step]:
    """`add wood to stock[me]`, `remove 2 of wood from stock[me]`."""
    type = place.type
    assert isinstance(type, BagOf)
    face = expressions.expression(c, value, type.of)
    if plain(face.type) == type:
        shown = c.source.slice(value.span)
        c.report(WholeHeap(sign == "+", place.field, shown), value.span)
        return []
    face = expressions.fitted(c, value, face, type.of, f"what is in `{place.field}`")
    amount = heaps.one(face, type, value.span)
    if count is not None:
        most = Int(0, heaps.most_of(type, c.declared.kinds))
        number = expressions.fitted(c, count, expressions.number(c, count), most, "how many there are of one sort")
        if isinstance(number.type, ErrorType):
            return []
        amount = op("*", amount, number, type=type, at=at)
    return [] if isinstance(face.type, ErrorType) else changed(c, place, amount, sign, at)
