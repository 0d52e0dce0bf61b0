"""Constant tables for going round a ring, and for finding members by their coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

from attrs import evolve

from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.expressions import expressions
from astro_referee.interpreter.check.kinds import constants
from astro_referee.interpreter.check.mistakes import boards as mistakes
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program.folding import const, op
from astro_referee.interpreter.program.program import KindInfo
from astro_referee.interpreter.program.terms import Const, Lookup, Term
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import (
    BOOL,
    Base,
    Bool,
    Either,
    Int,
    ListOf,
    Member,
    Type,
    high,
    low,
    plain,
    range_of,
    size,
    span,
    words,
)

LARGEST_LOOKUP = 16_384
"""Entries of a table that leads from coordinates to members: some boards leave out three places of four."""
LARGEST_ROUND = 256
"""Members of a ring one goes round: the table of all rounds has this many squared."""


def rotation_table(c: Checker, info: KindInfo, clockwise: bool, after: bool, at: Span) -> str:
    """For each member of a ring: all members from it on (or behind it, itself last), one way round."""
    word = f"{info.name} {'clockwise' if clockwise else 'anticlockwise'} {'after' if after else 'from'}"
    if len(info.members) > LARGEST_ROUND:
        c.report(mistakes.TooManyToGoRound(info.name, len(info.members), LARGEST_ROUND), at)
        return word
    if word not in c.declared.tables:
        count, way = len(info.members), 1 if clockwise else -1
        rounds = tuple(tuple((i + way * (j + after)) % count for j in range(count)) for i in range(count))
        c.declared.tables[word] = (ListOf(Member(info.name, count), count), rounds)
    return word


def by_coordinates(c: Checker, info: KindInfo) -> dict[tuple[int | str, ...], int]:
    """Members by the values of their coordinates; of several, the first."""
    if info.name not in c.declared.coordinates:
        found: dict[tuple[int | str, ...], int] = {}
        columns = [info.columns[word][1] for word, _ in info.coordinates]
        for number, values in enumerate(zip(*columns, strict=True)):
            found.setdefault(values, number)
        c.declared.coordinates[info.name] = found
    return c.declared.coordinates[info.name]


def member_lookup(c: Checker, info: KindInfo, terms: list[Term], at: Span) -> Term:
    """A member by coordinates that are only known in play: a table over all of them, and none where it has a gap or a
    coordinate lies outside. The type says so only if that can be.
    """
    type = Member(info.name, len(info.members))
    bases = [goal for _, goal in info.coordinates if isinstance(goal, Bool | Int | Member)]
    found = by_coordinates(c, info)
    full = prod(size(base) for base in bases)
    if full > LARGEST_LOOKUP:
        c.report(mistakes.LookupTooLarge(info.name, full, LARGEST_LOOKUP), at)
        return expressions.wrong(at)
    reaches = [reach(c, term, base) for term, base in zip(terms, bases, strict=True)]
    result: Type = type if missing(found, reaches) is None else Either(type, ("none",))
    margins = [(some.start < low(base), some.stop > high(base) + 1) for some, base in zip(reaches, bases, strict=True)]
    outside = any(any(margin) for margin in margins)
    if len(bases) == 1 and not outside and list(found) == [(number,) for number in range(full)]:
        return evolve(terms[0], type=type, span=at)
    spans = [range(low(b) - before, high(b) + 1 + after) for b, (before, after) in zip(bases, margins, strict=True)]

    def level(prefix: tuple[int, ...]) -> object:
        if len(prefix) == len(spans):
            return found.get(prefix, -1)
        return tuple(level((*prefix, value)) for value in spans[len(prefix)])

    table = f"{info.name}[{', '.join(f'{some.start}..{some[-1]}' for some in spans) if outside else ''}]"
    if table not in c.declared.tables:
        whole = level(())
        assert isinstance(whole, tuple)
        gaps = len(found) < prod(map(len, spans))
        c.declared.tables[table] = (Either(type, ("none",)) if gaps else type, whole)
    places = [place(c, term, some, within) for term, some, within in zip(terms, reaches, spans, strict=True)]
    return Lookup(table, tuple(places), type=result, span=at)


def reach(c: Checker, term: Term, base: Base) -> range:
    """The values that a coordinate can have; an extra word such as `none` is one that lies outside."""
    value = constants.constant(c, term)
    if isinstance(value, int):
        return range(value, value + 1)
    first, last = span(term.type) if isinstance(base, Int) else (low(base), high(base))
    codes = [c.code(word, plain(term.type)) for word in words(term.type)]
    return range(min([first, *codes]), last + 1)


def missing(found: Mapping[tuple[int | str, ...], int], reaches: Sequence[range]) -> tuple[int, ...] | None:
    """Coordinates that can come up and have no member."""
    if prod(map(len, reaches)) > len(found):
        reaches = [some[: len(found) + 1] for some in reaches]
    return next((values for values in product(*reaches) if values not in found), None)


def lost_row(c: Checker, info: KindInfo, row: Lookup) -> str:
    """The first values for which a table has no row, as they are written; nothing if not all of them can come up."""
    bases = [goal for _, goal in info.coordinates if isinstance(goal, Bool | Member)]
    if len(bases) < len(info.coordinates) or any(isinstance(place, Const) for place in row.at):
        return ""
    lost = missing(by_coordinates(c, info), [range_of(base) for base in bases])
    printer = Printer({kind: there.members for kind, there in c.declared.kinds.items()}, tuple(c.declared.words))
    return ", ".join(printer.show(base, value) for base, value in zip(bases, lost or (), strict=bool(lost)))


def place(c: Checker, term: Term, some: range, within: range) -> Term:
    """Where the entry for a coordinate stands in a table over some values: what lies outside counts as its end."""
    number = coordinate(c, term, Int(some.start, some.stop - 1))
    first, last = const(within.start, Int(within.start, within.start)), const(within[-1], Int(within[-1], within[-1]))
    if some.stop > within.stop:
        number = op("min", number, last, type=Int(min(some.start, within[-1]), within[-1]), at=term.span)
    if some.start < within.start:
        number = op("max", number, first, type=Int(within.start, within[-1]), at=term.span)
    if within.start == 0:
        return number
    return op("-", number, first, type=Int(0, len(within) - 1), at=term.span)


def coordinate(c: Checker, term: Term, type: Int) -> Term:
    """A value as a number; an extra word is no number, and is told apart before it becomes its code."""
    base = plain(term.type)
    number: Term = evolve(term, type=type)
    for word in words(term.type):
        code = c.code(word, base)
        named = op("is", term, const(code, term.type), type=BOOL, at=term.span)
        number = op("if", named, const(code, Int(code, code)), number, type=type, at=term.span)
    return number
