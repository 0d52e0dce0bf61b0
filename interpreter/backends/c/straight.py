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
from astro_referee.interpreter.backends.c.representation import Bits, representation
from astro_referee.interpreter.backends.c.sets.drawing import is_drawn
from astro_referee.interpreter.backends.c.stops import StopWriter
from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.machine.runtime import FUEL
from astro_referee.interpreter.machine.traversal import Code, walk_code
from astro_referee.interpreter.values.types import SetOf, Type, low, plain

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
    quiet: dict[FunctionRef, str] = field(factory=dict)
    """What the functions are called that are there once more, without what they tell."""
    bits: dict[FunctionRef, tuple[int, ...]] = field(factory=dict)
    """Which of their arguments, the first of all left out, they are given as sets of one member as well."""
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
            applied = tuple(self.silenced(move.apply) for move in decision.moves)
            as_bits = tuple(self.bits.get(move.apply, ()) for move in decision.moves)
            head, lines = StopWriter(self.machine, names).drawn(decision, applied, "quiet_draw_", as_bits)
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
        apply, bit = self.silenced(chance.apply), "((uint64_t)1 << (outcome & 63))"
        drawn = ["    if (sample(c, s, g, &outcome)) {"]
        if chance.options is not None and is_word(self.names.functions[chance.options].result):
            bit = "one"
            drawn = [
                f"    const uint64_t group_{chance.label} = {self.names.function_names[chance.options]}(c, s);",
                f"    if (group_{chance.label}) {{",
                f"        const int64_t n = below(g, (uint64_t)b64_count(group_{chance.label}));",
                f"        const uint64_t one = deposit(UINT64_C(1) << n, group_{chance.label});",
                "        outcome = b64_least(one);",
            ]
        more = f", {bit}" if self.bits.get(chance.apply) else ""
        return [
            *self.arrival(chance.label),
            *drawn,
            "        c->spent = 0;",
            "        fuel = FUEL;",
            f"        const int64_t next = {apply}(c, s, outcome{more});",
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

    def nothing(self, fuel: int, label: int, next_label: int) -> list[str]:
        """Where nothing can be chosen or come up."""
        return [*self.burnt(fuel, label), f"    goto at_{next_label};"]

    def burnt(self, fuel: int, label: int) -> list[str]:
        return [f"    if ((fuel -= {fuel}) < 0) out_of_fuel(c, *s, {label});"] if fuel and self.endless else []

    def silenced(self, ref: FunctionRef) -> str:
        """The name of a function that does the same and tells nothing. An argument that is used as a set of one member
        is given as one, since whoever draws it has it as one.
        """
        if ref in self.quiet:
            return self.quiet[ref]
        function, name = self.names.functions[ref], self.names.function_names[ref]
        head, lines = self.written(function)
        text, first = "\n".join(lines), int(function.params[0][0] == "me")
        changed = {line.name for line in walk_code(function.body) if isinstance(line, m.Set | m.Loop)}
        as_bits, more = [], ""
        for place, ((param, _), shown) in enumerate(zip(function.params, shown_params(head), strict=True)):
            bit = f"bit_{shown}"
            new = self.with_bit(text, shown, bit) if param not in changed and place >= first else text
            if new != text:
                text, more = new, f"{more}, uint64_t {bit}"
                as_bits.append(place - first)
        if not more and not any(isinstance(line, m.Emit) for line in walk_code(function.body)):
            self.quiet[ref] = name
            return name
        head = head.replace(f" {name}(", f" quiet_{name}(").replace("static ", JOINED, 1)
        self.parts.append(f"{head.removesuffix(')')}{more}) {{\n{text}\n}}")
        self.quiet[ref], self.bits[ref] = f"quiet_{name}", tuple(as_bits)
        return self.quiet[ref]

    def with_bit(self, text: str, shown: str, bit: str) -> str:
        """Lines in which a number stands, with the set of it alone where that is meant."""
        text = text.replace(f"((uint64_t)1 << ({shown} & 63))", bit)
        for field_name, planes in self.names.planes.items():
            put = f"{self.names.field_names[field_name]}(s, "
            if planes.of == Bits(1):
                text = text.replace(f"put_{put}{shown}, ", f"put_all_{put}{bit}, ")
        return text

    def leads(self, *refs: FunctionRef) -> str:
        return leads_to(tuple(line for ref in refs for line in self.names.functions[ref].body))


def shown_params(head: str) -> list[str]:
    """The names of what a function is given beside a context and a record."""
    return [part.split()[-1].lstrip("*") for part in head[head.index("(") + 1 : -1].split(", ")[2:]]


def is_word(type: Type | None) -> bool:
    """Whether values of a type are sets in one word, with 0 as the lowest possible member."""
    kind = plain(type) if type is not None else None
    return isinstance(kind, SetOf) and representation(kind) == Bits(1) and not low(kind.of)


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
