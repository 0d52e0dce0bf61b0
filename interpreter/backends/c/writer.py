"""A machine in, one readable C file out. No text of a rule file becomes code: names are made of plain letters."""

from __future__ import annotations

from importlib.resources import files

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.blocks import Blocks
from astro_referee.interpreter.backends.c.identifiers import identifier
from astro_referee.interpreter.backends.c.names import Names, Table
from astro_referee.interpreter.backends.c.opening import written_opening
from astro_referee.interpreter.backends.c.representation import (
    NUMBER,
    Bits,
    Listing,
    NotRepresentable,
    Representation,
    bits_constant,
    representation,
    stored,
)
from astro_referee.interpreter.backends.c.sets.bags import written_bag, written_faces
from astro_referee.interpreter.backends.c.sets.drawing import is_drawn
from astro_referee.interpreter.backends.c.sets.floods import written_flood, written_spread
from astro_referee.interpreter.backends.c.sets.lines import written_covers, written_sights
from astro_referee.interpreter.backends.c.sets.planes import planes_in, written_planes
from astro_referee.interpreter.backends.c.sets.sources import written_adjoining, written_sources
from astro_referee.interpreter.backends.c.stops import StopWriter
from astro_referee.interpreter.backends.c.straight import Straight
from astro_referee.interpreter.backends.c.tables import shape_of, written_table, written_trails
from astro_referee.interpreter.backends.c.templates import (
    LIST_PIECES,
    NEEDS,
    PIECES,
    basic,
    filled,
    list_piece,
    list_type,
)
from astro_referee.interpreter.backends.c.words import written_words
from astro_referee.interpreter.machine.costs import DEAREST
from astro_referee.interpreter.machine.expressions import FunctionRef, Lookup
from astro_referee.interpreter.machine.record import entry_count, is_history, laid_out
from astro_referee.interpreter.machine.references import running, with_callees
from astro_referee.interpreter.machine.runtime import FUEL, LONGEST_PAST, MOST_CHOICES, MOST_TRAILS
from astro_referee.interpreter.machine.traversal import Code, all_terms, walk_code
from astro_referee.interpreter.values.types import ListOf, TextType

JOINED = "inline __attribute__((always_inline)) "
MOST_JOINED = 160
"""Lines of an effect that is written into what draws a move and carries it out."""
MOST_STRAIGHT = 1250
"""Lines of a game that is written once more as one function: the compiler takes longer for all of a long one."""
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
    drawn: set[FunctionRef] = field(init=False)
    """What carries out moves that are drawn from sets."""

    def __attrs_post_init__(self) -> None:
        machine = self.machine
        bodies = {function.name: function.body for function in machine.functions}
        wanted = running(machine)
        if machine.standing is not None:
            wanted |= with_callees([machine.standing], bodies)
        self.needed = [function for function in machine.functions if function.name in wanted]
        self.listing = {decision.options: decision for decision in machine.decisions}
        self.drawn = {
            move.apply
            for decision in machine.decisions
            for move in decision.moves
            if is_drawn(decision, next(f for f in machine.functions if f.name == decision.options).body)
        }
        taken: set[str] = set()
        fields = {slot.name: slot for slot in machine.fields}
        field_names = {name: identifier(name, taken, "f") for name in fields}
        functions = {function.name: function for function in self.needed}
        function_names = {name: identifier(name, taken, "do") for name in functions}
        tables = {}
        for name in self.used_tables():
            type, values = machine.tables[name]
            tables[name] = Table(identifier(name, taken, "t"), representation(type), shape_of(type, values))
        entries = {name: values for name, (_, values) in machine.tables.items()}
        self.names = Names(fields, field_names, machine.words, functions, function_names, tables, entries)
        self.names.planes |= planes_in(self.bodies(), fields, field_names, machine.words)

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
            "#include <setjmp.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>",
            "typedef unsigned __int128 u128;",
            *(basic(group) for group in groups),
            *(list_type(one) for one in lists),
            self.limits(),
            self.record(),
            *self.plane_functions(),
            self.move_type(),
            package_text("runtime.c"),
            *self.pieces(),
            *self.bags(),
            *self.tables(),
            *self.trails(),
            *self.floods(),
            *self.source_functions(),
            *code,
            self.start(),
            package_text("running.c"),
            package_text("batch.c"),
            package_text("search.c"),
        ]
        made = "\n".join(part.strip("\n") + "\n" for part in head)
        if len(made) > LARGEST_FILE:
            raise NotRepresentable(f"a C file of {len(made):,} characters")
        return made

    def code(self) -> list[str]:
        """Functions and states, what leads to them from the number of a state, and what chance may bring."""
        declared, written = [], []
        stops, words = StopWriter(self.machine, self.names), written_words(self.machine, self.names)
        for function in self.needed:
            head, lines = self.function(function)
            declared.append(f"{head};")
            written.append("\n".join([f"{head} {{", *lines, "}"]))
        for state in self.machine.automatic:
            head = f"static int64_t state_{state.label}(context *c, record *s)"
            body = Blocks(self.names, (), state.body).written()
            written.append("\n".join([f"{head} {{", "    (void)c; (void)s;", *body, "}"]))
        code = ["\n".join(declared), *written, stops.stops(), *stops.picking(), *stops.drawing(), *stops.chances()]
        if sum(part.count("\n") + 1 for part in code) <= MOST_STRAIGHT:
            code += Straight(self.machine, self.names, lambda function: self.function(function, quiet=True)).text()
        return [*code, words]

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
            "MOST_TRAILS": MOST_TRAILS,
            "MOST_OUTCOMES": self.most_outcomes(),
        }
        return "\n".join(f"#define {name} {value}" for name, value in values.items())

    def most_outcomes(self) -> int:
        """How many things chance may bring at once."""
        return StopWriter(self.machine, self.names).most_outcomes()

    def record(self) -> str:
        """The type of a state of the game."""
        lines = ["typedef struct {", "    int32_t label;"]
        for slot in laid_out(self.machine):
            entries = entry_count(slot)
            if self.names.alone(slot.name):
                continue
            many = f"[{entries}]" if slot.indices else ""
            lines.append(f"    {stored(slot.type)} {self.names.field_names[slot.name]}{many};")
        for planes in self.names.planes.values():
            lines.append(f"    {planes.of.ctype} {planes.name}[{planes.rows * planes.values}];")
        return "\n".join([*lines, "} record;"])

    def move_type(self) -> str:
        """The type of a candidate: who makes it, which move it is, and its arguments by how they are kept."""
        most: dict[str, tuple[str, int]] = {}
        for decision in self.machine.decisions:
            for arguments in self.names.moves(decision):
                for own in set(arguments):
                    count = max(arguments.count(own), most.get(own.letter, ("", 0))[1])
                    most[own.letter] = (own.ctype, count)
        lines = ["typedef struct {", "    int16_t player, number;"]
        lines += [f"    {ctype} {letter}[{count}];" for letter, (ctype, count) in most.items()]
        return "\n".join([*lines, "} move;"])

    def representations(self) -> tuple[list[Bits], list[Listing]]:
        """All groups of bits and lists that the code has to do with, smaller ones first."""
        groups, lists = {Bits(1), Bits(2)}, {Listing(NUMBER)}
        found: list[Representation] = [representation(slot.type) for slot in self.machine.fields]
        found += [table.of for table in self.names.tables.values()]
        found += [bag.of for bag in self.names.bags]
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

    def bags(self) -> list[str]:
        """What is done with all counts of a bag at once."""
        written = []
        for bag, sets in self.names.bags.items():
            written.append(written_bag(bag))
            written += [written_faces(bag, made) for made in sorted(sets, key=lambda own: own.words)]
        return written

    def trails(self) -> list[str]:
        """What the longest way over routes needs, if it is asked for."""
        names, tables = self.names, self.machine.tables
        written = [
            written_trails(
                f"trail_{names.tables[ends].name}_{names.tables[lengths].name}", tables[ends][1], tables[lengths][1]
            )
            for ends, lengths in names.trails
        ]
        return [package_text("trails.c"), *written] if written else []

    def floods(self) -> list[str]:
        names, tables = self.names, self.machine.tables
        return [
            *(
                written_flood(f"flood_{names.tables[table].name}", own, tables[table][1], ends)
                for (table, ends), own in names.floods.items()
            ),
            *(
                written_spread(f"spread_{names.tables[table].name}", own, tables[table][1])
                for table, own in names.spreads.items()
            ),
        ]

    def plane_functions(self) -> list[str]:
        names = self.names
        return [
            written_planes(names.fields[name], names.field_names[name], planes) for name, planes in names.planes.items()
        ]

    def source_functions(self) -> list[str]:
        return (
            [
                written_sources(f"sources_{self.names.tables[table].name}", own, self.machine.tables[table][1])
                for table, own in self.names.sources.items()
            ]
            + [
                written_adjoining(f"adjoining_{self.names.tables[table].name}", own, self.machine.tables[table][1])
                for table, own in self.names.adjoining.items()
            ]
            + [
                written_covers(f"covers_{self.names.tables[table].name}", own, self.machine.tables[table][1])
                for table, own in self.names.covers.items()
            ]
            + [
                written_sights(f"sights_{self.names.tables[table].name}", own, self.machine.tables[table][1], known)
                for (table, known), own in self.names.sights.items()
            ]
        )

    # --- Functions ---------------------------------------------------------------------------------------------------

    def function(self, function: m.Function, quiet: bool = False) -> tuple[str, list[str]]:
        """The head of a function, and its lines, all of them or those that tell nothing."""
        names = self.names
        lists, leads = function.name in self.listing, any(isinstance(line, m.Goto) for line in walk_code(function.body))
        gives = None if lists or leads else representation(function.result) if function.result is not None else NUMBER
        decision = self.listing.get(function.name)
        moves = self.names.moves(decision) if decision is not None else ()
        blocks = Blocks(names, function.params, function.body, gives, moves, quiet=quiet)
        params = [f"{own.ctype} {blocks.terms.locals[name][0]}" for name, own in self.names.params(function)]
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
        lines = [*before, *blocks.written()]
        small = function.name in self.drawn and len(lines) <= MOST_JOINED and not quiet
        return f"static {JOINED if small else ''}{ctype} {names.function_names[function.name]}({shown})", lines

    # --- Stops -------------------------------------------------------------------------------------------------------

    def start(self) -> str:
        """The first record, and how the places and the worth of a position are asked for."""
        names = self.names
        lines = [
            "static void set_up(record *s) {",
            "    memset(s, 0, sizeof *s);",
            f"    s->label = {self.machine.start};",
        ]
        for slot in self.machine.fields:
            if slot.initial == 0 or names.alone(slot.name):
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
            every = bits_constant((1 << planes.places) - 1, planes.of)
            for row in range(planes.rows):
                lines.append(f"    s->{planes.name}[{row * planes.values + slot.initial - planes.low}] = {every};")
        lines += ["}", *written_opening(self.machine)]
        standing = self.machine.standing
        asked = f"{names.function_names[standing]}(c, s, seat)" if standing is not None else "0"
        return "\n".join(
            [
                *lines,
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


def package_text(name: str) -> str:
    """A file of C that every game has."""
    return files("astro_referee.interpreter.backends.c").joinpath(name).read_text(encoding="utf-8")
