"""Kinds from their declarations: members, coordinates and columns of kinds, rings, grids, players, cards and tokens."""

from __future__ import annotations

from itertools import product as combinations

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check import expressions, fixed, tables
from astro_referee.interpreter.check.scope import Checker, Symbol
from astro_referee.interpreter.folding import const
from astro_referee.interpreter.printing import Printer
from astro_referee.interpreter.program import KindInfo
from astro_referee.interpreter.types import (
    Member,
    Type,
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
            tables.fill_columns(c, item)
            return c.kinds[word]
    return None


def read_kind(c: Checker, item: KindNode) -> KindInfo:
    """Members only; columns follow, since they may speak of the kind itself."""
    match item:
        case tree.Kind(word, name, members, rows):
            shape = word
            names = tuple(expand_members(c, members)) if rows is None else tables.row_names(c, rows, "")
            if word == "player":
                if len(names) < c.seats:
                    c.error(
                        "too-few-players", f"{len(names)} players are named, but {c.seats} may play", item.name.span
                    )
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
            return KindInfo(name.word, "card", checked_members(c, tables.row_names(c, rows, " "), name.span))
        case tree.Token(name, _, params, named):
            if not params:
                return KindInfo(name.word, "token", (name.word,))
            return product_kind(c, name, "token", params, named, " ", 1)
        case tree.Table(name, _, rows):
            return KindInfo(name.word, "table", checked_members(c, tables.row_names(c, rows, " "), name.span))


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
                c.error(
                    "too-large", f"a span of {abs(b - a) + 1} members is too long (at most {LARGEST_KIND})", node.span
                )
                return [a]
            return list(range(a, b + 1)) if a <= b else list(range(a, b - 1, -1))
        case tree.Name(x), tree.Name(y) if len(x) == len(y) == 1:
            if x > y:
                c.error(
                    "empty-span", f"nothing lies between `{x}` and `{y}`", node.span, "write the earlier letter first"
                )
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
        type, values = fixed.fixed_domain(c, param.domain)
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
            tests = [fixed.constant(c, expressions.condition(c, p.where)) for p in params if p.where is not None]
            if all(tests):
                shown = [printer.show(t, v) for (_, t, _), v in zip(domains, combination, strict=True)]
                members.append(fixed.fixed_text(c, named, printer) if named is not None else joint.join(shown))
                kept.append(combination)
            c.scopes.pop()
    coordinates = tuple((word, type) for word, type, _ in domains)
    columns: dict[str, tuple[Type, tuple[int | str, ...]]] = {
        word: (type, tuple(k[i] for k in kept)) for i, (word, type, _) in enumerate(domains)
    }
    return KindInfo(
        name.word, shape, checked_members(c, tuple(members), name.span), coordinates, columns, max(1, copies)
    )


def name_members(c: Checker, item: KindNode, info: KindInfo) -> None:
    """Makes the members' names known; a name put together from cells gives way to one that is taken."""
    explicit = isinstance(item, tree.Kind) and (item.rows is None or tables.has_name_column(item.rows))
    explicit = explicit or (isinstance(item, tree.Card) and item.rows is not None and tables.has_name_column(item.rows))
    if (isinstance(item, tree.Token) and not item.product) or isinstance(item, tree.Table):
        return
    for index, member in enumerate(info.members):
        if not member.isidentifier() or not member.isascii():
            continue
        there = c.symbols.get(member)
        if there is None:
            c.symbols[member] = Symbol("member", info.name, item.name.span, index)
        elif explicit and (there.sort != "member" or there.name != info.name):
            c.error(
                "twice",
                f"`{member}` is already the name of something else",
                item.name.span,
                "names must differ",
                f"the other one: line {c.source.place(there.span.start)[0]}",
            )


def find_member(c: Checker, word: str) -> Symbol | None:
    """The member with this name, reading kinds not read so far."""
    symbol = c.symbols.get(word)
    if symbol is None:
        for name in [s for s, there in c.symbols.items() if there.sort == "kind"]:
            kind_of(c, name)
        symbol = c.symbols.get(word)
    return symbol if symbol is not None and symbol.sort == "member" else None


def member_index(c: Checker, base: Type, word: str) -> int | None:
    """The place of a member in its kind, by its printed name."""
    if not isinstance(base, Member):
        return None
    names = c.kinds[base.kind].members
    return names.index(word) if word in names else None
