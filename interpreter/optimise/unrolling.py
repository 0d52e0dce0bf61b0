"""Loops over few known values, written out one after the other, where each value leads to other sets of places.

So a step or a ray has a known direction, and what is offered there is known as a set. Only loops that offer something,
go through rows of a table, or store what is then known, are written out; a loop that is left early stays one.
"""

from __future__ import annotations

from collections import Counter

from attrs import define

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import Expression, Local, Lookup
from astro_referee.interpreter.machine.folding import number
from astro_referee.interpreter.machine.traversal import Code, all_terms, breaks, changed_code, leaves, walk_code
from astro_referee.interpreter.optimise.known_values import Tables, given, members
from astro_referee.interpreter.values.types import ListOf

MOST_ROUNDS = 8
MOST_STORES = 4
"""Rounds, and lines of a round, of a loop that does nothing but store."""
MOST_LINES = 120
"""Lines of all rounds together."""


@define
class Unrolling:
    """Writes out loops of one function; `uses` says how often its locals are read there."""

    tables: Tables
    uses: Counter[str]
    made: int = 0

    def unrolled(self, loop: m.Loop) -> Code | None:
        if breaks(loop.body) or leaves(loop.body):
            return None
        lines = walk_code(loop.body)
        offers = any(isinstance(line, m.Offer) for line in lines)
        is_set_already = all(isinstance(line, m.Offer | m.Assume) for line in lines)
        stores = all(isinstance(line, m.Store) for line in lines) and len(lines) <= MOST_STORES
        values = members(loop.domain) if stores or (offers and not is_set_already) else None
        count = len(values) if values is not None else self.rows(loop)
        if not count or count > (MOST_STORES if stores else MOST_ROUNDS) or count * len(lines) > MOST_LINES:
            return None
        own = self.own_names(loop)
        made: list[m.Code] = []
        for place in range(count):
            self.made += 1
            names = {name: f"{name}.round{self.made}" for name in own}
            if values is not None:
                made += given(loop.body, {loop.name: values[place]}, self.tables, names)
            else:
                made += self.row(loop, place, names)
        self.uses.update(reads(tuple(made)))
        self.uses.subtract(reads(loop.body))
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

        def change(part: Expression) -> Expression:
            if isinstance(part, Local) and part.name == loop.name:
                return one
            return Local(names[part.name], type=part.type) if isinstance(part, Local) and part.name in names else part

        return changed_code(loop.body, change, names)

    def own_names(self, loop: m.Loop) -> set[str]:
        """The names that have a meaning inside one round alone."""
        inside = reads(loop.body)
        set_inside = {line.name for line in walk_code(loop.body) if isinstance(line, m.Set | m.Loop)}
        return {name for name in set_inside if inside[name] >= self.uses[name]} - {loop.name}


def reads(code: Code) -> Counter[str]:
    """How often code reads each local."""
    return Counter(term.name for term in all_terms(code) if isinstance(term, Local))
