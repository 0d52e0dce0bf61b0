"""Whether a machine is sound: every name resolved, every path through its code leading somewhere, every type true.

Lowering and each pass of the optimiser must give a machine that passes. Types are looked at in `typing`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of
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
    walk,
)
from astro_referee.interpreter.machine.fuel import unburnt_circle
from astro_referee.interpreter.machine.operations import OPERATIONS
from astro_referee.interpreter.machine.reachability import reached
from astro_referee.interpreter.machine.references import Role, of_state
from astro_referee.interpreter.machine.traversal import terms_of, walk_code
from astro_referee.interpreter.machine.typing.code import Typing, table_problems

Code = tuple[m.Code, ...]


class UnsoundMachine(Exception):
    """A machine that no backend may be given; says everything that is wrong with it."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


def verify(machine: m.Machine) -> m.Machine:
    """The same machine, if nothing is wrong with it."""
    found = tuple(dict.fromkeys(problems(machine)))
    if found:
        raise UnsoundMachine(found)
    return machine


def problems(machine: m.Machine) -> Iterator[str]:
    found = [*repeated("field", [slot.name for slot in machine.fields])]
    found += repeated("function", [function.name for function in machine.functions])
    found += numbering_problems(machine)
    found += table_problems(machine)
    check = Check(machine, found)
    check.references()
    check.bodies()
    yield from found
    if not found:
        yield from circles(machine)
        yield from dead_states(machine)
        yield from fuel_problems(machine)
        yield from Typing(machine).problems()


def repeated(what: str, names: list[str]) -> Iterator[str]:
    yield from (f"two {what}s are called {name}" for name in sorted({n for n in names if names.count(n) > 1}))


def numbering_problems(machine: m.Machine) -> Iterator[str]:
    """The end is 0, then come decisions, chance events, automatic states, without a gap."""
    stops = [*(d.label for d in machine.decisions), *(c.label for c in machine.chances)]
    if stops != list(range(1, machine.stops)):
        yield f"stops are numbered {stops}"
    labels = [state.label for state in machine.automatic]
    if len(set(labels)) < len(labels) or any(label < machine.stops for label in labels):
        yield f"automatic states are numbered {labels}"


@define
class Check:
    """Looks at references and at the paths through code."""

    machine: m.Machine
    found: list[str] = field(factory=list)
    roles: dict[FunctionRef, Role] = field(factory=dict)
    broken: list[list[set[str]]] = field(factory=list)
    """For each loop around: the locals that have a value where it is broken out of."""
    labels: set[int] = field(init=False)
    functions: dict[FunctionRef, m.Function] = field(init=False)
    fields: dict[str, m.FieldSlot] = field(init=False)

    def __attrs_post_init__(self) -> None:
        machine = self.machine
        self.labels = {0, *range(1, machine.stops), *(state.label for state in machine.automatic)}
        self.functions = {function.name: function for function in machine.functions}
        self.fields = {slot.name: slot for slot in machine.fields}

    # --- References from the parts of the machine --------------------------------------------------------------------

    def references(self) -> None:
        machine = self.machine
        for slot in machine.fields:
            self.function(slot.audience, Role.VALUE, f"the audience of {slot.name}")
            if slot.order is not None:
                self.function(slot.order.top, Role.VALUE, f"who sees the top of {slot.name}")
        for slot, function in machine.shown:
            self.function(function, Role.VALUE, f"what {slot.name} shows")
        self.function(machine.standing, Role.VALUE, "the standing")
        self.label(machine.start, "the start")
        for state in machine.stopping:
            where = f"state {state.label}"
            for name, role in of_state(state):
                self.function(name, role, where)
            if isinstance(state, m.Decision):
                self.label(state.stuck, where)
                self.offers(state, where)
                if state.actor not in self.fields:
                    self.found.append(f"{where} asks {state.actor}, which is no field")
            else:
                self.label(state.empty, where)
                if (state.options is None) != bool(state.fixed):
                    self.found.append(f"{where} needs outcomes that are fixed, or a function that gives them")
                for named in (state.left, state.into):
                    if named is not None and named not in self.fields:
                        self.found.append(f"{where} names {named}, which is no field")

    def offers(self, decision: m.Decision, where: str) -> None:
        """The moves that are offered are those of the decision, with as many arguments as they have parameters."""
        names = dict.fromkeys([decision.options, *(move.candidates for move in decision.moves)])
        for line in [line for name in names if name in self.functions for line in walk_code(self.functions[name].body)]:
            if not isinstance(line, m.Offer | m.Duty):
                continue
            if not 0 <= line.move < len(decision.moves):
                self.found.append(f"{where} offers move {line.move}, which is not there")
            elif isinstance(line, m.Offer) and len(line.args) != len(decision.moves[line.move].params):
                self.found.append(f"{where} offers move {line.move} with {len(line.args)} arguments")

    def function(self, name: FunctionRef | None, role: Role, where: str) -> None:
        if name is None:
            return
        if name not in self.functions:
            self.found.append(f"{where} names {name}, which is no function")
        elif self.roles.setdefault(name, role) is not role:
            self.found.append(f"{name} is for {self.roles[name].name.lower()} and for {role.name.lower()}")

    def label(self, label: int, where: str) -> None:
        if label not in self.labels:
            self.found.append(f"{where} goes to state {label}, which is not there")

    # --- Code --------------------------------------------------------------------------------------------------------

    def bodies(self) -> None:
        for function in self.machine.functions:
            for line in walk_code(function.body):
                for name in [*called(line), *([line.function] if isinstance(line, m.Duty) else [])]:
                    self.function(name, Role.VALUE, function.name)
        for state in self.machine.automatic:
            for line in walk_code(state.body):
                for name in called(line):
                    self.function(name, Role.VALUE, f"state {state.label}")
        for function in self.machine.functions:
            role = self.roles.get(function.name, Role.VALUE)
            names = [name for name, _ in function.params]
            self.found += repeated(f"parameter of {function.name}", names)
            self.body(function.body, role, set(names), function.name)
            if (role is Role.VALUE) != (function.result is not None):
                gives = "nothing" if function.result is None else function.result
                self.found.append(f"{function.name} is for {role.name.lower()} and gives {gives}")
            if role is not Role.EFFECT and not function.on_copy and effects_of(function.body).stores:
                self.found.append(f"{function.name} is for {role.name.lower()} and has Store")
        for state in self.machine.automatic:
            self.body(state.body, Role.EFFECT, set(), f"state {state.label}")

    def body(self, code: Code, role: Role, known: set[str], where: str) -> None:
        ends = self.code(code, role, known, where, loops=0)
        if role is not Role.LIST and not ends:
            self.found.append(f"{where} does not say how it ends")

    def code(self, code: Code, role: Role, known: set[str], where: str, loops: int) -> bool:
        """Looks at code; `known` are the locals that surely have a value, and grow. Gives whether it is surely left."""
        for number, line in enumerate(code):
            self.line(line, role, known, where, loops)
            if self.leaves(line, role, known, where, loops):
                if number + 1 < len(code):
                    self.found.append(f"{where} has code that is never come to")
                return True
        return False

    def leaves(self, line: m.Code, role: Role, known: set[str], where: str, loops: int) -> bool:
        match line:
            case m.Break() if self.broken:
                self.broken[-1].append(set(known))
                return True
            case m.Return() | m.Goto() | m.Fault() | m.Break() | m.Assume(Const(0)):
                return True
            case m.Branch(_, then, otherwise):
                yes, no = set(known), set(known)
                left = self.code(then, role, yes, where, loops), self.code(otherwise, role, no, where, loops)
                known |= no if left[0] else yes if left[1] else yes & no
                return all(left)
            case m.Loop():
                self.broken.append([])
                self.code(line.body, role, {*known, line.name}, where, loops + 1)
                ways = self.broken.pop()
                behind = set(known)
                if not self.code(line.otherwise, role, behind, where, loops):
                    ways.append(behind)
                if ways:
                    known |= set.intersection(*ways)
                return not ways
            case m.Set(name):
                known.add(name)
                return False
            case _:
                return False

    def line(self, line: m.Code, role: Role, known: set[str], where: str, loops: int) -> None:
        allowed = {
            m.Return: Role.VALUE,
            m.Goto: Role.EFFECT,
            m.Offer: Role.LIST,
            m.Duty: Role.LIST,
            m.Emit: Role.EFFECT,
        }
        if allowed.get(type(line), role) is not role:
            self.found.append(f"{where} is for {role.name.lower()} and has {type(line).__name__}")
        for expression in terms_of(line):
            self.expression(expression, known, where)
        match line:
            case m.Goto(label):
                self.label(label, where)
            case m.Break() if not loops:
                self.found.append(f"{where} breaks out of no loop")
            case m.Append(name) if name not in known:
                self.found.append(f"{where} reads {name} before it has a value")
            case m.Store(name) if name not in self.fields:
                self.found.append(f"{where} stores {name}, which is no field")
            case m.Emit(text, values) if not self.fits_text(text, len(values)):
                self.found.append(f"{where} says text {text} with {len(values)} values")
            case (
                m.Fault(number) | m.Spend(_, number, _) | m.LimitOffers(number) | m.Loop(domain=Choices(fault=number))
            ) if not 0 <= number < len(self.machine.faults):
                self.found.append(f"{where} has fault {number}, which is not there")
            case m.Offer() if "me" not in known:
                self.found.append(f"{where} offers a move to nobody")
            case m.Mark(point) if not 0 <= point < len(self.machine.points):
                self.found.append(f"{where} marks point {point}, which is not there")
            case _:
                pass

    def fits_text(self, text: int, values: int) -> bool:
        if text == m.TRACE:
            return values == len(("number", "who", "leave", "cards"))
        texts = self.machine.texts
        return 0 <= text < len(texts) and sum(not isinstance(part, str) for part in texts[text].parts) == values

    def expression(self, expression: Expression, known: set[str], where: str) -> None:
        for part in walk(expression):
            match part:
                case Local(name) if name not in known:
                    self.found.append(f"{where} reads {name} before it has a value")
                case Load(name) if name not in self.fields:
                    self.found.append(f"{where} reads {name}, which is no field")
                case Lookup(table) if table not in self.machine.tables:
                    self.found.append(f"{where} looks up {table}, which is no table")
                case Call(name, args) if name in self.functions and len(args) != len(self.functions[name].params):
                    self.found.append(f"{where} calls {name} with {len(args)} arguments")
                case Op(word) if word not in OPERATIONS:
                    self.found.append(f"{where} has {word}, which is no operation")
                case _:
                    pass


def called(line: m.Code) -> list[FunctionRef]:
    return [part.function for one in terms_of(line) for part in walk(one) if isinstance(part, Call)]


def circles(machine: m.Machine) -> Iterator[str]:
    """Functions that call themselves: no machine has one, so that every function ends."""
    calls = {function.name: sorted(effects_of(function.body).calls) for function in machine.functions}
    done: set[FunctionRef] = set()
    for first in calls:
        path: list[FunctionRef] = []
        todo = [(first, False)]
        while todo:
            name, left = todo.pop()
            if left:
                path.pop()
                done.add(name)
            elif name in path:
                yield f"{name} calls itself"
                return
            elif name not in done:
                path.append(name)
                todo += [(name, True), *((inner, False) for inner in calls[name])]


def fuel_problems(machine: m.Machine) -> Iterator[str]:
    """Circles of states that could be gone round for ever."""
    if labels := unburnt_circle(machine):
        yield f"a circle through state {', '.join(map(str, labels))} burns nothing"
    if labels := [state.label for state in (*machine.stopping, *machine.automatic) if state.fuel < 0]:
        yield f"state {', '.join(map(str, labels))} burns less than nothing"


def dead_states(machine: m.Machine) -> Iterator[str]:
    """Automatic states that nothing leads to."""
    dead = sorted(
        {state.label for state in machine.automatic} - reached(machine, [machine.start, *range(machine.stops)])
    )
    if dead:
        yield f"nothing leads to state {', '.join(map(str, dead))}"
