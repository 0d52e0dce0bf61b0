"""Expressions of the machine as expressions of C: each operation has its line here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, field, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.representation import (
    NUMBER,
    Bits,
    Listing,
    NotRepresentable,
    Number,
    Past,
    Representation,
    joined,
    representation,
    stored,
)
from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.effects import expression_effects
from astro_referee.interpreter.machine.expressions import Call, Const, Expression, FunctionRef, Load, Local, Lookup, Op
from astro_referee.interpreter.machine.record import entry_count
from astro_referee.interpreter.values.types import (
    Bool,
    Either,
    Int,
    ListOf,
    Member,
    Type,
    low,
    plain,
    size,
    span,
)

COMPARISONS = {"<": "<", "<=": "<=", "is": "==", "is not": "!="}
ARITHMETIC = {"+": "+", "-": "-", "*": "*"}
GROUPS = {"union": "or", "meet": "and", "minus": "andnot", "bag plus": "add", "bag less": "sub"}
SIGNS = {"or": "|", "and": "&", "andnot": "& ~", "add": "+", "sub": "-"}
SIZES = {f"{sign}int{bits}_t": bits // 8 for sign in ("", "u") for bits in (8, 16, 32, 64)}
FALLIBLE = frozenset(["remembered", "trail"])
"""Operations that may end in a fault, so that it counts which is first."""

Written = tuple[str, Representation]


@frozen
class Table:
    """A constant table in C: its name, how its entries are kept, and how many there are along each index."""

    name: str
    of: Representation
    shape: tuple[int, ...]


@frozen
class Planes:
    """The sets of places of a field: their name, in what they are kept, and the lowest and highest value."""

    name: str
    of: Bits
    low: int
    high: int


@define
class Names:
    """What fields, tables and functions are called, and which pieces of C the code needs."""

    fields: dict[str, m.FieldSlot]
    field_names: dict[str, str]
    words: tuple[str, ...]
    functions: dict[FunctionRef, m.Function]
    function_names: dict[FunctionRef, str]
    tables: dict[str, Table]
    pieces: dict[tuple[str, Representation, Representation | None], None] = field(factory=dict)
    floods: dict[str, str] = field(factory=dict)
    """The tables by which something spreads, and the functions that do it."""

    planes: dict[str, Planes] = field(factory=dict)
    """Fields that are also kept as sets of places, one for each value."""
    sources: dict[str, Bits] = field(factory=dict)
    """Tables that are asked from where they lead into a set, and in what that set is kept."""

    touching: dict[str, Bits] = field(factory=dict)
    """Tables of sets that are asked which of them meet a set."""

    def piece(self, name: str, of: Representation, other: Representation | None = None) -> str:
        """Asks for a piece of C, and gives the name of its function."""
        self.pieces[name, of, other] = None
        return f"{of.letter}_{name}" + (f"_{other.letter}" if other is not None else "")


@define
class Expressions:
    """Writes the expressions of one function; knows its locals, and asks for temporaries."""

    names: Names
    locals: dict[str, tuple[str, Representation]]
    temporaries: list[str] = field(factory=list)

    def temporary(self, ctype: str, count: int | None = None) -> str:
        name = f"t{len(self.temporaries)}"
        self.temporaries.append(f"{ctype} {name}" + (f"[{max(1, count)}]" if count is not None else ""))
        return name

    # --- By what is wanted -------------------------------------------------------------------------------------------

    def number(self, term: Expression) -> str:
        return self.fit(term, NUMBER)

    def fit(self, term: Expression, wanted: Representation) -> str:
        """An expression in a given representation."""
        if isinstance(term, Const) and isinstance(wanted, Bits):
            return bits_constant(term.value, wanted)
        text, own = self.write(term)
        return self.converted(text, own, wanted)

    def converted(self, text: str, own: Representation, wanted: Representation) -> str:
        match own, wanted:
            case _ if own == wanted:
                return text
            case (Bits(1), Number()) | (Number(), Bits(1)):
                return f"({wanted.ctype}){text}"
            case Bits(a), Bits(b) if a <= 2 and b <= 2:
                return f"({wanted.ctype}){text}"
            case Bits(), Bits():
                self.names.piece("converted", own, wanted)
                return f"{own.letter}_to_{wanted.letter}({text})"
            case Number(), Bits():
                return f"{wanted.letter}_from((uint64_t){text})"
            case Bits(), Number():
                return f"(int64_t){own.letter}_low({text})"
            case _:
                raise NotRepresentable(f"{own} as {wanted}")

    def in_order(self, terms: Sequence[Expression], wanted: Sequence[Representation]) -> tuple[str, list[str]]:
        """Operands that are worked out from left to right wherever the order can be noticed: what goes before, and
        the operands.
        """
        texts = [self.fit(term, repr) for term, repr in zip(terms, wanted, strict=True)]
        if sum(map(noticed, terms)) < 2:
            return "", texts
        kept = [self.temporary(repr.ctype) for repr in wanted]
        before = "".join(f"{name} = {text}, " for name, text in zip(kept, texts, strict=True))
        return before, kept

    # --- By form -----------------------------------------------------------------------------------------------------

    def write(self, term: Expression) -> Written:
        match term:
            case Const(value):
                own = representation(term.type)
                if isinstance(own, Bits) and value >= 0:
                    return bits_constant(value, own), own
                return (str(value) if -(1 << 31) < value < 1 << 31 else f"INT64_C({value})"), NUMBER
            case Local(name):
                return self.locals[name]
            case Load(name, at):
                slot = self.names.fields[name]
                own = representation(slot.type)
                before, text = self.place(name, at)
                text = f"({own.ctype}){text}" if isinstance(own, Bits) and own.words == 1 else text
                return (f"({before}{text})" if before else text), own
            case Lookup(table, at):
                entry = self.names.tables[table]
                if len(at) < len(entry.shape):
                    raise NotRepresentable("a part of a table as a list")
                before, shown = self.in_order(at, [NUMBER] * len(at))
                text = entry.name + "".join(f"[{index}]" for index in shown)
                return (f"({before}{text})" if before else text), entry.of
            case Call(name, args):
                return self.call(name, args)
            case Op(word, args):
                return self.operation(term, word, args)

    def place(self, name: str, at: tuple[Expression, ...]) -> tuple[str, str]:
        """What goes before, and the entry of the record."""
        slot = self.names.fields[name]
        shown = f"s->{self.names.field_names[name]}"
        if not slot.indices:
            return "", shown
        before, texts = self.in_order(at, [NUMBER] * len(at))
        steps: list[str] = []
        stride = 1
        for index, base in zip(reversed(texts), reversed(slot.indices), strict=True):
            text = f"({index} - {low(base)})" if low(base) else index
            steps.append(f"{text} * {stride}" if stride > 1 else text)
            stride *= size(base)
        return before, f"{shown}[{' + '.join(reversed(steps))}]"

    def call(self, name: FunctionRef, args: tuple[Expression, ...]) -> Written:
        function = self.names.functions[name]
        wanted = [representation(type) for _, type in function.params]
        before, shown = self.in_order(args, wanted)
        result = function.result
        assert result is not None, f"{name} gives no value"
        own = representation(result)
        if isinstance(own, Listing):
            assert isinstance(result, ListOf)
            shown = [self.temporary(own.of.ctype, result.size), *shown]
        text = f"{self.names.function_names[name]}({', '.join(['c', 's', *shown])})"
        return (f"({before}{text})" if before else text), own

    # --- Operations --------------------------------------------------------------------------------------------------

    def operation(self, term: Op, word: str, args: tuple[Expression, ...]) -> Written:
        if word in ARITHMETIC:
            own = representation(term.type)
            if not isinstance(own, Number):
                return self.group(word, args, own, {"+": "add", "-": "sub"}[word]), own
            before, (a, b) = self.in_order(args, (NUMBER, NUMBER))
            return f"({before}{a} {ARITHMETIC[word]} {b})", NUMBER
        if word in COMPARISONS:
            return self.comparison(word, *args), NUMBER
        if word in GROUPS:
            own = joined(self.own(args[0]), self.own(args[1]))
            own = Bits(1) if isinstance(own, Number) else own  # a set that could have been none before a test
            return self.group(word, args, own, GROUPS[word]), own
        written: Callable[[Op], Written] = getattr(self, "op_" + word.replace(" ", "_").replace("/", "quotient"))
        return written(term)

    def own(self, term: Expression) -> Representation:
        """How an expression is kept, as it stands in this code."""
        match term:
            case Local(name):
                return self.locals[name][1]
            case Load(name):
                return representation(self.names.fields[name].type)
            case Lookup(table):
                return self.names.tables[table].of
            case Call(name):
                result = self.names.functions[name].result
                assert result is not None
                return representation(result)
            case Op(("union" | "meet" | "minus" | "bag plus" | "bag less"), (a, b)):
                both = joined(self.own(a), self.own(b))
                return Bits(1) if isinstance(both, Number) else both
            case Op("holders", (Load(name), _)):
                return self.names.planes[name].of
            case Op("sources" | "touching" | "flood" | "if", _):
                return self.write(term)[1]
            case _:
                return representation(term.type)

    def group(self, word: str, args: tuple[Expression, ...], own: Representation, name: str) -> str:
        assert isinstance(own, Bits), word
        before, (a, b) = self.in_order(args, (own, own))
        text = f"{a} {SIGNS[name]}{b}" if own.words <= 2 else f"{own.letter}_{name}({a}, {b})"
        return f"({before}{text})"

    def comparison(self, word: str, first: Expression, second: Expression) -> str:
        own = joined(self.own(first), self.own(second))
        if isinstance(own, Past):
            raise NotRepresentable("histories that are compared")
        before, (a, b) = self.in_order((first, second), (own, own))
        if isinstance(own, Bits) and own.words > 2:
            text = f"{'!' if word == 'is not' else ''}{own.letter}_eq({a}, {b})"
        else:
            text = f"{a} {COMPARISONS[word]} {b}"
        return f"({before}{text})"

    def test(self, term: Expression) -> str:
        """A condition, without brackets around all of it."""
        text = self.number(term)
        return text[1:-1] if text.startswith("(") and closes_last(text) else text

    def op_quotient(self, term: Op) -> Written:
        return self.divided(term, "/", "floor_div")

    def op_mod(self, term: Op) -> Written:
        return self.divided(term, "%", "floor_mod")

    def divided(self, term: Op, sign: str, function: str) -> Written:
        before, (a, b) = self.in_order(term.args, (NUMBER, NUMBER))
        if span(term.args[0].type)[0] >= 0 and span(term.args[1].type)[0] > 0 and not is_none(term.args[0]):
            return f"({before}{a} {sign} {b})", NUMBER
        text = f"{function}({a}, {b})"
        return (f"({before}{text})" if before else text), NUMBER

    def op_neg(self, term: Op) -> Written:
        return f"(-{self.number(term.args[0])})", NUMBER

    def op_abs(self, term: Op) -> Written:
        return f"absolute({self.number(term.args[0])})", NUMBER

    def op_min(self, term: Op) -> Written:
        return self.function("least_of", term.args, (NUMBER, NUMBER)), NUMBER

    def op_max(self, term: Op) -> Written:
        return self.function("most_of", term.args, (NUMBER, NUMBER)), NUMBER

    def function(self, name: str, args: Sequence[Expression], wanted: Sequence[Representation], *first: str) -> str:
        before, shown = self.in_order(args, wanted)
        text = f"{name}({', '.join([*first, *shown])})"
        return f"({before}{text})" if before else text

    def op_and(self, term: Op) -> Written:
        return f"({self.number(term.args[0])} && {self.number(term.args[1])})", NUMBER

    def op_or(self, term: Op) -> Written:
        return f"({self.number(term.args[0])} || {self.number(term.args[1])})", NUMBER

    def op_not(self, term: Op) -> Written:
        return f"(!{self.number(term.args[0])})", NUMBER

    def op_if(self, term: Op) -> Written:
        own = joined(self.own(term.args[1]), self.own(term.args[2]))
        test = self.number(term.args[0])
        return f"({test} ? {self.fit(term.args[1], own)} : {self.fit(term.args[2], own)})", own

    # --- Sets --------------------------------------------------------------------------------------------------------

    def op_bit(self, term: Op) -> Written:
        own = representation(term.type)
        assert isinstance(own, Bits)
        member = self.number(term.args[0])
        if own.words <= 2:
            return f"(({own.ctype})1 << {member})", own
        return f"{own.letter}_bit({member})", own

    def op_has(self, term: Op) -> Written:
        group, member = term.args
        own = self.own(group)
        if isinstance(own, Number):
            own = Bits(1)
        assert isinstance(own, Bits)
        if own.words > 2:
            return self.function(f"{own.letter}_has", (group, member), (own, NUMBER)), NUMBER
        before, (a, b) = self.in_order((group, member), (own, NUMBER))
        if bounded(member, 64 * own.words):
            return f"({before}(int64_t)({a} >> {b} & 1))", NUMBER
        kept = self.temporary("int64_t")
        return f"({before}{kept} = {b}, {kept} < {64 * own.words} ? (int64_t)({a} >> {kept} & 1) : 0)", NUMBER

    def op_raise(self, term: Op) -> Written:
        own = joined(representation(term.type), self.own(term.args[0]))
        return self.function(f"{own.letter}_shl", term.args, (own, NUMBER)), own

    def op_lower(self, term: Op) -> Written:
        own = self.as_group(term.args[0])
        return self.function(f"{own.letter}_shr", term.args, (own, NUMBER)), own

    def op_encode(self, term: Op) -> Written:
        wanted = representation(term.type)
        return self.fit(term.args[0], wanted), wanted

    op_decode = op_encode

    def op_size(self, term: Op) -> Written:
        own = self.as_group(term.args[0])
        return f"{own.letter}_count({self.fit(term.args[0], own)})", NUMBER

    def op_least(self, term: Op) -> Written:
        own = self.as_group(term.args[0])
        return f"{own.letter}_least({self.fit(term.args[0], own)})", NUMBER

    def op_runs(self, term: Op) -> Written:
        own = self.as_group(term.args[0])
        return self.function(self.names.piece("runs", own), term.args, (own, NUMBER, NUMBER)), NUMBER

    def op_flood(self, term: Op) -> Written:
        start, table, through = term.args
        assert isinstance(table, Lookup)
        own = joined(joined(self.own(start), self.own(through)), self.names.tables[table.table].of)
        name = f"flood_{self.names.tables[table.table].name}"
        self.names.floods[table.table] = name
        return self.function(name, (start, through), (own, own)), own

    # --- Bags --------------------------------------------------------------------------------------------------------

    def op_bag_count(self, term: Op) -> Written:
        bag, face, bits = term.args
        own = self.own(bag)
        assert isinstance(bits, Const)
        before, (a, b) = self.in_order((bag, face), (own, NUMBER))
        text = f"(int64_t){self.names.piece('field', own)}({a}, {bits.value} * {b}, {bits.value})"
        return f"({before}{text})", NUMBER

    def op_bag_one(self, term: Op) -> Written:
        face, bits = term.args
        own = representation(term.type)
        assert isinstance(bits, Const)
        return f"{own.letter}_bit({bits.value} * {self.number(face)})", own

    def op_bag_size(self, term: Op) -> Written:
        own = self.own(term.args[0])
        return self.function(self.names.piece("bag_size", own), term.args, (own, NUMBER, NUMBER)), NUMBER

    def op_bag_faces(self, term: Op) -> Written:
        own, made = self.own(term.args[0]), representation(term.type)
        name = self.names.piece("bag_faces", own, made)
        return self.function(name, term.args, (own, NUMBER, NUMBER)), made

    def op_bag_times(self, term: Op) -> Written:
        own = joined(representation(term.type), self.own(term.args[0]))
        return self.function(f"{own.letter}_mul", term.args, (own, NUMBER)), own

    def op_bag_minus(self, term: Op) -> Written:
        own = joined(self.own(term.args[0]), self.own(term.args[1]))
        return self.function(self.names.piece("bag_minus", own), term.args, (own, own, NUMBER, NUMBER)), own

    # --- Lists -------------------------------------------------------------------------------------------------------

    def op_list(self, term: Op) -> Written:
        own = representation(term.type)
        assert isinstance(own, Listing)
        kept = self.temporary(own.of.ctype, len(term.args))
        sets = "".join(f"{kept}[{i}] = {self.fit(arg, own.of)}, " for i, arg in enumerate(term.args))
        return f"({sets}({own.ctype}){{{len(term.args)}, {kept}}})", own

    def op_length(self, term: Op) -> Written:
        return f"{self.write(term.args[0])[0]}.n", NUMBER

    def op_entry(self, term: Op) -> Written:
        own = self.own(term.args[0])
        assert isinstance(own, Listing)
        before, (values, at) = self.in_order(term.args, (own, NUMBER))
        return f"({before}{values}.v[{at}])", own.of

    def op_list_first(self, term: Op) -> Written:
        return self.part(term, "first")

    def op_list_last(self, term: Op) -> Written:
        return self.part(term, "last")

    def part(self, term: Op, which: str) -> Written:
        own = self.own(term.args[0])
        return self.function(self.names.piece(f"list_{which}", own), term.args, (own, NUMBER)), own

    def op_ordered(self, term: Op) -> Written:
        values, *keys = term.args
        own = self.own(values)
        most = term.type
        assert isinstance(own, Listing) and isinstance(most, ListOf)
        if any(not isinstance(self.own(key), Listing) for key in keys):
            raise NotRepresentable("lists in an order")
        kept, order = self.temporary(own.of.ctype, most.size), self.temporary("int64_t", most.size)
        name = self.names.piece("ordered", own)
        lists = self.temporary("list_n", len(keys))
        sets = "".join(f"{lists}[{i}] = {self.fit(key, Listing(NUMBER))}, " for i, key in enumerate(keys))
        shown = self.fit(values, own)
        text = self.temporary(own.ctype)
        return f"({text} = {shown}, {sets}{name}({kept}, {order}, {text}, {len(keys)}, {lists}))", own

    # --- Rows --------------------------------------------------------------------------------------------------------

    def row(self, name: str, term: Op, own: Representation) -> Written:
        """An operation on a row that gives a row of the same size, with numbers as its other operands."""
        others = (NUMBER,) * (len(term.args) - 1)
        return self.function(self.names.piece(name, own), term.args, (own, *others)), own

    def op_row_length(self, term: Op) -> Written:
        return self.row("row_length", term, self.own(term.args[0]))[0], NUMBER

    def op_row_last(self, term: Op) -> Written:
        return self.row("row_last", term, self.own(term.args[0]))[0], NUMBER

    def op_row_front(self, term: Op) -> Written:
        return self.row("row_front", term, self.own(term.args[0]))

    def op_row_rest(self, term: Op) -> Written:
        own = self.own(term.args[0])
        return self.function(f"{own.letter}_shr", term.args, (own, NUMBER)), own

    def op_row_first(self, term: Op) -> Written:
        row, bits, _ = term.args
        own = self.own(row)
        text = f"{self.names.piece('field', own)}({self.fit(row, own)}, 0, {self.number(bits)})"
        return f"((int64_t){text} - 1)", NUMBER

    def op_row_on(self, term: Op) -> Written:
        own = joined(representation(term.type), self.own(term.args[0]))
        before, (row, entry, width) = self.in_order(term.args, (own, own, NUMBER))
        return f"({before}{own.letter}_or({own.letter}_shl({row}, {width}), {entry}))", own

    def op_row_under(self, term: Op) -> Written:
        return self.joined_rows(term)

    def op_row_joined(self, term: Op) -> Written:
        return self.joined_rows(term)

    def joined_rows(self, term: Op) -> Written:
        own = joined(representation(term.type), self.own(term.args[0]))
        return self.function(self.names.piece("row_joined", own), term.args, (own, own, NUMBER)), own

    def op_row_values(self, term: Op) -> Written:
        own = self.own(term.args[0])
        most = term.type
        assert isinstance(most, ListOf)
        kept = self.temporary("int64_t", most.size)
        wanted = (own, NUMBER, NUMBER, NUMBER)
        return self.function(self.names.piece("row_values", own), term.args, wanted, kept), Listing(NUMBER)

    def op_row_of(self, term: Op) -> Written:
        own = representation(term.type)
        wanted = (Listing(NUMBER), NUMBER, NUMBER)
        return self.function(self.names.piece("row_of", own), term.args, wanted), own

    def op_row_less(self, term: Op) -> Written:
        own, group = self.own(term.args[0]), self.as_group(term.args[1])
        name = self.names.piece("row_less", own, group)
        self.names.piece("field", group)
        return self.function(name, term.args, (own, group, NUMBER, NUMBER, NUMBER)), own

    def op_row_held(self, term: Op) -> Written:
        own, made = self.own(term.args[0]), representation(term.type)
        group = Bits(1) if isinstance(made, Number) else made
        text = self.function(self.names.piece("row_held", own, group), term.args, (own, NUMBER, NUMBER, NUMBER))
        return self.converted(text, group, made), made

    def as_group(self, term: Expression) -> Bits:
        own = self.own(term)
        return own if isinstance(own, Bits) else Bits(1)

    # --- Fields as a whole -------------------------------------------------------------------------------------------

    def op_holders(self, term: Op) -> Written:
        whole, value = term.args
        assert isinstance(whole, Load)
        planes = self.names.planes[whole.field]
        ends = bounds.of(value.type)
        if ends is None and isinstance(value.type, Either):
            most = bounds.of(plain(value.type))
            ends = (-len(self.names.words), most[1]) if most is not None else None
        text = self.number(value)
        if ends is not None and planes.low <= ends[0] and ends[1] <= planes.high:
            return f"s->{planes.name}[{text} + {-planes.low}]", planes.of
        kept = self.temporary("int64_t")
        inside = f"{kept} >= {planes.low} && {kept} <= {planes.high}"
        none = bits_constant(0, planes.of)
        return f"({kept} = {text}, {inside} ? s->{planes.name}[{kept} + {-planes.low}] : {none})", planes.of

    def op_sources(self, term: Op) -> Written:
        group, table, *rest = term.args
        assert isinstance(table, Lookup)
        made = representation(term.type)
        own = joined(self.own(group), made)
        assert isinstance(own, Bits) and isinstance(made, Bits)
        self.names.sources[table.table] = own
        name = f"sources_{self.names.tables[table.table].name}"
        text = self.function(name, (group, *rest), (own, *[NUMBER] * len(rest)))
        return text, own

    def op_touching(self, term: Op) -> Written:
        group, table = term.args
        assert isinstance(table, Lookup)
        own = joined(self.own(group), representation(term.type))
        assert isinstance(own, Bits)
        self.names.touching[table.table] = own
        return self.function(f"touching_{self.names.tables[table.table].name}", (group,), (own,)), own

    def op_times(self, term: Op) -> Written:
        past, *parts = term.args
        kept, count, filled = self.position(parts)
        return f"({filled}times(c, {self.fit(past, Past())}, {kept}, {count}))", NUMBER

    def op_remembered(self, term: Op) -> Written:
        past, *parts, number = term.args
        kept, count, filled = self.position(parts)
        return f"({filled}remembered(c, {self.fit(past, Past())}, {kept}, {count}, {self.number(number)}))", Past()

    def position(self, parts: Sequence[Expression]) -> tuple[str, int, str]:
        """A temporary with the words of a position, their number, and what fills it."""
        filled, count = "", 0
        kept = f"t{len(self.temporaries)}"
        place = len(self.temporaries)
        self.temporaries.append("")
        for part in parts:
            if isinstance(part, Load) and not part.at:
                words = words_of(self.names.fields[part.field])
                name = self.names.field_names[part.field]
                filled += f"{kept}[{count + words - 1}] = 0, memcpy({kept} + {count}, &s->{name}, sizeof s->{name}), "
                count += words
                continue
            text, own = self.write(part)
            words = own.words if isinstance(own, Bits) else 1
            if words > 1:
                one = self.temporary(own.ctype)
                filled += f"{one} = {text}, memcpy({kept} + {count}, &{one}, {8 * words}), "
            else:
                filled += f"{kept}[{count}] = (uint64_t){text}, "
            count += words
        self.temporaries[place] = f"uint64_t {kept}[{max(1, count)}]"
        return kept, count, filled

    def op_vacant(self, term: Op) -> Written:
        place, *tokens = term.args
        if len(tokens) == 1 and isinstance(tokens[0], Local):
            return f"{self.locals[tokens[0].name][0]}.v[{self.number(place)}]", NUMBER
        kept = self.temporary("int64_t")
        tests = " && ".join(f"{self.number(token)} != {kept}" for token in tokens) or "1"
        return f"({kept} = {self.number(place)}, {tests})", NUMBER

    def op_free(self, term: Op) -> Written:
        places = 0
        for token in term.args:
            kind = plain(self.names.fields[token.field].type if isinstance(token, Load) else token.type)
            assert isinstance(kind, Member)
            places = max(places, kind.size)
        kept, index = self.temporary("int64_t", places + 1), self.temporary("int64_t")
        text = f"({{ for ({index} = 0; {index} < {places}; {index}++) {kept}[{index}] = 1; }}), "
        for token in term.args:  # a token beside the board has a number below zero, which is nobody's place
            text += f"{index} = {self.number(token)}, {kept}[{index} < 0 ? {places} : {index}] = 0, "
        return f"({text}(list_n){{{places}, {kept}}})", Listing(NUMBER)


# --- Small questions -------------------------------------------------------------------------------------------------


def bits_constant(value: int, own: Bits) -> str:
    """A group of bits that is known now."""
    words = [value >> 64 * i & (1 << 64) - 1 for i in range(own.words)]
    if own.words == 1:
        return f"UINT64_C({value})" if value < 1 << 16 else f"UINT64_C({value:#x})"
    if own.words == 2:
        return f"((u128)UINT64_C({words[1]:#x}) << 64 | UINT64_C({words[0]:#x}))"
    return f"(({own.ctype}){{{{{', '.join(f'UINT64_C({word:#x})' for word in words)}}}}})"


def words_of(slot: m.FieldSlot) -> int:
    """In how many words all entries of a field fit, just as the record has them."""
    return -(-entry_count(slot) * SIZES.get(stored(slot.type), 8 * representation_words(slot.type)) // 8)


def representation_words(type: Type) -> int:
    own = representation(type)
    return own.words if isinstance(own, Bits) else 1


def noticed(term: Expression) -> bool:
    """Whether it matters when an expression is worked out: it may end in a fault, or counts steps."""
    effects = expression_effects(term)
    return bool(effects.calls) or bool(effects.operations & FALLIBLE)


def is_none(term: Expression) -> bool:
    return isinstance(term.type, Either)


def bounded(term: Expression, most: int) -> bool:
    """Whether a number is surely below a limit, and not below zero."""
    match term.type:
        case Bool():
            return True
        case Int(a, b):
            return a >= 0 and b < most
        case Member(_, count):
            return count <= most
        case _:
            return False


def closes_last(text: str) -> bool:
    """Whether the bracket that a text begins with is closed at its very end."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def room(type: Type) -> int:
    """How many values a list of a type can have."""
    assert isinstance(type, ListOf), type
    return type.size
