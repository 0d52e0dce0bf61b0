"""Loops of which a table says that they have one round at most, or few: a value in a list, a face in a bag."""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import Local, Lookup, Op
from astro_referee.interpreter.machine.traversal import Code, all_terms, breaks
from astro_referee.interpreter.optimise.sets.place_tests import PlaceTests, is_board, universe
from astro_referee.interpreter.values.types import BOOL, ListOf, Member, SetOf, low, plain


def is_in_list(loop: m.Loop, tests: PlaceTests, uses: Counter[str]) -> Code | None:
    """A loop through a list of a table that ends at one value: whether that is in the list, whatever its order."""
    match loop.domain, loop.body:
        case (
            Lookup(table, at),
            (m.Branch(Op("is", (Local(name), wanted)), (*then, m.Break()), ()),),
        ) if name == loop.name and isinstance(loop.domain.type, ListOf) and at:
            pass
        case _:
            return None
    base = loop.type
    inside = sum_of_reads(loop.body, name)
    if not isinstance(base, Member) or not is_board(base) or wanted.type != base or breaks(tuple(then)):
        return None
    if uses[name] > inside or inside > 1 or not tests.sure(wanted):
        return None
    made = sets(tests.table(table)[1], len(at), 0)
    called = f"{table} as sets"
    tests.add(called, SetOf(base), made)  # type: ignore[arg-type]
    group = Lookup(called, at, type=SetOf(base))
    return (m.Branch(Op("has", (group, wanted), type=BOOL), tuple(then), loop.otherwise),)


def copies_of_all(loop: m.Loop, uses: Counter[str]) -> m.Loop | None:
    """A loop that adds up copies of some faces of a bag, through all faces: of one that is not there it has none."""
    match loop.domain, loop.body:
        case (
            bag,
            (m.Branch(_, (m.Set(sum, Op("+", (Local(old), Op("bag count", (of, Local(face), _))))),), ()),),
        ) if sum == old and face == loop.name and bag == of and isinstance(loop.type, Member):
            pass
        case _:
            return None
    inside = sum_of_reads(loop.body, loop.name)
    if uses[loop.name] > inside or not is_board(loop.type) or loop.otherwise:
        return None
    return evolve(loop, domain=universe(loop.type))


def only_one(loop: m.Loop, tests: PlaceTests) -> Code | None:
    """A loop over sets of a table each of which has one member."""
    match loop.domain:
        case Lookup(table, (_, *_)) as group:
            kind = plain(group.type)
        case _:
            return None
    entries = flat(tests.table(table)[1])
    if breaks(loop.body) or loop.otherwise or any(one.bit_count() != 1 for one in entries):
        return None
    if not isinstance(kind, SetOf) or low(kind.of) or kind.of != loop.type:
        return None
    return (m.Set(loop.name, Op("least", (group,), type=kind.of)), *loop.body)


def sum_of_reads(code: Code, name: str) -> int:
    return sum(isinstance(term, Local) and term.name == name for term in all_terms(code))


def flat(values: object) -> list[int]:
    if isinstance(values, tuple):
        return [one for entry in values for one in flat(entry)]
    return [values] if isinstance(values, int) else []


def sets(values: object, depth: int, first: int) -> object:
    """Lists at some depth of a table, as sets."""
    assert isinstance(values, tuple)
    if depth:
        return tuple(sets(one, depth - 1, first) for one in values)
    found = 0
    for one in values:
        found |= 1 << (one - first)
    return found
