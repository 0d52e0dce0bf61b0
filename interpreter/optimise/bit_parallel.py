"""Loops over places become operations on sets, which look at all places at once.

A test of one place (`disc[s] is me`, `disc[step[s, north]] is none`, `s in empty`) is the set of all places that pass
it. So a loop that only tests goes through what is left of its set, one that stops at the first place that passes takes
the lowest of that set, and one that counts or gathers such places asks for the size of that set, or for the set itself.
For backends that keep boards as sets: in others, gathering `holders` is the loop again.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from attrs import define, evolve, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of, expression_effects
from astro_referee.interpreter.machine.evaluate import Evaluator
from astro_referee.interpreter.machine.expressions import (
    Choices,
    Const,
    Expression,
    FunctionRef,
    Load,
    Local,
    Lookup,
    Op,
    Range,
    walk,
)
from astro_referee.interpreter.machine.folding import both, const, number, op
from astro_referee.interpreter.machine.references import running
from astro_referee.interpreter.machine.traversal import Code, all_terms, breaks, changed, leaves, walk_code
from astro_referee.interpreter.machine.typing import declared
from astro_referee.interpreter.optimise.speculation import Bounds, Known, bounds_in, key_of
from astro_referee.interpreter.values.types import (
    BOOL,
    Base,
    Bool,
    Either,
    Int,
    ListOf,
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
MOST_VALUES = 20
"""Values of a field for each of which there is a set of places."""


def as_sets(machine: m.Machine) -> m.Machine:
    """The machine with loops over places written as operations on sets."""
    asked = running(machine)
    writer = SetLoops(machine, bounds_in(machine), Evaluator(machine))
    functions = tuple(
        evolve(function, body=writer.code(function.params, function.body)) if function.name in asked else function
        for function in machine.functions
    )
    states = tuple(evolve(state, body=writer.code((), state.body)) for state in machine.automatic)
    return evolve(machine, functions=functions, automatic=states, tables={**machine.tables, **writer.tables})


@define
class SetLoops:
    machine: m.Machine
    bounds: Bounds
    evaluator: Evaluator
    tables: dict[str, tuple[Type, tuple[object, ...]]] = field(factory=dict)
    """Tables of lists in rising order, as tables of sets."""
    known: Known = field(factory=dict)
    uses: Counter[str] = field(factory=Counter)
    """How often each local of the function is read."""
    made: int = 0
    offers: Counter[int] = field(factory=Counter)
    """How often each move is offered in the function."""
    functions: dict[FunctionRef, m.Function] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.functions = {function.name: function for function in self.machine.functions}

    def code(self, params: tuple[tuple[str, Type], ...], body: Code) -> Code:
        self.known = self.bounds.locals(params, body)
        self.uses = Counter(term.name for term in all_terms(body) if isinstance(term, Local))
        self.offers = Counter(line.move for line in walk_code(body) if isinstance(line, m.Offer))
        return self.block(body)

    def block(self, code: Code) -> Code:
        lines = [new for line in code for new in self.line(line)]
        self.dutiful(lines)
        at = 0
        while at + 2 < len(lines):
            found = self.spread(lines[at : at + 3])
            if found is not None:
                lines[at : at + 3] = found
            at += 1
        return tuple(lines)

    def dutiful(self, lines: list[m.Code]) -> None:
        """Where candidates are members of a set, those that meet a duty are a set, too: kept if there are any."""
        for at in range(len(lines) - 1, -1, -1):
            loop = lines[at]
            if not isinstance(loop, m.Loop) or loop.otherwise or isinstance(loop.domain, Range | Choices):
                continue
            kind = plain(loop.domain.type)
            match loop.body:
                case (m.Offer(move, (Local(name),)),) if name == loop.name and isinstance(kind, SetOf):
                    pass
                case _:
                    continue
            duties = []
            for line in lines[at + 1 :]:
                if not isinstance(line, m.Duty) or line.move != move:
                    break
                duties.append(line)
            if not duties or self.offers[move] > 1 or not is_board(kind.of):
                continue
            sets = [self.met(duty, loop.name, kind.of) for duty in duties]
            if any(one is None for one in sets):
                continue
            self.made += 1
            left, kept = Local(f".candidates{self.made}", type=kind), Local(f".kept{self.made}", type=kind)
            some = Op("is not", (kept, const(0, kind)), type=BOOL)
            new: list[m.Code] = [m.Set(left.name, loop.domain)]
            for one in sets:
                assert one is not None
                new += [m.Set(kept.name, meet(left, one, kind)), m.Branch(some, (m.Set(left.name, kept),))]
            lines[at : at + 1 + len(duties)] = [*new, evolve(loop, domain=left)]

    def met(self, duty: m.Duty, name: str, base: Base) -> Expression | None:
        """The candidates that meet a duty, as a set."""
        function = self.functions[duty.function]
        if duty.maximise or duty.mark >= 0 or len(function.params) != 2 or function.on_copy:
            return None
        (me, who), (one, type) = function.params
        known: dict[str, Expression] = {me: Local("me", type=who), one: Local(name, type=type)}
        for line in function.body:
            match line:
                case m.Assume():
                    pass
                case m.Set(local, value) if local not in known:
                    known[local] = written_out(value, known)
                case m.Return(value):
                    return self.where(written_out(value, known), name, base)
                case _:
                    return None
        return None

    def spread(self, lines: list[m.Code]) -> Code | None:
        """All that one comes to from a place, step by step, as one flood; where one may go must stay the same."""
        match lines:
            case [
                m.Set(result, Op("bit", (Local(start),)) as first),
                m.Set(todo, Op("list", (Local(again),))),
                m.Loop(
                    here, _, Local(through), (*counted, m.Loop(there, _, Lookup(table, (Local(from_),)), inner, ())), ()
                ),
            ] if start == again and through == todo and from_ == here and self.uses[todo] == 1:
                pass
            case _:
                return None
        kind = plain(first.type)
        if not isinstance(kind, SetOf) or low(kind.of) or self.uses[here] > 1:
            return None
        if not all(isinstance(line, m.Spend) and line.times is None for line in counted):
            return None
        tests: list[Expression] = []
        while len(inner) == 1 and isinstance(inner[0], m.Branch) and not inner[0].otherwise:
            tests += conjuncts(inner[0].condition)
            inner = inner[0].then
        match inner:
            case (m.Set(grown, Op("union", (Local(old), Op("bit", (Local(new),))))), m.Append(more, Local(added))):
                if {grown, old} != {result} or {new, added} != {there} or more != todo:
                    return None
            case _:
                return None
        seen, *others = tests or (None,)
        match seen:
            case Op("not", (Op("has", (Local(known), Local(asked))),)) if known == result and asked == there:
                pass
            case _:
                return None
        allowed: Expression = universe(kind.of)
        for test in others:
            locals = expression_effects(test).locals
            found = self.where(test, there, kind.of) if not locals & {result, todo, here} else None
            if found is None:
                return None
            allowed = meet(allowed, found, kind)
        whole = Op("flood", (first, self.whole(table), allowed), type=kind)
        reached = Op("size", (Local(result, type=kind),), type=Int(0, size(kind.of)))
        spent = [evolve(line, times=reached) for line in counted if isinstance(line, m.Spend)]
        return (m.Set(result, whole), *spent)

    def line(self, line: m.Code) -> Code:
        match line:
            case m.Branch(condition, then, otherwise):
                return (m.Branch(condition, self.block(then), self.block(otherwise)),)
            case m.Loop():
                inner = evolve(line, body=self.block(line.body), otherwise=self.block(line.otherwise))
                return self.loop(inner)
            case _:
                return (line,)

    # --- Loops -------------------------------------------------------------------------------------------------------

    def loop(self, loop: m.Loop) -> Code:
        domain = self.as_set(loop)
        if domain is None:
            return (loop,)
        inside = sum(isinstance(term, Local) and term.name == loop.name for term in all_terms(loop.body))
        read_behind = self.uses[loop.name] > inside
        counted = self.counted(evolve(loop, domain=domain))
        if counted is not None:
            return counted
        loop = self.filtered(evolve(loop, domain=domain))
        assert not isinstance(loop.domain, Range | Choices)
        return self.gathered(loop, loop.domain) or self.first_only(loop, loop.domain, read_behind) or (loop,)

    def as_set(self, loop: m.Loop) -> Expression | None:
        """What a loop goes through, as a set of places; None if it is none, or one in another order."""
        match loop.domain:
            case Range() | Choices():
                return None
            case Lookup(table, at) as group if isinstance(group.type, ListOf):
                if not isinstance(loop.type, Member | Int) or not is_board(loop.type):
                    return None
                return self.rising(table, at, loop.type)
            case group:
                kind = plain(group.type)
                return group if isinstance(kind, SetOf) and group.type == kind and is_board(kind.of) else None

    def rising(self, table: str, at: tuple[Expression, ...], base: Member | Int) -> Expression | None:
        """A table of lists as one of sets, if all lists go upwards."""
        _, values = self.machine.tables[table]
        level: list[object] = [values]
        for _ in at:
            level = [inner for one in level if isinstance(one, tuple) for inner in one]
        if not all(isinstance(one, tuple) and goes_up(one) for one in level):
            return None
        name = f"{table} as sets"
        self.tables[name] = (SetOf(base), sets(values, len(at), low(base)))  # type: ignore[assignment]
        return Lookup(name, at, type=SetOf(base))

    def filtered(self, loop: m.Loop) -> m.Loop:
        """The loop over those places alone that pass the test around its body."""
        domain = loop.domain
        assert not isinstance(domain, Range | Choices)
        kind = plain(domain.type)
        assert isinstance(kind, SetOf)
        while True:
            *lets, last = loop.body or (None,)
            if not isinstance(last, m.Branch) or (last.then and last.otherwise):
                return loop
            names = self.lets(lets, loop)
            if names is None:
                return loop
            test = last.condition if last.then else op("not", last.condition, type=BOOL)
            body = last.then or last.otherwise
            passed, rest = self.parts(test, names, loop.name, kind.of, body)
            if passed is None:
                return loop
            body = (*self.facts(test, body), *body)
            inner = (*lets, m.Branch(rest, body)) if rest is not None else (*self.needed(lets, body), *body)
            loop = evolve(loop, domain=meet(domain, passed, kind), body=inner)
            domain = loop.domain
            if rest is not None:
                return loop

    def counted(self, loop: m.Loop) -> Code | None:
        """A filtered loop whose rounds count steps: those of the rounds that are left out are counted with the next."""
        spent = [line for line in loop.body if isinstance(line, m.Spend)]
        body = tuple(line for line in loop.body if not isinstance(line, m.Spend | m.LimitOffers))
        prefix = loop.body[: len(loop.body) - len(body)]
        if not spent or loop.body[len(prefix) :] != body or len({line.fault for line in spent}) > 1:
            return None
        domain = loop.domain
        assert not isinstance(domain, Range | Choices)
        kind = plain(domain.type)
        assert isinstance(kind, SetOf)
        if low(kind.of) or any(line.times is not None for line in spent):
            return None
        filtered = self.filtered(evolve(loop, body=body))
        if filtered.domain == domain:
            return None
        self.made += 1
        left, passed = Local(f".left{self.made}", type=kind), Local(f".passed{self.made}", type=kind)
        here = Local(loop.name, type=loop.type)
        table = f"up to {size(kind.of)}"
        self.tables[table] = (kind, tuple((2 << place) - 1 for place in range(size(kind.of))))
        limits = tuple(line for line in prefix if isinstance(line, m.LimitOffers))
        one = m.Spend(sum(line.steps for line in spent), spent[0].fault)
        rest = op("meet", left, Lookup(table, (here,), type=kind), type=kind)
        inner = (
            m.Set(passed.name, rest),
            *rounds(one, limits, passed, kind),
            m.Set(left.name, Op("minus", (left, passed), type=kind)),
        )
        still = Op("is not", (left, const(0, kind)), type=BOOL)
        behind = (m.Branch(still, rounds(one, limits, left, kind)), *loop.otherwise)
        return (m.Set(left.name, domain), evolve(filtered, body=(*inner, *filtered.body), otherwise=behind))

    def lets(self, lines: list[m.Code], loop: m.Loop) -> dict[str, Expression] | None:
        """Names that are given before the test and read in the loop alone, written out; None if there is more."""
        found: dict[str, Expression] = {}
        inside = Counter(term.name for term in all_terms(loop.body) if isinstance(term, Local))
        for line in lines:
            if isinstance(line, m.Set) and self.uses[line.name] > inside[line.name]:
                return None
            if not isinstance(line, m.Set) or line.name in found or not expression_effects(line.value).sure:
                return None
            if expression_effects(line.value).calls:
                return None
            found[line.name] = written_out(line.value, found)
        return found

    def facts(self, test: Expression, body: Code) -> Code:
        """What the body relies on, because the test has ruled out that it is none."""
        read = {key_of(term) for term in all_terms(body) if not isinstance(term.type, Either)}
        return tuple(
            m.Assume(one)
            for one in conjuncts(test)
            if any(isinstance(part.type, Either) and key_of(part) in read for part in walk(one))
        )

    def needed(self, lines: list[m.Code], body: Code) -> Code:
        """Of the names before a test, those that are still read behind it."""
        read = effects_of(body).locals
        kept: list[m.Code] = []
        for line in reversed(lines):
            assert isinstance(line, m.Set)
            if line.name in read:
                read |= expression_effects(line.value).locals
                kept.append(line)
        return tuple(reversed(kept))

    def parts(
        self, test: Expression, names: dict[str, Expression], name: str, base: Base, body: Code
    ) -> tuple[Expression | None, Expression | None]:
        """The set of all places that pass some of the tests in front, and the tests that are left."""
        done = effects_of(body)
        passed: Expression | None = None
        rest: list[Expression] = []
        tests = conjuncts(test)
        for place, one in enumerate(tests):
            whole = written_out(one, names)
            effects = expression_effects(whole)
            steady = leaves(body) or not (done.stores & effects.fields or done.sets & effects.locals)
            found = self.where(whole, name, base) if steady else None
            if found is not None:
                passed = found if passed is None else meet(passed, found, SetOf(base))
            elif effects.sure and not effects.calls:
                rest.append(one)
            else:  # whether it fails must not depend on what is asked behind it
                rest += tests[place:]
                break
        return passed, both(*rest)

    def gathered(self, loop: m.Loop, domain: Expression) -> Code | None:
        """A loop that only counts places, or puts them together."""
        kind = plain(domain.type)
        assert isinstance(kind, SetOf)
        match loop.body:
            case (m.Set(name, Op("+", (Local(old), Const(1))) as sum),) if old == name:
                count = Op("size", (domain,), type=Int(0, size(kind.of)))
                lines: Code = (m.Set(name, evolve(sum, args=(sum.args[0], count))),)
            case (m.Set(name, Op("union", (Local(old), Op("bit", (one,)))) as all_of),) if (
                old == name and is_bit_of(one, loop.name, kind.of) and plain(all_of.type) == kind
            ):
                lines = (m.Set(name, evolve(all_of, args=(all_of.args[0], domain))),)
            case _:
                return None
        return (*lines, *loop.otherwise) if name not in expression_effects(domain).locals else None

    def first_only(self, loop: m.Loop, domain: Expression, read_behind: bool) -> Code | None:
        """A loop that stops at the first place it comes to."""
        body = loop.body
        if not body or not leaves(body):
            return None
        kind = plain(domain.type)
        assert isinstance(kind, SetOf)
        if isinstance(body[-1], m.Break):
            body = body[:-1]
        if breaks(body) or (breaks(loop.body) and not isinstance(loop.body[-1], m.Break)):
            return None
        used = read_behind or loop.name in effects_of(body).locals
        self.made += 1
        name = f".among{self.made}"
        group = Local(name, type=kind)
        first: Code = ()
        if used:
            place: Expression = Op("least", (group,), type=plain_bits(kind.of))
            if low(kind.of):
                place = Op("+", (place, number(low(kind.of))), type=loop.type)
            first = (m.Set(loop.name, evolve(place, type=loop.type)),)
        test = Op("is not", (group, const(0, kind)), type=BOOL)
        return (m.Set(name, domain), m.Branch(test, (*first, *body), loop.otherwise))

    # --- Tests as sets -----------------------------------------------------------------------------------------------

    def where(self, test: Expression, name: str, base: Base) -> Expression | None:
        """The set of all places that pass a test; None if that is not known as a set."""
        every = universe(base)
        match test:
            case _ if not mentions(test, name):
                if not self.sure(test):
                    return None
                return op("if", test, every, const(0, SetOf(base)), type=SetOf(base))
            case Op("and", (first, second)):
                a, b = self.where(first, name, base), self.where(second, name, base)
                return meet(a, b, SetOf(base)) if a is not None and b is not None else None
            case Op("or", (first, second)):
                a, b = self.where(first, name, base), self.where(second, name, base)
                return op("union", a, b, type=SetOf(base)) if a is not None and b is not None else None
            case Op("not", (of,)):
                a = self.where(of, name, base)
                return op("minus", every, a, type=SetOf(base)) if a is not None else None
            case _ if self.fixed(test, name):
                return self.constant(test, name, base)
            case Op(("is" | "is not") as word, (Op("meet", (first, second)), Const(0))):
                met = self.touching(first, second, name, base) or self.touching(second, first, name, base)
                return met if met is None or word == "is not" else op("minus", every, met, type=SetOf(base))
            case _ if (found := self.by_field(test, name, base)) is not None:
                return found
            case Op(("is" | "is not") as word, (first, second)):
                if not mentions(second, name):
                    return self.equal(first, second, word == "is", name, base)
                return self.equal(second, first, word == "is", name, base) if not mentions(first, name) else None
            case Op("has", (group, member)) if not mentions(group, name) and self.sure(group):
                inside = plain(group.type)
                if not isinstance(inside, SetOf) or group.type != inside or low(inside.of):
                    return None
                return self.leading(member, group, inside.of, name, base)
            case _:
                return None

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
        if not isinstance(place, Load) or len(place.at) != 1:
            return None
        slot = next(one for one in self.machine.fields if one.name == place.field)
        index = slot.indices[0]
        if not has_planes(slot):
            return None
        whole = Load(place.field, (), type=slot.type)
        held: Expression = Op("holders", (whole, value), type=SetOf(index))
        if not same:
            held = op("minus", universe(index), held, type=SetOf(index))
        return self.leading(place.at[0], held, index, name, base)

    def touching(self, near: Expression, group: Expression, name: str, base: Base) -> Expression | None:
        """The places whose sets in a table meet a set that is the same for all of them."""
        match near:
            case Lookup(table, (Local(one),)) if one == name and not low(base) and not mentions(group, name):
                type, values = self.machine.tables[table]
                if type != near.type or len(values) != size(base) or not self.sure(group):
                    return None
                return Op("touching", (group, self.whole(table)), type=SetOf(base))
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
        if not has_planes(slot) or len(place.at) != 1 or slot.indices[0] != base:
            return None
        mentioned = sum(isinstance(part, Local) and part.name == name for part in walk(test))
        if not isinstance(place.at[0], Local) or mentioned != len(places):
            return None
        whole, group = Load(place.field, (), type=slot.type), SetOf(base)
        found: Expression = const(0, group)
        for value in values_of(slot.type, self.machine.words):
            passes = self.given(test, place, value)
            if passes is None:
                return None
            held = Op("holders", (whole, const(value, slot.type)), type=group)
            if not (isinstance(passes, Const) and not passes.value):
                found = op("union", found, op("if", passes, held, const(0, group), type=group), type=group)
        return found

    def given(self, test: Expression, place: Load, value: int) -> Expression | None:
        """A test where a field has a known value; None if it cannot be asked there."""

        def change(part: Expression) -> Expression:
            if isinstance(part, Load) and same_place(part, place):
                return const(value, part.type)
            if isinstance(part, Lookup) and part.at and all(isinstance(index, Const) for index in part.at):
                entry: object = self.machine.tables[part.table][1]
                for index in part.at:
                    assert isinstance(index, Const)
                    if not isinstance(entry, tuple) or not 0 <= index.value < len(entry):
                        return part
                    entry = entry[index.value]
                return const(entry, part.type) if isinstance(entry, int) else part
            return part

        made = changed(test, change)
        return made if self.sure(made) else None

    def whole(self, table: str) -> Expression:
        """A table with all its entries."""
        type = declared.entry_type(self.machine.tables[table], 0)
        assert type is not None
        return Lookup(table, (), type=type)

    def by_value(self, table: str, value: Expression, base: Base) -> Expression | None:
        """The places at which a table has a value that is known only in play: looked up in a table of these sets."""
        type, values = self.machine.tables[table]
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
        self.tables[name] = (SetOf(base), tuple(entries))
        index = value
        if words:
            there = Op("is not", (value, const(-1, value.type)), type=BOOL)
            above = Op("+", (evolve(value, type=kind), number(1)), type=Int(1, kind.size))
            index = op("if", there, above, number(0), type=Int(0, kind.size))
        found = Lookup(name, (index,), type=SetOf(base))
        self.bounds.tables[name] = tuple(entries)
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
                if not self.sure(Lookup(table, (number(0), *rest), type=BOOL)):
                    return None
                type, values = self.machine.tables[table]
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

    def constant(self, test: Expression, name: str, base: Base) -> Expression | None:
        found = 0
        try:
            for place in range(size(base)):
                found |= bool(self.evaluator.value(test, [], {name: place + low(base)})) << place
        except (IndexError, ValueError):  # it leans on a test in front of it
            return None
        return const(found, SetOf(base))

    def sure(self, term: Expression) -> bool:
        return not expression_effects(term).calls and self.bounds.sure(term, self.known)


# --- Small questions -------------------------------------------------------------------------------------------------


def has_planes(slot: m.FieldSlot) -> bool:
    """Whether a field can be kept as sets of places, one for each of its values."""
    if len(slot.indices) != 1 or not few_values(slot.type):
        return False
    return is_board(slot.indices[0]) and not low(slot.indices[0]) and size(slot.indices[0]) <= LARGEST_BOARD


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


def rounds(one: m.Spend, limits: Code, passed: Expression, kind: SetOf) -> Code:
    """What is counted in so many rounds, of which there is one at least; after the first one all offers are made."""
    count = Op("size", (passed,), type=Int(0, size(kind.of)))
    others = Op("-", (count, number(1)), type=Int(-1, size(kind.of) - 1))
    return (one, *limits, evolve(one, times=others))


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


def conjuncts(test: Expression) -> list[Expression]:
    """The tests that must all hold, in order."""
    match test:
        case Op("and", (first, second)):
            return [*conjuncts(first), *conjuncts(second)]
        case Op("not", (Op("or", (first, second)),)):
            return [*conjuncts(op("not", first, type=BOOL)), *conjuncts(op("not", second, type=BOOL))]
        case _:
            return [test]


def written_out(term: Expression, names: dict[str, Expression]) -> Expression:
    def change(part: Expression) -> Expression:
        return names.get(part.name, part) if isinstance(part, Local) else part

    return changed(term, change) if names else term


def is_bit_of(term: Expression, name: str, base: Base) -> bool:
    """Whether a number is that of the bit of a place."""
    match term:
        case Local(one):
            return one == name and not low(base)
        case Op("-", (Local(one), Const(value))):
            return one == name and value == low(base)
        case _:
            return False


def plain_bits(base: Base) -> Type:
    return Int(0, size(base) - 1) if low(base) or not isinstance(base, Member) else base


def goes_up(entries: tuple[object, ...]) -> bool:
    numbers = [entry for entry in entries if isinstance(entry, int)]
    return len(numbers) == len(entries) and all(a < b for a, b in pairwise(numbers))


def sets(values: object, depth: int, first: int) -> object:
    """Lists at some depth of a table, as sets."""
    assert isinstance(values, tuple)
    if depth:
        return tuple(sets(one, depth - 1, first) for one in values)
    return sum(1 << (one - first) for one in values)
