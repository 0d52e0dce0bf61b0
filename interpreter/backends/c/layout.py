"""How records, moves and logs pass between Python and C: as words of 64 bits, the lowest first."""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct, pack, unpack, unpack_from
from typing import Any

from attrs import define, field, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.blocks import TO_ALL
from astro_referee.interpreter.backends.c.representation import Bits, Past, Representation, representation, stored
from astro_referee.interpreter.backends.c.terms import words_of
from astro_referee.interpreter.machine.expressions import Expression, Load, Op
from astro_referee.interpreter.machine.record import entry_count, laid_out
from astro_referee.interpreter.machine.runtime import Line
from astro_referee.interpreter.machine.traversal import Code, all_terms

MASK = (1 << 64) - 1
FORMATS = {
    f"{sign}int{8 << i}_t": letter
    for sign, letters in (("", "bhiq"), ("u", "BHIQ"))
    for i, letter in enumerate(letters)
}


@frozen
class Entry:
    """How a value passes: so many words, and whether it may be negative. A history passes position by position."""

    words: int = 1
    signed: bool = True
    past: bool = False


@frozen
class Part:
    """A part of a remembered position: a whole field just as the record has it, or a single value."""

    count: int
    format: str
    """How one value is packed; empty for groups of several words."""
    entry: Entry
    words: int

    def to_words(self, values: Sequence[int]) -> list[int]:
        if not self.format:
            return to_words(values, [self.entry] * self.count)
        packed = pack(f"<{self.count}{self.format}", *values)
        return list(unpack(f"<{self.words}Q", packed.ljust(8 * self.words, b"\0")))

    def from_words(self, words: Sequence[int]) -> list[int]:
        if not self.format:
            return from_words(words, [self.entry] * self.count)
        packed = pack(f"<{self.words}Q", *words)
        return list(unpack_from(f"<{self.count}{self.format}", packed))


@define
class Layout:
    """Of one machine: the entries of a record, the arguments of its moves, and those of remembered positions."""

    entries: tuple[Entry, ...]
    moves: dict[tuple[int, int], tuple[Entry, ...]]
    positions: dict[int, tuple[Part, ...]]
    """For each entry that is a history, by its place, what a position in it holds."""
    words: int = field(init=False)
    packed: Struct | None = field(init=False, default=None)
    """What packs a record whose entries are all single words."""

    def __attrs_post_init__(self) -> None:
        self.words = sum(entry.words for entry in self.entries)
        if all(entry.words == 1 and not entry.past for entry in self.entries):
            self.packed = Struct("<" + "".join("q" if entry.signed else "Q" for entry in self.entries))

    def __getstate__(self) -> tuple[Any, ...]:
        return self.entries, self.moves, self.positions

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.entries, self.moves, self.positions = state
        self.packed = None
        self.__attrs_post_init__()


def layout_of(machine: m.Machine) -> Layout:
    entries = [Entry()]
    positions: dict[int, tuple[Part, ...]] = {}
    fields = {slot.name: slot for slot in machine.fields}
    remembered = remembered_parts(machine)
    for slot in laid_out(machine):
        own = entry_of(representation(slot.type))
        count = entry_count(slot)
        if own.past:
            parts = remembered.get(slot.name, ())
            held = tuple(part_of(part, fields) for part in parts)
            positions |= {len(entries) + i: held for i in range(count)}
        entries += [own] * count
    functions = {function.name: function for function in machine.functions}
    moves = {
        (decision.label, number): tuple(entry_of(representation(type)) for _, type in functions[move.apply].params[1:])
        for decision in machine.decisions
        for number, move in enumerate(decision.moves)
    }
    return Layout(tuple(entries), moves, positions)


def entry_of(own: Representation) -> Entry:
    if isinstance(own, Bits):
        return Entry(own.words, signed=False)
    return Entry(past=isinstance(own, Past), signed=not isinstance(own, Past))


def remembered_parts(machine: m.Machine) -> dict[str, tuple[Expression, ...]]:
    """What is put together where a position is added to a history."""
    bodies: list[Code] = [*(f.body for f in machine.functions), *(state.body for state in machine.automatic)]
    found = {}
    for body in bodies:
        for term in all_terms(body):
            if isinstance(term, Op) and term.op == "remembered" and isinstance(term.args[0], Load):
                found[term.args[0].field] = term.args[1:-1]
    return found


def part_of(part: Expression, fields: dict[str, m.FieldSlot]) -> Part:
    if isinstance(part, Load) and not part.at:
        slot = fields[part.field]
        own = entry_of(representation(slot.type))
        return Part(entry_count(slot), FORMATS.get(stored(slot.type), ""), own, words_of(slot))
    own = entry_of(representation(fields[part.field].type if isinstance(part, Load) else part.type))
    return Part(1, "", own, own.words)


def position_words(position: Sequence[int], parts: Sequence[Part]) -> list[int]:
    words: list[int] = []
    at = 0
    for part in parts:
        words += part.to_words(position[at : at + part.count])
        at += part.count
    return words


def position_values(words: Sequence[int], parts: Sequence[Part]) -> list[int]:
    values: list[int] = []
    at = 0
    for part in parts:
        values += part.from_words(words[at : at + part.words])
        at += part.words
    return values


# --- Values as words -------------------------------------------------------------------------------------------------


def to_words(values: Sequence[int], entries: Sequence[Entry]) -> list[int]:
    words: list[int] = []
    for value, entry in zip(values, entries, strict=True):
        words += [value >> 64 * i & MASK for i in range(entry.words)]
    return words


def from_words(words: Sequence[int], entries: Sequence[Entry]) -> list[int]:
    values: list[int] = []
    at = 0
    for entry in entries:
        value = sum(words[at + i] << 64 * i for i in range(entry.words))
        values.append(value - (1 << 64) if entry.signed and value >> 63 else value)
        at += entry.words
    return values


def read_log(words: Sequence[int]) -> list[Line]:
    """The lines of a log, as generated Python would have said them."""
    lines: list[Line] = []
    at = 0

    def value() -> Any:
        nonlocal at
        head = words[at]
        at += 1
        if head == TO_ALL:
            return None
        if head < 0:
            return [value() for _ in range(-1 - head)]
        if head == 0:
            at += 1
            return words[at - 1]
        at += head
        return sum((words[at - head + i] & MASK) << 64 * i for i in range(head))

    while at < len(words):
        text, count = words[at], words[at + 1]
        at += 2
        said = tuple(value() for _ in range(count))
        lines.append((text, said, value()))
    return lines
