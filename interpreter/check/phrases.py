"""Phrases: questions about many things (`some p in players where …`), orders, items, hypotheticals."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.interpreter.check import access, boards, definitions, expressions, operators, wording
from astro_referee.interpreter.check.scope import Checker
from astro_referee.interpreter.folding import const, op
from astro_referee.interpreter.terms import Choices, Fold, Hypothetical, Item, Load, Local, Lookup, Range, SortKey, Term
from astro_referee.interpreter.types import (
    BOOL,
    LIMIT,
    WRONG,
    BagOf,
    Bool,
    Either,
    Int,
    ListOf,
    Member,
    SetOf,
    Type,
    Wrong,
    element,
    plain,
    size,
)

LARGEST_CHOICE = 20_000
"""Most subsets a `k of S` may have; beyond it a player should choose one by one."""


def domain(c: Checker, node: tree.Expr) -> tuple[Range | Choices | Term, Type]:
    """What a name goes through, and the type of the name."""
    match node:
        case tree.SpanOf(a, b):
            first, last = expressions.number(c, a), expressions.number(c, b)
            if not isinstance(first.type, Int) or not isinstance(last.type, Int):
                return const(0, WRONG), WRONG
            if first.type.low > last.type.high:
                c.error("empty-span", "nothing lies between these numbers", node.span, "write the smaller one first")
                return const(0, WRONG), WRONG
            return Range(first, last), Int(first.type.low, max(first.type.low, last.type.high))
        case tree.Subsets():
            return choices(c, node)
        case _:
            term = expressions.expression(c, node)
            if isinstance(term.type, Wrong):
                return term, WRONG
            term = expressions.solid(c, node, term)
            inner = element(term.type)
            if inner is None:
                if not isinstance(term.type, Wrong):
                    c.error(
                        "not-a-set",
                        f"one can only go through a set, a kind or a span; this is {wording.describe(c, term.type)}",
                        node.span,
                    )
                return const(0, WRONG), WRONG
            return term, inner


def choices(c: Checker, node: tree.Subsets) -> tuple[Range | Choices | Term, Type]:
    low, high = expressions.number(c, node.low), expressions.number(c, node.high)
    of = expressions.solid(c, node.of, expressions.expression(c, node.of))
    if not isinstance(low.type, Int) or not isinstance(high.type, Int) or isinstance(of.type, Wrong):
        return const(0, WRONG), WRONG
    if not isinstance(of.type, SetOf | BagOf):
        c.error(
            "not-a-set",
            f"one can only choose from a set or zone; this is {wording.describe(c, of.type)}",
            node.of.span,
        )
        return const(0, WRONG), WRONG
    if low.type.low < 0:
        c.error("out-of-range", "one cannot choose fewer than none", node.low.span)
        return const(0, WRONG), WRONG
    return Choices(low, high, of), of.type


def phrase(c: Checker, node: tree.Phrase) -> Term:
    group, name_type = domain(c, node.domain)
    at = node.span
    with c.scope():
        local = c.bind(node.name, name_type)
        where = None
        if node.where is not None:
            where = expressions.condition(c, node.where)
            stray_tests(c, node.where, node.name)
            c.facts |= operators.learnt(c, node.where, True)
        value = None
        if node.word == "every":
            assert node.of is not None
            value = expressions.condition(c, node.of)
        elif node.of is not None:
            value = expressions.solid(c, node.of, expressions.expression(c, node.of))
        order = tuple(key(c, k) for k in node.keys)
        if node.where is None and node.word in ("some", "no", "count", "all", "only", "first", "last"):
            c.scopes[-1][node.name.word].used = True
    broken = isinstance(name_type, Wrong) or (where is not None and isinstance(where.type, Wrong))
    broken = (
        broken
        or (value is not None and isinstance(value.type, Wrong))
        or any(isinstance(k.of.type, Wrong) for k in order)
    )
    if broken:
        return expressions.wrong(at)
    type = result_type(c, node, group, name_type, value)
    if isinstance(type, Wrong):
        return expressions.wrong(at)
    del local
    return Fold(node.word, node.name.word, name_type, group, where, value, order, type=type, span=at)


def stray_tests(c: Checker, node: tree.Expr, name: tree.Name) -> None:
    """A test that does not speak of the bound name belongs outside the phrase."""
    if isinstance(node, tree.Binary) and node.op == "and":
        stray_tests(c, node.left, name)
        stray_tests(c, node.right, name)
    elif not mentions(node, name.word):
        c.error(
            "stray-test",
            f"this test says nothing about `{name.word}`",
            node.span,
            "a phrase runs to the end of the line; put it in brackets if this belongs outside",
        )


def mentions(node: object, word: str) -> bool:
    """Whether a name occurs anywhere in a piece of the tree."""
    if isinstance(node, tree.Name):
        return node.word == word
    if isinstance(node, tuple):
        return any(mentions(part, word) for part in node)
    if isinstance(node, tree.Node):
        return any(mentions(getattr(node, a.name), word) for a in node.__attrs_attrs__)
    return False


def key(c: Checker, node: tree.Key) -> SortKey:
    term = expressions.solid(c, node.of, expressions.expression(c, node.of))
    if not isinstance(term.type, Bool | Int | Member | Wrong):
        c.error(
            "not-comparable",
            f"an order needs numbers, members or yes and no; this is {wording.describe(c, term.type)}",
            node.of.span,
        )
        term = expressions.wrong(node.of.span)
    return SortKey(node.highest, term)


def most(group: Range | Choices | Term, name_type: Type) -> int:
    """How many values a domain can have, copies counted."""
    match group:
        case Range():
            assert isinstance(name_type, Int)
            return size(name_type)
        case Choices():
            return LARGEST_CHOICE
        case _:
            match plain(group.type):
                case ListOf(_, count):
                    return count
                case BagOf(of, bits):
                    return int(of.size * (2**bits - 1))
                case SetOf(of):
                    return size(of)
                case _:
                    return 1


def result_type(
    c: Checker, node: tree.Phrase, group: Range | Choices | Term, name_type: Type, value: Term | None
) -> Type:
    count = most(group, name_type)
    match node.word:
        case "some" | "no" | "every":
            return BOOL
        case "count":
            return Int(0, count)
        case "sum":
            assert value is not None
            if not isinstance(value.type, Int):
                c.error(
                    "not-a-number",
                    f"only numbers can be summed; this is {wording.describe(c, value.type)}",
                    value.span,
                )
                return WRONG
            low, high = min(0, value.type.low * count), max(0, value.type.high * count)
            return Int(max(low, 1 - LIMIT), min(high, LIMIT - 1))
        case "highest" | "lowest":
            assert value is not None
            if not isinstance(value.type, Int | Member):
                c.error("not-comparable", f"{wording.describe(c, value.type)} has no order", value.span)
                return WRONG
            return value.type
        case "set":
            assert value is not None
            if not isinstance(value.type, Bool | Int | Member):
                c.error(
                    "bad-type", f"a set holds numbers or members, not {wording.describe(c, value.type)}", value.span
                )
                return WRONG
            return SetOf(value.type)
    if isinstance(group, Choices) and node.word in ("all", "best", "first", "last"):
        c.error("bad-type", f"`{node.word}` cannot gather sets; use some, every, count, highest or lowest", node.span)
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
        case "best":
            if not isinstance(name_type, Bool | Int | Member):
                c.error(
                    "bad-type", "`best` gathers numbers or members; use `only best` or `first best` here", node.span
                )
                return WRONG
            return SetOf(name_type)
        case _:
            return name_type


def item(c: Checker, node: tree.Item) -> Term:
    position = expressions.number(c, node.position)
    of = expressions.solid(c, node.of, expressions.expression(c, node.of))
    inner = element(of.type)
    if isinstance(position.type, Wrong) or isinstance(of.type, Wrong):
        return expressions.wrong(node.span)
    if inner is None:
        c.error("not-a-set", f"`item` needs a set or a list; this is {wording.describe(c, of.type)}", node.of.span)
        return expressions.wrong(node.span)
    return Item(position, of, type=Either(inner, ("none",)), span=node.span)


def around(c: Checker, node: tree.Around) -> Term:
    """`clockwise from x`: all members of a ring in that order; players who are out are left out."""
    start = expressions.solid(c, node.start, expressions.expression(c, node.start))
    base = start.type
    if isinstance(base, Wrong):
        return start
    if not isinstance(base, Member) or not c.kinds[base.kind].round:
        c.error(
            "not-a-ring",
            f"one goes round a ring; {wording.describe(c, base)} is not on one",
            node.start.span,
            "declare it with `ring`",
        )
        return expressions.wrong(node.span)
    table = boards.rotation_table(c, c.kinds[base.kind], node.clockwise, node.after)
    type = ListOf(base, base.size)
    order = Lookup(table, (start,), type=type, span=node.span)
    if base.kind == "player" and "players" in c.fields:
        there = op("has", Load("players", type=c.player_set), Local(".seat", type=base), type=BOOL)
        return Fold("all", ".seat", base, order, where=there, type=type, span=node.span)
    return order


def after(c: Checker, node: tree.After) -> Term:
    """A condition or value on a copy of the state."""
    if node.procedure is None:
        if c.in_move is None:
            c.error("misplaced", "`after this` stands only in the `when` and `must` lines of a move", node.span)
        args: tuple[Term, ...] = ()
        word = None
    else:
        word = node.procedure.word
        info = definitions.procedure(c, word, node.procedure.span)
        if info is None:
            return expressions.wrong(node.span)
        args = tuple(access.arguments(c, node.args, info.params, word, node.span))
        if info.needs_me:
            c.used_me = True
            if not c.me:
                c.error("nobody-asked", f"`{word}` speaks of `me`, but no player is asked here", node.procedure.span)
    kept = c.facts
    c.forget_state()
    inner = expressions.expression(c, node.of)
    c.facts = kept
    if isinstance(inner.type, Wrong) or any(isinstance(a.type, Wrong) for a in args):
        return expressions.wrong(node.span)
    return Hypothetical(word, args, inner, type=inner.type, span=node.span)
