"""Loops over few known values, written out one after the other, where each value leads to other sets of places.

So a step or a ray has a known direction, and what is offered there is known as a set. Only loops that offer something,
or go through rows of a table, are written out; a loop that is left early stays one.
"""

from __future__ import annotations

from collections import Counter

from attrs import define, evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import Local, Lookup
from astro_referee.interpreter.machine.folding import number
from astro_referee.interpreter.machine.references import running
from astro_referee.interpreter.machine.traversal import Code, all_terms, breaks, changed_code, leaves, walk_code
from astro_referee.interpreter.optimise.known_values import Tables, given, members
from astro_referee.interpreter.values.types import ListOf

MOST_ROUNDS = 8
MOST_LINES = 120
"""Lines of all rounds together."""


def unroll_loops(machine: m.Machine) -> m.Machine:
    asked = running(machine)
    functions = tuple(
        evolve(function, body=Unrolling(machine.tables, function.body).block(function.body))
        if function.name in asked
        else function
        for function in machine.functions
    )
    return evolve(machine, functions=functions)


@define
class Unrolling:
    """Writes out the loops of one function."""

    tables: Tables
    body: Code
    made: int = 0

    def block(self, code: Code) -> Code:
        lines: list[m.Code] = []
        for line in code:
            match line:
                case m.Branch(condition, then, otherwise):
                    lines.append(m.Branch(condition, self.block(then), self.block(otherwise)))
                case m.Loop():
                    inner = evolve(line, body=self.block(line.body), otherwise=self.block(line.otherwise))
                    lines += self.unrolled(inner)
                case _:
                    lines.append(line)
        return tuple(lines)

    def unrolled(self, loop: m.Loop) -> Code:
        if breaks(loop.body) or leaves(loop.body):
            return (loop,)
        offers = any(isinstance(line, m.Offer) for line in walk_code(loop.body))
        values = members(loop.domain) if offers else None
        rows = self.rows(loop)
        count = len(values) if values is not None else rows
        if not count or count > MOST_ROUNDS or count * len(walk_code(loop.body)) > MOST_LINES:
            return (loop,)
        own = self.own_names(loop)
        made: list[m.Code] = []
        for place in range(count):
            self.made += 1
            names = {name: f"{name}.{self.made}" for name in own}
            if values is not None:
                made += given(loop.body, {loop.name: values[place]}, self.tables, names)
                continue
            made += self.row(loop, place, names)
        return (*made, *loop.otherwise)

    def rows(self, loop: m.Loop) -> int:
        """How many rows of a table a loop goes through that has a list in each; 0 if it does something else."""
        match loop.domain:
            case Lookup(table, at) if at and isinstance(loop.type, ListOf):
                entry: object = self.tables[table][1]
                for _ in at:
                    entry = entry[0] if isinstance(entry, tuple) and entry else ()
                return len(entry) if isinstance(entry, tuple) and all(isinstance(e, tuple) for e in entry) else 0
            case _:
                return 0

    def row(self, loop: m.Loop, place: int, names: dict[str, str]) -> Code:
        domain = loop.domain
        assert isinstance(domain, Lookup)
        one = Lookup(domain.table, (*domain.at, number(place)), type=loop.type, span=domain.span)

        def change(part: m.Expression) -> m.Expression:
            if isinstance(part, Local) and part.name == loop.name:
                return one
            return Local(names[part.name], type=part.type) if isinstance(part, Local) and part.name in names else part

        return changed_code(loop.body, change, names)

    def own_names(self, loop: m.Loop) -> set[str]:
        """The names that have a meaning inside one round alone."""
        inside, everywhere = mentioned(loop.body), mentioned(self.body)
        set_inside = {line.name for line in walk_code(loop.body) if isinstance(line, m.Set | m.Loop)}
        return {name for name in set_inside if inside[name] == everywhere[name]} - {loop.name}


def mentioned(code: Code) -> Counter[str]:
    found = Counter(term.name for term in all_terms(code) if isinstance(term, Local))
    for line in walk_code(code):
        if isinstance(line, m.Set | m.Append | m.Loop):
            found[line.name] += 1
    return found
