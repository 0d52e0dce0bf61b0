"""Members of sets and rows, and tokens off the board."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.expressions import expressions
from astro_referee.interpreter.check.flow import heaped, piles, steps
from astro_referee.interpreter.check.flow.cards import named_kind
from astro_referee.interpreter.check.mistakes import cards as mistakes
from astro_referee.interpreter.check.mistakes.piles import NoCopiesHere
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import program
from astro_referee.interpreter.program.folding import bit_of, const, op
from astro_referee.interpreter.program.program import FieldInfo, Step
from astro_referee.interpreter.program.terms import Term
from astro_referee.interpreter.values.types import (
    BagOf,
    Either,
    ErrorType,
    Member,
    RowOf,
    SetOf,
    plain,
    same_base,
    size,
)


def add(c: Checker, node: tree.Add) -> list[Step]:
    return change_set(c, node.value, node.place, "union", node.span, node.count)


def change_set(
    c: Checker, value: tree.Expr, place: tree.Name | tree.Index, how: str, at: Span, count: tree.Expr | None = None
) -> list[Step]:
    there = steps.place(c, place, "changed")
    if there is None:
        return []
    now = expressions.solid(c, place, there)
    type = now.type
    if isinstance(type, ErrorType):
        return []
    if isinstance(type, BagOf):
        return heaped.single(c, value, count, there, "+" if how == "union" else "-", at)
    if count is not None:
        c.report(NoCopiesHere(there.field, type), count.span)
        return []
    if isinstance(type, RowOf):
        value_term = expressions.of_type(c, value, type.of, f"what is in `{there.field}`")
        if isinstance(value_term.type, ErrorType):
            return []
        return piles.added(c, there, value_term, at) if how == "union" else piles.removed(there, value_term, at)
    if not isinstance(type, SetOf):
        shown = c.source.slice(place.span)
        c.report(mistakes.NotASetVariable(there.field, type, shown), place.span)
        return []
    term = expressions.solid(c, value, expressions.expression(c, value, type.of))
    if isinstance(term.type, SetOf) and same_base(term.type, type):
        group = expressions.fitted(c, value, term, type, f"`{there.field}`")
        if isinstance(group.type, ErrorType):
            return []
    else:
        single = expressions.fitted(c, value, term, type.of, f"what is in `{there.field}`")
        if isinstance(single.type, ErrorType):
            return []
        group = bit_of(single, type.of)
    return [program.Assign(there.field, there.at, op(how, there, group, type=type), span=at)]


def remove(c: Checker, node: tree.Remove) -> list[Step]:
    """`remove x from set`, `remove token`, `remove all Pawn`."""
    thing = node.thing
    if node.place is not None:
        if thing.word not in ("one", "some") or thing.of is None:
            c.report(mistakes.REMOVED_FROM_SET, node.span)
            return []
        return change_set(c, thing.of, node.place, "minus", node.span, thing.count)
    if thing.word == "every" and isinstance(thing.of, tree.Name):
        kind = named_kind(c, thing.of, ("token",))
        field = c.declared.fields.get(f"{kind}.at")
        if kind is None or field is None:
            return []
        each = field.indices[0]
        return [off_board(c, field, const(i, each), node.span) for i in range(size(each))]
    if thing.word != "one" or thing.of is None:
        c.report(mistakes.REMOVED_WHAT, node.span)
        return []
    term = expressions.solid(c, thing.of, expressions.expression(c, thing.of))
    if isinstance(term.type, ErrorType):
        return []
    if not isinstance(term.type, Member) or c.declared.kinds[term.type.kind].shape != "token":
        card = isinstance(term.type, Member) and c.declared.kinds[term.type.kind].shape == "card"
        c.report(mistakes.OnlyTokensLeave(term.type, card), thing.of.span)
        return []
    c.found.used.add(term.type.kind)
    field = c.declared.fields.get(f"{term.type.kind}.at")
    return [off_board(c, field, term, node.span)] if field is not None else []


def off_board(c: Checker, field: FieldInfo, which: Term, at: Span) -> Step:
    base = plain(field.type)
    return program.Assign(field.name, (which,), const(c.code("none", base), Either(base, ("none",))), span=at)  # type: ignore[arg-type]
