"""What expressions can be, by what is known where they stand."""

from __future__ import annotations

from attrs import define, evolve, field, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.effects import expression_effects
from astro_referee.interpreter.machine.expressions import (
    Call,
    Const,
    Expression,
    FunctionRef,
    Load,
    Local,
    Lookup,
    Op,
)
from astro_referee.interpreter.machine.facts import Facts, local, whole_field
from astro_referee.interpreter.machine.folding import word_constant
from astro_referee.interpreter.machine.operations import OPERATIONS, Operand
from astro_referee.interpreter.machine.traversal import changed
from astro_referee.interpreter.machine.typing import declared
from astro_referee.interpreter.machine.typing.entries import Entries
from astro_referee.interpreter.machine.typing.operations import BadOperand, check_number, result_type
from astro_referee.interpreter.machine.typing.subtypes import common_supertype, is_subtype
from astro_referee.interpreter.values.conformance import conforms
from astro_referee.interpreter.values.types import BOOL, Base, Int, PastOf, Type, plain, without, words


@frozen
class Requirement:
    """What a function requires: by its parameters, for those who call it; and by its own locals."""

    before: Op
    inside: Op


@define
class ExpressionTyping:
    """Works out the types of expressions in the function or state at hand, and notes those that are not true."""

    machine: m.Machine
    found: list[str] = field(factory=list)
    where: str = ""
    needs: list[Requirement] | None = None
    """Where it is asked what a function requires: conditions that would make its types true."""
    params: frozenset[str] = frozenset()
    """The parameters of the function at hand."""
    definitions: dict[str, Expression] = field(factory=dict)
    """Locals that get their only value where the function begins."""
    functions: dict[FunctionRef, m.Function] = field(init=False)
    fields: dict[str, m.FieldSlot] = field(init=False)
    tables: dict[str, tuple[object, ...]] = field(init=False)
    rows: dict[tuple[str, int], Type | None] = field(factory=dict)
    plain_rows: dict[tuple[str, tuple[bounds.Bounds, ...]], bool] = field(factory=dict)
    """Of parts of tables whether no entry is an extra word."""
    locals: dict[str, Type] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.functions = {function.name: function for function in self.machine.functions}
        self.fields = {slot.name: slot for slot in self.machine.fields}
        self.tables = {name: entries for name, (_, entries) in self.machine.tables.items()}

    def wrong(self, message: str, facts: Facts | None = None) -> None:
        if facts is None or not facts.dead:
            self.found.append(f"{self.where}: {message}")

    def expect(self, expression: Expression, wanted: Type, facts: Facts, what: str) -> Type:
        type = self.infer(expression, facts)
        if not is_subtype(type, wanted):
            self.wrong(f"{what} is {wanted}, and is given {type}", facts)
        return type

    def infer(self, expression: Expression, facts: Facts) -> Type:
        """The narrowest type that is sure here; a problem if the expression says that it is narrower still."""
        type = self.actual(expression, facts)
        if type is None:
            return expression.type
        if not is_subtype(type, expression.type):
            type = self.from_the_start(expression, type, facts)
        if not is_subtype(type, expression.type) and not self.required(expression, type, facts):
            self.wrong(f"{self.shown(expression)} is {type}, and says {expression.type}", facts)
            return expression.type
        return type

    def shown(self, expression: Expression) -> str:
        match expression:
            case Local(name) | Load(name) | Lookup(name):
                return name
            case Call(name):
                return f"{name}()"
            case Op(word, args):
                return f"({word} {' '.join(map(self.shown, args))})"
            case Const(value):
                return str(value)

    def actual(self, expression: Expression, facts: Facts) -> Type | None:
        match expression:
            case Const(value):
                if not conforms(value, expression.type):
                    self.wrong(f"{value} is no {expression.type}")
                if isinstance(expression.type, PastOf):
                    self.wrong("a history is no constant")
                ends = bounds.of(expression.type)
                return Int(value, value) if ends is not None else expression.type
            case Local(name):
                return facts.narrowed(expression, self.locals[name])
            case Load(name, at):
                slot = self.fields[name]
                self.indices(name, at, slot.indices, facts)
                return facts.narrowed(expression, slot.type)
            case Lookup():
                type = self.lookup(expression, facts)
                return None if type is None else facts.narrowed(expression, type)
            case Call(name, args):
                self.given(self.functions[name], args, facts)
                given = self.functions[name].result
                if given is not None and gives_no_zero(self.functions[name]):
                    given = without_zero(given)
                return None if given is None else facts.narrowed(expression, given)
            case Op(word, args):
                type = self.operation(word, args, expression.type, facts)
                known = facts.narrowed(expression, type or expression.type)
                return known if type is not None and is_subtype(known, type) else type

    def given(self, function: m.Function, args: tuple[Expression, ...], facts: Facts) -> None:
        """What a function is given is of the types of its parameters, and what it requires is so."""
        if len(args) != len(function.params):
            self.wrong(f"{function.name} is given {len(args)} arguments")
            return
        for (param, wanted), arg in zip(function.params, args, strict=True):
            self.expect(arg, wanted, facts, f"{param} of {function.name}")
        self.requirements(function, args, facts)

    def requirements(self, function: m.Function, args: tuple[Expression, ...], facts: Facts) -> None:
        """What a function requires is so where it is called."""
        names = {param: arg for (param, _), arg in zip(function.params, args, strict=True)}
        for condition in function.requires:
            here = changed(condition, lambda part: names.get(part.name, part) if isinstance(part, Local) else part)
            if isinstance(here, Const):  # it is given a constant
                if not here.value:
                    self.wrong(f"{self.shown(condition)} does not hold where {function.name} is called", facts)
                continue
            assert isinstance(here, Op) and isinstance(here.args[1], Const)
            left, word = here.args[0], facts.word_of(here.args[1])
            type = self.actual(left, facts)
            if (
                type is not None
                and word in words(type)
                and not self.required(left, without(type, {word or ""}), facts, type)
            ):
                self.wrong(f"{self.shown(left)} may be {word} where {function.name} is called", facts)

    def required(self, expression: Expression, type: Type, facts: Facts, whole: Type | None = None) -> bool:
        """Notes what would make an expression as narrow as it says, if that can be said where the function begins."""
        narrow, wide = (expression.type, type) if whole is None else (type, whole)
        gone = [word for word in words(wide) if word not in words(narrow)]
        said = self.at_the_start(expression)
        if self.needs is None or not gone or self.has_changed(expression, facts):
            return False
        for word in gone:
            code = word_constant(self.machine.words, word, wide)
            here, there = evolve(expression, type=wide), evolve(said, type=wide)
            self.needs.append(
                Requirement(Op("is not", (there, code), type=BOOL), Op("is not", (here, code), type=BOOL))
            )
        return True

    def from_the_start(self, expression: Expression, type: Type, facts: Facts) -> Type:
        """What is known of an expression by what its locals stand for, if that is still what it was."""
        said = self.at_the_start(expression)
        return (
            type if self.has_changed(expression, facts) or self.has_changed(said, facts) else facts.narrowed(said, type)
        )

    def has_changed(self, expression: Expression, facts: Facts) -> bool:
        """Whether an expression may differ from what it was where the function began and gave its first names."""
        found = expression_effects(expression)
        locals = found.locals - self.definitions.keys()
        fields = self.fields.keys() if found.calls else found.fields  # a function may read any of them
        read = {*map(local, locals), *map(whole_field, fields)}
        return not locals <= self.params or not read.isdisjoint(facts.changed)

    def at_the_start(self, expression: Expression) -> Expression:
        """The same by the parameters alone, as far as locals only stand for something."""

        def change(part: Expression) -> Expression:
            known = self.definitions.get(part.name) if isinstance(part, Local) else None
            return part if known is None else self.at_the_start(known)

        return changed(expression, change)

    def indices(self, name: str, at: tuple[Expression, ...], bases: tuple[Base, ...], facts: Facts) -> None:
        if len(at) != len(bases):
            self.wrong(f"{name} has {len(bases)} indices, not {len(at)}")
            return
        for index, base in zip(at, bases, strict=False):
            self.expect(index, base, facts, f"an index of {name}")

    def lookup(self, expression: Lookup, facts: Facts) -> Type | None:
        name, at = expression.table, expression.at
        level: object = self.machine.tables[name][1]
        ends: list[bounds.Bounds] = []
        for index in at:
            if not isinstance(level, tuple):
                self.wrong(f"{name} has not so many indices")
                return None
            room = 0, len(level) - 1
            ends.append(bounds.of(self.expect(index, Int(*room), facts, f"an index of {name}")) or room)
            level = level[0] if level else None
        type = self.entries(name, len(at))
        if type is not None and words(type):
            type = self.without_words(name, tuple(ends), type)
        if type is not None and words(type):
            type = self.inside_loops(expression, type, facts)
        return type

    def without_words(self, name: str, ends: tuple[bounds.Bounds, ...], type: Type) -> Type:
        """The type of entries among which none is an extra word, if these indices find no such entry."""
        key = name, ends
        if key not in self.plain_rows:
            found: list[object] = [self.machine.tables[name][1]]
            for first, last in ends:
                found = [inner for row in found if isinstance(row, tuple) for inner in row[max(0, first) : last + 1]]
            self.plain_rows[key] = all(conforms(entry, plain(type)) for entry in found)
        return plain(type) if self.plain_rows[key] else type

    def inside_loops(self, expression: Lookup, type: Type, facts: Facts) -> Type:
        """The type without the extra words that no entry is which the loops around lead to."""
        found = Entries(self.tables, facts).of(expression)
        if found is None:
            return type
        there = {facts.word(entry, plain(type)) for entry in found if isinstance(entry, int)}
        return without(type, set(words(type)) - there)

    def entries(self, name: str, indices: int) -> Type | None:
        """What a table gives for so many indices."""
        key = name, indices
        if key not in self.rows:
            self.rows[key] = declared.entry_type(self.machine.tables[name], indices)
        return self.rows[key]

    # --- Operations --------------------------------------------------------------------------------------------------

    def operation(self, word: str, args: tuple[Expression, ...], type: Type, facts: Facts) -> Type | None:
        try:
            if word in ("and", "or", "if"):
                check_number(word, len(args))
                return self.lazy(word, args, facts)
            whole = Operand.FIELD in (OPERATIONS[word].more, *OPERATIONS[word].takes)
            given = [
                self.fields[arg.field].type
                if whole and isinstance(arg, Load) and not arg.at
                else self.infer(arg, facts)
                for arg in args
            ]
            if word == "entry" and isinstance(args[0], Lookup):
                self.inside_row(args[0], given[1])
            if word == "adjoining" and isinstance(args[1], Lookup):
                self.leading_to_row(args[1].table, args[2:], facts)
            if word == "holders" and isinstance(args[0], Load):
                self.indices(args[0].field, args[2:], self.fields[args[0].field].indices[:-1], facts)
            return result_type(word, given, type, self.machine.copies)
        except BadOperand as misuse:
            self.wrong(str(misuse))
            return None

    def leading_to_row(self, name: str, at: tuple[Expression, ...], facts: Facts) -> None:
        """Some indices of a table lead to a row of sets."""
        level: object = self.tables[name]
        for index in at:
            if isinstance(level, tuple) and level:
                self.expect(index, Int(0, len(level) - 1), facts, f"an index of {name}")
                level = level[0]
        if not isinstance(level, tuple) or any(isinstance(entry, tuple) for entry in level):
            raise BadOperand(f"a row of {name} is asked for by {len(at)} indices")

    def inside_row(self, row: Lookup, number: Type) -> None:
        """An entry of a list in a table is one that the shortest of these lists has."""
        room, ends = declared.shortest(self.tables[row.table], len(row.at)), bounds.of(number)
        if ends is not None and ends[1] >= room:
            raise BadOperand(f"an entry of {row.table}, where a list may have {room}, is given {number}")

    def lazy(self, word: str, args: tuple[Expression, ...], facts: Facts) -> Type | None:
        """Operations whose further operands are worked out only if the first one says so."""
        self.expect(args[0], BOOL, facts, f"the first operand of {word}")
        then = facts.copy()
        then.assume(args[0], word != "or")
        if word != "if":
            self.expect(args[1], BOOL, then, f"the second operand of {word}")
            return BOOL
        otherwise = facts.copy()
        otherwise.assume(args[0], False)
        return common_supertype(self.infer(args[1], then), self.infer(args[2], otherwise))


def gives_no_zero(function: m.Function) -> bool:
    """Whether a function gives what it is given, unless that is zero, which is a fault."""
    match function.body:
        case (m.Branch(Op("is not", (Local(asked), Const(0))), (m.Return(Local(given)),), ()), m.Fault()):
            return asked == given
        case _:
            return False


def without_zero(type: Type) -> Type:
    """Numbers without the zero at one of their ends."""
    match type:
        case Int(low, high) if low < high and 0 in (low, high):
            return Int(low + (low == 0), high - (high == 0))
        case _:
            return type
