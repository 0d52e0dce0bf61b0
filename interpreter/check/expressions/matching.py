"""`every x in S has its own y in T`: whether things can be paired so that none is used twice.

It becomes a condition that the language can say already, by Hall's theorem: there is such a pairing unless somewhere
more things than there are options share the same few options. All choices of few options are gone through, so the
options are members of a small kind.
"""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.interpreter.check.expressions import expressions, phrases
from astro_referee.interpreter.check.mistakes import phrases as mistakes
from astro_referee.interpreter.check.names.scope import Checker, mentions
from astro_referee.interpreter.program.terms import Term
from astro_referee.interpreter.values.types import Bool, ErrorType, Int, Member, SetOf, size

MOST_OPTIONS = 12
"""Options in all: 4,096 choices among them."""


def matching(c: Checker, node: tree.Matching) -> Term:
    with c.scope():
        _, type = phrases.domain(c, node.domain)
        c.bind(node.name, type)
        options = expressions.expression(c, node.own)
    if isinstance(options.type, ErrorType) or isinstance(type, ErrorType):
        return expressions.wrong(node.span)
    base = options.type.of if isinstance(options.type, SetOf) else None
    if not isinstance(base, Bool | Int | Member):
        c.report(mistakes.OwnFromSet(options.type), node.own.domain.span)
        return expressions.wrong(node.span)
    if not mentions((node.own.domain, node.own.where), (node.name.word,)):
        c.report(mistakes.SameForAll(node.name.word), node.own.domain.span)
        return expressions.wrong(node.span)
    if size(base) > MOST_OPTIONS:
        c.report(mistakes.TooManyToMatch(size(base), MOST_OPTIONS), node.own.domain.span)
        return expressions.wrong(node.span)
    return expressions.condition(c, by_hall(node, members(base), size(base)))


def members(base: Bool | Int | Member) -> tree.Expr:
    """All that could be an option."""
    match base:
        case Member(kind):
            return tree.Name("players" if kind == "player" else kind)
        case Int(low, high):
            return tree.SetOf(tuple(tree.Number(value) for value in range(low, high + 1)))
        case Bool():
            return tree.SetOf((tree.Literal("yes"), tree.Literal("no")))


def by_hall(node: tree.Matching, universe: tree.Expr, count: int) -> tree.Expr:
    """`every few in 0..6 of Colour: (count x in S where (all y in T) - few is empty) <= few.size`."""
    at, few = node.span, tree.Name(".few", span=node.span)
    plain = node.own.where is None and not isinstance(node.own.domain, tree.SpanOf)
    own: tree.Expr = node.own.domain if plain else node.own
    only = tree.Binary("is", tree.Binary("-", own, few, span=at), tree.Literal("empty", span=at), span=at)
    sharing = tree.Phrase("count", node.name, node.domain, only, span=at)
    enough = tree.Binary("<=", sharing, tree.FieldOf(few, tree.Name("size", span=at), span=at), span=at)
    chosen = tree.Subsets(tree.Number(0, span=at), tree.Number(count, span=at), universe, span=at)
    return tree.Phrase("every", few, chosen, None, enough, span=at)
