"""Phrases as loops: what goes through a group becomes the body of a function, and so do items and hypotheticals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import NO, ONE, YES, ZERO, Env, bind, none_of
from astro_referee.interpreter.lower.expressions.flood_fill import flooding
from astro_referee.interpreter.lower.expressions.travel import Trip, travelled
from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.expressions import (
    Choices,
    Domain,
    Expression,
    Local,
    Op,
    Range,
)
from astro_referee.interpreter.machine.folding import arithmetic, bit_number, const, number, op
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.program.heaps import most_of
from astro_referee.interpreter.values.types import (
    BOOL,
    BagOf,
    Int,
    ListOf,
    SetOf,
    Type,
    element,
    low,
    lowest,
    plain,
    size,
    words,
)

if TYPE_CHECKING:
    from astro_referee.interpreter.lower.expressions.terms import MachineBuilder


def item_body(builder: MachineBuilder, term: pt.Fold | pt.Item | pt.Hypothetical, env: Env) -> tuple[m.Code, ...]:
    """Counts down through the list; a filtered list is not built first."""
    assert isinstance(term, pt.Item)
    of = term.of
    inner = element(of.type)
    assert inner is not None
    where: Expression | None = None
    name, bound = bind(env, ".entry", inner)
    domain: Domain
    if isinstance(of, pt.Fold) and of.word == "all":
        name, bound = bind(env, of.name, of.name_type)
        domain = builder.domain(of.domain, env)
        where = builder.term(of.where, bound) if of.where is not None else None
    else:
        domain = builder.term(of, env)
    ends, rounds = bounds.of(term.position.type), domain_size(of.type)
    assert ends is not None
    counted = Int(ends[0] - rounds, ends[1])
    left = Local(".left", type=counted)
    here = Local(name, type=inner)
    count: tuple[m.Code, ...] = (
        m.Branch(op("is", left, ONE, type=BOOL), (m.Return(here),)),
        m.Set(".left", op("-", left, ONE, type=counted)),
    )
    body = (m.Branch(where, count),) if where is not None else count
    # Where it was tested before that there are so many, none is never come to.
    absent = builder.fault("none-here", "there are not so many here", term.span) if not words(term.type) else None
    return (
        m.Set(".left", builder.term(term.position, env)),
        m.Loop(name, inner, domain, body),
        absent if absent is not None else m.Return(none_of(term.type)),
    )


def domain_size(type: Type) -> int:
    """How many values a set or list can have."""
    match plain(type):
        case SetOf(of):
            return size(of)
        case BagOf(of, _):
            return size(of)
        case ListOf(_, most):
            return most
        case other:
            raise AssertionError(other)


def hypothetical_body(
    builder: MachineBuilder, term: pt.Fold | pt.Item | pt.Hypothetical, env: Env
) -> tuple[m.Code, ...]:
    assert isinstance(term, pt.Hypothetical)
    with builder.hypothetically():
        if term.procedure is None:
            assert builder.effect is not None
            return builder.effect(env, term.of)
        assert builder.procedure is not None
        return builder.procedure(term.procedure, term.args, env, term.of)


def fold_body(builder: MachineBuilder, term: pt.Fold | pt.Item | pt.Hypothetical, env: Env) -> tuple[m.Code, ...]:
    assert isinstance(term, pt.Fold)
    name, inner = bind(env, term.name, term.name_type)
    domain = builder.domain(term.domain, env)
    here = Local(name, type=term.name_type)
    where = builder.term(term.where, inner) if term.where is not None else None
    value = builder.term(term.of, inner) if term.of is not None else None
    bag = plain(domain.type) if not isinstance(domain, Range | Choices) else None
    copies: Expression = ONE
    if isinstance(bag, BagOf) and not isinstance(domain, Range | Choices):
        most = Int(0, most_of(bag, builder.program.kinds))
        copies = op("bag count", domain, bit_number(here, bag.of), number(bag.bits), type=most)

    def loop(*body: m.Code) -> m.Loop:
        inside: tuple[m.Code, ...] = (m.Branch(where, body),) if where is not None else body
        return m.Loop(name, term.name_type, domain, inside)

    result = Local(".result", type=term.type)
    match term.word:
        case "some":
            return (loop(m.Return(YES)), m.Return(NO))
        case "no":
            return (loop(m.Return(NO)), m.Return(YES))
        case "every":
            assert value is not None
            return (loop(m.Branch(op("not", value, type=BOOL), (m.Return(NO),))), m.Return(YES))
        case "count":
            more = m.Set(".result", op("+", result, copies, type=term.type))
            return (m.Set(".result", ZERO), loop(more), m.Return(result))
        case "sum":
            assert value is not None
            part = value if copies == ONE else op("*", value, copies, type=term.type)
            return (
                m.Set(".result", ZERO),
                loop(m.Set(".result", op("+", result, part, type=term.type))),
                m.Return(result),
            )
        case "set":
            assert value is not None and isinstance(term.type, SetOf)
            one = op("bit", bit_number(value, term.type.of), type=term.type)
            return (
                m.Set(".result", const(0, term.type)),
                loop(m.Set(".result", op("union", result, one, type=term.type))),
                m.Return(result),
            )
        case "union":
            assert value is not None
            return (
                m.Set(".result", const(0, term.type)),
                loop(m.Set(".result", op("union", result, value, type=term.type))),
                m.Return(result),
            )
        case "reach":
            return spread(builder, term, env)
        case "all":
            return gather(term, here, copies, loop)
        case "ordered":
            return in_order(builder, term, here, inner, copies, loop)
        case "first":
            if "none" in words(term.type):
                return (loop(m.Return(here)), m.Return(none_of(term.type)))
            absent = builder.fault("not-only", f"there is no `{term.name}` here, but one was expected", term.span)
            return (loop(m.Return(here)), absent)
        case "last":
            return (m.Set(".result", none_of(term.type)), loop(m.Set(".result", here)), m.Return(result))
        case "only":
            several = builder.fault(
                "not-only", f"there are several `{term.name}` here, but only one was expected", term.span
            )
            missing = builder.fault("not-only", f"there is no `{term.name}` here, but one was expected", term.span)
            if where is None and not isinstance(domain, Range | Choices) and isinstance(domain.type, SetOf):
                return sole(domain, domain.type, several, missing)
            found = Local(".found", type=BOOL)
            return (
                m.Set(".found", NO),
                m.Set(".result", const(lowest(term.type), term.type)),
                loop(m.Branch(found, (several,)), m.Set(".found", YES), m.Set(".result", here)),
                m.Branch(op("not", found, type=BOOL), (missing,)),
                m.Return(result),
            )
        case "highest" | "lowest":
            assert value is not None
            return extreme(builder, term, value, loop)
        case _:
            return best(builder, term, here, inner, loop)


def sole(domain: Expression, type: SetOf, several: m.Code, missing: m.Code) -> tuple[m.Code, ...]:
    """The one member of a set."""
    group = Local(".group", type=type)
    many = op("is not", op("size", group, type=Int(0, size(type.of))), ONE, type=BOOL)
    none = op("is", group, const(0, type), type=BOOL)
    bit = op("least", group, type=Int(0, size(type.of) - 1))
    member = arithmetic("+", bit, number(low(type.of))) if low(type.of) else bit
    return (
        m.Set(".group", domain),
        m.Branch(many, (m.Branch(none, (missing,)), several)),
        m.Return(evolve(member, type=type.of)),
    )


def spread(builder: MachineBuilder, term: pt.Fold, env: Env) -> tuple[m.Code, ...]:
    """Goes on from every place it comes to; the list it goes through grows on the way."""
    assert isinstance(term.type, SetOf) and term.of is not None and not isinstance(term.domain, pt.Range | pt.Choices)
    name, standing = bind(env, term.name, term.name_type)
    beyond, arriving = bind({**env, "": Local(name, type=term.name_type)}, term.name, term.name_type)
    start, ahead = builder.term(term.domain, env), builder.term(term.of, standing)
    here, there = Local(name, type=term.name_type), Local(beyond, type=term.name_type)
    where = builder.term(term.where, arriving) if term.where is not None else None
    stop = builder.term(term.travel.stop, arriving) if term.travel.stop is not None else None
    if term.travel.within is not None:
        points = builder.term(term.travel.within, env)
        cost = builder.term(term.travel.cost, arriving) if term.travel.cost is not None else None
        return travelled(start, Trip(here, there, ahead, where, stop, points, cost))
    at_once = flooding(builder.program.tables, start, ahead, here, there, where) if stop is None else None
    if at_once is not None:
        return (m.Return(at_once),)
    reached = Local(".result", type=term.type)
    # Each place is come to once.
    todo = Local(".todo", type=ListOf(term.type.of, size(term.type.of)), span=term.span)
    one = op("bit", bit_number(there, term.type.of), type=term.type)
    arrive: tuple[m.Code, ...] = (
        m.Set(".result", op("union", reached, one, type=term.type)),
        m.Append(".todo", there) if stop is None else m.Branch(stop, (), (m.Append(".todo", there),)),
    )
    if where is not None:
        arrive = (m.Branch(where, arrive),)
    new = op("not", op("has", reached, bit_number(there, term.type.of), type=BOOL), type=BOOL)
    begin: tuple[m.Code, ...] = (
        m.Set(".todo", Op("list", (), type=todo.type)),
        m.Loop(name, term.name_type, reached, (m.Append(".todo", here),)),
    )
    if isinstance(start, Op) and start.op == "bit" and low(term.type.of) == 0:
        begin = (m.Set(".todo", Op("list", start.args, type=todo.type)),)
    return (
        m.Set(".result", start),
        *begin,
        m.Loop(name, term.name_type, todo, (m.Loop(beyond, term.name_type, ahead, (m.Branch(new, arrive),)),)),
        m.Return(reached),
    )


def in_order(
    builder: MachineBuilder, term: pt.Fold, here: Expression, env: Env, copies: Expression, loop: Callable[..., m.Loop]
) -> tuple[m.Code, ...]:
    """Lists of all values and of their keys, which are then put in order."""
    assert isinstance(term.type, ListOf)
    made: list[m.Code] = [m.Set(".result", Op("list", (), type=term.type))]
    added: list[m.Code] = [m.Append(".result", here)]
    lists: list[Expression] = [Local(".result", type=term.type)]
    for place, key in enumerate(term.keys):
        value = comparable(builder.term(key.of, env))
        ends = bounds.of(value.type)
        assert ends is not None
        if key.highest:
            value = op("neg", value, type=Int(-ends[1], -ends[0]))
        type = ListOf(Int(-ends[1], -ends[0]) if key.highest else Int(*ends), term.type.size)
        made.append(m.Set(f".key{place}", Op("list", (), type=type)))
        added.append(m.Append(f".key{place}", value))
        lists.append(Local(f".key{place}", type=type))
    if copies != ONE:
        ends = bounds.of(copies.type)
        assert ends is not None
        added = [m.Loop(".copy", Int(1, max(1, ends[1])), Range(ONE, copies), tuple(added))]
    return (*made, loop(*added), m.Return(Op("ordered", tuple(lists), type=term.type)))


def gather(term: pt.Fold, here: Expression, copies: Expression, loop: Callable[..., m.Loop]) -> tuple[m.Code, ...]:
    result = Local(".result", type=term.type)
    match term.type:
        case ListOf():
            return (m.Set(".result", Op("list", (), type=term.type)), loop(m.Append(".result", here)), m.Return(result))
        case BagOf(of, bits):
            one = op("bag one", bit_number(here, of), number(bits), type=term.type)
            more = op("bag plus", result, op("bag times", one, copies, type=term.type), type=term.type)
            return (m.Set(".result", const(0, term.type)), loop(m.Set(".result", more)), m.Return(result))
        case SetOf(of):
            one = op("bit", bit_number(here, of), type=term.type)
            more = op("union", result, one, type=term.type)
            return (m.Set(".result", const(0, term.type)), loop(m.Set(".result", more)), m.Return(result))
        case _:
            raise AssertionError(term.type)


def extreme(
    builder: MachineBuilder, term: pt.Fold, value: Expression, loop: Callable[..., m.Loop]
) -> tuple[m.Code, ...]:
    result, found, now = Local(".result", type=term.type), Local(".found", type=BOOL), Local(".now", type=term.type)
    better = op("<", result, now, type=BOOL) if term.word == "highest" else op("<", now, result, type=BOOL)
    missing = builder.fault("nothing-there", f"there is nothing here to take the {term.word} of", term.span)
    test = op("or", op("not", found, type=BOOL), better, type=BOOL)
    return (
        m.Set(".found", NO),
        m.Set(".result", const(lowest(term.type), term.type)),
        loop(m.Set(".now", value), m.Branch(test, (m.Set(".result", now), m.Set(".found", YES)))),
        m.Branch(op("not", found, type=BOOL), (missing,)),
        m.Return(result),
    )


def comparable(value: Expression) -> Expression:
    """A set among others of its kind goes by its highest members, as its code does."""
    if not isinstance(value.type, SetOf):
        return value
    return op("encode", value, type=Int(0, (1 << size(value.type.of)) - 1))


def best(
    builder: MachineBuilder, term: pt.Fold, here: Expression, env: Env, loop: Callable[..., m.Loop]
) -> tuple[m.Code, ...]:
    """Keeps the best key so far; with `best` all that tie for it, with `first best` the first of them."""
    found = Local(".found", type=BOOL)
    keys = [
        (k.highest, builder.term(k.of, env), Local(f".now{i}", type=k.of.type), Local(f".best{i}", type=k.of.type))
        for i, k in enumerate(term.keys)
    ]
    better: Expression = NO
    tie: Expression = YES
    for highest, _, now, top in reversed(keys):
        ahead = op("<", *map(comparable, (top, now) if highest else (now, top)), type=BOOL)
        level = op("is", now, top, type=BOOL)
        better = op("or", ahead, op("and", level, better, type=BOOL), type=BOOL) if better != NO else ahead
        tie = op("and", level, tie, type=BOOL) if tie != YES else level
    result = Local(".result", type=term.type)
    single = term.word != "best"
    base = plain(term.type)
    bit: Expression = here
    if not single:
        assert isinstance(base, SetOf)
        bit = op("bit", bit_number(here, base.of), type=term.type)
    take: list[m.Code] = [m.Set(top.name, now) for _, _, now, top in keys]
    take += [m.Set(".result", bit), m.Set(".found", YES)]
    on_tie: tuple[m.Code, ...] = ()
    if term.word == "best":
        on_tie = (m.Set(".result", op("union", result, bit, type=term.type)),)
    elif term.word == "only best":
        take.append(m.Set(".tied", NO))
        on_tie = (m.Set(".tied", YES),)
    body: list[m.Code] = [m.Set(now.name, value) for _, value, now, _ in keys]
    better = op("or", op("not", found, type=BOOL), better, type=BOOL)
    body.append(m.Branch(better, tuple(take), (m.Branch(tie, on_tie),) if on_tie else ()))
    made: list[m.Code] = [
        m.Set(".found", NO),
        m.Set(".result", const(lowest(term.type), term.type)),
        *(m.Set(top.name, const(lowest(top.type), top.type)) for _, _, _, top in keys),
    ]
    if term.word == "only best":
        made.append(m.Set(".tied", NO))
    made.append(loop(*body))
    if single:
        missing = builder.fault("nothing-there", f"there is no `{term.name}` here to be best", term.span)
        made.append(m.Branch(op("not", found, type=BOOL), (missing,)))
    if term.word == "only best":
        several = builder.fault(
            "not-only", f"several `{term.name}` are equally good, but only one was expected", term.span
        )
        made.append(m.Branch(Local(".tied", type=BOOL), (several,)))
    made.append(m.Return(result))
    return tuple(made)
