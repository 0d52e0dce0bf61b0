"""Numbers, words and sets on no board: one line each, or a table where several are kept for the same things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from astro_referee.cli.board.layers import HIDDEN, title
from astro_referee.cli.board.layout import WIDTH, beside, joined, wrapped
from astro_referee.cli.board.people import People
from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.printing import Printer
from astro_referee.interpreter.types import Base, Member, SetOf, Type, plain, size
from astro_referee.interpreter.views import Entry, FieldView

TALLEST, WIDEST = 24, 20
"""Rows of a table, and characters in one of its cells; what is larger is told in lines."""
MANY = 24
"""Values of one variable that are all told; of more, those that most of them are not."""

FEW = 6
"""Equal values of one variable that are told one by one."""

Value = tuple[FieldSlot, FieldView]


def value_lines(values: Sequence[Value], people: People) -> list[list[str]]:
    """Tables first, side by side where they fit, then a line for each of the rest."""
    alike: dict[Base, list[Value]] = {}
    for slot, field in values:
        if fits_table(slot, field, people, 1):
            alike.setdefault(slot.indices[0], []).append((slot, field))
    tables = [table(base, there, people) for base, there in alike.items() if len(there) > 1]
    told = [field for there in alike.values() if len(there) > 1 for _, field in there]
    rest: list[str] = []
    for slot, field in values:
        crossed = matrix(slot, field, people) if fits_table(slot, field, people, 2) else None
        if crossed is not None:
            tables.append(crossed)
        elif field not in told:
            rest += lines(slot, field, people)
    return [*(joined(band) for band in beside([[block] for block in tables])), rest]


def shown(entry: Entry, type: Type, people: People) -> str:
    """A value as words; players by their names."""
    match plain(type):
        case Member("player"):
            return people.name(entry.text)
        case SetOf(Member("player")) if entry.value is not None and entry.value >= 0:
            return Printer.listed([people.name(seat) for i, seat in enumerate(people.seats) if entry.value >> i & 1])
        case _:
            return entry.text


# --- Tables ----------------------------------------------------------------------------------------------------------


def fits_table(slot: FieldSlot, field: FieldView, people: People, indices: int) -> bool:
    """Whether a variable can stand in a table: one short value for each of a few things, or pairs of them."""
    return (
        len(slot.indices) == indices
        and size(slot.indices[0]) <= TALLEST
        and not isinstance(plain(slot.type), SetOf)
        and all(len(text) <= WIDEST for text in cells(slot, field.entries, people))
    )


def cells(slot: FieldSlot, entries: Sequence[Entry], people: People) -> list[str]:
    return [HIDDEN if entry.value is None else shown(entry, slot.type, people) for entry in entries]


def table(base: Base, values: Sequence[Value], people: People) -> list[str]:
    """Things as rows, variables as columns; a second table below if the page is too narrow for all."""
    corner = base.kind if isinstance(base, Member) and base.kind != "player" else ""
    first = [corner, *(people.name(entry.index[0]) for entry in values[0][1].entries)]
    bands: list[list[list[str]]] = [[first]]
    for slot, field in values:
        column = [field.name, *cells(slot, field.entries, people)]
        if len(bands[-1]) > 1 and width([*bands[-1], column]) > WIDTH:
            bands.append([first])
        bands[-1].append(column)
    return [row for band in bands for row in ruled(band)]


def matrix(slot: FieldSlot, field: FieldView, people: People) -> list[str] | None:
    """A variable for each pair: the first things as rows, the second as columns; None if the page is too narrow."""
    down = dict.fromkeys(entry.index[0] for entry in field.entries)
    columns = [[field.name, *map(people.name, down)]]
    for word in dict.fromkeys(entry.index[1] for entry in field.entries):
        below = [entry for entry in field.entries if entry.index[1] == word]
        columns.append([people.name(word), *cells(slot, below, people)])
    return ruled(columns) if width(columns) <= WIDTH else None


def width(columns: Sequence[Sequence[str]]) -> int:
    return sum(max(map(len, column)) + 2 for column in columns) - 2


def ruled(columns: Sequence[Sequence[str]]) -> list[str]:
    """Columns side by side, the first one flush left, the others right."""
    first, *others = ([text.rjust(max(map(len, column))) for text in column] for column in columns)
    names = [text.strip().ljust(len(text)) for text in first]
    return ["  ".join(row).rstrip() for row in zip(names, *others, strict=True)]


# --- Lines -----------------------------------------------------------------------------------------------------------


def lines(slot: FieldSlot, field: FieldView, people: People) -> list[str]:
    """`name: value`, or `name: Ann = 3, Bob = 0`; sets have a line for each index."""
    if not slot.indices or (isinstance(plain(slot.type), SetOf) and len(field.entries) <= MANY):
        return [
            row
            for entry in field.entries
            for row in wrapped(f"{title(field, entry.index, people)}:", shown(entry, slot.type, people).split(", "))
        ]
    usual, often = Counter(entry.text for entry in field.entries).most_common(1)[0]
    rare = (len(field.entries) > MANY and often * 2 > len(field.entries)) or len(field.entries) == often > FEW
    said = [
        f"{' '.join(people.name(word) for word in entry.index)} = {shown(entry, slot.type, people)}"
        for entry in field.entries
        if not rare or entry.text != usual
    ]
    return wrapped(f"{field.name}:", said + ([f"all others {usual}" if said else f"all {usual}"] if rare else []))
