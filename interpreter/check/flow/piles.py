"""Zones whose cards lie in an order: piles that cards are laid on or under, and rows.

Which cards a zone holds is kept as for every zone; beside it stands, in fields of its own, in which order they lie.
"""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.kinds import constants
from astro_referee.interpreter.check.mistakes import piles as mistakes
from astro_referee.interpreter.check.names import dependencies
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import program
from astro_referee.interpreter.program.folding import const, op
from astro_referee.interpreter.program.program import FieldInfo, Order, Step
from astro_referee.interpreter.program.terms import Const, Fold, Item, Load, Term
from astro_referee.interpreter.values.types import (
    BOOL,
    Either,
    ErrorType,
    Int,
    ListOf,
    Member,
    RowOf,
    SetOf,
    Type,
    element,
    fits,
    low,
    size,
)

ENDS = ("top", "bottom")
"""What can be asked of a zone that has an order."""


def declare(c: Checker, tops: dict[str, Term]) -> None:
    """The fields that keep the order of zones, for those that have one; `tops` says who sees what lies on top."""
    laid_on = laid(c)
    for item in c.file.items:
        if isinstance(item, tree.Zone):
            info = c.declared.fields.get(item.name.word)
            if info is not None and info.sort == "zone" and info.span == item.name.span:
                keep_order(c, item, info, laid_on, tops.get(info.name))


def laid(c: Checker) -> dict[str, set[str]]:
    """The zones that the rules lay cards on or under, with these words."""
    found: dict[str, set[str]] = {}
    for item in c.file.items:
        if c.source.is_test(item.span.start):
            continue
        for node in dependencies.inside(item):
            if isinstance(node, tree.Put | tree.Deal) and node.word != "into":
                of = node.target.of if isinstance(node.target, tree.Index) else node.target
                if isinstance(of, tree.Name):
                    found.setdefault(of.word, set()).add(node.word)
    return found


def keep_order(c: Checker, node: tree.Zone, info: FieldInfo, laid_on: dict[str, set[str]], top: Term | None) -> None:
    words = laid_on.get(info.name, set())
    told = info.audience is not None or is_everyone(node.audience)
    seen = node.pile and (node.top is not None or (told and not seen_by_nobody(info)))
    if node.top is not None and not node.pile:
        c.report(mistakes.NoPile(info.name), node.top.span)
        return
    if node.row is None and not seen and not (node.pile and words):
        return
    cards = element(info.type)
    assert isinstance(cards, Member)
    total = sum(c.declared.kinds[cards.kind].counts)
    most = total
    if node.row is not None and node.row.most is not None:
        size = constants.fixed_number(c, node.row.most)
        if size is None:
            return
        if not 1 <= size <= total:
            c.report(mistakes.RoomInRow(total, size, cards.kind), node.row.most.span)
            return
        most = size
    under = f"{info.name}.under" if "under" in words and not (seen or node.row is not None) else None
    order = Order(f"{info.name}.on", under, seen or node.row is not None, most, most < total, top)
    seats = c.seats if node.pile and info.audience is not None else 0
    type = RowOf(cards, most, seats)
    for name in (order.on, order.under):
        if name is not None:
            empty = Const(0, type=type)
            c.declared.fields[name] = FieldInfo(
                name, "order", type, info.indices, empty, info.audience, order=order, span=info.span
            )
    c.declared.fields[info.name] = evolve(info, order=order)


def is_everyone(node: tree.Expr | None) -> bool:
    """Whether all see a zone because the file says so, and not because what it says was refused."""
    return isinstance(node, tree.Name) and node.word == "everyone"


def seen_by_nobody(info: FieldInfo) -> bool:
    return isinstance(info.audience, Const) and info.audience.value == 0


# --- Asking --------------------------------------------------------------------------------------------------------


def order_of(c: Checker, term: Term) -> Order | None:
    """How the order of a zone is kept, if a term is a zone whose cards all lie in one."""
    info = c.declared.fields.get(term.field) if isinstance(term, Load) else None
    return info.order if info is not None and info.sort == "zone" and info.order and info.order.laid else None


def in_order(c: Checker, term: Term) -> Term:
    """The cards of an ordered zone as a list, the first on top; everything else as it is."""
    if isinstance(term.type, RowOf):
        return listed(term, term.type)
    order = order_of(c, term)
    return term if order is None else cards_in_order(c, term, order)


def cards_in_order(c: Checker, term: Term, order: Order) -> Term:
    assert isinstance(term, Load)
    type = c.declared.fields[order.on].type
    assert isinstance(type, RowOf)
    return listed(Load(order.on, term.at, type=type, span=term.span), type)


def listed(row: Term, type: RowOf) -> Term:
    """The values of a row as a list."""
    widths = (number(n) for n in (type.value_bits, type.bits, low(type.of)))
    return op("row values", row, *widths, type=ListOf(type.of, type.size), at=row.span)


def number(value: int) -> Const:
    return const(value, Int(value, value))


def end(c: Checker, term: Term, word: str, at: Span) -> Term | None:
    """`discards.top` and `discards.bottom`: a card, or none."""
    order = order_of(c, term)
    if order is None:
        return None
    cards = cards_in_order(c, term, order)
    card = element(term.type)
    assert isinstance(card, Member)
    type = Either(card, ("none",))
    if word == "top":
        return Item(const(1, Int(1, 1)), cards, type=type, span=at)
    return Fold("last", ".card", card, cards, type=type, span=at)


# --- Laying --------------------------------------------------------------------------------------------------------


def refused(c: Checker, word: str, info: FieldInfo, at: Span) -> bool:
    """Reports a word that does not go with a zone: on or under a pile, into or on a row, into everything else."""
    name, order = info.name, info.order
    if word == "into" and info.pile and order is not None and order.laid:
        into = Span(c.source.text.rindex("into", 0, at.start), at.end)
        c.report(mistakes.IntoSeenPile(name, c.source.slice(at), into), at)
        return True
    if word == "into" or (order is not None and (info.pile or word == "on")):
        return False
    if info.pile:
        c.report(mistakes.NoOrderKept(name), at)
    elif order is not None:
        c.report(mistakes.UNDER_A_ROW, at)
    else:
        c.report(mistakes.NotOnAZone(name, word), at)
    return True


def lays(word: str, info: FieldInfo) -> str | None:
    """Where in the order of a zone cards come that are put there: on or under the others; None if they are mixed."""
    if info.order is None or (info.pile and word == "into"):
        return None
    return "under" if word in ("into", "under") else "on"


def taken(c: Checker, zone: Load, cards: Term, at: Span) -> list[Step]:
    """What must be noted when cards leave a zone."""
    info = c.declared.fields[zone.field]
    return [program.Take(zone.field, zone.at, cards, span=at)] if info.order is not None else []


def mixed(c: Checker, zone: Load, at: Span) -> list[Step]:
    """What must be noted when all cards leave a zone, or it is shuffled."""
    info = c.declared.fields[zone.field]
    return [program.Mix(zone.field, zone.at, span=at)] if info.order is not None else []


def laid_down(c: Checker, word: str, zone: Load, card: Term | None, source: Load | None, at: Span) -> list[Step]:
    """What must be noted when a card comes into a zone; several that would lie in an order have been refused."""
    where = lays(word, c.declared.fields[zone.field])
    if where is None:
        return []
    assert card is not None and not isinstance(card.type, ErrorType)
    found = None if source is None else (source.field, source.at)
    return [program.Lay(zone.field, zone.at, card, where == "under", found, span=at)]


def joined(zone: FieldInfo, here: Load, coming: Term, at: Span) -> list[Step]:
    """Cards that come to others as they lie: on a pile, or behind those of a row; a fault if there is no room."""
    type, more = here.type, coming.type
    assert isinstance(type, RowOf) and isinstance(more, RowOf) and zone.order is not None
    width = number(type.bits)
    made: list[Step] = []
    if zone.order.limited:
        lengths = (op("row length", row, width, type=Int(0, kind.size)) for row, kind in ((here, type), (coming, more)))
        total = op("+", *lengths, type=Int(0, type.size + more.size))
        room = op("<=", total, number(type.size), type=BOOL)
        made.append(program.Require(room, "too-many-cards", f"there is no room left in `{zone.name}`", span=at))
    both = (coming, here) if zone.pile else (here, coming)
    return [*made, program.Assign(here.field, here.at, op("row joined", *both, width, type=type), span=at)]


# --- Rows of values ------------------------------------------------------------------------------------------------


def added(c: Checker, place: Load, value: Term, at: Span) -> list[Step]:
    """`add x to row`: it comes last; a fault if there is no room."""
    type = place.type
    assert isinstance(type, RowOf)
    width = number(type.bits)
    room = op("<", op("row length", place, width, type=Int(0, type.size)), number(type.size), type=BOOL)
    entry = op("+", value, number(1 - low(type.of)), type=Int(1, size(type.of)))
    row = op("row under", place, entry, width, type=type)
    full = program.Require(room, "too-many-cards", f"there is no room left in `{place.field}`", span=at)
    return [full, program.Assign(place.field, place.at, row, span=at)]


def removed(place: Load, value: Term, at: Span) -> list[Step]:
    """`remove x from row`: the first one, if there is any."""
    type = place.type
    assert isinstance(type, RowOf)
    bit = op("bit", op("-", value, number(low(type.of)), type=Int(0, size(type.of) - 1)), type=SetOf(type.of))
    group = op("encode", bit, type=Int(0, (1 << size(type.of)) - 1))
    widths = (number(n) for n in (1, type.value_bits, type.bits))
    return [program.Assign(place.field, place.at, op("row less", place, group, *widths, type=type), span=at)]


def stored(place: Load, values: Term, at: Span) -> list[Step]:
    """`row = list`: its values in their order; a fault if there are more than the row has room for."""
    type = place.type
    assert isinstance(type, RowOf) and isinstance(values.type, ListOf)
    made: list[Step] = []
    if values.type.size > type.size:
        room = op("<=", op("length", values, type=Int(0, values.type.size)), number(type.size), type=BOOL)
        made.append(program.Require(room, "too-many-cards", f"there is no room left in `{place.field}`", span=at))
        values = op("list first", values, number(type.size), type=ListOf(values.type.of, type.size), at=values.span)
    row = op("row of", values, number(type.bits), number(low(type.of)), type=type)
    return [*made, program.Assign(place.field, place.at, row, span=at)]


def can_keep(type: RowOf, value: Type) -> bool:
    """Whether every value of a list may stand in a row."""
    return isinstance(value, ListOf) and fits(value.of, type.of) is True
