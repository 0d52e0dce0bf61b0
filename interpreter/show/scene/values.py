"""Numbers, words and sets on no board: a fact each, or a table where several are kept for the same things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from attrs import evolve

from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.views import Entry, FieldView
from astro_referee.interpreter.show.scene.facts import Fact, Table
from astro_referee.interpreter.show.scene.layers import BLANK, HIDDEN, title
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.values.marks import Mark, Style
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import BagOf, Base, Either, Int, Member, SetOf, Type, plain, size

TALLEST, LONGEST, WIDEST = 24, 40, 20
"""Rows of a table, columns if it has one for each thing, and characters in a cell; what is larger is told as facts."""
NAUGHT = ("0", "no", "none")
MANY = 24
"""Values of one variable that are all told; of more, those that most of them are not."""

SAME = 3
"""Equal sets of one variable that are told one by one."""
FEW = 6
"""Equal values of one variable that are told one by one."""

Value = tuple[FieldSlot, FieldView]


def values_of(game: Game, values: Sequence[Value], people: People) -> tuple[list[Table], list[Fact]]:
    """All values, in tables as far as possible."""
    values = [(slot, field) for slot, field in values if is_worth_showing(slot, field)]
    alike: dict[Base, list[Value]] = {}
    for slot, field in values:
        if fits_table(slot, field, people, 1):
            alike.setdefault(slot.indices[0], []).append((slot, field))
    tables = [table(base, there, people) for base, there in alike.items() if len(there) > 1]
    in_tables = [field for there in alike.values() if len(there) > 1 for _, field in there]
    rest: list[Fact] = []
    for slot, field in values:
        brief = in_marks(game, slot, field, people)
        if fits_table(slot, brief or field, people, 2):
            tables.append(matrix(slot, brief or field, people))
        elif field not in in_tables:
            rest += facts(slot, field, people, game.printer)
    return tables, rest


def is_worth_showing(slot: FieldSlot, field: FieldView) -> bool:
    """Whether a variable is worth a line: some of it is seen, it could be otherwise, and it is not just nothing."""
    fixed = isinstance(slot.type, Int) and size(slot.type) == 1
    if fixed or all(entry.value is None for entry in field.entries):
        return False
    nothing = "nothing" if isinstance(plain(slot.type), SetOf | BagOf) else "none"
    return bool(slot.indices) or field.entries[0].text != nothing


def shown(entry: Entry, type: Type, people: People) -> str:
    """A value as words; players by their names."""
    match plain(type):
        case Member():
            return people.name(entry.text)
        case SetOf(Member("player")) if entry.value is not None and entry.value >= 0:
            return Printer.listed([people.name(seat) for i, seat in enumerate(people.seats) if entry.value >> i & 1])
        case _:
            return entry.text


def in_marks(game: Game, slot: FieldSlot, field: FieldView, people: People) -> FieldView | None:
    """Sets as rows of marks, `RYB` or `124`, if all that can be in one has a mark of one letter."""
    inner = plain(slot.type)
    if inner is not slot.type or not isinstance(inner, SetOf):
        return None
    signs = dict(enumerate(map(mark_in(people.style), game.rules.marks.get(getattr(inner.of, "kind", ""), ()))))
    if isinstance(inner.of, Int):
        signs = {number: str(number) for number in range(inner.of.low, inner.of.high + 1)}
    if not signs or any(len(sign) != 1 for sign in signs.values()):
        return None
    held = {e: [] if e.value is None else game.printer.values(inner, e.value) for e in field.entries}
    entries = (
        e if e.value is None else evolve(e, text="".join(signs[value] for value in there) or BLANK)
        for e, there in held.items()
    )
    return evolve(field, entries=tuple(entries))


def mark_in(style: Style) -> Callable[[Mark], str]:
    return lambda mark: mark.short if style is Style.LETTERS else mark.sign or mark.short


# --- Tables ----------------------------------------------------------------------------------------------------------


def fits_table(slot: FieldSlot, field: FieldView, people: People, indices: int) -> bool:
    """Whether a variable can stand in a table: one short value for each of a few things, or pairs of them."""
    return (
        len(slot.indices) == indices
        and all(size(base) <= limit for base, limit in zip(slot.indices, (TALLEST, LONGEST), strict=False))
        and not (isinstance(plain(slot.type), SetOf) and any(" " in entry.text for entry in field.entries))
        and all(len(text) <= WIDEST for text in cells(slot, field.entries, people))
    )


def cells(slot: FieldSlot, entries: Sequence[Entry], people: People) -> list[str]:
    """What stands in the cells of a table; of dice in a hidden cup, how many there are."""
    return [
        shown(entry, slot.type, people) if entry.value is not None else HIDDEN if entry.count is None else entry.text
        for entry in entries
    ]


def table(base: Base, values: Sequence[Value], people: People) -> Table:
    """Things as rows, variables as columns."""
    corner = base.kind if isinstance(base, Member) and base.kind != "player" else ""
    first = (corner, *(people.name(entry.index[0]) for entry in values[0][1].entries))
    return Table(first, tuple((field.title, *cells(slot, field.entries, people)) for slot, field in values))


def matrix(slot: FieldSlot, field: FieldView, people: People) -> Table:
    """A variable for each pair: the first things as rows, the second as columns; in a large one naught is a dot."""
    down = dict.fromkeys(entry.index[0] for entry in field.entries)
    first = (field.title, *map(people.name, down))
    columns: dict[str, list[str]] = {}
    naughts = ("none",) if isinstance(slot.type, Either) else NAUGHT  # beside `none`, 0 is a value like any other
    for entry, cell in zip(field.entries, cells(slot, field.entries, people), strict=True):
        naught = len(field.entries) > MANY and cell in naughts
        columns.setdefault(entry.index[1], [people.name(entry.index[1])]).append(BLANK if naught else cell)
    return Table(first, tuple(map(tuple, columns.values())))


def pips(slot: FieldSlot, field: FieldView, entry: Entry, printer: Printer) -> tuple[int, ...]:
    """What the dice of an entry show, if those are numbers."""
    inner = plain(slot.type)
    faces = inner.of if isinstance(inner, BagOf) else inner
    if field.sort != "die" or entry.value is None or not isinstance(faces, Int):
        return ()
    if isinstance(inner, BagOf):
        return tuple(printer.values(inner, entry.value))
    return (entry.value,) if faces.low <= entry.value <= faces.high else ()


# --- Facts -----------------------------------------------------------------------------------------------------------


def facts(slot: FieldSlot, field: FieldView, people: People, printer: Printer) -> list[Fact]:
    """`name: value`, or `name: Ann = 3, Bob = 0`; sets and dice have one for each index."""
    sets = isinstance(plain(slot.type), SetOf)
    if not slot.indices or ((sets or field.sort == "die") and len(field.entries) <= MANY):
        return one_by_one(slot, field, people, printer, sets)
    usual, often = Counter(entry.text for entry in field.entries).most_common(1)[0]
    rare = (len(field.entries) > MANY and often * 2 > len(field.entries)) or len(field.entries) == often > FEW
    said = [
        f"{' '.join(people.name(word) for word in entry.index)} = {shown(entry, slot.type, people)}"
        for entry in field.entries
        if not rare or entry.text != usual
    ]
    return [Fact(field.title, (*said, *([f"all others {usual}" if said else f"all {usual}"] if rare else [])))]


def one_by_one(slot: FieldSlot, field: FieldView, people: People, printer: Printer, sets: bool) -> list[Fact]:
    """A fact for each entry; sets that are mostly the same are told once, behind the others."""
    usual, often = Counter(entry.text for entry in field.entries).most_common(1)[0]
    alike = [entry for entry in field.entries if sets and often > SAME and entry.text == usual]
    found = [
        Fact(
            title(field, entry.index, people),
            tuple(shown(entry, slot.type, people).split(", ")),
            pips(slot, field, entry, printer),
        )
        for entry in field.entries
        if entry not in alike
    ]
    if alike:
        whose = "all others" if found else "all"
        found.append(Fact(f"{field.title} of {whose}", tuple(shown(alike[0], slot.type, people).split(", "))))
    return found
