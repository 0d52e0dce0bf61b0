"""What can be reached, step by step, as one flood: a list that grows while it is gone through becomes one operation."""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import expression_effects
from astro_referee.interpreter.machine.expressions import Expression, Local, Lookup, Op
from astro_referee.interpreter.machine.traversal import Code
from astro_referee.interpreter.optimise.sets.place_tests import PlaceTests, meet, universe
from astro_referee.interpreter.optimise.sets.sight_tests import conjuncts
from astro_referee.interpreter.values.types import Int, SetOf, low, plain, size


def floods(lines: list[m.Code], tests: PlaceTests, uses: Counter[str]) -> None:
    """Writes what spreads in a block as floods."""
    at = 0
    while at + 2 < len(lines):
        for length in (3, 4):
            made = flood(lines[at : at + length], tests, uses) if at + length <= len(lines) else None
            if made is not None:
                lines[at : at + length] = made
                break
        at += 1


def flood(lines: list[m.Code], tests: PlaceTests, uses: Counter[str]) -> Code | None:
    """All that one comes to from a place or a set, step by step; where one may go must stay the same."""
    match lines:
        case [m.Set(result, Op("bit", (Local(start),)) as first), m.Set(todo, Op("list", (Local(again),))), loop]:
            if start != again or uses[todo] != 1:
                return None
        case [
            m.Set(result, first),
            m.Set(todo, Op("list", ())),
            m.Loop(one, _, Local(all_of), (m.Append(begun, Local(added)),), ()),
            loop,
        ]:
            if all_of != result or begun != todo or added != one or uses[todo] != 1:
                return None
        case _:
            return None
    match loop:
        case m.Loop(here, _, Local(through), (*counted, m.Loop(there, _, Lookup(table, (Local(from_),)), inner, ()))):
            if loop.otherwise or through != todo or from_ != here:
                return None
        case _:
            return None
    kind = plain(first.type)
    reads_here = 1 + (len(lines) == 4 and lines[2].name == here)  # type: ignore[union-attr]
    if not isinstance(kind, SetOf) or first.type != kind or low(kind.of) or uses[here] > reads_here:
        return None
    if not all(isinstance(line, m.Spend) and line.times is None for line in counted):
        return None
    allowed = where_to(inner, result, todo, here, there, kind, tests)
    if allowed is None:
        return None
    whole = Op("flood", (first, tests.whole(table), allowed), type=kind)
    reached = Op("size", (Local(result, type=kind),), type=Int(0, size(kind.of)))
    spent = [evolve(line, times=reached) for line in counted if isinstance(line, m.Spend)]
    return (m.Set(result, whole), *spent)


def where_to(
    inner: Code, result: str, todo: str, here: str, there: str, kind: SetOf, tests: PlaceTests
) -> Expression | None:
    """The set of the places that a step may lead to, if it does nothing but lead there."""
    asked: list[Expression] = []
    while len(inner) == 1 and isinstance(inner[0], m.Branch) and not inner[0].otherwise:
        asked += conjuncts(inner[0].condition)
        inner = inner[0].then
    match inner:
        case (m.Set(grown, Op("union", (Local(old), Op("bit", (Local(new),))))), m.Append(more, Local(added))):
            if {grown, old} != {result} or {new, added} != {there} or more != todo:
                return None
        case _:
            return None
    seen, *others = asked or (None,)
    match seen:
        case Op("not", (Op("has", (Local(known), Local(one))),)) if known == result and one == there:
            pass
        case _:
            return None
    allowed: Expression = universe(kind.of)
    for test in others:
        locals = expression_effects(test).locals
        found = tests.where(test, there, kind.of) if not locals & {result, todo, here} else None
        if found is None:
            return None
        allowed = meet(allowed, found, kind)
    return allowed
