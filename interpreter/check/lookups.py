"""Constant tables for going round a ring, and for finding members by their coordinates."""

from __future__ import annotations

from math import prod

from attrs import evolve

from astro_referee.grammar.source import Span
from astro_referee.interpreter.check import expressions, wording
from astro_referee.interpreter.check.scope import Checker
from astro_referee.interpreter.folding import const, op
from astro_referee.interpreter.program import KindInfo
from astro_referee.interpreter.terms import Lookup, Term
from astro_referee.interpreter.types import Bool, Either, Int, ListOf, Member, Type, low, size

LARGEST_LOOKUP = 16_384
"""Entries of a table that leads from coordinates to members: some boards leave out three places of four."""
LARGEST_ROUND = 256
"""Members of a ring one goes round: the table of all rounds has this many squared."""


def rotation_table(c: Checker, info: KindInfo, clockwise: bool, after: bool, at: Span) -> str:
    """For each member of a ring: all members from it on (or behind it, itself last), one way round."""
    word = f"{info.name} {'clockwise' if clockwise else 'anticlockwise'} {'after' if after else 'from'}"
    if len(info.members) > LARGEST_ROUND:
        message = f"{info.name} has {len(info.members)} members, too many to go round (at most {LARGEST_ROUND})"
        c.error("too-large", message, at, "step on with `.next`")
        return word
    if word not in c.tables:
        count, way = len(info.members), 1 if clockwise else -1
        rounds = tuple(tuple((i + way * (j + after)) % count for j in range(count)) for i in range(count))
        c.tables[word] = (ListOf(Member(info.name, count), count), rounds)
    return word


def by_coordinates(c: Checker, info: KindInfo) -> dict[tuple[int | str, ...], int]:
    """Members by the values of their coordinates; of several, the first."""
    if info.name not in c.coordinates:
        found: dict[tuple[int | str, ...], int] = {}
        columns = [info.columns[word][1] for word, _ in info.coordinates]
        for number, values in enumerate(zip(*columns, strict=True)):
            found.setdefault(values, number)
        c.coordinates[info.name] = found
    return c.coordinates[info.name]


def member_lookup(c: Checker, info: KindInfo, terms: list[Term], at: Span) -> Term:
    """A member by coordinates that are only known in play: a table over all coordinates."""
    type = Member(info.name, len(info.members))
    bases = [goal for _, goal in info.coordinates if isinstance(goal, Bool | Int | Member)]
    found = by_coordinates(c, info)
    full = prod(size(base) for base in bases)
    if full > LARGEST_LOOKUP:
        message = f"looking up {wording.a(info.name)} by these values needs a table of {full} entries"
        c.error("too-large", message, at, f"at most {LARGEST_LOOKUP}")
        return expressions.wrong(at)
    if len(bases) == 1 and full == len(found) and list(found) == [(number,) for number in range(full)]:
        return evolve(terms[0], type=type, span=at)

    def level(prefix: tuple[int, ...]) -> object:
        if len(prefix) == len(bases):
            return found.get(prefix, -1)
        base = bases[len(prefix)]
        return tuple(level((*prefix, low(base) + i)) for i in range(size(base)))

    table = f"{info.name}[]"
    result: Type = type if full == len(found) else Either(type, ("none",))
    if table not in c.tables:
        whole = level(())
        assert isinstance(whole, tuple)
        c.tables[table] = (result, whole)
    places = [
        op("-", t, const(low(b), Int(low(b), low(b))), type=Int(0, size(b) - 1)) if low(b) else t
        for t, b in zip(terms, bases, strict=True)
    ]
    return Lookup(table, tuple(places), type=result, span=at)
