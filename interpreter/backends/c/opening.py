"""What every game begins with and nobody notices: it is done once for many games."""

from __future__ import annotations

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.terms import noticed
from astro_referee.interpreter.machine.expressions import Choices
from astro_referee.interpreter.machine.traversal import terms_of, walk_code


def quiet_start(machine: m.Machine) -> list[int]:
    """The automatic states that each game goes through first, up to one that tells, counts, may fail or burns."""
    states = {state.label: state for state in machine.automatic}
    found: list[int] = []
    label = machine.start
    while label in states and label not in found and is_quiet(states[label]):
        found.append(label)
        (label,) = set(m.targets(states[label].body))
    return found


def is_quiet(state: m.Automatic) -> bool:
    if state.fuel or len(set(m.targets(state.body))) != 1:
        return False
    for line in walk_code(state.body):
        if isinstance(line, m.Emit | m.Spend | m.Fault | m.Append) or any(map(noticed, terms_of(line))):
            return False
        if isinstance(line, m.Loop) and isinstance(line.domain, Choices):
            return False
    return True
