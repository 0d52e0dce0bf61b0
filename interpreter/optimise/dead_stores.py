"""What is tried out on a copy of the record, without stores that nobody reads before the copy is dropped."""

from __future__ import annotations

from attrs import define, evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import Effects, effects_of, expression_effects, line_effects
from astro_referee.interpreter.machine.expressions import Expression, FunctionRef
from astro_referee.interpreter.machine.references import with_callees
from astro_referee.interpreter.machine.traversal import Code, terms_of

Names = frozenset[str]
NOTHING: Names = frozenset()


def drop_dead_stores(machine: m.Machine) -> m.Machine:
    """The machine without stores on copies that are not read, and without what was only for them."""
    bodies = {function.name: function.body for function in machine.functions}
    reads: dict[FunctionRef, Names] = {}
    for name in bodies:
        reads[name] = NOTHING.union(*(effects_of(bodies[one]).fields for one in with_callees([name], bodies)))
    functions = []
    for function in machine.functions:
        if function.on_copy:
            function = evolve(function, body=Liveness(reads).block(function.body, NOTHING, None)[0])
        functions.append(function)
    return evolve(machine, functions=tuple(functions))


@define
class Liveness:
    """Goes through the code of one function from its end."""

    reads: dict[FunctionRef, Names]

    def block(self, code: Code, live: Names, leaving: Names | None) -> tuple[Code, Names]:
        """Code without dead stores, and the fields that are read from its beginning on. `leaving` are those that are
        read after the loop around it.
        """
        made: list[m.Code] = []
        for line in reversed(code):
            new, live = self.line(line, live, leaving)
            made = [*new, *made]
        return tuple(made), live

    def line(self, line: m.Code, live: Names, leaving: Names | None) -> tuple[Code, Names]:
        match line:
            case m.Store(name, at, value):
                if name not in live and all(map(self.sure, (*at, value))):
                    return (), live
                return (line,), (live if at else live - {name}) | self.read(line_effects(line))
            case m.Return():
                return (line,), self.read(line_effects(line))
            case m.Fault():
                return (line,), NOTHING
            case m.Break():
                assert leaving is not None
                return (line,), leaving
            case m.Branch(condition, then, otherwise):
                yes, first = self.block(then, live, leaving)
                no, second = self.block(otherwise, live, leaving)
                if not yes and not no and (then or otherwise) and self.sure(condition):
                    return (), live
                return (m.Branch(condition, yes, no),), first | second | self.read(expression_effects(condition))
            case m.Loop():
                return self.loop(line, live, leaving)
            case _:
                return (line,), live | self.read(line_effects(line))

    def loop(self, line: m.Loop, live: Names, leaving: Names | None) -> tuple[Code, Names]:
        last, after = self.block(line.otherwise, live, leaving)
        again = after
        while True:
            body, before = self.block(line.body, again, live)
            if before <= again:
                break
            again |= before
        if not body and line.body and not last and all(map(self.sure, terms_of(line))):
            return (), live
        own = NOTHING.union(*(self.read(expression_effects(term)) for term in terms_of(line)))
        return (evolve(line, body=body, otherwise=last),), again | own

    def read(self, effects: Effects) -> Names:
        return effects.fields.union(*(self.reads[name] for name in effects.calls))

    def sure(self, term: Expression) -> bool:
        """Whether nothing happens if a term is not worked out."""
        effects = expression_effects(term)
        return effects.sure and not effects.calls
