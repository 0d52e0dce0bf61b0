"""Numbers, words and sets on no board: one line each, or a table where several are kept for the same things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from astro_referee.cli.board.layers import BLANK, HIDDEN, title
from astro_referee.cli.board.layout import WIDTH, beside, joined, wrapped
from astro_referee.cli.board.people import People
from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.printing import Printer
from astro_referee.interpreter.types import Base, Int, Member, SetOf, Type, plain, size
from astro_referee.interpreter.views import Entry, FieldView

TALLEST, LONGEST, WIDEST = 24, 40, 20
"""Rows of a table, columns if it has one for each thing, and characters in a cell; what is larger is told in lines."""
NAUGHT = ("0", "no", "none")
MANY = 24
"""Values of one variable that are all told; of more, those that most of them are not."""

FEW = 6
"""Equal values of one variable that are told one by one."""

Value = tuple[FieldSlot, FieldView]


def value_lines(values: Sequence[Value], people: People) -> list[list[str]]:
    """Tables first, side by side where they fit, then a line for each of the rest."""
    values = [(slot, field) for slot, field in values if tells_something(slot, field)]
    alike: dict[Base, list[Value]] = {}
    for slot, field in values:
        if fits_table(slot, field, people, 1):
            alike.setdefault(slot.indices[0], []).append((slot, field))
    tables = [table(base, there, people) for base, there in alike.items() if len(there) > 1]
    told = [field for there in alike.values() if len(there) > 1 for _, field in there]
    rest: list[str] = []
    for slot, field in values:
        if fits_table(slot, field, people, 2):
            tables.append(matrix(slot, field, people))
        elif field not in told:
            rest += lines(slot, field, people)
    return [*(joined(band) for band in beside([[block] for block in tables])), rest]


def tells_something(slot: FieldSlot, field: FieldView) -> bool:
    """Whether a variable is worth a line: some of it is seen, it could be otherwise, and it is not just nothing."""
    fixed = isinstance(slot.type, Int) and size(slot.type) == 1
    if fixed or all(entry.value is None for entry in field.entries):
        return False
    nothing = "nothing" if isinstance(plain(slot.type), SetOf) else "none"
    return bool(slot.indices) or field.entries[0].text != nothing


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
        and all(size(base) <= limit for base, limit in zip(slot.indices, (TALLEST, LONGEST), strict=False))
        and not isinstance(plain(slot.type), SetOf)
        and all(len(text) <= WIDEST for text in cells(slot, field.entries, people))
    )


def cells(slot: FieldSlot, entries: Sequence[Entry], people: People) -> list[str]:
    return [HIDDEN if entry.value is None else shown(entry, slot.type, people) for entry in entries]


def table(base: Base, values: Sequence[Value], people: People) -> list[str]:
    """Things as rows, variables as columns."""
    corner = base.kind if isinstance(base, Member) and base.kind != "player" else ""
    first = [corner, *(people.name(entry.index[0]) for entry in values[0][1].entries)]
    return ruled(first, [[field.name, *cells(slot, field.entries, people)] for slot, field in values])


def matrix(slot: FieldSlot, field: FieldView, people: People) -> list[str]:
    """A variable for each pair: the first things as rows, the second as columns; in a large one naught is a dot."""
    down = dict.fromkeys(entry.index[0] for entry in field.entries)
    first = [field.name, *map(people.name, down)]
    columns: dict[str, list[str]] = {}
    for entry, cell in zip(field.entries, cells(slot, field.entries, people), strict=True):
        naught = len(field.entries) > MANY and cell in NAUGHT
        columns.setdefault(entry.index[1], [people.name(entry.index[1])]).append(BLANK if naught else cell)
    return ruled(first, list(columns.values()))


def ruled(first: list[str], columns: Sequence[list[str]]) -> list[str]:
    """Columns side by side, the first one flush left, the others right; those that do not fit follow below."""
    count = next(n for n in range(1, len(columns) + 1) if n == len(columns) or fits(first, evenly(columns, n)))
    rows = []
    for band in evenly(columns, count):
        names = [text.ljust(max(map(len, first))) for text in first]
        others = ([text.rjust(max(map(len, column))) for text in column] for column in band)
        rows += ["  ".join(row).rstrip() for row in zip(names, *others, strict=True)]
    return rows


def evenly(columns: Sequence[list[str]], count: int) -> list[Sequence[list[str]]]:
    """Columns in so many bands, about as many in each."""
    each = -(-len(columns) // count)
    return [columns[start : start + each] for start in range(0, len(columns), each)]


def fits(first: list[str], bands: Sequence[Sequence[list[str]]]) -> bool:
    return all(sum(2 + max(map(len, column)) for column in [first, *band]) - 2 <= WIDTH for band in bands)


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
