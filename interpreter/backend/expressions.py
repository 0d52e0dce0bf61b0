"""Terms as Python expressions: each operation of the machine has one line here."""

from __future__ import annotations

from collections.abc import Callable
from keyword import iskeyword

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.terms import Call, Const, Load, Local, Lookup, Op, Term
from astro_referee.interpreter.types import low, size

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
}
CALLS: dict[str, str] = {
    "abs": "abs",
    "min": "min",
    "max": "max",
    "length": "len",
    "runs": "longest_run",
    "bag faces": "face_set",
    "bag minus": "bag_minus",
}
KEPT = frozenset(
    ["s", "log", "out", "first", "range", "len", "tuple", "min", "max", "abs", "next", "enumerate", "move"]
)
"""Names generated code uses itself, so that a local of a rule file must not hide them."""


def identifier(name: str) -> str:
    """A local name as Python may have it. The compiler's own names begin with a dot and end in an underscore here."""
    if name.startswith("."):
        return f"{name[1:]}_"
    if iskeyword(name) or name in KEPT or name in BUILT_IN or not name[:1].islower() or name.endswith("_"):
        return f"v_{name}"
    return f"v_{name}" if name.startswith(("v_", "rest")) else name


BUILT_IN = frozenset(
    ["bits", "choices", "faces", "face_set", "bag_choices", "bag_minus", "bag_size", "longest_run", "nth_bit", "prefer"]
)


@frozen
class Expressions:
    """Writes terms; knows where fields lie and what functions and tables are called."""

    offsets: dict[str, int]
    fields: dict[str, m.FieldSlot]
    functions: dict[str, str]
    tables: dict[str, str]

    def show(self, term: Term) -> str:
        return self.bind(term)[0]

    def tight(self, term: Term, level: int) -> str:
        """A term as an operand of something that binds this tightly."""
        text, own = self.bind(term)
        return text if own > level else f"({text})"

    def bind(self, term: Term) -> tuple[str, int]:
        match term:
            case Const(value):
                return str(value), ATOM if value >= 0 else UNARY
            case Local(name):
                return identifier(name), ATOM
            case Load(name, at):
                return self.place(name, at), ATOM
            case Lookup(table, at):
                return self.tables[table] + "".join(f"[{self.show(i)}]" for i in at), ATOM
            case Call(name, args):
                return f"{self.functions[name]}({', '.join(['s', *map(self.show, args)])})", ATOM
            case Op(name, args):
                return self.operation(name, args)
            case _:
                raise AssertionError(f"{type(term).__name__} should have been compiled away")

    def place(self, name: str, at: tuple[Term, ...]) -> str:
        """The slot of a field, with its index worked in."""
        offset, slot = self.offsets[name], self.fields[name]
        steps: list[str] = []
        stride = 1
        for index, base in zip(reversed(at), reversed(slot.indices), strict=True):
            offset -= low(base) * stride
            if isinstance(index, Const):
                offset += index.value * stride
            else:
                steps.append(self.tight(index, PRODUCT) + f" * {stride}" if stride > 1 else self.tight(index, SUM))
            stride *= size(base)
        shown = [str(offset), *reversed(steps)] if offset or not steps else list(reversed(steps))
        return f"s[{' + '.join(shown)}]"

    def operation(self, name: str, args: tuple[Term, ...]) -> tuple[str, int]:
        if name in BINARY:
            sign, level = BINARY[name]
            loose = level - 1 if name in ("+", "*", "and", "or", "union", "meet", "-") else level
            return f"{self.tight(args[0], loose)} {sign} {self.tight(args[1], level)}", level
        if name in CALLS:
            return f"{CALLS[name]}({', '.join(map(self.show, args))})", ATOM
        written: Callable[[tuple[Term, ...]], tuple[str, int]] = getattr(self, "op_" + name.replace(" ", "_"))
        return written(args)

    def op_neg(self, args: tuple[Term, ...]) -> tuple[str, int]:
        return f"-{self.tight(args[0], UNARY)}", UNARY

    def op_not(self, args: tuple[Term, ...]) -> tuple[str, int]:
        return f"not {self.tight(args[0], AND)}", NOT

    def op_if(self, args: tuple[Term, ...]) -> tuple[str, int]:
        test, yes, no = args
        return f"{self.tight(yes, LAMBDA)} if {self.tight(test, LAMBDA)} else {self.tight(no, LAMBDA)}", LAMBDA

    def op_bit(self, args: tuple[Term, ...]) -> tuple[str, int]:
        return f"1 << {self.tight(args[0], SHIFT)}", SHIFT

    def op_has(self, args: tuple[Term, ...]) -> tuple[str, int]:
        return f"{self.tight(args[0], SHIFT)} >> {self.tight(args[1], SHIFT)} & 1", BITAND

    def op_minus(self, args: tuple[Term, ...]) -> tuple[str, int]:
        return f"{self.tight(args[0], BITAND)} & ~{self.tight(args[1], UNARY)}", BITAND

    def op_size(self, args: tuple[Term, ...]) -> tuple[str, int]:
        return f"{self.tight(args[0], UNARY)}.bit_count()", ATOM

    def op_least(self, args: tuple[Term, ...]) -> tuple[str, int]:
        text = self.tight(args[0], UNARY)
        return f"({text} & -{text}).bit_length() - 1", SUM

    def op_list(self, args: tuple[Term, ...]) -> tuple[str, int]:
        return f"[{', '.join(map(self.show, args))}]", ATOM

    def op_entry(self, args: tuple[Term, ...]) -> tuple[str, int]:
        return f"{self.tight(args[0], UNARY)}[{self.show(args[1])}]", ATOM

    def op_bag_count(self, args: tuple[Term, ...]) -> tuple[str, int]:
        bag, face, bits = args
        assert isinstance(bits, Const)
        return f"{self.tight(bag, SHIFT)} >> {self.width(face, bits)} & {(1 << bits.value) - 1}", BITAND

    def op_bag_one(self, args: tuple[Term, ...]) -> tuple[str, int]:
        face, bits = args
        assert isinstance(bits, Const)
        return f"1 << {self.width(face, bits)}", SHIFT

    def width(self, face: Term, bits: Const) -> str:
        if isinstance(face, Const):
            return str(face.value * bits.value)
        return f"{bits.value} * {self.tight(face, PRODUCT)}"

    def op_bag_size(self, args: tuple[Term, ...]) -> tuple[str, int]:
        return f"bag_size({self.show(args[0])}, {self.show(args[1])})", ATOM

    def op_vacant(self, args: tuple[Term, ...]) -> tuple[str, int]:
        place, *loads = args
        slots = [self.slot_number(load) for load in loads]
        if slots == list(range(slots[0], slots[0] + len(slots))):
            where = f"s[{slots[0]}:{slots[-1] + 1}]"
        else:
            where = f"({', '.join(f's[{n}]' for n in slots)},)"
        return f"{self.tight(place, COMPARE)} not in {where}", COMPARE

    def slot_number(self, load: Term) -> int:
        assert isinstance(load, Load)
        number = self.offsets[load.field]
        for index in load.at:
            assert isinstance(index, Const)
            number += index.value
        return number
