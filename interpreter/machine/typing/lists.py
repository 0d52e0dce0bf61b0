"""Whether a list never holds a value twice, since each value is added only where a set says that it is new.

Places that one comes to are such a list: it is gone through while it grows, so its rounds cannot be counted.
"""

from __future__ import annotations

from attrs import define, evolve, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of
from astro_referee.interpreter.machine.expressions import Const, Expression, Load, Local, Lookup, Op
from astro_referee.interpreter.machine.facts import Key, calls, key_of, local, mentions, whole_field
from astro_referee.interpreter.machine.folding import bit_number
from astro_referee.interpreter.machine.traversal import Code, changed, leaves, walk_code
from astro_referee.interpreter.values.types import Base, ListOf, SetOf, low, size

Bits = frozenset[Key]
"""Numbers of bits, by what they are read from."""
NO_BITS: Bits = frozenset()
NOTHING: frozenset[str] = frozenset()


def holds_each_once(code: Code, name: str, type: ListOf) -> bool:
    """Whether a list has room for all values of its type, and some set keeps it from holding one of them twice."""
    for line in walk_code(code):
        match line:
            case m.Set(seen, Op("union", _, type=SetOf(of))) if size(of) <= type.size and of == type.of:
                watch = Watch(name, seen, of)
                watch.block(code, Progress())
                if watch.sound:
                    return True
    return False


@frozen
class Progress:
    """What is known at a place on the way."""

    absent: Bits = NO_BITS
    """Bits that the set lacks."""
    entered: Bits = NO_BITS
    """Bits that it has just got, and the list has not."""
    began: Expression | None = None
    """What the set began as."""
    held: frozenset[tuple[str, Expression]] = frozenset()
    """Locals that hold an entry of a field or table, with that entry."""
    lags: bool = False
    """Whether the list may still hold what the set has forgotten."""

    def read(self, expression: Expression) -> Expression:
        """An expression by the entries that its locals hold."""
        held = dict(self.held)
        return changed(expression, lambda part: held.get(part.name, part) if isinstance(part, Local) else part)

    def key(self, expression: Expression) -> Key | None:
        return key_of(self.read(expression))

    def with_held(self, name: str, value: Expression) -> Progress:
        """The same where a local has just got a value."""
        entry = self.read(value)
        key = key_of(entry)
        if not isinstance(entry, Load | Lookup) or key is None or mentions(key, local(name)):
            return self
        return evolve(self, held=self.held | {(name, entry)})

    def without(self, names: frozenset[str], fields: frozenset[str]) -> Progress:
        """The same where some locals and fields have changed."""
        places = [*map(local, names), *map(whole_field, fields)]

        def stays(key: Key | None) -> bool:
            return key is not None and not (fields and calls(key)) and not any(mentions(key, place) for place in places)

        began = None if self.began is None else key_of(self.began)
        return evolve(
            self,
            absent=frozenset(filter(stays, self.absent)),
            entered=frozenset(filter(stays, self.entered)),
            began=self.began if stays(began) else None,
            held=frozenset((name, entry) for name, entry in self.held if name not in names and stays(key_of(entry))),
        )

    def meet(self, other: Progress) -> Progress:
        """What is known where two ways come together."""
        began = self.began if self.began == other.began else None
        held = self.held & other.held
        lags = self.lags or other.lags
        return Progress(self.absent & other.absent, self.entered & other.entered, began, held, lags)


@define
class Watch:
    """Follows a list and a set: all values of the list are in the set, and what is added to it was not."""

    name: str
    seen: str
    of: Base
    sound: bool = True

    def block(self, code: Code, here: Progress) -> Progress:
        """Looks at code; gives what is known after it."""
        empty = False
        for line in code:
            match line:
                case m.Set(self.seen, Op("union", parts)) if self.grows(line):
                    bits = {here.key(part.args[0]) for part in parts if isinstance(part, Op) and part.op == "bit"}
                    # Of two that were absent, both may be the same.
                    here = evolve(here, absent=NO_BITS, entered=here.entered | (here.absent & bits))
                case m.Set(self.seen, value):
                    here = Progress(began=here.read(value), held=here.held, lags=True)
                case m.Set(self.name, Op("list", ())):
                    here, empty = evolve(here.without(self.own, NOTHING), lags=False), True
                    continue
                case m.Set(self.name, Op("list", (value,))):
                    self.sound &= self.begins_with(here.began, here.read(value))
                    here = evolve(here, lags=False)
                case m.Set(self.name):
                    self.sound = False
                case m.Append(self.name, value):
                    bit = self.bit(here.read(value))
                    self.sound &= bit in here.entered and not here.lags
                    here = evolve(here, entered=here.entered - {bit})
                case m.Branch(condition, then, otherwise):
                    here = self.branch(condition, then, otherwise, here)
                case m.Loop(name, _, Local(self.seen), (m.Append(self.name, Local(added)),), ()) if (
                    name == added and empty
                ):
                    here = Progress(lags=here.lags)
                case m.Loop():
                    here = self.loop(line, here)
                case _:
                    found = effects_of((line,))
                    here = here.without(found.sets, found.stores)
                    if isinstance(line, m.Set):
                        here = here.with_held(line.name, line.value)
                    continue
            here, empty = here.without(self.own, NOTHING), False
        return here

    @property
    def own(self) -> frozenset[str]:
        return frozenset({self.name, self.seen})

    def grows(self, line: m.Code) -> bool:
        """Whether the set gets something more, and keeps what it has."""
        match line:
            case m.Set(self.seen, Op("union", parts)):
                return any(self.is_set(part) for part in parts)
            case _:
                return False

    def branch(self, condition: Expression, then: Code, otherwise: Code, here: Progress) -> Progress:
        asked = here.read(condition)
        yes = self.block(then, evolve(here, absent=here.absent | self.lacking(asked, True)))
        no = self.block(otherwise, evolve(here, absent=here.absent | self.lacking(asked, False)))
        return no if leaves(then) else yes if leaves(otherwise) else yes.meet(no)

    def loop(self, loop: m.Loop, here: Progress) -> Progress:
        """A round begins as the loop does, or as any round before it has ended; a loop may end at any `Break`."""
        began = [line for line in walk_code((loop,)) if isinstance(line, m.Set) and line.name == self.seen]
        here = Progress(lags=here.lags or not all(map(self.grows, began)))
        self.block(loop.body, here)
        self.block(loop.otherwise, here)
        return here

    def begins_with(self, began: Expression | None, value: Expression) -> bool:
        """Whether a value is surely in the set that was begun."""
        match began, value:
            case Const(group), Const(one):
                return bool(group >> one - low(self.of) & 1)
            case Op("bit", (bit,)), _:
                return key_of(bit) is not None and key_of(bit) == self.bit(value)
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
                key = key_of(bit)
                return NO_BITS if key is None else frozenset({key})
            case _:
                return NO_BITS
