"""What the parts of a machine are called in C, and which pieces of C the code asks for."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.representation import (
    Bits,
    Representation,
    representation,
)
from astro_referee.interpreter.backends.c.sets.bags import Bag
from astro_referee.interpreter.machine.expressions import Const, Expression, FunctionRef


@frozen
class Table:
    """A constant table in C: its name, how its entries are kept, and how many there are along each index."""

    name: str
    of: Representation
    shape: tuple[int, ...]


@frozen
class Planes:
    """The sets of places of a field: their name, in what they are kept, and the lowest and highest value.

    A field with more indices than one is so many `rows` of places, one behind the other.
    """

    name: str
    of: Bits
    rows: int
    places: int
    low: int
    high: int
    alone: bool
    """Whether the field is kept in no other way."""

    @property
    def values(self) -> int:
        return self.high - self.low + 1

    def row(self, number: str) -> str:
        """Where the sets of a row begin."""
        return f"s->{self.name}" if self.rows == 1 else f"s->{self.name} + {self.values} * ({number})"


@define
class Names:
    """What fields, tables and functions are called, and which pieces of C the code needs."""

    fields: dict[str, m.FieldSlot]
    field_names: dict[str, str]
    words: tuple[str, ...]
    functions: dict[FunctionRef, m.Function]
    function_names: dict[FunctionRef, str]
    tables: dict[str, Table]
    values: dict[str, tuple[object, ...]]
    """The entries of all tables."""
    pieces: dict[tuple[str, Representation, Representation | None], None] = field(factory=dict)
    floods: dict[tuple[str, bool], Bits] = field(factory=dict)
    """The tables by which something spreads, whether it ends at a place that is looked for, and how places are kept."""

    planes: dict[str, Planes] = field(factory=dict)
    """Fields that are kept as sets of places, one for each value."""
    sources: dict[str, Bits] = field(factory=dict)
    """Tables that are asked from where they lead into a set, and in what that set is kept."""

    adjoining: dict[str, Bits] = field(factory=dict)
    """Tables of sets that are asked which of them meet a set."""

    bags: dict[Bag, set[Bits]] = field(factory=dict)
    """Sorts of bags, and in what the sets of their faces are kept."""

    spreads: dict[str, Bits] = field(factory=dict)
    """Tables of sets by which a step is taken from a set, and in what that is kept."""

    trails: dict[tuple[str, str], None] = field(factory=dict)
    """Tables of the ends and lengths of routes over which the longest way is asked for."""

    covers: dict[str, Bits] = field(factory=dict)
    """Tables of sets that are asked whether one of them lies in a set."""
    sights: dict[tuple[str, tuple[int, ...]], Bits] = field(factory=dict)
    """Tables of lists that are asked what comes into sight first, with their known indices."""

    def piece(self, name: str, of: Representation, other: Representation | None = None) -> str:
        """Asks for a piece of C, and gives the name of its function."""
        self.pieces[name, of, other] = None
        return f"{of.letter}_{name}" + (f"_{other.letter}" if other is not None else "")

    def bag(self, of: Bits, width: int, faces: int, made: Bits | None = None) -> str:
        """Asks for the functions of a sort of bags, and gives the end of their names."""
        bag = Bag(of, width, faces)
        self.bags.setdefault(bag, set()).update([made] if made is not None else [])
        return bag.suffix

    def alone(self, field: str) -> bool:
        """Whether a field has no entries beside its sets of places."""
        return field in self.planes and self.planes[field].alone

    def columns(self, table: str, rest: Sequence[Expression]) -> tuple[object, ...]:
        """The entries of a table by its first index, where the other indices are known."""
        found: list[object] = []
        for row in self.values[table]:
            for index in rest:
                assert isinstance(row, tuple) and isinstance(index, Const)
                row = row[index.value]
            found.append(row)
        return tuple(found)

    def params(self, function: m.Function) -> list[tuple[str, Representation]]:
        return [(name, representation(type)) for name, type in function.params]

    def moves(self, decision: m.Decision) -> list[list[Representation]]:
        """How the arguments of the moves of a decision are kept."""
        return [[own for _, own in self.params(self.functions[move.apply])[1:]] for move in decision.moves]
