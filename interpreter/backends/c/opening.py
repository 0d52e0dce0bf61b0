"""What every game begins with and nobody notices: it is done once for many games."""

from __future__ import annotations

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.terms import noticed
from astro_referee.interpreter.machine.expressions import Choices
from astro_referee.interpreter.machine.traversal import terms_of, walk_code

MOST_BURNT = 1000
"""Fuel that the beginning of a game may take: more is left to the game."""


def written_opening(machine: m.Machine) -> list[str]:
    """A function that sets a game up, and goes through the states that neither tell, count nor fail; it gives what fuel
    that has taken.
    """
    quiet = [state.label for state in machine.automatic if is_quiet(state)]
    lines = ["static int64_t begin(context *c, record *s) {", "    int64_t burnt = 0;", "    set_up(s);"]
    if quiet:
        lines += [
            f"    while (burnt < {MOST_BURNT}) {{",
            "        switch (s->label) {",
            *(f"        case {label}:" for label in quiet),
            "            burnt += FUEL_FOR[s->label];",
            "            s->label = (int32_t)go_on(c, s, s->label);",
            "            continue;",
            "        }",
            "        break;",
            "    }",
        ]
    return [*lines, "    return burnt;", "}"]


def is_quiet(state: m.Automatic) -> bool:
    for line in walk_code(state.body):
        if isinstance(line, m.Emit | m.Spend | m.Fault | m.Append) or any(map(noticed, terms_of(line))):
            return False
        if isinstance(line, m.Loop) and isinstance(line.domain, Choices):
            return False
    return True
