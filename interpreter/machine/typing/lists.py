"""Whether a list never holds a value twice, since each value is added only where a set says that it is new.

Places that one comes to are such a list: it is gone through while it grows, so its rounds cannot be counted.
"""

from __future__ import annotations

from attrs import define

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of
from astro_referee.interpreter.machine.expressions import Const, Expression, Local, Op
from astro_referee.interpreter.machine.facts import Key, key_of, local, mentions
from astro_referee.interpreter.machine.folding import bit_number
from astro_referee.interpreter.machine.traversal import Code, walk_code
from astro_referee.interpreter.values.types import Base, ListOf, SetOf, low, size

Bits = frozenset[Key | None]
"""Numbers of bits, by what they are read from."""
NO_BITS: Bits = frozenset()


def holds_each_once(code: Code, name: str, type: ListOf) -> bool:
    """Whether a list has room for all values of its type, and some set keeps it from holding one of them twice."""
    for line in walk_code(code):
        match line:
            case m.Set(seen, Op("union", _, type=SetOf(of))) if size(of) <= type.size and of == type.of:
                watch = Watch(name, seen, of)
                watch.block(code, NO_BITS, NO_BITS)
                if watch.sound:
                    return True
    return False


@define
class Watch:
    """Follows a list and a set: all values of the list are in the set, and what is added to it was not."""

    name: str
    seen: str
    of: Base
    sound: bool = True

    def block(self, code: Code, absent: Bits, entered: Bits) -> tuple[Bits, Bits]:
        """Looks at code. `absent` are bits that the set lacks, `entered` those it has just got and the list has not."""
        began: Expression | None = None
        empty = False
        for number, line in enumerate(code):
            match line:
                case m.Set(self.seen, Op("union", parts)) if any(self.is_set(part) for part in parts):
                    new = frozenset(key_of(part.args[0]) for part in parts if isinstance(part, Op) and part.op == "bit")
                    entered |= new & absent
                    absent = NO_BITS  # of two that were absent, both may be the same
                case m.Set(self.seen, value):
                    began, absent, entered = value, NO_BITS, NO_BITS
                    self.sound &= self.begins_anew(code[number + 1 :])
                case m.Set(self.name, Op("list", ())):
                    empty = True
                    continue
                case m.Set(self.name, Op("list", (value,))):
                    self.sound &= self.begins_with(began, value)
                case m.Set(self.name):
                    self.sound = False
                case m.Append(self.name, value):
                    self.sound &= self.bit(value) in entered
                    entered -= {self.bit(value)}
                case m.Branch(condition, then, otherwise):
                    yes, no = self.lacking(condition, True), self.lacking(condition, False)
                    ways = self.block(then, absent | yes, entered), self.block(otherwise, absent | no, entered)
                    absent, entered = ways[0][0] & ways[1][0], ways[0][1] & ways[1][1]
                case m.Loop(name, _, Local(self.seen), (m.Append(self.name, Local(added)),)) if name == added and empty:
                    absent = entered = NO_BITS
                case m.Loop():
                    self.block(line.body, NO_BITS, NO_BITS)
                    self.block(line.otherwise, NO_BITS, NO_BITS)
                    absent = entered = NO_BITS
                case m.Set(name):
                    absent, entered = without(absent, name), without(entered, name)
                    continue
                case _:
                    continue
            empty = False
        return absent, entered

    def begins_anew(self, following: Code) -> bool:
        """Whether the list begins anew before anything is added to it."""
        for line in following:
            if isinstance(line, m.Set) and line.name == self.name:
                return True
            if self.name in effects_of((line,)).sets:
                return False
        return False

    def begins_with(self, began: Expression | None, value: Expression) -> bool:
        """Whether a value is surely in the set that was begun."""
        match began, value:
            case Const(group), Const(one):
                return bool(group >> one - low(self.of) & 1)
            case Op("bit", (bit,)), _:
                return key_of(bit) == self.bit(value)
            case _:
                return False

    def is_set(self, expression: Expression) -> bool:
        return isinstance(expression, Local) and expression.name == self.seen

    def bit(self, value: Expression) -> Key | None:
        return key_of(value if low(self.of) == 0 else bit_number(value, self.of))

    def lacking(self, condition: Expression, holds: bool) -> Bits:
        """Bits that the set surely has not, if a condition holds or does not."""
        match condition:
            case Op("not", (inner,)):
                return self.lacking(inner, not holds)
            case Op("and" | "or" as word, (first, second)) if holds == (word == "and"):
                return self.lacking(first, holds) | self.lacking(second, holds)
            case Op("has", (group, bit)) if self.is_set(group) and not holds:
                return frozenset({key_of(bit)}) - {None}
            case _:
                return NO_BITS


def without(bits: Bits, name: str) -> Bits:
    """Those that do not depend on a local."""
    return frozenset(bit for bit in bits if bit is not None and not mentions(bit, local(name)))
