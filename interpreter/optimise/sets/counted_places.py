"""The n-th place on a way that passes a test, without going there: places on a way that rises, and begins anew at most
once, are two sets, and the n-th member of a set is one operation.
"""

from __future__ import annotations

from itertools import pairwise

from attrs import define

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import expression_effects
from astro_referee.interpreter.machine.expressions import Choices, Const, Expression, Local, Lookup, Op, Range
from astro_referee.interpreter.machine.folding import number, op
from astro_referee.interpreter.machine.traversal import Code, all_terms
from astro_referee.interpreter.optimise.sets.loop_rewriting import LoopRewriter, rewritten
from astro_referee.interpreter.optimise.sets.place_tests import is_board, meet
from astro_referee.interpreter.values.types import BOOL, Int, ListOf, Member, SetOf, size


def count_along_ways(machine: m.Machine) -> m.Machine:
    """The machine with the n-th place on a way taken from a set."""
    return rewritten(machine, Ways)


@define
class Ways(LoopRewriter):
    def loop(self, loop: m.Loop) -> Code | None:
        """A loop that counts down at each place that passes a test, and takes the place where it comes to one."""
        base = loop.type
        match loop.body:
            case (
                m.Branch(
                    test,
                    (
                        m.Branch(Op("is", (Local(left) as count, Const(1))), (m.Set(to, Local(found)), m.Break()), ()),
                        m.Set(down, Op("-", (Local(again), Const(1)))),
                    ),
                    (),
                ),
            ) if left == down == again and found == loop.name and isinstance(base, Member) and is_board(base):
                pass
            case _:
                return None
        if isinstance(loop.domain, Range | Choices) or self.uses[left] != 2 or self.uses[loop.name] != mentioned(loop):
            return None
        kind = SetOf(base)
        halves = [self.half(loop.domain, base, which) for which in (0, 1)]
        passed = self.tests.where(test, loop.name, base)
        if passed is None or expression_effects(passed).locals & {left, to} or None in halves:
            return None
        self.made += 1
        first, second = (Local(f".{name}{self.made}", type=kind) for name in ("ahead", "behind"))
        one, other = halves
        assert one is not None and other is not None
        ahead = op("size", first, type=Int(0, base.size))
        behind = op("size", second, type=Int(0, base.size))
        return (
            m.Set(first.name, meet(one, passed, kind)),
            m.Set(second.name, meet(other, passed, kind)),
            m.Branch(
                both(op("<=", number(1), count, type=BOOL), op("<=", count, ahead, type=BOOL)),
                (m.Set(to, nth(first, minus_one(count), base)),),
                (
                    m.Branch(
                        both(op("<", ahead, count, type=BOOL), op("<=", count, plus(ahead, behind, base), type=BOOL)),
                        (m.Set(to, nth(second, minus(minus_one(count), ahead), base)),),
                        loop.otherwise,
                    ),
                ),
            ),
        )

    def half(self, way: Expression, base: Member, which: int) -> Expression | None:
        """The places of a way up to where it begins anew, or from there on."""
        match way:
            case Op("if", (test, yes, no)):
                a, b = self.half(yes, base, which), self.half(no, base, which)
                return op("if", test, a, b, type=SetOf(base)) if a is not None and b is not None else None
            case Lookup(table, (at,)) if isinstance(way.type, ListOf):
                _, values = self.tests.table(table)
                sets = [halves(entry) for entry in values]
                name = f"{table}, {('first', 'then')[which]}"
                if any(one is None for one in sets):
                    return None
                self.tests.add(name, SetOf(base), tuple(one[which] for one in sets if one is not None))
                return Lookup(name, (at,), type=SetOf(base))
            case _:
                return None


def halves(entry: object) -> tuple[int, int] | None:
    """The places of a list as two sets, if it rises but for one place at most; no place is in it twice."""
    if not isinstance(entry, tuple) or len({*entry}) < len(entry):
        return None
    falls = [at for at, (a, b) in enumerate(pairwise(entry), 1) if a > b]
    if len(falls) > 1:
        return None
    cut = falls[0] if falls else len(entry)
    first, then = (sum(1 << place for place in part) for part in (entry[:cut], entry[cut:]))
    return first, then


def mentioned(loop: m.Loop) -> int:
    return sum(isinstance(term, Local) and term.name == loop.name for term in all_terms(loop.body))


def both(a: Expression, b: Expression) -> Expression:
    return op("and", a, b, type=BOOL)


def nth(group: Expression, at: Expression, base: Member) -> Expression:
    return Op("nth", (group, at), type=base)


def minus_one(count: Expression) -> Expression:
    return minus(count, number(1))


def minus(a: Expression, b: Expression) -> Expression:
    assert isinstance(a.type, Int) and isinstance(b.type, Int)
    return op("-", a, b, type=Int(a.type.low - b.type.high, a.type.high - b.type.low))


def plus(a: Expression, b: Expression, base: Member) -> Expression:
    return op("+", a, b, type=Int(0, 2 * size(base)))
