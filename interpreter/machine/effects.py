"""What expressions and code read, change, call and may fail at: worked out once, for all passes.

An answer is about code itself; what the functions do that it calls is in their own answers. What it can cost depends
on the sizes of what it is given, and is worked out in `costs`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import assert_never

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import (
    Call,
    Choices,
    Const,
    Expression,
    FunctionRef,
    Load,
    Local,
    Lookup,
    Op,
    domain_parts,
    parts,
)
from astro_referee.interpreter.machine.operations import OPERATIONS

MOST_KEPT = 1 << 15
"""Answers that are kept; the oldest give way."""
LAZY = ("and", "or", "if")
BOARDS = ("flood", "holders", "sources", "adjoining", "sights", "covers", "spread")
"""Operations on whole fields and tables that give sets, or ask about them."""
SURE = frozenset(n for n, o in OPERATIONS.items() if o.sure and (o.apply is not None or n in (*LAZY, *BOARDS)))
"""Operations that nothing can keep from giving an answer."""

Names = frozenset[str]
NOTHING: Names = frozenset()


@frozen
class Effects:
    """What an expression, or code, does."""

    locals: Names = NOTHING
    """The locals that it reads."""
    fields: Names = NOTHING
    """The fields that it reads."""
    sets: Names = NOTHING
    """The locals that get a value in it."""
    stores: Names = NOTHING
    """The fields that it changes."""
    calls: frozenset[FunctionRef] = frozenset()
    operations: Names = NOTHING
    acts: bool = False
    """Whether it does more than work out a value: it changes the record, tells, offers, counts, or goes elsewhere."""
    faults: bool = False
    """Whether it may end in a fault of the rules."""
    assumes: bool = False
    """Whether it relies on what somebody has tested before."""

    @property
    def sure(self) -> bool:
        """Whether each of its operations has an answer for whatever it is given."""
        return self.operations <= SURE

    @property
    def pure(self) -> bool:
        """Whether it works out a value and does nothing else, whatever was tested before."""
        return not self.acts and not self.faults and not self.assumes


NO_EFFECTS = Effects()


@lru_cache(MOST_KEPT)
def expression_effects(expression: Expression) -> Effects:
    inside = together(map(expression_effects, parts(expression)))
    match expression:
        case Const() | Lookup():
            own = NO_EFFECTS
        case Local(name):
            own = Effects(locals=frozenset([name]))
        case Load(name):
            own = Effects(fields=frozenset([name]))
        case Op(word):
            own = Effects(operations=frozenset([word]))
        case Call(function):
            own = Effects(calls=frozenset([function]))
        case _:
            assert_never(expression)
    return together((own, inside))


@lru_cache(MOST_KEPT)
def line_effects(line: m.Code) -> Effects:
    """The effects of a line, with those of the blocks inside it."""
    match line:
        case m.Set(name, value) | m.Append(name, value):
            return together((Effects(sets=frozenset([name])), expression_effects(value)))
        case m.Store(name, at, value):
            return together((Effects(stores=frozenset([name]), acts=True), *map(expression_effects, (*at, value))))
        case m.Branch(condition, then, otherwise):
            return together((expression_effects(condition), effects_of(then), effects_of(otherwise)))
        case m.Loop(name, _, domain, body, otherwise):
            own = Effects(sets=frozenset([name]), faults=isinstance(domain, Choices))
            return together(
                (own, *map(expression_effects, domain_parts(domain)), effects_of(body), effects_of(otherwise))
            )
        case m.Return(value):
            return expression_effects(value)
        case m.Break():
            return NO_EFFECTS
        case m.Fault():
            return Effects(faults=True)
        case m.Assume(condition):
            return together((Effects(assumes=True), expression_effects(condition)))
        case m.Emit(_, values, to):
            return together((Effects(acts=True), *map(expression_effects, values if to is None else (*values, to))))
        case m.Offer(_, args):
            return together((Effects(acts=True), *map(expression_effects, args)))
        case m.Duty(_, function):
            return Effects(calls=frozenset([function]), acts=True)
        case m.Mark(_, further):
            return together((Effects(acts=True), *([expression_effects(further)] if further is not None else [])))
        case m.Goto():
            return Effects(acts=True)
        case m.Spend(_, _, times):
            own = Effects(acts=True, faults=True)
            return together((own, expression_effects(times))) if times is not None else own
        case m.LimitOffers():
            return Effects(acts=True, faults=True)
        case _:
            assert_never(line)


@lru_cache(MOST_KEPT)
def effects_of(code: tuple[m.Code, ...]) -> Effects:
    return together(map(line_effects, code))


def together(several: Iterable[Effects]) -> Effects:
    """All that some parts do."""
    listed = [one for one in several if one is not NO_EFFECTS]
    if len(listed) < 2:
        return listed[0] if listed else NO_EFFECTS
    return Effects(
        NOTHING.union(*(one.locals for one in listed)),
        NOTHING.union(*(one.fields for one in listed)),
        NOTHING.union(*(one.sets for one in listed)),
        NOTHING.union(*(one.stores for one in listed)),
        frozenset[FunctionRef]().union(*(one.calls for one in listed)),
        NOTHING.union(*(one.operations for one in listed)),
        any(one.acts for one in listed),
        any(one.faults for one in listed),
        any(one.assumes for one in listed),
    )
