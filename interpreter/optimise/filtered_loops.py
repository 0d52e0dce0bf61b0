"""Loops that go through much and use little of it: what passes a test that the position has no part in is looked up.

`for each line where s is in line` goes through the lines of the table entry for `s`; the test is gone. If `s` is only
tested inside the loop, it may still be none in front of it: then the table has an entry for that, with nothing in it.
"""

from __future__ import annotations

from itertools import product
from math import prod
from operator import eq

from attrs import define, evolve, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import SURE, effects_of, expression_effects
from astro_referee.interpreter.machine.evaluate import Evaluator
from astro_referee.interpreter.machine.expressions import Const, Expression, Load, Local, Lookup, Op, Range, parts, walk
from astro_referee.interpreter.machine.folding import bit_number, both, const, op, word_constant
from astro_referee.interpreter.machine.functions import Functions
from astro_referee.interpreter.machine.references import running
from astro_referee.interpreter.machine.traversal import Code, changed_loops, walk_code
from astro_referee.interpreter.machine.typing.declared import entry_type
from astro_referee.interpreter.machine.typing.subtypes import common_supertype
from astro_referee.interpreter.optimise.constant_tables import NO_ANSWER, Table, nested
from astro_referee.interpreter.optimise.inlining import conjuncts
from astro_referee.interpreter.optimise.speculation import Bounds, Span, bounds_in, key_of
from astro_referee.interpreter.values.types import (
    BOOL,
    Base,
    Bool,
    Int,
    ListOf,
    Member,
    SetOf,
    Type,
    low,
    plain,
    range_of,
    size,
    words,
)

MOST_TESTS = 20_000
"""Answers that are worked out for one loop."""
FEWEST = 4
"""Values a loop must go through for a table to be quicker."""


@define
class LoopFilter:
    """Collects the tables for the loops of a machine."""

    machine: m.Machine
    bounds: Bounds
    known: dict[str, Span] = field(factory=dict)
    """What the locals of the function at hand can be."""
    declared: dict[str, Type] = field(factory=dict)
    """Their types, whatever is known of them at a place."""
    tables: dict[str, Table] = field(factory=dict)
    made: dict[tuple[object, ...], str] = field(factory=dict)
    """Tables by what they answer, so that equal loops share one."""

    def function(self, params: tuple[tuple[str, Type], ...], body: Code) -> Code:
        self.known = self.bounds.locals(params, body)
        self.declared = dict(params)
        for line in walk_code(body):
            if isinstance(line, m.Set):
                held = self.declared.get(line.name, line.value.type)
                self.declared[line.name] = common_supertype(held, line.value.type) or held
        return changed_loops(body, self.loop)

    def loop(self, loop: m.Loop) -> m.Loop:
        body, tests = loop.body, list[Expression]()
        while len(body) == 1 and isinstance(body[0], m.Branch) and not body[0].otherwise:
            tests += conjuncts(body[0].condition)
            body = body[0].then
        values = self.values(loop)
        chosen = self.chosen(tests, loop)
        others = [test for test in tests if test not in chosen]
        fixed, rest = both(*chosen), both(*others)
        if fixed is None or len(values) < FEWEST or not isinstance(loop.type, Int | Member | SetOf):
            return loop
        domain = self.domain(loop, values, fixed, others)
        if domain is None:
            return loop
        return evolve(loop, domain=domain, body=body if rest is None else (m.Branch(rest, body),))

    def chosen(self, tests: list[Expression], loop: m.Loop) -> list[Expression]:
        """The tests that become a table: it does not matter whether those before them hold, if those cannot fail."""
        found: list[Expression] = []
        for test in tests:
            if self.fixed(test, loop):
                found.append(test)
            elif not plain_test(test):
                break
        return found

    def values(self, loop: m.Loop) -> tuple[int, ...]:
        """What a loop goes through, if that is always the same."""
        match loop.domain:
            case Range(Const(first), Const(last)):
                return tuple(range(first, last + 1)) if last - first < MOST_TESTS else ()
            case Const(value) as group:
                kind = plain(group.type)
                if isinstance(kind, SetOf):
                    return tuple(i + low(kind.of) for i in range(value.bit_length()) if value >> i & 1)
                return ()
            case Lookup(name, ()) as group if isinstance(group.type, ListOf) and isinstance(loop.type, SetOf):
                entries = self.machine.tables[name][1]
                return tuple(entry for entry in entries if isinstance(entry, int))
            case _:
                return ()

    def fixed(self, test: Expression, loop: m.Loop) -> bool:
        """Whether a test asks about the loop's value, besides nothing that changes while the loop runs, and no more."""
        changing, stored = effects_of(loop.body).sets, effects_of(loop.body).stores
        terms = walk(test)
        for term in terms:
            match term:
                case Const() | Lookup():
                    pass
                case Local(name) if name not in changing:
                    pass
                case Load(name, at) if name not in stored and not mentions(term, loop.name):
                    plain_index = all(isinstance(index, Const | Local) for index in at)
                    if not plain_index or not self.bounds.sure(term, self.known):
                        return False
                case Op(word) if word in SURE:
                    pass
                case _:
                    return False
        return mentions(test, loop.name)

    def domain(
        self, loop: m.Loop, values: tuple[int, ...], test: Expression, others: list[Expression]
    ) -> Expression | None:
        """The values that pass, looked up by what else the test asks about; the other tests come behind that."""
        free = tuple(dict.fromkeys(self.outside(test, loop.name)))
        bases = [term.type for term in free if isinstance(term.type, Bool | Int | Member)]
        if (
            len(bases) < len(free)
            or prod(map(size, bases)) * len(values) > MOST_TESTS
            or any(map(self.is_compiler_made, free))
        ):
            return None
        spans = [self.bounds.now(term, self.known) for term in free]
        if any(span[1] >= low(base) + size(base) for span, base in zip(spans, bases, strict=True)):
            return None
        absent = tuple(span[0] < low(base) for span, base in zip(spans, bases, strict=True))
        if any(none and tested(test, term) for term, none in zip(free, absent, strict=True)):
            return None
        there = [self.presence(term, others) if none else None for term, none in zip(free, absent, strict=True)]
        if any(none and test is None for none, test in zip(absent, there, strict=True)):
            return None  # only whoever calls this function knows whether it is
        key = (loop.name, loop.type, values, test, absent)
        if key not in self.made:
            table = self.table(loop, values, test, dict(zip(free, bases, strict=True)), absent)
            if table is None:
                return None
            self.made[key] = f"where {len(self.made) + 1}"
            self.tables[self.made[key]] = table
        name = self.made[key]
        at = tuple(entry(term, base, present) for term, base, present in zip(free, bases, there, strict=True))
        type, entries = self.tables[name]
        if not free and isinstance(entries[0], int):
            return Const(entries[0], type=type)
        return Lookup(name, at or (Const(0, type=Int(0, 0)),), type=type)

    def presence(self, term: Expression, tests: list[Expression]) -> Expression | None:
        """The test whether a term is there: one of those at hand, or one for what it is declared to be."""
        key = key_of(term)
        for test in tests:
            match test:
                case Op("is not", (asked, Const())) if key_of(asked) == key and asked.type != term.type:
                    return test
                case _:
                    pass
        declared: Type | None = None
        match term:
            case Load(name):
                declared = self.bounds.fields[name].type
            case Local(name):
                declared = self.declared.get(name)
            case Lookup(name, at):
                declared = entry_type(self.machine.tables[name], len(at))
            case _:
                pass
        if declared is None or len(words(declared)) != 1:
            return None
        code = word_constant(self.machine.words, words(declared)[0], declared)
        return op("is not", evolve(term, type=declared), code, type=BOOL)

    def is_compiler_made(self, term: Expression) -> bool:
        """Whether the compiler made this name or slot: it may hold a number that is only tested afterwards."""
        match term:
            case Local(name):
                return name.startswith(".") and isinstance(term.type, Int)
            case Load(name):
                return any(slot.name == name and slot.sort == "slot" for slot in self.machine.fields)
            case _:
                return False

    def outside(self, term: Expression, name: str) -> list[Expression]:
        """What a test asks about besides a name: the largest parts that are a number, a member, or yes or no, and that
        can be read in front of the loop as well.
        """
        if isinstance(term, Const):
            return []
        entry = isinstance(term, Local | Load | Lookup) and isinstance(term.type, Bool | Int | Member)
        if not mentions(term, name) and (entry or isinstance(term, Local | Load)) and self.readable(term):
            return [term]
        return [found for part in parts(term) for found in self.outside(part, name)]

    def readable(self, term: Expression) -> bool:
        return not isinstance(term, Lookup) or self.bounds.sure(term, self.known)

    def table(
        self,
        loop: m.Loop,
        values: tuple[int, ...],
        test: Expression,
        free: dict[Expression, Base],
        absent: tuple[bool, ...],
    ) -> Table | None:
        """For all that the other terms may be, the values that pass; for one that may be absent, first none of them."""
        names = {term: f".free{index}" for index, term in enumerate(free)}
        others: tuple[tuple[str, Type], ...] = tuple(zip(names.values(), free.values(), strict=True))
        functions = Functions()
        passes = functions.add(("narrowed",), ((loop.name, loop.type), *others), (m.Return(named(test, names)),))
        evaluator = Evaluator(evolve(self.machine, functions=tuple(functions.made.values())))
        bases = [widened(base) if none else base for base, none in zip(free.values(), absent, strict=True)]
        bases = bases or [Int(0, 0)]
        lowest = [low(base) if none else None for base, none in zip(bases, absent, strict=False)]
        passed: dict[tuple[int, ...], tuple[int, ...]] = {}
        try:
            for at in product(*map(range_of, bases)):
                there = not any(map(eq, at, lowest))
                known = at[: len(free)]
                passed[at] = tuple(v for v in values if there and evaluator.call(passes, [], v, *known))
        except NO_ANSWER:
            return None  # of all that the types allow, some is in no table
        if isinstance(loop.type, SetOf):
            return ListOf(loop.type, len(values)), nested(passed, bases)
        assert isinstance(loop.type, Int | Member)
        base = loop.type
        sets = {at: sum(1 << value - low(base) for value in group) for at, group in passed.items()}
        return SetOf(base), nested(sets, bases)


def plain_test(test: Expression) -> bool:
    """Whether a test asks no function, and always has an answer."""
    found = expression_effects(test)
    return found.sure and not found.calls


def mentions(term: Expression, name: str) -> bool:
    return name in expression_effects(term).locals


def tested(test: Expression, term: Expression) -> bool:
    """Whether a test asks itself whether something is there, so that it may hold where it is not."""
    key = key_of(term)
    return any(key_of(inner) == key and inner.type != term.type for inner in walk(test))


def widened(base: Base) -> Int:
    """The numbers of a type and the one below them, which stands for all that is not there."""
    return Int(low(base) - 1, low(base) + size(base) - 1)


def entry(term: Expression, base: Base, present: Expression | None) -> Expression:
    """The place of a term in a table; what may be absent has one place more, the first."""
    if present is None:
        return bit_number(term, base)
    up = 1 - low(base)
    moved = op("+" if up > 0 else "-", term, const(abs(up), Int(0, abs(up))), type=Int(0, size(base))) if up else term
    return op("if", present, moved, const(0, Int(0, 0)), type=Int(0, size(base)), at=term.span)


def named(term: Expression, names: dict[Expression, str]) -> Expression:
    """A term with names for some of its parts."""
    match term:
        case _ if term in names:
            return Local(names[term], type=term.type)
        case Lookup(table, at):
            return Lookup(table, tuple([named(index, names) for index in at]), type=term.type)
        case Op(word, args):
            return Op(word, tuple([named(arg, names) for arg in args]), type=term.type)
        case _:
            return term


def filter_loops(machine: m.Machine) -> m.Machine:
    """The machine with such loops going through entries of tables."""
    loop_filter = LoopFilter(machine, bounds_in(machine))
    hot = running(machine)
    states = tuple(evolve(state, body=loop_filter.function((), state.body)) for state in machine.automatic)
    functions = tuple(
        evolve(f, body=loop_filter.function(f.params, f.body)) if f.name in hot else f for f in machine.functions
    )
    return evolve(machine, automatic=states, functions=functions, tables={**machine.tables, **loop_filter.tables})
