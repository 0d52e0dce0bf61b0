"""What passes share that write loops over places anew: the way through a machine, and what is known on it."""

from __future__ import annotations

from collections import Counter

from attrs import define, evolve, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.evaluate import Evaluator
from astro_referee.interpreter.machine.expressions import Local
from astro_referee.interpreter.machine.references import running
from astro_referee.interpreter.machine.traversal import Code, all_terms
from astro_referee.interpreter.optimise.sets.place_tests import PlaceTests
from astro_referee.interpreter.optimise.speculation import bounds_in
from astro_referee.interpreter.values.types import Type


@define
class LoopRewriter:
    """Goes through code from the inside out, and offers each loop to `loop`."""

    tests: PlaceTests
    uses: Counter[str] = field(factory=Counter)
    made: int = 0

    def code(self, params: tuple[tuple[str, Type], ...], body: Code) -> Code:
        self.tests.known = self.tests.bounds.locals(params, body)
        self.uses = Counter(term.name for term in all_terms(body) if isinstance(term, Local))
        return self.block(body)

    def block(self, code: Code) -> Code:
        return tuple(new for line in code for new in self.line(line))

    def line(self, line: m.Code) -> Code:
        match line:
            case m.Branch(condition, then, otherwise):
                return (m.Branch(condition, self.block(then), self.block(otherwise)),)
            case m.Loop():
                inner = evolve(line, body=self.block(line.body), otherwise=self.block(line.otherwise))
                return self.loop(inner) or (inner,)
            case _:
                return (line,)

    def loop(self, loop: m.Loop) -> Code | None:
        """What stands in place of a loop; None where it stays."""
        return None


def rewritten(machine: m.Machine, rewriter: type[LoopRewriter]) -> m.Machine:
    """The machine with the loops of all code that is run offered to a rewriter."""
    asked = running(machine)
    writer = rewriter(PlaceTests(machine, bounds_in(machine), Evaluator(machine)))
    functions = tuple(
        evolve(f, body=writer.code(f.params, f.body)) if f.name in asked else f for f in machine.functions
    )
    states = tuple(evolve(state, body=writer.code((), state.body)) for state in machine.automatic)
    return evolve(machine, functions=functions, automatic=states, tables={**machine.tables, **writer.tests.tables})
