"""What a constant table holds where it is looked up inside a loop over known values: a constant set, or a row of one.

A pass may put such a set in place of a test: behind `for c in {a, b}`, the loop goes through nothing else, so no test
need say once more that `T[c]` is not none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define

from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.expressions import Const, Expression, Lookup, Op, parts
from astro_referee.interpreter.machine.facts import Facts, Key, key_of
from astro_referee.interpreter.machine.operations import OPERATIONS
from astro_referee.interpreter.machine.runtime import bits
from astro_referee.interpreter.values.types import SetOf, low, plain

MOST_ENTRIES = 20_000
"""Entries that are looked at for one expression: as many as a pass puts into a table for a loop."""
Table = Sequence[object]
Values = dict[Key, object]


class Unknown(Exception):
    """Not all entries can be told."""


@define
class Entries:
    """Looks an expression up for all that its locals and fields can be."""

    tables: Mapping[str, Table]
    facts: Facts

    def of(self, lookup: Lookup) -> frozenset[object] | None:
        """All entries that are found; None if that cannot be told, or no loop says more than the types do."""
        free: dict[Key, Expression] = {}
        try:
            for index in lookup.at:
                self.gather(index, free)
            if free.keys().isdisjoint(self.facts.among):
                return None
            found: set[object] = set()
            for number, values in enumerate(self.every(list(free.items()), {})):
                if number >= MOST_ENTRIES:
                    return None
                found.add(self.value(lookup, values))
            return frozenset(found)
        except (Unknown, IndexError, TypeError):
            return None

    def key(self, expression: Expression) -> Key:
        key = key_of(expression)
        if key is None:
            raise Unknown
        return self.facts.by_locals(key)

    def gather(self, expression: Expression, free: dict[Key, Expression]) -> None:
        """Adds what an expression reads to what must be gone through; what a loop depends on comes before its name."""
        match expression:
            case Const():
                pass
            case Lookup() | Op():
                for part in parts(expression):
                    self.gather(part, free)
            case _:
                key = self.key(expression)
                if key not in free:
                    if key in self.facts.among:
                        self.gather(self.facts.among[key], free)
                    free[key] = expression

    def every(self, free: list[tuple[Key, Expression]], values: Values) -> Iterator[Values]:
        """All that these expressions can be together."""
        if not free:
            yield values
            return
        (key, expression), *others = free
        for value in self.possible(key, expression, values):
            yield from self.every(others, {**values, key: value})

    def possible(self, key: Key, expression: Expression, values: Values) -> Iterator[object]:
        if key in self.facts.among:
            domain = self.facts.among[key]
            group, kind = self.value(domain, values), plain(domain.type)
            if isinstance(kind, SetOf) and isinstance(group, int):
                return (bit + low(kind.of) for bit in bits(group))
            if isinstance(group, tuple):
                return iter(group)
            raise Unknown
        ends = bounds.of(self.facts.narrowed(expression, expression.type))
        if ends is None:
            raise Unknown
        return iter(range(ends[0], ends[1] + 1))

    def value(self, expression: Expression, values: Values) -> object:
        match expression:
            case Const(value):
                return value
            case Lookup(name, at):
                entry: object = self.tables[name]
                for index in at:
                    number = self.value(index, values)
                    if not isinstance(entry, tuple) or not isinstance(number, int) or number < 0:
                        raise Unknown
                    entry = entry[number]
                return entry
            case Op("if", (test, yes, no)):
                return self.value(yes if self.value(test, values) else no, values)
            case Op(word, args):
                apply = OPERATIONS[word].apply
                if apply is None:
                    raise Unknown
                return apply(*[self.value(arg, values) for arg in args])
            case _:
                return values[self.key(expression)]
