"""Tests that cost little in front of searches: what neither fails nor changes anything may be asked in any order.

`when no r in ranks where held(r) < width` is a loop, and what is asked behind it is often a comparison. Where that
fails, the search was in vain.
"""

from __future__ import annotations

from collections import Counter

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of, expression_effects
from astro_referee.interpreter.machine.expressions import Expression, Local, Range
from astro_referee.interpreter.machine.folding import op
from astro_referee.interpreter.machine.traversal import Code, all_terms, breaks, walk_code
from astro_referee.interpreter.optimise.sets.loop_rewriting import LoopRewriter, rewritten
from astro_referee.interpreter.values.types import BOOL


def tests_before_searches(machine: m.Machine) -> m.Machine:
    """The machine with plain tests in front of the loops that stand before them."""
    return rewritten(machine, TestsFirst)


class TestsFirst(LoopRewriter):
    def loop(self, loop: m.Loop) -> Code | None:
        """A loop behind which, unless it was left, there is nothing but a test: it is gone through if that holds."""
        if not loop.otherwise or not breaks(loop.body) or isinstance(loop.domain, Range):
            return None
        *lets, last = loop.otherwise
        if not isinstance(last, m.Branch) or last.otherwise or not last.then:
            return None
        condition = last.condition
        if lets and isinstance(condition, Local) and self.uses[condition.name] == 1:
            value = given_value(lets[-1], condition.name)
            if value is not None:
                condition = value
                lets.pop()
        search, test = effects_of(loop.body), expression_effects(condition)
        if search.acts or search.faults or search.stores or search.calls or test.calls or self.answers(loop):
            return None
        sets = frozenset({loop.name}) | search.sets
        names: set[str] = set()
        read = test.locals
        for line in lets:
            if not isinstance(line, m.Set) or not self.tests.sure(line.value):
                return None
            names.add(line.name)
            read |= expression_effects(line.value).locals
        if read & sets or names & (sets | search.locals) or not self.tests.sure(condition):
            return None
        return (*lets, m.Branch(condition, (m.Loop(loop.name, loop.type, loop.domain, loop.body, last.then),)))

    def answers(self, loop: m.Loop) -> bool:
        """Whether going through a loop gives something that is used outside: a result, or a name."""
        inside = Counter(term.name for term in all_terms(loop.body) if isinstance(term, Local))
        given = effects_of(loop.body).sets - {loop.name}
        return any(isinstance(line, m.Return) for line in walk_code(loop.body)) or any(
            self.uses[name] > inside[name] for name in given
        )


def given_value(line: m.Code, name: str) -> Expression | None:
    """What a line gives to a name that says yes or no, as one term."""
    match line:
        case m.Set(one, value) if one == name:
            return value
        case m.Branch(condition, (then,), (otherwise,)):
            yes, no = given_value(then, name), given_value(otherwise, name)
            return op("if", condition, yes, no, type=BOOL) if yes is not None and no is not None else None
        case _:
            return None
