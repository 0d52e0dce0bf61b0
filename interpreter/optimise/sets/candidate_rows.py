"""Several candidates for each place: for each of them the set of all places where it is offered.

`move go(from, way)` offers so many ways for each place. Once the ways are written out, each has a test of its own, and
that is a set of places. What is offered and in which order stays the same, but the sets are worked out before the loop,
so a backend may count candidates, and find one of them, without going through all.
"""

from __future__ import annotations

from attrs import define, evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import expression_effects
from astro_referee.interpreter.machine.evaluate import Evaluator
from astro_referee.interpreter.machine.expressions import Choices, Const, Expression, Local, Op, Range
from astro_referee.interpreter.machine.folding import op
from astro_referee.interpreter.machine.traversal import Code, all_terms
from astro_referee.interpreter.optimise.sets.bit_parallel import written_out
from astro_referee.interpreter.optimise.sets.place_tests import PlaceTests, is_board, meet
from astro_referee.interpreter.optimise.sets.sight_tests import conjuncts
from astro_referee.interpreter.optimise.speculation import bounds_in
from astro_referee.interpreter.values.types import BOOL, SetOf, low


def candidates_in_rows(machine: m.Machine) -> m.Machine:
    tests = PlaceTests(machine, bounds_in(machine), Evaluator(machine))
    lists = {decision.options for decision in machine.decisions}
    functions = tuple(
        evolve(function, body=Rows(tests).function(function)) if function.name in lists else function
        for function in machine.functions
    )
    return evolve(machine, functions=functions, tables={**machine.tables, **tests.tables})


@define
class Rows:
    """Writes the loops of one function."""

    tests: PlaceTests
    body: Code = ()
    made: int = 0

    def function(self, function: m.Function) -> Code:
        self.body = function.body
        self.tests.known = self.tests.bounds.locals(function.params, function.body)
        return self.block(function.body)

    def block(self, code: Code) -> Code:
        lines: list[m.Code] = []
        for line in code:
            match line:
                case m.Branch(condition, then, otherwise):
                    lines.append(m.Branch(condition, self.block(then), self.block(otherwise)))
                case m.Loop():
                    lines += self.rows(line) or (line,)
                case _:
                    lines.append(line)
        return tuple(lines)

    def rows(self, loop: m.Loop) -> Code | None:
        domain = loop.domain
        if isinstance(domain, Range | Choices) or loop.otherwise or len(loop.body) < 2:
            return None
        kind = domain.type
        if not isinstance(kind, SetOf) or not is_board(kind.of) or low(kind.of) or not self.tests.sure(domain):
            return None
        names: dict[str, Expression] = {}
        before: list[m.Code] = []
        body: list[m.Code] = []
        rows: list[Local] = []
        for line in loop.body:
            match line:
                case m.Set(name, value) if name not in names and expression_effects(value).sure:
                    if expression_effects(value).calls or self.is_read_elsewhere(name, loop):
                        return None
                    names[name] = written_out(value, names)
                case m.Branch(test, (*assumed, m.Offer(move, args)), ()) if all(
                    isinstance(one, m.Assume) for one in assumed
                ):
                    tests = [written_out(one, names) for one in conjuncts(test)]
                    found: Expression = domain
                    for one in tests:
                        passed = self.tests.where(one, loop.name, kind.of)
                        if passed is None:
                            return None
                        found = meet(found, passed, kind)
                    self.made += 1
                    row = Local(f".row{self.made}", type=kind)
                    rows.append(row)
                    before.append(m.Set(row.name, found))
                    offered = m.Offer(move, tuple(written_out(arg, names) for arg in args))
                    here = Op("has", (row, Local(loop.name, type=loop.type)), type=BOOL)
                    body.append(m.Branch(here, (*map(m.Assume, filter(is_needed, tests)), offered)))
                case _:
                    return None
        if not rows:
            return None
        through: Expression = rows[0]
        for row in rows[1:]:
            through = op("union", through, row, type=kind)
        return (*before, evolve(loop, domain=through, body=tuple(body)))

    def is_read_elsewhere(self, name: str, loop: m.Loop) -> bool:
        inside = sum(isinstance(term, Local) and term.name == name for term in all_terms(loop.body))
        return inside < sum(isinstance(term, Local) and term.name == name for term in all_terms(self.body))


def is_needed(test: Expression) -> bool:
    """Whether what is done with a candidate may rely on a test: that something is not none."""
    match test:
        case Op("is not", (_, Const(value))):
            return value < 0
        case _:
            return False
