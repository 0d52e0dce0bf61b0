"""The order of cards in piles and rows: what is noted when a card is laid down, taken away or dealt."""

from __future__ import annotations

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import ONE, bind
from astro_referee.interpreter.lower.flow.states import Context, Flow
from astro_referee.interpreter.machine.expressions import Call, Expression, Load, Local
from astro_referee.interpreter.machine.folding import arithmetic, const, number, op
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.program.program import Order
from astro_referee.interpreter.values.types import BOOL, BagOf, Int, ListOf, RowOf, SetOf, size

At = tuple[Expression, ...]
Place = tuple[str, At]
"""A zone by its name and where among several of them."""


def order_of(flow: Flow, zone: str) -> Order:
    order = flow.program.fields[zone].order
    assert order is not None
    return order


def row(flow: Flow, name: str, at: At) -> Load:
    return Load(name, at, type=flow.program.fields[name].type)


def kind(row: Expression) -> RowOf:
    assert isinstance(row.type, RowOf)
    return row.type


def length(row: Expression) -> Expression:
    return op("row length", row, number(kind(row).bits), type=Int(0, kind(row).size))


def is_empty(row: Expression) -> Expression:
    return op("is", row, const(0, row.type), type=BOOL)


# --- Laying down ---------------------------------------------------------------------------------------------------


def entry(flow: Flow, type: RowOf, card: Expression, knowing: Expression) -> Expression:
    """A card as it is kept in a row, with the players who know it."""
    made = arithmetic("+", card, ONE)
    if type.seats:
        code = op("encode", knowing, type=Int(0, (1 << type.seats) - 1))
        made = arithmetic("+", made, arithmetic("*", code, number(1 << type.value_bits)))
    return made


def knowers(flow: Flow, places: tuple[Place, ...]) -> Expression:
    """The players who see one of some zones."""
    group = SetOf(flow.builder.player)
    seen: Expression = const(0, group)
    for name, at in places:
        audience = flow.audience_function(name)
        if audience is None:
            return const((1 << flow.builder.player.size) - 1, group)
        whose = flow.owner(name)
        owner = at[0] if at and at[0].type == whose else const(0, whose)
        seen = op("union", seen, Call(audience, (owner,), type=group), type=group)
    return seen


def lay(flow: Flow, target: Place, card: Expression, under: bool, source: Place | None, at: p.StepBase) -> list[m.Code]:
    """A card comes to lie on or under all others of an ordered zone."""
    order = order_of(flow, target[0])
    name = order.under if under and order.under is not None else order.on
    here = row(flow, name, target[1])
    knowing = knowers(flow, (target, source) if source is not None else (target,))
    added = entry(flow, kind(here), card, knowing)
    word = "row under" if under else "row on"
    made: list[m.Code] = [m.Store(name, target[1], op(word, here, added, number(kind(here).bits), type=here.type))]
    if order.limited:
        fault = flow.builder.fault("too-many-cards", f"there is no room left in `{target[0]}`", at.span)
        made.insert(0, m.Branch(op("<=", number(order.most), length(here), type=BOOL), (fault,)))
    return made


def lay_all(flow: Flow, step: p.LayAll, context: Context) -> list[m.Code]:
    """All cards of one ordered zone come to lie on or under those of another, as they lay."""
    env = context.env
    target = step.zone, flow.builder.terms(step.at, env)
    source = step.source[0], flow.builder.terms(step.source[1], env)
    order = order_of(flow, step.zone)
    name = order.under if step.under and order.under is not None else order.on
    here, there = row(flow, name, target[1]), row(flow, order_of(flow, source[0]).on, source[1])
    card, inner = bind(env, ".card", kind(there).of)
    moved, _ = bind(inner, ".row", here.type)
    coming = Local(moved, type=here.type)
    width = number(kind(here).bits)
    added = entry(flow, kind(here), Local(card, type=kind(there).of), knowers(flow, (target, source)))
    both = (here, coming) if step.under else (coming, here)
    made: list[m.Code] = []
    if order.limited:
        fault = flow.builder.fault("too-many-cards", f"there is no room left in `{target[0]}`", step.span)
        total = arithmetic("+", length(here), length(there))
        made.append(m.Branch(op("<", number(order.most), total, type=BOOL), (fault,)))
    return [
        *made,
        m.Set(moved, const(0, here.type)),
        m.Loop(
            card,
            kind(there).of,
            values(there),
            (m.Set(moved, op("row under", coming, added, width, type=here.type)),),
        ),
        m.Store(name, target[1], op("row joined", *both, width, type=here.type)),
    ]


def values(row: Expression) -> Expression:
    type = kind(row)
    return op(
        "row values",
        row,
        number(type.value_bits),
        number(type.bits),
        number(0),
        type=ListOf(type.of, type.size),
    )


# --- Taking away ---------------------------------------------------------------------------------------------------


def held(row: Expression, type: SetOf | BagOf) -> Expression:
    """The cards of a row as the set or bag of a zone."""
    width = type.bits if isinstance(type, BagOf) else 1
    most = (1 << width * size(type.of)) - 1
    here = kind(row)
    code = op("row held", row, number(width), number(here.value_bits), number(here.bits), type=Int(0, most))
    return op("decode", code, type=type)


def without(flow: Flow, group: Expression, gone: Expression) -> Expression:
    """What is left of a set or bag of cards."""
    if isinstance(group.type, BagOf):
        widths = number(group.type.bits), number(size(group.type.of))
        return op("bag minus", group, gone, *widths, type=group.type)
    return op("minus", group, gone, type=group.type)


def less(row: Expression, cards: Expression) -> Expression:
    """A row without some cards, as many as lie there, from the first on."""
    type, here = cards.type, kind(row)
    assert isinstance(type, SetOf | BagOf)
    width = type.bits if isinstance(type, BagOf) else 1
    code = op("encode", cards, type=Int(0, (1 << width * size(type.of)) - 1))
    widths = number(width), number(here.value_bits), number(here.bits)
    return op("row less", row, code, *widths, type=row.type)


def take(flow: Flow, zone: Place, cards: Expression) -> list[m.Code]:
    """Cards leave an ordered zone: first those laid on it, then those laid under it."""
    order, made = order_of(flow, zone[0]), list[m.Code]()
    on = row(flow, order.on, zone[1])
    if order.under is not None:
        assert isinstance(cards.type, SetOf | BagOf)
        under = row(flow, order.under, zone[1])
        rest = without(flow, cards, held(on, cards.type))
        made.append(m.Store(order.under, zone[1], less(under, rest)))
    return [*made, m.Store(order.on, zone[1], less(on, cards))]


def mix(flow: Flow, zone: Place) -> list[m.Code]:
    """The order of a zone is forgotten."""
    order = order_of(flow, zone[0])
    names = [order.on, *([order.under] if order.under is not None else [])]
    return [m.Store(name, zone[1], const(0, flow.program.fields[name].type)) for name in names]


def middle(flow: Flow, zone: Load) -> Expression:
    """The cards of a zone of which nobody knows the order."""
    order = order_of(flow, zone.field)
    found: Expression = zone
    assert isinstance(zone.type, SetOf | BagOf)
    for name in (order.on, order.under):
        if name is not None:
            found = without(flow, found, held(row(flow, name, zone.at), zone.type))
    return found


def ends(flow: Flow, zone: Load, end: str) -> list[tuple[Load, Expression, Expression]]:
    """The rows that a card can be dealt from, in their turn: the row, the card, and the row without it.

    None between them stands for the middle.
    """
    order = order_of(flow, zone.field)
    rows = [row(flow, name, zone.at) for name in (order.on, order.under) if name is not None]
    made: list[tuple[Load, Expression, Expression]] = []
    for here in rows if end == "top" else reversed(rows):
        type = kind(here)
        first, rest = ("row first", "row rest") if end == "top" else ("row last", "row front")
        card = op(first, here, number(type.value_bits), number(type.bits), type=type.of)
        made.append((here, card, op(rest, here, number(type.bits), type=type)))
    return made


def lines(flow: Flow, step: p.Lay | p.LayAll | p.Take | p.Mix, context: Context) -> list[m.Code]:
    """A step that only notes what has happened to an order."""
    terms = flow.builder.terms
    match step:
        case p.LayAll():
            return lay_all(flow, step, context)
        case p.Lay(zone, at, card, under, source):
            found: Place | None = None
            if source is not None:
                found = source[0], terms(source[1], context.env)
            return lay(flow, (zone, terms(at, context.env)), term(flow, card, context), under, found, step)
        case p.Take(zone, at, cards):
            return take(flow, (zone, terms(at, context.env)), term(flow, cards, context))
        case p.Mix(zone, at):
            return mix(flow, (zone, terms(at, context.env)))


def term(flow: Flow, of: pt.Term, context: Context) -> Expression:
    return flow.builder.term(of, context.env)
