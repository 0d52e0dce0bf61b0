"""Code of the machine as lines of C."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.expressions import Expressions
from astro_referee.interpreter.backends.c.identifiers import identifier
from astro_referee.interpreter.backends.c.names import Names
from astro_referee.interpreter.backends.c.representation import (
    NUMBER,
    Bits,
    Listing,
    NotRepresentable,
    Number,
    Representation,
    joined,
    on_stack,
    representation,
)
from astro_referee.interpreter.backends.c.sets.candidates import layout, offer_in, only_offers
from astro_referee.interpreter.backends.c.terms import noticed
from astro_referee.interpreter.machine.effects import expression_effects
from astro_referee.interpreter.machine.expressions import (
    Choices,
    Const,
    Expression,
    FunctionRef,
    Local,
    Lookup,
    Op,
    Range,
)
from astro_referee.interpreter.machine.runtime import MOST_LEGAL
from astro_referee.interpreter.machine.traversal import Code, all_terms, breaks, terms_of, walk_code
from astro_referee.interpreter.values.types import BagOf, ListOf, SetOf, Type, low, plain, size

TO_ALL = -(1 << 62)
"""In the log, in place of readers: all read it."""


class Offering(Enum):
    """What is done with candidates."""

    LIST = auto()
    """All are put on the list."""
    COUNT = auto()
    """They are counted in `n`."""
    PICK = auto()
    """Number `n`, counted from 0, is put where `o` points to."""


@define
class Blocks:
    """Writes the body of one function: first its locals, then its lines."""

    names: Names
    params: tuple[tuple[str, Type], ...]
    body: Code
    gives: Representation | None = None
    """What it gives; None if it leads to a state."""
    moves: Sequence[Sequence[Representation]] = ()
    """The arguments of the moves that it offers, by the numbers of these."""
    offering: Offering = Offering.LIST
    terms: Expressions = field(init=False)
    lines: list[str] = field(factory=list)
    rooms: dict[str, int] = field(factory=dict)
    """How many values the lists hold that locals are."""
    ends: list[str | None] = field(factory=list)
    """For each loop around the code, the label behind it, or None if `break` leads there."""
    labels: int = 0
    returned: str = "return {};"
    """How a value is given back."""
    quiet: bool = False
    """Whether nothing is ever told."""

    def __attrs_post_init__(self) -> None:
        found: dict[str, Representation] = {name: representation(type) for name, type in self.params}

        def note(name: str, type: Type) -> None:
            own = representation(type)
            found[name] = joined(found[name], own) if name in found else own
            if isinstance(type, ListOf):
                self.rooms[name] = max(self.rooms.get(name, 0), on_stack(type.size))

        for line in walk_code(self.body):
            match line:
                case m.Set(name, value):
                    note(name, value.type)
                case m.Loop(name, type, domain):
                    note(name, element(domain, type))
                case _:
                    pass
        self.terms = Expressions(self.names, {})
        taken: set[str] = set()
        for name, own in found.items():
            self.terms.locals[name] = (identifier(name.lstrip("."), taken, "v"), own)

    def written(self) -> list[str]:
        """The lines of the body, with the declarations of all locals and temporaries."""
        self.block(self.body, 1)
        own = {name for name, _ in self.params}
        declared: list[str] = []
        for name, (shown, kept) in self.terms.locals.items():
            if name in own:
                continue
            if isinstance(kept, Listing) and not isinstance(kept.of, Listing):
                declared.append(f"    {kept.of.ctype} {shown}_values[{max(1, self.rooms[name])}];")
                declared.append(f"    {kept.ctype} {shown} = {{0, {shown}_values}};")
            else:
                zero = "" if isinstance(kept, Bits) and kept.words > 2 else " = 0"
                declared.append(f"    {kept.ctype} {shown}{'' if isinstance(kept, Listing) else zero};")
        declared += [f"    {text};" for text in self.terms.temporaries]
        return [*declared, *self.lines]

    def put(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def block(self, code: Code, depth: int) -> None:
        for line in code:
            self.line(line, depth)

    def line(self, line: m.Code, depth: int) -> None:
        terms = self.terms
        match line:
            case m.Set(name, value):
                self.set(name, value, depth)
            case m.Append(name, value):
                shown, kept = terms.locals[name]
                assert isinstance(kept, Listing)
                self.put(depth, f"if ({shown}.n >= {max(1, self.rooms.get(name, 0))}) leave(c, NO_ROOM, 0);")
                self.put(depth, f"{shown}.v[{shown}.n] = {terms.fit(value, kept.of)}; {shown}.n++;")
            case m.Store(name, at, value):
                self.store(name, at, value, depth)
            case m.Branch(condition, then, otherwise):
                self.branch(condition, then, otherwise, depth)
            case m.Loop():
                self.loop(line, depth)
            case m.Break():
                label = self.ends[-1]
                self.put(depth, f"goto {label};" if label else "break;")
            case m.Return(value):
                self.give(value, depth)
            case m.Fault(number):
                self.put(depth, f"fault(c, {number});")
            case m.Goto(label):
                self.put(depth, self.returned.replace("{}", str(label)))
            case m.Emit(text, values, to):
                self.emit(text, values, to, depth)
            case m.Offer():
                self.offer(line, depth)
            case m.Duty(number, function, maximise):
                self.duty(number, function, maximise, depth)
            case m.Assume():
                pass
            case m.Spend(steps, fault, times):
                count = f" * {terms.number(times)}" if times is not None else ""
                self.put(depth, f"spend(c, {steps}{count}, {fault});")
            case m.LimitOffers(fault):
                self.put(depth, f"if (c->count - c->base > {MOST_LEGAL}) fault(c, {fault});")
            case m.Mark():
                raise NotRepresentable("a machine that counts what it comes to")

    def offer(self, line: m.Offer, depth: int) -> None:
        if self.offering is Offering.COUNT:
            self.put(depth, "n++;")
            return
        self.put(depth, "{" if self.offering is Offering.LIST else "if (n-- == 0) {")
        if self.offering is Offering.LIST:
            self.put(depth + 1, "move *o = next_move(c);")
        self.fill(line, depth + 1)
        if self.offering is Offering.PICK:
            self.put(depth + 1, "return;")
        self.put(depth, "}")

    def fill(self, line: m.Offer, depth: int) -> None:
        """A candidate is written where `o` points to."""
        terms = self.terms
        self.put(depth, f"o->player = (int16_t){terms.locals['me'][0]}; o->number = {line.move};")
        for place, own, arg in layout(self.moves[line.move], line.args):
            self.put(depth, f"o->{place} = {terms.fit(arg, own)};")

    def offered(self, line: m.Loop, depth: int) -> None:
        """A loop that does nothing but offer: its candidates are counted, or one of them picked, without going through
        the others.
        """
        offer = offer_in(line.body)
        terms, domain = self.terms, line.domain
        name, _ = terms.locals[line.name]
        self.put(depth, "{")
        if isinstance(domain, Choices):
            own = self.terms.own(domain.of)
            assert isinstance(own, Bits)
            ways, nth = self.names.piece("subset_count", own), self.names.piece("nth_subset", own)
            before, (a, b, group) = terms.in_order((domain.low, domain.high, domain.of), (NUMBER, NUMBER, own))
            if before:
                self.put(depth + 1, f"{before[:-2]};")
            self.put(depth + 1, f"{own.ctype} among = {group};")
            self.put(
                depth + 1, f"int64_t least = {a}, most = {b}, all = {ways}(c, among, least, most, {domain.fault});"
            )
            found = f"{nth}(among, least, n)"
        else:
            assert not isinstance(domain, Range)
            own, kind = self.terms.own(domain), plain(domain.type)
            assert isinstance(own, Bits) and isinstance(kind, SetOf)
            self.put(depth + 1, f"{own.ctype} among = {terms.fit(domain, own)};")
            self.put(depth + 1, f"int64_t all = {own.letter}_count(among);")
            found = f"{self.names.piece('nth', own)}(among, n)" + (f" + {low(kind.of)}" if low(kind.of) else "")
        if self.offering is Offering.COUNT:
            self.put(depth + 1, "n += all;")
        else:
            self.put(depth + 1, "if (n < all) {")
            self.put(depth + 2, f"{name} = {found};")
            self.fill(offer, depth + 2)
            self.put(depth + 2, "return;")
            self.put(depth + 1, "}")
            self.put(depth + 1, "n -= all;")
        self.put(depth, "}")

    def set(self, name: str, value: Expression, depth: int) -> None:
        shown, kept = self.terms.locals[name]
        if isinstance(kept, Listing) and not isinstance(kept.of, Listing):
            own = self.terms.own(value)
            text = self.terms.fit(value, kept)
            assert own == kept, "a list is kept as it is made"
            piece = self.names.piece("list_copy", kept)
            self.put(depth, f"{piece}(c, &{shown}, {text}, {max(1, self.rooms[name])});")
        else:
            self.put(depth, f"{shown} = {self.terms.fit(value, kept)};")

    def store(self, name: str, at: tuple[Expression, ...], value: Expression, depth: int) -> None:
        own = representation(self.names.fields[name].type)
        text = self.terms.fit(value, own)
        if noticed(value) and any(map(noticed, at)):  # the value is worked out before the place
            kept = self.terms.temporary(own.ctype)
            self.put(depth, f"{kept} = {text};")
            text = kept
        planes = name in self.names.planes
        before, place = self.terms.in_planes(name, at) if planes else self.terms.place(name, at)
        if before:
            self.put(depth, f"{before[:-2]};")
        if planes:
            self.put(depth, f"put_{self.names.field_names[name]}(s, {place}, {text});")
        else:
            self.put(depth, f"{place} = {text};")

    def give(self, value: Expression, depth: int) -> None:
        assert self.gives is not None
        text = self.terms.fit(value, self.gives)
        if isinstance(self.gives, Listing):
            piece = self.names.piece("list_copy", self.gives)
            self.put(depth, f"{piece}(c, &result, {text}, result_room);")
            text = "result"
        self.put(depth, self.returned.replace("{}", text))

    def branch(self, condition: Expression, then: Code, otherwise: Code, depth: int) -> None:
        test = self.terms.test(condition)
        if not then:
            test, then, otherwise = f"!({test})", otherwise, ()
        self.put(depth, f"if ({test}) {{")
        self.block(then, depth + 1)
        if otherwise:
            self.put(depth, "} else {")
            self.block(otherwise, depth + 1)
        self.put(depth, "}")

    # --- Loops -------------------------------------------------------------------------------------------------------

    def loop(self, line: m.Loop, depth: int) -> None:
        if self.offering is not Offering.LIST and only_offers(line):
            self.offered(line, depth)
            return
        if (all_at_once := self.put_all(line)) is not None:
            self.put(depth, all_at_once)
            return
        if only_says(line) and self.quiet:
            return
        if only_says(line):
            self.put(depth, "if (c->logging)")  # else nothing is done in it
        self.labels += 1
        number = self.labels
        label = f"behind{number}" if breaks(line.body) and (line.otherwise or self.nested(line)) else None
        self.put(depth, "{")
        self.heading(line, number, depth + 1)
        self.ends.append(label)
        self.block(line.body, depth + 2)
        self.ends.pop()
        self.put(depth + 1, "}")
        self.block(line.otherwise, depth + 1)
        if label is not None:
            self.put(depth + 1, f"{label}:;")
        self.put(depth, "}")

    def put_all(self, line: m.Loop) -> str | None:
        """A loop that puts one value on all places of a set, where the field is kept as sets."""
        match line:
            case m.Loop(name, _, domain, (m.Store(field, (*rows, Local(at)), value),), ()) if at == name:
                pass
            case _:
                return None
        if isinstance(domain, Range | Choices) or not self.names.alone(field) or any(map(noticed, (*rows, value))):
            return None
        inside = sum(isinstance(term, Local) and term.name == name for term in all_terms((line,)))
        read = sum(isinstance(term, Local) and term.name == name for term in all_terms(self.body))
        own = self.names.planes[field].of
        asked = [expression_effects(term) for term in (*rows, value)]
        if read > inside or any(name in one.locals or field in one.fields for one in asked):
            return None
        if not isinstance(plain(domain.type), SetOf) or not isinstance(self.terms.own(domain), Bits):
            return None
        row = self.terms.row_number(field, [self.terms.number(one) for one in rows])
        shown = [*([row] if row else []), self.terms.fit(domain, own), self.terms.number(value)]
        return f"put_all_{self.names.field_names[field]}(s, {', '.join(shown)});"

    def nested(self, line: m.Loop) -> bool:
        """Whether a loop is one inside another in C: word by word, and then bit by bit."""
        if isinstance(line.domain, Range | Choices) or not isinstance(plain(line.domain.type), SetOf):
            return False
        own = self.terms.own(line.domain)
        return isinstance(own, Bits) and own.words > 2

    def heading(self, line: m.Loop, number: int, depth: int) -> None:
        """The beginning of a loop, up to where its local has got a value."""
        terms = self.terms
        name, kept = terms.locals[line.name]
        match line.domain:
            case Range(first, last):
                before, (a, b) = terms.in_order((first, last), (NUMBER, NUMBER))
                comma = f"{before[:-2]}; " if before else ""
                self.put(depth, f"{comma}int64_t end{number} = {b};")
                self.put(depth, f"for (int64_t i{number} = {a}; i{number} <= end{number}; i{number}++) {{")
                self.put(depth + 1, f"{name} = i{number};")
            case Choices(least, most, of, fault):
                self.choices(number, name, (of, least, most), fault, depth)
            case Local(source) if isinstance(terms.locals[source][1], Listing):
                values = terms.locals[source][0]  # it may grow while it is gone through
                self.put(depth, f"for (int64_t i{number} = 0; i{number} < {values}.n; i{number}++) {{")
                self.put(depth + 1, f"{name} = {values}.v[i{number}];")
            case Lookup(table, at) if len(at) < len(self.names.tables[table].shape):
                entries = self.names.tables[table]  # the loop goes through one more index
                before, shown = terms.in_order(at, [NUMBER] * len(at))
                if before:
                    self.put(depth, f"{before[:-2]};")
                places = [terms.temporary("int64_t") for _ in shown]
                for place, text in zip(places, shown, strict=True):
                    self.put(depth, f"{place} = {text};")
                self.put(depth, f"for (int64_t i{number} = 0; i{number} < {entries.shape[len(at)]}; i{number}++) {{")
                one = f"{entries.name}{''.join(f'[{place}]' for place in places)}[i{number}]"
                self.put(depth + 1, f"{name} = {terms.converted(one, entries.of, kept)};")
            case group:
                self.members(group, kept, number, name, depth)

    def members(self, group: Expression, kept: Representation, number: int, name: str, depth: int) -> None:
        terms = self.terms
        match plain(group.type):
            case SetOf(base):
                own = terms.own(group)
                own = own if isinstance(own, Bits) else Bits(1)
                plus = f" + {low(base)}" if low(base) else ""
                rest = f"rest{number}"
                self.put(depth, f"{own.ctype} {rest} = {terms.fit(group, own)};")
                if own.words <= 2:
                    self.put(depth, f"for (; {rest}; {rest} &= {rest} - 1) {{")
                    self.put(depth + 1, f"{name} = {own.letter}_least({rest}){plus};")
                else:
                    word = f"{rest}.w[i{number}]"
                    self.put(depth, f"for (int i{number} = 0; i{number} < {own.words}; i{number}++)")
                    self.put(depth, f"for (; {word}; {word} &= {word} - 1) {{")
                    self.put(depth + 1, f"{name} = 64 * i{number} + b64_least({word}){plus};")
            case BagOf(base, bits):
                own = terms.as_group(group)
                rest, held = f"rest{number}", f"bag_held_{self.names.bag(own, bits, size(base))}"
                without = self.names.piece("without_least", own)
                self.put(depth, f"{own.ctype} {rest} = {held}({terms.fit(group, own)});")
                self.put(depth, f"for (; {own.letter}_any({rest}); {rest} = {without}({rest})) {{")
                self.put(depth + 1, f"{name} = {own.letter}_least({rest}) / {bits} + {low(base)};")
            case ListOf() if isinstance(group, Op) and group.op == "row values":
                row, entry_bits, width, first = group.args  # read entry by entry: many loops end at the first
                own = terms.own(row)
                field, length = self.names.piece("field", own), self.names.piece("row_length", own)
                entry = f"{field}(row{number}, {terms.number(width)} * i{number}, {terms.number(entry_bits)})"
                self.put(depth, f"{own.ctype} row{number} = {terms.fit(row, own)};")
                self.put(depth, f"int64_t length{number} = {length}(row{number}, {terms.number(width)});")
                self.put(depth, f"for (int64_t i{number} = 0; i{number} < length{number}; i{number}++) {{")
                self.put(depth + 1, f"{name} = (int64_t){entry} - 1 + {terms.number(first)};")
            case ListOf():
                values, own = terms.write(group)
                assert isinstance(own, Listing)
                one = f"values{number}"
                self.put(depth, f"{own.ctype} {one} = {values};")
                self.put(depth, f"for (int64_t i{number} = 0; i{number} < {one}.n; i{number}++) {{")
                self.put(depth + 1, f"{name} = {terms.converted(f'{one}.v[i{number}]', own.of, kept)};")
            case other:
                raise NotRepresentable(f"a loop over {other}")

    def choices(
        self, number: int, name: str, parts: tuple[Expression, Expression, Expression], fault: int, depth: int
    ) -> None:
        of, least, most = parts
        own = self.terms.own(of)
        own = own if isinstance(own, Bits) else Bits(1)
        kind = plain(of.type)
        before, (a, b, group) = self.terms.in_order((least, most, of), (NUMBER, NUMBER, own))
        if before:
            self.put(depth, f"{before[:-2]};")
        sort, extra, context = "subsets", "", ""
        if isinstance(kind, BagOf):
            sort, extra, context = "heaps", f", {kind.bits}, {size(kind.of)}", "c, "
        of_sort = self.names.piece(sort, own)
        it = f"it{number}"
        self.put(depth, f"{of_sort} {it};")
        begin = f"{of_sort}_first(c, &{it}, {group}, {a}, {b}, {fault}{extra})"
        self.put(depth, f"for (int on{number} = {begin}; on{number}; on{number} = {of_sort}_next({context}&{it})) {{")
        self.put(depth + 1, f"{name} = {it}.chosen;")

    # --- Lists of moves, and the log ---------------------------------------------------------------------------------

    def duty(self, number: int, function: FunctionRef, maximise: bool, depth: int) -> None:
        """Keeps the candidates that a function prefers, if there are any."""
        test = self.names.functions[function]
        owns = [representation(type) for _, type in test.params[1:]]
        args = "".join(f", c->moves[i].{place}" for place, _, _ in layout(owns, owns))
        first = f"first_of_move(c, {number})" if number else "c->base"
        call = f"{self.names.function_names[function]}(c, s, c->moves[i].player{args})"
        self.put(depth, "{")
        self.put(depth + 1, f"int64_t first = {first}, kept = first, best = {'INT64_MIN' if maximise else '1'};")
        self.put(depth + 1, "make_room_for_worth(c, c->count - first);")
        self.put(depth + 1, f"for (int64_t i = first; i < c->count; i++) c->worth[i - first] = {call};")
        if maximise:
            self.put(depth + 1, "for (int64_t i = first; i < c->count; i++)")
            self.put(depth + 2, "if (c->worth[i - first] > best) best = c->worth[i - first];")
        self.put(depth + 1, "for (int64_t i = first; i < c->count; i++)")
        self.put(depth + 2, "if (c->worth[i - first] == best) {")
        self.put(depth + 3, "if (i != kept) c->moves[kept] = c->moves[i];")
        self.put(depth + 3, "kept++;")
        self.put(depth + 2, "}")
        self.put(depth + 1, "if (kept > first) c->count = kept;")
        self.put(depth, "}")

    def emit(self, text: int, values: tuple[Expression, ...], to: Expression | None, depth: int) -> None:
        if self.quiet:
            return
        self.put(depth, "if (c->logging) {")
        self.put(depth + 1, f"note_line(c, {text}, {len(values)});")
        for value in values:
            self.note(value, depth + 1)
        if to is None:
            self.put(depth + 1, f"note(c, INT64_C({TO_ALL}));")
        else:
            self.note(to, depth + 1)
            if isinstance(to, Const) and to.value == m.LAST_WORDS:
                self.put(depth + 1, f"c->last_words = {text};")
        self.put(depth + 1, f"end_line(c, {text});")
        self.put(depth, "}")

    def note(self, value: Expression, depth: int) -> None:
        text, own = self.terms.write(value)
        match own:
            case Number():
                self.put(depth, f"n_note(c, {text});")
            case Bits():
                self.put(depth, f"{self.names.piece('note', own)}(c, {text});")
            case Listing(of):
                if isinstance(of, Bits):
                    self.names.piece("note", of)
                self.names.piece("note_list", own)
                self.put(depth, f"{own.ctype}_note(c, {text});")
            case _:
                raise NotRepresentable("a history that is told")


# --- Small questions -------------------------------------------------------------------------------------------------


def only_says(line: m.Loop) -> bool:
    """Whether a loop does nothing where no log is kept."""
    if not line.body or line.otherwise or isinstance(line.domain, Choices) or any(map(noticed, terms_of(line))):
        return False
    return all(isinstance(one, m.Emit) for one in line.body)


def element(domain: Range | Choices | Expression, type: Type) -> Type:
    """The type of what a loop goes through, in the representation in which it comes."""
    if isinstance(domain, Choices):
        return plain(domain.of.type)
    return type
