"""Whole games at random as one function, where a game is short: each state leads straight to the next, the position
lies in locals, and nothing is told, so nothing is asked about a log.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.blocks import Blocks
from astro_referee.interpreter.backends.c.names import Names
from astro_referee.interpreter.backends.c.opening import MOST_BURNT
from astro_referee.interpreter.backends.c.sets.drawing import is_drawn
from astro_referee.interpreter.backends.c.stops import StopWriter
from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.machine.runtime import FUEL
from astro_referee.interpreter.machine.traversal import Code, walk_code

MOST_LINES = 900
"""Lines of all that a game does: what is longer gains less, and its compiler takes long as it is."""
JOINED = "static inline __attribute__((always_inline)) "


@define
class Straight:
    """Writes the random games of one machine; `written` gives the head and the lines of a function that tells
    nothing.
    """

    machine: m.Machine
    names: Names
    written: Callable[[m.Function], tuple[str, list[str]]]
    quiet: set[FunctionRef] = field(factory=set)
    """The functions that are there once more without what they tell."""
    parts: list[str] = field(factory=list)
    endless: bool = field(init=False)
    """Whether there may be too little fuel: states without an event between them go round in a circle."""

    def __attrs_post_init__(self) -> None:
        all_fuel = sum(part.fuel for part in (*self.machine.stopping, *self.machine.automatic))
        self.endless = all_fuel > FUEL - MOST_BURNT or has_circle(ways_without_event(self.machine))

    def text(self) -> list[str]:
        """The C of it; nothing if the game is too long for it."""
        machine = self.machine
        bodies = {function.name: function.body for function in machine.functions}
        if not any(is_drawn(decision, bodies[decision.options]) for decision in machine.decisions):
            return []  # where all moves are listed, that takes far longer than the way from state to state
        lines = [
            "static inline __attribute__((always_inline)) int64_t played_straight(",
            "    context *c, record *s, generator *g, int64_t most, int64_t fuel) {",
            "    int64_t moves = 0, count, outcome;",
            f"    switch (s->label) {{ {self.entries()} }}",
        ]
        for decision in machine.decisions:
            lines += self.decision(decision)
        for chance in machine.chances:
            lines += self.chance(chance)
        for state in machine.automatic:
            lines += self.automatic(state)
        lines += ["at_0:", "    s->label = 0;", "    return moves;", "}"]
        if sum(part.count("\n") + 1 for part in self.parts) > MOST_LINES:
            return []
        return ["#define STRAIGHT", *self.parts, "\n".join(lines)]

    def entries(self) -> str:
        labels = [0, *(part.label for part in (*self.machine.stopping, *self.machine.automatic))]
        return " ".join(f"case {label}: goto at_{label};" for label in labels)

    def decision(self, decision: m.Decision) -> list[str]:
        names, label = self.names, decision.label
        function, follow = names.functions[decision.options], self.leads(*(move.apply for move in decision.moves))
        if is_drawn(decision, function.body):
            applied = [self.silenced(move.apply) for move in decision.moves]
            head, lines = StopWriter(self.machine, names).drawn(decision, tuple(applied), "quiet_draw_")
            self.parts.append("\n".join([f"{JOINED}{head} {{", *lines, "}"]))
            name, actor = names.function_names[function.name], f"s->{names.field_names[decision.actor]}"
            call = f"quiet_draw_{name}(c, s, g, &count, {actor})"
        else:
            call = f"drawn(c, s, g, {label}, &count)"
        return [
            *self.arrival(label),
            "    {",
            f"        const int64_t next = {call};",
            "        if (count) {",
            "            moves++;",
            "            fuel = FUEL;",
            f"            {follow}",
            "        }",
            "    }",
            *self.nothing(decision.fuel, label, decision.stuck),
        ]

    def chance(self, chance: m.Chance) -> list[str]:
        call = f"{self.silenced(chance.apply)}(c, s, outcome)"
        return [
            *self.arrival(chance.label),
            "    if (sample(c, s, g, &outcome)) {",
            "        c->spent = 0;",
            "        fuel = FUEL;",
            f"        const int64_t next = {call};",
            f"        {self.leads(chance.apply)}",
            "    }",
            *self.nothing(chance.fuel, chance.label, chance.empty),
        ]

    def automatic(self, state: m.Automatic) -> list[str]:
        blocks = Blocks(self.names, (), state.body, quiet=True)
        head = f"{JOINED}int64_t quiet_state_{state.label}(context *c, record *s)"
        self.parts.append("\n".join([f"{head} {{", "    (void)c; (void)s;", *blocks.written(), "}"]))
        return [
            f"at_{state.label}:",
            *self.burnt(state.fuel, state.label),
            "    {",
            f"        const int64_t next = quiet_state_{state.label}(c, s);",
            f"        {leads_to(state.body)}",
            "    }",
        ]

    def arrival(self, label: int) -> list[str]:
        """At a stop: whether the game goes on, and where it stands."""
        return [
            f"at_{label}:",
            f"    s->label = {label};",
            "    if (moves >= most) return moves;",
            "    if (c->stop) leave(c, STOPPED, 0);",
        ]

    def nothing(self, fuel: int, label: int, behind: int) -> list[str]:
        """Where nothing can be chosen or come up."""
        return [*self.burnt(fuel, label), f"    goto at_{behind};"]

    def burnt(self, fuel: int, label: int) -> list[str]:
        return [f"    if ((fuel -= {fuel}) < 0) out_of_fuel(c, *s, {label});"] if fuel and self.endless else []

    def silenced(self, ref: FunctionRef) -> str:
        """The name of a function that does the same and tells nothing."""
        function, name = self.names.functions[ref], self.names.function_names[ref]
        if not any(isinstance(line, m.Emit) for line in walk_code(function.body)):
            return name
        if ref not in self.quiet:
            self.quiet.add(ref)
            head, lines = self.written(function)
            head = head.replace(f" {name}(", f" quiet_{name}(").replace("static ", JOINED, 1)
            self.parts.append("\n".join([f"{head} {{", *lines, "}"]))
        return f"quiet_{name}"

    def leads(self, *refs: FunctionRef) -> str:
        return leads_to(tuple(line for ref in refs for line in self.names.functions[ref].body))


def ways_without_event(machine: m.Machine) -> dict[int, set[int]]:
    """Where each state may lead if nobody moves and chance brings nothing."""
    ways = {decision.label: {decision.stuck} for decision in machine.decisions}
    ways |= {chance.label: {chance.empty} for chance in machine.chances}
    ways |= {state.label: following(state.body) for state in machine.automatic}
    return ways


def has_circle(ways: dict[int, set[int]]) -> bool:
    left = dict(ways)
    while ends := [label for label, following in left.items() if not following & left.keys()]:
        for label in ends:
            del left[label]
    return bool(left)


def following(code: Code) -> set[int]:
    return {line.label for line in walk_code(code) if isinstance(line, m.Goto)}


def leads_to(code: Code) -> str:
    """Goes on at the state whose number is in `next`: one of those that the code may lead to."""
    labels = sorted(following(code))
    if not labels:
        return "__builtin_unreachable();"  # it fails in any case
    *others, last = labels
    return " ".join([*(f"if (next == {label}) goto at_{label};" for label in others), f"goto at_{last};"])
