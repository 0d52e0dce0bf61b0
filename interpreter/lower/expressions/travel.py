"""`reach … within`: the parts of such a phrase in, code out that spends one point after the other.

With each point it looks at the places beyond those it came to so far. A place that costs three is come to if it lay
beyond them three points ago, so what lay ahead is kept for each point.
"""

from __future__ import annotations

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import ONE, ZERO
from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.expressions import Expression, Local, Op, Range
from astro_referee.interpreter.machine.folding import bit_number, const, op
from astro_referee.interpreter.values.types import BOOL, Int, ListOf, SetOf


@frozen
class Trip:
    """From `here` one comes to the places `ahead`; of each of them, as `there`, the others are asked."""

    here: Local
    there: Local
    ahead: Expression
    where: Expression | None
    stop: Expression | None
    points: Expression
    cost: Expression | None


def travelled(start: Expression, trip: Trip) -> tuple[m.Code, ...]:
    """All places that one comes to from the start with the points there are."""
    type, ends = start.type, bounds.of(trip.points.type)
    assert isinstance(type, SetOf) and ends is not None
    most = max(1, ends[1])
    spent = Local(".spent", type=Int(1, most))
    reached, shut, front, beyond = (Local(f".{word}", type=type) for word in ("result", "shut", "front", "beyond"))
    nothing = const(0, type)
    one = op("bit", bit_number(trip.there, type.of), type=type)

    def more(group: Local) -> m.Code:
        return m.Set(group.name, op("union", group, one, type=type))

    # Where one must stop, one has been; nothing lies ahead from there.
    arrive: tuple[m.Code, ...] = (more(reached), more(shut))
    arrive += (more(front),) if trip.stop is None else (m.Branch(trip.stop, (), (more(front),)),)
    begin: tuple[m.Code, ...] = ()
    keep: tuple[m.Code, ...] = ()
    if trip.cost is not None:
        ahead = Local(".ahead", type=ListOf(type, most))
        price = Local(".price", type=trip.cost.type)
        begin = (m.Set(ahead.name, Op("list", (), type=ahead.type)),)
        keep = (m.Append(ahead.name, beyond),)
        price_ends = bounds.of(price.type)
        assert price_ends is not None
        since = op("-", spent, price, type=Int(1 - price_ends[1], most - price_ends[0]))
        before = op("entry", ahead, op("max", since, ZERO, type=Int(0, max(0, most - price_ends[0]))), type=type)
        lay_there = op("has", before, bit_number(trip.there, type.of), type=BOOL)
        affordable = op("<=", price, spent, type=BOOL)
        arrive = (m.Set(price.name, trip.cost), m.Branch(affordable, (m.Branch(lay_there, arrive),)))
    if trip.where is not None:
        arrive = (m.Branch(trip.where, arrive, (more(shut),)),)
    go_on = m.Set(beyond.name, op("union", beyond, trip.ahead, type=type))
    still = op("minus", beyond, shut, type=type)
    return (
        m.Set(reached.name, start),
        m.Set(shut.name, start),
        m.Set(front.name, start),
        m.Set(beyond.name, nothing),
        *begin,
        m.Loop(
            spent.name,
            spent.type,
            Range(ONE, trip.points),
            (
                m.Loop(trip.here.name, trip.here.type, front, (go_on,)),
                *keep,
                m.Branch(op("is", still, nothing, type=BOOL), (m.Return(reached),)),
                m.Set(front.name, nothing),
                m.Loop(trip.there.name, trip.there.type, still, arrive),
            ),
        ),
        m.Return(reached),
    )
