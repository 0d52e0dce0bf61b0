"""The first thing in sight, for all places at once.

`first t in s.ray(way) where …` goes along a list that begins at `s`. Where each list goes on as that of its first place
does, the places from which the first thing that stops a look is of some kind are found by steps back from there. So a
loop over places that offers something, or answers, where that is so in one of several directions, goes through the set
of these places.
"""

from __future__ import annotations

from collections.abc import Collection

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of, expression_effects
from astro_referee.interpreter.machine.expressions import Const, Expression, Local, Lookup, Op
from astro_referee.interpreter.machine.folding import number, op
from astro_referee.interpreter.machine.traversal import Code, breaks, changed, leaves
from astro_referee.interpreter.optimise.sets.place_tests import PlaceTests, meet, universe
from astro_referee.interpreter.values.types import BOOL, ListOf, Member, SetOf


@frozen
class Sight:
    """What is looked for along each of the lists that a table has for a place."""

    table: str
    place: Local
    stop: str
    """The name of what the look ends at."""
    seen: Local
    """The name of a place on the way."""
    ends: Expression
    """Whether the look ends there."""
    wanted: tuple[Expression, ...]
    """What must be so of where it ends."""
    then: Code


def in_sight(loop: m.Loop, around: Collection[str], tests: PlaceTests) -> m.Branch | None:
    """A look around from a place that a loop goes through: what is done if something is seen, in one branch."""
    sight = sight_in(loop)
    if sight is None or sight.place.name not in around:
        return None
    base = sight.place.type
    if not isinstance(base, Member) or sight.seen.type != base:
        return None
    kind = SetOf(base)
    rows = columns(tests.table(sight.table)[1])
    if rows is None or not all(map(goes_on, rows)):
        return None
    ends = tests.where(sight.ends, sight.seen.name, kind.of)
    if ends is None:
        return None
    wanted: Expression = universe(kind.of)
    least = 0
    for test in sight.wanted:
        if is_there(test, sight.stop):
            continue
        if sight.place.name in expression_effects(test).locals:
            far = least_distance(test, sight.place.name, sight.stop, rows, tests)
            if far is None:
                return None
            least = max(least, far)
            continue
        passed = tests.where(with_name(test, sight.stop, sight.seen), sight.seen.name, kind.of)
        if passed is None:
            return None
        wanted = meet(wanted, passed, kind)
    through = op("minus", universe(kind.of), ends, type=kind)
    found: Expression | None = None
    for row in range(len(rows)):
        args = (through, wanted, tests.whole(sight.table), number(least), number(row))
        one = Op("sights", args, type=kind)
        found = one if found is None else op("union", found, one, type=kind)
    if found is None:
        return None
    return m.Branch(Op("has", (found, sight.place), type=BOOL), sight.then)


def sight_in(loop: m.Loop) -> Sight | None:
    """A look along all lists of a place, up to the first that leads to something."""
    match loop:
        case m.Loop(row, ListOf(), Lookup(table, (Local() as place,)), (look, m.Branch() as test), ()):
            pass
        case _:
            return None
    match look:
        case m.Loop(seen, type, Local(along), (m.Branch(ends, found, ()),), (m.Set(none, Const(value)),)):
            pass
        case _:
            return None
    match found:
        case (m.Set(stop, Local(here)), m.Break()):
            pass
        case _:
            return None
    if along != row or here != seen or none != stop or value >= 0:
        return None
    wanted: list[Expression] = []
    code: Code = (test,)
    while len(code) == 1 and isinstance(code[0], m.Branch) and not code[0].otherwise:
        wanted += conjuncts(code[0].condition)
        code = code[0].then
    then = code[:-1] if code and isinstance(code[-1], m.Break) else code
    if not leaves(code) or breaks(then) or effects_of(then).locals & {row, seen, stop}:
        return None
    if expression_effects(ends).locals & {row, place.name} or not any(is_there(one, stop) for one in wanted):
        return None
    if any(expression_effects(one).locals & {row, seen} for one in wanted):
        return None
    return Sight(table, place, stop, Local(seen, type=type), ends, tuple(wanted), then)


def conjuncts(test: Expression) -> list[Expression]:
    """The tests that must all hold, in order."""
    match test:
        case Op("and", (first, second)):
            return [*conjuncts(first), *conjuncts(second)]
        case Op("not", (Op("or", (first, second)),)):
            return [*conjuncts(op("not", first, type=test.type)), *conjuncts(op("not", second, type=test.type))]
        case _:
            return [test]


def is_there(test: Expression, name: str) -> bool:
    """Whether a test says that there is something at all."""
    match test:
        case Op("is not", (Local(asked), Const(value))):
            return asked == name and value < 0
        case _:
            return False


def with_name(test: Expression, name: str, other: Local) -> Expression:
    return changed(test, lambda part: other if isinstance(part, Local) and part.name == name else part)


def columns(values: tuple[object, ...]) -> list[list[tuple[int, ...]]] | None:
    """For each direction the lists of all places."""
    rows = [row for row in values if isinstance(row, tuple) and all(isinstance(one, tuple) for one in row)]
    if len(rows) < len(values) or len({len(row) for row in rows}) != 1:
        return None
    return [list(column) for column in zip(*rows, strict=True)]


def goes_on(lists: list[tuple[int, ...]]) -> bool:
    """Whether each list goes on as that of its first place does."""
    return all(not one or one[1:] == lists[one[0]] for one in lists)


def least_distance(
    test: Expression, place: str, stop: str, rows: list[list[tuple[int, ...]]], tests: PlaceTests
) -> int | None:
    """How many places must lie between for a fixed test of two places to hold, if it depends on that alone."""
    effects = expression_effects(test)
    if not effects.sure or effects.calls or effects.fields or effects.locals != {place, stop}:
        return None
    passed: dict[int, bool] = {}
    for lists in rows:
        for start, one in enumerate(lists):
            for between, there in enumerate(one):
                holds = bool(tests.evaluator.value(test, [], {place: start, stop: there}))
                if passed.setdefault(between, holds) != holds:
                    return None
    far = [between for between, holds in passed.items() if holds]
    least = min(far, default=0)
    return least if len(far) == len(passed) - least else None
