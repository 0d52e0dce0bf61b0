"""A machine in, one readable C file out. No text of a rule file becomes code: names are made of plain letters."""

from __future__ import annotations

from importlib.resources import files

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.blocks import Blocks, Offering, can_pick, layout
from astro_referee.interpreter.backends.c.expressions import Names, Planes, Table, bits_constant
from astro_referee.interpreter.backends.c.identifiers import identifier
from astro_referee.interpreter.backends.c.representation import (
    NUMBER,
    Bits,
    Listing,
    NotRepresentable,
    Representation,
    of_width,
    representation,
    stored,
)
from astro_referee.interpreter.backends.c.sources import written_sources, written_touching
from astro_referee.interpreter.backends.c.tables import shape_of, written_table
from astro_referee.interpreter.backends.c.templates import (
    LIST_PIECES,
    NEEDS,
    PIECES,
    basic,
    filled,
    list_piece,
    list_type,
)
from astro_referee.interpreter.machine.costs import DEAREST
from astro_referee.interpreter.machine.expressions import FunctionRef, Load, Lookup, Op
from astro_referee.interpreter.machine.record import entry_count, is_history, laid_out
from astro_referee.interpreter.machine.references import running, with_callees
from astro_referee.interpreter.machine.runtime import FUEL, LONGEST_PAST, MOST_CHOICES, ways
from astro_referee.interpreter.machine.traversal import Code, all_terms, walk_code
from astro_referee.interpreter.values.types import (
    BagOf,
    Bool,
    Either,
    Int,
    ListOf,
    Member,
    SetOf,
    TextType,
    low,
    plain,
    size,
)

LARGEST_FILE = 4_000_000
"""Characters of a C file: the largest game has a quarter of it, and a compiler should not be busy for minutes."""


@define
class Writer:
    """Writes the C of one machine."""

    machine: m.Machine
    names: Names = field(init=False)
    parts: list[str] = field(factory=list)
    needed: list[m.Function] = field(init=False)
    listing: dict[FunctionRef, m.Decision] = field(init=False)
    effects: set[FunctionRef] = field(init=False)

    def __attrs_post_init__(self) -> None:
        machine = self.machine
        bodies = {function.name: function.body for function in machine.functions}
        wanted = running(machine)
        if machine.standing is not None:
            wanted |= with_callees([machine.standing], bodies)
        self.needed = [function for function in machine.functions if function.name in wanted]
        self.listing = {decision.options: decision for decision in machine.decisions}
        self.effects = {move.apply for decision in machine.decisions for move in decision.moves}
        self.effects |= {chance.apply for chance in machine.chances}
        taken: set[str] = set()
        fields = {slot.name: slot for slot in machine.fields}
        field_names = {name: identifier(name, taken, "f") for name in fields}
        functions = {function.name: function for function in self.needed}
        function_names = {name: identifier(name, taken, "do") for name in functions}
        tables = {}
        for name in self.used_tables():
            type, values = machine.tables[name]
            tables[name] = Table(identifier(name, taken, "t"), representation(type), shape_of(type, values))
        self.names = Names(fields, field_names, machine.words, functions, function_names, tables)
        for body in self.bodies():
            for term in all_terms(body):
                if isinstance(term, Op) and term.op == "holders" and isinstance(term.args[0], Load):
                    name = term.args[0].field
                    self.names.planes[name] = planes_of(fields[name], f"p{field_names[name][1:]}", machine.words)

    def bodies(self) -> list[Code]:
        return [*(function.body for function in self.needed), *(state.body for state in self.machine.automatic)]

    def used_tables(self) -> list[str]:
        found = {term.table for body in self.bodies() for term in all_terms(body) if isinstance(term, Lookup)}
        return [name for name in self.machine.tables if name in found]

    # --- The whole ---------------------------------------------------------------------------------------------------

    def text(self) -> str:
        if self.machine.points:
            raise NotRepresentable("a machine that counts what it comes to")
        code = self.code()
        groups, lists = self.representations()
        head = [
            "/* Written by Astro from a rule file. Do not edit; change the rule file instead. */",
            "#include <setjmp.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>",
            "typedef unsigned __int128 u128;",
            *(basic(group) for group in groups),
            *(list_type(one) for one in lists),
            self.limits(),
            self.record(),
            *self.plane_functions(),
            self.move_type(),
            package_text("runtime.c"),
            *self.pieces(),
            *self.tables(),
            *self.floods(),
            *self.source_functions(),
            *code,
            self.start(),
            package_text("running.c"),
        ]
        made = "\n".join(part.strip("\n") + "\n" for part in head)
        if len(made) > LARGEST_FILE:
            raise NotRepresentable(f"a C file of {len(made):,} characters")
        return made

    def code(self) -> list[str]:
        """Functions and states, what leads to them from the number of a state, and what chance may bring."""
        declared, written = [], []
        for function in self.needed:
            head, lines = self.function(function)
            declared.append(f"{head};")
            written.append("\n".join([f"{head} {{", *lines, "}"]))
        for state in self.machine.automatic:
            head = f"static int64_t state_{state.label}(context *c, record *s)"
            body = Blocks(self.names, (), state.body).written()
            written.append("\n".join([f"{head} {{", "    (void)c; (void)s;", *body, "}"]))
        return ["\n".join(declared), *written, self.stops(), *self.picking(), *self.chances(), self.exports()]

    def limits(self) -> str:
        machine = self.machine
        count = machine.stops + len(machine.automatic)
        values = {
            "STOPS": machine.stops,
            "FIRST_CHANCE": 1 + len(machine.decisions),
            "STATES": max([count, *(state.label + 1 for state in machine.automatic)]),
            "SEATS": machine.seats,
            "FUEL": FUEL,
            "DEAREST": DEAREST,
            "LONGEST_PAST": LONGEST_PAST,
            "MOST_CHOICES": MOST_CHOICES,
            "MOST_OUTCOMES": self.most_outcomes(),
        }
        return "\n".join(f"#define {name} {value}" for name, value in values.items())

    def record(self) -> str:
        """The type of a state of the game."""
        lines = ["typedef struct {", "    int32_t label;"]
        for slot in laid_out(self.machine):
            entries = entry_count(slot)
            many = f"[{entries}]" if slot.indices else ""
            lines.append(f"    {stored(slot.type)} {self.names.field_names[slot.name]}{many};")
        for planes in self.names.planes.values():
            lines.append(f"    {planes.of.ctype} {planes.name}[{planes.high - planes.low + 1}];")
        return "\n".join([*lines, "} record;"])

    def move_type(self) -> str:
        """The type of a candidate: who makes it, which move it is, and its arguments by how they are kept."""
        most: dict[str, tuple[str, int]] = {}
        for decision in self.machine.decisions:
            for arguments in self.moves(decision):
                for own in set(arguments):
                    count = max(arguments.count(own), most.get(own.letter, ("", 0))[1])
                    most[own.letter] = (own.ctype, count)
        lines = ["typedef struct {", "    int16_t player, number;"]
        lines += [f"    {ctype} {letter}[{count}];" for letter, (ctype, count) in most.items()]
        return "\n".join([*lines, "} move;"])

    def moves(self, decision: m.Decision) -> list[list[Representation]]:
        return [
            [representation(type) for _, type in self.names.functions[move.apply].params[1:]] for move in decision.moves
        ]

    def representations(self) -> tuple[list[Bits], list[Listing]]:
        """All groups of bits and lists that the code has to do with, smaller ones first."""
        groups, lists = {Bits(1), Bits(2)}, {Listing(NUMBER)}
        found: list[Representation] = [representation(slot.type) for slot in self.machine.fields]
        found += [table.of for table in self.names.tables.values()]
        found += [own for _, of, other in self.names.pieces for own in (of, other) if own is not None]
        for body in self.bodies():
            found += [representation(term.type) for term in all_terms(body)]
        for function in self.needed:
            found += [representation(type) for _, type in function.params]
        while found:
            match found.pop():
                case Bits() as own:
                    groups.add(own)
                case Listing(of) as own:
                    lists.add(own)
                    found.append(of)
                case _:
                    pass
        return sorted(groups, key=lambda own: own.words), sorted(lists, key=lambda own: (len(own.letter), own.letter))

    def pieces(self) -> list[str]:
        """The pieces that the code asked for, each behind those that it uses."""
        made: dict[tuple[str, Representation, Representation | None], str] = {}

        def add(name: str, of: Representation, other: Representation | None) -> None:
            if (name, of, other) in made:
                return
            for before in NEEDS.get(name, ()):
                add(before, of, None)
            if name == "row_less" and other is not None:
                add("field", other, None)
            if name in LIST_PIECES:
                assert isinstance(of, Listing)
                made[name, of, other] = list_piece(name, of)
            else:
                assert isinstance(of, Bits)
                made[name, of, other] = filled(PIECES[name], of, other)

        for piece in sorted(self.names.pieces, key=lambda one: one[0] == "note_list"):
            add(*piece)
        return list(made.values())

    def tables(self) -> list[str]:
        written, texts = [], 0
        for name, (type, values) in self.machine.tables.items():
            numbers: tuple[object, ...] = values
            if isinstance(type, TextType) or any(isinstance(value, str) for value in values):
                numbers = tuple(range(texts, texts + len(values)))
                texts += len(values)
            if name in self.names.tables:
                written.append(written_table(self.names.tables[name], type, numbers))
        return written

    def floods(self) -> list[str]:
        """Functions that go from a set of places to all that can be reached, each step from all places at once."""
        written = []
        for table, name in self.names.floods.items():
            sets = [entry for entry in self.machine.tables[table][1] if isinstance(entry, int)]
            own = self.flood_group(table)
            steps = []
            for step, mask in ways(sets):
                here = f"{own.letter}_and(edge, {bits_constant(mask, own)})"
                moved = f"{own.letter}_{'shl' if step > 0 else 'shr'}({here}, {abs(step)})"
                steps.append(f"        ahead = {own.letter}_or(ahead, {moved});")
            written.append(
                "\n".join(
                    [
                        f"static {own.ctype} {name}({own.ctype} edge, {own.ctype} through) {{",
                        f"    {own.ctype} found = edge;",
                        f"    while ({own.letter}_any(edge)) {{",
                        f"        {own.ctype} ahead = {own.letter}_from(0);",
                        *steps,
                        f"        edge = {own.letter}_andnot({own.letter}_and(ahead, through), found);",
                        f"        found = {own.letter}_or(found, edge);",
                        "    }",
                        "    return found;",
                        "}",
                    ]
                )
            )
        return written

    def plane_functions(self) -> list[str]:
        """How an entry of a field is changed that is kept as sets, too, and how these are made from the entries."""
        written = []
        for name, planes in self.names.planes.items():
            field, plus = self.names.field_names[name], -planes.low
            p, at = planes.of.letter, f"s->{planes.name}"
            count = entry_count(self.names.fields[name])
            written.append(
                f"""
static inline void put_{field}(record *s, int64_t at, int64_t value) {{
    {planes.of.ctype} bit = {p}_bit(at);
    {at}[s->{field}[at] + {plus}] = {p}_andnot({at}[s->{field}[at] + {plus}], bit);
    {at}[value + {plus}] = {p}_or({at}[value + {plus}], bit);
    s->{field}[at] = ({stored(self.names.fields[name].type)})value;
}}
static void fill_{field}(record *s) {{
    memset({at}, 0, sizeof {at});
    for (int64_t at = 0; at < {count}; at++)
        {at}[s->{field}[at] + {plus}] = {p}_or({at}[s->{field}[at] + {plus}], {p}_bit(at));
}}"""
            )
        return written

    def source_functions(self) -> list[str]:
        return [
            written_sources(f"sources_{self.names.tables[table].name}", own, self.machine.tables[table][1])
            for table, own in self.names.sources.items()
        ] + [
            written_touching(f"touching_{self.names.tables[table].name}", own, self.machine.tables[table][1])
            for table, own in self.names.touching.items()
        ]

    def flood_group(self, table: str) -> Bits:
        """The group in which places are kept that something spreads over."""
        words = 1
        for body in self.bodies():
            for term in all_terms(body):
                if isinstance(term, Op) and term.op == "flood" and isinstance(term.args[1], Lookup):
                    if term.args[1].table == table:
                        for one in (term.args[0], term.args[2], term.args[1]):
                            own = representation(one.type)
                            words = max(words, own.words if isinstance(own, Bits) else 1)
        return Bits(words)

    # --- Functions ---------------------------------------------------------------------------------------------------

    def function(self, function: m.Function) -> tuple[str, list[str]]:
        """The head of a function, and its lines."""
        names = self.names
        lists, leads = function.name in self.listing, any(isinstance(line, m.Goto) for line in walk_code(function.body))
        gives = None if lists or leads else representation(function.result) if function.result is not None else NUMBER
        decision = self.listing.get(function.name)
        moves = self.moves(decision) if decision is not None else ()
        blocks = Blocks(names, function.params, function.body, gives, moves)
        params = [f"{own.ctype} {blocks.terms.locals[name][0]}" for name, own in self.params(function)]
        before = ["    (void)c; (void)s;"]
        if isinstance(gives, Listing):
            assert isinstance(function.result, ListOf)
            params.insert(0, f"{gives.of.ctype} *result_values")
            before.append(f"    {gives.ctype} result = {{0, result_values}};")
            before.append(f"    const int64_t result_room = {function.result.size};")
        if function.on_copy:
            before.append("    record copy = *s;")
            before.append("    s = &copy;")
            if any(map(is_history, self.machine.fields)):
                before.append("    const int64_t past_count = c->past_count;")
                kept = gives.ctype if gives is not None else "int64_t"
                blocks.returned = f"{{ {kept} given = {{}}; forget(c, past_count); return given; }}"
        ctype = "void" if lists else gives.ctype if gives is not None else "int64_t"
        shown = ", ".join(["context *c", "record *s", *params])
        return f"static {ctype} {names.function_names[function.name]}({shown})", [*before, *blocks.written()]

    def params(self, function: m.Function) -> list[tuple[str, Representation]]:
        return [(name, representation(type)) for name, type in function.params]

    # --- Stops -------------------------------------------------------------------------------------------------------

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
                owns = [own for _, own in self.params(names.functions[slot.apply])][1:]
                args = "".join(f", o->{place}" for place, _, _ in places(owns))
                apply.append(
                    f"        case {number}: return {names.function_names[slot.apply]}(c, s, o->player{args});"
                )
            apply += ["        }", "        break;"]
        options += ["    }", "}"]
        for chance in machine.chances:
            empty[chance.label] = chance.empty
        apply += ["    }", "    return 0;", "}"]
        columns = [
            f"static const int32_t EMPTY[] = {{{', '.join(map(str, empty))}}};",
            f"static const int32_t FUEL_FOR[] = {{{', '.join(map(str, fuel))}}};",
        ]
        return "\n".join([*columns, *run, *options, *apply])

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
            if not can_pick(function.body):
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
                blocks = Blocks(self.names, function.params, function.body, None, self.moves(decision), offering)
                params = ", ".join(f"{own.ctype} {blocks.terms.locals[one][0]}" for one, own in self.params(function))
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

    def chances(self) -> list[str]:
        """What may come up at each chance event, one of it by weight, and what follows."""
        machine, names = self.machine, self.names
        outcomes = ["static int64_t outcomes(context *c, record *s, int64_t *values, int64_t *weights) {"]
        outcomes += [
            "    int64_t n = 0;",
            "    (void)c; (void)s; (void)values; (void)weights;",
            "    switch (s->label) {",
        ]
        sample = ["static int sample(context *c, record *s, generator *g, int64_t *outcome) {"]
        sample += ["    (void)c; (void)s; (void)g; (void)outcome;", "    switch (s->label) {"]
        happen = [
            "static int64_t happen(context *c, record *s, int64_t outcome) {",
            "    (void)c; (void)s; (void)outcome;",
        ]
        happen.append("    switch (s->label) {")
        for chance in machine.chances:
            outcomes.append(f"    case {chance.label}: {{")
            sample.append(f"    case {chance.label}: {{")
            if chance.options is None:
                total, passed = sum(weight for _, weight in chance.fixed), 0
                sample.append(f"        int64_t left = below(g, {total});")
                for value, weight in chance.fixed:
                    passed += weight
                    outcomes.append(f"        values[n] = {value}; weights[n++] = {weight};")
                    sample.append(f"        if (left < {passed}) {{ *outcome = {value}; return 1; }}")
                if not chance.fixed:
                    sample.append("        return 0;")
            else:
                self.drawn(chance, outcomes, sample)
            outcomes += ["        break;", "    }"]
            sample += ["        break;", "    }"]
            param = representation(names.functions[chance.apply].params[0][1])
            if param != NUMBER:
                raise NotRepresentable("outcomes that are no single values")
            happen.append(f"    case {chance.label}: return {names.function_names[chance.apply]}(c, s, outcome);")
        return [
            "\n".join([*outcomes, "    }", "    return n;", "}"]),
            "\n".join([*sample, "    }", "    return 0;", "}"]),
            "\n".join([*happen, "    }", "    return 0;", "}"]),
        ]

    def drawn(self, chance: m.Chance, outcomes: list[str], sample: list[str]) -> None:
        """An outcome that is a member of a set or bag, which is known only in play."""
        assert chance.options is not None
        result = self.names.functions[chance.options].result
        assert result is not None
        own, kind = representation(result), plain(result)
        assert isinstance(own, Bits)
        p, call = own.letter, f"{self.names.function_names[chance.options]}(c, s)"
        for lines in (outcomes, sample):
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
            pick, total = self.names.piece("bag_pick", own), self.names.piece("bag_size", own)
            sample.append(f"        int64_t all = {total}(group, {bits}, {count});")
            sample.append("        if (!all) return 0;")
            sample.append(f"        *outcome = {pick}(group, below(g, (uint64_t)all), {bits}) + {base};")
        else:
            assert isinstance(kind, SetOf)
            base = low(kind.of)
            without, nth = self.names.piece("without_least", own), self.names.piece("nth", own)
            outcomes += [
                f"        for (; {p}_any(group); group = {without}(group))",
                f"            values[n] = {p}_least(group) + {base}, weights[n++] = 1;",
            ]
            sample.append(f"        int64_t all = {p}_count(group);")
            sample.append("        if (!all) return 0;")
            sample.append(f"        *outcome = {nth}(group, below(g, (uint64_t)all)) + {base};")
        sample.append("        return 1;")

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

    def start(self) -> str:
        """The first record, and how the places and the worth of a position are asked for."""
        names = self.names
        lines = [
            "static void set_up(record *s) {",
            "    memset(s, 0, sizeof *s);",
            f"    s->label = {self.machine.start};",
        ]
        for slot in self.machine.fields:
            if slot.initial == 0:
                continue
            own, entries = representation(slot.type), entry_count(slot)
            value = bits_constant(slot.initial, own) if isinstance(own, Bits) else str(slot.initial)
            name = names.field_names[slot.name]
            if slot.indices:
                lines.append(f"    for (int i = 0; i < {entries}; i++) s->{name}[i] = {value};")
            else:
                lines.append(f"    s->{name} = {value};")
        for name, planes in names.planes.items():
            slot = names.fields[name]
            every = bits_constant((1 << entry_count(slot)) - 1, planes.of)
            lines.append(f"    s->{planes.name}[{slot.initial - planes.low}] = {every};")
        standing = self.machine.standing
        asked = f"{names.function_names[standing]}(c, s, seat)" if standing is not None else "0"
        return "\n".join(
            [
                *lines,
                "}",
                f"#define ENDING(s) ((s)->{names.field_names[m.ENDING]})",
                f"#define PLACE(s) ((s)->{names.field_names[m.PLACE]})",
                f"#define SCORE(s) ((s)->{names.field_names[m.SCORE]})",
                f"#define HAS_STANDING {int(standing is not None)}",
                "static int64_t standing(context *c, record *s, int64_t seat) {",
                "    (void)c; (void)s; (void)seat;",
                f"    return {asked};",
                "}",
            ]
        )

    def exports(self) -> str:
        """A record as words, entry by entry, and back; and candidates likewise."""
        out = ["static int64_t write_words(const record *s, uint64_t *w) {", "    uint64_t *first = w;"]
        out.append("    *w++ = (uint64_t)(int64_t)s->label;")
        back = ["static void read_words(record *s, const uint64_t *w) {", "    s->label = (int32_t)*w++;"]
        for slot in laid_out(self.machine):
            own, entries = representation(slot.type), entry_count(slot)
            name = self.names.field_names[slot.name]
            words = own.words if isinstance(own, Bits) else 1
            at = "[i]" if slot.indices else ""
            loop = f"for (int i = 0; i < {entries}; i++) " if slot.indices else ""
            if words > 1:
                out.append(f"    {loop}{{ memcpy(w, &s->{name}{at}, {8 * words}); w += {words}; }}")
                back.append(f"    {loop}{{ memcpy(&s->{name}{at}, w, {8 * words}); w += {words}; }}")
            else:
                sign = "(uint64_t)" if isinstance(own, Bits) else "(uint64_t)(int64_t)"
                out.append(f"    {loop}*w++ = {sign}s->{name}{at};")
                back.append(f"    {loop}s->{name}{at} = ({stored(slot.type)})*w++;")
        fills = [f"    fill_{self.names.field_names[name]}(s);" for name in self.names.planes]
        moves = ["static int64_t write_move(int64_t label, const move *o, uint64_t *w) {", "    uint64_t *first = w;"]
        moves += ["    *w++ = (uint64_t)o->player;", "    *w++ = (uint64_t)o->number;", "    switch (label) {"]
        read = ["static void read_move(int64_t label, move *o, const uint64_t *w) {"]
        read += ["    o->player = (int16_t)*w++;", "    o->number = (int16_t)*w++;", "    switch (label) {"]
        for decision in self.machine.decisions:
            for lines in (moves, read):
                lines += [f"    case {decision.label}:", "        switch (o->number) {"]
            for number, owns in enumerate(self.moves(decision)):
                moves.append(f"        case {number}:")
                read.append(f"        case {number}:")
                for place, own, _ in places(owns):
                    words = own.words if isinstance(own, Bits) else 1
                    moves.append(f"            memcpy(w, &o->{place}, {8 * words}); w += {words};")
                    read.append(f"            memcpy(&o->{place}, w, {8 * words}); w += {words};")
                moves.append("            break;")
                read.append("            break;")
            for lines in (moves, read):
                lines += ["        }", "        break;"]
        moves += ["    }", "    return w - first;", "}"]
        read += ["    }", "}"]
        return "\n".join([*out, "    return w - first;", "}", *back, *fills, "}", *moves, *read])


def places(owns: list[Representation]) -> list[tuple[str, Representation, Representation]]:
    return layout(owns, owns)


def planes_of(slot: m.FieldSlot, name: str, words: tuple[str, ...]) -> Planes:
    """The sets of places by which a field is kept, one for each value that it can have."""
    base = plain(slot.type)
    extra = slot.type.words if isinstance(slot.type, Either) else ()
    most = size(base) if isinstance(base, Bool | Member) else 0
    own = of_width(entry_count(slot))
    return Planes(name, own, min((-1 - words.index(word) for word in extra), default=0), most - 1)


def plain_base(kind: object) -> Bool | Int | Member:
    assert isinstance(kind, Bool | Int | Member)
    return kind


def package_text(name: str) -> str:
    """A file of C that every game has."""
    return files("astro_referee.interpreter.backends.c").joinpath(name).read_text(encoding="utf-8")
