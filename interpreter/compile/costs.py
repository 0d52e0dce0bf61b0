"""What running code can cost at most, from the sizes of what it goes through; nothing may cost too much.

Sizes are often far larger than what is met in play: a piece has 64 squares to go to on paper and ten on the board.
So a loop that may become dear counts what it comes to while it runs.
"""

from __future__ import annotations

from math import comb

from attrs import define, evolve, field

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.folding import largest_entry
from astro_referee.interpreter.runtime import MOST_CHOICES
from astro_referee.interpreter.terms import Call, Choices, Const, Lookup, Op, Range, Term, domain_parts, walk
from astro_referee.interpreter.types import BagOf, Bool, Int, ListOf, Member, SetOf, Type, element, plain, size

DEAREST = 200_000_000
"""Steps between two stops: some ten seconds in plain Python, and never reached by a rule somebody would play."""
DEAR = 100_000
"""Steps in one loop from which on they are counted in play."""
PACE = 1_000
"""Steps in one line from which on they are counted just before it: where it is not come to, it costs nothing."""
DUTY = 200
"""Steps of a `must` line from which on they are counted: it is asked of each candidate, and there may be a million."""

MOST_LOOPS = 16
"""Loops inside each other in one function or state; Python as a target takes no more than twenty."""


def weighed(machine: m.Machine) -> m.Machine:
    """The machine with the cost of each automatic state; a part that costs too much is a problem of the rules."""
    scale = Scale({function.name: function for function in machine.functions}, machine.tables)
    for function in machine.functions:
        scale.function(function.name)
    states = tuple(evolve(state, cost=scale.code(state.body)) for state in machine.automatic)
    decisions = tuple(evolve(decision, cost=scale.function(decision.options)) for decision in machine.decisions)
    machine = evolve(machine, automatic=states, decisions=decisions)
    return counting(machine, scale) if scale.dear or scale.duties else machine


def counting(machine: m.Machine, scale: Scale) -> m.Machine:
    """The machine with dear loops and duties counting their steps."""
    pacer = Pacer(scale, list(machine.faults))
    functions = tuple(evolve(function, body=pacer.function(function)) for function in machine.functions)
    states = tuple(evolve(state, body=pacer.code(state.body)) for state in machine.automatic)
    return evolve(machine, functions=functions, automatic=states, faults=tuple(pacer.faults))


@define
class Pacer:
    """Puts the counting of steps into dear loops: before each line that costs much, and for the rest at the start."""

    scale: Scale
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

    def code(self, code: tuple[m.Code, ...]) -> tuple[m.Code, ...]:
        return tuple(self.line(line) for line in code)

    def line(self, line: m.Code) -> m.Code:
        match line:
            case m.Branch(condition, then, otherwise):
                return m.Branch(condition, self.code(then), self.code(otherwise))
            case m.Loop() if id(line) in self.scale.dear:
                fault = self.fault(place(line.domain))
                small, inside = self.paced(line.body, fault)
                return evolve(line, body=(m.Spend(1 + small, fault), *inside), otherwise=self.code(line.otherwise))
            case m.Loop():
                return evolve(line, body=self.code(line.body), otherwise=self.code(line.otherwise))
            case _:
                return line

    def paced(self, code: tuple[m.Code, ...], fault: int) -> tuple[int, tuple[m.Code, ...]]:
        """Code that counts its dear lines when it comes to them, and what the others cost together."""
        small = 0
        made: list[m.Code] = []
        for line in code:
            cost = self.scale.own_cost(line)
            match line:
                case m.Branch(Op("and", (first, second)), then, ()) if cost >= PACE:
                    line = m.Branch(first, (m.Branch(second, then),))
                    cost = self.scale.own_cost(line)
            if cost >= PACE:
                made.append(m.Spend(cost, fault))
            else:
                small += cost
            if isinstance(line, m.Branch):
                yes, then = self.paced(line.then, fault)
                no, otherwise = self.paced(line.otherwise, fault)
                small += yes + no
                made.append(m.Branch(line.condition, then, otherwise))
            else:
                made.append(self.line(line))
        return small, tuple(made)


@define
class Scale:
    """Costs of functions, each worked out once. A function being worked out counts nothing: there is no recursion."""

    functions: dict[str, m.Function]
    tables: dict[str, tuple[Type, tuple[object, ...]]]
    known: dict[str, int] = field(factory=dict)
    sizes: dict[str, int] = field(factory=dict)
    dear: set[int] = field(factory=set)
    """Loops that count their steps."""
    duties: set[str] = field(factory=set)
    """Functions asked of each candidate that do so, too."""

    def function(self, name: str) -> int:
        if name not in self.known:
            self.known[name] = 0
            self.known[name] = self.code(self.functions[name].body)
        return self.known[name]

    def own_cost(self, line: m.Code) -> int:
        """What a line costs, without what stands inside a branch."""
        match line:
            case m.Branch(condition):
                return self.term(condition)
            case _:
                return self.code((line,))

    def code(self, lines: tuple[m.Code, ...], loops: int = 0) -> int:
        total = 0
        for line in lines:
            match line:
                case m.Set(_, value) | m.Append(_, value) | m.Return(value):
                    total += self.term(value)
                case m.Store(_, at, value):
                    total += self.term(value) + sum(map(self.term, at))
                case m.Branch(condition, then, otherwise):
                    total += self.term(condition) + max(self.code(then, loops), self.code(otherwise, loops))
                case m.Loop():
                    if loops == MOST_LOOPS:
                        message = f"more than {MOST_LOOPS} things are gone through inside each other here"
                        raise m.MachineProblem("too-deep", message, place(line.domain))
                    rounds, each = self.length(line), 1 + self.code(line.body, loops + 1)
                    inside = rounds * each
                    if each > DEAREST:
                        too_dear(place(line.domain), each)
                    if inside > DEAR:
                        self.dear.add(id(line))
                        inside = rounds
                    total += inside + sum(map(self.term, domain_parts(line.domain)))
                case m.Emit(_, values, _):
                    total += sum(map(self.term, values))
                case m.Offer(_, args):
                    total += 1 + sum(map(self.term, args))
                case m.Duty(_, function, _):
                    cost = self.function(function)
                    total += cost
                    if cost > DUTY:
                        self.duties.add(function)
                case _:
                    total += 1
        return total

    def term(self, term: Term) -> int:
        total = 0
        for part in walk(term):
            total += 1
            if isinstance(part, Call):
                total += self.function(part.function)
                if total > DEAREST:
                    too_dear(part.span, total)
        return total

    def length(self, line: m.Loop) -> int:
        """How many rounds a loop can have."""
        most = length(line.domain, line.type)
        if isinstance(line.domain, Lookup):
            table = line.domain.table
            if table not in self.sizes:
                self.sizes[table] = largest_entry(self.tables[table][1], len(line.domain.at))
            return min(most, self.sizes[table])
        return most


def length(domain: Range | Choices | Term, type: Type) -> int:
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
            return faces.size
        case SetOf(base):
            return size(base)
        case _:
            return 1


def place(domain: Range | Choices | Term) -> Span:
    return next((part.span for part in domain_parts(domain) if part.span != NOWHERE), NOWHERE)


def too_dear(at: Span, steps: int) -> None:
    raise m.MachineProblem("too-costly", f"this could take {steps:,} steps: it goes through too many things", at)
