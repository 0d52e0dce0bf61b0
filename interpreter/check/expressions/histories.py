"""Histories: `history positions of man`, `remember positions`, `positions.times`."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.interpreter.check.expressions import access, expressions
from astro_referee.interpreter.check.kinds import declarations
from astro_referee.interpreter.check.mistakes import definitions as mistakes
from astro_referee.interpreter.check.mistakes.kinds import NOT_KNOWN_BEFOREHAND
from astro_referee.interpreter.check.names.declared import Meaning
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.machine.runtime import LONGEST_PAST
from astro_referee.interpreter.program import program
from astro_referee.interpreter.program.folding import op
from astro_referee.interpreter.program.program import FieldInfo, Step
from astro_referee.interpreter.program.terms import Const, Load, Term
from astro_referee.interpreter.values.types import ErrorType, Int, PastOf

RECORDED = ("var", "die", "token", "zone")
"""Parts of the state that can be remembered."""


def declare(c: Checker, node: tree.History) -> None:
    """A history of some parts of the state; it starts empty."""
    word = node.name.word
    recorded: list[str] = []
    for part in node.of:
        name = named(part)
        c.found.used.add(name.word)
        field = c.declared.fields.get(name.word) or c.declared.fields.get(f"{name.word}.at")
        if field is None or field.sort not in RECORDED:
            known = [f.removesuffix(".at") for f, there in c.declared.fields.items() if there.sort in RECORDED]
            c.report(mistakes.NotRecorded(name.word, c.alike(name.word, known), tuple(known)), name.span)
            continue
        recorded.append(field.name if isinstance(part, tree.Name) else c.source.slice(part.span))
    bases = declarations.indices(c, node.per)
    if len(recorded) < len(node.of):
        c.declared.symbols[word] = Meaning("broken", word, node.name.span)
        return
    type = PastOf(tuple(recorded))
    start = Const(0, type=type)
    c.declared.fields[word] = FieldInfo(word, "history", type, bases, start, docs=node.docs, span=node.name.span)


def named(part: tree.Name | tree.Index) -> tree.Name:
    """The name in `man` or `lapses[Red]`."""
    name = part.of if isinstance(part, tree.Index) else part
    return named(name) if isinstance(name, tree.Index) else name if isinstance(name, tree.Name) else tree.Name("?")


def settle(c: Checker, node: tree.History) -> None:
    """The parts of a history as they are read, once all parts of the state are known."""
    only_public(c, node)
    if node.name.word not in c.declared.fields:
        return
    parts = [kept(c, part) for part in node.of]
    if None in parts:
        del c.declared.fields[node.name.word]
        c.declared.symbols[node.name.word] = Meaning("broken", node.name.word, node.name.span)
    whole = [part for part in parts if part is not None]
    orders = [order for part in whole if (order := order_of(c, part)) is not None]
    c.declared.recorded[node.name.word] = (*whole, *orders)


def order_of(c: Checker, part: Load) -> Load | None:
    """In which order the cards of a row or pile lie: that is a part of how it stands, too."""
    order = c.declared.fields[part.field].order
    return None if order is None else Load(order.on, part.at, type=c.declared.fields[order.on].type)


def kept(c: Checker, part: tree.Name | tree.Index) -> Load | None:
    """A part of the state; kept for each of something, it is taken whole unless one entry is named."""
    word = named(part).word
    if isinstance(part, tree.Name):
        field = c.declared.fields[word if word in c.declared.fields else f"{word}.at"]
        return Load(field.name, type=field.type)
    stands = tree.FieldOf(part, tree.Name("at", span=part.span), span=part.span)
    term = expressions.expression(c, stands if f"{word}.at" in c.declared.fields else part)
    if isinstance(term.type, ErrorType) or not isinstance(term, Load):
        return None
    if not all(isinstance(at, Const) for at in term.at):
        c.report(NOT_KNOWN_BEFOREHAND, part.span)
        return None
    return term


def only_public(c: Checker, node: tree.History) -> None:
    """What is remembered can be asked about by anyone, so everyone must see it."""
    for name in map(named, node.of):
        field = c.declared.fields.get(name.word) or c.declared.fields.get(f"{name.word}.at")
        if field is not None and field.audience is not None:
            c.report(mistakes.HistoryDiscloses(name.word), name.span)


def is_history(c: Checker, node: tree.Expr) -> bool:
    """Whether an expression names a history: `positions`, `positions[me]`."""
    name = node.of if isinstance(node, tree.Index) else node
    return (
        isinstance(name, tree.Name)
        and name.word in c.declared.fields
        and c.declared.fields[name.word].sort == "history"
    )


def past(c: Checker, node: tree.Expr) -> Load | None:
    """The history that an expression names; None if there was something to report."""
    if isinstance(node, tree.Index):
        assert isinstance(node.of, tree.Name)
        term = access.field_at(c, node, node.of.word)
    else:
        assert isinstance(node, tree.Name)
        term = access.whole_field(c, node)
    return term if isinstance(term, Load) and not isinstance(term.type, ErrorType) else None


def recorded(c: Checker, there: Load) -> tuple[Term, ...]:
    """The parts of the state as they are now."""
    return c.declared.recorded[there.field]


def times(c: Checker, node: tree.FieldOf) -> Term:
    """`positions.times`: how often it has been remembered as it is now."""
    there = past(c, node.of)
    if there is None:
        return expressions.wrong(node.span)
    c.found.used.add(there.field)
    if node.name.word != "times":
        c.report(mistakes.NoFieldOfHistory(node.name.word, c.source.slice(node.of.span)), node.name.span)
        return expressions.wrong(node.span)
    return op("times", there, *recorded(c, there), type=Int(0, LONGEST_PAST), at=node.span)


def remember(c: Checker, node: tree.Remember) -> list[Step]:
    """`remember positions`."""
    if not is_history(c, node.place):
        term = expressions.expression(c, node.place)
        if not isinstance(term.type, ErrorType):
            shown = c.source.slice(node.place.span)
            c.report(mistakes.NotAHistory(term.type, shown), node.place.span)
        return []
    there = past(c, node.place)
    if there is None:
        return []
    c.found.written.setdefault(there.field, node.span)
    more = op("remembered", there, *recorded(c, there), type=there.type, at=node.span)
    return [program.Assign(there.field, there.at, more, span=node.span)]
