"""Kinds from their declarations: members, coordinates and columns of kinds, rings, grids, players, cards and tokens."""

from __future__ import annotations

from itertools import product as combinations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.problems import did_you_mean
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check import expressions
from astro_referee.interpreter.folding import const
from astro_referee.interpreter.check.scope import Checker, Symbol
from astro_referee.interpreter.printing import Printer
from astro_referee.interpreter.program import KindInfo
from astro_referee.interpreter.terms import Const, Lookup, Op, Term
from astro_referee.interpreter.types import (
    BOOL,
    TEXT,
    Bool,
    Either,
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

DIRECTIONS = {
    "north": (0, 1),
    "northeast": (1, 1),
    "east": (1, 0),
    "southeast": (1, -1),
    "south": (0, -1),
    "southwest": (-1, -1),
    "west": (-1, 0),
    "northwest": (-1, 1),
}
LARGEST_KIND = 4096
"""More members than any board here needs (a 19 x 19 grid has 361), few enough for tables over pairs of coordinates."""


KindNode = tree.Kind | tree.Grid | tree.Card | tree.Token | tree.Table


# --- Constants and types ----------------------------------------------------------------------------------------


def constant(c: Checker, term: Term) -> int | str | None:
    """The value of a term that depends on nothing but the file and the options."""
    from astro_referee.interpreter.folding import CONSTANT

    match term:
        case Const(value):
            return value
        case Lookup(name, at):
            entry: object = c.tables[name][1] if name in c.tables else None
            for index in at:
                value = constant(c, index)
                if not isinstance(value, int) or not isinstance(entry, tuple) or not 0 <= value < len(entry):
                    return None
                entry = entry[value]
            if isinstance(entry, tuple) and len(at) == 0 and len(entry) == 1:
                entry = entry[0]
            return entry if isinstance(entry, int | str) else None
        case Op(name, args):
            values = [constant(c, a) for a in args]
            if name == "and":
                return int(all(values)) if None not in values else None
            if name == "or":
                return int(any(values)) if None not in values else None
            if name == "if":
                return values[1] if values[0] else values[2] if values[0] is not None else None
            numbers = [v for v in values if isinstance(v, int)]
            if name in CONSTANT and len(numbers) == len(args) and not (name in ("/", "mod") and numbers[1] == 0):
                return CONSTANT[name](*numbers)
            return None
        case _:
            return None


def fixed_number(c: Checker, node: tree.Expr) -> int | None:
    """A number in a type, size or count, which must be known before the game starts."""
    term = expressions.number(c, node)
    value = constant(c, term)
    if value is None and not isinstance(term.type, expressions.Wrong):
        c.error("not-fixed", "this number must be known before the game starts", node.span, "use numbers and options only")
    return value if isinstance(value, int) else None


def resolve_type(c: Checker, node: tree.TypeExpr) -> Type:
    """The type that a piece of text names."""
    match node:
        case tree.NamedType(name):
            if name.word == "bool":
                return BOOL
            info = kind_of(c, name.word)
            if info is None:
                known = [s for s, symbol in c.symbols.items() if symbol.sort == "kind"]
                c.error("unknown-type", f"there is no kind called `{name.word}`", name.span, did_you_mean(name.word, [*known, "bool", "player"]))
                return expressions.WRONG
            return Member(info.name, len(info.members))
        case tree.SpanType(a, b):
            first, last = fixed_number(c, a), fixed_number(c, b)
            if first is None or last is None:
                return expressions.WRONG
            if first > last:
                c.error("empty-span", f"nothing lies between {first} and {last}", node.span, "write the smaller number first")
                return expressions.WRONG
            return Int(first, last)
        case tree.SetType(of):
            inner = resolve_type(c, of)
            if isinstance(inner, expressions.Wrong):
                return inner
            if not isinstance(inner, Bool | Int | Member):
                c.error("bad-type", "a set holds numbers or members of a kind", of.span)
                return expressions.WRONG
            if isinstance(inner, Int) and inner.high - inner.low >= LARGEST_KIND:
                c.error("too-large", f"a set of so many numbers is too large (at most {LARGEST_KIND})", of.span)
                return expressions.WRONG
            return SetOf(inner)
        case tree.EitherType(of, names):
            inner = resolve_type(c, of)
            for name in names:
                if name.word in c.symbols:
                    c.error("shadowed", f"`{name.word}` already means something else", name.span, "an extra word must be new")
                c.code(name.word, inner)
            return either(inner, *(name.word for name in names))


# --- Kinds ------------------------------------------------------------------------------------------------------


def kind_of(c: Checker, word: str) -> KindInfo | None:
    """A kind by its name, read from its declaration when it is first needed."""
    if word in c.kinds:
        return c.kinds[word]
    symbol = c.symbols.get(word)
    if symbol is None or symbol.sort != "kind":
        return None
    for item in c.file.items:
        if isinstance(item, KindNode) and item.name.word == word and item.name.span == symbol.span:
            c.kinds[word] = KindInfo(word, "being read", ())
            info = read_kind(c, item)
            c.kinds[word] = info
            name_members(c, item, info)
            fill_columns(c, item)
            return c.kinds[word]
    return None


def read_kind(c: Checker, item: KindNode) -> KindInfo:
    """Members only; columns follow, since they may speak of the kind itself."""
    match item:
        case tree.Kind(word, name, members, rows):
            shape = word
            names = tuple(expand_members(c, members)) if rows is None else row_names(c, rows, "")
            if word == "player":
                if len(names) < c.seats:
                    c.error("too-few-players", f"{len(names)} players are named, but {c.seats} may play", item.name.span)
                    names = (*names, *(f"P{i + 1}" for i in range(len(names), c.seats)))
                names = names[: c.seats]
            return KindInfo(name.word, shape, checked_members(c, names, item.name.span))
        case tree.Grid(name, params, named):
            if len(params) != 2:
                c.error("bad-grid", "a grid has two coordinates: columns first, then rows", name.span)
            return product_kind(c, name, "grid", params, named, "", 1)
        case tree.Card(name, copies, params, rows, named):
            if rows is None:
                return product_kind(c, name, "card", params, named, " ", copies)
            return KindInfo(name.word, "card", checked_members(c, row_names(c, rows, " "), name.span))
        case tree.Token(name, _, params, named):
            if not params:
                return KindInfo(name.word, "token", (name.word,))
            return product_kind(c, name, "token", params, named, " ", 1)
        case tree.Table(name, _, rows):
            return KindInfo(name.word, "table", checked_members(c, row_names(c, rows, " "), name.span))


def checked_members(c: Checker, names: tuple[str, ...], span: Span) -> tuple[str, ...]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            c.error("twice", f"`{name}` is listed twice", span, "members must differ")
            break
        seen.add(name)
    if len(names) > LARGEST_KIND:
        c.error("too-large", f"{len(names)} members are too many (at most {LARGEST_KIND})", span)
        return names[:LARGEST_KIND]
    return names or ("nothing",)


def expand_members(c: Checker, members: tuple[tree.Member, ...]) -> list[str]:
    """The names in a list of members, spans written out."""
    names: list[str] = []
    for member in members:
        match member:
            case tree.Name(word):
                names.append(word)
            case tree.Number(value):
                names.append(str(value))
            case tree.MemberSpan():
                names += [str(v) for v in span_values(c, member)]
    return names


def span_values(c: Checker, node: tree.MemberSpan) -> list[str | int]:
    """`2..10`, `7..1`, `a..h`, written out."""
    match node.low, node.high:
        case tree.Number(a), tree.Number(b):
            if abs(b - a) >= LARGEST_KIND:
                c.error("too-large", f"a span of {abs(b - a) + 1} members is too long (at most {LARGEST_KIND})", node.span)
                return [a]
            return list(range(a, b + 1)) if a <= b else list(range(a, b - 1, -1))
        case tree.Name(x), tree.Name(y) if len(x) == len(y) == 1:
            if x > y:
                c.error("empty-span", f"nothing lies between `{x}` and `{y}`", node.span, "write the earlier letter first")
                return [x]
            return [chr(code) for code in range(ord(x), ord(y) + 1)]
        case _:
            c.error("bad-span", "a span goes from number to number or from letter to letter", node.span)
            return []


def product_kind(
    c: Checker,
    name: tree.Name,
    shape: str,
    params: tuple[tree.Param, ...],
    named: tree.Text | None,
    joint: str,
    copies: int,
) -> KindInfo:
    """All combinations of the values of some domains that pass their tests."""
    domains: list[tuple[str, Type, list[int]]] = []
    for param in params:
        type, values = fixed_domain(c, param.domain)
        domains.append((param.name.word, type, values))
    count = 1
    for _, _, values in domains:
        count *= len(values)
    if count > LARGEST_KIND:
        c.error("too-large", f"`{name.word}` would have {count} members (at most {LARGEST_KIND})", name.span)
        domains = [(w, t, v[:2]) for w, t, v in domains]
    printer = Printer({k: info.members for k, info in c.kinds.items()}, c.words)
    members: list[str] = []
    kept: list[tuple[int, ...]] = []
    for combination in combinations(*(values for _, _, values in domains)):
        with c.trial() if kept else c.scope():
            c.scopes.append({})
            for param, (_, type, _), value in zip(params, domains, combination, strict=True):
                c.bind(param.name, type, const(value, type))
                c.scopes[-1][param.name.word].used = True
            tests = [constant(c, expressions.condition(c, p.where)) for p in params if p.where is not None]
            if all(tests):
                shown = [printer.show(t, v) for (_, t, _), v in zip(domains, combination, strict=True)]
                members.append(fixed_text(c, named, printer) if named is not None else joint.join(shown))
                kept.append(combination)
            c.scopes.pop()
    coordinates = tuple((word, type) for word, type, _ in domains)
    columns: dict[str, tuple[Type, tuple[int | str, ...]]] = {
        word: (type, tuple(k[i] for k in kept)) for i, (word, type, _) in enumerate(domains)
    }
    return KindInfo(name.word, shape, checked_members(c, tuple(members), name.span), coordinates, columns, max(1, copies))


def fixed_text(c: Checker, text: tree.Text, printer: Printer) -> str:
    pieces: list[str] = []
    for part in text.parts:
        if isinstance(part, str):
            pieces.append(part)
            continue
        term = expressions.expression(c, part)
        value = constant(c, term)
        if value is None and not isinstance(term.type, expressions.Wrong):
            c.error("not-fixed", "a name may only speak of the coordinates", part.span)
        pieces.append(printer.show(term.type, value) if value is not None else "?")
    return "".join(pieces)


def fixed_domain(c: Checker, node: tree.Expr) -> tuple[Type, list[int]]:
    """The values of a domain that is known before the game starts: a kind or a span."""
    match node:
        case tree.SpanOf(a, b):
            first, last = fixed_number(c, a), fixed_number(c, b)
            if first is None or last is None:
                return Int(0, 0), [0]
            if first > last or last - first >= LARGEST_KIND:
                c.error("empty-span", f"{first}..{last} is no usable span", node.span)
                return Int(first, first), [first]
            return Int(first, last), list(range(first, last + 1))
        case tree.Name(word):
            info = kind_of(c, word)
            if info is not None:
                c.used.add(word)
                return Member(word, len(info.members)), list(range(len(info.members)))
            c.unknown(word, node.span, [s for s, symbol in c.symbols.items() if symbol.sort == "kind"])
        case _:
            c.error("not-fixed", "a kind or a span such as `1..8` must stand here", node.span)
    return Int(0, 0), [0]


def name_members(c: Checker, item: KindNode, info: KindInfo) -> None:
    """Makes the members' names known; a name put together from cells gives way to one that is taken."""
    explicit = isinstance(item, tree.Kind) and (item.rows is None or has_name_column(item.rows))
    explicit = explicit or isinstance(item, tree.Card) and item.rows is not None and has_name_column(item.rows)
    if isinstance(item, tree.Token) and not item.product or isinstance(item, tree.Table):
        return
    for index, member in enumerate(info.members):
        if not member.isidentifier() or not member.isascii():
            continue
        there = c.symbols.get(member)
        if there is None:
            c.symbols[member] = Symbol("member", info.name, item.name.span, index)
        elif explicit and (there.sort != "member" or there.name != info.name):
            c.error("twice", f"`{member}` is already the name of something else", item.name.span, "names must differ", f"the other one: line {c.source.place(there.span.start)[0]}")


# --- Tables -----------------------------------------------------------------------------------------------------


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
        if len(full) > LARGEST_KIND:
            c.error("too-large", f"the table has more than {LARGEST_KIND} rows", rows.span)
            break
    return full


def alternatives(c: Checker, choice: Choice) -> list[Choice]:
    if len(choice) == 1 and isinstance(choice[0], tree.MemberSpan):
        span = choice[0].span
        made = span_values(c, choice[0])
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


def fill_columns(c: Checker, item: KindNode) -> None:
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
                    c.error("unknown-name", f"the table has no column `{name.word}`", name.span, did_you_mean(name.word, list(columns)))
            coordinates = tuple((name.word, columns[name.word][0]) for name in item.by if name.word in columns)
        cut = {word: (type, values[:size]) for word, (type, values) in columns.items()}
        info = evolve(info, coordinates=coordinates, columns=cut)
        c.kinds[info.name] = info
    for word, (type, values) in info.columns.items():
        c.tables[f"{info.name}.{word}"] = (type, values)


def read_columns(
    c: Checker, rows: tree.Rows, lines: list[list[Choice]], skip: int
) -> dict[str, tuple[Type, tuple[int | str, ...]]]:
    columns: dict[str, tuple[Type, tuple[int | str, ...]]] = {}
    for number, column in enumerate(rows.columns):
        if number < skip:
            continue
        choices = [line[number] for line in lines]
        type = resolve_type(c, column.type) if column.type is not None else guess_type(c, column, choices)
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
        symbol = find_member(c, first.word)
        if symbol is None:
            known = [s for s, there in c.symbols.items() if there.sort == "member"]
            c.error("unknown-name", f"`{first.word}` is no member of a kind", first.span, did_you_mean(first.word, known), f"for a column of texts, write them in quotes; or say its type: `{column.name.word}: …`")
            return expressions.WRONG
        base = Member(symbol.name, len(c.kinds[symbol.name].members))
    if many:
        return SetOf(base)
    return either(base, "none") if blank else base


def find_member(c: Checker, word: str) -> Symbol | None:
    """The member with this name, reading kinds not read so far."""
    symbol = c.symbols.get(word)
    if symbol is None:
        for name in [s for s, there in c.symbols.items() if there.sort == "kind"]:
            kind_of(c, name)
        symbol = c.symbols.get(word)
    return symbol if symbol is not None and symbol.sort == "member" else None


def cell_value(c: Checker, choice: Choice, type: Type, column: tree.Column) -> int | str:
    """The number that a cell stands for in a column of this type."""
    base = plain(type)
    if isinstance(base, expressions.Wrong):
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
    c.error("bad-cell", f"`{cell_text(choice)}` does not belong into column `{column.name.word}`", span, expressions.wants(c, type))
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
            return member_index(c, base, str(number))
        case tree.Name(word):
            if word in words(type):
                return c.code(word, base)
            c.used.add(word)
            return member_index(c, base, word)
        case _:
            return None


def member_index(c: Checker, base: Type, word: str) -> int | None:
    """The place of a member in its kind, by its printed name."""
    if not isinstance(base, Member):
        return None
    names = c.kinds[base.kind].members
    return names.index(word) if word in names else None


