"""Cards between zones, and tokens on places. Nothing is ever lost on the way."""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.expressions import expressions
from astro_referee.interpreter.check.flow import piles, steps, unordered
from astro_referee.interpreter.check.mistakes import cards as mistakes
from astro_referee.interpreter.check.mistakes import wording
from astro_referee.interpreter.check.mistakes.piles import ShuffledInSight
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import heaps, program
from astro_referee.interpreter.program.folding import const, number_range, op
from astro_referee.interpreter.program.program import FieldInfo, Require, Step
from astro_referee.interpreter.program.terms import Const, Load, Local, Lookup, Op, Range, Term, walk
from astro_referee.interpreter.values.types import (
    BOOL,
    BagOf,
    ErrorType,
    Int,
    ListOf,
    Member,
    SetOf,
    Type,
    element,
    plain,
    size,
)


def zone(c: Checker, node: tree.Expr, sorts: tuple[str, ...] = ("zone",)) -> tuple[Load, FieldInfo] | None:
    """A zone by name or name and index; or, where that is said, dice."""
    term = expressions.expression(c, node)
    if isinstance(term, Load) and term.field in c.declared.fields and c.declared.fields[term.field].sort in sorts:
        c.found.written.setdefault(term.field, node.span)
        return term, c.declared.fields[term.field]
    if not isinstance(term.type, ErrorType):
        c.report(mistakes.ZoneExpected(term.type), node.span)
    return None


def card_kind(field: FieldInfo) -> Member:
    inner = element(field.type)
    assert isinstance(inner, Member)
    return inner


def full(type: Type, counts: tuple[int, ...]) -> Const:
    """A zone that holds every card of its kind."""
    if isinstance(type, BagOf):
        return const(sum(count << type.bits * face for face, count in enumerate(counts)), type)
    assert isinstance(type, SetOf)
    return const((1 << size(type.of)) - 1, type)


def zone_places(c: Checker, kind: str) -> list[tuple[FieldInfo, tuple[Const, ...]]]:
    """Every single zone that can hold cards of a kind."""
    places: list[tuple[FieldInfo, tuple[Const, ...]]] = []
    for field in c.declared.fields.values():
        if field.sort == "zone" and card_kind(field).kind == kind:
            indices: list[tuple[Const, ...]] = [()]
            for base in field.indices:
                low = base.low if isinstance(base, Int) else 0
                indices = [(*i, const(low + n, base)) for i in indices for n in range(size(base))]
            places += [(field, i) for i in indices]
    return places


def settled(load: Load, changed: set[str], name: str, at: Span) -> tuple[list[Step], Load]:
    """A place as it is before these fields change, and the steps that work it out: afterwards it may be another."""
    made: list[Step] = []
    indexes: list[Term] = []
    for number, index in enumerate(load.at):
        inside = walk(index)
        if any(t.field in changed if isinstance(t, Load) else not isinstance(t, STEADY) for t in inside):
            made.append(program.Let(f".{name}{number}", index, span=at))
            index = Local(f".{name}{number}", type=index.type)
        indexes.append(index)
    return made, evolve(load, at=tuple(indexes))


STEADY = (Const, Local, Lookup, Op)
"""Terms that read no field themselves."""


# --- put ---------------------------------------------------------------------------------------------------------


def put(c: Checker, node: tree.Put) -> list[Step]:
    thing = node.thing
    if thing.word == "every":
        return put_every(c, node)
    if thing.word == "all":
        return put_all_from(c, node)
    assert thing.of is not None
    goal = None
    with c.silently():
        target = expressions.expression(c, node.target)
    if (
        isinstance(target, Load)
        and target.field in c.declared.fields
        and c.declared.fields[target.field].sort == "zone"
    ):
        goal = target.type
        what = expressions.solid(c, thing.of, expressions.expression(c, thing.of, goal))
    else:
        what = expressions.solid(c, thing.of, expressions.expression(c, thing.of))
    if isinstance(what.type, ErrorType):
        expressions.expression(c, node.target)
        return []
    inner = element(what.type) or what.type
    shape = c.declared.kinds[inner.kind].shape if isinstance(inner, Member) else ""
    if shape == "token" and inner == what.type:
        return put_token(c, node, what)
    if shape != "card":
        c.report(mistakes.NotPut(what.type), thing.of.span)
        return []
    if goal is None:
        zone(c, node.target)
        return []
    return put_cards(c, node, what)


def put_token(c: Checker, node: tree.Put, what: Term) -> list[Step]:
    assert isinstance(what.type, Member)
    field = c.declared.fields.get(f"{what.type.kind}.at")
    c.found.used.add(what.type.kind)
    target = token_place(c, node, field) if field is not None else None
    if field is None or target is None:
        return []
    return [program.Assign(field.name, (what,), target, span=node.span)]


def token_place(c: Checker, node: tree.Put, field: FieldInfo) -> Term | None:
    """Where one or all of a sort of token are put."""
    if node.word != "on" or node.source is not None or node.thing.word not in ("one", "every"):
        shown = c.source.slice(node.thing.of.span) if node.thing.of is not None else "…"
        shown = f"all {shown}" if node.thing.word == "every" else shown
        c.report(mistakes.TokenPutOn(shown), node.span)
        return None
    goal = plain(field.type)
    target = expressions.solid(c, node.target, expressions.expression(c, node.target, goal))
    target = expressions.fitted(
        c, node.target, target, goal, f"where {wording.a(field.name.removesuffix('.at'))} stands"
    )
    return None if isinstance(target.type, ErrorType) else target


def put_every(c: Checker, node: tree.Put) -> list[Step]:
    """`put all Card into stock`: every card, wherever it is."""
    assert isinstance(node.thing.of, tree.Name)
    kind = named_kind(c, node.thing.of, ("card", "token"))
    if kind is None:
        return []
    if c.declared.kinds[kind].shape == "token":
        field = c.declared.fields.get(f"{kind}.at")
        place = token_place(c, node, field) if field is not None else None
        if field is None or place is None:
            return []
        each = field.indices[0]
        return [program.Assign(field.name, (const(i, each),), place, span=node.span) for i in range(size(each))]
    there = zone(c, node.target)
    if there is None or not right_cards(c, there[1], kind, node.target.span):
        return []
    if unordered.every_card(c, node, kind, there[1]) or piles.refused(c, node.word, there[1], node.target.span):
        return []
    made: list[Step] = []
    for field, at in zone_places(c, kind):
        made.append(program.Assign(field.name, at, const(0, field.type), span=node.span))
        made += piles.mixed(c, Load(field.name, at, type=field.type), node.span)
    before, target = settled(there[0], {field.name for field, _ in zone_places(c, kind)}, "into", node.span)
    info = there[1]
    made.append(program.Assign(info.name, target.at, full(info.type, c.declared.kinds[kind].counts), span=node.span))
    return before + made


def named_kind(c: Checker, name: tree.Name, shapes: tuple[str, ...]) -> str | None:
    info = c.declared.kinds.get(name.word)
    if info is not None and info.shape in shapes:
        c.found.used.add(name.word)
        return info.name
    known = [k for k, i in c.declared.kinds.items() if i.shape in shapes]
    if name.word in c.declared.symbols:
        c.report(mistakes.NotOfThisSort(name.word, shapes, c.alike(name.word, known)), name.span)
    else:
        c.unknown(mistakes.UnknownSort(name.word, shapes), name.span, known)
    return None


def right_cards(c: Checker, field: FieldInfo, kind: str, at: Span) -> bool:
    held = card_kind(field).kind
    if held == kind:
        return True
    c.report(mistakes.WrongCards(field.name, held, kind), at)
    return False


def put_all_from(c: Checker, node: tree.Put) -> list[Step]:
    if node.source is None:
        known = [k for k, i in c.declared.kinds.items() if i.shape == "card"] or ["Card"]
        c.report(mistakes.WhichCards(known[0]), node.span)
        return []
    source, target = zone(c, node.source), zone(c, node.target)
    if source is None or target is None:
        return []
    if unordered.all_from(c, node, source, target[1]) or piles.refused(c, node.word, target[1], node.target.span):
        return []
    if not right_cards(c, target[1], card_kind(source[1]).kind, node.target.span):
        return []
    c.found.used.add(source[1].name)
    return transfer(c, source[0], source[0], target[0], node)


def transfer(
    c: Checker,
    what: Term,
    source: Load,
    target: Load,
    node: tree.Put,
    single: Term | None = None,
    copies: Term | None = None,
) -> list[Step]:
    """Cards known to be in the source leave it and enter the target; `single` if they have one face."""
    at, name = node.span, ".moving"
    cards = Local(name, type=what.type)
    out, into = ("bag minus", "+") if isinstance(source.type, BagOf) else ("minus", "union")
    extra = heaps.widths(source.type) if isinstance(source.type, BagOf) else ()
    before, source = settled(source, {source.field, target.field}, "from", at)
    more, target = settled(target, {source.field, target.field}, "into", at)
    where = piles.lays(node.word, c.declared.fields[target.field])
    if what == source and where is not None and piles.order_of(c, source) is not None:
        found = source.field, source.at
        taken: list[Step] = [program.LayAll(target.field, target.at, found, where == "under", span=at)]
        laid: list[Step] = []
        taken += piles.mixed(c, source, at)
    elif what == source:
        taken, laid = (
            piles.mixed(c, source, at),
            piles.laid_down(c, node.word, target, single, source, node.target.span),
        )
    else:
        taken, laid = piles.taken(c, source, cards, at), piles.laid_down(c, node.word, target, single, source, at)
    kept: list[Step] = []
    if laid and single is not None:
        kept = [program.Let(".card", single, span=at)]
        laid = [evolve(step, card=Local(".card", type=single.type)) for step in laid if isinstance(step, program.Lay)]
        if copies is not None:
            kept.append(program.Let(".copies", copies, span=at))
            laid = [one_by_one(Local(".copies", type=copies.type), laid, at)]
    return [
        *before,
        *more,
        program.Let(name, what, span=at),
        *kept,
        *taken,
        program.Assign(source.field, source.at, op(out, source, cards, *extra, type=source.type), span=at),
        program.Assign(target.field, target.at, op(into, target, cards, type=target.type), span=at),
        *laid,
    ]


def one_by_one(copies: Term, laid: list[Step], at: Span) -> Step:
    """Equal cards come to lie one after the other, which is the same in any order."""
    assert isinstance(copies.type, Int)
    return program.For(".copy", copies.type, Range(const(1, Int(1, 1)), copies), None, tuple(laid), span=at)


def put_cards(c: Checker, node: tree.Put, what: Term) -> list[Step]:
    there = zone(c, node.target)
    if there is None:
        return []
    if piles.refused(c, node.word, there[1], node.target.span):
        return []
    target, info = there
    held = card_kind(info)
    group, single, copies = cards_of(c, node, what, info)
    if group is None or (single is None and unordered.several(c, node, group.type, info)):
        return []
    if node.source is None:
        if isinstance(info.type, BagOf):
            assert node.thing.of is not None
            c.report(mistakes.SeveralCopies(held.kind), node.thing.of.span)
            return []
        places = zone_places(c, held.kind)
        made, target = settled(target, {field.name for field, _ in places}, "into", node.span)
        made.append(program.Let(".gathered", group, span=node.span))
        cards = Local(".gathered", type=group.type)
        for field, at in places:
            load = Load(field.name, at, type=field.type)
            made.append(program.Assign(field.name, at, op("minus", load, cards, type=field.type), span=node.span))
            made += piles.taken(c, load, cards, node.span)
        now = Load(target.field, target.at, type=target.type)
        made.append(program.Assign(target.field, target.at, op("union", now, cards, type=target.type), span=node.span))
        laid = piles.laid_down(c, node.word, target, single, None, node.target.span)
        return [*made, *laid]
    found = zone(c, node.source)
    if found is None or not right_cards(c, found[1], held.kind, node.source.span):
        return []
    source = found[0]
    c.found.used.add(found[1].name)
    missing = absent(group, source, single)
    return [
        Require(missing, "not-there", f"the cards are not in `{c.source.slice(node.source.span)}`", span=node.span),
        *transfer(c, group, source, target, node, single, copies),
    ]


def absent(group: Term, source: Load, single: Term | None) -> Term:
    """The condition that all cards of a group are in a zone."""
    if isinstance(source.type, BagOf):
        return heaps.holds(source, group)
    if single is not None:
        return op("has", source, single, type=BOOL)
    return op("is", op("minus", group, source, type=source.type), const(0, source.type), type=BOOL)


def cards_of(c: Checker, node: tree.Put, what: Term, info: FieldInfo) -> tuple[Term | None, Term | None, Term | None]:
    """The cards that are put, as a set or bag; the card if all have one face, and how many there are if it is said."""
    held = card_kind(info)
    at = node.span
    match what.type:
        case Member(kind, _) if kind == held.kind:
            bag = info.type if isinstance(info.type, BagOf) else None
            if node.thing.word == "one":
                if bag is not None:
                    return heaps.one(what, bag, at), what, None
                return op("bit", what, type=info.type, at=at), what, None
            number = several(c, node, what, info)
            if number is None or bag is None:
                return None, None, None
            return op("*", heaps.one(what, bag), number, type=bag, at=at), what, number
        case SetOf(Member(kind, _)) | BagOf(Member(kind, _), _) if kind == held.kind and node.thing.word == "one":
            if isinstance(what.type, SetOf) == isinstance(info.type, SetOf):
                return what, None, None
    assert node.thing.of is not None
    if isinstance(what.type, ListOf) and what.type.of == held and node.thing.word == "one":
        source = f"from {c.source.slice(node.source.span)} " if node.source is not None else ""
        line = f"put card {source}{node.word} {c.source.slice(node.target.span)}"
        c.report(mistakes.PutOfList(c.source.slice(node.thing.of.span), line), node.thing.of.span)
        return None, None, None
    if isinstance(what, Load) and node.thing.count is not None and node.source is None:
        count, shown = (c.source.slice(part.span) for part in (node.thing.count, node.thing.of))
        many = {"top": "1", "any": "1", "one": "1"}.get(count, count)
        how = "" if c.declared.fields[what.field].pile else "at random "
        goal = c.source.slice(node.target.span)
        line = f"deal {many} {how}from {shown} {node.word} {goal}"
        c.report(mistakes.PutOfZone(shown, line), node.span)
        return None, None, None
    c.report(
        mistakes.HoldsOtherCards(info.name, held.kind, what.type, wording.members(c.declared.kinds, held.kind)),
        node.thing.of.span,
    )
    return None, None, None


def several(c: Checker, node: tree.Put, what: Term, info: FieldInfo) -> Term | None:
    """How many: `2 of Coin[red]`, `up to 2 of Coin[red]`."""
    assert node.thing.count is not None
    number = expressions.number(c, node.thing.count)
    if not isinstance(number.type, Int):
        return None
    if not isinstance(info.type, BagOf):
        c.report(mistakes.OnlyOneOfEach(card_kind(info).kind), node.thing.count.span)
        return None
    copies = heaps.most_of(info.type, c.declared.kinds)
    if node.source is None:
        c.report(mistakes.FROM_WHERE, node.span)
        return None
    if node.thing.word == "up to":
        with c.silently():
            source = expressions.expression(c, node.source)
        held = heaps.count(source, what, copies)
        number = op("min", number, held, type=number_range("min", number.type, Int(0, copies)))
    number = expressions.fitted(c, node.thing.count, number, Int(0, copies), "how many there are of one face")
    return None if isinstance(number.type, ErrorType) else number


# --- deal, shuffle, show -----------------------------------------------------------------------------------------


def deal(c: Checker, node: tree.Deal) -> list[Step]:
    count = expressions.number(c, node.count)
    source, target = zone(c, node.source), zone(c, node.target)
    if isinstance(count.type, ErrorType) or source is None or target is None:
        return []
    kind = c.declared.kinds[card_kind(source[1]).kind]
    c.found.used.add(source[1].name)
    if not right_cards(c, target[1], kind.name, node.target.span):
        return []
    if piles.refused(c, node.word, target[1], node.target.span):
        return []
    if not source[1].pile and source[1].order is None and not node.at_random:
        c.report(mistakes.NothingOnTop(source[1].name), node.source.span)
        return []
    assert isinstance(count.type, Int)
    total = sum(kind.counts)
    if count.type.low > total and not node.up_to:
        c.report(mistakes.TooFewCards(total, kind.name), node.count.span)
        return []
    if count.type.high < 0:
        c.report(mistakes.CARDS_BELOW_ZERO, node.count.span)
        return []
    label = program.Text(("deal to ", *place_label(target[0])), span=node.span)
    return [
        program.Deal(
            count,
            node.up_to,
            (source[0].field, source[0].at),
            (target[0].field, target[0].at),
            label,
            "any" if node.at_random else "bottom" if node.bottom else "top",
            piles.lays(node.word, target[1]),
            span=node.span,
        )
    ]


def place_label(load: Load) -> tuple[str | Term, ...]:
    """`hand of P1`, `stock`."""
    if not load.at:
        return (load.field,)
    parts: list[str | Term] = [f"{load.field} of "]
    for number, index in enumerate(load.at):
        parts += [", ", index] if number else [index]
    return tuple(parts)


def shuffle(c: Checker, node: tree.Shuffle) -> list[Step]:
    there = zone(c, node.zone)
    if there is not None and not there[1].pile:
        c.report(mistakes.NothingToShuffle(there[1].name), node.zone.span)
    elif there is not None and there[1].order is not None:
        if there[1].order.laid:
            c.report(ShuffledInSight(there[1].name), node.zone.span)
            return []
        return piles.mixed(c, there[0], node.span)
    return []


def show(c: Checker, node: tree.Show) -> list[Step]:
    there = zone(c, node.zone, ("zone", "die"))
    to = steps.players(c, node.to)
    if there is None or isinstance(to.type, ErrorType):
        return []
    c.found.used.add(there[1].name)
    return [program.Show(there[0], program.Text(place_label(there[0])), to, span=node.span)]
