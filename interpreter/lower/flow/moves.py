"""Moves: for each the code that lists candidates, tests its guards one by one, and tells reasons."""

from __future__ import annotations

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import NO, YES, ZERO, Env
from astro_referee.interpreter.lower.expressions.failing import can_fail
from astro_referee.interpreter.lower.flow import effects
from astro_referee.interpreter.lower.flow.site import Params, Site, let_code, used_lets
from astro_referee.interpreter.machine.expressions import Call, Choices, Const, Expression, Local, Range
from astro_referee.interpreter.machine.folding import bit_number, both, const, number, op
from astro_referee.interpreter.machine.functions import Purpose
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.program.heaps import most_of
from astro_referee.interpreter.program.secrets import secret_params, text_hides
from astro_referee.interpreter.values.types import (
    BOOL,
    BagOf,
    Bool,
    Int,
    ListOf,
    Member,
    SetOf,
    element,
    low,
    plain,
    size,
)


def read_move(site: Site, move: p.MoveInfo, number: int, stem: Purpose) -> tuple[m.MoveSlot, tuple[m.Code, ...]]:
    builder = site.flow.builder
    env = site.env()
    params: Params = (("me", site.player), *((param.name, param.type) for param in move.params))
    inner: Env = {**env, **{param.name: Local(param.name, type=param.type) for param in move.params}}
    stem = (*stem, move.name)
    lets, full = let_code(site, move, inner)
    guards: list[m.GuardSlot] = []
    duties: list[m.Code] = []
    for part in move.parts:
        if isinstance(part, p.Guard):
            guards.append(read_guard(site, part, full, params, lets, stem))
            if part.duty:
                duties.append(m.Duty(number, guards[-1].test, part.duty == "maximise", guards[-1].mark))
    secret = secret_params(site.flow.program, move)
    traces = [site.flow.trace(site.label, move, param) if param.name in secret else -1 for param in move.params]
    params_slots = tuple(
        read_param(site, param, inner, params, stem, trace) for param, trace in zip(move.params, traces, strict=True)
    )
    offer = (m.Offer(number, tuple(Local(param.name, type=param.type) for param in move.params)),)
    listed = candidates(site, move, env, offer)
    notation = builder.text_function((*stem, "notation"), move.notation, full, params, used_lets(lets, move.notation))
    about = None
    if move.about is not None:
        about = builder.text_function((*stem, "about"), move.about, full, params, used_lets(lets, move.about))
    also = [
        builder.text_function((*stem, "also", str(at)), text, full, params, used_lets(lets, text))
        for at, text in enumerate(move.also)
    ]
    apply = effects.effect(site, move, number, params, full, lets, stem)
    names = [param.name for param in move.params]
    slot = m.MoveSlot(
        move.name,
        params_slots,
        tuple(guards),
        builder.template(move.notation),
        tuple(notation_part(part, names) for part in move.notation.parts),
        notation,
        builder.template(move.about) if move.about is not None else None,
        about,
        apply,
        builder.add((*stem, "candidates"), (("me", site.player),), listed),
        move.about is not None and text_hides(site.flow.program, move, move.about),
        all(isinstance(step, p.Jump) and step.word == "leave" for step in move.then),
        move.tags,
        tuple((builder.template(text), name) for text, name in zip(move.also, also, strict=True)),
        span=move.span,
    )
    return slot, (*listed, *duties)


def notation_part(part: str | pt.Term, names: list[str]) -> str | int:
    """A piece of notation that can be read back: text, or the number of a parameter; -1 is anything else."""
    if isinstance(part, str):
        return part
    return names.index(part.name) if isinstance(part, pt.Local) and part.name in names else -1


# --- Guards and parameters ----------------------------------------------------------------------------------------


def read_guard(
    site: Site, guard: p.Guard, env: Env, params: Params, lets: tuple[m.Set, ...], stem: Purpose
) -> m.GuardSlot:
    builder = site.flow.builder
    condition = builder.term(guard.condition, env)
    test = builder.add((*stem, "guard"), params, (*used_lets(lets, guard.condition), m.Return(condition)), guard.source)
    for name, value in guard.witnesses:
        lets = (*lets, m.Set(name, builder.term(value, env)))
        env = {**env, name: Local(name, type=value.type)}
    reason = None
    if guard.reason is not None:
        reason = builder.text_function((*stem, "reason"), guard.reason, env, params, used_lets(lets, guard.reason))
    seen = p.Text(tuple(term for _, term in guard.seen))
    values = builder.text_function((*stem, "seen"), seen, env, params, used_lets(lets, seen))
    return m.GuardSlot(
        test,
        guard.duty,
        reason,
        builder.template(guard.reason) if guard.reason is not None else None,
        guard.source,
        tuple(said for said, _ in guard.seen),
        values,
        tuple(term.type for _, term in guard.seen),
        guard.tags,
        guard.needs,
        span=guard.span,
        mark=builder.number(m.Goal.ALLOWED, guard.span),
    )


def read_param(site: Site, param: p.ParamInfo, env: Env, params: Params, stem: Purpose, trace: int) -> m.ParamSlot:
    builder = site.flow.builder
    value = Local(param.name, type=param.type)
    inside = within(site, param, value, env)
    where = None
    if param.where is not None:
        where = builder.add((*stem, "where", param.name), params, (m.Return(builder.term(param.where, env)),))
    test = builder.add((*stem, "takes", param.name), params, (m.Return(inside),))
    outside = builder.text_function((*stem, "outside", param.name), param.outside, env, params)
    template = builder.template(param.outside)
    return m.ParamSlot(param.name, param.type, test, outside, template, trace, where, param.written, param.where_text)


def within(site: Site, param: p.ParamInfo, value: Expression, env: Env) -> Expression:
    """Whether a value belongs to the domain of a parameter."""
    domain = site.flow.builder.domain(param.domain, env)
    match domain:
        case Range(a, b):
            return op("and", op("<=", a, value, type=BOOL), op("<=", value, b, type=BOOL), type=BOOL)
        case Choices(a, b, of):
            count, rest = measured(site, value, of)
            enough = op("and", op("<=", a, count, type=BOOL), op("<=", count, b, type=BOOL), type=BOOL)
            return op("and", op("is", rest, const(0, of.type), type=BOOL), enough, type=BOOL)
        case _:
            group = plain(domain.type)
            inner = element(group)
            if isinstance(group, ListOf):
                found = Local("entry", type=group.of)
                body = (
                    m.Loop(
                        "entry",
                        group.of,
                        Local("entries", type=group),
                        (m.Branch(op("is", found, Local("wanted", type=group.of), type=BOOL), (m.Return(YES),)),),
                    ),
                    m.Return(NO),
                )
                name = site.flow.builder.add(("listed",), (("entries", group), ("wanted", group.of)), body)
                return Call(name, (domain, value), type=BOOL)
            if isinstance(group, BagOf):
                most = Int(0, most_of(group, site.flow.program.kinds))
                held = op("bag count", domain, bit_number(value, group.of), number(group.bits), type=most)
                return op("<", ZERO, held, type=BOOL)
            assert isinstance(inner, Bool | Int | Member)
            return op("has", domain, bit_number(value, inner), type=BOOL)


def measured(site: Site, value: Expression, of: Expression) -> tuple[Expression, Expression]:
    """How many cards a choice has, and which of them are not there."""
    group = plain(of.type)
    if isinstance(group, BagOf):
        bits, faces = number(group.bits), number(size(group.of))
        most = size(group.of) * most_of(group, site.flow.program.kinds)
        count = op("bag size", value, bits, faces, type=Int(0, most))
        return count, op("bag minus", value, of, bits, faces, type=group)
    assert isinstance(group, SetOf)
    return op("size", value, type=Int(0, size(group.of))), op("minus", value, of, type=group)


def candidates(site: Site, move: p.MoveInfo, env: Env, leaf: tuple[m.Code, ...]) -> tuple[m.Code, ...]:
    """Nested loops over the parameters; each `let` and guard stands as far out as its names allow.

    What leans on lines above it, or can fail, stays behind them. Where guards are counted, each stays behind all those
    above it, and they are asked one by one: a guard has refused a candidate only if those before it have not.
    """
    builder = site.flow.builder
    names = [param.name for param in move.params]
    depth_of: dict[str, int] = {name: i + 1 for i, name in enumerate(names)}
    levels: list[list[p.Let | p.Guard]] = [[] for _ in range(len(names) + 1)]
    lets = {part.name for part in move.parts if isinstance(part, p.Let)}
    tested = max((i + 1 for i, param in enumerate(move.params) if param.where is not None), default=0)
    settled: list[int] = []
    for part in move.parts:
        if isinstance(part, p.Guard) and part.duty:
            settled.append(0)
            continue
        term = part.value if isinstance(part, p.Let) else part.condition
        used = {t.name for t in pt.walk(term) if isinstance(t, pt.Local)}
        depth = max((depth_of[n] for n in used if n in depth_of), default=0)
        needs = range(-1, len(settled)) if can_fail(site.flow.program, term) else part.needs
        depth = max((depth, *(tested if n < 0 else settled[n] for n in needs)))
        if pt.looks_ahead(term):
            depth = len(names)
        if isinstance(part, p.Guard):
            if builder.marking:
                depth = max((depth, *settled))
            settled.append(depth)
        if isinstance(part, p.Let):
            depth_of[part.name] = depth
            if not any(
                part.name in later_names(other, lets)
                for other in move.parts
                if other is not part and not is_duty(other)
            ):
                continue
        levels[depth].append(part)

    def level(depth: int, env: Env, parts: list[p.Let | p.Guard]) -> tuple[m.Code, ...]:
        return guarded(parts, env, lambda inner: deeper(depth, inner))

    def guarded(parts: list[p.Let | p.Guard], env: Env, rest) -> tuple[m.Code, ...]:  # type: ignore[no-untyped-def]
        if not parts:
            done: tuple[m.Code, ...] = rest(env)
            return done
        first, *others = parts
        if isinstance(first, p.Let):
            inner = {**env, first.name: Local(first.name, type=first.value.type)}
            return (m.Set(first.name, builder.term(first.value, env)), *guarded(others, inner, rest))
        tests = [builder.term(first.condition, env)]
        if builder.marking:
            yes, no = builder.mark(m.Goal.ALLOWED, first.span), builder.mark(m.Goal.REFUSED, first.span)
            return (m.Branch(tests[0], (*yes, *guarded(others, env, rest)), no),)
        while others and isinstance(following := others[0], p.Guard):
            tests.append(builder.term(following.condition, env))
            others.pop(0)
        test = both(*tests)
        assert test is not None
        return (m.Branch(test, guarded(others, env, rest)),)

    def deeper(depth: int, env: Env) -> tuple[m.Code, ...]:
        if depth == len(names):
            return leaf
        param = move.params[depth]
        inner = {**env, param.name: Local(param.name, type=param.type)}
        domain = builder.domain(param.domain, env)
        parts = sink_lets(levels[depth + 1], lets)
        group = None if builder.marking else group_of(param, parts)
        if group is not None and not isinstance(domain, Range | Choices) and alike(domain, group):
            sure = isinstance(domain, Const) and domain.value != 0  # then the guard would be asked in any case
            if sure or not can_fail(site.flow.program, group):
                domain = op("meet", domain, builder.term(group, env), type=domain.type)
                del parts[0]
        body = level(depth + 1, inner, parts)
        if param.where is not None:
            body = (m.Branch(builder.term(param.where, inner), body),)
        return (m.Loop(param.name, param.type, domain, body),)

    return level(0, dict(env), sink_lets(levels[0], lets))


def group_of(param: p.ParamInfo, parts: list[p.Let | p.Guard]) -> pt.Term | None:
    """The set G if the first guard on a parameter says `param in G`: then only G need be gone through."""
    match parts:
        case [p.Guard(condition=pt.Op("has", (group, pt.Local(name)))), *_] if (
            name == param.name and param.where is None
        ):
            own = any(isinstance(term, pt.Local) and term.name == name for term in pt.walk(group))
            return None if own or pt.looks_ahead(group) else group
    return None


def alike(domain: Expression, group: pt.Term) -> bool:
    """Whether the bits of two sets stand for the same values."""
    one, other = plain(domain.type), plain(group.type)
    return isinstance(one, SetOf) and isinstance(other, SetOf) and low(one.of) == low(other.of)


def sink_lets(parts: list[p.Let | p.Guard], lets: set[str]) -> list[p.Let | p.Guard]:
    """Each `let` just before the first line that needs it, so that cheap guards come first."""
    order: list[p.Let | p.Guard] = []
    for part in reversed(parts):
        if isinstance(part, p.Let):
            users = [i for i, other in enumerate(order) if part.name in later_names(other, lets)]
            order.insert(users[0] if users else len(order), part)
        else:
            order.insert(0, part)
    return order


def is_duty(part: p.Let | p.Guard) -> bool:
    return isinstance(part, p.Guard) and bool(part.duty)


def later_names(part: p.Let | p.Guard, lets: set[str]) -> set[str]:
    """The names a line speaks of; one that looks ahead may speak of every `let`."""
    term = part.value if isinstance(part, p.Let) else part.condition
    return {t.name for t in pt.walk(term) if isinstance(t, pt.Local)} | (lets if pt.looks_ahead(term) else set())
