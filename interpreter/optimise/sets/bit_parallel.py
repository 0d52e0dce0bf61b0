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
    Local,
    Lookup,
    Op,
    Range,
    walk,
)
from astro_referee.interpreter.machine.folding import both, const, number, op
from astro_referee.interpreter.machine.references import running
from astro_referee.interpreter.machine.traversal import Code, all_terms, breaks, changed, leaves, walk_code
from astro_referee.interpreter.optimise.joined_branches import joined
from astro_referee.interpreter.optimise.sets.few_members import copies_of_all, flat, is_in_list, only_one, sets
from astro_referee.interpreter.optimise.sets.flooding import floods
from astro_referee.interpreter.optimise.sets.line_tests import line_test
from astro_referee.interpreter.optimise.sets.place_tests import PlaceTests, is_board, meet
from astro_referee.interpreter.optimise.sets.sight_tests import conjuncts, in_sight
from astro_referee.interpreter.optimise.sets.weighted_sums import weighted_sum
from astro_referee.interpreter.optimise.single_use import put_to_use
from astro_referee.interpreter.optimise.speculation import bounds_in, key_of
from astro_referee.interpreter.optimise.unread import without_unread
from astro_referee.interpreter.optimise.unrolling import Unrolling, reads
from astro_referee.interpreter.values.types import (
    BOOL,
    Base,
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

FEW = 12
"""Places to which one comes on the average; with fewer, what is in the way is looked for from each of them."""


def boards_as_sets(machine: m.Machine) -> m.Machine:
    """The machine with loops over places written as operations on sets."""
    asked = running(machine)
    tests = PlaceTests(machine, bounds_in(machine), Evaluator(machine))
    writer = SetLoops(machine, tests)
    functions = tuple(
        evolve(function, body=writer.code(function.params, function.body)) if function.name in asked else function
        for function in machine.functions
    )
    states = tuple(evolve(state, body=writer.code((), state.body)) for state in machine.automatic)
    return evolve(machine, functions=functions, automatic=states, tables={**machine.tables, **tests.tables})


@define
class SetLoops:
    machine: m.Machine
    tests: PlaceTests
    uses: Counter[str] = field(factory=Counter)
    """How often each local of the function is read."""
    made: int = 0
    offers: Counter[int] = field(factory=Counter)
    """How often each move is offered in the function."""
    around: list[str] = field(factory=list)
    """The names of the loops around the code."""
    functions: dict[FunctionRef, m.Function] = field(init=False)
    unrolling: Unrolling = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.functions = {function.name: function for function in self.machine.functions}

    def code(self, params: tuple[tuple[str, Type], ...], body: Code) -> Code:
        self.tests.known = self.tests.bounds.locals(params, body)
        self.uses = reads(body)
        self.unrolling = Unrolling(self.tests.every_table, self.uses)
        self.offers = Counter(line.move for line in walk_code(body) if isinstance(line, m.Offer))
        return put_to_use(without_unread(self.block(body)))

    def block(self, code: Code) -> Code:
        lines = [new for line in code for new in self.line(line)]
        joined(lines, self.uses)
        self.dutiful(lines)
        floods(lines, self.tests, self.uses)
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
                    return self.tests.where(written_out(value, known), name, base)
                case _:
                    return None
        return None

    def line(self, line: m.Code) -> Code:
        match line:
            case m.Branch(condition, then, otherwise):
                return (m.Branch(condition, self.block(then), self.block(otherwise)),)
            case m.Loop():
                if (seen := in_sight(line, self.around, self.tests)) is not None:
                    return self.block((seen,))
                self.around.append(line.name)
                body = self.block(line.body)
                self.around.pop()
                return self.written_out(self.loop(evolve(line, body=body, otherwise=self.block(line.otherwise))))
            case _:
                return (line,)

    # --- Loops -------------------------------------------------------------------------------------------------------

    def written_out(self, lines: Code) -> Code:
        """What is still a loop, round by round if there are few."""
        if len(lines) != 1 or not isinstance(lines[0], m.Loop):
            return lines
        rounds = self.unrolling.unrolled(lines[0])
        return self.block(rounds) if rounds is not None else lines

    def loop(self, loop: m.Loop) -> Code:
        if (tested := line_test(loop, self.tests, self.uses)) is not None:
            return tested
        if (asked := is_in_list(loop, self.tests, self.uses) or self.copies(loop)) is not None:
            return asked
        domain = self.as_set(loop)
        if domain is None:
            return self.downwards(loop) or (loop,)
        inside = sum(isinstance(term, Local) and term.name == loop.name for term in all_terms(loop.body))
        read_after = self.uses[loop.name] > inside
        counted = self.counted(evolve(loop, domain=domain))
        if counted is not None:
            return counted
        loop = self.filtered(evolve(loop, domain=domain))
        assert not isinstance(loop.domain, Range | Choices)
        if (added_up := self.added_up(loop)) is not None:
            return added_up
        found = self.gathered(loop, loop.domain) or self.first_only(loop, loop.domain, read_after)
        return found or only_one(loop, self.tests) or (loop,)

    def added_up(self, loop: m.Loop) -> Code | None:
        kind = plain(loop.domain.type)  # type: ignore[union-attr]
        assert isinstance(kind, SetOf)
        found = weighted_sum(loop, kind, f".summed{self.made + 1}", self.tests)
        self.made += found is not None
        return found

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

    def copies(self, loop: m.Loop) -> Code | None:
        every = copies_of_all(loop, self.uses)
        if every is None:
            return None
        filtered = self.filtered(every)
        return only_one(filtered, self.tests) or (filtered,) if filtered.domain != every.domain else None

    def downwards(self, loop: m.Loop) -> Code | None:
        """A loop that stops at the first place of a list that goes down in one direction of a table."""
        match loop.domain:
            case Lookup(table, (place, Const(direction))) if isinstance(loop.type, Member) and is_board(loop.type):
                pass
            case _:
                return None
        lists = [row[direction] for row in self.tests.table(table)[1] if isinstance(row, tuple)]
        up, down = (all(goes_up(one[::way]) for one in lists) for way in (1, -1))
        if not up and not down:
            return None
        name, kind = f"{table} {direction} as sets", SetOf(loop.type)
        self.tests.tables[name] = (kind, sets(tuple(lists), 1, 0))  # type: ignore[assignment]
        whole = Lookup(name, (place,), type=kind)
        filtered = self.filtered(evolve(loop, domain=whole))
        assert not isinstance(filtered.domain, Range | Choices)
        inside = sum(isinstance(term, Local) and term.name == loop.name for term in all_terms(loop.body))
        return self.first_only(filtered, filtered.domain, self.uses[loop.name] > inside, "least" if up else "greatest")

    def rising(self, table: str, at: tuple[Expression, ...], base: Member | Int) -> Expression | None:
        """A table of lists as one of sets, if all lists go upwards."""
        _, values = self.tests.table(table)
        level: list[object] = [values]
        for _ in at:
            level = [inner for one in level if isinstance(one, tuple) for inner in one]
        if not all(isinstance(one, tuple) and goes_up(one) for one in level):
            return None
        if not at:
            return const(sum(1 << (one - low(base)) for one in values), SetOf(base))  # type: ignore[operator, misc]
        name = f"{table} as sets"
        self.tests.tables[name] = (SetOf(base), sets(values, len(at), low(base)))  # type: ignore[assignment]
        return Lookup(name, at, type=SetOf(base))

    def filtered(self, loop: m.Loop) -> m.Loop:
        """The loop over those places alone that pass the tests around its body, as far as these are sets."""
        assert not isinstance(loop.domain, Range | Choices)
        kind = plain(loop.domain.type)
        assert isinstance(kind, SetOf)
        domain, body = loop.domain, loop.body
        names: dict[str, Expression] = {}
        guards: list[Expression] = []
        around: list[tuple[list[m.Code], list[Expression], Expression | None]] = []
        while body and isinstance(last := body[-1], m.Branch) and not (last.then and last.otherwise):
            before = list(body[:-1])
            given = self.lets([line for line in before if not isinstance(line, m.Assume)], loop, names)
            if given is None:
                break
            names = given
            test = last.condition if last.then else op("not", last.condition, type=BOOL)
            body = last.then or last.otherwise
            passed, sets, rest = self.parts(test, names, loop.name, kind.of, body, guards, self.has_few(domain))
            if passed is not None:
                domain = meet(domain, passed, kind)
            around.append((before, sets, rest))
            if rest is not None and not self.may_come_later(rest, body):
                break
        if domain == loop.domain:
            return loop
        for before, sets, rest in reversed(around):
            body = (m.Branch(rest, body),) if rest is not None else body
            body = (*self.facts(sets, body), *body)
            body = (*(before if rest is not None else self.needed(before, body)), *body)
        return evolve(loop, domain=domain, body=body)

    def has_few(self, domain: Expression) -> bool:
        """Whether so few places are left that it is quicker to ask each of them what lies in its way."""
        tables = {term.table for term in walk(domain) if isinstance(term, Lookup) and isinstance(term.type, SetOf)}
        sizes = [[one.bit_count() for one in flat(self.tests.table(name)[1])] for name in tables]
        return any(sum(some) < FEW * len(some) for some in sizes)

    def may_come_later(self, test: Expression, body: Code) -> bool:
        """Whether tests behind this one may be asked in front: it never fails, and what it asks about stays so."""
        effects, done = expression_effects(test), effects_of(body)
        return effects.sure and not effects.calls and not (done.sets & effects.locals or done.stores & effects.fields)

    def counted(self, loop: m.Loop) -> Code | None:
        """A filtered loop whose rounds count steps: those of the rounds that are left out are counted with the next."""
        spent = [line for line in loop.body if isinstance(line, m.Spend)]
        body = tuple(line for line in loop.body if not isinstance(line, m.Spend | m.LimitOffers))
        limits = tuple(line for line in loop.body if isinstance(line, m.LimitOffers))
        if not spent or len({line.fault for line in spent}) > 1 or not counts_first(loop.body):
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
        self.tests.tables[table] = (kind, tuple((2 << place) - 1 for place in range(size(kind.of))))
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

    def lets(self, lines: list[m.Code], loop: m.Loop, before: dict[str, Expression]) -> dict[str, Expression] | None:
        """Names that are given before a test and read in the loop alone, written out; None if there is more."""
        found = dict(before)
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

    def facts(self, tests: list[Expression], body: Code) -> Code:
        """What the body relies on, because the tests in front have ruled out that it is none."""
        read = {key_of(term) for term in all_terms(body) if not isinstance(term.type, Either)}
        return tuple(
            m.Assume(one)
            for one in tests
            if any(isinstance(part.type, Either) and key_of(part) in read for part in walk(one))
        )

    def needed(self, lines: list[m.Code], body: Code) -> Code:
        """Of the names before a test, those that are still read behind it."""
        read = effects_of(body).locals
        kept: list[m.Code] = []
        for line in reversed(lines):
            if isinstance(line, m.Set) and line.name in read:
                read |= expression_effects(line.value).locals
            if not isinstance(line, m.Set) or line.name in read:
                kept.append(line)
        return tuple(reversed(kept))

    def parts(
        self,
        test: Expression,
        names: dict[str, Expression],
        name: str,
        base: Base,
        body: Code,
        guards: list[Expression],
        few: bool,
    ) -> tuple[Expression | None, list[Expression], Expression | None]:
        """The set of all places that pass some of the tests in front, these tests, and those that are left.

        Tests that are the same for all places are `guards` of those behind them.
        """
        done = effects_of(body)
        passed: Expression | None = None
        rest: list[Expression] = []
        sets: list[Expression] = []
        tests = conjuncts(test)
        for place, one in enumerate(tests):
            whole = written_out(one, names)
            effects = expression_effects(whole)
            steady = leaves(body) or not (done.stores & effects.fields or done.sets & effects.locals)
            found = self.tests.guarded(guards, whole, name, base) if steady else None
            if found is not None and few and goes_through_members(found):
                found = None
            if found is not None and name not in effects.locals:
                guards.append(whole)
            if found is not None:
                passed = found if passed is None else meet(passed, found, SetOf(base))
                sets.append(one)
            elif effects.sure and not effects.calls:
                rest.append(one)
            else:  # whether it fails must not depend on what is asked behind it
                rest += tests[place:]
                break
        return passed, sets, both(*rest)

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

    def first_only(self, loop: m.Loop, domain: Expression, read_after: bool, end: str = "least") -> Code | None:
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
        used = read_after or loop.name in effects_of(body).locals
        self.made += 1
        name = f".among{self.made}"
        group = Local(name, type=kind)
        first: Code = ()
        if used:
            place: Expression = Op(end, (group,), type=plain_bits(kind.of))
            if low(kind.of):
                place = Op("+", (place, number(low(kind.of))), type=loop.type)
            first = (m.Set(loop.name, evolve(place, type=loop.type)),)
        test = Op("is not", (group, const(0, kind)), type=BOOL)
        return (m.Set(name, domain), m.Branch(test, (*first, *body), loop.otherwise))


# --- Small questions -------------------------------------------------------------------------------------------------


def rounds(one: m.Spend, limits: Code, passed: Expression, kind: SetOf) -> Code:
    """What is counted in so many rounds, of which there is one at least; after the first one all offers are made."""
    count = Op("size", (passed,), type=Int(0, size(kind.of)))
    others = Op("-", (count, number(1)), type=Int(-1, size(kind.of) - 1))
    return (one, *limits, evolve(one, times=others))


def goes_through_members(found: Expression) -> bool:
    """Whether a set is put together from what lies in the way, thing by thing."""
    return any(isinstance(term, Op) and term.op == "adjoining" and len(term.args) > 2 for term in walk(found))


def counts_first(body: Code) -> bool:
    """Whether what is counted in a round can be counted before all else: nothing in front of it fails or is noticed."""
    last = max(at for at, line in enumerate(body) if isinstance(line, m.Spend | m.LimitOffers))
    return all(isinstance(line, m.Spend | m.LimitOffers) or is_plain(line) for line in body[:last])


def is_plain(line: m.Code) -> bool:
    if not isinstance(line, m.Set):
        return False
    effects = expression_effects(line.value)
    return effects.sure and not effects.calls


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
