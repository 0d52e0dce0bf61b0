"""What running code can cost at most, from the sizes of what it goes through; nothing may cost too much."""

from __future__ import annotations

from math import comb

from attrs import define, evolve, field

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.runtime import MOST_CHOICES
from astro_referee.interpreter.terms import Call, Choices, Const, Local, Range, Term, domain_parts, walk
from astro_referee.interpreter.types import BagOf, Bool, Int, ListOf, Member, SetOf, Type, element, plain, size

DEAREST = 200_000_000
"""Steps in one function or state: some ten seconds in plain Python, and never reached by a rule somebody would play."""

MOST_LOOPS = 16
"""Loops inside each other in one function or state; Python as a target takes no more than twenty."""

MOST_CASES = 10_000
"""Functions that are weighed once for each size of what they are given; any more are weighed for full sets only."""

Given = tuple[int | None, ...]
"""The most members of each thing that is given to a function, where that is known."""
Sizes = dict[str, int]
"""The most members of sets that have names."""


def weighed(machine: m.Machine) -> m.Machine:
    """The machine with the cost of each automatic state; a part that costs too much is a problem of the rules."""
    scale = Scale({function.name: function for function in machine.functions})
    for function in machine.functions:
        scale.function(function.name)
    states = tuple(evolve(state, cost=scale.code(state.body, {})) for state in machine.automatic)
    decisions = tuple(evolve(decision, cost=scale.function(decision.options)) for decision in machine.decisions)
    return evolve(machine, automatic=states, decisions=decisions)


@define
class Scale:
    """Costs of functions, each worked out once. A function being worked out counts nothing: there is no recursion.

    A chosen subset has no more members than were to be chosen, and neither has a parameter that it is given to: going
    through five cards is cheap, though there are fifty-two.
    """

    functions: dict[str, m.Function]
    known: dict[tuple[str, Given], int] = field(factory=dict)

    def function(self, name: str, given: Given = ()) -> int:
        """The cost of a function if its parameters have no more members than this; None if nothing is known."""
        key = (name, given if len(self.known) < MOST_CASES else ())
        if key not in self.known:
            self.known[key] = 0
            function = self.functions[name]
            sizes = {param: most for (param, _), most in zip(function.params, key[1], strict=False) if most is not None}
            self.known[key] = self.code(function.body, sizes)
        return self.known[key]

    def code(self, lines: tuple[m.Code, ...], sizes: Sizes, loops: int = 0) -> int:
        def term(value: Term) -> int:
            return self.term(value, sizes)

        def code(inside: tuple[m.Code, ...]) -> int:
            return self.code(inside, sizes, loops)

        total = 0
        for line in lines:
            match line:
                case m.Set(_, value) | m.Append(_, value) | m.Return(value):
                    total += term(value)
                case m.Store(_, at, value):
                    total += term(value) + sum(map(term, at))
                case m.Branch(condition, then, otherwise):
                    total += term(condition) + max(code(then), code(otherwise))
                case m.Loop():
                    if loops == MOST_LOOPS:
                        message = f"more than {MOST_LOOPS} things are gone through inside each other here"
                        raise m.MachineProblem("too-deep", message, place(line.domain))
                    inner = {**sizes, line.name: chosen(line.domain)} if isinstance(line.domain, Choices) else sizes
                    inside = length(line.domain, line.type, sizes) * (1 + self.code(line.body, inner, loops + 1))
                    if inside > DEAREST:
                        too_dear(place(line.domain), inside)
                    total += inside + sum(map(term, domain_parts(line.domain)))
                case m.Emit(_, values, _):
                    total += sum(map(term, values))
                case m.Offer(_, args):
                    total += 1 + sum(map(term, args))
                case m.Duty(_, function, _):
                    total += self.function(function)
                case _:
                    total += 1
        return total

    def term(self, term: Term, sizes: Sizes) -> int:
        total = 0
        for part in walk(term):
            total += 1
            if isinstance(part, Call):
                given = tuple(sizes.get(arg.name) if isinstance(arg, Local) else None for arg in part.args)
                total += self.function(part.function, given)
                if total > DEAREST:
                    too_dear(part.span, total)
        return total


def chosen(domain: Choices) -> int:
    """The most members, or different faces, of a subset."""
    inner, high = element(domain.of.type), domain.high.type
    count = size(inner) if isinstance(inner, Bool | Int | Member) else 1
    return min(max(0, high.high), count) if isinstance(high, Int) else count


def length(domain: Range | Choices | Term, type: Type, sizes: Sizes) -> int:
    """How many values a loop can go through."""
    if isinstance(domain, Range):
        return size(type) if isinstance(type, Bool | Int | Member) else 1
    if isinstance(domain, Choices):
        inner = element(domain.of.type)
        count = size(inner) if isinstance(inner, Bool | Int | Member) else 1
        return min(sum(comb(count, k) for k in range(chosen(domain) + 1)), MOST_CHOICES)
    if isinstance(domain, Local) and domain.name in sizes:
        return sizes[domain.name]
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
