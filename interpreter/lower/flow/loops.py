"""Loops that stop inside: what is still to come is kept in the record."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import ONE, YES, ZERO
from astro_referee.interpreter.lower.flow import steps, tracing
from astro_referee.interpreter.lower.flow.states import Context, Flow
from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.expressions import Choices, Expression, Load, Lookup, Op, Range
from astro_referee.interpreter.machine.folding import arithmetic, bit_number, const, number, op
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.program.secrets import hides
from astro_referee.interpreter.values.types import (
    BOOL,
    BagOf,
    Int,
    ListOf,
    Member,
    RowOf,
    SetOf,
    element,
    low,
    plain,
    size,
)


@frozen
class LoopIterator:
    """What is left of a loop: how to begin, whether there is more, how to take the next, and the slots it needs."""

    prepare: list[m.Code]
    more: Expression
    take: Callable[[str], list[m.Code]]
    slots: tuple[str, ...]


def loop(flow: Flow, step: p.For, context: Context) -> None:
    """A loop that stops inside: what is still to come is kept in the record."""
    if isinstance(step.domain, pt.Choices):
        raise m.MachineProblem("unsupported", "a loop over subsets may not ask or roll inside", step.span)
    name = flow.slot(step.name, step.name_type, context)
    here = Load(name, type=step.name_type)
    env = {**context.env, step.name: here}
    domain = flow.builder.domain(step.domain, context.env)
    rest = remaining(flow, step, domain, context)
    check, body, after = flow.label(), flow.label(), flow.label()
    mine = (name, *rest.slots)
    asked = [*pt.domain_parts(step.domain), *([step.where] if step.where is not None else [])]
    around = context.around if hides(flow.program, asked) else (*context.around, here)
    traced = tracing.inside_loop(step, context.traced)
    inner = context.inside(env=env, scopes=(*context.scopes, mine), around=around, traced=traced)
    flow.emit(*rest.prepare)
    flow.goto(check)
    flow.begin(check, context)
    flow.emit(m.Branch(op("not", rest.more, type=BOOL), (m.Goto(after),)))
    flow.emit(*rest.take(name))
    if isinstance(step.domain, pt.Fold) and step.domain.name == ".seat":
        gone = op("not", steps.still_in(flow, here) or YES, type=BOOL)
        flow.emit(m.Branch(gone, (m.Goto(check),)))
    if step.where is not None:
        flow.emit(m.Branch(op("not", flow.builder.term(step.where, env), type=BOOL), (m.Goto(check),)))
    flow.goto(body)
    flow.begin(body, context)
    flow.emit(*flow.gone_through(step))
    steps.block(flow, step.body, inner)
    flow.goto(check)
    flow.begin(after, context)
    flow.emit(*flow.clear(mine))


def remaining(flow: Flow, step: p.For, domain: Range | Choices | Expression, context: Context) -> LoopIterator:
    """How a loop remembers what is left: the next number, the set still to do, or a place in a round."""
    if isinstance(domain, Range):
        first, final = bounds.of(domain.low.type), bounds.of(domain.high.type)
        assert first is not None and final is not None
        numbers = Int(first[0], max(first[1], final[1] + 1))
        following, last = flow.slot("next", numbers, context), flow.slot("last", Int(*final), context)
        now, end = Load(following, type=numbers), Load(last, type=Int(*final))
        prepare: list[m.Code] = [m.Store(following, (), domain.low), m.Store(last, (), domain.high)]
        more = op("<=", now, end, type=BOOL)

        def following_number(name: str) -> list[m.Code]:
            return [m.Store(name, (), now), m.Store(following, (), op("+", now, ONE, type=numbers))]

        return LoopIterator(prepare, more, following_number, (following, last))
    assert not isinstance(domain, Choices)
    inner = element(domain.type)
    kind = plain(domain.type)
    if isinstance(kind, SetOf | BagOf) and inner is not None and not isinstance(inner, SetOf):
        faces = SetOf(inner)
        todo = flow.slot("to_do", faces, context)
        rest = Load(todo, type=faces)
        group = domain
        if isinstance(kind, BagOf):
            group = op("bag faces", domain, number(kind.bits), number(size(kind.of)), type=faces)
        lowest_bit = Op("least", (rest,), type=Int(0, size(inner) - 1))
        value = arithmetic("+", lowest_bit, number(low(inner))) if low(inner) else lowest_bit
        more = op("is not", rest, const(0, faces), type=BOOL)

        def take(name: str) -> list[m.Code]:
            here = Load(name, type=inner)
            gone = op("bit", bit_number(here, inner), type=faces)
            return [m.Store(name, (), value), m.Store(todo, (), op("minus", rest, gone, type=faces))]

        return LoopIterator([m.Store(todo, (), group)], more, take, (todo,))
    if isinstance(kind, ListOf) and goes_round(step):
        assert isinstance(inner, Member)
        return round_left(flow, step, domain, inner, context)
    if isinstance(kind, ListOf) and inner is not None and not isinstance(inner, SetOf):
        return row_left(flow, domain, RowOf(inner, kind.size), context)
    raise m.MachineProblem("unsupported", "a loop over this list may not ask or roll inside", step.span)


def goes_round(step: p.For) -> bool:
    """Whether a loop goes round a ring, or round the players who are still in."""
    match step.domain:
        case pt.Lookup() | pt.Fold(name=".seat", domain=pt.Lookup()):
            return True
        case _:
            return False


def row_left(flow: Flow, domain: Expression, type: RowOf, context: Context) -> LoopIterator:
    """Any other list is kept as a row, and gets shorter."""
    todo = flow.slot("to_do", type, context)
    rest, width, base = Load(todo, type=type), number(type.bits), number(low(type.of))
    first = op("row first", rest, number(type.value_bits), width, type=Int(0, size(type.of) - 1))
    value = arithmetic("+", first, base) if low(type.of) else first
    more = op("is not", rest, const(0, type), type=BOOL)

    def take(name: str) -> list[m.Code]:
        return [m.Store(name, (), value), m.Store(todo, (), op("row rest", rest, width, type=type))]

    return LoopIterator([m.Store(todo, (), op("row of", domain, width, base, type=type))], more, take, (todo,))


def round_left(flow: Flow, step: p.For, domain: Expression, inner: Member, context: Context) -> LoopIterator:
    """Going round a ring: the seat where it began, and how far it has come. Players who are out are passed over."""
    if not isinstance(domain, Lookup):
        source = step.domain
        if not isinstance(source, pt.Fold) or not isinstance(source.domain, pt.Lookup) or source.name != ".seat":
            raise m.MachineProblem("unsupported", "a loop over this list may not ask or roll inside", step.span)
        domain = flow.builder.term(source.domain, context.env)
    assert isinstance(domain, Lookup)
    began = flow.slot("began", inner, context)
    passed = flow.slot("passed", Int(0, inner.size), context)
    order = Lookup(domain.table, (Load(began, type=inner),), type=domain.type)
    count = Load(passed, type=Int(0, inner.size))
    value = op("entry", order, count, type=inner)
    todo: Expression = op("<", count, number(inner.size), type=BOOL)
    prepare: list[m.Code] = [m.Store(began, (), domain.at[0]), m.Store(passed, (), ZERO)]

    def take(name: str) -> list[m.Code]:
        return [m.Store(name, (), value), m.Store(passed, (), op("+", count, ONE, type=Int(0, inner.size)))]

    return LoopIterator(prepare, todo, take, (began, passed))
