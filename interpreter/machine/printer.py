"""The machine written out for people: fields, tables, functions, states and what leads to what. The same every time."""

from __future__ import annotations

from typing import assert_never

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import (
    Call,
    Choices,
    Const,
    Expression,
    Load,
    Local,
    Lookup,
    Op,
    Range,
)
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import (
    BagOf,
    Bool,
    Either,
    ErrorType,
    Int,
    ListOf,
    Member,
    PastOf,
    RowOf,
    SetOf,
    TextType,
    TupleOf,
    Type,
)

INFIX = frozenset(["+", "-", "*", "/", "mod", "<", "<=", "is", "is not", "and", "or", "union", "meet", "minus", "has"])
"""Operations written between their operands; all others are written like a function."""
INTERNAL = frozenset(["builtin", "slot", "choice"])
"""Sorts of fields that no rule declares."""
LONGEST_TABLE = 400
"""Characters of a table that are printed."""


def text_of(machine: m.Machine) -> str:
    """The whole machine as text."""
    return "\n".join(Text(machine).rows()) + "\n"


def outline_of(machine: m.Machine) -> str:
    """What is declared, decided and left to chance, by name: no code and no numbers of states, which change with
    everything. Decisions and chances that are written out in several places are told once.
    """
    return "\n".join(Text(machine).outline())


def type_name(type: Type) -> str:
    """A type as a rule file would write it, more or less."""
    match type:
        case Bool():
            return "bool"
        case Int(low, high):
            return f"{low}..{high}"
        case Member(kind, _):
            return kind
        case SetOf(of):
            return f"set of {type_name(of)}"
        case BagOf(of, _):
            return f"bag of {type_name(of)}"
        case ListOf(of, _):
            return f"list of {type_name(of)}"
        case RowOf(of, most, _):
            return f"row of {most} {type_name(of)}"
        case TupleOf(types):
            return f"({', '.join(map(type_name, types))})"
        case Either(of, words):
            return " or ".join([type_name(of), *words])
        case PastOf(fields):
            return f"history of {', '.join(fields)}"
        case TextType():
            return "text"
        case ErrorType():
            return "?"
        case _:
            assert_never(type)


class Text:
    """Writes one machine."""

    def __init__(self, machine: m.Machine) -> None:
        self.machine = machine
        self.printer = Printer(machine.members, machine.words)

    def rows(self) -> list[str]:
        machine = self.machine
        made = [f"machine {machine.title} for {machine.seats} players", ""]
        for name, members in machine.members.items():
            made.append(f"{machine.shapes.get(name, 'kind')} {name}: {', '.join(members)}")
        made += ["", *(self.field(slot) for slot in machine.fields), ""]
        for name, (type, values) in machine.tables.items():
            made.append(f"table {name}: {type_name(type)} = {shortened(', '.join(map(str, values)))}")
        for number, text in enumerate(machine.texts):
            made.append(f"text {number}: {self.template(text)}")
        for number, fault in enumerate(machine.faults):
            made.append(f"fault {number}: {fault.code}, {fault.message}")
        for function in machine.functions:
            made += ["", *self.function(function)]
        made += ["", f"start: {self.target(machine.start)}", "state 0: end"]
        for decision in machine.decisions:
            made += ["", *self.decision(decision)]
        for chance in machine.chances:
            made += ["", *self.chance(chance)]
        for state in machine.automatic:
            made += ["", f"state {state.label}: automatic, {state.name}", *self.block(state.body, 1)]
        return made

    def outline(self) -> list[str]:
        machine = self.machine
        made = [f"machine {machine.title} for {machine.seats} players"]
        for name, members in machine.members.items():
            made.append(shortened(f"{machine.shapes.get(name, 'kind')} {name}: {', '.join(members)}"))
        made += [self.field(slot) for slot in machine.fields if slot.sort not in INTERNAL]
        parts = [self.decision(decision, outline=True) for decision in machine.decisions]
        parts += [self.chance(chance, outline=True) for chance in machine.chances]
        once = {"\n".join(part): part for part in parts}
        return made + [row for part in once.values() for row in part]

    # --- Data --------------------------------------------------------------------------------------------------------

    def field(self, slot: m.FieldSlot) -> str:
        each = "".join(f" for each {type_name(base)}" for base in slot.indices)
        seen = f", seen by {slot.audience}" if slot.audience is not None else ""
        return f"{slot.sort} {slot.name}{each}: {type_name(slot.type)} = {self.value(slot.type, slot.initial)}{seen}"

    def value(self, type: Type, value: int) -> str:
        """A value by name, in braces if it is a set."""
        if isinstance(type, Either) and self.printer.extra(type.of, value) is None:
            return self.value(type.of, value)
        match type:
            case SetOf(of) | BagOf(of, _):
                return "{" + ", ".join(self.value(of, v) for v in self.printer.values(type, value)) + "}"
            case RowOf(of):
                return "(" + ", ".join(self.value(of, v) for v in self.printer.values(type, value)) + ")"
            case Member(_, count) if not 0 <= value < count:
                return str(value)
            case ListOf() | TextType() | ErrorType():
                return str(value)
            case _:
                return self.printer.show(type, value)

    def template(self, text: m.TextTemplate) -> str:
        return '"' + "".join(p if isinstance(p, str) else "{" + type_name(p) + "}" for p in text.parts) + '"'

    # --- States ------------------------------------------------------------------------------------------------------

    def target(self, label: int) -> str:
        return "end" if label == 0 else f"state {label}"

    def decision(self, decision: m.Decision, outline: bool = False) -> list[str]:
        if outline:
            made = [f"decision {decision.name}, asks {decision.manner}"]
        else:
            made = [f"state {decision.label}: decision, {decision.name}"]
            made.append(f"  asks {decision.manner}: {decision.actor}")
            made.append(f"  options: {decision.options}; if there are none: {self.target(decision.stuck)}")
        for move in decision.moves:
            params = ", ".join(f"{param.name}: {type_name(param.type)}" for param in move.params)
            made.append(f"  move {move.name}({params}) as {self.template(move.notation)}")
            for guard in move.guards:
                made.append(f"    {'must' if guard.duty else 'when'} {guard.source}")
                made[-1] += "" if outline else f"  [{guard.test}]"
            made += [] if outline else [f"    then {move.apply}"]
        return made

    def chance(self, chance: m.Chance, outline: bool = False) -> list[str]:
        called = self.template(chance.label_template)
        if outline:
            made = [f"chance {chance.name}, called {called}"]
        else:
            made = [f"state {chance.label}: chance, {chance.name}", f"  called {called}"]
        if chance.options is None:
            faces = (f"{self.value(chance.outcome, value)} ({weight})" for value, weight in chance.fixed)
            made.append(f"  one of {', '.join(faces)}")
        elif not outline:
            made.append(f"  one of {chance.options}; if there are none: {self.target(chance.empty)}")
        return made if outline else [*made, f"  then {chance.apply}"]

    # --- Code --------------------------------------------------------------------------------------------------------

    def function(self, function: m.Function) -> list[str]:
        params = ", ".join(f"{name}: {type_name(type)}" for name, type in function.params)
        copy = " on a copy" if function.on_copy else ""
        return [f"function {function.name}({params}){copy}", *self.block(function.body, 1)]

    def block(self, code: tuple[m.Code, ...], depth: int) -> list[str]:
        made: list[str] = []
        for line in code:
            made += self.line(line, depth)
        return made or ["  " * depth + "nothing"]

    def line(self, line: m.Code, depth: int) -> list[str]:
        margin = "  " * depth
        match line:
            case m.Set(name, value):
                return [f"{margin}let {name} = {self.term(value)}"]
            case m.Append(name, value):
                return [f"{margin}append {self.term(value)} to {name}"]
            case m.Store(name, at, value):
                return [f"{margin}{name}{self.index(at)} = {self.term(value)}"]
            case m.Branch(condition, then, otherwise):
                made = [f"{margin}if {self.term(condition)}", *self.block(then, depth + 1)]
                return [*made, f"{margin}else", *self.block(otherwise, depth + 1)] if otherwise else made
            case m.Loop(name, _, domain, body, otherwise):
                made = [f"{margin}for {name} in {self.domain(domain)}", *self.block(body, depth + 1)]
                return [*made, f"{margin}else", *self.block(otherwise, depth + 1)] if otherwise else made
            case m.Break():
                return [f"{margin}break"]
            case m.Return(value):
                return [f"{margin}return {self.term(value)}"]
            case m.Fault(number):
                return [f"{margin}fault {number}"]
            case m.Goto(label):
                return [f"{margin}go to {self.target(label)}"]
            case m.Emit(m.TRACE, (number, who, leave, cards), to):
                way = f"if({self.term(leave)}, leave, enter)"
                seen = f" seen by {self.term(to)}" if to is not None else ""
                return [f"{margin}trace {self.term(number)} of {self.term(who)}: {self.term(cards)} {way}{seen}"]
            case m.Emit(text, values, to):
                said = ", ".join([f"text {text}", *map(self.term, values)])
                return [f"{margin}say {said}" + (f" to {self.term(to)}" if to is not None else "")]
            case m.Offer(move, args):
                return [f"{margin}offer {', '.join([f'move {move}', *map(self.term, args)])}"]
            case m.Spend(steps, _):
                return [f"{margin}spend {steps} steps"]
            case m.Assume(condition):
                return [f"{margin}assume {self.term(condition)}"]
            case m.LimitOffers():
                return [f"{margin}stop if too many moves are offered"]
            case m.Duty(move, function, maximise):
                return [f"{margin}keep of move {move} {'the best' if maximise else 'those'} by {function}"]
            case m.Mark(point, further):
                return [f"{margin}mark {point}" + (f" + {self.term(further)}" if further is not None else "")]
            case _:
                assert_never(line)

    def index(self, at: tuple[Expression, ...]) -> str:
        return f"[{', '.join(map(self.term, at))}]" if at else ""

    def domain(self, domain: Range | Choices | Expression) -> str:
        match domain:
            case Range(low, high):
                return f"{self.term(low)}..{self.term(high)}"
            case Choices(low, high, of):
                return f"{self.term(low)}..{self.term(high)} of {self.term(of)}"
            case _:
                return self.term(domain)

    def term(self, term: Expression, inside: bool = False) -> str:
        """A term; in brackets where it is an operand."""
        match term:
            case Const(value):
                return self.value(term.type, value)
            case Local(name):
                return name
            case Load(name, at):
                return f"{name}{self.index(at)}"
            case Lookup(table, at):
                return f"<{table}>{self.index(at)}"
            case Call(name, args):
                return f"{name}({', '.join(map(self.term, args))})"
            case Op(op, (left, right)) if op in INFIX:
                text = f"{self.term(left, True)} {op} {self.term(right, True)}"
                return f"({text})" if inside else text
            case Op("not", (of,)):
                return f"not {self.term(of, True)}"
            case Op(op, args):
                return f"{op.replace(' ', '_')}({', '.join(map(self.term, args))})"


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST_TABLE else text[: LONGEST_TABLE - 1] + "…"
