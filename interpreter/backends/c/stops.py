"""Where a game stops, in C: what may be chosen or come up there, and what follows from it."""

from __future__ import annotations

from attrs import define

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.blocks import Blocks, Offering
from astro_referee.interpreter.backends.c.names import Names
from astro_referee.interpreter.backends.c.representation import (
    NUMBER,
    Bits,
    NotRepresentable,
    representation,
)
from astro_referee.interpreter.backends.c.sets.candidates import can_pick, layout
from astro_referee.interpreter.backends.c.sets.drawing import Drawing, is_drawn
from astro_referee.interpreter.values.types import (
    BagOf,
    Bool,
    Int,
    Member,
    SetOf,
    low,
    plain,
    size,
)


@define
class StopWriter:
    """Writes what the states of one machine lead to."""

    machine: m.Machine
    names: Names

    def stops(self) -> str:
        """What happens at each state: automatic ones run, decisions list moves and carry them out."""
        machine, names = self.machine, self.names
        fuel = [0] * max(machine.stops + 1, *(state.label + 1 for state in machine.automatic), 1)
        for part in (*machine.stopping, *machine.automatic):
            fuel[part.label] = part.fuel
        run = ["static int64_t go_on(context *c, record *s, int64_t label) {", "    switch (label) {"]
        for state in machine.automatic:
            run.append(f"    case {state.label}: return state_{state.label}(c, s);")
        run += ["    }", "    return 0;", "}"]
        options = ["static void list_moves(context *c, record *s, int64_t label) {", "    c->count = c->base = 0;"]
        options.append("    switch (label) {")
        apply = ["static int64_t carry_out(context *c, record *s, const move *o) {", "    switch (s->label) {"]
        empty = [0] * machine.stops
        for decision in machine.decisions:
            empty[decision.label] = decision.stuck
            options.append(f"    case {decision.label}:")
            listed, actor = names.function_names[decision.options], f"s->{names.field_names[decision.actor]}"
            if decision.manner == "one":
                options.append(f"        {listed}(c, s, {actor});")
            else:
                options.append(f"        for (uint64_t asked = {actor}; asked; asked &= asked - 1) {{")
                options += [
                    "            c->base = c->count;",
                    f"            {listed}(c, s, b64_least(asked));",
                    "        }",
                ]
            options.append("        break;")
            apply += [f"    case {decision.label}:", "        switch (o->number) {"]
            for number, slot in enumerate(decision.moves):
                owns = [own for _, own in self.names.params(names.functions[slot.apply])][1:]
                args = "".join(f", o->{place}" for place, _, _ in layout(owns, owns))
                apply.append(
                    f"        case {number}: return {names.function_names[slot.apply]}(c, s, o->player{args});"
                )
            apply += ["        }", "        break;"]
        options += ["    }", "}"]
        several = [
            f"    case {decision.label}: return s->{names.field_names[decision.actor]};"
            for decision in machine.decisions
            if decision.manner != "one"
        ]
        asked = ["static uint64_t asked_seats(const record *s) {", "    switch (s->label) {", *several]
        asked += ["    }", "    return 0;", "}"]
        for chance in machine.chances:
            empty[chance.label] = chance.empty
        apply += ["    }", "    return 0;", "}"]
        columns = [
            f"static const int32_t EMPTY[] = {{{', '.join(map(str, empty))}}};",
            f"static const int32_t FUEL_FOR[] = {{{', '.join(map(str, fuel))}}};",
        ]
        return "\n".join([*columns, *run, *options, *asked, *apply])

    def picking(self) -> list[str]:
        """For each decision, how many candidates there are, and one of them by its number; by the list if need be."""
        written = []
        count = ["static int64_t count_moves(context *c, record *s, int64_t label) {", "    switch (label) {"]
        pick = [
            "static void pick_move(context *c, record *s, int64_t label, int64_t n, move *o) {",
            "    switch (label) {",
        ]
        for decision in self.machine.decisions:
            function = self.names.functions[decision.options]
            if is_drawn(decision, function.body) or not can_pick(function.body):
                continue
            name, actor = self.names.function_names[function.name], f"s->{self.names.field_names[decision.actor]}"
            for offering, head, first, last in (
                (
                    Offering.COUNT,
                    f"static int64_t count_{name}(context *c, record *s, ",
                    "    int64_t n = 0;",
                    "return n;",
                ),
                (Offering.PICK, f"static void pick_{name}(context *c, record *s, int64_t n, move *o, ", "", ""),
            ):
                blocks = Blocks(self.names, function.params, function.body, None, self.names.moves(decision), offering)
                params = ", ".join(
                    f"{own.ctype} {blocks.terms.locals[one][0]}" for one, own in self.names.params(function)
                )
                lines = [f"{head}{params}) {{", "    (void)c; (void)s; (void)n;", *blocks.written(), f"    {last}", "}"]
                written.append("\n".join([lines[0], first, *lines[1:]]))
            if decision.manner == "one":
                count.append(f"    case {decision.label}: return count_{name}(c, s, {actor});")
                pick.append(f"    case {decision.label}: pick_{name}(c, s, n, o, {actor}); return;")
                continue
            each = f"for (uint64_t asked = {actor}; asked; asked &= asked - 1)"
            count += [
                f"    case {decision.label}: {{",
                "        int64_t all = 0;",
                f"        {each} all += count_{name}(c, s, b64_least(asked));",
                "        return all;",
                "    }",
            ]
            pick += [
                f"    case {decision.label}:",
                f"        {each} {{",
                f"            int64_t own = count_{name}(c, s, b64_least(asked));",
                f"            if (n < own) {{ pick_{name}(c, s, n, o, b64_least(asked)); return; }}",
                "            n -= own;",
                "        }",
                "        return;",
            ]
        count += ["    }", "    list_moves(c, s, label);", "    return c->count;", "}"]
        pick += ["    }", "    *o = c->moves[n];", "}"]
        return [*written, "\n".join(count), "\n".join(pick)]

    def drawing(self) -> list[str]:
        """For each decision, one candidate at random that is carried out; the next state, or -1 if there is none."""
        written = []
        lines = [
            "static inline int64_t drawn(context *c, record *s, generator *g, int64_t label, int64_t *count) {",
            "    switch (label) {",
        ]
        for decision in self.machine.decisions:
            function = self.names.functions[decision.options]
            if not is_drawn(decision, function.body):
                continue
            name, actor = self.names.function_names[function.name], f"s->{self.names.field_names[decision.actor]}"
            head, body = self.drawn(decision, tuple(self.names.function_names[move.apply] for move in decision.moves))
            written.append("\n".join([f"static {head} {{", *body, "}"]))
            lines.append(f"    case {decision.label}: return draw_{name}(c, s, g, count, {actor});")
        lines += [
            "    }",
            "    move chosen;",
            "    *count = count_moves(c, s, label);",
            "    if (!*count) return -1;",
            "    pick_move(c, s, label, below(g, (uint64_t)*count), &chosen);",
            "    c->spent = 0;",
            "    return carry_out(c, s, &chosen);",
            "}",
        ]
        return [*written, "\n".join(lines)]

    def drawn(
        self,
        decision: m.Decision,
        applied: tuple[str, ...],
        prefix: str = "draw_",
        as_bits: tuple[tuple[int, ...], ...] = (),
    ) -> tuple[str, list[str]]:
        """The head and the lines of what draws a candidate, and carries it out by these functions."""
        function, moves = self.names.functions[decision.options], self.names.moves(decision)
        blocks = Drawing(self.names, function.params, function.body, None, moves, applied=applied, as_bits=as_bits)
        params = ", ".join(f"{own.ctype} {blocks.terms.locals[one][0]}" for one, own in self.names.params(function))
        name = f"{prefix}{self.names.function_names[function.name]}"
        return f"int64_t {name}(context *c, record *s, generator *g, int64_t *count, {params})", blocks.drawn()

    def chances(self) -> list[str]:
        """What may come up at each chance event, one of it by weight, and what follows."""
        names = self.names
        outcomes = ["static int64_t outcomes(context *c, record *s, int64_t *values, int64_t *weights) {"]
        outcomes += [
            "    int64_t n = 0;",
            "    (void)c; (void)s; (void)values; (void)weights;",
            "    switch (s->label) {",
        ]
        drawn = ["static inline int sample(context *c, record *s, generator *g, int64_t *outcome) {"]
        drawn += ["    (void)c; (void)s; (void)g; (void)outcome;", "    switch (s->label) {"]
        happen = ["static int64_t happen(context *c, record *s, int64_t outcome) {"]
        happen += ["    (void)c; (void)s; (void)outcome;", "    switch (s->label) {"]
        for chance in self.machine.chances:
            outcomes.append(f"    case {chance.label}: {{")
            drawn.append(f"    case {chance.label}: {{")
            if chance.options is None:
                self.fixed(chance, outcomes, drawn)
            else:
                self.from_group(chance, outcomes, drawn)
            param = representation(names.functions[chance.apply].params[0][1])
            if param != NUMBER:
                raise NotRepresentable("outcomes that are no single values")
            applied = f"return {names.function_names[chance.apply]}(c, s, outcome);"
            drawn += ["        return 1;", "    }"]
            happen.append(f"    case {chance.label}: {applied}")
            outcomes += ["        break;", "    }"]
        return [
            "\n".join([*outcomes, "    }", "    return n;", "}"]),
            "\n".join([*drawn, "    }", "    return 0;", "}"]),
            "\n".join([*happen, "    }", "    return 0;", "}"]),
        ]

    def fixed(self, chance: m.Chance, outcomes: list[str], drawn: list[str]) -> None:
        """An outcome that is one of a few known ones."""
        drawn.append(f"        int64_t left = below(g, {sum(weight for _, weight in chance.fixed)});")
        outcomes += [f"        values[n] = {value}; weights[n++] = {weight};" for value, weight in chance.fixed]
        if all(weight == 1 and value == chance.fixed[0][0] + at for at, (value, weight) in enumerate(chance.fixed)):
            drawn.append(f"        *outcome = left + {chance.fixed[0][0]};")
            return
        passed, text = 0, ""
        for value, weight in chance.fixed[:-1]:
            passed += weight
            text += f"left < {passed} ? {value} : "
        drawn.append(f"        *outcome = {text}{chance.fixed[-1][0]};")

    def from_group(self, chance: m.Chance, outcomes: list[str], drawn: list[str]) -> None:
        """An outcome that is a member of a set or bag, which is known only in play."""
        assert chance.options is not None
        result = self.names.functions[chance.options].result
        assert result is not None
        own, kind = representation(result), plain(result)
        assert isinstance(own, Bits)
        p, call = own.letter, f"{self.names.function_names[chance.options]}(c, s)"
        for lines in (outcomes, drawn):
            lines.append(f"        {own.ctype} group = {call};")
        if isinstance(kind, BagOf):
            count, base, bits = size(kind.of), low(kind.of), kind.bits
            field = self.names.piece("field", own)
            outcomes += [
                f"        for (int64_t face = 0; face < {count}; face++) {{",
                f"            int64_t held = (int64_t){field}(group, {bits} * face, {bits});",
                f"            if (held) values[n] = face + {base}, weights[n++] = held;",
                "        }",
            ]
            total = f"bag_size_{self.names.bag(own, bits, count)}(group)"
            one = f"{self.names.piece('bag_pick', own)}(group, below(g, (uint64_t)all), {bits})"
        else:
            assert isinstance(kind, SetOf)
            base, without = low(kind.of), self.names.piece("without_least", own)
            outcomes += [
                f"        for (; {p}_any(group); group = {without}(group))",
                f"            values[n] = {p}_least(group) + {base}, weights[n++] = 1;",
            ]
            total, one = f"{p}_count(group)", f"{self.names.piece('nth', own)}(group, below(g, (uint64_t)all))"
        drawn += [
            f"        int64_t all = {total};",
            "        if (!all) return 0;",
            f"        *outcome = {one} + {base};",
        ]

    def most_outcomes(self) -> int:
        most = 1
        for chance in self.machine.chances:
            kind = chance.outcome
            count = size(plain_base(kind)) if isinstance(plain(kind), Bool | Int | Member) else 0
            most = max(most, len(chance.fixed), count)
            if chance.options is not None:
                result = self.names.functions[chance.options].result
                of = plain(result) if result is not None else None
                if isinstance(of, SetOf | BagOf):
                    most = max(most, size(of.of))
        return most


def plain_base(kind: object) -> Bool | Int | Member:
    assert isinstance(kind, Bool | Int | Member)
    return kind
