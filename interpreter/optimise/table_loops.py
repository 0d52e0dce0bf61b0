"""Loops that only count through a table go through its entries: `T[s][way]` for each way becomes each one in `T[s]`."""

from __future__ import annotations

from attrs import define, evolve, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of
from astro_referee.interpreter.machine.expressions import Const, Expression, Local, Lookup, Range
from astro_referee.interpreter.machine.references import running
from astro_referee.interpreter.machine.traversal import Code, all_terms, changed_code, changed_loops
from astro_referee.interpreter.optimise.hoisting import key_of
from astro_referee.interpreter.optimise.speculation import Bounds, Span, bounds_in
from astro_referee.interpreter.values.types import ListOf, SetOf, Type, low, plain, words


@define
class TableLoops:
    """Knows the tables, and what the locals of the function at hand can be."""

    bounds: Bounds
    known: dict[str, Span] = field(factory=dict)

    def function(self, params: tuple[tuple[str, Type], ...], body: Code) -> Code:
        self.known = self.bounds.locals(params, body)
        return changed_loops(body, self.loop)

    def loop(self, loop: m.Loop) -> m.Loop:
        """The loop over entries, if its name is nothing but the last index of one place in a table."""
        through = entries(loop)
        terms = list(all_terms(loop.body))
        places = [t for t in terms if isinstance(t, Lookup) and t.at and is_name(t.at[-1], loop.name)]
        keys = {key_of(place) for place in places}
        if not through or len(keys) != 1 or sum(is_name(t, loop.name) for t in terms) != len(places):
            return loop
        place = next((place for place in places if words(place.type)), places[0])  # it may be none until that is tested
        changing = effects_of(loop.body).sets | {loop.name}
        fixed = all(isinstance(i, Const) or (isinstance(i, Local) and i.name not in changing) for i in place.at[:-1])
        if not fixed or self.width(place) != through:
            return loop
        if place.at[:-1] and not self.bounds.inside_table(place.table, place.at[:-1], self.known):
            return loop  # which entries they are may only be tested inside the loop

        def entry(term: Expression) -> Expression:
            return Local(loop.name, type=term.type) if isinstance(term, Lookup) and key_of(term) in keys else term

        domain = Lookup(place.table, place.at[:-1], type=ListOf(place.type, through))
        return evolve(loop, type=place.type, domain=domain, body=changed_code(loop.body, entry))

    def width(self, place: Lookup) -> int:
        """How many entries the table has along the last index, if it is one that stands in the module."""
        if place.table.startswith("option "):
            return 0
        entry: object = self.bounds.tables[place.table]
        for _ in place.at[:-1]:
            assert isinstance(entry, tuple)
            entry = entry[0]
        return len(entry) if isinstance(entry, tuple) else 0


def is_name(term: Expression, name: str) -> bool:
    return isinstance(term, Local) and term.name == name


def entries(loop: m.Loop) -> int:
    """How many numbers from 0 on a loop goes through; 0 if it does something else."""
    match loop.domain:
        case Range(Const(0), Const(last)):
            return last + 1
        case Const(value) as group:
            kind = plain(group.type)
            whole = value > 0 and value & value + 1 == 0
            return value.bit_length() if whole and isinstance(kind, SetOf) and low(kind.of) == 0 else 0
        case _:
            return 0


def loop_over_tables(machine: m.Machine) -> m.Machine:
    """The machine with such loops going through entries."""
    rows = TableLoops(bounds_in(machine))
    hot = running(machine)
    states = tuple(evolve(state, body=rows.function((), state.body)) for state in machine.automatic)
    functions = tuple(
        evolve(f, body=rows.function(f.params, f.body)) if f.name in hot else f for f in machine.functions
    )
    return evolve(machine, automatic=states, functions=functions)
