"""Whether the types in a machine are true: what an expression can be is worked out, and must lie within its type.

Conditions are taken into account: behind `x is not none`, x is a plain value. So it is proved, not hoped, that `none`
is never an index and that no index lies outside its field or table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import prod

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.expressions import (
    Choices,
    Const,
    Domain,
    Expression,
    FunctionRef,
    Load,
    Local,
    Lookup,
    Op,
    Range,
)
from astro_referee.interpreter.machine.facts import Facts
from astro_referee.interpreter.machine.references import of_fields, of_state
from astro_referee.interpreter.machine.runtime import MOST_CHOICES
from astro_referee.interpreter.machine.traversal import walk_code
from astro_referee.interpreter.machine.typing.domains import conditions, known_values
from astro_referee.interpreter.machine.typing.expressions import ExpressionTyping
from astro_referee.interpreter.machine.typing.lists import holds_each_once
from astro_referee.interpreter.machine.typing.subtypes import common_supertype, is_subtype
from astro_referee.interpreter.values.conformance import conforms
from astro_referee.interpreter.values.tables import largest_entry
from astro_referee.interpreter.values.types import (
    BOOL,
    BagOf,
    Int,
    ListOf,
    SetOf,
    TextType,
    Type,
    element,
    plain,
    size,
    ways_to_choose,
)

Code = tuple[m.Code, ...]


def table_problems(machine: m.Machine) -> Iterator[str]:
    """Entries of constant tables that are not what the table says they are."""
    for name, (type, values) in machine.tables.items():
        if not entry_fits(values, type):
            yield f"table {name} has entries that are no {type}"


def entry_fits(entry: object, type: Type) -> bool:
    if isinstance(entry, tuple) and not conforms(entry, type):
        return all(entry_fits(inner, type) for inner in entry)
    return isinstance(entry, str) if isinstance(type, TextType) else conforms(entry, type)


@define
class Growth:
    """A number that adds to itself: its bounds so far, and where it began."""

    low: int
    high: int
    loops: int
    blocks: tuple[int, ...]


@define
class Typing(ExpressionTyping):
    """Goes through all code of a machine with what is known at each place."""

    result: Type | None = None
    """What the function at hand gives."""
    entry: dict[int | None, Facts] = field(factory=dict)
    """What is known in each state."""
    arrived: set[int] = field(factory=set)
    """States of which something new is known, or rather not known."""
    entries_done: bool = False
    offering: dict[str, list[m.Decision]] = field(factory=dict)
    """Functions that list moves, each with the decisions that they are of."""
    loops: list[int] = field(factory=list)
    """The most rounds of each loop around the code at hand."""
    lists: list[str] = field(factory=list)
    """The locals that these loops go through."""
    broken: list[list[Facts]] = field(factory=list)
    """For each loop around: what is known where it is broken out of."""
    blocks: list[int] = field(factory=list)
    """The blocks around the code at hand, each by a number of its own."""
    whole: Code = ()
    """All lines of the function or state at hand."""
    block: Code = ()
    """The lines that the line at hand is one of."""
    growing: dict[str, Growth] = field(factory=dict)
    """Numbers that locals were given, and what they may have become by adding to themselves."""

    def problems(self) -> list[str]:
        for slot in self.machine.fields:
            if not conforms(slot.initial, slot.type):
                self.found.append(f"{slot.name} begins as {slot.initial}")
        begun = list(self.found)
        self.flow()
        self.found, self.entries_done = begun, True
        effects = self.effects()
        for decision in self.machine.decisions:
            for name in dict.fromkeys([decision.options, *(move.candidates for move in decision.moves)]):
                self.offering.setdefault(name, []).append(decision)
                effects.setdefault(name, []).append(decision.label)
        for function in self.machine.functions:
            self.where = function.name
            for label in effects.get(function.name, [None]):
                self.function(function, self.entry.get(label))
        for state in self.machine.automatic:
            self.where = f"state {state.label}"
            self.body(state.body, {}, (), self.entry.get(state.label))
        self.asked_by_engines()
        return self.found

    def asked_by_engines(self) -> None:
        """Functions that an engine asks by itself require nothing that is not known in each state where it does so.

        Moves are looked at where they are offered. What explains them is asked as `GuardSlot.needs` says.
        """
        for name in of_fields(self.machine):
            self.asked(name, "whoever looks", None)
        for decision in self.machine.decisions:
            for name in dict.fromkeys([decision.options, *(move.candidates for move in decision.moves)]):
                self.asked(name, f"state {decision.label}", self.entry.get(decision.label))
        for chance in self.machine.chances:
            for name, _ in of_state(chance):
                self.asked(name, f"state {chance.label}", self.entry.get(chance.label))
            self.outcomes(chance)

    def asked(self, name: FunctionRef, where: str, entry: Facts | None) -> None:
        function, self.where = self.functions[name], where
        self.locals = dict(function.params)
        args = tuple(Local(param, type=type) for param, type in function.params)
        self.given(function, args, Facts(self.machine.words) if entry is None else entry)

    def outcomes(self, chance: m.Chance) -> None:
        """Whatever comes up is something that the effect can take."""
        function, self.where = self.functions[chance.apply], f"state {chance.label}"
        taken = [type for _, type in function.params]
        options = self.functions[chance.options].result if chance.options is not None else None
        given = element(options) if options is not None else None
        if len(taken) != 1:
            self.wrong(f"{function.name} is given one outcome")
        elif given is not None and not is_subtype(given, taken[0]):
            self.wrong(f"{function.name} takes {taken[0]}, and {given} may come up")
        elif not all(conforms(outcome, taken[0]) and weight > 0 for outcome, weight in chance.fixed):
            self.wrong(f"{function.name} takes {taken[0]}, and something else may come up")

    # --- What is known in each state ---------------------------------------------------------------------------------

    def effects(self) -> dict[FunctionRef, list[int | None]]:
        """The functions that lead from one state to others, each with the states it is called in."""
        found: dict[FunctionRef, list[int | None]] = {}
        for decision in self.machine.decisions:
            for move in decision.moves:
                found.setdefault(move.apply, []).append(decision.label)
        for chance in self.machine.chances:
            found.setdefault(chance.apply, []).append(chance.label)
        return found

    def flow(self) -> None:
        """Goes round until nothing changes any more: what is known in a state is known on all ways to it."""
        automatic = {state.label: state.body for state in self.machine.automatic}
        empty = {d.label: d.stuck for d in self.machine.decisions} | {c.label: c.empty for c in self.machine.chances}
        leading: dict[int, list[m.Function]] = {}
        for name, labels in self.effects().items():
            for label in labels:
                leading.setdefault(label or 0, []).append(self.functions[name])
        self.arrive(self.machine.start, Facts(self.machine.words))
        while self.arrived:
            label = self.arrived.pop()
            here = self.entry[label]
            if label in automatic:
                self.body(automatic[label], {}, (), here)
            elif label in empty:
                self.arrive(empty[label], here)
                for function in leading.get(label, []):
                    self.function(function, here)

    def arrive(self, label: int, facts: Facts) -> None:
        if self.entries_done:
            return
        lasting = facts.lasting({slot.name: slot.type for slot in self.machine.fields})
        if label in self.entry:
            before = dict(self.entry[label].known)
            self.entry[label].meet(lasting)
            if self.entry[label].known == before:
                return
        else:
            self.entry[label] = lasting
        self.arrived.add(label)

    def function(self, function: m.Function, entry: Facts | None = None) -> None:
        self.result = function.result
        self.body(function.body, dict(function.params), function.requires, entry)
        self.result = None

    def body(
        self,
        code: Code,
        params: dict[str, Type],
        requires: tuple[Expression, ...] = (),
        entry: Facts | None = None,
    ) -> None:
        self.locals, self.params = {**params}, frozenset(params)
        self.definitions = beginnings(code, params)
        for line in walk_code(code):
            if isinstance(line, m.Set | m.Loop):
                type = line.value.type if isinstance(line, m.Set) else line.type
                known = self.locals.get(line.name)
                held = type if known is None else common_supertype(known, type)
                self.locals[line.name] = type if held is None else held
                if held is None:
                    self.wrong(f"{line.name} is {known} and {type}")
        self.loops, self.blocks, self.growing, self.whole = [], [], {}, code
        facts = Facts(self.machine.words) if entry is None else entry.copy()
        for condition in requires:
            facts.assume(condition, True)
        self.code(code, facts)

    # --- Statements --------------------------------------------------------------------------------------------------

    def code(self, code: Code, facts: Facts) -> bool:
        """Looks at code; gives whether it is surely left. `facts` become those behind it."""
        outer, self.block = self.block, code
        left = any([self.line(line, facts) for line in code])  # noqa: C419 (all of them are looked at)
        self.block = outer
        return left

    def line(self, line: m.Code, facts: Facts) -> bool:
        match line:
            case m.Set(name, Op("+" | "-" as word, (Local(own), step))) if own == name:
                self.grow(name, word, self.infer(step, facts), facts)
                facts.forget([name])
            case m.Set(name, value):
                type = self.infer(value, facts)
                facts.forget([name])
                facts.learn(Local(name, type=type), type)
                facts.alias(name, value)
                ends = bounds.of(type)
                if isinstance(type, ListOf):
                    ends = (len(value.args),) * 2 if isinstance(value, Op) and value.op == "list" else (0, type.size)
                if ends is not None:
                    self.growing[name] = Growth(*ends, len(self.loops), tuple(self.blocks))
            case m.Append(name, value):
                held = self.locals[name]
                if not isinstance(held, ListOf):
                    self.wrong(f"{name} is no list")
                else:
                    self.expect(value, held.of, facts, f"an entry of {name}")
                    self.lengthen(name, held, facts)
            case m.Store(name, at, value):
                slot = self.fields[name]
                type = self.expect(value, slot.type, facts, name)
                self.indices(name, at, slot.indices, facts)
                facts.forget(stores=[line])
                facts.learn(Load(name, at, type=type), type)
            case m.Branch(condition, then, otherwise):
                return self.branch(condition, then, otherwise, facts)
            case m.Loop():
                return self.loop(line, facts)
            case m.Return(value):
                if self.result is None:
                    self.infer(value, facts)
                else:
                    self.expect(value, self.result, facts, "what it gives")
                return True
            case m.Goto(label):
                self.arrive(label, facts)
                return True
            case m.Break() if self.broken:
                self.broken[-1].append(facts.copy())
                return True
            case m.Fault() | m.Break():
                return True
            case m.Emit(_, values, to):
                for value in (*values, *([to] if to is not None else [])):
                    self.infer(value, facts)
            case m.Offer(move, args):
                for arg in args:
                    self.infer(arg, facts)
                for decision in self.offering.get(self.where, ()):
                    self.offer(decision.moves[move], args, facts)
            case m.Mark(_, further):
                if further is not None:
                    self.infer(further, facts)
            case m.Assume(condition):
                self.expect(condition, BOOL, facts, "an assumption")
                facts.assume(condition, True)
                return isinstance(condition, Const) and not condition.value
            case m.Duty() | m.Spend():
                pass
        return False

    def offer(self, move: m.MoveSlot, args: tuple[Expression, ...], facts: Facts) -> None:
        """What is done with a candidate relies on nothing but what was tested before it was put on the list."""
        me = Local("me", type=self.locals["me"])
        duties = [guard.test for guard in move.guards if guard.duty]
        texts = [move.notation_values, move.about_values or move.apply, *(name for _, name in move.also)]
        for name in dict.fromkeys([move.apply, *texts, *duties]):
            self.given(self.functions[name], (me, *args), facts)

    def begun(self, name: str) -> Growth | None:
        """What a local that changes step by step has become, if it surely began on the way here."""
        begun = self.growing.get(name)
        return begun if begun is not None and begun.blocks == tuple(self.blocks[: len(begun.blocks)]) else None

    def rounds(self, begun: Growth) -> int:
        """How often the line at hand runs at most after something began."""
        # A block that breaks off runs once for each round of the loops around the one it leaves.
        broken_off = bool(self.block) and isinstance(self.block[-1], m.Break)
        return prod(self.loops[begun.loops : len(self.loops) - broken_off])

    def lengthen(self, name: str, held: ListOf, facts: Facts) -> None:
        """A list has room for all that is added to it, however often the loops around it run."""
        begun = self.begun(name) if name not in self.lists else None
        if begun is not None:
            begun.high += self.rounds(begun)
        if (begun is None or begun.high > held.size) and not holds_each_once(self.whole, name, held):
            length = "for ever" if begun is None else f"to {begun.high}"
            self.wrong(f"{name} grows {length}, and is {held}", facts)

    def grow(self, name: str, word: str, step: Type, facts: Facts) -> None:
        """A local that adds to itself stays within its type, however often the loops around it run."""
        ends, begun = bounds.of(step), self.begun(name)
        if ends is None or begun is None:
            self.wrong(f"{name} adds {step} to itself, and it is not sure what it was", facts)
            return
        rounds = self.rounds(begun)
        low, high = ends if word == "+" else (-ends[1], -ends[0])
        begun.low += min(0, low * rounds)
        begun.high += max(0, high * rounds)
        if not is_subtype(Int(begun.low, begun.high), self.locals[name]):
            self.wrong(f"{name} grows to {begun.low}..{begun.high}, and is {self.locals[name]}", facts)

    def inside(self, code: Code, facts: Facts) -> bool:
        """The same for a block within other code."""
        self.blocks.append(id(code))
        left = self.code(code, facts)
        self.blocks.pop()
        return left

    def branch(self, condition: Expression, then: Code, otherwise: Code, facts: Facts) -> bool:
        self.expect(condition, BOOL, facts, "a condition")
        other = facts.copy()
        facts.assume(condition, True)
        other.assume(condition, False)
        growing = [(growth, growth.low, growth.high) for growth in self.growing.values()]
        left = self.inside(then, facts)
        grown = [(growth, growth.low, growth.high) for growth, _, _ in growing]
        for growth, *ends in growing:
            growth.low, growth.high = ends
        others_left = self.inside(otherwise, other)
        for growth, least, most in grown:  # only one of both ways is gone
            growth.low, growth.high = min(growth.low, least), max(growth.high, most)
        if left:
            facts.become(other)
        elif not others_left:
            facts.meet(other)
        return left and others_left

    def loop(self, line: m.Loop, facts: Facts) -> bool:
        type = self.domain(line.domain, facts)
        if type is None or not is_subtype(type, line.type):
            self.wrong(f"{line.name} goes through {type}, and is {line.type}")
        facts.forget([line.name])
        inside = facts.copy()
        for condition, holds in conditions(line.domain):
            inside.assume(condition, holds)
        values = known_values(line.domain)
        if values is not None:
            inside.go_through(line.name, values)
        facts.forget_changes(line.body)
        inside.forget_changes(line.body)
        if type is not None:
            inside.learn(Local(line.name, type=type), type)
        self.loops.append(self.length(line.domain, type, facts))
        self.lists.append(line.domain.name if isinstance(line.domain, Local) else "")
        self.broken.append([])
        self.inside(line.body, inside)
        self.loops.pop()
        self.lists.pop()
        ways = self.broken.pop()
        if not self.inside(line.otherwise, facts):
            ways.append(facts.copy())
        if not ways:
            return True
        first, *others = ways
        for other in others:
            first.meet(other)
        facts.become(first)
        return False

    def length(self, domain: Domain, type: Type | None, facts: Facts) -> int:
        """How many rounds a loop can have."""
        match domain:
            case Choices(low, high, chosen_from):
                fewest, greatest = bounds.of(self.infer(low, facts)), bounds.of(self.infer(high, facts))
                group = plain(chosen_from.type)
                if fewest is None or greatest is None or not isinstance(group, SetOf | BagOf):
                    return MOST_CHOICES
                return min(ways_to_choose(fewest[0], greatest[1], group, MOST_CHOICES), MOST_CHOICES)
            case Range():
                ends = bounds.of(type) if type is not None else None
                return 1 + ends[1] - ends[0] if ends is not None else 1
            case Lookup(name, at):
                return largest_entry(self.machine.tables[name][1], len(at))
            case Const(value) if isinstance(domain.type, SetOf):
                return value.bit_count()
            case _:
                match plain(domain.type):
                    case SetOf(of):
                        return size(of)
                    case BagOf(face, _):
                        return size(face)
                    case ListOf(_, most):
                        return most
                    case _:
                        return 1

    def domain(self, domain: Domain, facts: Facts) -> Type | None:
        """What a loop goes through one by one."""
        match domain:
            case Range(first, last):
                ends = bounds.of(self.infer(first, facts)), bounds.of(self.infer(last, facts))
                if ends[0] is None or ends[1] is None:
                    self.wrong("a range needs two numbers")
                    return None
                return Int(ends[0][0], max(ends[0][0], ends[1][1]))
            case Choices(least, most, of):
                for end in (least, most):
                    if bounds.of(self.infer(end, facts)) is None:
                        self.wrong("subsets need two numbers")
                return plain(self.infer(of, facts))
            case _:
                match self.infer(domain, facts):
                    case SetOf(base) | ListOf(base, _):
                        return base
                    case BagOf(face, _):
                        return face
                    case other:
                        self.wrong(f"{other} cannot be gone through")
                        return None


def beginnings(code: Code, params: Collection[str]) -> dict[str, Expression]:
    """What locals stand for that get their only value in the first lines."""
    names = [*params, *(line.name for line in walk_code(code) if isinstance(line, m.Set | m.Loop | m.Append))]
    found: dict[str, Expression] = {}
    for line in code:
        if isinstance(line, m.Assume | m.Spend):
            continue
        if not isinstance(line, m.Set) or names.count(line.name) > 1:
            break
        found[line.name] = line.value
    return found
