"""Two questions about the position after the same change, asked one behind the other, are asked on one copy.

The change is made once; the answer says how many of the two questions hold. That is the same if the second one can be
asked at any time: then it does not matter what was counted in between.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of
from astro_referee.interpreter.machine.expressions import Call, Const, Expression, FunctionRef, Local
from astro_referee.interpreter.machine.folding import const, op
from astro_referee.interpreter.machine.functions import Functions
from astro_referee.interpreter.machine.references import running, with_callees
from astro_referee.interpreter.machine.traversal import Code, walk_code
from astro_referee.interpreter.optimise.speculation import key_of
from astro_referee.interpreter.values.types import BOOL, Int

COUNT = Int(0, 2)
FEWEST_SHARED = 2
"""Lines that two questions begin with, so that it is worth it."""
MOST_ENDS = 2
"""Ends of the first question behind each of which the second one is written out."""


def share_hypotheticals(machine: m.Machine) -> m.Machine:
    """The machine with such pairs of questions asked at once."""
    asked = running(machine)
    functions = Functions({function.name: function for function in machine.functions})
    pairs = Pairs(machine, functions)
    for function in machine.functions:
        if function.name in asked and not function.on_copy:
            functions.made[function.name] = evolve(function, body=pairs.block(function.body))
    return evolve(machine, functions=tuple(functions.made.values()))


@define
class Pairs:
    machine: m.Machine
    functions: Functions
    made: int = 0

    def block(self, code: Code) -> Code:
        return tuple(new for line in code for new in self.line(line))

    def line(self, line: m.Code) -> Code:
        match line:
            case m.Branch(Call(first, args), then, ()) if (found := self.second(then, args)) is not None:
                place, second = found
                inner = then[place]
                assert isinstance(inner, m.Branch)
                both = self.together(first, second)
                if both is not None:
                    self.made += 1
                    held = Local(f".hold{self.made}", type=COUNT)
                    one = op("<", const(0, COUNT), held, type=BOOL)
                    two = op("is", held, const(2, COUNT), type=BOOL)
                    behind = m.Branch(two, self.block(inner.then), self.block(inner.otherwise))
                    ask = m.Set(held.name, Call(both, args, type=COUNT))
                    return (ask, m.Branch(one, (*then[:place], behind, *self.block(then[place + 1 :]))))
                return (evolve(line, then=self.block(then)),)
            case m.Branch(condition, then, otherwise):
                return (m.Branch(condition, self.block(then), self.block(otherwise)),)
            case m.Loop():
                return (evolve(line, body=self.block(line.body), otherwise=self.block(line.otherwise)),)
            case _:
                return (line,)

    def second(self, code: Code, args: tuple[Expression, ...]) -> tuple[int, FunctionRef] | None:
        """Another question about the same, behind nothing but steps that are counted."""
        for place, line in enumerate(code):
            match line:
                case m.Spend() | m.LimitOffers():
                    continue
                case m.Branch(Call(second, others)) if [*map(key_of, others)] == [*map(key_of, args)]:
                    return place, second
                case _:
                    return None
        return None

    def together(self, first: FunctionRef, second: FunctionRef) -> FunctionRef | None:
        """A function that asks both questions on one copy; None if they begin otherwise."""
        one, two = self.functions.made[first], self.functions.made[second]
        if not one.on_copy or not two.on_copy or one.params != two.params:
            return None
        if one.result != BOOL or two.result != BOOL:
            return None
        shared = 0
        while shared < min(len(one.body), len(two.body)) and one.body[shared] == two.body[shared]:
            shared += 1
        begun, rest, other = one.body[:shared], one.body[shared:], two.body[shared:]
        if len(walk_code(begun)) < FEWEST_SHARED or self.counts(second) or not self.is_sure(other):
            return None
        ends = [line for line in walk_code(rest) if isinstance(line, m.Return)]
        answers = [end for end in ends if not (isinstance(end.value, Const) and not end.value.value)]
        if len(answers) > MOST_ENDS or any(isinstance(line, m.Loop) for line in walk_code(rest)):
            return None
        body = (*begun, *going_on(rest, counted(other)))
        requires = tuple(dict.fromkeys((*one.requires, *two.requires)))
        ref = self.functions.add(("both", first), one.params, body, on_copy=True)
        self.functions.made[ref] = evolve(self.functions.made[ref], requires=requires, result=COUNT)
        return ref

    def counts(self, name: FunctionRef) -> bool:
        """Whether steps are counted anywhere in a function."""
        bodies = {one.name: one.body for one in self.functions.made.values()}
        called = with_callees([name], bodies)
        return any(isinstance(line, m.Spend | m.Emit) for one in called for line in walk_code(bodies[one]))

    def is_sure(self, code: Code) -> bool:
        """Whether code can be gone through at any time."""
        effects = effects_of(code)
        known = evolve(effects, operations=effects.operations - {"times"})
        return not effects.faults and not effects.calls and not effects.assumes and known.sure


def counted(code: Code) -> Code:
    """Code that gives yes or no, giving two or one."""

    def change(value: Expression) -> Code:
        return (m.Return(op("if", value, const(2, COUNT), const(1, COUNT), type=COUNT)),)

    return with_ends(code, change)


def going_on(code: Code, following: Code) -> Code:
    """Code that gives yes or no, giving nothing, or going on."""
    nothing = (m.Return(const(0, COUNT)),)

    def change(value: Expression) -> Code:
        if isinstance(value, Const):
            return following if value.value else nothing
        return (m.Branch(value, following, nothing),)

    return with_ends(code, change)


def with_ends(code: Code, change: Callable[[Expression], Code]) -> Code:
    """Code with something else in place of what it gives."""
    made: list[m.Code] = []
    for line in code:
        match line:
            case m.Return(value):
                made += change(value)
            case m.Branch(condition, then, otherwise):
                made.append(m.Branch(condition, with_ends(then, change), with_ends(otherwise, change)))
            case m.Loop():
                made.append(
                    evolve(line, body=with_ends(line.body, change), otherwise=with_ends(line.otherwise, change))
                )
            case _:
                made.append(line)
    return tuple(made)
