"""Values and zones that change places: `swap` for two of them, `pass` for the zones of all; nodes in, steps out."""

from __future__ import annotations

from collections.abc import Iterator

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.expressions import expressions
from astro_referee.interpreter.check.flow import piles
from astro_referee.interpreter.check.flow.cards import card_kind, right_cards, settled, zone
from astro_referee.interpreter.check.mistakes import cards as mistakes
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import program
from astro_referee.interpreter.program.folding import const, op
from astro_referee.interpreter.program.program import FieldInfo, Step
from astro_referee.interpreter.program.terms import Load, Local, Term
from astro_referee.interpreter.values.types import BOOL, BagOf, ErrorType, Int, Member, RowOf, SetOf, same_base, size

MOST = 16
"""Zones that are passed on at once: as many as there can be players."""
SWAPPED, PASSED = ".swapped", ".passed"
"""Begin the names under which something is held that changes places."""


def swap(c: Checker, node: tree.Swap) -> list[Step]:
    left, right = expressions.expression(c, node.left), expressions.expression(c, node.right)
    if isinstance(left.type, ErrorType) or isinstance(right.type, ErrorType):
        return []
    for term, part in ((left, node.left), (right, node.right)):
        if not isinstance(term, Load) or c.declared.fields[term.field].sort not in ("var", "token", "zone"):
            c.report(mistakes.NOT_SWAPPED, part.span)
            return []
        c.found.written.setdefault(term.field, part.span)
    assert isinstance(left, Load)
    assert isinstance(right, Load)
    if not same_base(left.type, right.type):
        c.report(mistakes.SwapOfUnlike(left.type, right.type), node.span)
        return []
    there = expressions.fitted(c, node.left, left, c.declared.fields[right.field].type, "the other")
    here = expressions.fitted(c, node.right, right, c.declared.fields[left.field].type, "the first")
    before, settled_right = settled(right, {left.field}, "with", node.span)
    orders = list(swapped_orders(c, left, settled_right, node.span))
    if None in orders:
        return []
    return [
        *before,
        *(step for order in orders if order is not None for step in exchanged(*order, node.span, by_field=True)),
        *exchanged(left, settled_right, there, here, node.span, by_field=c.declared.fields[left.field].sort == "zone"),
    ]


def exchanged(left: Load, right: Load, there: Term, here: Term, at: Span, by_field: bool) -> list[Step]:
    """Two parts of the state with each other's value: `there` is that of the left one, and `here` of the right one.

    Zones are held `by_field`, since a name has one type in a block.
    """
    held = Local(f"{SWAPPED}_{left.field.replace('.', '_')}" if by_field else SWAPPED, type=there.type)
    return [
        program.Let(held.name, there, span=at),
        program.Assign(left.field, left.at, here, span=at),
        program.Assign(right.field, right.at, held, span=at),
    ]


def swapped_orders(c: Checker, left: Load, right: Load, at: Span) -> Iterator[tuple[Load, Load, Term, Term] | None]:
    """The orders of two zones, which change places with their cards; None, which is reported, if they cannot."""
    fields = c.declared.fields
    one, other = fields[left.field].order, fields[right.field].order
    if one is None and other is None:
        return
    if one is None or other is None or not swappable(c, fields[left.field], fields[right.field]):
        c.report(mistakes.SwapOfOrders(left.field, right.field, one is not None and other is not None), at)
        yield None
        return
    for here, there in ((one.on, other.on), (one.under, other.under)):
        if here is not None and there is not None:
            first = Load(here, left.at, type=fields[here].type)
            second = Load(there, right.at, type=fields[there].type)
            yield first, second, first, second


def swappable(c: Checker, left: FieldInfo, right: FieldInfo) -> bool:
    """Whether two orders can be kept in each other's place: with as much room, and known to the same players.

    Of cards that some see, those who see the other zone would learn them; of those that nobody sees, nobody does.
    """
    one, other = left.order, right.order
    assert one is not None and other is not None
    type = c.declared.fields[one.on].type
    if not isinstance(type, RowOf) or type != c.declared.fields[other.on].type:
        return False
    if (one.under is None) != (other.under is None):
        return False
    unseen = all(piles.seen_by_nobody(info) for info in (left, right)) and one.top is None and other.top is None
    return not type.seats or unseen


def pass_on(c: Checker, node: tree.Pass) -> list[Step]:
    """`pass hand[p] to hand[p.next] for p in players`: all leave before any arrives."""
    name = node.param.name
    whose = tree.Phrase("all", name, node.param.domain, node.param.where, span=node.param.span)
    among = expressions.expression(c, whose)
    if isinstance(among.type, ErrorType):
        return []
    base = among.type.of if isinstance(among.type, SetOf) else None
    if not isinstance(base, Member) or base.size > MOST:
        c.report(mistakes.PassedByMany(MOST), node.param.domain.span)
        return []
    if not isinstance(node.source, tree.Index) or name not in node.source.args:
        c.report(mistakes.PassedByNobody(name.word, c.source.slice(node.source.span)), node.source.span)
        return []
    group = Local(f".passing_{base.kind}", type=among.type)
    before: list[Step] = [program.Let(group.name, among, span=node.span)]
    gone: list[Step] = []
    come: list[Step] = []
    for number in range(base.size):
        places = passed(c, node, const(number, base))
        if places is None:
            return []
        changed = {place.field for place in places}
        more, source = settled(places[0], changed, f"from{number}_", node.span)
        also, target = settled(places[1], changed, f"to{number}_", node.span)
        held = Local(f"{PASSED}_{source.field}_{number}", type=source.type)
        there = op("has", group, const(number, base), type=BOOL)
        cards = op("if", there, source, const(0, source.type), type=source.type)
        before += [*more, *also, program.Let(held.name, cards, span=node.span)]
        gone.append(program.Assign(source.field, source.at, less(source, held), span=node.span))
        into = "+" if isinstance(target.type, BagOf) else "union"
        both = op(into, target, held, type=target.type)
        come.append(program.Assign(target.field, target.at, both, span=node.span))
        rows = passed_rows(c, source, target, there, number, node.span)
        before, gone, come = ([*all, *more] for all, more in zip((before, gone, come), rows, strict=True))
    return [*before, *gone, *come]


def passed(c: Checker, node: tree.Pass, who: Term) -> tuple[Load, Load] | None:
    """From where to where one of them passes cards."""
    with c.scope():
        c.bind(node.param.name, who.type, who)
        c.at.scopes[-1][node.param.name.word].used = True
        source, target = zone(c, node.source), zone(c, node.target)
    if source is None or target is None:
        return None
    if not right_cards(c, target[1], card_kind(source[1]).kind, node.target.span):
        return None
    if not passable(c, source[1], target[1]):
        c.report(mistakes.PassedInOrder(source[1].name, target[1].name), node.target.span)
        return None
    c.found.used.add(source[1].name)
    return source[0], target[0]


def passable(c: Checker, source: FieldInfo, target: FieldInfo) -> bool:
    """Whether cards can be passed on as they lie: all of them lie in an order, and nobody knows more than is seen."""
    if target.order is None:
        return True
    if source.order is None or not source.order.laid or not target.order.laid:
        return False
    kinds = (c.declared.fields[order.on].type for order in (source.order, target.order))
    return all(isinstance(kind, RowOf) and not kind.seats for kind in kinds)


def passed_rows(
    c: Checker, source: Load, target: Load, there: Term, number: int, at: Span
) -> tuple[list[Step], list[Step], list[Step]]:
    """What becomes of the order of passed cards: before any leaves, when they leave, and when they come."""
    order = c.declared.fields[source.field].order
    if order is None:
        return [], [], []
    goal = c.declared.fields[target.field].order
    made: tuple[list[Step], list[Step], list[Step]] = [], [], []
    for name in (order.on, order.under):
        if name is not None:
            type = c.declared.fields[name].type
            here, nothing = Load(name, source.at, type=type), const(0, type)
            left = op("if", there, nothing, here, type=type)
            held = Local(f"{PASSED}_{name.replace('.', '_')}_{number}", type=type)
            made[0].append(program.Let(held.name, op("if", there, here, nothing, type=type), span=at))
            made[1].append(program.Assign(name, source.at, left, span=at))
    if goal is not None:
        coming = Local(f"{PASSED}_{order.on.replace('.', '_')}_{number}", type=c.declared.fields[order.on].type)
        there_now = Load(goal.on, target.at, type=c.declared.fields[goal.on].type)
        made[2].extend(piles.joined(c.declared.fields[target.field], there_now, coming, at))
    return made


def less(zone: Load, cards: Term) -> Term:
    """What is left of a zone."""
    if not isinstance(zone.type, BagOf):
        return op("minus", zone, cards, type=zone.type)
    bits, faces = zone.type.bits, size(zone.type.of)
    return op("bag minus", zone, cards, const(bits, Int(bits, bits)), const(faces, Int(0, faces)), type=zone.type)
