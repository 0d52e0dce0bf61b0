"""Whether the types in a machine are true: what an expression can be is worked out, and must lie within its type.

Conditions are taken into account: behind `x is not none`, x is a plain value. So it is proved, not hoped, that `none`
is never an index and that no index lies outside its field or table.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from attrs import define, evolve, field, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.declared import entry_type, result_type
from astro_referee.interpreter.machine.expressions import (
    Call,
    Choices,
    Const,
    Domain,
    Expression,
    Load,
    Local,
    Lookup,
    Op,
    Range,
    walk,
)
from astro_referee.interpreter.machine.facts import Facts, join
from astro_referee.interpreter.machine.operations import OPERATIONS, Sort
from astro_referee.interpreter.machine.runtime import MOST_CHOICES
from astro_referee.interpreter.machine.traversal import changed, walk_code
from astro_referee.interpreter.values.conformance import conforms
from astro_referee.interpreter.values.tables import largest_entry
from astro_referee.interpreter.values.types import (
    BOOL,
    LIMIT,
    BagOf,
    Base,
    Int,
    ListOf,
    PastOf,
    SetOf,
    TextType,
    TupleOf,
    Type,
    low,
    plain,
    size,
    without,
    words,
)

Code = tuple[m.Code, ...]


def table_problems(machine: m.Machine) -> Iterator[str]:
    """Entries of constant tables that are not what the table says they are."""
    for name, (type, values) in machine.tables.items():
        if not entry_fits(values, type):
            yield f"table {name} has entries that are no {type}"


def entry_fits(entry: object, type: Type) -> bool:
    if isinstance(entry, tuple) and not conforms(entry, type):
        return all(entry_fits(inner, type) for inner in entry)
    return isinstance(entry, str) if isinstance(type, TextType) else conforms(entry, type)


@frozen
class Need:
    """What a function requires: by its parameters, for those who call it; and by its own locals."""

    before: Op
    inside: Op


@define
class Growth:
    """A number that adds to itself: its bounds so far, and where it began."""

    low: int
    high: int
    loops: int
    blocks: tuple[int, ...]


@define
class Typing:
    """Goes through all code of a machine with what is known at each place."""

    machine: m.Machine
    found: list[str] = field(factory=list)
    where: str = ""
    needs: list[Need] | None = None
    """Where it is asked what a function requires: conditions that would make its types true."""
    params: frozenset[str] = frozenset()
    """The parameters of the function at hand."""
    definitions: dict[str, Expression] = field(factory=dict)
    """Locals that get their only value where the function begins."""
    functions: dict[str, m.Function] = field(init=False)
    fields: dict[str, m.FieldSlot] = field(init=False)
    results: dict[str, Type | None] = field(factory=dict)
    rows: dict[tuple[str, int], Type | None] = field(factory=dict)
    locals: dict[str, Type] = field(factory=dict)
    entry: dict[int | None, Facts] = field(factory=dict)
    """What is known in each state."""
    arrived: set[int] = field(factory=set)
    """States of which something new is known, or rather not known."""
    entries_done: bool = False
    loops: list[int] = field(factory=list)
    """The most rounds of each loop around the code at hand."""
    broken: list[list[Facts]] = field(factory=list)
    """For each loop around: what is known where it is broken out of."""
    blocks: list[int] = field(factory=list)
    """The blocks around the code at hand, each by a number of its own."""
    growing: dict[str, Growth] = field(factory=dict)
    """Numbers that locals were given, and what they may have become by adding to themselves."""

    def __attrs_post_init__(self) -> None:
        self.functions = {function.name: function for function in self.machine.functions}
        self.fields = {slot.name: slot for slot in self.machine.fields}

    def problems(self) -> list[str]:
        for slot in self.machine.fields:
            if not conforms(slot.initial, slot.type):
                self.found.append(f"{slot.name} begins as {slot.initial}")
        begun = list(self.found)
        self.flow()
        self.found, self.entries_done = begun, True
        effects = self.effects()
        for function in self.machine.functions:
            self.where = function.name
            for label in effects.get(function.name, [None]):
                self.body(function.body, dict(function.params), function.requires, self.entry.get(label))
        for state in self.machine.automatic:
            self.where = f"state {state.label}"
            self.body(state.body, {}, (), self.entry.get(state.label))
        return self.found

    # --- What is known in each state ---------------------------------------------------------------------------------

    def effects(self) -> dict[str, list[int | None]]:
        """The functions that lead from one state to others, each with the states it is called in."""
        found: dict[str, list[int | None]] = {}
        for decision in self.machine.decisions:
            for move in decision.moves:
                found.setdefault(move.apply, []).append(decision.label)
        for chance in self.machine.chances:
            found.setdefault(chance.apply, []).append(chance.label)
        return found

    def flow(self) -> None:
        """Goes round until nothing changes any more: what is known in a state is known on all ways to it."""
        automatic = {state.label: state.body for state in self.machine.automatic}
        empty = {d.label: d.stuck for d in self.machine.decisions} | {c.label: c.empty for c in self.machine.chances}
        leading: dict[int, list[m.Function]] = {}
        for name, labels in self.effects().items():
            for label in labels:
                leading.setdefault(label or 0, []).append(self.functions[name])
        self.arrive(self.machine.start, Facts(self.machine.words))
        while self.arrived:
            label = self.arrived.pop()
            here = self.entry[label]
            if label in automatic:
                self.body(automatic[label], {}, (), here)
            elif label in empty:
                self.arrive(empty[label], here)
                for function in leading.get(label, []):
                    self.body(function.body, dict(function.params), function.requires, here)

    def arrive(self, label: int, facts: Facts) -> None:
        if self.entries_done:
            return
        lasting = facts.lasting({slot.name: slot.type for slot in self.machine.fields})
        if label in self.entry:
            before = dict(self.entry[label].known)
            self.entry[label].meet(lasting)
            if self.entry[label].known == before:
                return
        else:
            self.entry[label] = lasting
        self.arrived.add(label)

    def body(
        self,
        code: Code,
        params: dict[str, Type],
        requires: tuple[Expression, ...] = (),
        entry: Facts | None = None,
    ) -> None:
        self.locals, self.params = {**params}, frozenset(params)
        self.definitions = beginnings(code)
        for line in walk_code(code):
            if isinstance(line, m.Set | m.Loop):
                type = line.value.type if isinstance(line, m.Set) else line.type
                known = self.locals.get(line.name)
                joined = type if known is None else self.joined(known, type)
                self.locals[line.name] = type if joined is None else joined
                if joined is None:
                    self.wrong(f"{line.name} is {known} and {type}")
        self.loops, self.blocks, self.growing = [], [], {}
        facts = Facts(self.machine.words) if entry is None else entry.copy()
        for condition in requires:
            facts.assume(condition, True)
        self.code(code, facts)

    def wrong(self, message: str, facts: Facts | None = None) -> None:
        if facts is None or not facts.dead:
            self.found.append(f"{self.where}: {message}")

    # --- Statements --------------------------------------------------------------------------------------------------

    def code(self, code: Code, facts: Facts) -> bool:
        """Looks at code; gives whether it is surely left. `facts` become those behind it."""
        return any([self.line(line, facts) for line in code])  # noqa: C419 (all of them are looked at)

    def line(self, line: m.Code, facts: Facts) -> bool:
        match line:
            case m.Set(name, Op("+" | "-" as word, (Local(own), step))) if own == name:
                self.grow(name, word, self.infer(step, facts), facts)
                facts.forget([name])
            case m.Set(name, value):
                type = self.infer(value, facts)
                facts.forget([name])
                facts.learn(Local(name, type=type), type)
                facts.alias(name, value)
                ends = bounds.of(type)
                if ends is not None:
                    self.growing[name] = Growth(*ends, len(self.loops), tuple(self.blocks))
            case m.Append(name, value):
                held = self.locals[name]
                if not isinstance(held, ListOf):
                    self.wrong(f"{name} is no list")
                else:
                    self.expect(value, held.of, facts, f"an entry of {name}")
            case m.Store(name, at, value):
                slot = self.fields[name]
                type = self.expect(value, slot.type, facts, name)
                self.indices(name, at, slot.indices, facts)
                facts.forget(fields=[name])
                facts.learn(Load(name, at, type=type), type)
            case m.Branch(condition, then, otherwise):
                return self.branch(condition, then, otherwise, facts)
            case m.Loop():
                return self.loop(line, facts)
            case m.Return(value):
                self.infer(value, facts)
                return True
            case m.Goto(label):
                self.arrive(label, facts)
                return True
            case m.Break() if self.broken:
                self.broken[-1].append(facts.copy())
                return True
            case m.Fault() | m.Break():
                return True
            case m.Emit(_, values, to):
                for value in (*values, *([to] if to is not None else [])):
                    self.infer(value, facts)
            case m.Offer(_, args):
                for arg in args:
                    self.infer(arg, facts)
            case m.Mark(_, further):
                if further is not None:
                    self.infer(further, facts)
            case m.Assume(condition):
                facts.assume(condition, True)
            case m.Duty() | m.Spend():
                pass
        return False

    def grow(self, name: str, word: str, step: Type, facts: Facts) -> None:
        """A local that adds to itself stays within its type, however often the loops around it run."""
        ends, begun = bounds.of(step), self.growing.get(name)
        if ends is None or begun is None or begun.blocks != tuple(self.blocks[: len(begun.blocks)]):
            self.wrong(f"{name} adds {step} to itself, and it is not sure what it was", facts)
            return
        rounds = prod(self.loops[begun.loops :])
        low, high = ends if word == "+" else (-ends[1], -ends[0])
        begun.low += min(0, low * rounds)
        begun.high += max(0, high * rounds)
        if not self.within(Int(begun.low, begun.high), self.locals[name]):
            self.wrong(f"{name} grows to {begun.low}..{begun.high}, and is {self.locals[name]}", facts)

    def inside(self, code: Code, facts: Facts) -> bool:
        """The same for a block within other code."""
        self.blocks.append(id(code))
        left = self.code(code, facts)
        self.blocks.pop()
        return left

    def branch(self, condition: Expression, then: Code, otherwise: Code, facts: Facts) -> bool:
        self.expect(condition, BOOL, facts, "a condition")
        other = facts.copy()
        facts.assume(condition, True)
        other.assume(condition, False)
        growing = [(growth, growth.low, growth.high) for growth in self.growing.values()]
        left = self.inside(then, facts)
        grown = [(growth, growth.low, growth.high) for growth, _, _ in growing]
        for growth, *ends in growing:
            growth.low, growth.high = ends
        others_left = self.inside(otherwise, other)
        for growth, least, most in grown:  # only one of both ways is gone
            growth.low, growth.high = min(growth.low, least), max(growth.high, most)
        if left:
            facts.known, facts.same, facts.dead = other.known, other.same, other.dead
        elif not others_left:
            facts.meet(other)
        return left and others_left

    def loop(self, line: m.Loop, facts: Facts) -> bool:
        type = self.domain(line.domain, facts)
        if type is None or not self.within(type, line.type):
            self.wrong(f"{line.name} goes through {type}, and is {line.type}")
        facts.forget([line.name])
        facts.forget_changes(line.body)
        inside = facts.copy()
        if type is not None:
            inside.learn(Local(line.name, type=type), type)
        self.loops.append(self.length(line.domain, type))
        self.broken.append([])
        self.inside(line.body, inside)
        self.loops.pop()
        ways = self.broken.pop()
        if not self.inside(line.otherwise, facts):
            ways.append(facts.copy())
        if not ways:
            return True
        first, *others = ways
        for other in others:
            first.meet(other)
        facts.known, facts.same, facts.changed, facts.dead = first.known, first.same, first.changed, first.dead
        return False

    def length(self, domain: Domain, type: Type | None) -> int:
        """How many rounds a loop can have."""
        match domain:
            case Choices():
                return MOST_CHOICES
            case Range():
                ends = bounds.of(type) if type is not None else None
                return 1 + ends[1] - ends[0] if ends is not None else 1
            case Lookup(name, at):
                return largest_entry(self.machine.tables[name][1], len(at))
            case Const(value) if isinstance(domain.type, SetOf):
                return value.bit_count()
            case _:
                match plain(domain.type):
                    case SetOf(of):
                        return size(of)
                    case BagOf(face, _):
                        return face.size
                    case ListOf(_, most):
                        return most
                    case _:
                        return 1

    def domain(self, domain: Domain, facts: Facts) -> Type | None:
        """What a loop goes through one by one."""
        match domain:
            case Range(first, last):
                ends = bounds.of(self.infer(first, facts)), bounds.of(self.infer(last, facts))
                if ends[0] is None or ends[1] is None:
                    self.wrong("a range needs two numbers")
                    return None
                return Int(ends[0][0], max(ends[0][0], ends[1][1]))
            case Choices(least, most, of):
                for end in (least, most):
                    if bounds.of(self.infer(end, facts)) is None:
                        self.wrong("subsets need two numbers")
                return plain(self.infer(of, facts))
            case _:
                match self.infer(domain, facts):
                    case SetOf(base) | ListOf(base, _):
                        return base
                    case BagOf(face, _):
                        return face
                    case other:
                        self.wrong(f"{other} cannot be gone through")
                        return None

    # --- Expressions -------------------------------------------------------------------------------------------------

    def expect(self, expression: Expression, wanted: Type, facts: Facts, what: str) -> Type:
        type = self.infer(expression, facts)
        if not self.within(type, wanted):
            self.wrong(f"{what} is {wanted}, and is given {type}", facts)
        return type

    def infer(self, expression: Expression, facts: Facts) -> Type:
        """The narrowest type that is sure here; a problem if the expression says that it is narrower still."""
        type = self.actual(expression, facts)
        if type is None:
            return expression.type
        if not self.within(type, expression.type):
            type = self.from_the_start(expression, type, facts)
        if not self.within(type, expression.type) and not self.required(expression, type, facts):
            self.wrong(f"{self.shown(expression)} is {type}, and says {expression.type}", facts)
            return expression.type
        return facts.narrowed(expression, type) if isinstance(expression, Op) else type

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
                ends = bounds.of(expression.type)
                return Int(value, value) if ends is not None else expression.type
            case Local(name):
                return facts.narrowed(expression, self.locals[name])
            case Load(name, at):
                slot = self.fields[name]
                self.indices(name, at, slot.indices, facts)
                return facts.narrowed(expression, slot.type)
            case Lookup(name, at):
                type = self.lookup(name, at, facts)
                return None if type is None else facts.narrowed(expression, type)
            case Call(name, args):
                for (param, wanted), arg in zip(self.functions[name].params, args, strict=True):
                    self.expect(arg, wanted, facts, f"{param} of {name}")
                self.requirements(self.functions[name], args, facts)
                given = self.result(name)
                return None if given is None else facts.narrowed(expression, given)
            case Op(word, args):
                return self.operation(word, args, expression.type, facts)

    def result(self, name: str) -> Type | None:
        """What a function gives."""
        if name not in self.results:
            self.results[name] = result_type(self.functions[name])
        return self.results[name]

    def requirements(self, function: m.Function, args: tuple[Expression, ...], facts: Facts) -> None:
        """What a function requires is so where it is called."""
        names = {param: arg for (param, _), arg in zip(function.params, args, strict=True)}
        for condition in function.requires:
            here = changed(condition, lambda part: names.get(part.name, part) if isinstance(part, Local) else part)
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
        if self.needs is None or not gone or self.has_changed(said, facts):
            return False
        first = LIMIT if isinstance(plain(wide), Int) else 1
        for word in gone:
            code = Const(-first - self.machine.words.index(word), type=wide)
            here, there = evolve(expression, type=wide), evolve(said, type=wide)
            self.needs.append(Need(Op("is not", (there, code), type=BOOL), Op("is not", (here, code), type=BOOL)))
        return True

    def from_the_start(self, expression: Expression, type: Type, facts: Facts) -> Type:
        """What is known of an expression by what its locals stand for, if that is still what it was."""
        said = self.at_the_start(expression)
        return type if self.has_changed(said, facts) else facts.narrowed(said, type)

    def has_changed(self, expression: Expression, facts: Facts) -> bool:
        """Whether an expression may differ from what it was where the function began."""
        locals = {part.name for part in walk(expression) if isinstance(part, Local)}
        fields = {part.field for part in walk(expression) if isinstance(part, Load)}
        return not locals <= self.params or bool((locals | fields) & facts.changed)

    def at_the_start(self, expression: Expression) -> Expression:
        """The same by the parameters alone, as far as locals only stand for something."""

        def change(part: Expression) -> Expression:
            known = self.definitions.get(part.name) if isinstance(part, Local) else None
            return part if known is None else self.at_the_start(known)

        return changed(expression, change)

    def indices(self, name: str, at: tuple[Expression, ...], bases: tuple[Base, ...], facts: Facts) -> None:
        if at and len(at) != len(bases):
            self.wrong(f"{name} has {len(bases)} indices, not {len(at)}")
            return
        for index, base in zip(at, bases, strict=False):
            self.expect(index, base, facts, f"an index of {name}")

    def lookup(self, name: str, at: tuple[Expression, ...], facts: Facts) -> Type | None:
        level: object = self.machine.tables[name][1]
        for index in at:
            if not isinstance(level, tuple):
                self.wrong(f"{name} has not so many indices")
                return None
            self.expect(index, Int(0, len(level) - 1), facts, f"an index of {name}")
            level = level[0] if level else None
        return self.entries(name, len(at))

    def entries(self, name: str, indices: int) -> Type | None:
        """What a table gives for so many indices."""
        key = name, indices
        if key not in self.rows:
            self.rows[key] = entry_type(self.machine.tables[name], indices)
        return self.rows[key]

    # --- Operations --------------------------------------------------------------------------------------------------

    def operation(self, word: str, args: tuple[Expression, ...], type: Type, facts: Facts) -> Type | None:
        signature = OPERATIONS[word]
        if len(args) < len(signature.takes) or (len(args) > len(signature.takes) and signature.more is None):
            self.wrong(f"{word} takes {len(signature.takes)} operands, not {len(args)}")
            return None
        if word in ("and", "or", "if"):
            return self.lazy(word, args, facts)
        more = [signature.more] * (len(args) - len(signature.takes)) if signature.more is not None else []
        given = [self.infer(arg, facts) for arg in args]
        for one, sort in zip(given, [*signature.takes, *more], strict=True):
            if sort is not None and not of_sort(one, sort):
                self.wrong(f"{word} is given {one}")
                return None
        return self.gives(word, given, type)

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
        return self.joined(self.infer(args[1], then), self.infer(args[2], otherwise))

    def gives(self, word: str, given: list[Type], type: Type) -> Type | None:
        """The narrowest type of what an operation gives."""
        ends = [bounds.of(one) for one in given]
        first = plain(given[0]) if given else None
        match word:
            case "+" | "-" | "*" | "/" | "mod" | "min" | "max":
                a, b = ends
                assert a is not None and b is not None
                exact = Int(*bounds.ARITHMETIC[word](a, b))
                return exact if self.within(exact, type) else Int(*bounds.clamped((exact.low, exact.high)))
            case "neg" | "abs":
                assert ends[0] is not None
                lowest, highest = ends[0]
                if word == "neg":
                    return Int(-highest, -lowest)
                return Int(max(0, lowest, -highest), max(abs(lowest), abs(highest)))
            case "<" | "<=" | "is" | "is not" | "not" | "has" | "vacant":
                return BOOL
            case "bit":
                if not isinstance(type, SetOf) or ends[0] is None or ends[0][0] < 0 or ends[0][1] >= size(type.of):
                    self.wrong(f"a bit of {type} is given {given[0]}")
                return type
            case "union" | "minus" | "meet":
                return self.set_of(word, given[0], given[1])
            case "raise" | "lower":
                assert isinstance(first, SetOf) and isinstance(first.of, Int) and ends[1] is not None
                by = ends[1][0] if word == "lower" else -ends[1][0]
                return SetOf(Int(first.of.low + by, first.of.high))
            case "encode":
                return Int(0, code_count(given[0]) - 1)
            case "decode":
                assert ends[0] is not None
                if ends[0][0] < 0 or ends[0][1] >= code_count(type):
                    self.wrong(f"{given[0]} is no code of {type}")
                return type
            case "size" | "least" | "runs":
                assert isinstance(first, SetOf)
                return Int(0, size(first.of) - (word == "least"))
            case "bag count":
                assert isinstance(first, BagOf)
                return Int(0, self.machine.copies[first.of.kind])
            case "bag size":
                assert isinstance(first, BagOf)
                return Int(0, self.machine.copies[first.of.kind] * first.of.size)
            case "bag plus" | "bag less" | "bag minus" | "bag times" | "remembered":
                return given[0]
            case "bag faces":
                assert isinstance(first, BagOf)
                return SetOf(first.of)
            case "length":
                assert isinstance(first, ListOf)
                return Int(0, first.size)
            case "entry":
                assert isinstance(first, ListOf)
                if ends[1] is None or ends[1][0] < 0 or ends[1][1] >= first.size:
                    self.wrong(f"an entry of {first} is given {given[1]}")
                return first.of
            case "flood":
                return given[0]
            case "list":
                return TupleOf(tuple(given)) if isinstance(type, TupleOf) else type
            case _:
                return None

    def set_of(self, word: str, a: Type, b: Type) -> Type | None:
        """A set made from two: their bits must stand for the same values."""
        one, other = plain(a), plain(b)
        assert isinstance(one, SetOf) and isinstance(other, SetOf)
        if low(one.of) != low(other.of):
            self.wrong(f"{word} of {one} and {other}")
            return None
        larger = word == "union"
        return one if word == "minus" or (size(one.of) >= size(other.of)) == larger else other

    # --- Types -------------------------------------------------------------------------------------------------------

    def within(self, type: Type, wanted: Type) -> bool:
        """Whether all values of one type belong to another."""
        if isinstance(wanted, TupleOf):
            return isinstance(type, TupleOf) and all(map(self.within, type.of, wanted.of))
        if any(word not in words(wanted) for word in words(type)):
            return False
        one, other = plain(type), plain(wanted)
        if words(type) and isinstance(one, Int) != isinstance(other, Int):
            return False  # words beside numbers have other codes than words beside members
        ends, room = bounds.of(one), bounds.of(other)
        if ends is not None and room is not None:
            return room[0] <= ends[0] and ends[1] <= room[1]
        match one, other:
            case SetOf(a), SetOf(b):
                return low(a) == low(b) and size(a) <= size(b)
            case BagOf(a, bits), BagOf(b, others):
                return size(a) == size(b) and bits == others
            case ListOf(a, count), ListOf(b, most):
                return self.within(a, b) and count <= most
            case (PastOf(), PastOf()) | (TextType(), TextType()):
                return True
            case _:
                return False

    def joined(self, a: Type, b: Type) -> Type | None:
        """A type that holds the values of both; None if there is none."""
        return a if self.within(b, a) else b if self.within(a, b) else join(a, b)


def beginnings(code: Code) -> dict[str, Expression]:
    """What locals stand for that get their only value in the first lines."""
    names = [line.name for line in walk_code(code) if isinstance(line, m.Set | m.Loop | m.Append)]
    found: dict[str, Expression] = {}
    for line in code:
        if not isinstance(line, m.Set):
            break
        if names.count(line.name) == 1:
            found[line.name] = line.value
    return found


def code_count(type: Type) -> int:
    """How many sets or bags of a type there are."""
    match type:
        case SetOf(of):
            return 1 << size(of)
        case BagOf(of, bits):
            return 1 << bits * of.size
        case _:
            return 0


def of_sort(type: Type, sort: Sort) -> bool:
    match sort:
        case Sort.NUMBER:
            return bounds.of(type) is not None
        case Sort.SET:
            return isinstance(type, SetOf)
        case Sort.BAG:
            return isinstance(type, BagOf)
        case Sort.LIST:
            return isinstance(type, ListOf | TupleOf)
        case Sort.TABLE:
            return isinstance(type, ListOf)
        case Sort.HISTORY:
            return isinstance(type, PastOf)
        case Sort.VALUE | Sort.FIELD:
            return True
