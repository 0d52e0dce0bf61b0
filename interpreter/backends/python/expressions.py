"""Terms as Python expressions: each operation of the machine has one line here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from keyword import iskeyword

from attrs import field, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import Call, Const, Expression, FunctionRef, Load, Local, Lookup, Op
from astro_referee.interpreter.machine.record import entry_count
from astro_referee.interpreter.machine.runtime import BIT
from astro_referee.interpreter.values.types import Int, SetOf, Type, low, plain, size

# How tightly Python binds, loosest first; operands of a tighter operator are bracketed.
LAMBDA, OR, AND, NOT, COMPARE, BITOR, BITAND, SHIFT, SUM, PRODUCT, UNARY, ATOM = range(12)

BINARY: dict[str, tuple[str, int]] = {
    "+": ("+", SUM),
    "-": ("-", SUM),
    "*": ("*", PRODUCT),
    "/": ("//", PRODUCT),
    "mod": ("%", PRODUCT),
    "<": ("<", COMPARE),
    "<=": ("<=", COMPARE),
    "is": ("==", COMPARE),
    "is not": ("!=", COMPARE),
    "and": ("and", AND),
    "or": ("or", OR),
    "union": ("|", BITOR),
    "meet": ("&", BITAND),
    "raise": ("<<", SHIFT),
    "lower": (">>", SHIFT),
    "bag plus": ("+", SUM),
    "bag less": ("-", SUM),
    "bag times": ("*", PRODUCT),
}
ASSOCIATIVE = frozenset(["+", "-", "*", "and", "or", "union", "meet", "bag plus", "bag less", "bag times"])
"""Operators that need no brackets around an operator of their own strength on the left."""
CALLS: dict[str, str] = {
    "abs": "abs",
    "min": "min",
    "max": "max",
    "length": "len",
    "runs": "longest_run",
    "nth": "nth_bit",
    "spread": "spread",
    "trail": "longest_trail",
    "bag faces": "face_set",
    "bag minus": "bag_minus",
    "list first": "rows.first_of",
    "list last": "rows.last_of",
    "ordered": "rows.ordered",
    "row length": "rows.length",
    "row values": "rows.values",
    "row of": "rows.of_values",
    "row under": "rows.under",
    "row joined": "rows.joined",
    "row last": "rows.last",
    "row front": "rows.front",
    "row less": "rows.less",
    "row held": "rows.held",
}
# fmt: off
KEPT = frozenset([
    "s", "log", "out", "first", "kept", "range", "len", "tuple", "min", "max", "abs", "next", "enumerate", "move",
    "below", "bag_choices", "bag_minus", "bag_pick", "bag_size", "bits", "choices", "face_set", "faces", "flood",
    "holders", "longest_run", "longest_trail", "members", "nth_bit", "prefer", "remembered", "rows", "sources", "times",
    "adjoining", "covers", "sights", "ways", "choice_count", "nth_choice", "drawn_among", "spread",
])
# fmt: on
"""Names generated code uses itself, so that a local of a rule file must not hide them."""


@frozen
class Expressions:
    """Writes terms; knows where fields lie and what functions and tables are called."""

    offsets: dict[str, int]
    fields: dict[str, m.FieldSlot]
    functions: dict[FunctionRef, str]
    tables: dict[str, str]
    same: frozenset[str] = frozenset()
    """Tables in which each entry is its own place, so that nothing need be looked up."""
    placed: dict[str, int] = field(factory=dict)
    """Locals that hold no index but where it leads: by how much that is further on."""

    def local(self, name: str) -> str:
        """A local as Python may have it. The compiler's own names begin with a dot and end in an underscore here."""
        if name.startswith("."):
            return f"{name[1:]}_"
        if iskeyword(name) or name in KEPT or name in self.functions or not name[:1].islower() or name.endswith("_"):
            return f"v_{name}"
        return f"v_{name}" if name.startswith(("v_", "rest")) else name

    def show(self, term: Expression) -> str:
        return self.bind(term)[0]

    def test(self, term: Expression) -> str:
        """A condition, where only counts whether it holds."""
        return self.condition(term)[0]

    def condition(self, term: Expression) -> tuple[str, int]:
        match term:
            case Op("has", (group, member)) if short_set(group.type) and not isinstance(member, Const):
                return f"{self.tight(group, BITAND - 1)} & BIT[{self.show(member)}]", BITAND
            case Op("not", (of,)):
                text, own = self.condition(of)
                return f"not {text if own > AND else f'({text})'}", NOT
            case Op(("and" | "or") as word, (first, second)) if self.short_comparison(word, first, second) is None:
                level = AND if word == "and" else OR
                (left, loose), (right, tight) = self.condition(first), self.condition(second)
                left, right = left if loose >= level else f"({left})", right if tight > level else f"({right})"
                return f"{left} {word} {right}", level
            case _:
                return self.bind(term)

    def tight(self, term: Expression, level: int) -> str:
        """A term as an operand of something that binds this tightly."""
        text, own = self.bind(term)
        return text if own > level else f"({text})"

    def bind(self, term: Expression) -> tuple[str, int]:
        match term:
            case Const(value):
                return str(value), ATOM if value >= 0 else UNARY
            case Local(name):
                return self.local(name), ATOM
            case Load(name, at):
                return self.place(name, at), ATOM
            case Lookup(table, (index,)) if table in self.same:
                return self.bind(index)
            case Lookup(table, at):
                return self.tables[table] + "".join(f"[{self.show(i)}]" for i in at), ATOM
            case Call(name, args):
                return f"{self.functions[name]}({', '.join(['s', *map(self.show, args)])})", ATOM
            case Op("bit", (member,)):
                if short_set(term.type):
                    return f"BIT[{self.show(member)}]", ATOM
                return f"1 << {self.tight(member, SHIFT)}", SHIFT
            case Op("encode" | "decode", (of,)):
                return self.bind(of)
            case Op(name, args):
                return self.operation(name, args)
            case _:
                raise AssertionError(f"{type(term).__name__} should have been compiled away")

    def place(self, name: str, at: tuple[Expression, ...]) -> str:
        """The slot of a field, with its index worked in."""
        offset, slot = self.offsets[name], self.fields[name]
        steps: list[str] = []
        stride = 1
        for index, base in zip(reversed(at), reversed(slot.indices), strict=True):
            offset -= low(base) * stride
            index, more = without_offset(index)
            offset += more * stride
            if isinstance(index, Local) and index.name in self.placed:
                offset -= self.placed[index.name]
            if not isinstance(index, Const):
                steps.append(self.tight(index, PRODUCT) + f" * {stride}" if stride > 1 else self.tight(index, SUM))
            stride *= size(base)
        shown = [str(offset), *reversed(steps)] if offset or not steps else list(reversed(steps))
        return f"s[{' + '.join(shown)}]"

    def known_place(self, name: str, at: Sequence[int]) -> int:
        """Where in the record an entry of a field lies."""
        offset, stride = self.offsets[name], 1
        for index, base in zip(reversed(at), reversed(self.fields[name].indices), strict=True):
            offset += (index - low(base)) * stride
            stride *= size(base)
        return offset

    def operation(self, name: str, args: tuple[Expression, ...]) -> tuple[str, int]:
        short = self.short_comparison(name, *args) if name in ("and", "or") else None
        if short is not None:
            return short, COMPARE
        if name in BINARY:
            sign, level = BINARY[name]
            loose = level - 1 if name in ASSOCIATIVE else level
            return f"{self.tight(args[0], loose)} {sign} {self.tight(args[1], level)}", level
        if name in CALLS:
            return f"{CALLS[name]}({', '.join(map(self.show, args))})", ATOM
        written: Callable[[tuple[Expression, ...]], tuple[str, int]] = getattr(self, "op_" + name.replace(" ", "_"))
        return written(args)

    def short_comparison(self, word: str, first: Expression, second: Expression) -> str | None:
        """Two comparisons that Python has one for."""
        match word, first, second:
            case "or", Op("<", (a, b)), Op("is", (c, d)) if (a, b) in ((c, d), (d, c)):
                return f"{self.tight(a, COMPARE)} <= {self.tight(b, COMPARE)}"
            case "and", Op("<=", (a, b)), Op("<=", (c, d)) if b == c and isinstance(b, Local):
                return f"{self.tight(a, COMPARE)} <= {self.show(b)} <= {self.tight(d, COMPARE)}"
            case _:
                return None

    def op_neg(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        return f"-{self.tight(args[0], UNARY)}", UNARY

    def op_not(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        return f"not {self.tight(args[0], AND)}", NOT

    def op_if(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        test, own = self.condition(args[0])
        test = test if own > LAMBDA else f"({test})"
        return f"{self.tight(args[1], LAMBDA)} if {test} else {self.tight(args[2], LAMBDA)}", LAMBDA

    def op_has(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        return f"{self.tight(args[0], SHIFT)} >> {self.tight(args[1], SHIFT)} & 1", BITAND

    def op_minus(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        return f"{self.tight(args[0], BITAND)} & ~{self.tight(args[1], UNARY)}", BITAND

    def op_size(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        return f"{self.tight(args[0], UNARY)}.bit_count()", ATOM

    def op_least(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        text = self.tight(args[0], UNARY)
        return f"({text} & -{text}).bit_length() - 1", SUM

    def op_greatest(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        return f"({self.show(args[0])}).bit_length() - 1", SUM

    def op_list(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        return f"[{', '.join(map(self.show, args))}]", ATOM

    def op_entry(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        return f"{self.tight(args[0], UNARY)}[{self.show(args[1])}]", ATOM

    def op_row_on(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        row, entry, width = args
        return f"{self.tight(row, SHIFT)} << {self.tight(width, SHIFT)} | {self.tight(entry, BITOR)}", BITOR

    def op_row_first(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        row, bits, _ = args
        assert isinstance(bits, Const)
        return f"({self.tight(row, BITAND)} & {(1 << bits.value) - 1}) - 1", SUM

    def op_row_rest(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        return f"{self.tight(args[0], SHIFT)} >> {self.tight(args[1], SHIFT)}", SHIFT

    def op_bag_count(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        bag, face, bits = args
        assert isinstance(bits, Const)
        return f"{self.tight(bag, SHIFT)} >> {self.width(face, bits)} & {(1 << bits.value) - 1}", BITAND

    def op_bag_one(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        face, bits = args
        assert isinstance(bits, Const)
        return f"1 << {self.width(face, bits)}", SHIFT

    def width(self, face: Expression, bits: Const) -> str:
        if isinstance(face, Const):
            return str(face.value * bits.value)
        return f"{bits.value} * {self.tight(face, PRODUCT)}"

    def op_bag_size(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        return f"bag_size({', '.join(map(self.show, args))})", ATOM

    def op_flood(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        start, table, through = args
        return f"flood({self.show(start)}, {self.show(table)}_ways, {self.show(through)})", ATOM

    def op_holders(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        whole, value, *rest = args
        assert isinstance(whole, Load)
        last = self.fields[whole.field].indices[-1]
        start = self.place(whole.field, (*rest, Const(low(last), type=Int(low(last), low(last)))))[2:-1]
        return f"holders(s[{start}:{start} + {size(last)}], {self.show(value)})", ATOM

    def op_sources(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        group, table, *rest = args
        return f"sources({', '.join([self.show(group), self.show(table), *map(self.show, rest)])})", ATOM

    def op_adjoining(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        group, table, *others = args
        row = self.show(table) + "".join(f"[{self.show(index)}]" for index in others)
        return f"adjoining({self.show(group)}, {row})", ATOM

    def op_sights(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        return f"sights({', '.join(map(self.show, args))})", ATOM

    def op_covers(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        return f"covers({', '.join(map(self.show, args))})", ATOM

    def op_times(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        return f"times({self.show(args[0])}, {self.position(args[1:])})", ATOM

    def op_remembered(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        past, *parts, fault = args
        return f"remembered({self.show(past)}, {self.position(tuple(parts))}, {self.show(fault)})", ATOM

    def position(self, parts: tuple[Expression, ...]) -> str:
        """Whole fields and single entries as they stand, put together; what is kept in a local is looked up there."""
        slices: list[str] = []
        for part in parts:
            if not isinstance(part, Load) or part.at:
                slices.append(self.show(part))
                continue
            start, count = self.offsets[part.field], entry_count(self.fields[part.field])
            slices.append(f"*s[{start}:{start + count}]" if count > 1 else f"s[{start}]")
        return f"({', '.join(slices)},)"

    def op_vacant(self, args: tuple[Expression, ...]) -> tuple[str, int]:
        place, *tokens = args
        if len(tokens) == 1 and isinstance(tokens[0], Local):
            return f"{self.show(tokens[0])}[{self.show(place)}]", ATOM
        neighbours = self.neighbours(tokens)
        where = neighbours if neighbours is not None else f"({', '.join(map(self.show, tokens))},)"
        return f"{self.tight(place, COMPARE)} not in {where}", COMPARE

    def neighbours(self, loads: list[Expression]) -> str | None:
        """The part of the record that fields fill, if they follow each other."""
        slots: list[int] = []
        for load in loads:
            if not isinstance(load, Load):
                return None
            number = self.offsets[load.field]
            for index in load.at:
                assert isinstance(index, Const)
                number += index.value
            slots.append(number)
        return f"s[{slots[0]}:{slots[-1] + 1}]" if slots == list(range(slots[0], slots[0] + len(slots))) else None


def short_set(type: Type) -> bool:
    """Whether the bits of a set stand in the table of bits."""
    kind = plain(type)
    return isinstance(kind, SetOf) and size(kind.of) <= len(BIT)


def without_offset(index: Expression) -> tuple[Expression, int]:
    """An index as one that is known only in play, and the number that is added to it."""
    match index:
        case Const(value):
            return index, value
        case Op("+", (of, Const(value))):
            return of, value
        case Op("-", (of, Const(value))):
            return of, -value
        case _:
            return index, 0
