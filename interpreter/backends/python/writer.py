"""The Python backend: a machine in, the source of one readable module out. No text of a rule file becomes code.

Names in the module are made from the machine's names, which are letters, digits and underscores only; texts and
messages stay in the machine and are named by number.
"""

from __future__ import annotations

from collections.abc import Iterator
from keyword import iskeyword

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.python.blocks import Blocks, members_of, sets_in, with_members
from astro_referee.interpreter.backends.python.duties import Test, written_out
from astro_referee.interpreter.backends.python.expressions import Expressions
from astro_referee.interpreter.backends.python.frame import HEADER, MARKED, ROWS, RUNNING
from astro_referee.interpreter.backends.python.scans import row_width
from astro_referee.interpreter.backends.python.steps import Steps, leads_back
from astro_referee.interpreter.machine import record
from astro_referee.interpreter.machine.costs import DEAREST
from astro_referee.interpreter.machine.effects import effects_of
from astro_referee.interpreter.machine.expressions import Const, Expression, FunctionRef, Local, Lookup, Op
from astro_referee.interpreter.machine.references import of_machine
from astro_referee.interpreter.machine.traversal import Code, all_terms, walk_code
from astro_referee.interpreter.optimise.jump_threading import without_stops_between
from astro_referee.interpreter.optimise.speculation import bounds_in
from astro_referee.interpreter.values.types import BagOf, SetOf, low, plain, size

LARGEST_LUCK = 8
"""Lines that follow from a chance event and are written out where it is drawn."""


@define
class Writer:
    """Writes one module line by line. `names` leads from functions of the machine to those of the module.

    Where it is to be `quick`, what candidates must meet is written out, not asked function by function.
    """

    machine: m.Machine
    quick: bool = True
    names: dict[FunctionRef, str] = field(factory=dict)
    offsets: dict[str, int] = field(factory=dict)
    tables: dict[str, str] = field(factory=dict)
    sets: dict[str, str] = field(factory=dict)
    through: dict[str, int] = field(factory=dict)
    """Tables of sets that are gone through, and what the lowest bit of these stands for."""
    terms: Expressions = field(init=False)
    blocks: Blocks = field(init=False)
    counts: bool = False
    """Whether some loops count their steps."""

    def __attrs_post_init__(self) -> None:
        bodies = [*(f.body for f in self.machine.functions), *(s.body for s in self.machine.automatic)]
        self.counts = any(isinstance(line, m.Spend) for body in bodies for line in walk_code(body))
        self.offsets |= record.offsets(self.machine)
        taken: set[str] = set()
        needed = asked_for(self.machine)
        for function in self.machine.functions:
            if function.name in needed:
                self.names[function.name] = unique(function.name, taken)
        for table in self.machine.tables:
            self.tables[table] = unique("T_" + "".join(c if c.isalnum() and c.isascii() else "_" for c in table), taken)
        same = frozenset(
            name for name, (_, values) in self.machine.tables.items() if values == tuple(range(len(values)))
        )
        fields = {slot.name: slot for slot in self.machine.fields}
        self.terms = Expressions(self.offsets, fields, self.names, self.tables, same)
        self.blocks = Blocks(self.terms, self.sets, self.tests() if self.quick else {}, self.quick)

    def tests(self) -> dict[str, Test]:
        """What candidates must meet, where it can be written out."""
        limits = bounds_in(self.machine)
        lines = [line for function in self.machine.functions for line in walk_code(function.body)]
        duties = {line.function: limits.functions[line.function] for line in lines if isinstance(line, m.Duty)}
        found = {name: written_out(function, limits) for name, function in duties.items()}
        return {name: test for name, test in found.items() if test is not None}

    # --- The whole ---------------------------------------------------------------------------------------------------

    def module(self) -> str:
        shown = "\n".join(f"  {self.offsets[slot.name]:3}  {shape(slot)}" for slot in self.machine.fields)
        self.put(HEADER.format(title=plain_words(self.machine.title), slots=shown, dearest=DEAREST))
        if self.machine.points:
            self.put(MARKED.format(points=len(self.machine.points)))
        self.write_tables()
        pasts = record.history_count(self.machine)
        behind = f" + [NO_PAST] * {pasts}" if pasts else ""
        self.put(f"START = {record.first_numbers(self.machine)!r}{behind}")
        self.put(f"FIRST_CHANCE = {1 + len(self.machine.decisions)}")
        self.put(f"STOPS = {self.machine.stops}", "")
        applied = {move.apply for decision in self.machine.decisions for move in decision.moves}
        options = {d.options for d in self.machine.decisions if d.manner == "one"}
        for function in self.machine.functions:
            if function.name in self.names and function.name not in options:
                self.function(function, function.name in applied)
        for state in self.machine.automatic:
            self.put(f"\ndef state_{state.label}(s, log):", f"    # {plain_words(state.name)}")
            self.blocks.block(state.body, 1)
        self.stops()
        self.joined_states()
        for name in options:
            self.names.pop(name, None)
        for table, first in sorted(self.blocks.placed):
            members = with_members(self.machine.tables[table][1], self.through[table] + first)
            self.put(f"{self.sets[table]}_{first} = {members!r}")
        self.put(RUNNING)
        if any("rows." in line for line in self.blocks.lines):
            self.blocks.lines.insert(1, ROWS)
        return "\n".join(self.blocks.lines) + "\n"

    def put(self, *lines: str) -> None:
        self.blocks.lines += lines

    def write_tables(self) -> None:
        bodies = [state.body for state in self.machine.automatic]
        bodies += [f.body for f in self.machine.functions if f.name in self.names]
        for body in bodies:
            self.through |= sets_in(body)
        terms = [term for body in bodies for term in all_terms(body)]
        flooded = {name for term in terms for name in flooding(term)}
        texts = 0
        for name, (_, values) in self.machine.tables.items():
            if name.startswith("option "):
                continue
            if any(isinstance(v, str) for v in values):
                self.put(f"{self.tables[name]} = tuple(range({texts}, {texts + len(values)}))")
                texts += len(values)
                continue
            self.put(f"{self.tables[name]} = {values!r}")
            if name in flooded:
                self.put(f"{self.tables[name]}_ways = ways({self.tables[name]})")
            if name in self.through and lowest(values) >= 0:
                self.sets[name] = f"{self.tables[name]}_members"
                members = with_members(values, self.through[name])
                self.put(f"{self.sets[name]} = {members!r}")
                self.blocks.widths[name] = row_width(members)

    def function(self, function: m.Function, applied: bool) -> None:
        params = [self.terms.local(name) for name, _ in function.params]
        body, name = function.body, self.names[function.name]
        if applied:
            self.put(f"\ndef {name}(s, move, log):")
        else:
            self.put(f"\ndef {name}({', '.join(['s', *params, *(['log'] if goes_on(body) else [])])}):")
        if function.doc and function.doc.isascii() and "\n" not in function.doc:
            self.put(f"    # {plain_words(function.doc)}")
        if applied and {n for n, _ in function.params} & {t.name for t in all_terms(body) if isinstance(t, Local)}:
            self.put(f"    {', '.join([params[0], '_', *params[1:]])} = move")
        if function.on_copy:
            self.put("    s = s[:]")
        self.body(body)

    def body(self, body: Code) -> None:
        """Code of a function; one that lists moves gives the list."""
        if lists(body) or not body:
            self.blocks.listing(body)
            self.put("    return out")
        else:
            self.blocks.block(body, 1)

    # --- Stops -------------------------------------------------------------------------------------------------------

    def stops(self) -> None:
        """Functions for decisions and chance events, and tables that lead there from the number of a state."""
        count = self.machine.stops
        options, empty, apply, happen, weights, sample, step = (["None"] * count for _ in range(7))
        functions = {function.name: function for function in self.machine.functions}
        steps = Steps(functions, self.names, self.blocks, self.counts)
        for decision in self.machine.decisions:
            n = decision.label
            self.decision(decision)
            steps.write(decision, self.offsets[decision.actor], self.quick)
            options[n], empty[n], step[n] = f"stop_{n}", str(decision.stuck), f"step_{n}"
            apply[n] = "(" + "".join(f"{self.names[move.apply]}, " for move in decision.moves) + ")"
        for chance in self.machine.chances:
            n = chance.label
            self.chance(chance)
            options[n], empty[n], happen[n] = f"stop_{n}", str(chance.empty), self.names[chance.apply]
            weights[n], sample[n], step[n] = f"weights_{n}", f"sample_{n}", f"luck_{n}"
        states = ["None"] * (1 + max([count, *(state.label for state in self.machine.automatic)]))
        for state in self.machine.automatic:
            states[state.label] = f"state_{state.label}"
        columns = {"OPTIONS": options, "EMPTY": empty, "APPLY": apply, "HAPPEN": happen}
        columns |= {"WEIGHTS": weights, "SAMPLE": sample, "STEP": step, "STATES": states}
        self.put("")
        for name, column in columns.items():
            self.put(f"{name} = ({', '.join(column)},)")
        fuel = [0] * len(states)
        for part in (*self.machine.stopping, *self.machine.automatic):
            fuel[part.label] = part.fuel
        self.put(f"FUEL_FOR = {tuple(fuel)!r}")

    def joined_states(self) -> None:
        """Automatic states as a playout runs them, which nobody listens to: those that follow each other as one."""
        joined = without_stops_between(self.machine) if self.quick else {}
        self.blocks.silent = True
        table = [f"JOINED = [*STATES]{'  # as a playout goes through them' if joined else ''}"]
        for state in self.machine.automatic:
            body = joined.get(state.label, state.body)
            if body is not state.body:
                self.put(f"\ndef joined_{state.label}(s, log):", f"    # {plain_words(state.name)}")
                self.blocks.block(body, 1)
                table.append(f"JOINED[{state.label}] = joined_{state.label}")
        self.blocks.silent = False
        self.put("", *table)

    def decision(self, decision: m.Decision) -> None:
        """The function that lists the legal moves."""
        actor = self.offsets[decision.actor]
        self.put(f"\ndef stop_{decision.label}(s):", f"    # {plain_words(decision.name)}")
        if decision.manner != "one":
            moves = self.names[decision.options]
            self.put("    out = []", f"    for player in bits(s[{actor}]):", f"        out += {moves}(s, player)")
            self.put("    return out")
            return
        self.put(f"    me = s[{actor}]")
        self.body(next(f for f in self.machine.functions if f.name == decision.options).body)

    def chance(self, chance: m.Chance) -> None:
        """Functions that say whether there is anything to come out, with which weights, and let it come out."""
        n = chance.label
        options = next((f for f in self.machine.functions if f.name == chance.options), None)
        fixed = chance.fixed if options is None else fixed_outcomes(options)
        self.put(f"\ndef stop_{n}(s):", f"    # {plain_words(chance.name)}")
        if fixed:
            spread = tuple(value for value, weight in fixed for _ in range(weight))
            least = min(spread)
            pick = f"{spread}[below({len(spread)})]"
            if spread == tuple(range(least, least + len(spread))):
                pick = f"below({len(spread)})" + (f" + {least}" if least else "")
            self.put("    return CHANCE", f"\ndef weights_{n}(s):", f"    return {list(fixed)!r}")
            self.put(f"\ndef sample_{n}(s, below):", f"    return {pick}")
            self.luck(chance, [], pick)
            return
        assert options is not None
        answer, type = options.body[-1], plain(options.result) if options.result is not None else None
        assert isinstance(answer, m.Return)
        group = self.terms.show(answer.value) if len(options.body) == 1 else f"{self.names[options.name]}(s)"
        self.put(f"    return CHANCE if {group} else None")
        if isinstance(type, BagOf):
            self.from_bag(chance, group, type)
            return
        assert isinstance(type, SetOf)
        base = low(type.of)
        plus = f" + {base}" if base else ""
        pick = f"nth_bit(group, below(group.bit_count())){plus}"
        self.put(f"\ndef weights_{n}(s):", f"    return [(i{plus}, 1) for i in bits({group})]")
        self.put(f"\ndef sample_{n}(s, below):", f"    group = {group}", f"    return {pick}")
        self.luck(chance, [f"group = {group}", "if not group:", "    return None"], pick)

    def from_bag(self, chance: m.Chance, group: str, type: BagOf) -> None:
        n, width, count = chance.label, type.bits, size(type.of)
        plus = f" + {low(type.of)}" if low(type.of) else ""
        pick = f"bag_pick(bag, below(bag_size(bag, {width}, {count})), {width}){plus}"
        self.put(f"\ndef weights_{n}(s):", f"    bag = {group}")
        self.put(
            f"    return [(face{plus}, bag >> {width} * face & {type.room}) for face in faces(bag, {width}, {count})]"
        )
        self.put(f"\ndef sample_{n}(s, below):", f"    bag = {group}", f"    return {pick}")
        self.luck(chance, [f"bag = {group}", "if not bag:", "    return None"], pick)

    def luck(self, chance: m.Chance, head: list[str], pick: str) -> None:
        """The function that lets it come out in a playout: all draws of a deal in one go; None if there is nothing."""
        n = chance.label
        apply = next(f for f in self.machine.functions if f.name == chance.apply)
        again = leads_back(apply.body, n)
        depth = 2 if again else 1
        self.put(f"\ndef luck_{n}(s, below, log=None):", *(["    while True:"] if again else []))
        counted = ["SPENT[0] = 0"] if self.counts else []
        for line in [*head, *counted, f"{self.terms.local(apply.params[0][0])} = {pick}"]:
            self.blocks.put(depth, line)
        if not again and len(walk_code(apply.body)) > LARGEST_LUCK:
            self.blocks.lines[-1] = f"    return {self.names[chance.apply]}(s, {pick}, log)"
            return
        self.blocks.again = n if again else None
        self.blocks.block(apply.body, depth)
        self.blocks.again = None


# --- Small questions -------------------------------------------------------------------------------------------------


def asked_for(machine: m.Machine) -> set[FunctionRef]:
    """Functions that a part of the machine names, and those they call; not what was only joined into others."""
    bodies = {function.name: function.body for function in machine.functions}
    named = {ref for ref, _ in of_machine(machine)}
    for chance in machine.chances:
        if chance.options is not None and len(bodies[chance.options]) == 1:
            named.discard(chance.options)  # a single term is written where it is needed
            named |= effects_of(bodies[chance.options]).calls
    todo = [*named, *(name for state in machine.automatic for name in effects_of(state.body).calls)]
    found: set[FunctionRef] = set()
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += effects_of(bodies[name]).calls
    return found


def fixed_outcomes(options: m.Function) -> tuple[tuple[int, int], ...]:
    """The members of a set that is always the same, equally likely; none if it is known only in play."""
    match options.body:
        case (m.Return(Const(value) as group),):
            kind = plain(group.type)
            return tuple((i, 1) for i in members_of(value, low(kind.of))) if isinstance(kind, SetOf) else ()
        case _:
            return ()


def lowest(entry: object) -> int:
    """The lowest number in a table."""
    if isinstance(entry, tuple):
        return min(map(lowest, entry), default=0)
    assert isinstance(entry, int)
    return entry


def shape(slot: m.FieldSlot) -> str:
    each = "".join(f", {size(base)} entries" for base in slot.indices)
    return f"{plain_words(slot.name)}{each}"


def flooding(term: Expression) -> Iterator[str]:
    """The table by which a flood spreads."""
    match term:
        case Op("flood", (_, Lookup(table), _)):
            yield table


def plain_words(text: str) -> str:
    """Text that may stand in a comment: one line of plain characters."""
    return "".join(c if c.isprintable() and c not in "\\\"'" else " " for c in text)


def unique(name: str, taken: set[str]) -> str:
    """An identifier nothing else in the module has."""
    name = "".join(c if (c.isalnum() and c.isascii()) or c == "_" else "_" for c in name)
    if iskeyword(name) or name in RESERVED or not name[0].isalpha():
        name = f"{name}_"
    made, number = name, 2
    while made in taken:
        made = f"{name}_{number}"
        number += 1
    taken.add(made)
    return made


# fmt: off
RESERVED = frozenset([
    "BIT", "FUEL", "MEMBERS", "NO_PAST", "EndlessLoop", "RuleFault", "bag_choices", "bag_minus", "bag_pick", "bag_size",
    "bits", "choices", "face_set", "faces", "flood", "holders", "longest_run", "longest_trail", "members", "nth_bit",
    "prefer", "sources", "adjoining", "covers", "sights", "choice_count", "nth_choice", "drawn_among", "spread",
    "remembered", "rows", "times", "ways", "DEAREST", "SPENT", "START", "FIRST_CHANCE", "STOPS",
    "OPTIONS", "EMPTY", "APPLY", "HAPPEN", "WEIGHTS", "SAMPLE", "STEP", "STATES", "JOINED",
    "FUEL_FOR", "FOREVER", "CHANCE", "start", "run", "trail", "act", "happen", "outcomes", "playout",
    "range", "len", "tuple", "list", "next", "enumerate", "min", "max", "abs", "s", "log", "out", "first", "kept",
])
# fmt: on


def goes_on(code: Code) -> bool:
    return any(isinstance(line, m.Goto) for line in walk_code(code))


def lists(code: Code) -> bool:
    return any(isinstance(line, m.Offer) for line in walk_code(code))
