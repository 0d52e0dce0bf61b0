"""Operations of the machine in C: each has its line here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define

from astro_referee.interpreter.backends.c.representation import (
    NUMBER,
    Bits,
    Listing,
    NotRepresentable,
    Number,
    Past,
    Representation,
    bits_constant,
    joined,
    representation,
)
from astro_referee.interpreter.backends.c.sets.places import Places
from astro_referee.interpreter.backends.c.sets.shifts import MOST_SHIFTS, shifts
from astro_referee.interpreter.backends.c.terms import (
    Written,
    bounded,
    closes_last,
    is_none,
    words_of,
)
from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.expressions import Const, Expression, Load, Local, Lookup, Op
from astro_referee.interpreter.values.types import (
    Either,
    ListOf,
    Member,
    SetOf,
    plain,
    size,
    span,
)

COMPARISONS = {"<": "<", "<=": "<=", "is": "==", "is not": "!="}
ARITHMETIC = {"+": "+", "-": "-", "*": "*"}
GROUPS = {"union": "or", "meet": "and", "minus": "andnot", "bag plus": "add", "bag less": "sub"}
SIGNS = {"or": "|", "and": "&", "andnot": "& ~", "add": "+", "sub": "-"}


MOST_ORDERED = 4096
"""Entries of a list that is put in order by insertion, on the stack; Python orders longer ones."""


@define
class Expressions(Places):
    """Writes the expressions of one function, operations among them."""

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

    def group(self, word: str, args: tuple[Expression, ...], own: Representation, name: str) -> str:
        assert isinstance(own, Bits), word
        before, (a, b) = self.in_order(args, (own, own))
        text = f"{a} {SIGNS[name]}{b}" if own.words <= 2 else f"{own.letter}_{name}({a}, {b})"
        return f"({before}{text})"

    def comparison(self, word: str, first: Expression, second: Expression) -> str:
        if isinstance(second, Const) and not second.value and (reached := self.flood_to(first)) is not None:
            return reached if word == "is not" else f"(!{reached})"
        if word in ("is", "is not") and (place := self.on_plane(first, second)) is not None:
            return place if word == "is" else f"(!{place})"
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
            return f"(({own.ctype})1 << ({member} & {64 * own.words - 1}))", own
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

    def op_nth(self, term: Op) -> Written:
        own = self.as_group(term.args[0])
        return self.function(self.names.piece("nth", own), term.args, (own, NUMBER)), NUMBER

    def op_greatest(self, term: Op) -> Written:
        own = self.as_group(term.args[0])
        return f"({own.letter}_length({self.fit(term.args[0], own)}) - 1)", NUMBER

    def op_runs(self, term: Op) -> Written:
        own = self.as_group(term.args[0])
        return self.function(self.names.piece("runs", own), term.args, (own, NUMBER, NUMBER)), NUMBER

    def op_trail(self, term: Op) -> Written:
        routes, ends, lengths, number = term.args
        assert isinstance(ends, Lookup) and isinstance(lengths, Lookup)
        own = self.as_group(routes)
        self.names.trails[ends.table, lengths.table] = None
        ways = f"trail_{self.names.tables[ends.table].name}_{self.names.tables[lengths.table].name}"
        kind = plain(routes.type)
        assert isinstance(kind, SetOf)
        kept = self.temporary("int16_t", size(kind.of))
        listed = f"{self.names.piece('listed', own)}({kept}, {self.fit(routes, own)})"
        shown = f"{kept}, {ways}_from, {ways}_to, {ways}_length, {self.number(number)}"
        return f"longest_trail(c, {listed}, {shown})", NUMBER

    def op_flood(self, term: Op) -> Written:
        start, table, through = term.args
        assert isinstance(table, Lookup)
        own = joined(joined(self.own(start), self.own(through)), self.names.tables[table.table].of)
        assert isinstance(own, Bits)
        self.names.floods[table.table, False] = own
        return self.function(f"flood_{self.names.tables[table.table].name}", (start, through), (own, own)), own

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
        bag, width, faces = term.args
        own = self.as_group(bag)
        assert isinstance(width, Const) and isinstance(faces, Const)
        name = f"bag_size_{self.names.bag(own, width.value, faces.value)}"
        return self.function(name, (bag,), (own,)), NUMBER

    def op_bag_faces(self, term: Op) -> Written:
        bag, width, faces = term.args
        own, made = self.as_group(bag), representation(term.type)
        assert isinstance(width, Const) and isinstance(faces, Const) and isinstance(made, Bits)
        name = f"bag_faces_{self.names.bag(own, width.value, faces.value, made)}_{made.letter}"
        return self.function(name, (bag,), (own,)), made

    def op_bag_times(self, term: Op) -> Written:
        own = joined(representation(term.type), self.own(term.args[0]))
        return self.function(f"{own.letter}_mul", term.args, (own, NUMBER)), own

    def op_bag_minus(self, term: Op) -> Written:
        bag, gone, width, faces = term.args
        own = joined(self.own(bag), self.own(gone))
        assert isinstance(width, Const) and isinstance(faces, Const) and isinstance(own, Bits)
        name = f"bag_minus_{self.names.bag(own, width.value, faces.value)}"
        return self.function(name, (bag, gone), (own, own)), own

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
        if most.size > MOST_ORDERED:
            raise NotRepresentable(f"a list of {most.size:,} in an order")
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

    # --- Fields as a whole -------------------------------------------------------------------------------------------

    def op_holders(self, term: Op) -> Written:
        whole, value, *rest = term.args
        assert isinstance(whole, Load)
        planes = self.names.planes[whole.field]
        before, texts = self.in_order((*rest, value), [NUMBER] * (1 + len(rest)))
        text = texts.pop()
        row = f"({planes.row(self.row_number(whole.field, texts))})"
        ends = bounds.of(value.type)
        if ends is None and isinstance(value.type, Either):
            most = bounds.of(plain(value.type))
            ends = (-len(self.names.words), most[1]) if most is not None else None
        if ends is not None and planes.low <= ends[0] and ends[1] <= planes.high:
            made = f"{row}[{text} + {-planes.low}]"
            return (f"({before}{made})" if before else made), planes.of
        kept = self.temporary("int64_t")
        inside = f"{kept} >= {planes.low} && {kept} <= {planes.high}"
        none = bits_constant(0, planes.of)
        return f"({before}{kept} = {text}, {inside} ? {row}[{kept} + {-planes.low}] : {none})", planes.of

    def op_sources(self, term: Op) -> Written:
        group, table, *rest = term.args
        assert isinstance(table, Lookup)
        made = representation(term.type)
        own = joined(self.own(group), made)
        assert isinstance(own, Bits) and isinstance(made, Bits)
        if all(isinstance(one, Const) for one in rest):
            column = self.names.columns(table.table, rest)
            if len(shifts(column)) <= MOST_SHIFTS:
                return self.shifted(group, column, own), own
        self.names.sources[table.table] = own
        name = f"sources_{self.names.tables[table.table].name}"
        text = self.function(name, (group, *rest), (own, *[NUMBER] * len(rest)))
        return text, own

    def op_adjoining(self, term: Op) -> Written:
        group, table, *others = term.args
        assert isinstance(table, Lookup)
        own = joined(self.own(group), representation(term.type))
        assert isinstance(own, Bits)
        self.names.adjoining[table.table] = own
        name, numbers = f"adjoining_{self.names.tables[table.table].name}", [NUMBER] * len(others)
        return self.function(name, (group, *others), (own, *numbers)), own

    def op_spread(self, term: Op) -> Written:
        group, table = term.args
        assert isinstance(table, Lookup)
        own = joined(self.own(group), representation(term.type))
        assert isinstance(own, Bits)
        self.names.spreads[table.table] = own
        return self.function(f"spread_{self.names.tables[table.table].name}", (group,), (own,)), own

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
