"""Tables: rows written out, columns with their types, cells with their values."""

from __future__ import annotations

from collections import Counter
from itertools import product as combinations
from math import prod

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.kinds import constants, kinds, matrices
from astro_referee.interpreter.check.mistakes import tables as mistakes
from astro_referee.interpreter.check.mistakes import wording
from astro_referee.interpreter.check.names.context import Bound
from astro_referee.interpreter.check.names.declared import KindNode
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import heaps
from astro_referee.interpreter.program.folding import const
from astro_referee.interpreter.program.program import COPIES, KindInfo
from astro_referee.interpreter.program.symbols import SymbolKind
from astro_referee.interpreter.values.marks import COLOUR, SHORT, SIGN
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import (
    BOOL,
    TEXT,
    WRONG,
    BagOf,
    Bool,
    ErrorType,
    Int,
    Member,
    SetOf,
    TextType,
    Type,
    either,
    low,
    plain,
    words,
)

FEW = 5
"""Members of a set that are quoted."""

NOTHING = ((tree.Blank(),), (tree.Literal("none"),))
"""Cells that say there is none."""

Choice = tuple[tree.CellValue, ...]
"""What one row has in a column: a value, or several that make a set."""
Entries = tuple[Type, tuple[int | str, ...]]
"""A column: its type, and a value for each row."""


# --- Rows -----------------------------------------------------------------------------------------------------------


def has_name_column(rows: tree.Rows) -> bool:
    return rows.columns[0].name.word == "name"


def written_out(c: Checker, rows: tree.Rows) -> list[list[Choice]]:
    """The rows with commas and spans written out: one choice for each column."""
    full: list[list[Choice]] = []
    for row in rows.rows:
        if len(row) != len(rows.columns):
            span = row[0].span.to(row[-1].span) if row else rows.span
            c.report(mistakes.RowLength(len(row), len(rows.columns)), span)
            continue
        options = [[alternative for choice in cell.choices for alternative in alternatives(c, choice)] for cell in row]
        if len(full) + prod(len(o) for o in options) > kinds.LARGEST_KIND:
            span = row[0].span.to(row[-1].span)
            c.report(mistakes.TooManyRows(kinds.LARGEST_KIND), span)
            break
        full += [list(line) for line in combinations(*options)]
    return full


def alternatives(c: Checker, choice: Choice) -> list[Choice]:
    """A span alone is one row each; among others it belongs to their set."""
    if not any(isinstance(value, tree.MemberSpan) for value in choice):
        return [choice]
    values: list[tree.CellValue] = []
    for value in choice:
        if isinstance(value, tree.MemberSpan):
            made = kinds.span_values(c, value)
            values += [
                tree.Number(v, span=value.span) if isinstance(v, int) else tree.Name(v, span=value.span) for v in made
            ]
        else:
            values.append(value)
    return [(value,) for value in values] if len(choice) == 1 else [tuple(values)]


def scattered(c: Checker, rows: tree.Rows, keys: set[int]) -> bool:
    """Reports cells that make several rows of one although its keys stay the same: most often a set with commas."""
    found = False
    for row in rows.rows:
        for number, cell in enumerate(row):
            made = [value for choice in cell.choices for value in alternatives(c, choice)]
            if number in keys or len(made) < 2 or len(row) != len(rows.columns):
                continue
            found = True
            name = " ".join(cell_text(row[key].choices[0]) for key in sorted(keys))
            shown = " ".join(map(cell_text, made)) if len(made) <= FEW else "…"
            heap = isinstance(rows.columns[number].type, tree.HeapType)
            c.report(mistakes.TwiceByChoice(len(cell.choices) > 1, len(made), name, shown, heap), cell.span)
    return found


def row_names(c: Checker, rows: tree.Rows, joint: str, copied: bool = False) -> kinds.Listed:
    """Names of the members a table lists: its `name` column, or all its cells joined; those of a set without blanks.

    Of cards, which are `copied`, the number of copies is no part of their names.
    """
    lines = written_out(c, rows)
    if has_name_column(rows) and scattered(c, rows, {0}):
        lines = list({cell_text(line[0]): line for line in lines}.values())
    if not has_name_column(rows):
        telling = [
            n
            for n, column in enumerate(rows.columns)
            if not (column.per or (copied and column.name.word == COPIES) or is_mark(column, [r[n] for r in lines]))
        ]
        return [
            (joint.join(cell_text(line[n], "") for n in telling), line[0][0].span.to(line[-1][-1].span))
            for line in lines
        ]
    for line in lines:
        if len(line[0]) > 1 or not isinstance(line[0][0], tree.Name | tree.Number | tree.Quoted | tree.Called):
            c.report(mistakes.NoMemberName(cell_text(line[0])), choice_span(line[0]))
    return [(cell_text(line[0]), name_span(line[0])) for line in lines]


def is_mark(column: tree.Column, cells: list[Choice]) -> bool:
    """Whether a column says how things are drawn: it is called so, and has texts."""
    word, written = column.name.word, [value for cell in cells for value in cell if not isinstance(value, tree.Blank)]
    named = word in (SIGN, SHORT, COLOUR) and (not column.per or is_for_players(column))
    return named and column.type is None and bool(written) and all(isinstance(v, tree.Quoted) for v in written)


def is_for_players(column: tree.Column) -> bool:
    """`sign for each player`."""
    return column.name.word == SIGN and list(column.per) == [tree.Name("player")]


def name_span(choice: Choice) -> Span:
    """Where the name of a row stands, without the words for it."""
    return choice[0].name.span if isinstance(choice[0], tree.Called) else choice_span(choice)


def choice_span(choice: Choice) -> Span:
    return choice[0].span.to(choice[-1].span)


def cell_text(choice: Choice, joint: str = " ") -> str:
    texts: list[str] = []
    for value in choice:
        match value:
            case tree.Name(word) | tree.Literal(word) | tree.Called(tree.Name(word)):
                texts.append(word)
            case tree.Number(number):
                texts.append(str(number))
            case tree.Quoted(text):
                texts.append(text)
            case _:
                texts.append("-")
    return joint.join(texts)


# --- Columns --------------------------------------------------------------------------------------------------------


def fill_columns(c: Checker, item: KindNode) -> None:
    """Types and values of the columns of a kind that is given by a table."""
    info = c.declared.kinds[item.name.word]
    rows = item.rows if isinstance(item, tree.Kind | tree.Card | tree.Table) else None
    if rows is None:
        return
    with c.silently():
        lines = written_out(c, rows)
    named = has_name_column(rows) and not isinstance(item, tree.Table)
    size = len(info.members)
    skip = 1 if named else 0
    columns = {word: (type, values[:size]) for word, (type, values) in read_columns(c, rows, lines, skip).items()}
    spread = matrices.read(c, rows, lines, skip, {*columns})
    copied = isinstance(item, tree.Card)
    drawn = {column.name.word for n, column in enumerate(rows.columns) if is_mark(column, [line[n] for line in lines])}
    telling = {
        word: type for word, (type, _) in columns.items() if word not in drawn and not (copied and word == COPIES)
    }
    coordinates = () if named else tuple(telling.items())
    if isinstance(item, tree.Table):
        coordinates = keys(c, item, columns, lines)
    info = evolve(info, coordinates=coordinates, columns=columns, matrices=spread)
    if isinstance(item, tree.Card) and item.named is not None:
        info = evolve(info, members=named_rows(c, item, item.named, info))
        c.declared.places.pop(info.name, None)
    if isinstance(item, tree.Card) and COPIES in columns:
        info = kinds.with_counts(c, info, copies_column(c, item, columns[COPIES]), item.name.span)
    c.declared.kinds[info.name] = info
    for word, entries in columns.items():
        c.declared.tables[f"{info.name}.{word}"] = entries
    for word, matrix in spread.items():
        c.declared.tables[f"{info.name}.{word}"] = (matrix.type, matrix.values)


def copies_column(c: Checker, item: tree.Card, column: Entries) -> list[int]:
    """How many there are of each card, as its row says."""
    type, values = column
    counts = [value for value in values if isinstance(value, int)]
    if not isinstance(type, Int):
        c.report(mistakes.COPIES_IN_WORDS, item.name.span)
        return [1] * len(values)
    return counts


def named_rows(c: Checker, item: tree.Card, named: tree.Text, info: KindInfo) -> tuple[str, ...]:
    """The names of cards given by a table, put together from their columns."""
    names: list[str] = []
    heads = {column.name.word: column.name.span for column in (item.rows.columns if item.rows is not None else ())}
    printer = Printer({kind: there.members for kind, there in c.declared.kinds.items()}, tuple(c.declared.words))
    for number in range(len(info.members)):
        with c.scope():
            for word, (type, values) in info.columns.items():
                value = values[number]
                if isinstance(value, int):
                    c.at.scopes[-1][word] = Bound(const(value, type), heads.get(word, item.name.span), used=True)
            names.append(constants.fixed_text(c, named, printer))
    kinds.check_distinct_names(c, item.name, names, tuple(info.columns), named)
    return tuple(names)


def keys(
    c: Checker, item: tree.Table, columns: dict[str, Entries], lines: list[list[Choice]]
) -> tuple[tuple[str, Type], ...]:
    """The columns a row is looked up by; no two rows may have the same there."""
    unknown = [name for name in item.by if name.word not in columns]
    for name in unknown:
        c.unknown(mistakes.UnknownColumn(name.word, tuple(columns)), name.span, columns)
    if unknown:
        c.declared.broken.add(item.name.word)
        return ()
    wanted = {name.word for name in item.by}
    if scattered(c, item.rows, {n for n, column in enumerate(item.rows.columns) if column.name.word in wanted}):
        c.declared.broken.add(item.name.word)
        return ()
    seen: set[tuple[int | str, ...]] = set()
    by = [columns[name.word][1] for name in item.by]
    for line, key in zip(lines, zip(*by, strict=True), strict=False):
        if key in seen and not any(isinstance(columns[name.word][0], ErrorType) for name in item.by):
            at = line[0][0].span.to(line[-1][-1].span)
            c.report(mistakes.RowTwice(tuple(name.word for name in item.by)), at)
        seen.add(key)
    return tuple((name.word, columns[name.word][0]) for name in item.by)


def read_columns(c: Checker, rows: tree.Rows, lines: list[list[Choice]], skip: int) -> dict[str, Entries]:
    columns: dict[str, Entries] = {}
    for number, column in enumerate(rows.columns):
        if number < skip or column.per:
            continue
        choices = [line[number] for line in lines]
        for value in (value for choice in choices for value in choice if isinstance(value, tree.Called)):
            c.report(mistakes.WORDS_OF_NO_MEMBER, value.span)
        choices = [tuple(v.name if isinstance(v, tree.Called) else v for v in choice) for choice in choices]
        type = (
            declared_type(c, column.type, column, choices)
            if column.type is not None
            else guess_type(c, column, choices)
        )
        word = column.name.word
        if word in columns:
            c.report(mistakes.ColumnTwice(word), column.name.span)
        columns[word] = (type, tuple(cell_value(c, choice, type, column) for choice in choices))
    return columns


def declared_type(c: Checker, node: tree.TypeExpr, column: tree.Column, choices: list[Choice]) -> Type:
    """The type that a column is said to have; with none, if a cell has none all the same, which is reported once."""
    type = constants.resolve_type(c, node)
    blank = next((choice for choice in choices if choice in NOTHING), None)
    if blank is None or "none" in words(type) or not isinstance(plain(type), Bool | Int | Member):
        return type
    name, written, end = column.name.word, c.source.slice(node.span), node.span.end
    c.report(mistakes.NothingInColumn(cell_text(blank), name, written, Span(end, end)), choice_span(blank))
    return either(type, "none")


def guess_type(c: Checker, column: tree.Column, choices: list[Choice]) -> Type:
    """The kind its words belong to, else the span of its numbers, else text."""
    values = [v for choice in choices for v in choice if not isinstance(v, tree.Blank)]
    solid = [v for v in values if v != tree.Literal("none")]
    blank = len(solid) < sum(len(choice) for choice in choices)
    if any(isinstance(v, tree.Quoted) for v in solid) or not solid:
        return TEXT
    names = [v for v in solid if isinstance(v, tree.Name)]
    numbers = [v.value for v in solid if isinstance(v, tree.Number)]
    base: Type
    if names:
        symbol = kinds.find_member(c, names[0].word)
        if symbol is None:
            known = [s for s, there in c.declared.symbols.items() if there.sort == "member"]
            c.unknown(mistakes.UnknownMember(names[0].word, column.name.word), names[0].span, known)
            return WRONG
        c.found.used.add(symbol.name)
        base = Member(symbol.name, len(c.declared.kinds[symbol.name].members))
    else:
        base = Int(min(numbers), max(numbers)) if numbers else BOOL
    if any(len(choice) > 1 for choice in choices):
        return SetOf(base)
    return either(base, "none") if blank else base


# --- Cells ----------------------------------------------------------------------------------------------------------


def cell_value(c: Checker, choice: Choice, type: Type, column: tree.Column) -> int | str:
    """The number that a cell stands for in a column of this type; the lowest where it does not belong."""
    base = plain(type)
    match base:
        case ErrorType():
            return 0
        case TextType():
            return cell_text(choice) if not isinstance(choice[0], tree.Blank) else ""
        case SetOf(of):
            found: set[int] = set()
            for value in choice:
                bit = 0 if isinstance(value, tree.Blank) else 1 << int(cell_value(c, (value,), of, column)) - low(of)
                if bit in found:
                    c.report(mistakes.TwiceInSet(cell_text((value,))), value.span)
                found |= {bit} - {0}
            return sum(found)
        case BagOf():
            return heap_value(c, choice, base, column)
    single = single_value(c, choice[0], type) if len(choice) == 1 else None
    if single is not None:
        return single
    wanted = wording.wants(c.declared.kinds, type)
    dash = isinstance(choice[0], tree.Blank) and column.type is not None
    head = c.source.slice(column.span) if dash else ""
    c.report(mistakes.NotInColumn(cell_text(choice), column.name.word, wanted, head), choice_span(choice))
    return low(base) if isinstance(base, Bool | Int | Member) else 0


def heap_value(c: Checker, choice: Choice, type: BagOf, column: tree.Column) -> int:
    """`2 wood stone`: a number before a word counts it. In a heap of numbers each of them is one."""
    counts: Counter[int] = Counter()
    times = None
    for value, following in zip(choice, (*choice[1:], None), strict=True):
        if isinstance(value, tree.Blank):
            continue
        if isinstance(value, tree.Number) and isinstance(following, tree.Name):
            times = value
            continue
        face = int(cell_value(c, (value,), type.of, column)) - low(type.of)
        counts[face] += times.value if times is not None else 1
        times = None
    most = heaps.most_of(type, c.declared.kinds)
    if any(not 0 <= count <= most for count in counts.values()):
        c.report(mistakes.HeapTooLarge(most), choice_span(choice))
        return 0
    return sum(count << type.bits * face for face, count in counts.items())


def single_value(c: Checker, value: tree.CellValue, type: Type) -> int | None:
    base = plain(type)
    match value:
        case tree.Blank() | tree.Literal("none"):
            return c.code("none", base) if "none" in words(type) else None
        case tree.Literal(word):
            return int(word == "yes") if isinstance(base, Bool) else None
        case tree.Number(number):
            if isinstance(base, Int):
                return number if base.low <= number <= base.high else None
            return kinds.member_index(c, base, str(number))
        case tree.Name(word):
            if word in words(type):
                c.refer(value, (SymbolKind.WORD, "", word))
                return c.code(word, base)
            c.found.used.add(word)
            if isinstance(base, Member):
                c.refer(value, (SymbolKind.MEMBER, base.kind, word))
            return kinds.member_index(c, base, word)
        case _:
            return None
