"""What numbers a term can be, and whether it may be read sooner than the rules read it: a machine in, answers out.

The type of a term holds where the term stands: behind a test it is not `none` any more. In front of that test it may
be, and an index that is `none` would be an entry of something else. So passes that read a term in another place ask
here. What is known here comes from declarations, tables and domains alone, and from tests on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from itertools import count

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import BOARDS, SURE, line_effects
from astro_referee.interpreter.machine.expressions import (
    Call,
    Const,
    Expression,
    FunctionRef,
    Load,
    Local,
    Lookup,
    Op,
    parts,
)
from astro_referee.interpreter.machine.runtime import BIT
from astro_referee.interpreter.machine.traversal import Code, all_terms, leaves, terms_of, walk_code
from astro_referee.interpreter.values.types import LIMIT, Base, Bool, Either, Int, Member, Type, low, plain, size, words

Span = tuple[int, int]
Known = Mapping[str, Span]
"""The numbers that locals can be."""
Key = tuple[object, ...]
Fact = tuple[Key, int | None]
"""A term, and the number of an extra word that it is not; None if it is no extra word at all."""
Facts = frozenset[Fact]

ANYTHING: Span = (-2 * LIMIT, 2 * LIMIT)
NO_FACTS: Facts = frozenset()
MOST_ROUNDS = 8
"""How often locals are gone through until nothing new is learnt of them; a number that still grows then may be any."""


def bounds_of(type: object) -> Span | None:
    """Lowest and highest number of a type; extra words lie below all others. None if its values are no numbers."""
    match type:
        case Bool():
            return 0, 1
        case Int(a, b):
            return a, b
        case Member(_, count):
            return 0, count - 1
        case Either(of):
            inner = bounds_of(of)
            return None if inner is None else (ANYTHING[0], inner[1])
        case _:
            return None


def within(inside: Span | None, outside: Span | None) -> bool:
    return inside is not None and outside is not None and outside[0] <= inside[0] and inside[1] <= outside[1]


def together(spans: Iterable[Span]) -> Span:
    listed = list(spans)
    return min(span[0] for span in listed), max(span[1] for span in listed)


@define
class Bounds:
    """Knows what is declared, and what functions can answer."""

    fields: dict[str, m.FieldSlot]
    tables: dict[str, tuple[object, ...]]
    functions: dict[FunctionRef, m.Function]
    words: tuple[str, ...]
    trusted: set[FunctionRef] = field(factory=set)
    """Functions that can be asked at any time."""
    spans: dict[str, Span | None] = field(factory=dict)
    answers: dict[FunctionRef, Span] = field(factory=dict)

    # --- Numbers ------------------------------------------------------------------------------------------------------

    def now(self, term: Expression, known: Known, facts: Facts = NO_FACTS) -> Span:
        """The numbers a term can be at a place where the rules read it, and where these facts hold."""
        match term:
            case Const(value):
                return value, value
            case Local(name):
                found = known.get(name, ANYTHING)
            case Load(name):
                slot = self.fields[name]
                # A slot made by the compiler may hold a number that is only tested afterwards.
                loose = slot.sort == "slot" and isinstance(slot.type, Int)
                found = ANYTHING if loose else bounds_of(slot.type) or ANYTHING
            case Lookup(name):
                found = self.table_bounds(name) or ANYTHING
            case Call(name):
                found = self.answer(name)
            case Op("if", (test, yes, no)):
                return together(
                    (self.now(yes, known, facts | learnt(test, True)), self.now(no, known, facts | learnt(test, False)))
                )
            case Op(("+" | "-") as sign, (first, second)):
                (a, b), (c, d) = self.now(first, known, facts), self.now(second, known, facts)
                return (a + c, b + d) if sign == "+" else (a - d, b - c)
            case _:
                trusted = all(self.is_as_typed(part, known, facts) for part in parts(term))
                return (bounds_of(term.type) if trusted else None) or ANYTHING
        inner = bounds_of(plain(term.type))
        if inner is not None and self.is_no_word(term, facts):
            return max(found[0], inner[0]), min(found[1], inner[1])
        return found

    def is_as_typed(self, term: Expression, known: Known, facts: Facts) -> bool:
        """Whether a term is of its type here already, and not only where it stands."""
        typed = bounds_of(term.type)
        of_its_words = self.is_no_word(term, facts) or {*self.declared_words(term)} <= {*words(term.type)}
        if typed is None or isinstance(term, Call):
            return of_its_words
        return within(self.now(term, known, facts), typed) and (of_its_words or not words(term.type))

    def declared_words(self, term: Expression) -> tuple[str, ...]:
        """The extra words that a term may be wherever it stands, as far as declarations tell."""
        match term:
            case Load(name):
                return words(self.fields[name].type)
            case Call(name):
                return words(self.functions[name].result or term.type)
            case Local():
                return self.words if words(term.type) else ()
            case _:
                return words(term.type)

    def is_typed_here(self, term: Expression, known: Known, facts: Facts = NO_FACTS) -> bool:
        """Whether nothing that a term reads is of its type only behind a test that stands elsewhere."""
        match term:
            case Op(("and" | "or") as word, (first, second)):
                more = facts | learnt(first, word == "and")
                return self.is_typed_here(first, known, facts) and self.is_typed_here(second, known, more)
            case Op("if", (test, yes, no)):
                sides = ((yes, facts | learnt(test, True)), (no, facts | learnt(test, False)))
                inside = self.is_typed_here(test, known, facts)
                inside = inside and all(self.is_typed_here(side, known, more) for side, more in sides)
                return inside and self.is_as_typed(term, known, facts)
            case Load() | Lookup() if is_whole(term) and not self.is_single(term):
                return True
            case Local() | Load() | Lookup() | Call():
                inside = all(self.is_typed_here(part, known, facts) for part in parts(term))
                return inside and self.is_as_typed(term, known, facts)
            case _:
                return all(self.is_typed_here(part, known, facts) for part in parts(term))

    def is_single(self, term: Expression) -> bool:
        """Whether a term is a field that has one entry alone."""
        return isinstance(term, Load) and not self.fields[term.field].indices

    def answer(self, name: FunctionRef) -> Span:
        """The numbers that a function can give."""
        if name not in self.answers:
            self.answers[name] = ANYTHING
            function = self.functions[name]
            known = self.locals(function.params, function.body)
            given = [self.now(line.value, known) for line in walk_code(function.body) if isinstance(line, m.Return)]
            self.answers[name] = together(given or [ANYTHING])
        return self.answers[name]

    def is_no_word(self, term: Expression, facts: Facts) -> bool:
        key = key_of(term)
        return (key, None) in facts or sum(fact[0] == key for fact in facts) >= max(1, len(self.words))

    def locals(self, params: Iterable[tuple[str, Type]], body: Code) -> dict[str, Span]:
        """The numbers that each local of a function can be, wherever it got them."""
        found = {name: bounds_of(type) or ANYTHING for name, type in params}
        for line in walk_code(body):
            if isinstance(line, m.Loop):
                span = bounds_of(line.type) or ANYTHING
                found[line.name] = together((span, found.get(line.name, span)))
            elif isinstance(line, m.Append):
                found[line.name] = ANYTHING
        stored = [line for line in walk_code(body) if isinstance(line, m.Set)]
        growing: set[str] = set()
        for number in count():
            before = dict(found)
            for line in stored:
                if line.name not in growing and all(t.name in found for t in sources(line.value)):
                    span = self.now(line.value, found)
                    found[line.name] = together((span, found.get(line.name, span)))
            changed = {name for name in found if found[name] != before.get(name)}
            if not changed:
                break
            if number >= MOST_ROUNDS:  # a number that is counted up has no end here
                growing |= changed
                found |= dict.fromkeys(changed, ANYTHING)
        return found

    def table_bounds(self, name: str) -> Span | None:
        if name not in self.spans:
            numbers: list[int] = []
            todo: list[object] = [self.tables.get(name, ())]
            while todo:
                entry = todo.pop()
                if isinstance(entry, tuple):
                    todo.extend(entry)
                elif isinstance(entry, int):
                    numbers.append(entry)
            self.spans[name] = (min(numbers), max(numbers)) if numbers else None
        return self.spans[name]

    # --- What can be read without fail --------------------------------------------------------------------------------

    def inside_field(self, name: str, at: tuple[Expression, ...], known: Known, facts: Facts = NO_FACTS) -> bool:
        """Whether all indexes of a field are such as it has."""
        return self.among(at, self.fields[name].indices, known, facts)

    def inside_row(self, name: str, at: tuple[Expression, ...], known: Known, facts: Facts = NO_FACTS) -> bool:
        """Whether all indexes of a field but the last are such as it has."""
        return self.among(at, self.fields[name].indices[:-1], known, facts)

    def among(self, at: tuple[Expression, ...], bases: tuple[Base, ...], known: Known, facts: Facts) -> bool:
        slots = zip(at, bases, strict=False)
        there = all(within(self.now(i, known, facts), (low(base), low(base) + size(base) - 1)) for i, base in slots)
        return there and len(at) == len(bases)

    def inside_table(self, name: str, at: tuple[Expression, ...], known: Known, facts: Facts = NO_FACTS) -> bool:
        entry: object = self.tables.get(name)
        for index in at:
            if not isinstance(entry, tuple) or not within(self.now(index, known, facts), (0, len(entry) - 1)):
                return False
            entry = entry[0]
        return entry is not None

    def taken(self, name: FunctionRef, args: tuple[Expression, ...], known: Known, facts: Facts = NO_FACTS) -> bool:
        """Whether a function is asked about nothing but what it can be asked about."""
        params = zip(args, self.functions[name].params, strict=True)
        return all(within(self.now(arg, known, facts), bounds_of(type)) for arg, (_, type) in params)

    def sure(self, term: Expression, known: Known, facts: Facts = NO_FACTS) -> bool:
        """Whether a term can be worked out wherever these facts hold: what it needs to know it tests itself."""
        match term:
            case Op(("and" | "or") as word, (first, second)):
                more = facts | learnt(first, word == "and")
                return self.sure(first, known, facts) and self.sure(second, known, more)
            case Op("if", (test, yes, no)):
                sides = ((yes, facts | learnt(test, True)), (no, facts | learnt(test, False)))
                return self.sure(test, known, facts) and all(self.sure(side, known, more) for side, more in sides)
            case Op("holders", (Load(name), value, *rest)):
                others = self.inside_row(name, tuple(rest), known, facts)
                return others and all(self.sure(one, known, facts) for one in (value, *rest))
            case Op("adjoining", (group, Lookup(name), *others)) if others:
                inside = self.inside_table(name, (*others, Const(0, type=Int(0, 0))), known, facts)
                return inside and all(self.sure(one, known, facts) for one in (group, *others))
            case Op(word, args) if word in BOARDS:  # whole fields and tables are no terms of their own
                return all(self.sure(arg, known, facts) for arg in args if not is_whole(arg))
            case _ if not all(self.sure(part, known, facts) for part in parts(term)):
                return False
            case Load(name, at):
                return self.inside_field(name, at, known, facts)
            case Lookup(name, at):
                return self.inside_table(name, at, known, facts)
            case Call(name, args):
                return name in self.trusted and self.taken(name, args, known, facts)
            case Op(("bit" | "has") as word, args):
                return within(self.now(args[-1], known, facts), (0, len(BIT) - 1)) and word in SURE
            case Op(word):
                return word in SURE
            case _:
                return True

    def cannot_fail(self, function: m.Function) -> bool:
        """Whether a function can be asked at any time about what its parameters may be."""
        known = self.locals(function.params, function.body)
        return not narrows_a_set(function) and self.code_cannot_fail(function.body, known, NO_FACTS)

    def code_cannot_fail(self, code: Code, known: Known, facts: Facts) -> bool:
        for line in code:
            if not all(self.sure(t, known, facts) and self.is_typed_here(t, known, facts) for t in terms_of(line)):
                return False
            kept = frozenset(fact for fact in facts if not mentions(fact[0], line_effects(line).sets))
            match line:
                case m.Branch(test, then, otherwise):
                    yes, no = facts | learnt(test, True), facts | learnt(test, False)
                    if not (self.code_cannot_fail(then, known, yes) and self.code_cannot_fail(otherwise, known, no)):
                        return False
                    facts = kept | (learnt(test, False) if leaves(then) and not line_effects(line).sets else NO_FACTS)
                case m.Loop():
                    if not (
                        self.code_cannot_fail(line.body, known, kept)
                        and self.code_cannot_fail(line.otherwise, known, kept)
                    ):
                        return False
                    facts = kept
                case _:
                    facts = kept
        return True


def bounds_in(machine: m.Machine) -> Bounds:
    return Bounds(
        {slot.name: slot for slot in machine.fields},
        {name: values for name, (_, values) in machine.tables.items()},
        {function.name: function for function in machine.functions},
        machine.words,
    )


# --- Tests ------------------------------------------------------------------------------------------------------------


def learnt(test: Expression, holds: bool) -> Facts:
    """What a test tells about its operands when it holds, or fails."""
    match test:
        case Op("not", (of,)):
            return learnt(of, not holds)
        case Op(("and" | "or") as word, (first, second)):
            return learnt(first, holds) | learnt(second, holds) if (word == "and") is holds else NO_FACTS
        case Op(("is" | "is not") as word, (of, Const(value))):
            equal = (word == "is") is holds
            return frozenset({(key_of(of), value if value < 0 else None)}) if equal is (value >= 0) else NO_FACTS
        case _:
            return NO_FACTS


def key_of(term: Expression) -> Key:
    """What makes two terms the same, whatever is known of them where they stand."""
    match term:
        case Const(name) | Local(name) | Load(name) | Lookup(name) | Op(name) | Call(name):
            return type(term).__name__, name, *map(key_of, parts(term))
        case _:
            raise AssertionError(f"{type(term).__name__} should have been compiled away")


def narrows_a_set(function: m.Function) -> bool:
    """Whether a local that may be an extra word in place of a set is read as a set, since some test says so."""
    given = [*function.params]
    given += [(line.name, line.value.type) for line in walk_code(function.body) if isinstance(line, m.Set)]
    wide = {name for name, type in given if words(type) and bounds_of(plain(type)) is None}
    terms = all_terms(function.body) if wide else ()
    return any(isinstance(term, Local) and term.name in wide and not words(term.type) for term in terms)


def is_whole(term: Expression) -> bool:
    """Whether a field or table is meant with all its entries."""
    return isinstance(term, Load | Lookup) and not term.at


def mentions(key: Key, names: Set[str]) -> bool:
    return (key[0] == "Local" and key[1] in names) or any(isinstance(k, tuple) and mentions(k, names) for k in key[2:])


def sources(term: Expression) -> list[Local]:
    """The locals whose number may be that of a term."""
    match term:
        case Local():
            return [term]
        case Op("if", (_, yes, no)):
            return [*sources(yes), *sources(no)]
        case Op("+" | "-", (first, second)):
            return [*sources(first), *sources(second)]
        case _:
            return []
