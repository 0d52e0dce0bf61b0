"""A plain evaluator of machines: slow, and obviously right. What it does is what a machine means.

It is the oracle for every backend, works out constant tables for the passes, and can be watched: `watch` is called
before each statement, with the statement and the locals around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, assert_never

from attrs import define, field, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine import record, runtime
from astro_referee.interpreter.machine.costs import DEAREST
from astro_referee.interpreter.machine.expressions import (
    Call,
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
from astro_referee.interpreter.machine.operations import OPERATIONS
from astro_referee.interpreter.machine.references import Role, of_state
from astro_referee.interpreter.values import rows
from astro_referee.interpreter.values.types import BagOf, Member, SetOf, low, plain, size

State = list[int]
Move = tuple[int, ...]
Below = Callable[[int], int]
Log = list[tuple[int, tuple[int, ...], int | None]]
Value = Any
"""A number, or a list while it passes through expressions."""
Locals = dict[str, Value]
Watch = Callable[[m.Code, Locals], None]
FOREVER = 1 << 62


@frozen
class Returned:
    """A function is left with a value."""

    value: Value


@frozen
class Jumped:
    """Code is left for another state."""

    label: int


@frozen
class BrokeLoop:
    """A loop is left early."""


Leaving = Returned | Jumped | BrokeLoop | None
"""Why code was left before its end; None if it was not."""


@define
class Evaluator:
    """Runs a machine statement by statement. A state is a list of numbers, laid out as `record` says."""

    machine: m.Machine
    watch: Watch | None = None
    spent: int = 0
    """Steps counted since the last stop."""
    seen: list[int] = field(init=False)
    """How often each point of a marked machine was reached."""
    functions: dict[FunctionRef, m.Function] = field(init=False)
    offsets: dict[str, int] = field(init=False)
    fields: dict[str, m.FieldSlot] = field(init=False)
    tables: dict[str, tuple[object, ...]] = field(init=False)
    automatic: dict[int, m.Automatic] = field(init=False)
    decisions: dict[int, m.Decision] = field(init=False)
    chances: dict[int, m.Chance] = field(init=False)

    lists: set[FunctionRef] = field(init=False)
    """Functions that put candidates on a list."""

    def __attrs_post_init__(self) -> None:
        machine = self.machine
        self.lists = {n for state in machine.stopping for n, role in of_state(state) if role is Role.LIST}
        self.seen = [0] * len(machine.points)
        self.functions = {function.name: function for function in machine.functions}
        self.fields = {slot.name: slot for slot in machine.fields}
        self.automatic = {state.label: state for state in machine.automatic}
        self.decisions = {decision.label: decision for decision in machine.decisions}
        self.chances = {chance.label: chance for chance in machine.chances}
        self.offsets = record.offsets(machine)
        self.tables, texts = {}, 0
        for name, (_, values) in machine.tables.items():
            if any(isinstance(value, str) for value in values):  # a text is known by its number among all texts
                self.tables[name] = tuple(range(texts, texts + len(values)))
                texts += len(values)
            else:
                self.tables[name] = values

    # --- A game in play ----------------------------------------------------------------------------------------------

    def start(self) -> State:
        """A state in which nothing has happened yet."""
        self.spent = 0
        return record.beginning(self.machine)

    def run(self, state: State, log: Log | None = None) -> Sequence[Move]:
        """Runs until somebody must decide (gives the legal moves), chance must (gives CHANCE), or the end (nothing)."""
        label, fuel = state[0], runtime.FUEL
        while True:
            while label >= self.machine.stops:
                fuel -= self.fuel(label)
                if fuel < 0:
                    raise runtime.EndlessLoop(self.trail(state, label))
                label = self.automatic_state(label, state, log)
            state[0] = label
            if label == 0:
                return ()
            options = self.options(state)
            if options:
                return options
            fuel -= self.fuel(label)
            if fuel < 0:
                raise runtime.EndlessLoop(self.trail(state, label))
            label = self.when_empty(label)

    def options(self, state: State) -> Sequence[Move]:
        """The legal moves of a decision; at a chance event CHANCE if anything can come up; nothing otherwise."""
        label = state[0]
        if label in self.chances:
            return runtime.CHANCE if self.outcomes(state) else ()
        decision = self.decisions[label]
        asked = state[self.offsets[decision.actor]]
        players: Iterable[int] = [asked] if decision.manner == "one" else runtime.bits(asked)
        return [move for player in players for move in self.listed(decision.options, state, player)]

    def act(self, state: State, move: Move, log: Log | None = None) -> None:
        """Carries out a move: (player, number of the move, arguments ...)."""
        self.spent = 0
        slot = self.decisions[state[0]].moves[move[1]]
        state[0] = self.jump_target(slot.apply, state, (move[0], *move[2:]), log)

    def happen(self, state: State, outcome: int, log: Log | None = None) -> None:
        """Lets a chance event come out."""
        self.spent = 0
        state[0] = self.jump_target(self.chances[state[0]].apply, state, (outcome,), log)

    def outcomes(self, state: State) -> list[tuple[int, int]]:
        """What chance may bring now: pairs of outcome and weight."""
        chance = self.chances[state[0]]
        if chance.options is None:
            return list(chance.fixed)
        group = self.call(chance.options, state)
        result = self.functions[chance.options].result
        match plain(result) if result is not None else None:
            case BagOf(of, bits):
                mask = (1 << bits) - 1
                return [(low(of) + face, group >> bits * face & mask) for face in runtime.faces(group, bits, size(of))]
            case SetOf(of):
                return [(bit + low(of), 1) for bit in runtime.bits(group)]
            case other:
                raise AssertionError(other)

    def sample(self, state: State, below: Below) -> int:
        """One of the outcomes, by their weights."""
        outcomes = self.outcomes(state)
        number = below(sum(weight for _, weight in outcomes))
        for outcome, weight in outcomes:
            number -= weight
            if number < 0:
                return outcome
        raise AssertionError("a number below the sum of all weights")

    def playout(self, state: State, below: Below, most: int = FOREVER) -> int:
        """Plays on to the end, or for `most` moves, picked by `below(n)`, one of n numbers from 0. Gives how many."""
        moves, fuel = 0, runtime.FUEL
        while state[0] and moves < most:
            label = state[0]
            if label < self.machine.stops:
                options = self.options(state)
                if options == runtime.CHANCE:
                    self.happen(state, self.sample(state, below))
                elif options:
                    move = options[below(len(options))]
                    self.act(state, move)
                    moves += 1
                if options:
                    fuel = runtime.FUEL
                    continue
            fuel -= self.fuel(label)
            if fuel < 0:
                raise runtime.EndlessLoop(self.trail(state, label))
            automatic = label >= self.machine.stops
            state[0] = self.automatic_state(label, state, None) if automatic else self.when_empty(label)
        return moves

    # --- States ------------------------------------------------------------------------------------------------------

    def automatic_state(self, label: int, state: State, log: Log | None) -> int:
        left = self.block(self.automatic[label].body, state, {}, log, None)
        assert isinstance(left, Jumped), "an automatic state says where to go on"
        return left.label

    def when_empty(self, label: int) -> int:
        """Where it goes on if nobody can move, or nothing can come up."""
        return self.decisions[label].stuck if label in self.decisions else self.chances[label].empty

    def fuel(self, label: int) -> int:
        state = self.automatic.get(label) or self.decisions.get(label) or self.chances[label]
        return state.fuel

    def trail(self, state: State, label: int) -> list[int]:
        """The states a game goes round in, from the one at which there was too little fuel up to itself or a stop."""
        labels: list[int] = []
        while label not in labels and (label >= self.machine.stops or not labels):
            labels.append(label)
            automatic = label >= self.machine.stops
            label = self.automatic_state(label, state, None) if automatic else self.when_empty(label)
        return labels

    # --- Functions ---------------------------------------------------------------------------------------------------

    def function(self, name: FunctionRef) -> Callable[..., Value]:
        """A function, ready to be asked; what it spends is counted from here on."""
        self.rest()
        return partial(self.listed if name in self.lists else self.call, name)

    def rest(self) -> None:
        """Counts what is spent from here on."""
        self.spent = 0

    def call(self, name: FunctionRef, state: State, *args: Value) -> Value:
        """The value of a function."""
        left = self.enter(name, state, args, None, None)
        assert isinstance(left, Returned), f"{name} gives no value"
        return left.value

    def listed(self, name: FunctionRef, state: State, player: int) -> list[Move]:
        """The candidates that a function puts on its list."""
        out: list[Move] = []
        self.enter(name, state, (player,), None, out)
        return out

    def jump_target(self, name: FunctionRef, state: State, args: tuple[Value, ...], log: Log | None) -> int:
        """The state to which a function leads."""
        left = self.enter(name, state, args, log, None)
        assert isinstance(left, Jumped), f"{name} does not say where to go on"
        return left.label

    def enter(
        self, name: FunctionRef, state: State, args: tuple[Value, ...], log: Log | None, out: list[Move] | None
    ) -> Leaving:
        function = self.functions[name]
        names: Locals = {param: value for (param, _), value in zip(function.params, args, strict=True)}
        return self.block(function.body, state[:] if function.on_copy else state, names, log, out)

    # --- Statements --------------------------------------------------------------------------------------------------

    def block(
        self, code: tuple[m.Code, ...], s: State, names: Locals, log: Log | None, out: list[Move] | None
    ) -> Leaving:
        watch = self.watch
        for line in code:
            if watch is not None:
                watch(line, names)
            left = self.line(line, s, names, log, out)
            if left is not None:
                return left
        return None

    def line(self, line: m.Code, s: State, names: Locals, log: Log | None, out: list[Move] | None) -> Leaving:
        match line:
            case m.Set(name, value):
                names[name] = self.value(value, s, names)
            case m.Append(name, value):
                names[name].append(self.value(value, s, names))
            case m.Store(name, at, value):
                new = self.value(value, s, names)
                s[self.place(name, at, s, names)] = int(new) if isinstance(new, bool) else new
            case m.Branch(condition, then, otherwise):
                return self.block(then if self.value(condition, s, names) else otherwise, s, names, log, out)
            case m.Loop():
                return self.loop(line, s, names, log, out)
            case m.Break():
                return BrokeLoop()
            case m.Return(value):
                return Returned(self.value(value, s, names))
            case m.Fault(number):
                raise runtime.RuleFault(number)
            case m.Goto(label):
                return Jumped(label)
            case m.Emit(text, values, to):
                if log is not None:
                    said = tuple(self.value(value, s, names) for value in values)
                    log.append((text, said, self.value(to, s, names) if to is not None else None))
            case m.Offer(move, args):
                assert out is not None
                out.append((names["me"], move, *(self.value(arg, s, names) for arg in args)))
            case m.Duty():
                assert out is not None
                self.duty(line, s, out)
            case m.Assume(condition):
                assert self.value(condition, s, names), "an assumption does not hold"
            case m.Spend(steps, fault, times):
                self.spent += steps * (self.value(times, s, names) if times is not None else 1)
                if self.spent > DEAREST:
                    self.spent = 0
                    raise runtime.RuleFault(fault)
            case m.LimitOffers(fault):
                assert out is not None
                if len(out) > runtime.MOST_LEGAL:
                    raise runtime.RuleFault(fault)
            case m.Mark(point, further):
                self.seen[point + (self.value(further, s, names) if further is not None else 0)] += 1
            case _:
                assert_never(line)
        return None

    def duty(self, line: m.Duty, s: State, out: list[Move]) -> None:
        """Keeps the candidates of a move that meet a duty, or do so best; all of them if none does."""
        first = next((i for i, move in enumerate(out) if move[1] == line.move), len(out)) if line.move else 0

        def test(state: State, *args: int) -> int:
            return int(self.call(line.function, state, *args))

        if line.mark < 0:
            runtime.prefer(s, out, first, test, line.maximise)
        else:
            runtime.prefer_seen(s, out, first, test, line.maximise, self.seen, line.mark)

    def loop(self, line: m.Loop, s: State, names: Locals, log: Log | None, out: list[Move] | None) -> Leaving:
        for value in self.values(line.domain, s, names):
            names[line.name] = value
            left = self.block(line.body, s, names, log, out)
            if isinstance(left, BrokeLoop):
                return None
            if left is not None:
                return left
        return self.block(line.otherwise, s, names, log, out)

    def values(self, domain: Domain, s: State, names: Locals) -> Iterable[Value]:
        """What a loop goes through, lowest first; a list may grow on the way."""
        match domain:
            case Range(first, last):
                return range(self.value(first, s, names), self.value(last, s, names) + 1)
            case Choices(least, most, of, fault):
                group = self.value(of, s, names)
                ends = self.value(least, s, names), self.value(most, s, names)
                match plain(of.type):
                    case BagOf(face, bits):
                        return runtime.bag_choices(group, *ends, fault, bits, size(face))
                    case _:
                        return runtime.choices(group, *ends, fault)
            case _:
                group = self.value(domain, s, names)
                match plain(domain.type):
                    case SetOf(base):
                        return (bit + low(base) for bit in runtime.bits(group))
                    case BagOf(face, bits):
                        return [low(face) + place for place in runtime.faces(group, bits, size(face))]
                    case _:
                        return group  # type: ignore[no-any-return]

    # --- Expressions -------------------------------------------------------------------------------------------------

    def value(self, expression: Expression, s: State, names: Locals) -> Value:
        # The most frequent first, and no `match`: taking nodes apart by it takes as long again.
        if isinstance(expression, Local):
            return names[expression.name]
        if isinstance(expression, Op):
            apply = OPERATIONS[expression.op].apply
            if apply is not None:
                return apply(*[self.value(arg, s, names) for arg in expression.args])
            return self.special(expression.op, expression.args, s, names)
        if isinstance(expression, Const):
            return expression.value
        if isinstance(expression, Load):
            at = expression.at
            return s[self.place(expression.field, at, s, names) if at else self.offsets[expression.field]]
        if isinstance(expression, Lookup):
            entry: Value = self.tables[expression.table]
            for index in expression.at:
                number = self.value(index, s, names)
                if number < 0:
                    raise IndexError(f"{number} is no index of {expression.table}")
                entry = entry[number]
            return entry
        if isinstance(expression, Call):
            return self.call(expression.function, s, *[self.value(arg, s, names) for arg in expression.args])
        assert_never(expression)

    def place(self, name: str, at: tuple[Expression, ...], s: State, names: Locals) -> int:
        """The entry of the record that a field has at an index."""
        slot, entry = self.fields[name], 0
        for index, base in zip(at, slot.indices, strict=True):
            number = self.value(index, s, names) - low(base)
            if not 0 <= number < size(base):
                raise IndexError(f"{number} is no index of {name}")
            entry = entry * size(base) + number
        return self.offsets[name] + entry

    def special(self, word: str, args: tuple[Expression, ...], s: State, names: Locals) -> Value:
        """Operations that do not work out all operands first, or look at whole fields and lists."""
        match word, args:
            case "and", (first, second):
                return self.value(first, s, names) and self.value(second, s, names)
            case "or", (first, second):
                return self.value(first, s, names) or self.value(second, s, names)
            case "if", (condition, then, otherwise):
                return self.value(then if self.value(condition, s, names) else otherwise, s, names)
            case "list", _:
                return [self.value(arg, s, names) for arg in args]
            case "row values", (row, bits, width, first):
                return rows.values(*(self.value(arg, s, names) for arg in (row, bits, width, first)))
            case "row of", (of, width, first):
                return rows.of_values(*(self.value(arg, s, names) for arg in (of, width, first)))
            case "list first", (of, number):
                return rows.first_of(self.value(of, s, names), self.value(number, s, names))
            case "list last", (of, number):
                return rows.last_of(self.value(of, s, names), self.value(number, s, names))
            case "ordered", (of, *keys):
                return rows.ordered(self.value(of, s, names), *(self.value(key, s, names) for key in keys))
            case "length", (of,):
                return len(self.value(of, s, names))
            case "entry", (of, number):
                return self.value(of, s, names)[self.value(number, s, names)]
            case "flood", (start, Lookup(table), through):
                sets = [entry for entry in self.tables[table] if isinstance(entry, int)]
                ways = runtime.ways(sets)
                return runtime.flood(self.value(start, s, names), ways, self.value(through, s, names))
            case "holders", (Load(name), wanted, *others):
                last = self.fields[name].indices[-1]
                begins = self.place(name, (*others, Const(low(last), type=last)), s, names)
                return runtime.holders(s[begins : begins + size(last)], self.value(wanted, s, names))
            case "sources", (group, Lookup(table), *rest):
                there = self.value(group, s, names)
                return runtime.sources(there, self.tables[table], *(self.value(index, s, names) for index in rest))
            case "adjoining", (group, Lookup(table), *others):
                near: Any = self.tables[table]
                for other in others:
                    near = near[self.value(other, s, names)]
                return runtime.adjoining(self.value(group, s, names), near)
            case "spread", (group, Lookup(table)):
                sets = [entry for entry in self.tables[table] if isinstance(entry, int)]
                return runtime.spread(self.value(group, s, names), sets)
            case "sights", (through, wanted, Lookup(table), least, *rest):
                on, to, far, *more = (self.value(one, s, names) for one in (through, wanted, least, *rest))
                return runtime.sights(on, to, self.tables[table], far, *more)
            case "covers", (group, Lookup(table), *rest):
                there = self.value(group, s, names)
                return runtime.covers(there, self.tables[table], *(self.value(index, s, names) for index in rest))
            case "times", (history, *parts):
                return runtime.times(self.value(history, s, names), self.position(parts, s, names))
            case "remembered", (history, *parts, fault):
                past, now = self.value(history, s, names), self.position(parts, s, names)
                return runtime.remembered(past, now, self.value(fault, s, names))
            case "vacant", (place, Local() as free):
                return self.value(free, s, names)[self.value(place, s, names)]
            case "vacant", (place, *tokens):
                here = self.value(place, s, names)
                return int(all(self.value(token, s, names) != here for token in tokens))
            case "free", tokens:
                taken = {self.value(token, s, names) for token in tokens}
                return [int(place not in taken) for place in range(max(map(self.place_count, tokens)))]
            case _:
                raise AssertionError(word)

    def position(self, parts: Sequence[Expression], s: State, names: Locals) -> tuple[int, ...]:
        """Whole fields and single entries as they are now, put together."""
        found: list[int] = []
        for part in parts:
            if isinstance(part, Load) and not part.at:
                start = self.offsets[part.field]
                found += s[start : start + record.entry_count(self.fields[part.field])]
            else:
                found.append(self.value(part, s, names))
        return tuple(found)

    def place_count(self, token: Expression) -> int:
        """How many places a token can be at."""
        kind = plain(self.fields[token.field].type if isinstance(token, Load) else token.type)
        assert isinstance(kind, Member)
        return kind.size
