"""Which functions the parts of a machine refer to, and what each of them is for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import Enum, auto

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of
from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.machine.traversal import Code


class Role(Enum):
    """What a function or state is for: it says how its code may end."""

    VALUE = auto()
    """Gives a value: every path ends in `Return` or a fault."""
    LIST = auto()
    """Puts candidates on a list, and ends by itself."""
    EFFECT = auto()
    """Changes the record, and every path ends in `Goto` or a fault."""


def of_machine(machine: m.Machine) -> Iterator[tuple[FunctionRef, Role]]:
    """The functions that anything but code refers to."""
    yield from ((name, Role.VALUE) for name in of_fields(machine))
    for state in machine.stopping:
        yield from of_state(state)


def of_fields(machine: m.Machine) -> list[FunctionRef]:
    """The functions that are asked of a position wherever it stands: what is seen, by whom, and what it is worth."""
    tops = (slot.order.top for slot in machine.fields if slot.order is not None)
    shown = (function for _, function in machine.shown)
    found = (machine.standing, *shown, *(slot.audience for slot in machine.fields), *tops)
    return [ref for ref in found if ref is not None]


def of_state(state: m.Decision | m.Chance) -> Iterator[tuple[FunctionRef, Role]]:
    """The functions that a decision or a chance event refers to."""
    if isinstance(state, m.Decision):
        yield state.options, Role.LIST
        for move in state.moves:
            yield from of_move(move)
        return
    yield state.apply, Role.EFFECT
    for name in (state.options, state.label_values, state.readers, state.around_values):
        if name is not None:
            yield name, Role.VALUE


def of_move(move: m.MoveSlot) -> Iterator[tuple[FunctionRef, Role]]:
    yield move.apply, Role.EFFECT
    yield move.candidates, Role.LIST
    values = [move.notation_values, move.about_values, *(name for _, name in move.also)]
    values += [name for param in move.params for name in (param.test, param.outside, param.where)]
    values += [name for guard in move.guards for name in (guard.test, guard.reason, guard.seen_values)]
    yield from ((name, Role.VALUE) for name in values if name is not None)


def with_callees(names: Collection[FunctionRef], bodies: Mapping[FunctionRef, Code]) -> set[FunctionRef]:
    """Functions and all that they call, directly or not."""
    found: set[FunctionRef] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += effects_of(bodies[name]).calls
    return found


def calling_each_other(found: set[FunctionRef], functions: Mapping[FunctionRef, m.Function]) -> set[FunctionRef]:
    """Those of the functions found that call nothing but each other."""
    calls = {name: effects_of(functions[name].body).calls for name in found}
    while others := {name for name in found if not calls[name] <= found}:
        found = found - others
    return found


def running(machine: m.Machine) -> set[FunctionRef]:
    """The functions that run while a game is played; the others explain it."""
    bodies = {function.name: function.body for function in machine.functions}
    todo = [name for state in machine.automatic for name in effects_of(state.body).calls]
    for decision in machine.decisions:
        todo += [decision.options, *(move.apply for move in decision.moves)]
    for chance in machine.chances:
        todo += [chance.apply, *([chance.options] if chance.options is not None else [])]
    found: set[FunctionRef] = set()
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += effects_of(bodies[name]).calls
    return found
