"""What is known at a place in code: types that are narrower than declared, since a condition or a store said so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.expressions import Call, Const, Expression, Load, Local, Lookup, Op
from astro_referee.interpreter.machine.traversal import leaves, walk_code
from astro_referee.interpreter.values.types import LIMIT, Either, Int, Type, either, plain, without, words

Key = tuple[object, ...]
MOST_KEYS = 1 << 16
"""Keys that are kept: each expression is asked about many times while a machine is gone through."""


@lru_cache(MOST_KEYS)
def key_of(expression: Expression) -> Key | None:
    """What an expression reads, whatever its type; None for what is not kept track of."""
    match expression:
        case Const(value):
            return "const", value
        case Local(name):
            return local(name)
        case Load(name, at) | Lookup(name, at):
            inside = tuple(key_of(index) for index in at)
            return None if None in inside else (type(expression).__name__, name, *inside)
        case Op(word, args):
            inside = tuple(key_of(arg) for arg in args)
            return None if None in inside else ("op", word, *inside)
        case Call(name, args):
            inside = tuple(key_of(arg) for arg in args)
            return None if None in inside else ("call", name, *inside)


def local(name: str) -> Key:
    return "local", name


def whole_field(name: str) -> Key:
    return Load.__name__, name


def calls(key: Key) -> bool:
    """Whether a function is asked, which may read any field."""
    return key[0] == "call" or any(isinstance(part, tuple) and calls(part) for part in key)


def mentions(key: Key, place: Key) -> bool:
    """Whether a local or field is looked at, unless it is surely another entry of the field."""
    if key[:2] == place[:2] and not surely_differ(key[2:], place[2:]):
        return True
    return any(isinstance(part, tuple) and mentions(part, place) for part in key)


def surely_differ(some: Key, others: Key) -> bool:
    """Whether one of the indices differs for sure."""
    return any(a != b and is_constant(a) and is_constant(b) for a, b in zip(some, others, strict=False))


def is_constant(key: object) -> bool:
    return isinstance(key, tuple) and key[0] == "const"


def place_of(store: m.Store) -> Key:
    """Where a value is stored, as far as that can be told."""
    return Load.__name__, store.field, *map(key_of, store.at)


def holds(key: Key, part: Key) -> bool:
    return key == part or any(isinstance(inner, tuple) and holds(inner, part) for inner in key)


def replaced(key: Key, old: Key, new: Key) -> Key:
    """The same with something else in place of a part."""
    if key == old:
        return new
    return tuple(replaced(part, old, new) if isinstance(part, tuple) else part for part in key)


def before_next_round(code: tuple[m.Code, ...]) -> list[m.Code]:
    """The lines of a loop's body that another round may follow."""
    if leaves(code):
        return []
    found: list[m.Code] = []
    for line in code:
        match line:
            case m.Branch(_, then, otherwise):
                found += before_next_round(then) + before_next_round(otherwise)
            case m.Loop():
                found += [line, *walk_code(line.body), *before_next_round(line.otherwise)]
            case _:
                found.append(line)
    return found


@define
class Facts:
    """Narrowed types by what they are of. A copy is made wherever ways part."""

    words: tuple[str, ...]
    known: dict[Key, Type] = field(factory=dict)
    same: dict[Key, Key] = field(factory=dict)
    """Locals that hold what is read elsewhere as well, so that whatever is known of them is known there."""
    among: dict[Key, Expression] = field(factory=dict)
    """Locals that loops go through, each with a constant set or a row of a table that its values are among."""
    changed: set[Key] = field(factory=set)
    """Locals and fields that have got another value since the function began."""
    dead: bool = False
    """Whether nothing can come here, by what is known."""

    def copy(self) -> Facts:
        return Facts(self.words, dict(self.known), dict(self.same), dict(self.among), set(self.changed), self.dead)

    def become(self, other: Facts) -> None:
        """What is known on another way, which is the one that was gone."""
        self.known, self.same, self.among = other.known, other.same, other.among
        self.changed, self.dead = other.changed, other.dead

    def narrowed(self, expression: Expression, declared: Type) -> Type:
        key = key_of(expression)
        if key is None:
            return declared
        return self.known[key] if key in self.known else self.known.get(self.by_locals(key), declared)

    def by_locals(self, key: Key) -> Key:
        """The same, read from the locals that hold parts of it."""
        for read, held in self.same.items():
            key = replaced(key, read, held)
        return key

    def alias(self, name: str, value: Expression) -> None:
        """A local has just got a value that can be read elsewhere, too."""
        key = key_of(value)
        if key is not None and key[0] in (Load.__name__, Lookup.__name__):
            self.same[key] = held = local(name)
            around = [(known, type) for known, type in self.known.items() if known != key and holds(known, key)]
            self.known |= {replaced(known, key, held): type for known, type in around}

    def go_through(self, name: str, values: Expression) -> None:
        """A local is one of these values."""
        key = key_of(values)
        if key is not None and not mentions(key, local(name)):
            self.among[local(name)] = values

    def learn(self, expression: Expression, type: Type) -> None:
        key = key_of(expression)
        if key is not None and not isinstance(expression, Const):
            self.known[key] = type

    def forget(self, names: Iterable[str] = (), stores: Iterable[m.Store] = ()) -> None:
        """Locals that change, entries of fields that do, and everything that is found by them."""
        names, stores = list(names), list(stores)
        self.changed.update(local(name) for name in names)
        self.changed.update(whole_field(store.field) for store in stores)
        if stores:
            self.known = {key: type for key, type in self.known.items() if not calls(key)}
            self.same = {key: name for key, name in self.same.items() if not calls(key)}
            self.among = {key: values for key, values in self.among.items() if not calls(key_of(values) or key)}
        places: dict[Key, None] = dict.fromkeys([*map(local, names), *map(place_of, stores)])
        for place in places:
            self.known = {key: type for key, type in self.known.items() if not mentions(key, place)}
            self.same = {k: name for k, name in self.same.items() if not mentions(k, place) and name != place}
            self.among = {
                key: values
                for key, values in self.among.items()
                if key != place and not mentions(key_of(values) or key, place)
            }

    def forget_changes(self, code: tuple[m.Code, ...]) -> None:
        """Whatever the body of a loop may change before its next round."""
        lines = before_next_round(code)
        names = {line.name for line in lines if isinstance(line, m.Set | m.Append | m.Loop)}
        self.forget(names, [line for line in lines if isinstance(line, m.Store)])

    def meet(self, other: Facts) -> None:
        """Where ways come together, only what is known on both of them is known."""
        self.changed |= other.changed
        self.same = {key: name for key, name in self.same.items() if other.same.get(key) == name}
        self.among = {key: values for key, values in self.among.items() if other.among.get(key) == values}
        if self.dead or other.dead:
            self.known, self.dead = (other.known, other.dead) if self.dead else (self.known, False)
            return
        both = {}
        for key, type in self.known.items():
            if key in other.known:
                joined = join(type, other.known[key])
                if joined is not None:
                    both[key] = joined
        self.known = both

    def lasting(self, declared: Mapping[str, Type]) -> Facts:
        """What is still known behind a stop: which fields are not none. Locals are gone, and numbers may differ."""
        kept: dict[Key, Type] = {}
        for key, type in self.known.items():
            if key[0] == Load.__name__ and not any(isinstance(part, tuple) and not is_constant(part) for part in key):
                whole = declared[str(key[1])]
                gone = set(words(whole)) - set(words(type))
                if gone:
                    kept[key] = without(whole, gone)
        return Facts(self.words, kept, dead=self.dead)

    # --- Conditions --------------------------------------------------------------------------------------------------

    def assume(self, condition: Expression, holds: bool) -> None:
        match condition:
            case Const(value) if bool(value) != holds:
                self.dead = True
            case Op("not", (inner,)):
                self.assume(inner, not holds)
            case Op(("and" | "or") as word, (first, second)):
                if holds == (word == "and"):
                    self.assume(first, holds)
                    self.assume(second, holds)
                else:
                    other = self.copy()
                    self.assume(first, holds)
                    other.assume(first, not holds)
                    other.assume(second, holds)
                    self.meet(other)
            case Op(("is" | "is not") as word, (left, right)):
                self.compare(left, right, (word == "is") == holds)
                self.compare(right, left, (word == "is") == holds)
                if (word == "is") == holds:
                    self.choose(left, right)
                    self.choose(right, left)
                else:
                    self.exclude(left, right)
                    self.exclude(right, left)
            case Op(("<" | "<=") as word, (left, right)):
                strict = (word == "<") == holds
                self.order(left, right, strict) if holds else self.order(right, left, strict)
            case _:
                pass

    def choose(self, chosen: Expression, value: Expression) -> None:
        """`if(c, none, x) is y`: if y is never none, c does not hold, and x is y."""
        match chosen:
            case Op("if", (condition, then, otherwise)):
                words_of = set(words(self.narrowed(value, value.type)))
                for holds, one, other in ((True, then, otherwise), (False, otherwise, then)):
                    if isinstance(one, Const) and self.is_word(one) and self.word_of(one) not in words_of:
                        self.assume(condition, not holds)
                        self.assume(Op("is", (other, value), type=chosen.type), True)
            case _:
                pass

    def exclude(self, chosen: Expression, value: Expression) -> None:
        """`if(c, none, x) is not none`: c does not hold, and x is not none."""
        match chosen, value:
            case Op("if", (condition, then, otherwise)), Const():
                for holds, one, other in ((True, then, otherwise), (False, otherwise, then)):
                    if isinstance(one, Const) and one.value == value.value:
                        self.assume(condition, not holds)
                        self.assume(Op("is not", (other, value), type=chosen.type), True)
            case _:
                pass

    def is_word(self, constant: Const) -> bool:
        return self.word_of(constant) is not None

    def word_of(self, constant: Const) -> str | None:
        return self.word(constant.value, plain(constant.type)) if isinstance(constant.type, Either) else None

    def compare(self, left: Expression, right: Expression, equal: bool) -> None:
        here = self.narrowed(left, left.type)
        there = self.narrowed(right, right.type)
        if isinstance(right, Const):
            word = self.word(right.value, plain(here))
            if word is not None:
                if not equal:
                    self.learn(left, without(here, {word}))
                return
            ends = bounds.of(plain(here))
            if not equal and ends is not None and right.value in ends:
                one = (ends[0] + 1, ends[1]) if right.value == ends[0] else (ends[0], ends[1] - 1)
                if one[0] <= one[1] and not words(here):
                    self.learn(left, narrowed_to(plain(here), one))
                return
        if equal:
            type = without(here, set(words(here)) - set(words(there)))
            ends, others = bounds.of(plain(type)), bounds.of(plain(there))
            if isinstance(right, Const):
                others = (right.value, right.value)
            if ends is not None and others is not None:
                both = max(ends[0], others[0]), min(ends[1], others[1])
                if both[0] <= both[1] and not words(type):
                    type = narrowed_to(type, both)
            self.learn(left, type)

    def order(self, less: Expression, more: Expression, strict: bool) -> None:
        low, high = self.narrowed(less, less.type), self.narrowed(more, more.type)
        a, b = self.ends(less, low), self.ends(more, high)
        if a is None or b is None:
            return
        step = int(strict)
        for expression, type, ends in (
            (less, low, (a[0], min(a[1], b[1] - step))),
            (more, high, (max(b[0], a[0] + step), b[1])),
        ):
            self.dead |= ends[0] > ends[1]
            if ends[0] <= ends[1] and not words(type):
                self.learn(expression, narrowed_to(type, ends))

    def ends(self, expression: Expression, type: Type) -> bounds.Bounds | None:
        return (expression.value, expression.value) if isinstance(expression, Const) else bounds.of(plain(type))

    def word(self, value: int, of: Type) -> str | None:
        """The extra word that a number stands for beside values of a type."""
        number = -value - (LIMIT if isinstance(of, Int) else 1)
        return self.words[number] if value < 0 and 0 <= number < len(self.words) else None


def narrowed_to(type: Type, ends: bounds.Bounds) -> Type:
    """Numbers between these ends; a member or truth value stays what it is if nothing is gained."""
    return type if bounds.of(type) == ends else Int(*ends)


def join(a: Type, b: Type) -> Type | None:
    """A type that holds the values of both."""
    if a == b:
        return a
    ends, others = bounds.of(plain(a)), bounds.of(plain(b))
    if ends is None or others is None or isinstance(plain(a), Int) != isinstance(plain(b), Int):
        if plain(a) == plain(b):
            return either(plain(a), *words(a), *words(b))
        if ends is None or others is None or words(a) or words(b):
            return None
    both = min(ends[0], others[0]), max(ends[1], others[1])
    base = plain(a) if bounds.of(plain(a)) == both else plain(b) if bounds.of(plain(b)) == both else Int(*both)
    if (
        isinstance(base, Int)
        and not (isinstance(plain(a), Int) and isinstance(plain(b), Int))
        and (words(a) or words(b))
    ):
        return None
    return either(base, *words(a), *words(b))


def has_words(type: Type) -> bool:
    return isinstance(type, Either)
