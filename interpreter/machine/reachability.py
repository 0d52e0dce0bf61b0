"""Which states of a machine a game may come to, and what may be told on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import Const
from astro_referee.interpreter.machine.traversal import walk_code


def successors(machine: m.Machine) -> dict[int, list[int]]:
    """For each state those that it can go on to."""
    bodies = {function.name: function.body for function in machine.functions}
    found: dict[int, list[int]] = {0: []}
    found |= {state.label: m.targets(state.body) for state in machine.automatic}
    for decision in machine.decisions:
        ways = [label for move in decision.moves for label in m.targets(bodies[move.apply])]
        found[decision.label] = [decision.stuck, *ways]
    for chance in machine.chances:
        found[chance.label] = [chance.empty, *m.targets(bodies[chance.apply])]
    return found


def reached(machine: m.Machine, begin: Iterable[int], straight: Mapping[int, int] | None = None) -> set[int]:
    """The states that can be come to from some of them; `straight` leads past those that are not entered."""
    past = straight or {}
    following = successors(machine)
    found: set[int] = set()
    todo = [*begin]
    while todo:
        label = todo.pop()
        label = past.get(label, label)
        if label not in found:
            found.add(label)
            todo += following[label]
    return found


def without_dead_states(machine: m.Machine) -> m.Machine:
    """The machine without automatic states that nothing leads to; what stops keeps its number."""
    live = reached(machine, [machine.start, *range(machine.stops)])
    return evolve(machine, automatic=tuple(state for state in machine.automatic if state.label in live))


def has_private_texts(machine: m.Machine, moves: Iterable[m.MoveSlot]) -> bool:
    """Whether, after one of some moves and before anybody is asked again, something may be told to a few alone.

    That goes by the rules and not by the position, so that who knows the answer learns nothing from it.
    """
    bodies = {function.name: function.body for function in machine.functions}
    ways = {state.label: state.body for state in machine.automatic}
    ways |= {chance.label: (*bodies[chance.apply], m.Goto(chance.empty)) for chance in machine.chances}
    seen, todo = set[int](), [bodies[move.apply] for move in moves]
    while todo:
        body = todo.pop()
        if any(is_private(machine, line) for line in walk_code(body)):
            return True
        following = {label for label in m.targets(body) if label in ways} - seen
        seen |= following
        todo += [ways[label] for label in following]
    return False


def is_private(machine: m.Machine, line: m.Code) -> bool:
    """Whether it is a line of the log that not all read."""
    match line:
        case m.Emit(m.TRACE) | m.Emit(to=None | Const(m.LAST_WORDS)):
            return False
        case m.Emit(to=Const(readers)):
            return readers != (1 << machine.seats) - 1
        case _:
            return isinstance(line, m.Emit)
