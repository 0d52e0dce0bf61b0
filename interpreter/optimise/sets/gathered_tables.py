"""Sets that are put together from constant tables alone are looked up: where a man may go by all of his ways at once.

A loop that joins entries of tables depends on a few locals, or on what a table has for them. All it can come to is
worked out beforehand, and becomes a table of its own.
"""

from __future__ import annotations

from itertools import product
from math import prod

from attrs import define, evolve, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import expression_effects
from astro_referee.interpreter.machine.evaluate import Evaluator
from astro_referee.interpreter.machine.expressions import Choices, Const, Expression, Local, Lookup, Op, Range, walk
from astro_referee.interpreter.machine.folding import const
from astro_referee.interpreter.machine.references import running
from astro_referee.interpreter.machine.runtime import bits
from astro_referee.interpreter.machine.traversal import Code, changed
from astro_referee.interpreter.optimise.speculation import key_of
from astro_referee.interpreter.values.types import Bool, Member, SetOf, Type, low, plain, size

MOST_ENTRIES = 1024
"""Entries of a table that is made."""
MOST_WORK = 20_000
"""Rounds of loops that are gone through beforehand."""


def tabulate_gatherings(machine: m.Machine) -> m.Machine:
    """The machine with sets of constants looked up."""
    asked = running(machine)
    writer = Gatherings(machine, Evaluator(machine))
    functions = tuple(evolve(f, body=writer.block(f.body)) if f.name in asked else f for f in machine.functions)
    states = tuple(evolve(state, body=writer.block(state.body)) for state in machine.automatic)
    return evolve(machine, functions=functions, automatic=states, tables={**machine.tables, **writer.tables})


@define
class Gatherings:
    machine: m.Machine
    evaluator: Evaluator
    tables: dict[str, tuple[Type, tuple[object, ...]]] = field(factory=dict)
    known: dict[object, tuple[str, list[Expression]]] = field(factory=dict)
    work: int = MOST_WORK

    def block(self, code: Code) -> Code:
        lines = [self.line(line) for line in code]
        made: list[m.Code] = []
        for line in lines:
            before = made[-1] if made else None
            found = self.gathered(before, line) if isinstance(before, m.Set) and isinstance(line, m.Loop) else None
            if found is not None:
                made[-1] = found
            else:
                made.append(line)
        return tuple(made)

    def line(self, line: m.Code) -> m.Code:
        match line:
            case m.Branch(condition, then, otherwise):
                return m.Branch(condition, self.block(then), self.block(otherwise))
            case m.Loop():
                return evolve(line, body=self.block(line.body), otherwise=self.block(line.otherwise))
            case _:
                return line

    def gathered(self, first: m.Set, loop: m.Loop) -> m.Set | None:
        """A set that begins as nothing, and grows by an entry for each member of another."""
        if isinstance(loop.domain, Range | Choices) or loop.otherwise:
            return None
        through = plain(loop.domain.type)
        match first.value, loop.body:
            case (Const(0), (m.Set(result, Op("union", (Local(old), more)) as joined),)) if (
                first.name == result == old and isinstance(through, SetOf) and isinstance(plain(joined.type), SetOf)
            ):
                pass
            case _:
                return None
        terms = (loop.domain, more)
        effects = [expression_effects(term) for term in terms]
        if any(one.fields or one.calls or not one.sure or result in one.locals for one in effects):
            return None
        keys = self.keys(terms, loop.name)
        if not keys:
            return None
        sizes = [count_of(key) for key in keys]
        if None in sizes or prod(one for one in sizes if one) > MOST_ENTRIES:
            return None
        name = self.table(first, loop, more, keys, [one for one in sizes if one])
        return m.Set(result, Lookup(name, tuple(keys), type=joined.type)) if name is not None else None

    def keys(self, terms: tuple[Expression, ...], within: str) -> list[Expression] | None:
        """What the terms depend on: locals, or what one table has for them."""
        found: dict[object, Expression] = {}
        for term in terms:
            for part in outermost(term, within):
                found.setdefault(key_of(part), part)
        locals = [name for key in found.values() for name in expression_effects(key).locals]
        if len({*locals}) < len(locals):  # one local stands alone, and in a table: then it is the key
            singles: dict[str, Expression] = {}
            for term in terms:
                for part in walk(term):
                    if isinstance(part, Local) and part.name != within:
                        singles.setdefault(part.name, part)
            return [*singles.values()]
        return [*found.values()]

    def table(
        self, first: m.Set, loop: m.Loop, more: Expression, keys: list[Expression], sizes: list[int]
    ) -> str | None:
        assert isinstance(loop.domain, Expression)
        through = plain(loop.domain.type)
        assert isinstance(through, SetOf)
        known = (key_of(loop.domain), loop.name, key_of(more))
        if known in self.known:
            return self.known[known][0]
        entries: list[int] = []
        for values in product(*map(range, sizes)):
            given = {key_of(key): const(value, key.type) for key, value in zip(keys, values, strict=True)}

            def change(part: Expression, given: dict[tuple[object, ...], Const] = given) -> Expression:
                return given.get(key_of(part), part) if isinstance(part, Local | Lookup) else part

            domain, entry, result = changed(loop.domain, change), changed(more, change), 0
            try:
                for bit in bits(self.evaluator.value(domain, [], {})):
                    result |= self.evaluator.value(entry, [], {loop.name: bit + low(through.of)})
                    self.work -= 1
            except (IndexError, ValueError, KeyError):  # it leans on a test in front of it
                return None
            if self.work < 0:
                return None
            entries.append(result)
        kind = plain(loop.body[0].value.type) if isinstance(loop.body[0], m.Set) else None
        assert isinstance(kind, SetOf)
        made = kind, nested(entries, sizes)
        name = next((old for old, table in self.tables.items() if table == made), f"gathered {len(self.tables) + 1}")
        self.tables[name] = made
        self.known[known] = name, keys
        return name


def outermost(term: Expression, within: str) -> list[Expression]:
    """Look-ups in one column by a local, and locals elsewhere; but for the one of the loop."""
    match term:
        case Lookup(_, (Local(name),)) if name != within and isinstance(term.type, Member | Bool):
            return [term]
        case Local(name):
            return [term] if name != within else []
        case Lookup(_, at):
            return [one for index in at for one in outermost(index, within)]
        case Op(_, args):
            return [one for arg in args for one in outermost(arg, within)]
        case _:
            return []


def count_of(key: Expression) -> int | None:
    """How many values a key can have."""
    return size(key.type) if isinstance(key.type, Member | Bool) else None


def nested(entries: list[int], sizes: list[int]) -> tuple[object, ...]:
    """Entries in a row as a table with so many along each index."""
    if len(sizes) == 1:
        return tuple(entries)
    each = prod(sizes[1:])
    return tuple(nested(entries[i * each : (i + 1) * each], sizes[1:]) for i in range(sizes[0]))
