"""Tests of one place as sets: all places that pass, worked out by operations on whole boards."""

from __future__ import annotations

from collections import ChainMap
from math import prod

from attrs import define, evolve, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import expression_effects
from astro_referee.interpreter.machine.evaluate import Evaluator
from astro_referee.interpreter.machine.expressions import (
    Const,
    Expression,
    Load,
    Local,
    Lookup,
    Op,
    walk,
)
from astro_referee.interpreter.machine.folding import both, const, number, op
from astro_referee.interpreter.machine.traversal import changed
from astro_referee.interpreter.machine.typing import declared
from astro_referee.interpreter.optimise.known_values import Tables, entry
from astro_referee.interpreter.optimise.speculation import NO_FACTS, Bounds, Facts, Known, key_of, learnt
from astro_referee.interpreter.values.types import (
    BOOL,
    Base,
    Bool,
    Either,
    Int,
    Member,
    SetOf,
    Type,
    low,
    plain,
    size,
)

LARGEST_SET = 1024
"""Places that are gone through as a set."""
LARGEST_BOARD = 128
"""Places of a board that is kept as sets: two words."""
MOST_VALUES = 32
"""Values of a field for each of which there is a set of places."""
LARGEST_TABLE = 8192
"""Entries of a table of sets that an answer makes."""
MOST_NUMBERS = 64
"""Numbers that places are compared with, where there is a set for each."""
MOST_ROWS = 16
"""Boards that a field has, one for each value of its other indices."""


@define
class PlaceTests:
    """Asks about the tests of one function; `known` are the bounds of its locals, `facts` what tests in front tell."""

    machine: m.Machine
    bounds: Bounds
    evaluator: Evaluator
    tables: dict[str, tuple[Type, tuple[object, ...]]] = field(factory=dict)
    """Tables of sets that the answers look up."""
    known: Known = field(factory=dict)
    facts: Facts = NO_FACTS

    @property
    def every_table(self) -> Tables:
        return ChainMap(self.tables, self.machine.tables)

    def table(self, name: str) -> tuple[Type, tuple[object, ...]]:
        """A table of the machine, or one that an answer has made."""
        return self.tables[name] if name in self.tables else self.machine.tables[name]

    def add(self, name: str, type: Type, values: tuple[object, ...]) -> None:
        """A table that an answer has made can be looked at like any other."""
        self.tables[name] = (type, values)
        self.bounds.tables[name] = self.evaluator.tables[name] = values

    def where(self, test: Expression, name: str, base: Base) -> Expression | None:
        """The set of all places that pass a test; None if that is not known as a set."""
        every = universe(base)
        match test:
            case _ if not mentions(test, name):
                if not self.sure(test):
                    return None
                return op("if", test, every, const(0, SetOf(base)), type=SetOf(base))
            case Op(("and" | "or") as word, (first, second)):
                a, b = self.where(first, name, base), self.where(second, name, base)
                if a is not None and b is not None:
                    return meet(a, b, SetOf(base)) if word == "and" else op("union", a, b, type=SetOf(base))
                if mentions(first, name):
                    return None
                if word == "and":
                    return self.either(first, second, const(0, BOOL), name, base)
                return self.either(first, const(1, BOOL), second, name, base)
            case Op("not", (of,)):
                a = self.where(of, name, base)
                return op("minus", every, a, type=SetOf(base)) if a is not None else None
            case Op("if", (condition, yes, no)) if not self.fixed(test, name):
                return self.either(condition, yes, no, name, base)
            case _ if self.fixed(test, name):
                return self.constant(test, name, base)
            case Op(("is" | "is not") as word, (Op("meet", (first, second)), Const(0))):
                met = self.adjoining(first, second, name, base) or self.adjoining(second, first, name, base)
                return met if met is None or word == "is not" else op("minus", every, met, type=SetOf(base))
            case _ if (found := self.by_field(test, name, base)) is not None:
                return found
            case Op(("is" | "is not" | "<" | "<=") as word, (first, second)):
                found = None
                if word in ("is", "is not") and not mentions(second, name):
                    found = self.equal(first, second, word == "is", name, base)
                elif word in ("is", "is not") and not mentions(first, name):
                    found = self.equal(second, first, word == "is", name, base)
                return found if found is not None else self.compared(word, first, second, name, base)
            case Lookup(table, at) if isinstance(plain(test.type), Bool):
                return self.listed(table, at, name, base)
            case Op("has", (Lookup(table, at) as group, member)) if mentions(group, name):
                return self.listed(table, (*at, member), name, base)
            case Op("has", (group, member)) if not mentions(group, name) and self.sure(group):
                inside = plain(group.type)
                if not isinstance(inside, SetOf) or group.type != inside or low(inside.of):
                    return None
                return self.leading(member, group, inside.of, name, base)
            case _:
                return None

    def guarded(self, guards: list[Expression], test: Expression, name: str, base: Base) -> Expression | None:
        """The set of all places that pass a test which may lean on others, the same for all places."""
        found, guard = self.where(test, name, base), both(*guards)
        if found is not None or guard is None:
            return found
        self.facts = learnt(guard, True)
        found = self.where(test, name, base)
        self.facts = NO_FACTS
        return op("if", guard, found, const(0, SetOf(base)), type=SetOf(base)) if found is not None else None

    def equal(self, place: Expression, value: Expression, same: bool, name: str, base: Base) -> Expression | None:
        """The places at which a field, or the place itself, is or is not a value that is the same for all of them."""
        if not self.sure(value):
            return None
        if isinstance(place, Local) and isinstance(base, Member) and isinstance(plain(value.type), Member):
            bit: Expression = Op("bit", (value,), type=SetOf(base))
            if isinstance(value.type, Either):
                test = Op("is not", (value, const(-1, value.type)), type=BOOL)
                if len(value.type.words) != 1 or value.type.words != (self.machine.words[0],):
                    return None
                bit = op("if", test, bit, const(0, SetOf(base)), type=SetOf(base))
            if not self.sure(bit):  # it leans on a test in front of it
                return None
            return bit if same else op("minus", universe(base), bit, type=SetOf(base))
        match place:
            case Lookup(table, (Local(one),)) if one == name and isinstance(plain(value.type), Member):
                found = self.by_value(table, value, base)
                return found if same or found is None else op("minus", universe(base), found, type=SetOf(base))
        if not isinstance(place, Load) or not place.at:
            return None
        slot = next(one for one in self.machine.fields if one.name == place.field)
        index, row = slot.indices[-1], place.at[:-1]
        if not has_planes(slot) or not self.is_row(place, name):
            return None
        whole = Load(place.field, (), type=slot.type)
        held: Expression = Op("holders", (whole, value, *row), type=SetOf(index))
        if not same:
            held = op("minus", universe(index), held, type=SetOf(index))
        return self.leading(place.at[-1], held, index, name, base)

    def either(
        self, condition: Expression, yes: Expression, no: Expression, name: str, base: Base
    ) -> Expression | None:
        """The places that pass one test or another, as a third one says."""
        first = self.where(condition, name, base)
        if first is None:
            return None
        before, sides = self.facts, []
        for side, holds in ((yes, True), (no, False)):
            self.facts = before | learnt(condition, holds)
            sides.append(self.where(side, name, base))
            self.facts = before
        there, elsewhere = sides
        if there is None or elsewhere is None:
            return None
        kind = SetOf(base)
        if not mentions(condition, name):
            return op("if", condition, there, elsewhere, type=kind)
        rest = op("minus", universe(base), first, type=kind)
        if self.sure(there) and self.sure(elsewhere):
            return op("union", meet(first, there, kind), meet(rest, elsewhere, kind), type=kind)
        return None

    def compared(self, word: str, first: Expression, second: Expression, name: str, base: Base) -> Expression | None:
        """The places whose number compares so with one that is the same for all of them: a table of sets by that."""
        whole = Op(word, (first, second), type=BOOL)
        steady = second if mentions(first, name) else first
        other = first if steady is second else second
        if mentions(steady, name) or not self.fixed(other, name) or not isinstance(steady.type, Int | Member):
            return None
        lowest, highest = self.bounds.now(steady, self.known, self.facts)
        if highest - lowest >= MOST_NUMBERS or not self.sure(steady):
            return None
        entries: list[int] = []
        for value in range(lowest, highest + 1):
            known = const(value, Int(value, value))
            sides = (known, second) if steady is first else (first, known)
            found = self.constant(evolve(whole, args=sides), name, base)
            if found is None:
                return None
            entries.append(found.value)
        index = steady
        if lowest:
            index = Op("-", (steady, number(lowest)), type=Int(0, highest - lowest))
        table = SetOf(base), tuple(entries)
        named = next((old for old, made in self.tables.items() if made == table), f"compared {len(self.tables) + 1}")
        self.add(named, *table)
        return Lookup(named, (index,), type=SetOf(base))

    def listed(self, table: str, at: tuple[Expression, ...], name: str, base: Base) -> Expression | None:
        """The places that a table of yes and no has, or one of sets, by its indices beside the place."""
        places = [number for number, one in enumerate(at) if isinstance(one, Local) and one.name == name]
        others = tuple(one for one in at if not mentions(one, name))
        if len(places) != 1 or len(others) != len(at) - 1 or low(base) or not all(map(self.sure, others)):
            return None
        (place,) = places
        inside = (*at[:place], number(0), *at[place + 1 :])
        values: object = self.table(table)[1]
        kind = plain(self.table(table)[0])
        if isinstance(kind, SetOf):
            values = written_out(values, size(kind.of))
            span = self.bounds.now(at[-1], self.known, self.facts)
            if low(kind.of) or span[0] < 0 or span[1] >= size(kind.of):
                return None
            inside = inside[:-1]
        if not self.bounds.inside_table(table, inside, self.known, self.facts):
            return None
        made = sets_along(values, place, len(at), size(base))
        if made is None or entries_of(made) > LARGEST_TABLE:
            return None
        named = f"{table} by place {place}"
        self.add(named, SetOf(base), made)  # type: ignore[arg-type]
        return Lookup(named, others, type=SetOf(base))

    def is_row(self, place: Load, name: str) -> bool:
        """Whether the indices of a field but the last are known in front of the loop, and such as it has."""
        row = place.at[:-1]
        if any(mentions(one, name) or not self.sure(one) for one in row):
            return False
        return self.bounds.inside_row(place.field, row, self.known, self.facts)

    def adjoining(self, near: Expression, group: Expression, name: str, base: Base) -> Expression | None:
        """The places whose sets in a table meet a set that is the same for all of them."""
        match near:
            case Lookup(table, (*others, Local(one))) if one == name and not low(base) and not mentions(group, name):
                type, values = self.table(table)
                if type != near.type or not has_rows(values, len(others), size(base)) or not self.sure(group):
                    return None
                if len(others) > 1 or any(mentions(index, name) for index in others):
                    return None
                found = Op("adjoining", (group, self.whole(table), *others), type=SetOf(base))
                return found if self.sure(found) else None
            case _:
                return None

    def by_field(self, test: Expression, name: str, base: Base) -> Expression | None:
        """The places at which a test holds that depends on the place by what one field has there: value by value."""
        places = [part for part in walk(test) if isinstance(part, Load) and mentions(part, name)]
        if not places or any(not same_place(part, places[0]) for part in places):
            return None
        place = places[0]
        if isinstance(test, Op) and test.op in ("is", "is not") and place in test.args:
            return None
        slot = next(one for one in self.machine.fields if one.name == place.field)
        if not has_planes(slot) or slot.indices[-1] != base or not self.is_row(place, name):
            return None
        mentioned = sum(isinstance(part, Local) and part.name == name for part in walk(test))
        if not isinstance(place.at[-1], Local) or mentioned != len(places):
            return None
        whole, group = Load(place.field, (), type=slot.type), SetOf(base)
        found: Expression = const(0, group)
        for value in values_of(slot.type, self.machine.words):
            passes = self.given(test, place, value)
            if passes is None:
                return None
            held = Op("holders", (whole, const(value, slot.type), *place.at[:-1]), type=group)
            if not (isinstance(passes, Const) and not passes.value):
                found = op("union", found, op("if", passes, held, const(0, group), type=group), type=group)
        return found

    def given(self, test: Expression, place: Load, value: int) -> Expression | None:
        """A test where a field has a known value; None if it cannot be asked there."""

        def change(part: Expression) -> Expression:
            if isinstance(part, Load) and same_place(part, place):
                return const(value, part.type)
            return entry(part, self.every_table)

        made = changed(test, change)
        return made if self.sure(made) else None

    def whole(self, table: str) -> Expression:
        """A table with all its entries."""
        type = declared.entry_type(self.table(table), 0)
        assert type is not None
        return Lookup(table, (), type=type)

    def by_value(self, table: str, value: Expression, base: Base) -> Expression | None:
        """The places at which a table has a value that is known only in play: looked up in a table of these sets."""
        type, values = self.table(table)
        kind = plain(value.type)
        if plain(type) != kind or not isinstance(kind, Member) or len(values) != size(base) or low(base):
            return None
        words = self.words(value.type)
        if words is None:
            return None
        name = f"{table} by value"
        first = 1 if words else 0
        entries = [
            sum(1 << place for place, entry in enumerate(values) if entry == v - first)
            for v in range(kind.size + first)
        ]
        if words:
            name = f"{table} by value or none"
        self.add(name, SetOf(base), tuple(entries))
        index = value
        if words:
            there = Op("is not", (value, const(-1, value.type)), type=BOOL)
            above = Op("+", (evolve(value, type=kind), number(1)), type=Int(1, kind.size))
            index = op("if", there, above, number(0), type=Int(0, kind.size))
        found = Lookup(name, (index,), type=SetOf(base))
        return found if self.sure(found) else None

    def words(self, type: Type) -> bool | None:
        """Whether a value may be the first extra word of all, and no other; None if it may be another."""
        if not isinstance(type, Either):
            return False
        return True if type.words == (self.machine.words[0],) else None

    def leading(self, place: Expression, group: Expression, index: Base, name: str, base: Base) -> Expression | None:
        """The places from which one comes into a set: the set itself, or those from which a table leads there."""
        if isinstance(place, Local) and place.name == name:
            return group if index == base and not low(base) else None
        match place:
            case Lookup(table, (Local(first), *rest)) if first == name and is_board(base) and not low(base):
                if len(rest) > 1 or any(mentions(one, name) for one in rest):
                    return None
                inside = self.bounds.inside_table(table, (number(0), *rest), self.known, self.facts)
                if not inside or not all(map(self.sure, rest)):
                    return None
                type, values = self.table(table)
                leads = plain(type)
                if leads != index or not isinstance(leads, Member) or len(values) != size(base):
                    return None
                return Op("sources", (group, self.whole(table), *rest), type=SetOf(base))
            case _:
                return None

    def fixed(self, test: Expression, name: str) -> bool:
        """Whether a test depends on the place alone."""
        effects = expression_effects(test)
        return effects.sure and not effects.calls and not effects.fields and effects.locals == {name}

    def constant(self, test: Expression, name: str, base: Base) -> Const | None:
        found = 0
        try:
            for place in range(size(base)):
                found |= bool(self.evaluator.value(test, [], {name: place + low(base)})) << place
        except (LookupError, ValueError):  # it leans on a test in front of it
            return None
        return const(found, SetOf(base))

    def sure(self, term: Expression) -> bool:
        """Whether a term can be worked out in front of the loop, and is there what its type says."""
        if expression_effects(term).calls or not self.bounds.sure(term, self.known, self.facts):
            return False
        return self.bounds.is_typed_here(term, self.known, self.facts)


# --- Small questions -------------------------------------------------------------------------------------------------


def has_planes(slot: m.FieldSlot) -> bool:
    """Whether a field can be kept as sets of places, one for each of its values."""
    if not slot.indices or not few_values(slot.type):
        return False
    *rows, board = slot.indices
    return is_board(board) and not low(board) and size(board) <= LARGEST_BOARD and prod(map(size, rows)) <= MOST_ROWS


def few_values(type: Type) -> bool:
    match type:
        case Bool():
            return True
        case Member(_, count):
            return count <= MOST_VALUES
        case Either(Member(_, count), words):
            return count + len(words) <= MOST_VALUES
        case _:
            return False


def written_out(values: object, members: int) -> object:
    """A table of sets as one of yes and no, with an index more."""
    if isinstance(values, tuple):
        return tuple(written_out(one, members) for one in values)
    assert isinstance(values, int)
    return tuple(values >> member & 1 for member in range(members))


def entries_of(values: object) -> int:
    return sum(map(entries_of, values)) if isinstance(values, tuple) else 1


def has_rows(values: object, depth: int, length: int) -> bool:
    """Whether a table has so many entries behind so many indices, wherever one looks."""
    if not isinstance(values, tuple):
        return False
    return all(has_rows(row, depth - 1, length) for row in values) if depth else len(values) == length


def sets_along(values: object, place: int, indices: int, places: int) -> object:
    """A table of yes and no with one of its indices gathered as a set; None if its rows are not alike."""
    if not isinstance(values, tuple):
        return None
    if place:
        rows = tuple(sets_along(row, place - 1, indices - 1, places) for row in values)
        return None if None in rows else rows
    if len(values) != places:
        return None
    if indices == 1:
        return sum(1 << at for at, entry in enumerate(values) if entry)
    columns = tuple(zip(*values, strict=True)) if len({len(row) for row in values}) == 1 else ()
    made = tuple(sets_along(column, 0, indices - 1, places) for column in columns)
    return None if not made or None in made else made


def same_place(a: Load, b: Load) -> bool:
    """Whether two terms read the same entry, whatever is known of it where they stand."""
    return a.field == b.field and [key_of(one) for one in a.at] == [key_of(one) for one in b.at]


def values_of(type: Type, words: tuple[str, ...]) -> list[int]:
    """All values of a field that is kept as sets."""
    base = plain(type)
    assert isinstance(base, Bool | Member)
    extra = type.words if isinstance(type, Either) else ()
    return [*(-1 - words.index(word) for word in extra), *range(size(base))]


def is_board(base: Type) -> bool:
    return isinstance(base, Member | Int) and 1 < size(base) <= LARGEST_SET


def universe(base: Base) -> Const:
    return const((1 << size(base)) - 1, SetOf(base))


def meet(a: Expression, b: Expression, type: SetOf) -> Expression:
    if isinstance(a, Const) and a.value == (1 << size(type.of)) - 1:
        return b
    if isinstance(b, Const) and b.value == (1 << size(type.of)) - 1:
        return a
    return op("meet", a, b, type=type)


def mentions(term: Expression, name: str) -> bool:
    return name in expression_effects(term).locals
