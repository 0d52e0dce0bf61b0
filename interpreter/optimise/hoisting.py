"""What is looked up twice is looked up once: code in; out, the same code with entries kept in locals.

Only fields and tables are kept, and only where reading them cannot fail and nothing changes them in between, so it
does not matter whether all of them are needed. A look-up inside a loop that stays the same moves in front of it.

Which places are free is worked out once in front of a loop that asks for empty places. The machine has no word for
that; here it is the operation `free`, a list with an entry for each place, and `vacant` has it as its second argument.
"""

from __future__ import annotations

import re

from attrs import define, evolve, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of, expression_effects, line_effects
from astro_referee.interpreter.machine.expressions import (
    Call,
    Const,
    Expression,
    FunctionRef,
    Load,
    Local,
    Lookup,
    Op,
    parts,
)
from astro_referee.interpreter.machine.functions import short_name
from astro_referee.interpreter.machine.references import calling_each_other, running
from astro_referee.interpreter.machine.traversal import (
    Change,
    Code,
    changed,
    changed_code,
    terms_of,
    walk_code,
)
from astro_referee.interpreter.machine.typing.declared import entry_type
from astro_referee.interpreter.optimise.inlining import callees_first
from astro_referee.interpreter.optimise.speculation import Bounds, Span, bounds_in, bounds_of
from astro_referee.interpreter.values.types import BOOL, ListOf, Member, SetOf, Type, plain, words

IN_A_LOOP = 3
"""How often something in a loop counts: loops over boards and hands are short, but seldom shorter."""
FEWEST_TOKENS = 3
"""Tokens from which on a list of the free places is quicker than looking through them."""
LARGEST_BOARD = 400
"""Places for which such a list is made."""
MOST_KEPT = 24
"""Entries that are kept in one function; nobody could tell more locals apart."""
LARGEST_SHARED = 500
"""Lines of code that are looked through; longer code is left as it is."""

Key = tuple[object, ...]
Counts = dict[Key, tuple[int, Expression]]
"""How often an entry is asked for, and the entry."""


@define
class SafeReads:
    """Knows what can be read without fail."""

    machine: m.Machine
    limits: Bounds
    pure: dict[FunctionRef, set[str]]
    """Functions that cannot fail and change nothing, and the fields they read."""

    def function(self, function: m.Function) -> m.Function:
        known = {name: bounds for name, type in function.params if (bounds := bounds_of(type)) is not None}
        return evolve(function, body=self.code(function.body, known, {name for name, _ in function.params}))

    def code(self, body: Code, known: dict[str, Span], params: set[str]) -> Code:
        if len(walk_code(body)) > LARGEST_SHARED:
            return body
        changing = {line.name for line in walk_code(body) if isinstance(line, m.Set | m.Append)}
        known = {name: bounds for name, bounds in known.items() if name not in changing}
        body = changed_code(body, self.looked_up)
        taken = params | effects_of(body).sets | effects_of(body).locals
        return Hoister(self, taken, changing).block(body, known)

    def looked_up(self, term: Expression) -> Expression:
        """Nothing is looked up in a table in which each entry is its own place."""
        match term:
            case Lookup(name, (index,)) if (table := self.limits.tables[name]) == tuple(range(len(table))):
                return index
            case _:
                return term

    # --- What can be read without fail -----------------------------------------------------------------------------

    def readable(self, term: Expression, known: dict[str, Span]) -> bool:
        """Whether a term is an entry of a field or table that can be read at any time."""
        match term:
            case Load(_, at) | Lookup(_, (_, *_) as at):
                return self.limits.sure(term, known) and all(self.limits.is_typed_here(i, known) for i in at)
            case Call(name, args):
                given = [self.limits.sure(arg, known) and self.limits.is_typed_here(arg, known) for arg in args]
                return name in self.pure and all(given) and self.limits.taken(name, args, known)
            case Op("free", tokens):
                return all(isinstance(t, Load) and is_token_place(self.limits.fields[t.field].type) for t in tokens)
            case _:
                return False

    def declared(self, entry: Expression) -> Expression:
        """An entry as it is where nothing has been tested yet."""
        match entry:
            case Load(name):
                return evolve(entry, type=self.limits.fields[name].type)
            case Lookup(name, at):
                return evolve(entry, type=entry_type(self.machine.tables[name], len(at)) or entry.type)
            case Call(name):
                return evolve(entry, type=self.limits.functions[name].result or entry.type)
            case _:
                return entry

    def read_by(self, entry: Expression) -> set[str]:
        """The fields that an entry depends on."""
        found = expression_effects(entry)
        return {*found.fields}.union(*(self.pure.get(function, set()) for function in found.calls))


def is_token_place(type: Type) -> bool:
    """Whether a token stands on a board of reasonable size, or nowhere."""
    place = plain(type)
    return isinstance(place, Member) and place.size <= LARGEST_BOARD and words(type) in ((), ("none",))


@define
class Hoister:
    """Puts locals into one function."""

    safe: SafeReads
    taken: set[str]
    changing: set[str]
    room: int = MOST_KEPT
    counted: dict[int, tuple[m.Code, Counts]] = field(factory=dict)
    """What was counted in a line, by its identity: each block around a line asks again."""

    def block(self, code: Code, known: dict[str, Span]) -> Code:
        known = dict(known)
        lines = list(code)
        counts = [self.counts(line) for line in lines]
        stores = [line_effects(line).stores for line in lines]
        entries = self.entries(counts, known)
        while entries and self.room > 0:
            key, entry = entries.pop(0)
            for first, last in reversed(stretches(stores, counts, key, self.safe.read_by(entry))):
                part = tuple(lines[first : last + 1])
                if not self.worth(part, sum(count.get(key, (0,))[0] for count in counts[first : last + 1]), key, entry):
                    continue
                name = self.fresh(entry)
                change = replace_entry(key, name)
                lines[first : last + 1] = [m.Set(name, self.safe.declared(entry)), *changed_code(part, change)]
                counts[first : last + 1] = [self.counts(line) for line in lines[first : last + 2]]
                stores.insert(first, frozenset())
                self.room -= 1
                entries = [(key_of(other), other) for other in [changed(other, change) for _, other in entries]]
                known[name] = self.safe.limits.now(entry, known)
        return tuple([self.inside(line, known) for line in lines])

    def inside(self, line: m.Code, known: dict[str, Span]) -> m.Code:
        match line:
            case m.Branch(condition, then, otherwise):
                return m.Branch(condition, self.block(then, known), self.block(otherwise, known))
            case m.Loop(name, type, domain, body, otherwise):
                bounds = bounds_of(type)
                inner = {**known, name: bounds} if bounds is not None and name not in self.changing else known
                return m.Loop(name, type, domain, self.block(body, inner), self.block(otherwise, known))
            case _:
                return line

    def entries(self, counts: list[Counts], known: dict[str, Span]) -> list[tuple[Key, Expression]]:
        """The entries that are asked for more than once, those inside others first, else in the order of the code."""
        total: Counts = {}
        for count in counts:
            merge(total, count, 1)
        often = [(key, entry) for key, (times, entry) in total.items() if times > 1]
        return [(key, entry) for key, entry in often if self.safe.readable(entry, known)]

    def counts(self, line: m.Code) -> Counts:
        """How often a line asks for each entry, by a guess at how often loops go round."""
        if id(line) in self.counted:
            return self.counted[id(line)][1]
        counts: Counts = {}
        for term in terms_of(line):
            for key, entry in entries_in(term):
                counts[key] = (counts[key][0] + 1 if key in counts else 1), entry
        blocks: tuple[tuple[Code, int], ...] = ()
        match line:
            case m.Branch(_, then, otherwise):
                blocks = ((then, 1), (otherwise, 1))
            case m.Loop():
                blocks = ((line.body, IN_A_LOOP), (line.otherwise, 1))
            case _:
                pass
        for block, times in blocks:
            for inner in block:
                merge(counts, self.counts(inner), times)
        self.counted[id(line)] = line, counts
        return counts

    def worth(self, lines: Code, times: int, key: Key, entry: Expression) -> bool:
        if len(lines) == 1 and isinstance(lines[0], m.Branch):
            branch = lines[0]
            sides = [any(key in self.counts(line) for line in side) for side in (branch.then, branch.otherwise)]
            if not all(sides) and not any(found == key for found, _ in entries_in(branch.condition)):
                return False  # only one side needs it, so it is kept there if at all
        if isinstance(entry, Call):
            return times >= IN_A_LOOP**2  # it may not be needed at all, so only loops in loops are worth it
        quick = isinstance(entry, Op) or all(isinstance(index, Const) for index in parts(entry))
        return times >= (IN_A_LOOP if quick else 2)

    def fresh(self, entry: Expression) -> str:
        """A name of its own: that of the column or variable."""
        match entry:
            case Load(named) | Lookup(named):
                pass
            case Call(entries_in):
                named = short_name(entries_in)
            case _:
                named = "free"
        found = re.findall("[a-z]+", re.split("[. ]", named.partition("#")[0], maxsplit=1)[-1].lower())
        name = "_".join(found) or "entry"
        made, number = name, 2
        while made in self.taken:
            made = f"{name}_{number}"
            number += 1
        self.taken.add(made)
        return made


# --- Where an entry is asked for --------------------------------------------------------------------------------------


def key_of(term: Expression) -> Key:
    """What makes two entries the same; their types may differ by what is known at each place."""
    return key_with(term, [key_of(part) for part in parts(term)])


def key_with(term: Expression, keys: list[Key]) -> Key:
    """The key of a term, from those of its parts."""
    match term:
        case Const(value):
            return "number", value
        case Local(name):
            return "local", name
        case Load(name):
            return "field", name, *keys
        case Lookup(name):
            return "table", name, *keys
        case Call(name):
            return "function", name, *keys
        case Op("vacant") if len(keys) > FEWEST_TOKENS:
            return "operation", "free", *keys[1:]
        case Op(name):
            return "operation", name, *keys


def entries_in(term: Expression) -> list[tuple[Key, Expression]]:
    """The entries in a term, those inside others first."""
    found: list[tuple[Key, Expression]] = []
    gather(term, found)
    return found


def gather(term: Expression, found: list[tuple[Key, Expression]]) -> Key:
    """Adds the entries in a term to those that are found; gives its key, so that no term is looked at twice."""
    inside = parts(term)
    if isinstance(term, Op) and term.op in ("vacant", "free"):
        key = key_with(term, [*(gather(part, found) for part in inside[:1]), *map(key_of, inside[1:])])
        if term.op == "vacant" and len(inside) > FEWEST_TOKENS:
            found.append((key, Op("free", inside[1:], type=places(term))))
        return key
    key = key_with(term, [gather(part, found) for part in inside])
    if isinstance(term, Load | Call) or (isinstance(term, Lookup) and not gives_sets(term)):
        found.append((key, term))
    return key


def gives_sets(entry: Lookup) -> bool:
    """A loop through such a set is quicker if it is not kept: its members stand in a table of their own."""
    kind = plain(entry.type)
    return isinstance(kind.of if isinstance(kind, ListOf) else kind, SetOf)


def places(vacant: Op) -> ListOf:
    """For each place of a board whether it is free."""
    kind = plain(vacant.args[0].type)
    assert isinstance(kind, Member)
    return ListOf(BOOL, kind.size)


def merge(counts: Counts, more: Counts, times: int) -> None:
    for key, (number, entry) in more.items():
        counts[key] = (counts[key][0] + number * times if key in counts else number * times), entry


def stretches(stores: list[frozenset[str]], counts: list[Counts], key: Key, fields: set[str]) -> list[tuple[int, int]]:
    """From which line to which an entry is asked for without a change to the fields it depends on."""
    found: list[tuple[int, int]] = []
    going_on = False
    for index, changed_here in enumerate(stores):
        if not fields.isdisjoint(changed_here):
            going_on = False
        elif key in counts[index]:
            if going_on:
                found[-1] = (found[-1][0], index)
            else:
                found.append((index, index))
            going_on = True
    return found


def replace_entry(key: Key, name: str) -> Change:
    """Puts a local in place of an entry."""

    def change(term: Expression) -> Expression:
        if isinstance(term, Load | Lookup | Call) and key_of(term) == key:
            return Local(name, type=term.type, span=term.span)
        if isinstance(term, Op) and term.op == "vacant" and len(term.args) > FEWEST_TOKENS and key_of(term) == key:
            return Op("vacant", (term.args[0], Local(name, type=places(term))), type=term.type, span=term.span)
        return term

    return change


# --- The pass -----------------------------------------------------------------------------------------------------


def pure_functions(machine: m.Machine) -> dict[FunctionRef, set[str]]:
    """Functions that cannot fail and change nothing, with the fields that they and what they call read."""
    functions = {function.name: function for function in machine.functions}
    limits = bounds_in(machine)
    done = {name: effects_of(function.body) for name, function in functions.items()}
    limits.trusted = {n for n, does in done.items() if does.pure and does.sure and not functions[n].on_copy}
    sure = calling_each_other({name for name in limits.trusted if limits.cannot_fail(functions[name])}, functions)
    found: dict[FunctionRef, set[str]] = {}
    for name in callees_first(functions):
        if name in sure:
            found[name] = {*done[name].fields}.union(*(found[callee] for callee in done[name].calls))
    return found


def hoist_lookups(machine: m.Machine) -> m.Machine:
    """The machine with look-ups kept in locals."""
    safe = SafeReads(machine, bounds_in(machine), pure_functions(machine))
    states = tuple(evolve(state, body=safe.code(state.body, {}, set())) for state in machine.automatic)
    hot = running(machine)
    functions = tuple(safe.function(f) if f.name in hot else f for f in machine.functions)
    return evolve(machine, automatic=states, functions=functions)
