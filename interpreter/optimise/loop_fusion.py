"""A set that is put together only to be gone through is not put together: two loops become one.

`for each x in all y in S where C` goes through S and tests C, whatever words lie in between.
"""

from __future__ import annotations

from collections import Counter

from attrs import define, evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of, expression_effects
from astro_referee.interpreter.machine.expressions import (
    Choices,
    Const,
    Expression,
    Local,
    Op,
    Range,
)
from astro_referee.interpreter.machine.folding import bit_number, both
from astro_referee.interpreter.machine.references import running
from astro_referee.interpreter.machine.traversal import Code, Domain, all_terms, changed, walk_code
from astro_referee.interpreter.values.types import SetOf, plain


@define
class Fuser:
    """Works on one function: knows how often each local is read and set there."""

    read: Counter[str]
    written: Counter[str]

    def block(self, code: Code) -> Code:
        lines = [self.inside(line) for line in code]
        at = 0
        while at < len(lines):
            found = self.fuse(lines[at : at + 4])
            if found is not None:
                loop, length = found
                lines[at : at + length] = [loop]
                at = max(0, at - 4)
            at += 1
        return tuple(lines)

    def inside(self, line: m.Code) -> m.Code:
        match line:
            case m.Branch(condition, then, otherwise):
                return m.Branch(condition, self.block(then), self.block(otherwise))
            case m.Loop():
                return evolve(line, body=self.block(line.body), otherwise=self.block(line.otherwise))
            case _:
                return line

    def fuse(self, lines: list[m.Code]) -> tuple[m.Loop, int] | None:
        """One loop for the lines that collect a set and go through it, and how many lines those are."""
        match lines:
            case [m.Set(result, Const(0)), m.Loop() as first, m.Set(name, Local(source)), m.Loop() as second] if (
                source == result and self.read[name] == 1 and self.written[name] == 1
            ):
                length = 4
            case [m.Set(result, Const(0)), m.Loop() as first, m.Loop() as second, *_]:
                name, length = result, 3
            case _:
                return None
        if not (isinstance(second.domain, Local) and second.domain.name == name):
            return None
        if self.read[result] != 2 or self.written[result] != 2 or not ascending(first.domain):
            return None
        tests = collecting(first, result)
        if tests is None or first.otherwise or not undisturbed(tests, second):
            return None
        here = Local(second.name, type=second.type)
        renamed = [changed(test, lambda t: named(t, first.name, here)) for test in tests]
        test = both(*renamed)
        body = second.body if test is None else (m.Branch(test, second.body),)
        return evolve(second, domain=first.domain, body=body), length


def named(term: Expression, name: str, other: Local) -> Expression:
    return evolve(other, type=term.type) if isinstance(term, Local) and term.name == name else term


def ascending(domain: Domain) -> bool:
    """Whether a loop goes through a domain as it would through the set of its values."""
    if isinstance(domain, Choices):
        return False
    return isinstance(domain, Range) or isinstance(plain(domain.type), SetOf)


def collecting(loop: m.Loop, result: str) -> list[Expression] | None:
    """The tests under which a loop adds its value to a set; None if it does something else."""
    body, tests = loop.body, list[Expression]()
    while True:
        match body:
            case (m.Branch(condition, then, ()),):
                tests.append(condition)
                body = then
            case (m.Set(name, Op("union", (Local(old), Op("bit", (number,)) as one))),) if name == old == result:
                kind = plain(one.type)
                here = Local(loop.name, type=loop.type)
                same = isinstance(kind, SetOf) and bit_number(here, kind.of) == number
                return tests if same else None
            case _:
                return None


def undisturbed(tests: list[Expression], loop: m.Loop) -> bool:
    """Whether a loop may run between the tests: they cannot fail, and it changes nothing they read."""
    inside = effects_of(loop.body)
    changing, stored = inside.sets | {loop.name}, inside.stores
    asked = [expression_effects(test) for test in tests]
    return all(one.sure and not one.calls and not one.locals & changing and not one.fields & stored for one in asked)


def of_function(body: Code) -> Code:
    read = Counter(term.name for term in all_terms(body) if isinstance(term, Local))
    written = Counter(line.name for line in walk_code(body) if isinstance(line, m.Set | m.Append | m.Loop))
    return Fuser(read, written).block(body)


def fuse_loops(machine: m.Machine) -> m.Machine:
    """The machine with such loops made one."""
    hot = running(machine)
    states = tuple(evolve(state, body=of_function(state.body)) for state in machine.automatic)
    functions = tuple(evolve(f, body=of_function(f.body)) if f.name in hot else f for f in machine.functions)
    return evolve(machine, automatic=states, functions=functions)
