"""Whatever can be reached, from all places at once, where the ways on depend on the position.

A loop goes through a list of places and adds those that it has not come to yet. Here a whole set of places takes a
step: where one comes to from one of them is an expression, and where one comes to from a set of them is worked out
likewise, part by part.
"""

from __future__ import annotations

from collections import Counter

from attrs import define, evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of, expression_effects
from astro_referee.interpreter.machine.expressions import Choices, Const, Expression, Local, Lookup, Op, Range
from astro_referee.interpreter.machine.folding import const, number, op
from astro_referee.interpreter.machine.traversal import Code, all_terms
from astro_referee.interpreter.optimise.sets.loop_rewriting import LoopRewriter, rewritten
from astro_referee.interpreter.optimise.sets.place_tests import is_board, meet, mentions
from astro_referee.interpreter.values.types import BOOL, Int, ListOf, Member, SetOf, plain, size


def spread_at_once(machine: m.Machine) -> m.Machine:
    """The machine with steps taken from all places at once."""
    return rewritten(machine, Spreads)


@define
class Spreads(LoopRewriter):
    def loop(self, loop: m.Loop) -> Code | None:
        """A loop through a list that grows by what is reached from each of its places."""
        base = loop.type
        if not isinstance(base, Member) or not is_board(base) or loop.otherwise or not loop.body:
            return None
        *lets, inner = loop.body
        if not isinstance(inner, m.Loop) or isinstance(inner.domain, Range | Choices) or inner.otherwise:
            return None
        match loop.domain, inner.body:
            case (
                Local(todo) as waiting,
                (
                    m.Branch(
                        Op("not", (Op("has", (Local(seen), Local(one))),)),
                        (
                            m.Set(grown, Op("union", (Local(old) as result, Op("bit", (Local(new),))))),
                            m.Append(more, Local(added)),
                        ),
                        (),
                    ),
                ),
            ) if seen == grown == old and {one, new, added} == {inner.name} and more == todo and self.uses[todo] == 1:
                inside = Counter(term.name for term in all_terms((loop,)) if isinstance(term, Local))
                if any(self.uses[name] > inside[name] for name in (loop.name, inner.name)):
                    return None
            case _:
                return None
        kind = SetOf(base)
        names: dict[str, Expression] = {}
        for line in lets:
            if not isinstance(line, m.Set) or self.uses[line.name] != 1 or not isinstance(inner.domain, Local):
                return None
            names[line.name] = line.value
        if not isinstance(waiting.type, ListOf) or plain(result.type) != kind:
            return None
        steps = inner.domain
        if isinstance(steps, Local):
            if len(lets) != 1 or steps.name not in names:
                return None
            steps = names[steps.name]
        elif lets:
            return None
        self.made += 1
        edge, ahead = (Local(f".{name}{self.made}", type=kind) for name in ("edge", "ahead"))
        come_to = self.come_to(steps, edge, loop.name, base)
        if come_to is None or {old, inner.name, todo} & expression_effects(come_to).locals:
            return None
        nowhere = const(0, kind)
        here = Op("bit", (Local(loop.name, type=base),), type=kind)
        return (
            m.Set(edge.name, nowhere),
            evolve(loop, body=(m.Set(edge.name, Op("union", (edge, here), type=kind)),)),
            m.Loop(
                f".round{self.made}",
                Int(0, base.size),
                Range(number(0), number(base.size)),
                (
                    m.Branch(Op("is", (edge, nowhere), type=BOOL), (m.Break(),)),
                    m.Set(ahead.name, op("minus", come_to, evolve(result, type=kind), type=kind)),
                    m.Set(old, Op("union", (evolve(result, type=kind), ahead), type=kind)),
                    m.Set(edge.name, ahead),
                ),
            ),
        )

    def block(self, code: Code) -> Code:
        """What is only asked whether it has come to a place of a set need not go on once it has."""
        lines = list(super().block(code))
        for at in range(len(lines) - 1):
            spread, asked = lines[at], lines[at + 1]
            match asked:
                case m.Branch(Op("is not", (Op("meet", (Local(all_of), wanted)), Const(0)))) if self.ends(
                    spread, all_of, wanted
                ):
                    assert isinstance(spread, m.Loop)
                    there = m.Branch(asked.condition, (m.Break(),))
                    lines[at] = evolve(spread, body=(there, *spread.body))
        return tuple(lines)

    def ends(self, spread: m.Code, result: str, wanted: Expression) -> bool:
        """Whether all of a result that a loop gathers is for one question behind it, about what stays the same."""
        if not isinstance(spread, m.Loop) or not spread.name.startswith(".round"):
            return False
        inside = sum(isinstance(term, Local) and term.name == result for term in all_terms((spread,)))
        effects = expression_effects(wanted)
        steady = effects.sure and not effects.calls and not effects.locals & effects_of(spread.body).sets
        return steady and self.uses[result] == inside + 1

    def come_to(self, steps: Expression, places: Expression, name: str, base: Member) -> Expression | None:
        """All that is reached by a step from some place; `steps` says where one comes to from one of them."""
        kind = SetOf(base)
        match steps:
            case Const(0):
                return const(0, kind)
            case Lookup(table, (Local(one),)) if one == name and self.is_map(table, kind):
                return Op("spread", (places, self.tests.whole(table)), type=kind)
            case Op("if", (test, yes, no)):
                where = self.tests.where(test, name, base)
                if where is None:
                    return None
                there = self.come_to(yes, meet(places, where, kind), name, base)
                elsewhere = self.come_to(no, op("minus", places, where, type=kind), name, base)
            case Op("union", (first, second)):
                there, elsewhere = (self.come_to(part, places, name, base) for part in (first, second))
            case Op(("minus" | "meet") as word, (first, second)) if not mentions(second, name) and self.tests.sure(
                second
            ):
                there = self.come_to(first, places, name, base)
                return op(word, there, second, type=kind) if there is not None else None
            case _:
                return None
        return op("union", there, elsewhere, type=kind) if there is not None and elsewhere is not None else None

    def is_map(self, table: str, kind: SetOf) -> bool:
        type, values = self.tests.table(table)
        return type == kind and len(values) == size(kind.of)
