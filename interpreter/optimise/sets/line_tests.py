"""Whether one of many lines lies in a set altogether: one question, in place of a loop over lines."""

from __future__ import annotations

from collections import Counter

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of, expression_effects
from astro_referee.interpreter.machine.expressions import Const, Expression, Local, Lookup, Op
from astro_referee.interpreter.machine.folding import op
from astro_referee.interpreter.machine.traversal import Code, all_terms, breaks, leaves
from astro_referee.interpreter.optimise.sets.place_tests import PlaceTests, is_board, universe
from astro_referee.interpreter.values.types import BOOL, SetOf


def line_test(loop: m.Loop, tests: PlaceTests, uses: Counter[str]) -> Code | None:
    """A loop over the sets of a table that ends at the first of them which has nothing outside another set."""
    kind = loop.type
    if not isinstance(kind, SetOf) or not is_board(kind.of):
        return None
    match loop.domain, loop.body:
        case (
            Lookup(table, at),
            (
                m.Set(name, Op("meet", (Local(line), outside))),
                m.Branch(Op("is not", (Local(asked), Const(0))), (), then),
            ),
        ) if line == loop.name and asked == name:
            pass
        case _:
            return None
    values = tests.table(table)[1]
    if len(at) > 1 or not leaves(then) or not is_list_of_sets(values, len(at)):
        return None
    inside = Counter(term.name for term in all_terms(loop.body) if isinstance(term, Local))
    if {line, name} & (effects_of(then).locals | expression_effects(outside).locals) or uses[line] > inside[line]:
        return None
    if not tests.sure(outside):
        return None
    body = then[:-1] if isinstance(then[-1], m.Break) else then
    if breaks(body):
        return None
    found = Op("covers", (inverse(outside, kind), tests.whole(table), *at), type=BOOL)
    return (m.Branch(found, body, loop.otherwise),)


def inverse(group: Expression, kind: SetOf) -> Expression:
    match group:
        case Op("minus", (Const(value), inner)) if value == universe(kind.of).value:
            return inner
        case _:
            return op("minus", universe(kind.of), group, type=kind)


def is_list_of_sets(values: object, depth: int) -> bool:
    if not isinstance(values, tuple):
        return False
    if depth:
        return all(is_list_of_sets(one, depth - 1) for one in values)
    return all(isinstance(one, int) for one in values)
