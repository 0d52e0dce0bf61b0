"""Expressions of the machine in C, by their form: constants, locals, fields, tables and calls."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.names import Names
from astro_referee.interpreter.backends.c.representation import (
    NUMBER,
    Bits,
    Listing,
    NotRepresentable,
    Number,
    Representation,
    bits_constant,
    joined,
    on_stack,
    representation,
    stored,
)
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
    size,
)

SIZES = {f"{sign}int{bits}_t": bits // 8 for sign in ("", "u") for bits in (8, 16, 32, 64)}
FALLIBLE = frozenset(["remembered", "trail"])
"""Operations that may end in a fault, so that it counts which is first."""

Written = tuple[str, Representation]


@define
class Terms:
    """Writes the expressions of one function; knows its locals, and asks for temporaries."""

    names: Names
    locals: dict[str, tuple[str, Representation]]
    temporaries: list[str] = field(factory=list)

    def temporary(self, ctype: str, count: int | None = None) -> str:
        name = f"t{len(self.temporaries)}"
        self.temporaries.append(f"{ctype} {name}" + (f"[{on_stack(count)}]" if count is not None else ""))
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
                if self.names.alone(name):
                    before, text = self.in_planes(name, at)
                    text = f"get_{self.names.field_names[name]}(s, {text})"
                    return (f"({before}{text})" if before else text), own
                before, text = self.place(name, at)
                if isinstance(own, Number) or (isinstance(own, Bits) and own.words == 1):
                    text = f"({own.ctype}){text}"  # C would reckon with narrow numbers in 32 bits
                return (f"({before}{text})" if before else text), own
            case Lookup(table, at):
                entry = self.names.tables[table]
                if len(at) < len(entry.shape):
                    raise NotRepresentable("a part of a table as a list")
                before, shown = self.in_order(at, [NUMBER] * len(at))
                text = entry.name + "".join(f"[{index}]" for index in shown)
                if isinstance(entry.of, Number):
                    text = f"(int64_t){text}"
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

    def in_planes(self, name: str, at: tuple[Expression, ...]) -> tuple[str, str]:
        """What goes before, and an entry of a field that is kept as sets: its row, if there are more, and its place."""
        before, texts = self.in_order(at, [NUMBER] * len(at))
        row = self.row_number(name, texts[:-1])
        return before, f"{row}, {texts[-1]}" if row else texts[-1]

    def row_number(self, name: str, texts: list[str]) -> str:
        """The number of a row of a field, by its indices but the last."""
        row = ""
        for text, base in zip(texts, self.names.fields[name].indices, strict=False):
            here = f"({text} - {low(base)})" if low(base) else text
            row = f"({row}) * {size(base)} + {here}" if row else here
        return row

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
            case Op("sources" | "adjoining" | "spread" | "flood" | "sights" | "if", _):
                return self.write(term)[1]
            case _:
                return representation(term.type)

    def function(self, name: str, args: Sequence[Expression], wanted: Sequence[Representation], *first: str) -> str:
        before, shown = self.in_order(args, wanted)
        text = f"{name}({', '.join([*first, *shown])})"
        return f"({before}{text})" if before else text

    def as_group(self, term: Expression) -> Bits:
        own = self.own(term)
        return own if isinstance(own, Bits) else Bits(1)

    def operation(self, term: Op, word: str, args: tuple[Expression, ...]) -> Written:
        raise AssertionError(word)


# --- Small questions -------------------------------------------------------------------------------------------------


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
