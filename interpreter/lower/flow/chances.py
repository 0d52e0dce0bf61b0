"""Chance events: rolls, random picks and draws, each with its outcomes and what it changes."""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar.source import Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import ONE, ZERO
from astro_referee.interpreter.lower.flow.states import Context, Flow
from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.expressions import Call, Expression, Load, Local, Op
from astro_referee.interpreter.machine.folding import arithmetic, const, number, op
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.program.secrets import reads
from astro_referee.interpreter.values.types import BOOL, BagOf, Int, Member, SetOf, TupleOf, Type, element, size


def single(
    flow: Flow,
    at: Span,
    context: Context,
    outcome: Type,
    fixed: tuple[tuple[int, int], ...],
    options: Expression | None,
    target: tuple[str, tuple[pt.Term, ...]],
    text: p.Text,
    value: Expression,
) -> None:
    """One chance event whose outcome is stored in a field."""
    label, after, empty = flow.label(), flow.label(), flow.label()
    flow.goto(label)
    env = {**context.env}
    where = tuple(flow.maker.term(t, env) for t in target[1])
    body = (m.Store(target[0], where, value), m.Goto(after))
    chance_state(flow, label, at, context, outcome, fixed, options, body, text, ((target[0], where),), empty)
    flow.begin(empty, context)
    flow.emit(flow.maker.fault("nothing-there", "chance has nothing to pick from here", at))
    flow.code = None
    flow.begin(after, context)


def chance_state(
    flow: Flow,
    label: int,
    at: Span,
    context: Context,
    outcome: Type,
    fixed: tuple[tuple[int, int], ...],
    options: Expression | None,
    body: tuple[m.Code, ...],
    text: p.Text,
    touched: tuple[tuple[str, tuple[Expression, ...]], ...],
    empty: int,
    into: str | None = None,
) -> None:
    stem = (*context.path, "chance")
    choose = flow.maker.add((*stem, "from"), (), (m.Return(options),)) if options is not None else None
    apply = flow.maker.add((*stem, "is"), (("outcome", outcome),), body)
    values = flow.maker.text_function((*stem, "text"), text, context.env, ())
    readers = flow.maker.add((*stem, "readers"), (), (m.Return(seen_by(flow, touched)),))
    values_around = Op("list", context.around, type=TupleOf(tuple(value.type for value in context.around)))
    around = flow.maker.add((*stem, "around"), (), (m.Return(values_around),))
    flow.chances.append(
        m.Chance(
            label,
            ".".join(context.path),
            outcome,
            fixed,
            choose,
            apply,
            flow.maker.template(text),
            values,
            readers,
            empty,
            not fixed
            and isinstance(options, Load)
            and options.field in flow.program.fields
            and flow.program.fields[options.field].sort == "zone",
            around,
            tuple(term.type for term in context.around),
            into,
            span=at,
        )
    )


def seen_by(flow: Flow, touched: tuple[tuple[str, tuple[Expression, ...]], ...]) -> Expression:
    """The players who see one of the entries that a chance event changes, whatever else changes right after it."""
    group = SetOf(flow.maker.player)
    seen: Expression = const(0, group)
    for name, at in touched:
        audience = flow.audience_function(name)
        if audience is None:
            return const((1 << flow.maker.player.size) - 1, group)
        owner = at[0] if at and at[0].type == flow.maker.player else ZERO
        seen = op("union", seen, Call(audience, (owner,), type=group), type=group)
    return seen


def random(flow: Flow, step: p.RandomFrom, context: Context) -> None:
    inner = element(step.domain.type)
    assert inner is not None and not isinstance(inner, SetOf)
    goal = flow.program.fields[step.field].type
    outcome: Expression = Local("outcome", type=inner)
    if step.check:
        low_end, high_end = (goal.low, goal.high) if isinstance(goal, Int) else (0, 0)
        outcome = flow.maker.checked(
            pt.Op(
                "within",
                (
                    pt.Local("outcome", type=inner),
                    pt.Const(low_end, type=goal),
                    pt.Const(high_end, type=goal),
                ),
                type=goal,
                span=step.span,
            ),
            {"outcome": outcome},
        )
    options = flow.maker.term(step.domain, context.env)
    single(flow, step.span, context, inner, (), options, (step.field, step.at), step.label, outcome)


def deal(flow: Flow, step: p.Deal, context: Context) -> None:
    """So many single draws, each a chance event over the different faces."""
    maker = flow.maker
    source, target = zone(flow, step.source, context), zone(flow, step.target, context)
    source, target, kept = settled(flow, step, source, target, context)
    count = maker.term(step.count, context.env)
    there = held(flow, source)
    if step.up_to:
        count = arithmetic("min", arithmetic("max", count, ZERO), there)
    ends = bounds.of(count.type)
    assert ends is not None
    counted = Int(min(0, ends[0]), max(0, ends[1]))
    left = flow.slot("to_deal", counted, context)
    flow.emit(m.Store(left, (), count))
    rest = Load(left, type=counted)
    if not step.up_to:
        few = maker.fault("too-few-cards", f"there are not enough cards in `{step.source[0]}` to deal", step.span)
        negative = op("<", rest, ZERO, type=BOOL)
        flow.emit(m.Branch(op("or", op("<", there, rest, type=BOOL), negative, type=BOOL), (few,)))
    again, label, after, empty = flow.label(), flow.label(), flow.label(), flow.label()
    flow.goto(again)
    flow.begin(again, context)
    flow.emit(m.Branch(op("<", ZERO, rest, type=BOOL), (m.Goto(label),)))
    flow.goto(after)
    inner = element(source.type)
    assert isinstance(inner, Member)
    card = Local("outcome", type=inner)
    taken, given = moved(flow, source, target, card)
    body = (
        m.Store(source.field, source.at, taken),
        m.Store(target.field, target.at, given),
        m.Branch(op("<", ONE, rest, type=BOOL), (m.Store(left, (), op("-", rest, ONE, type=counted)), m.Goto(label))),
        m.Store(left, (), ZERO),
        m.Goto(after),
    )
    touched = ((source.field, source.at), (target.field, target.at))
    chance_state(flow, label, step.span, context, inner, (), source, body, step.label, touched, empty, target.field)
    flow.begin(empty, context)
    flow.emit(maker.fault("too-few-cards", f"`{step.source[0]}` has run out of cards", step.span))
    flow.code = None
    flow.begin(after, context)
    flow.emit(*flow.clear((left, *kept)))


def settled(
    flow: Flow, step: p.Deal, source: Load, target: Load, context: Context
) -> tuple[Load, Load, tuple[str, ...]]:
    """Both zones as they are found before the first card is dealt: if cards decide which they are, that is kept."""
    kept: list[str] = []
    found: list[Load] = []
    for load, (_, at) in ((source, step.source), (target, step.target)):
        indexes = list(load.at)
        for place, index in enumerate(at):
            if reads(flow.program.defs, index) & {source.field, target.field}:
                kept.append(flow.slot("place", index.type, context))
                flow.emit(m.Store(kept[-1], (), indexes[place]))
                indexes[place] = Load(kept[-1], type=index.type)
        found.append(evolve(load, at=tuple(indexes)))
    return found[0], found[1], tuple(kept)


def zone(flow: Flow, where: tuple[str, tuple[pt.Term, ...]], context: Context) -> Load:
    at = tuple(flow.maker.term(t, context.env) for t in where[1])
    return Load(where[0], at, type=flow.program.fields[where[0]].type)


def held(flow: Flow, zone: Load) -> Expression:
    if isinstance(zone.type, BagOf):
        most = zone.type.of.size * flow.program.kinds[zone.type.of.kind].copies
        return op("bag size", zone, number(zone.type.bits), number(zone.type.of.size), type=Int(0, most))
    assert isinstance(zone.type, SetOf)
    return op("size", zone, type=Int(0, size(zone.type.of)))


def moved(flow: Flow, source: Load, target: Load, card: Expression) -> tuple[Expression, Expression]:
    """Both zones after one card has gone over."""
    if isinstance(source.type, BagOf):
        one = op("bag one", card, number(source.type.bits), type=source.type)
        return op("bag less", source, one, type=source.type), op("bag plus", target, one, type=target.type)
    one = op("bit", card, type=source.type)
    return op("minus", source, one, type=source.type), op("union", target, one, type=target.type)
