"""Chance events: rolls, random picks and draws, each with its outcomes and what it changes."""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar.source import Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import ONE, ZERO, Env, bind
from astro_referee.interpreter.lower.flow import ordering
from astro_referee.interpreter.lower.flow.states import Context, Flow
from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.expressions import Expression, Load, Local, Op
from astro_referee.interpreter.machine.folding import arithmetic, bit_number, const, number, op
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.program.heaps import most_of
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
    where = tuple(flow.builder.term(t, env) for t in target[1])
    body = (m.Store(target[0], where, value), m.Goto(after))
    chance_state(flow, label, at, context, outcome, fixed, options, body, text, ((target[0], where),), empty)
    flow.begin(empty, context)
    flow.emit(flow.builder.fault("nothing-there", "chance has nothing to pick from here", at))
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
    left: str | None = None,
) -> None:
    stem = (*context.path, "chance")
    choose = flow.builder.add((*stem, "from"), (), (m.Return(options),)) if options is not None else None
    apply = flow.builder.add((*stem, "is"), (("outcome", outcome),), body)
    values = flow.builder.text_function((*stem, "text"), text, context.env, ())
    readers = flow.builder.add((*stem, "readers"), (), (m.Return(ordering.knowers(flow, touched)),))
    values_around = Op("list", context.around, type=TupleOf(tuple(value.type for value in context.around)))
    around = flow.builder.add((*stem, "around"), (), (m.Return(values_around),))
    flow.chances.append(
        m.Chance(
            label,
            ".".join(context.path),
            outcome,
            fixed,
            choose,
            apply,
            flow.builder.template(text),
            values,
            readers,
            empty,
            left,
            around,
            tuple(term.type for term in context.around),
            into,
            span=at,
        )
    )


def spoken(flow: Flow, text: p.Text, readers: Expression, env: Env) -> m.Emit:
    """A text for some players."""
    flow.builder.texts.append(flow.builder.template(text))
    values = tuple(flow.builder.term(part, env) for part in text.parts if not isinstance(part, str))
    return m.Emit(len(flow.builder.texts) - 1, values, readers)


def roll(flow: Flow, step: p.Roll, context: Context) -> None:
    """A die, or the dice of a cup one by one."""
    type, place = flow.program.fields[step.field].type, (step.field, step.at)
    if step.count is None or step.left is None:
        outcome = Local("outcome", type=type)
        single(flow, step.span, context, type, step.faces, None, place, step.label, outcome)
        return
    assert isinstance(type, BagOf)
    cup = zone(flow, place, context)
    count, kept = flow.builder.term(step.count, context.env), flow.builder.term(step.left, context.env)
    ends = bounds.of(count.type)
    assert ends is not None
    counted = Int(0, ends[1])
    left = flow.slot("to_roll", counted, context)
    rest = Load(left, type=counted)
    label, after, empty = flow.label(), flow.label(), flow.label()
    flow.emit(m.Store(left, (), count), m.Store(cup.field, cup.at, kept))
    flow.emit(m.Branch(op("<", ZERO, rest, type=BOOL), (m.Goto(label),)))
    flow.goto(after)
    one = op("bag one", bit_number(Local("outcome", type=type.of), type.of), number(type.bits), type=type)
    body = (
        m.Store(cup.field, cup.at, op("bag plus", cup, one, type=type)),
        m.Branch(op("<", ONE, rest, type=BOOL), (m.Store(left, (), op("-", rest, ONE, type=counted)), m.Goto(label))),
        m.Store(left, (), ZERO),
        m.Goto(after),
    )
    touched = ((cup.field, cup.at),)
    chance_state(
        flow, label, step.span, context, type.of, step.faces, None, body, step.label, touched, empty, left=left
    )
    flow.begin(empty, context)
    flow.emit(flow.builder.fault("nothing-there", "chance has nothing to pick from here", step.span))
    flow.code = None
    flow.begin(after, context)
    flow.emit(*flow.clear((left,)))


def random(flow: Flow, step: p.RandomFrom, context: Context) -> None:
    inner = element(step.domain.type)
    assert inner is not None and not isinstance(inner, SetOf)
    goal = flow.program.fields[step.field].type
    outcome: Expression = Local("outcome", type=inner)
    if step.check:
        low_end, high_end = (goal.low, goal.high) if isinstance(goal, Int) else (0, 0)
        outcome = flow.builder.checked(
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
    options = flow.builder.term(step.domain, context.env)
    single(flow, step.span, context, inner, (), options, (step.field, step.at), step.label, outcome)


def deal(flow: Flow, step: p.Deal, context: Context) -> None:
    """So many single draws, each a chance event over the different faces."""
    builder = flow.builder
    source, target = zone(flow, step.source, context), zone(flow, step.target, context)
    source, target, kept = settled(flow, step, source, target, context)
    count = builder.term(step.count, context.env)
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
        few = builder.fault("too-few-cards", f"there are not enough cards in `{step.source[0]}` to deal", step.span)
        negative = op("<", rest, ZERO, type=BOOL)
        flow.emit(m.Branch(op("or", op("<", there, rest, type=BOOL), negative, type=BOOL), (few,)))
    again, label, after, empty = flow.label(), flow.label(), flow.label(), flow.label()
    flow.goto(again)
    flow.begin(again, context)
    inner = element(source.type)
    assert isinstance(inner, Member)
    card = Local("outcome", type=inner)
    touched = ((source.field, source.at), (target.field, target.at))
    one_less = m.Store(left, (), op("-", rest, ONE, type=counted))
    ordered = flow.program.fields[source.field].order is not None and step.end != "any"
    options: Expression = source
    if ordered:
        flow.emit(m.Branch(op("<=", rest, ZERO, type=BOOL), (m.Goto(after),)))
        options = in_order(flow, step, source, target, (one_less, m.Goto(again)), label, context)
    else:
        flow.emit(m.Branch(op("<", ZERO, rest, type=BOOL), (m.Goto(label),)))
        flow.goto(after)
    body = (
        *carried(flow, step, source, target, card),
        m.Branch(op("<", ONE, rest, type=BOOL), (one_less, m.Goto(again if ordered else label))),
        m.Store(left, (), ZERO),
        m.Goto(after),
    )
    chance_state(
        flow, label, step.span, context, inner, (), options, body, step.label, touched, empty, target.field, left
    )
    flow.begin(empty, context)
    flow.emit(builder.fault("too-few-cards", f"`{step.source[0]}` has run out of cards", step.span))
    flow.code = None
    flow.begin(after, context)
    flow.emit(*flow.clear((left, *kept)))


def in_order(
    flow: Flow, step: p.Deal, source: Load, target: Load, again: tuple[m.Code, ...], label: int, context: Context
) -> Expression:
    """Deals cards that lie in order without chance, as long as there are any; gives those that chance decides about."""
    rows = ordering.ends(flow, source, step.end)
    order = ordering.order_of(flow, source.field)
    unknown = ordering.middle(flow, source)
    drawn = m.Branch(op("is not", unknown, const(0, source.type), type=BOOL), (m.Goto(label),))
    if step.end == "bottom" and order.under is None and not order.laid:  # nothing ever lies below the middle
        flow.emit(drawn)
    for place, (row, card, rest) in enumerate(rows):
        name, env = bind(context.env, ".card", card.type)
        here = Local(name, type=card.type)
        hole = pt.Local(".card", type=card.type)
        told = p.Text((*step.label.parts, ": ", hole))
        readers = ordering.knowers(flow, ((source.field, source.at), (target.field, target.at)))
        line = (
            m.Set(name, card),
            spoken(flow, told, readers, env),
            m.Store(row.field, row.at, rest),
            *carried(flow, step, source, target, here, taken=True),
            *again,
        )
        flow.emit(m.Branch(op("not", ordering.is_empty(row), type=BOOL), line))
        if place == 0 and not order.laid:
            flow.emit(drawn)
    flow.goto(label)
    return unknown


def carried(
    flow: Flow, step: p.Deal, source: Load, target: Load, card: Expression, taken: bool = False
) -> tuple[m.Code, ...]:
    """One card goes over; `taken` says whether the order it leaves is settled already."""
    left, given = moved(flow, source, target, card)
    made: list[m.Code] = []
    if flow.program.fields[source.field].order is not None and not taken and step.end == "any":
        one = (
            op("bag one", card, number(source.type.bits), type=source.type) if isinstance(source.type, BagOf) else None
        )
        group = one if one is not None else op("bit", card, type=source.type)
        made += ordering.take(flow, (source.field, source.at), group)
    made += [m.Store(source.field, source.at, left), m.Store(target.field, target.at, given)]
    if step.lay is not None:
        place = target.field, target.at
        made += ordering.lay(flow, place, card, step.lay == "under", (source.field, source.at), step)
    return tuple(made)


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
    at = tuple(flow.builder.term(t, context.env) for t in where[1])
    return Load(where[0], at, type=flow.program.fields[where[0]].type)


def held(flow: Flow, zone: Load) -> Expression:
    if isinstance(zone.type, BagOf):
        faces = size(zone.type.of)
        most = Int(0, faces * most_of(zone.type, flow.program.kinds))
        return op("bag size", zone, number(zone.type.bits), number(faces), type=most)
    assert isinstance(zone.type, SetOf)
    return op("size", zone, type=Int(0, size(zone.type.of)))


def moved(flow: Flow, source: Load, target: Load, card: Expression) -> tuple[Expression, Expression]:
    """Both zones after one card has gone over."""
    if isinstance(source.type, BagOf):
        one = op("bag one", card, number(source.type.bits), type=source.type)
        return op("bag less", source, one, type=source.type), op("bag plus", target, one, type=target.type)
    one = op("bit", card, type=source.type)
    return op("minus", source, one, type=source.type), op("union", target, one, type=target.type)
