"""Phrases: questions about many things (`some p in players where …`), orders, items, hypotheticals."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.interpreter.check.expressions import access, definitions, expressions, operators
from astro_referee.interpreter.check.flow import piles
from astro_referee.interpreter.check.kinds import constants, lookups
from astro_referee.interpreter.check.mistakes import phrases as mistakes
from astro_referee.interpreter.check.mistakes import wording
from astro_referee.interpreter.check.mistakes.access import NobodyAskedIn
from astro_referee.interpreter.check.mistakes.piles import ORDERED_SETS, FirstNone, NoFirst
from astro_referee.interpreter.check.names.scope import Checker, mentions
from astro_referee.interpreter.program.folding import const, op
from astro_referee.interpreter.program.terms import (
    Choices,
    Fold,
    Hypothetical,
    Item,
    Load,
    Local,
    Lookup,
    Range,
    SortKey,
    Term,
    Travel,
    parts,
)
from astro_referee.interpreter.values.types import (
    BOOL,
    LIMIT,
    WRONG,
    BagOf,
    Bool,
    Either,
    ErrorType,
    Int,
    ListOf,
    Member,
    RowOf,
    SetOf,
    Type,
    element,
    plain,
    size,
    ways_to_choose,
)

MOST_SUBSETS = 10**7
"""Ways to choose several of a full set. Five of a deck are 2.6 million, and hands are smaller than decks."""


def domain(c: Checker, node: tree.Expr, ordered: bool = False) -> tuple[Range | Choices | Term, Type]:
    """What a name goes through, and the type of the name; `ordered` says whether it matters what comes first."""
    match node:
        case tree.SpanOf(a, b):
            first, last = expressions.number(c, a), expressions.number(c, b)
            if not isinstance(first.type, Int) or not isinstance(last.type, Int):
                return const(0, WRONG), WRONG
            if first.type.low > last.type.high:
                c.report(mistakes.EmptyRange(constants.turned(c, node.span, a, b)), node.span)
                return const(0, WRONG), WRONG
            return Range(first, last), Int(first.type.low, max(first.type.low, last.type.high))
        case tree.Subsets():
            return choices(c, node)
        case _:
            term = expressions.expression(c, node)
            if isinstance(term.type, ErrorType):
                return term, WRONG
            term = expressions.solid(c, node, term)
            inner = element(term.type)
            if inner is None:
                if not isinstance(term.type, ErrorType):
                    shown = c.source.slice(node.span)
                    c.report(mistakes.NotGoneThrough(term.type, shown), node.span)
                return const(0, WRONG), WRONG
            return (piles.in_order(c, term) if ordered or isinstance(term.type, RowOf) else term), inner


def choices(c: Checker, node: tree.Subsets) -> tuple[Range | Choices | Term, Type]:
    low, high = expressions.number(c, node.low), expressions.number(c, node.high)
    of = expressions.solid(c, node.of, expressions.expression(c, node.of))
    if not isinstance(low.type, Int) or not isinstance(high.type, Int) or isinstance(of.type, ErrorType):
        return const(0, WRONG), WRONG
    if not isinstance(of.type, SetOf | BagOf):
        c.report(mistakes.ChooseFromSet(of.type), node.of.span)
        return const(0, WRONG), WRONG
    if low.type.low < 0:
        c.report(mistakes.CHOOSE_FEWER, node.low.span)
        return const(0, WRONG), WRONG
    chosen = Choices(low, high, of)
    if subsets(chosen) > MOST_SUBSETS:
        c.report(mistakes.TooManySubsets(MOST_SUBSETS), node.span)
        return const(0, WRONG), WRONG
    return chosen, of.type


def subsets(group: Choices) -> int:
    """In how many ways so many can be chosen, if the set or zone is full; counted only so far as it matters."""
    assert isinstance(group.low.type, Int)
    assert isinstance(group.high.type, Int)
    assert isinstance(group.of.type, SetOf | BagOf)
    return ways_to_choose(group.low.type.low, group.high.type.high, group.of.type, MOST_SUBSETS)


def reach(c: Checker, node: tree.Phrase) -> Term:
    """`reach q from start by q.neighbours within 3 where …`: the start, and all that one comes to from there."""
    assert node.of is not None
    start = expressions.solid(c, node.domain, expressions.expression(c, node.domain))
    base = element(start.type)
    if not isinstance(start.type, SetOf) or not isinstance(base, Bool | Int | Member):
        if not isinstance(start.type, ErrorType):
            c.report(mistakes.StartFromSet(start.type, c.source.slice(node.domain.span)), node.domain.span)
        return expressions.wrong(node.span)
    within = expressions.number(c, node.within) if node.within is not None else None
    with c.scope():
        c.bind(node.name, base)
        beyond = expressions.expression(c, node.of, start.type)
        if plain(beyond.type) == base:
            step = None
            match node.of:
                case tree.Call(tree.FieldOf(of, tree.Name("step")), (way,)):
                    step = c.source.slice(of.span), c.source.slice(way.span)
            c.report(mistakes.ComesToSet(beyond.type, c.source.slice(node.of.span), step), node.of.span)
            beyond = expressions.wrong(node.of.span)
        beyond = expressions.fitted(c, node.of, beyond, start.type, "what one comes to")
        cost = price(c, node.costing) if node.costing is not None else None
        if node.costing is not None and node.within is None:
            c.report(mistakes.COSTING_NOTHING, node.costing.span)
        stop, where = (test(c, condition, node.name) for condition in (node.stopping, node.where))
    travel = Travel(within, cost, stop)
    found = Fold("reach", node.name.word, base, start, where, beyond, travel=travel, type=start.type, span=node.span)
    return expressions.wrong(node.span) if any(isinstance(part.type, ErrorType) for part in parts(found)) else found


def price(c: Checker, node: tree.Expr) -> Term:
    """What it costs to come to a place: one point or more, so that every round comes to an end."""
    term = expressions.number(c, node)
    if isinstance(term.type, Int) and term.type.low < 1:
        c.report(mistakes.StepForNothing(term.type, c.source.slice(node.span)), node.span)
        return expressions.wrong(node.span)
    return term


def test(c: Checker, node: tree.Expr | None, name: tree.Name) -> Term | None:
    """A condition about the name of a phrase, if there is one."""
    if node is None:
        return None
    term = expressions.condition(c, node)
    stray_test(c, node, name)
    return term


def phrase(c: Checker, node: tree.Phrase) -> Term:
    if node.word == "reach":
        return reach(c, node)
    group, name_type = domain(c, node.domain, ordered=node.word in ("first", "last"))
    at = node.span
    with c.scope():
        c.bind(node.name, name_type)
        where = test(c, node.where, node.name)
        if node.where is not None:
            c.learn(operators.learnt(c, node.where, True))
        value = None
        if node.word == "every":
            assert node.of is not None
            value = expressions.condition(c, node.of)
        elif node.of is not None:
            value = expressions.solid(c, node.of, expressions.expression(c, node.of))
        order = tuple(key(c, k) for k in node.keys)
        if node.where is None and node.word in ("some", "no", "count", "all", "only", "first", "last"):
            c.at.scopes[-1][node.name.word].used = True
    inner = [term for term in (where, value, *(k.of for k in order)) if term is not None]
    if isinstance(name_type, ErrorType) or any(isinstance(term.type, ErrorType) for term in inner):
        return expressions.wrong(at)
    type = result_type(c, node, group, name_type, value)
    if isinstance(type, ErrorType) or expressions.too_wide(c, type, at):
        return expressions.wrong(at)
    return Fold(node.word, node.name.word, name_type, group, where, value, order, type=type, span=at)


def stray_test(c: Checker, node: tree.Expr, name: tree.Name) -> bool:
    """A test that does not speak of the bound name belongs outside the phrase; the first one is reported."""
    if isinstance(node, tree.Binary) and node.op == "and":
        return stray_test(c, node.left, name) or stray_test(c, node.right, name)
    if mentions(node, (name.word,)):
        return False
    c.report(mistakes.StrayTest(name.word), node.span)
    return True


def key(c: Checker, node: tree.Key) -> SortKey:
    term = expressions.solid(c, node.of, expressions.expression(c, node.of))
    if not isinstance(term.type, Bool | Int | Member | ErrorType) and not ordered_set(c, term.type):
        label = wording.as_number(c.declared.kinds, term.type, c.source.slice(node.of.span))
        c.report(mistakes.OrderNeedsNumbers(term.type, label), node.of.span)
        term = expressions.wrong(node.of.span)
    return SortKey(node.highest, term)


def ordered_set(c: Checker, type: Type) -> bool:
    """Whether sets can be compared by their highest members: their bits, read as a number, say which is higher.

    With sets of players, cards or tokens their size is usually meant, and nobody knows by heart which is higher.
    """
    match type:
        case SetOf(Int()):
            return True
        case SetOf(Member(kind, _)):
            return c.declared.kinds[kind].shape == "kind"
    return False


def most(group: Range | Choices | Term, name_type: Type) -> int:
    """How many values a domain can have, copies counted."""
    match group:
        case Range():
            assert isinstance(name_type, Int)
            return size(name_type)
        case Choices():
            return subsets(group)
        case _:
            match plain(group.type):
                case ListOf(_, count):
                    return count
                case BagOf(of) as heap:
                    return size(of) * heap.room
                case SetOf(of):
                    return size(of)
                case _:
                    return 1


def result_type(
    c: Checker, node: tree.Phrase, group: Range | Choices | Term, name_type: Type, value: Term | None
) -> Type:
    count = most(group, name_type)
    of = c.source.slice(node.of.span) if node.of is not None else ""
    match node.word:
        case "some" | "no" | "every":
            return BOOL
        case "count":
            return Int(0, count)
        case "sum":
            assert value is not None
            if not isinstance(value.type, Int):
                c.report(
                    mistakes.SumOfNumbers(value.type, wording.as_number(c.declared.kinds, value.type, of)), value.span
                )
                return WRONG
            low, high = min(0, value.type.low * count), max(0, value.type.high * count)
            if low <= -LIMIT or high >= LIMIT:
                c.report(mistakes.SumTooLarge(LIMIT - 1), node.span)
                return WRONG
            return Int(low, high)
        case "highest" | "lowest":
            assert value is not None
            if not isinstance(value.type, Int | Member):
                c.report(
                    mistakes.HasNoOrder(value.type, wording.as_number(c.declared.kinds, value.type, of)), value.span
                )
                return WRONG
            return value.type
        case "union":
            assert value is not None
            if not isinstance(value.type, SetOf):
                c.report(mistakes.UnionOfSets(value.type, of), value.span)
                return WRONG
            return value.type
        case "set":
            assert value is not None
            if isinstance(plain(value.type), SetOf) and node.of is not None:
                rest = c.source.text[node.of.span.start : node.span.end]
                c.report(mistakes.SetOfSets(value.type, rest), node.span)
                return WRONG
            if not isinstance(value.type, Bool | Int | Member):
                c.report(
                    mistakes.SetHoldsNumbers(value.type, wording.as_number(c.declared.kinds, value.type, of)),
                    value.span,
                )
                return WRONG
            return SetOf(value.type)
    if isinstance(group, Choices) and node.word in ("all", "best", "first", "last"):
        c.report(mistakes.CannotGatherSets(node.word), node.span)
        return WRONG
    match node.word:
        case "all":
            if isinstance(group, Range):
                assert isinstance(name_type, Int)
                return SetOf(name_type)
            assert not isinstance(group, Choices)
            return plain(group.type)
        case "first" | "last":
            if isinstance(name_type, SetOf):
                return Either(name_type, ("none",))
            assert isinstance(name_type, Bool | Int | Member)
            return Either(name_type, ("none",))
        case "ordered":
            if isinstance(group, Choices) or not isinstance(name_type, Bool | Int | Member):
                c.report(ORDERED_SETS, node.span)
                return WRONG
            return ListOf(name_type, count)
        case "best":
            if not isinstance(name_type, Bool | Int | Member):
                c.report(mistakes.BEST_GATHERS, node.span)
                return WRONG
            return SetOf(name_type)
        case _:
            return name_type


def item(c: Checker, node: tree.Item) -> Term:
    position = expressions.number(c, node.position)
    of = piles.in_order(c, expressions.solid(c, node.of, expressions.expression(c, node.of)))
    inner = element(of.type)
    if isinstance(position.type, ErrorType) or isinstance(of.type, ErrorType):
        return expressions.wrong(node.span)
    if inner is None:
        c.report(mistakes.ItemNeedsSet(of.type), node.of.span)
        return expressions.wrong(node.span)
    return Item(position, of, type=Either(inner, ("none",)), span=node.span)


def slice(c: Checker, node: tree.Slice) -> Term:
    """`first 3 of market`, `last 3 of ordered …`: the beginning or the end of a list, or all of it if it is shorter."""
    count = expressions.number(c, node.count)
    of = piles.in_order(c, expressions.solid(c, node.of, expressions.expression(c, node.of)))
    if not isinstance(count.type, Int) or isinstance(of.type, ErrorType):
        return expressions.wrong(node.span)
    if not isinstance(of.type, ListOf):
        c.report(NoFirst(of.type, node.word), node.of.span)
        return expressions.wrong(node.span)
    if count.type.high < 1:
        c.report(FirstNone(node.word, count.type.high), node.count.span)
        return expressions.wrong(node.span)
    type = ListOf(of.type.of, min(of.type.size, count.type.high))
    return op(f"list {node.word}", of, count, type=type, at=node.span)


def around(c: Checker, node: tree.Around) -> Term:
    """`clockwise from x`: all members of a ring in that order; players who are out are left out."""
    start = expressions.solid(c, node.start, expressions.expression(c, node.start))
    base = start.type
    if isinstance(base, ErrorType):
        return start
    if not isinstance(base, Member) or not c.declared.kinds[base.kind].round:
        c.report(mistakes.NotOnARing(base), node.start.span)
        return expressions.wrong(node.span)
    table = lookups.rotation_table(c, c.declared.kinds[base.kind], node.clockwise, node.after, node.span)
    type = ListOf(base, base.size)
    order = Lookup(table, (start,), type=type, span=node.span)
    if base.kind == "player" and "players" in c.declared.fields:
        there = op("has", Load("players", type=c.player_set), Local(".seat", type=base), type=BOOL)
        return Fold("all", ".seat", base, order, where=there, type=type, span=node.span)
    return order


def after(c: Checker, node: tree.After) -> Term:
    """A condition or value on a copy of the state."""
    if node.procedure is None:
        if not c.at.in_guard:
            c.report(mistakes.AFTER_THIS_MISPLACED, node.span)
        args: tuple[Term, ...] = ()
        word = None
    else:
        word = node.procedure.word
        info = definitions.procedure(c, word, node.procedure.span)
        if info is None:
            return expressions.wrong(node.span)
        args = tuple(access.arguments(c, node.args, info.params, word, node.span))
        if info.needs_me:
            c.at.used_me = True
            if not c.at.me:
                c.report(NobodyAskedIn(word), node.procedure.span)
    if c.at.in_after:
        c.report(mistakes.LOOK_AHEAD_TWICE, node.span)
    kept, c.at.in_after = (c.at.facts, c.at.in_after), True
    c.forget_state()
    inner = expressions.expression(c, node.of)
    c.at.facts, c.at.in_after = kept
    if isinstance(inner.type, ErrorType) or any(isinstance(a.type, ErrorType) for a in args):
        return expressions.wrong(node.span)
    return Hypothetical(word, args, inner, type=inner.type, span=node.span)
