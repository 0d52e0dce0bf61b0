"""Boards as constant tables: neighbours, steps, lines, and going round a ring. Nothing is computed in play."""

from __future__ import annotations

from math import prod

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check import expressions, fixed, kinds, wording
from astro_referee.interpreter.check.scope import Checker
from astro_referee.interpreter.folding import const, op
from astro_referee.interpreter.program import KindInfo
from astro_referee.interpreter.terms import Lookup, Term
from astro_referee.interpreter.types import Bool, Either, Int, ListOf, Member, SetOf, Type, Wrong, low, size

LARGEST_LOOKUP = 16_384
"""Entries of a table that leads from coordinates to members: some boards leave out three places of four."""
LARGEST_ROUND = 256
"""Members of a ring one goes round: the table of all rounds has this many squared."""

METHODS = {
    "lines": "all lines of so many places: rows, columns and diagonals",
    "step": "the next place in a direction, or none",
}


def method(c: Checker, node: tree.Call, of: tree.FieldOf) -> Term:
    """`Cell.lines(3)`, `s.step(north)`."""
    word, at = of.name.word, node.span
    if word == "lines" and isinstance(of.of, tree.Name):
        info = kinds.kind_of(c, of.of.word, of.of.span)
        if info is not None and info.shape == "grid":
            c.used.add(info.name)
            return lines(c, node, info)
    if word == "step":
        return step(c, node, of)
    before = len(c.problems)
    term = expressions.expression(c, of.of)
    for argument in node.args:
        expressions.expression(c, argument)
    if len(c.problems) > before or isinstance(term.type, Wrong):
        return expressions.wrong(at)
    if word in METHODS:
        c.error("not-a-grid", f"only a grid has `{word}`", of.name.span, "declare the board with `grid`")
    else:
        note = f"there is: {', '.join(f'`{m}(…)`' for m in METHODS)}"
        c.unknown(word, of.name.span, METHODS, note, f"there is no `{word}(…)`")
    return expressions.wrong(at)


def positions(c: Checker, info: KindInfo) -> dict[tuple[int, int], int]:
    """Members of a grid by column and row, both counted from 0."""
    (x, x_type), (y, y_type) = info.coordinates[:2]
    xs, ys = info.columns[x][1], info.columns[y][1]
    assert isinstance(x_type, Bool | Int | Member)
    assert isinstance(y_type, Bool | Int | Member)
    return {(int(a) - low(x_type), int(b) - low(y_type)): i for i, (a, b) in enumerate(zip(xs, ys, strict=True))}


def lines(c: Checker, node: tree.Call, info: KindInfo) -> Term:
    at = node.span
    length = fixed.fixed_number(c, node.args[0]) if len(node.args) == 1 else None
    if len(node.args) != 1:
        message = "`lines` takes one number: how many places are in a line"
        c.error("wrong-arguments", message, at, f"for example: `{info.name}.lines(3)`")
    if length is None:
        return expressions.wrong(at)
    if length < 2:
        c.error("out-of-range", "a line has two places or more", node.args[0].span, "write 2 or more")
        return expressions.wrong(at)
    if len(info.coordinates) < 2:
        return expressions.wrong(at)
    table = f"{info.name}.lines {length}"
    if table in c.tables:
        return Lookup(table, (), type=c.tables[table][0], span=at)
    there = positions(c, info)
    found: list[int] = []
    longest = max((max(x, y) for x, y in there), default=0) + 1
    for x, y in there if length <= longest else ():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if (x + (length - 1) * dx, y + (length - 1) * dy) not in there:
                continue
            places = [(x + i * dx, y + i * dy) for i in range(length)]
            if all(p in there for p in places):
                found.append(sum(1 << there[p] for p in places))
    type = ListOf(SetOf(Member(info.name, len(info.members))), len(found))
    c.tables[table] = (type, tuple(found))
    if not found:
        c.warn("never-holds", f"{info.name} has no line of {length} places", at, "it is not so large")
    return Lookup(table, (), type=type, span=at)


def neighbours_table(c: Checker, info: KindInfo) -> str:
    table = f"{info.name}.neighbours"
    if table not in c.tables:
        there = positions(c, info)
        masks = [0] * len(info.members)
        for (x, y), i in there.items():
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                if (x + dx, y + dy) in there:
                    masks[i] |= 1 << there[x + dx, y + dy]
        c.tables[table] = (SetOf(Member(info.name, len(info.members))), tuple(masks))
    return table


def step(c: Checker, node: tree.Call, of: tree.FieldOf) -> Term:
    at = node.span
    start = expressions.solid(c, of.of, expressions.expression(c, of.of))
    if isinstance(start.type, Wrong):
        return start
    info = c.kinds[start.type.kind] if isinstance(start.type, Member) else None
    if info is None or info.shape != "grid":
        message = f"`step` starts from a place of a grid; this is {wording.describe(c, start.type)}"
        c.error("not-a-grid", message, of.of.span, "declare the board with `grid`")
        return expressions.wrong(at)
    if len(node.args) != 1:
        c.error("wrong-arguments", "`step` takes one direction", at, "such as `north` or `southwest`")
        return expressions.wrong(at)
    compass = Member("Direction", len(kinds.DIRECTIONS))
    way = expressions.of_type(c, node.args[0], compass, "the way of `step`")
    if isinstance(way.type, Wrong):
        return way
    table = f"{info.name}.step"
    place = Member(info.name, len(info.members))
    type = Either(place, ("none",))
    if table not in c.tables:
        there = positions(c, info)
        by_index = sorted(there, key=there.__getitem__)
        c.tables[table] = (
            type,
            tuple(tuple(there.get((x + dx, y + dy), -1) for dx, dy in kinds.DIRECTIONS.values()) for x, y in by_index),
        )
    return Lookup(table, (start, way), type=type, span=at)


def rotation_table(c: Checker, info: KindInfo, clockwise: bool, after: bool, at: Span) -> str:
    """For each member of a ring: all members from it on (or behind it, itself last), one way round."""
    word = f"{info.name} {'clockwise' if clockwise else 'anticlockwise'} {'after' if after else 'from'}"
    if len(info.members) > LARGEST_ROUND:
        message = f"{info.name} has {len(info.members)} members, too many to go round (at most {LARGEST_ROUND})"
        c.error("too-large", message, at, "step on with `.next`")
        return word
    if word not in c.tables:
        count, way = len(info.members), 1 if clockwise else -1
        rounds = tuple(tuple((i + way * (j + after)) % count for j in range(count)) for i in range(count))
        c.tables[word] = (ListOf(Member(info.name, count), count), rounds)
    return word


def by_coordinates(c: Checker, info: KindInfo) -> dict[tuple[int | str, ...], int]:
    """Members by the values of their coordinates; of several, the first."""
    if info.name not in c.coordinates:
        found: dict[tuple[int | str, ...], int] = {}
        columns = [info.columns[word][1] for word, _ in info.coordinates]
        for number, values in enumerate(zip(*columns, strict=True)):
            found.setdefault(values, number)
        c.coordinates[info.name] = found
    return c.coordinates[info.name]


def member_lookup(c: Checker, info: KindInfo, terms: list[Term], at: Span) -> Term:
    """A member by coordinates that are only known in play: a table over all coordinates."""
    type = Member(info.name, len(info.members))
    bases = [goal for _, goal in info.coordinates if isinstance(goal, Bool | Int | Member)]
    found = by_coordinates(c, info)
    full = prod(size(base) for base in bases)
    if full > LARGEST_LOOKUP:
        message = f"looking up {wording.a(info.name)} by these values needs a table of {full} entries"
        c.error("too-large", message, at, f"at most {LARGEST_LOOKUP}")
        return expressions.wrong(at)
    if len(bases) == 1 and full == len(found) and list(found) == [(number,) for number in range(full)]:
        return evolve(terms[0], type=type, span=at)

    def level(prefix: tuple[int, ...]) -> object:
        if len(prefix) == len(bases):
            return found.get(prefix, -1)
        base = bases[len(prefix)]
        return tuple(level((*prefix, low(base) + i)) for i in range(size(base)))

    table = f"{info.name}[]"
    result: Type = type if full == len(found) else Either(type, ("none",))
    if table not in c.tables:
        whole = level(())
        assert isinstance(whole, tuple)
        c.tables[table] = (result, whole)
    places = [
        op("-", t, const(low(b), Int(low(b), low(b))), type=Int(0, size(b) - 1)) if low(b) else t
        for t, b in zip(terms, bases, strict=True)
    ]
    return Lookup(table, tuple(places), type=result, span=at)
