"""Tables: rows written out, columns with their types, cells with their values."""

from __future__ import annotations

from itertools import product as combinations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.problems import did_you_mean
from astro_referee.interpreter.check import fixed, kinds, wording
from astro_referee.interpreter.check.scope import Bound, Checker
from astro_referee.interpreter.folding import const
from astro_referee.interpreter.printing import Printer
from astro_referee.interpreter.program import KindInfo
from astro_referee.interpreter.types import (
    BOOL,
    TEXT,
    WRONG,
    Bool,
    Int,
    Member,
    SetOf,
    TextType,
    Type,
    Wrong,
    either,
    low,
    plain,
    words,
)


def has_name_column(rows: tree.Rows) -> bool:
    return rows.columns[0].name.word == "name"


Choice = tuple[tree.CellValue, ...]


def written_out(c: Checker, rows: tree.Rows) -> list[list[Choice]]:
    """The rows with commas and spans written out: one choice for each column."""
    full: list[list[Choice]] = []
    for row in rows.rows:
        if len(row) != len(rows.columns):
            span = row[0].span.to(row[-1].span) if row else rows.span
            c.error("row-length", f"this row has {len(row)} cells, but there are {len(rows.columns)} columns", span)
            continue
        options = [[alternative for choice in cell.choices for alternative in alternatives(c, choice)] for cell in row]
        full += [list(line) for line in combinations(*options)]
        if len(full) > kinds.LARGEST_KIND:
            c.error("too-large", f"the table has more than {kinds.LARGEST_KIND} rows", rows.span)
            break
    return full


def alternatives(c: Checker, choice: Choice) -> list[Choice]:
    if len(choice) == 1 and isinstance(choice[0], tree.MemberSpan):
        span = choice[0].span
        made = kinds.span_values(c, choice[0])
        return [((tree.Number(v, span=span) if isinstance(v, int) else tree.Name(v, span=span)),) for v in made]
    return [choice]


def row_names(c: Checker, rows: tree.Rows, joint: str) -> tuple[str, ...]:
    """Names of the members a table lists: its `name` column, or all its cells joined."""
    lines = written_out(c, rows)
    if has_name_column(rows):
        return tuple(cell_text(line[0]) for line in lines)
    return tuple(joint.join(cell_text(choice) for choice in line) for line in lines)


def cell_text(choice: Choice) -> str:
    texts: list[str] = []
    for value in choice:
        match value:
            case tree.Name(word) | tree.Literal(word):
                texts.append(word)
            case tree.Number(number):
                texts.append(str(number))
            case tree.Quoted(text):
                texts.append(text)
            case _:
                texts.append("-")
    return " ".join(texts)


def fill_columns(c: Checker, item: kinds.KindNode) -> None:
    """Types and values of the columns of a kind that is given by a table."""
    info = c.kinds[item.name.word]
    rows = item.rows if isinstance(item, tree.Kind | tree.Card | tree.Table) else None
    if rows is not None:
        with c.trial():
            lines = written_out(c, rows)
        named = has_name_column(rows) and not isinstance(item, tree.Table)
        columns = read_columns(c, rows, lines, skip=1 if named else 0)
        size = len(info.members)
        coordinates = () if named else tuple((word, type) for word, (type, _) in columns.items())
        if isinstance(item, tree.Table):
            for name in item.by:
                if name.word not in columns:
                    c.error(
                        "unknown-name",
                        f"the table has no column `{name.word}`",
                        name.span,
                        did_you_mean(name.word, list(columns)),
                    )
            coordinates = tuple((name.word, columns[name.word][0]) for name in item.by if name.word in columns)
            same_key_twice(c, item, lines, columns)
        cut = {word: (type, values[:size]) for word, (type, values) in columns.items()}
        info = evolve(info, coordinates=coordinates, columns=cut)
        if isinstance(item, tree.Card) and item.named is not None:
            info = evolve(info, members=named_rows(c, item, item.named, info))
        c.kinds[info.name] = info
    for word, (type, values) in info.columns.items():
        c.tables[f"{info.name}.{word}"] = (type, values)


def same_key_twice(
    c: Checker, item: tree.Table, lines: list[list[Choice]], columns: dict[str, tuple[Type, tuple[int | str, ...]]]
) -> None:
    """A row whose key stands in a row above could never be looked up."""
    keys = [columns[name.word][1] for name in item.by if name.word in columns]
    seen: set[tuple[int | str, ...]] = set()
    for number, line in enumerate(lines):
        key = tuple(column[number] for column in keys)
        if key in seen:
            at = line[0][0].span.to(line[-1][-1].span)
            c.error(
                "twice", "a row above has the same key", at, f"`{item.name.word}` is looked up by {listed(item.by)}"
            )
        seen.add(key)


def listed(names: tuple[tree.Name, ...]) -> str:
    return " and ".join(name.word for name in names)


def named_rows(c: Checker, item: tree.Card, named: tree.Text, info: KindInfo) -> tuple[str, ...]:
    """The names of cards given by a table, put together from their columns."""
    names: list[str] = []
    printer = Printer({kind: there.members for kind, there in c.kinds.items()}, c.words)
    for number in range(len(info.members)):
        with c.trial() if names else c.scope():
            c.scopes.append({})
            for word, (type, values) in info.columns.items():
                value = values[number]
                if isinstance(value, int):
                    c.scopes[-1][word] = Bound(const(value, type), item.name.span, used=True)
            names.append(fixed.fixed_text(c, named, printer))
            c.scopes.pop()
    return kinds.checked_members(c, tuple(names), item.name.span)


def read_columns(
    c: Checker, rows: tree.Rows, lines: list[list[Choice]], skip: int
) -> dict[str, tuple[Type, tuple[int | str, ...]]]:
    columns: dict[str, tuple[Type, tuple[int | str, ...]]] = {}
    for number, column in enumerate(rows.columns):
        if number < skip:
            continue
        choices = [line[number] for line in lines]
        type = fixed.resolve_type(c, column.type) if column.type is not None else guess_type(c, column, choices)
        if column.name.word in columns:
            c.error("twice", f"there are two columns called `{column.name.word}`", column.name.span)
        columns[column.name.word] = (type, tuple(cell_value(c, choice, type, column) for choice in choices))
    return columns


def guess_type(c: Checker, column: tree.Column, choices: list[Choice]) -> Type:
    """The kind its words belong to, else the span of its numbers, else text."""
    values = [v for choice in choices for v in choice if not isinstance(v, tree.Blank)]
    many = any(len(choice) > 1 for choice in choices)
    blank = any(isinstance(v, tree.Blank) or v == tree.Literal("none") for choice in choices for v in choice)
    solid = [v for v in values if v != tree.Literal("none")]
    base: Type
    if any(isinstance(v, tree.Quoted) for v in solid) or not solid:
        return TEXT
    if all(isinstance(v, tree.Literal) for v in solid):
        base = BOOL
    elif all(isinstance(v, tree.Number) for v in solid):
        numbers = [v.value for v in solid if isinstance(v, tree.Number)]
        base = Int(min(numbers), max(numbers))
    else:
        first = next(v for v in solid if isinstance(v, tree.Name))
        symbol = kinds.find_member(c, first.word)
        if symbol is None:
            known = [s for s, there in c.symbols.items() if there.sort == "member"]
            c.error(
                "unknown-name",
                f"`{first.word}` is no member of a kind",
                first.span,
                did_you_mean(first.word, known),
                f"for a column of texts, write them in quotes; or say its type: `{column.name.word}: …`",
            )
            return WRONG
        base = Member(symbol.name, len(c.kinds[symbol.name].members))
    if many:
        return SetOf(base)
    return either(base, "none") if blank else base


def cell_value(c: Checker, choice: Choice, type: Type, column: tree.Column) -> int | str:
    """The number that a cell stands for in a column of this type."""
    base = plain(type)
    if isinstance(base, Wrong):
        return 0
    if isinstance(base, SetOf):
        total = 0
        for value in choice:
            if not isinstance(value, tree.Blank):
                found = cell_value(c, (value,), base.of, column)
                total |= 1 << (int(found) - low(base.of)) if found is not None else 0
        return total
    value = choice[0]
    if isinstance(base, TextType):
        return cell_text(choice) if not isinstance(value, tree.Blank) else ""
    if len(choice) == 1:
        found_value = single_value(c, value, type)
        if found_value is not None:
            return found_value
    span = choice[0].span.to(choice[-1].span)
    c.error(
        "bad-cell",
        f"`{cell_text(choice)}` does not belong into column `{column.name.word}`",
        span,
        wording.wants(c, type),
    )
    return 0


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
                return c.code(word, base)
            c.used.add(word)
            return kinds.member_index(c, base, word)
        case _:
            return None
