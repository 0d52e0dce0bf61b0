"""Routes: a set of members whose column `ends` says which two places each one joins in; their longest trail out."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.interpreter.check.expressions import expressions
from astro_referee.interpreter.check.kinds import kinds
from astro_referee.interpreter.check.mistakes import boards as mistakes
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program.folding import op
from astro_referee.interpreter.program.program import KindInfo
from astro_referee.interpreter.program.terms import Lookup, Term
from astro_referee.interpreter.values.types import LIMIT, ErrorType, Int, ListOf, Member, SetOf, Type


def longest_trail(c: Checker, node: tree.Call) -> Term:
    """`longest_trail(all r in Route where holder[r] is me)`: the sum of the column `length`, or how many there are."""
    at = node.span
    if len(node.args) != 1:
        c.report(mistakes.TRAIL_TAKES, at)
        return expressions.wrong(at)
    routes = expressions.solid(c, node.args[0], expressions.expression(c, node.args[0]))
    if isinstance(routes.type, ErrorType):
        return routes
    if not isinstance(routes.type, SetOf) or not isinstance(routes.type.of, Member):
        c.report(mistakes.TrailNeedsSet(routes.type), node.args[0].span)
        return expressions.wrong(at)
    info = kinds.columns_of(c, c.declared.kinds[routes.type.of.kind])
    ends, length = info.columns.get("ends"), info.columns.get("length")
    if ends is None or not isinstance(ends[0], SetOf) or any(wrong_ends(entry) for entry in ends[1]):
        c.report(mistakes.NoEnds(info.name), node.args[0].span)
        return expressions.wrong(at)
    lengths: Type = Int(1, 1)
    if length is not None:
        lengths = length[0]
    if not isinstance(lengths, Int) or lengths.low < 0:
        c.report(mistakes.NoLengths(info.name), node.args[0].span)
        return expressions.wrong(at)
    most = len(info.members) * lengths.high
    if most >= LIMIT:
        c.report(mistakes.TrailTooLong(LIMIT - 1), at)
        return expressions.wrong(at)
    return op("trail", routes, *tables(c, info, ends[0], lengths), type=Int(0, most), at=at)


def wrong_ends(entry: int | str) -> bool:
    """Whether a route does not join two places; one that leads back to its place has one."""
    return not isinstance(entry, int) or entry.bit_count() not in (1, 2)


def tables(c: Checker, info: KindInfo, ends: SetOf, lengths: Int) -> tuple[Lookup, Lookup]:
    """The ends and the lengths of all routes, as whole tables."""
    count = len(info.members)
    c.declared.settled.update((f"{info.name}.ends", number) for number in range(count))  # no single row is looked up
    if "length" not in info.columns:
        c.declared.tables[f"{info.name}.length"] = (lengths, (1,) * count)
    return (
        Lookup(f"{info.name}.ends", (), type=ListOf(ends, count)),
        Lookup(f"{info.name}.length", (), type=ListOf(lengths, count)),
    )
