"""What running code can cost at most, from the sizes of what it goes through; nothing may cost too much.

Sizes are often far larger than what is met in play: a piece has 64 squares to go to on paper and ten on the board.
So a loop that may become dear counts what it comes to while it runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, prod

from attrs import define, evolve, field

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of
from astro_referee.interpreter.machine.expressions import (
    Call,
    Choices,
    Const,
    Expression,
    FunctionRef,
    Local,
    Lookup,
    Op,
    Range,
    domain_parts,
    walk,
)
from astro_referee.interpreter.machine.fuel import with_fuel
from astro_referee.interpreter.machine.references import calling_each_other
from astro_referee.interpreter.machine.runtime import MOST_CHOICES, MOST_LEGAL
from astro_referee.interpreter.values.tables import largest_entry
from astro_referee.interpreter.values.types import BagOf, Bool, Int, ListOf, Member, SetOf, Type, element, plain, size

DEAREST = 200_000_000
"""Steps between two stops: some ten seconds in plain Python, and never reached by a rule somebody would play."""
DEAR = 100_000
"""Steps in one loop from which on they are counted in play."""
PACE = 1_000
"""Steps in one line from which on they are counted just before it: where it is not come to, it costs nothing."""
ROUND = 10_000
"""Steps in one loop within a dear one from which on it counts for itself: most of its rounds may end at once."""
DUTY = 200
"""Steps of a `must` line from which on they are counted: it is asked of each candidate, and there may be a million."""

MOST_ENTRIES = 4096
"""Answers to a question that the position has no part in (where a knight leaps) which are kept in a table."""
MOST_WORK = 4_000_000
"""Steps it may take to work out all such answers: a fraction of a second, once for each change of the rules."""
WORTHWHILE = 8
"""Steps of a question for which looking up the answer is quicker than asking."""
MOST_CASES = 10_000
"""Functions that are weighed once for each size of what they are given; any more are weighed for full sets only."""

MOST_UNCOUNTED = 1_000_000
"""Moves that all loops together may offer which are too cheap to be counted."""
TOO_MANY = f"more than {MOST_LEGAL:,} moves are legal here"

Given = tuple[int | None, ...]
"""The most members of each set that is given to a function, where that is known."""
Sizes = Mapping[str, int]
"""The most members of sets that have names: chosen subsets, and the squares of pieces."""
UNKNOWN: Sizes = {}

MOST_LOOPS = 16
"""Loops inside each other in one function or state; Python as a target takes no more than twenty."""


def with_costs(machine: m.Machine) -> m.Machine:
    """The machine with what its states burn; a part that costs too much is a problem of the rules."""
    scale = FunctionCosts({function.name: function for function in machine.functions}, machine.tables)
    for function in machine.functions:
        scale.function(function.name)
    steps = {state.label: scale.code(state.body) for state in machine.automatic}
    steps |= {decision.label: scale.function(decision.options) for decision in machine.decisions}
    for decision in machine.decisions:
        askers = 1 if decision.manner == "one" else machine.seats
        many = scale.offered(scale.functions[decision.options].body) * askers
        if many > MOST_UNCOUNTED:
            message = f"up to {many:,} moves could be legal here (at most {MOST_LEGAL:,})"
            raise m.MachineProblem("too-many-candidates", message, decision.span)
    machine = with_fuel(machine, steps)
    return with_step_counts(machine, scale) if scale.expensive_loops or scale.duties else machine


def with_step_counts(machine: m.Machine, scale: FunctionCosts) -> m.Machine:
    """The machine with dear loops and duties counting their steps."""
    pacer = StepCounter(scale, list(machine.faults))
    functions = tuple(evolve(function, body=pacer.function(function)) for function in machine.functions)
    states = tuple(evolve(state, body=pacer.code(state.body)) for state in machine.automatic)
    return evolve(machine, functions=functions, automatic=states, faults=tuple(pacer.faults))


@define
class StepCounter:
    """Puts the counting of steps into dear loops: before each line that costs much, and for the rest at the start."""

    scale: FunctionCosts
    faults: list[m.FaultInfo]

    def function(self, function: m.Function) -> tuple[m.Code, ...]:
        body = self.code(function.body)
        if function.name not in self.scale.duties:
            return body
        at = next((line.value.span for line in function.body if isinstance(line, m.Return)), NOWHERE)
        return (m.Spend(self.scale.function(function.name), self.fault(at)), *body)

    def fault(self, at: Span) -> int:
        message = f"more than {DEAREST:,} steps were needed here: the rules go through too many things"
        self.faults.append(m.FaultInfo("too-costly", message, at))
        return len(self.faults) - 1

    def offers_fault(self, at: Span) -> int:
        self.faults.append(m.FaultInfo("too-many-candidates", TOO_MANY, at))
        return len(self.faults) - 1

    def code(self, code: tuple[m.Code, ...], sizes: Sizes = UNKNOWN) -> tuple[m.Code, ...]:
        return tuple(self.line(line, sizes) for line in code)

    def line(self, line: m.Code, sizes: Sizes) -> m.Code:
        match line:
            case m.Branch(condition, then, otherwise):
                return m.Branch(condition, self.code(then, sizes), self.code(otherwise, sizes), span=line.span)
            case m.Loop() if id(line) in self.scale.expensive_loops:
                return self.counted(line, self.fault(place(line.domain)), sizes)
            case m.Loop():
                inner = self.scale.inside(line, sizes)
                return evolve(line, body=self.code(line.body, inner), otherwise=self.code(line.otherwise, sizes))
            case _:
                return line

    def counted(self, line: m.Loop, fault: int, sizes: Sizes) -> m.Loop:
        """A loop that counts its steps."""
        small, inside = self.count_steps(line.body, fault, self.scale.inside(line, sizes))
        with_step_counts: list[m.Code] = [m.Spend(1 + small, fault, span=line.span)]
        if self.scale.offered(line.body, sizes):
            with_step_counts.append(m.LimitOffers(self.offers_fault(place(line.domain))))
        return evolve(line, body=(*with_step_counts, *inside), otherwise=self.code(line.otherwise, sizes))

    def count_steps(self, code: tuple[m.Code, ...], fault: int, sizes: Sizes) -> tuple[int, tuple[m.Code, ...]]:
        """Code that counts its dear lines when it comes to them, and what the others cost together."""
        small = 0
        made: list[m.Code] = []
        for line in code:
            cost = self.scale.own_cost(line, sizes)
            match line:
                case m.Branch(Op("and", (first, second)), then, ()) if cost >= PACE:
                    line = m.Branch(first, (m.Branch(second, then, span=line.span),), span=line.span)
                    cost = self.scale.own_cost(line, sizes)
            if isinstance(line, m.Loop) and cost >= ROUND and id(line) not in self.scale.expensive_loops:
                # What it goes through is worked out before its rounds begin to count.
                before = sum(self.scale.term(term, sizes) for term in domain_parts(line.domain))
                small += before if before < PACE else 0
                made += [m.Spend(before, fault, span=line.span)] if before >= PACE else []
                made.append(self.counted(line, fault, sizes))
                continue
            if cost >= PACE:
                made.append(m.Spend(cost, fault, span=line.span))
            else:
                small += cost
            if isinstance(line, m.Branch):
                yes, then = self.count_steps(line.then, fault, sizes)
                no, otherwise = self.count_steps(line.otherwise, fault, sizes)
                small += yes + no
                made.append(m.Branch(line.condition, then, otherwise, span=line.span))
            else:
                made.append(self.line(line, sizes))
        return small, tuple(made)


@define
class FunctionCosts:
    """Costs of functions, each worked out once. A function being worked out counts nothing: there is no recursion."""

    functions: dict[FunctionRef, m.Function]
    tables: dict[str, tuple[Type, tuple[object, ...]]]
    known: dict[tuple[FunctionRef, Given], int] = field(factory=dict)
    sizes: dict[tuple[str, int], int] = field(factory=dict)
    expensive_loops: set[int] = field(factory=set)
    """Loops that count their steps."""
    duties: set[FunctionRef] = field(factory=set)
    """Functions asked of each candidate that do so, too."""
    pure: set[FunctionRef] = field(init=False)
    tabulated: dict[FunctionRef, bool] = field(factory=dict)
    """Functions of which it is known whether their answers are kept."""
    left: int = MOST_WORK
    """Steps that may still go into working out answers."""

    def __attrs_post_init__(self) -> None:
        self.pure = pure_functions(self.functions)

    def function(self, name: FunctionRef, given: Given = ()) -> int:
        """The cost of a function, if the sets it is given have no more members than this."""
        key = (name, given if len(self.known) < MOST_CASES else ())
        if key not in self.known:
            self.known[key] = 0
            function = self.functions[name]
            sizes = {param: most for (param, _), most in zip(function.params, key[1], strict=False) if most is not None}
            self.known[key] = self.code(function.body, sizes)
        return self.known[key]

    def is_tabulated(self, name: FunctionRef) -> bool:
        """Whether the answers of a function are worked out once and kept; as many as can be in good time are."""
        if name not in self.tabulated:
            self.tabulated[name] = False
            params = [type for _, type in self.functions[name].params]
            bases = [type for type in params if isinstance(type, Bool | Int | Member)]
            if name in self.pure and bases and len(bases) == len(params):
                entries, steps = prod(map(size, bases)), self.function(name)
                self.tabulated[name] = entries <= MOST_ENTRIES and steps >= WORTHWHILE and entries * steps <= self.left
                self.left -= entries * steps if self.tabulated[name] else 0
        return self.tabulated[name]

    def offered(self, code: tuple[m.Code, ...], sizes: Sizes = UNKNOWN) -> int:
        """How many moves code can offer, leaving out what dear loops offer: these count for themselves."""
        total = 0
        for line in code:
            match line:
                case m.Offer():
                    total += 1
                case m.Branch(_, then, otherwise):
                    total += max(self.offered(then, sizes), self.offered(otherwise, sizes))
                case m.Loop() if id(line) not in self.expensive_loops:
                    total += self.length(line, sizes) * self.offered(line.body, self.inside(line, sizes))
        return total

    def own_cost(self, line: m.Code, sizes: Sizes) -> int:
        """What a line costs, without what stands inside a branch."""
        match line:
            case m.Branch(condition):
                return self.term(condition, sizes)
            case _:
                return self.code((line,), sizes)

    def code(self, lines: tuple[m.Code, ...], sizes: Sizes = UNKNOWN, loops: int = 0) -> int:
        def terms(*values: Expression) -> int:
            return sum(self.term(value, sizes) for value in values)

        total = 0
        for line in lines:
            match line:
                case m.Set(_, value) | m.Append(_, value) | m.Return(value):
                    total += terms(value)
                case m.Store(_, at, value):
                    total += terms(value, *at)
                case m.Branch(condition, then, otherwise):
                    blocks = self.code(then, sizes, loops), self.code(otherwise, sizes, loops)
                    total += terms(condition) + max(blocks)
                case m.Loop():
                    if loops == MOST_LOOPS:
                        message = f"more than {MOST_LOOPS} things are gone through inside each other here"
                        raise m.MachineProblem("too-deep", message, place(line.domain))
                    rounds = self.length(line, sizes)
                    each = 1 + self.code(line.body, self.inside(line, sizes), loops + 1)
                    inside = rounds * each
                    if each > DEAREST:
                        too_expensive(place(line.domain), each)
                    if inside > DEAR:
                        self.expensive_loops.add(id(line))
                        inside = rounds
                    total += inside + terms(*domain_parts(line.domain))
                case m.Emit(_, values, _):
                    total += terms(*values)
                case m.Offer(_, args):
                    total += 1 + terms(*args)
                case m.Duty(_, function, _):
                    cost = self.function(function)
                    total += cost
                    if cost > DUTY:
                        self.duties.add(function)
                case _:
                    total += 1
        return total

    def term(self, term: Expression, sizes: Sizes) -> int:
        total = 0
        for part in walk(term):
            total += 1
            if isinstance(part, Call) and not self.is_tabulated(part.function):
                given = tuple(sizes.get(arg.name) if isinstance(arg, Local) else None for arg in part.args)
                total += self.function(part.function, given)
                if total > DEAREST:
                    too_expensive(part.span, total)
            elif isinstance(part, Op) and part.op == "flood":
                total += length(part, part.type)
            elif isinstance(part, Op) and part.op == "trail":
                # Few sets of routes have many ways to try; this is what a map's take.
                total += length(part.args[0], part.args[0].type) ** 2
        return total

    def length(self, line: m.Loop, sizes: Sizes) -> int:
        """How many rounds a loop can have."""
        most = length(line.domain, line.type)
        if isinstance(line.domain, Local):
            return min(most, sizes.get(line.domain.name, most))
        if isinstance(line.domain, Lookup):
            return min(most, self.largest(line.domain, 0))
        return most

    def inside(self, line: m.Loop, sizes: Sizes) -> Sizes:
        """What is known inside a loop: subsets are as small as was chosen, and pieces cover few squares."""
        if isinstance(line.domain, Choices) and isinstance(line.domain.high.type, Int):
            return {**sizes, line.name: max(0, line.domain.high.type.high)}
        if isinstance(line.domain, Lookup) and isinstance(line.type, SetOf):
            return {**sizes, line.name: self.largest(line.domain, 1)}
        return sizes

    def largest(self, entry: Lookup, deeper: int) -> int:
        """The size of the largest set or list among the entries of a table, or among what these consist of."""
        key = entry.table, len(entry.at) + deeper
        if key not in self.sizes:
            self.sizes[key] = largest_entry(self.tables[entry.table][1], key[1])
        return self.sizes[key]


def length(domain: Range | Choices | Expression, type: Type) -> int:
    """How many values a loop can go through."""
    if isinstance(domain, Range):
        return size(type) if isinstance(type, Bool | Int | Member) else 1
    if isinstance(domain, Choices):
        inner = element(domain.of.type)
        count = size(inner) if isinstance(inner, Bool | Int | Member) else 1
        high = domain.high.type
        most = min(high.high, count) if isinstance(high, Int) else count
        return min(sum(comb(count, k) for k in range(most + 1)), MOST_CHOICES)
    group = plain(domain.type)
    if isinstance(domain, Const) and isinstance(group, SetOf):
        return domain.value.bit_count()
    match group:
        case ListOf(_, entries):
            return entries
        case BagOf(faces, _):
            return size(faces)
        case SetOf(base):
            return size(base)
        case _:
            return 1


def place(domain: Range | Choices | Expression) -> Span:
    return next((part.span for part in domain_parts(domain) if part.span != NOWHERE), NOWHERE)


def too_expensive(at: Span, steps: int) -> None:
    raise m.MachineProblem("too-costly", f"this could take {steps:,} steps: it goes through too many things", at)


def pure_functions(functions: Mapping[FunctionRef, m.Function]) -> set[FunctionRef]:
    """Functions that answer by their parameters alone."""
    found = {name for name, function in functions.items() if closed(function.body) and not function.on_copy}
    return calling_each_other(found, functions)


def closed(body: tuple[m.Code, ...]) -> bool:
    """Whether code reads and changes nothing but its own names, and cannot fail. Lists are no entries of a table."""
    found = effects_of(body)
    return found.pure and not found.fields and "list" not in found.operations
