"""Numbers and words: small tables with a line between rows, and facts below each other."""

from __future__ import annotations

from collections.abc import Sequence

from astro_referee.interpreter.show.picture.boards.boards import commas
from astro_referee.interpreter.show.picture.svg import Block, box, column, disc, flow, hint, line, tag, text
from astro_referee.interpreter.show.picture.text_width import MORE, as_words, lines, width
from astro_referee.interpreter.show.scene.facts import Fact, Table
from astro_referee.interpreter.show.scene.layers import BLANK
from astro_referee.interpreter.show.text.tables import evenly

LETTERS, ROW = 13.0, 22.0
"""Heights of letters, and of rows."""
GAP, PAD = 14.0, 14.0
EVEN = 6
"""Columns that have each the width they need."""
FEW = 8
"""Parts of a fact that stand below each other."""
DIE = 26.0
"""The side of a die."""
ASLANT, OTHERS, SIDES = ((-1, -1), (1, 1)), ((1, -1), (-1, 1)), ((-1, 0), (1, 0))
PIPS = (
    ((0, 0),),
    ASLANT,
    (*ASLANT, (0, 0)),
    (*ASLANT, *OTHERS),
    (*ASLANT, *OTHERS, (0, 0)),
    (*ASLANT, *OTHERS, *SIDES),
)
"""Where the pips of each face are."""
STEP = 14.0
"""How far in the parts of a fact stand."""
NAUGHT = "·"
"""Nothing, in a table."""
WIDEST = 150.0
"""Room for a name or value in a table; longer ones are cut."""


def needs(table: Table) -> list[float]:
    """The widths of all columns, the first included; many are all as wide as the widest."""
    first, *others = (
        min(WIDEST, max(width(as_words(cell), LETTERS, True) for cell in cells))
        for cells in (table.first, *table.columns)
    )
    return [first, *([max(others)] * len(others) if len(others) > EVEN else others)]


def breadth(table: Table) -> float:
    """The width of a whole table."""
    return sum(needs(table)) + GAP * len(table.columns)


def table_of(table: Table, room: float) -> Block:
    """A table; columns that do not fit follow below."""
    count = len(table.columns)
    bands = (
        [Table(table.first, tuple(band)) for band in evenly(table.columns, number)] for number in range(1, count + 1)
    )
    fitting = next(band for band in bands if len(band) == count or all(breadth(part) <= room for part in band))
    return column([banded(part) for part in fitting], 12)


def banded(table: Table) -> Block:
    """Names flush left, values flush right; what is on top is faint."""
    first, *others = needs(table)
    parts = []
    for row, name in enumerate(table.first):
        y = ROW * row + ROW / 2
        if row:
            parts.append(line(0, ROW * row, breadth(table), ROW * row, "line"))
        parts.append(text(0, y, as_words(name), first, LETTERS, "ink" if row else "faint", bold=row == 0))
        x = first
        for cells, wide in zip(table.columns, others, strict=True):
            x += GAP + wide
            said, look = (NAUGHT, "faint") if cells[row] == BLANK else (as_words(cells[row]), "ink" if row else "faint")
            parts.append(text(x, y, said, wide, LETTERS, look, "end"))
    return Block(breadth(table), ROW * len(table.first), tuple(parts))


def facts_of(facts: Sequence[Fact], room: float) -> Block:
    """A name and its value on one line, or the value on as many lines below as it needs."""
    return column([fact_of(fact, room) for fact in facts], 2)


def fact_of(fact: Fact, room: float) -> Block:
    if fact.dice:
        return rolled(fact, room)
    name, value = as_words(fact.name), ", ".join(fact.items)
    pairs = [item.split(" = ") for item in fact.items if item.count(" = ") == 1]
    if 1 < len(fact.items) == len(pairs) <= FEW:
        return column([pair(name, "", 0, room), *(pair(one, other, STEP, room) for one, other in pairs)], 0)
    if width(name, LETTERS) + GAP + width(value, LETTERS) <= room:
        return pair(name, value, 0, room)
    rows = lines(" ".join(commas(fact.items)).split(), room - STEP, LETTERS)
    cut = value if any(row.endswith(MORE) for row in rows) else ""
    below = [Block(room, 18, (text(STEP, 9, row, room - STEP, LETTERS, hinted=cut),)) for row in rows]
    return column([pair(name, "", 0, room), *below, Block(room, 4, ())], 0)


def rolled(fact: Fact, room: float) -> Block:
    """Dice with their pips, as many side by side as fit."""
    dice = flow([die(value) for value in fact.dice], room * 0.7, 5)
    name = text(0, DIE / 2 + 1, as_words(fact.name), room - dice.wide - GAP, LETTERS, "faint")
    inside = hint(f"{as_words(fact.name)}: {', '.join(fact.items)}") + dice.at(room - dice.wide, 1)
    return Block(room, max(ROW, dice.high + 4), (name, tag("g", inside)))


def die(value: int) -> Block:
    """The face of a die: pips in three rows, or a number."""
    face = box(0.5, 0.5, DIE - 1, DIE - 1, "card rim", 5)
    if not 1 <= value <= len(PIPS):
        return Block(
            DIE, DIE, (face, text(DIE / 2, DIE / 2, str(value), DIE - 4, LETTERS, "pips", "middle", bold=True))
        )
    far = DIE * 0.27
    spots = [disc(DIE / 2 + x * far, DIE / 2 + y * far, DIE * 0.09, "pips") for x, y in PIPS[value - 1]]
    return Block(DIE, DIE, (face, *spots))


def pair(name: str, value: str, indent: float, room: float) -> Block:
    """A name to the left, a value to the right."""
    high = 18 if indent else ROW
    right = min(width(value, LETTERS), (room - indent) * 0.6)
    parts = [text(indent, high / 2, name, room - indent - right - GAP, LETTERS, "faint")]
    if value:
        parts.append(text(room, high / 2, value, right, LETTERS, "ink", "end"))
    return Block(room, high, tuple(parts))


def panel(blocks: Sequence[Block], room: float) -> Block:
    """Blocks in a frame."""
    drawn = column(blocks, 12)
    high = drawn.high + 2 * PAD
    return Block(room, high + 1, (box(0.5, 0.5, room - 1, high, "panel edge", 8), drawn.at(PAD, PAD)))
