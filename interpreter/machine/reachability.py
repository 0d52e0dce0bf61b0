"""Which states of a machine a game may come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from astro_referee.interpreter import machine as m


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
