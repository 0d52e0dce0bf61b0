"""Boards as constant tables: neighbours, steps, rays, lines. Nothing is computed in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.interpreter.check.expressions import access, expressions
from astro_referee.interpreter.check.kinds import constants, kinds, lookups, shapes
from astro_referee.interpreter.check.mistakes import boards as mistakes
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program.program import KindInfo
from astro_referee.interpreter.program.terms import Const, Fold, Local, Lookup, Term
from astro_referee.interpreter.values.types import Bool, Either, ErrorType, Int, ListOf, Member, SetOf, low, plain

LARGEST_LINES = 4_000_000
"""Lines times places of a board with `lines`: a go board has a tenth of it."""
LARGEST_BETWEEN = 256
"""Places of a board with `between`: the table of all pairs has this many squared."""
LARGEST_OFFSETS = 65_536
"""Entries of a table for `offset` by numbers that change: as many as `between` may have."""

METHODS = {
    "lines": "all lines of so many places: rows, columns and diagonals",
    "step": "the next place in a direction, or none",
    "steps": "the next places in some directions, as a set",
    "ray": "all places in a direction, the nearest first",
    "rays": "all places in some directions, as a set",
    "offset": "the place so many columns and rows on, or none",
    "placements": "all sets of places that a drawn shape can cover",
}
TAKES = {
    "lines": ("one number: how many places are in a line", "3"),
    "step": ("one direction", "north"),
    "steps": ("a set of directions", "diagonal"),
    "ray": ("one direction", "north"),
    "rays": ("a set of directions", "diagonal"),
    "offset": ("two numbers: how many columns to the east and rows to the north", "1, -2"),
    "placements": ("a column of drawings, and `turned` or `upright` if it may not be turned over", "piece.drawing"),
}
"""What each of them takes in brackets, and an example of it."""
OF_BOARDS = ("lines", "placements")
"""Those that stand behind the name of a board, not behind a place."""
FIELDS = {
    "neighbours": "the places that share a side, an edge or a link with it",
    "around": "the places that share a side or a corner with it",
}
AXES = {
    "grid": ((1, 0), (0, 1), (1, 1), (1, -1)),
    "hexgrid": ((1, 0), (0, 1), (1, -1)),
}
"""The ways in which places stand in line; each is gone one way only."""

Spot = tuple[int, int]


# --- Geometry -------------------------------------------------------------------------------------------------------


def positions(info: KindInfo) -> dict[Spot, int]:
    """Members of a grid by column and row, both counted from 0."""
    (x, x_type), (y, y_type) = info.coordinates[:2]
    xs, ys = info.columns[x][1], info.columns[y][1]
    assert isinstance(x_type, Bool | Int | Member)
    assert isinstance(y_type, Bool | Int | Member)
    return {(int(a) - low(x_type), int(b) - low(y_type)): i for i, (a, b) in enumerate(zip(xs, ys, strict=True))}


def ways(info: KindInfo) -> list[Spot | None]:
    """For each direction of the compass, how far it leads; None where the board has no such way."""
    straight = {*AXES[info.shape], *((-x, -y) for x, y in AXES[info.shape])}
    return [way if way in straight else None for way in kinds.DIRECTIONS.values()]


def onward(there: dict[Spot, int], spot: Spot, way: Spot | None) -> Iterator[int]:
    """The places one comes to from a spot, the nearest first; a gap ends it."""
    if way is None:
        return
    x, y = spot
    while (x := x + way[0], y := y + way[1]) in there:
        yield there[x, y]


def mask(places: Iterable[int]) -> int:
    """Places as a set."""
    return sum(1 << place for place in places)


def has_ways(info: KindInfo) -> bool:
    """Whether a kind is a board with directions."""
    return info.shape in AXES and len(info.coordinates) >= 2


def place_type(info: KindInfo) -> Member:
    return Member(info.name, len(info.members))


# --- Tables ---------------------------------------------------------------------------------------------------------


def spots(info: KindInfo) -> tuple[dict[Spot, int], list[Spot]]:
    there = positions(info)
    return there, sorted(there, key=there.__getitem__)


def neighbours_table(c: Checker, info: KindInfo, word: str) -> str:
    """`neighbours`: by side, edge or link; `around`: by corner, too."""
    table = f"{info.name}.{word}"
    if table in c.declared.tables:
        return table
    masks = [0] * len(info.members)
    if info.shape == "graph":
        _, links = info.columns["links"]
        for i, bits in enumerate(links):
            assert isinstance(bits, int)
            for j in range(len(info.members)):
                if bits >> j & 1 and i != j:
                    masks[i] |= 1 << j
                    masks[j] |= 1 << i
    elif has_ways(info):
        there, order = spots(info)
        sides_only = info.shape == "grid" and word == "neighbours"
        near = [w for w in ways(info) if w is not None and not (sides_only and w[0] and w[1])]
        for i, (x, y) in enumerate(order):
            masks[i] = mask([there[x + dx, y + dy] for dx, dy in near if (x + dx, y + dy) in there])
    c.declared.tables[table] = (SetOf(place_type(info)), tuple(masks))
    return table


def step_table(c: Checker, info: KindInfo) -> str:
    table = f"{info.name}.step"
    if table not in c.declared.tables:
        there, order = spots(info)
        rows = tuple(tuple(next(onward(there, spot, way), -1) for way in ways(info)) for spot in order)
        c.declared.tables[table] = (Either(place_type(info), ("none",)), rows)
    return table


def ray_table(c: Checker, info: KindInfo) -> str:
    table = f"{info.name}.ray"
    if table not in c.declared.tables:
        there, order = spots(info)
        rows = tuple(tuple(tuple(onward(there, spot, way)) for way in ways(info)) for spot in order)
        longest = max((len(ray) for row in rows for ray in row), default=0)
        c.declared.tables[table] = (ListOf(place_type(info), longest), rows)
    return table


def sets_table(c: Checker, info: KindInfo, word: str) -> str:
    """What `steps` and `rays` put together: for each place and direction, the places that way as a set."""
    table = f"{info.name}.{word}"
    if table not in c.declared.tables:
        there, order = spots(info)
        rows = []
        for spot in order:
            rays = [list(onward(there, spot, way)) for way in ways(info)]
            rows.append(tuple(mask(ray[:1] if word == "steps" else ray) for ray in rays))
        c.declared.tables[table] = (SetOf(place_type(info)), tuple(rows))
    return table


def between_table(c: Checker, info: KindInfo) -> str:
    """For each two places: those strictly between them, if they stand in line."""
    table = f"{info.name}.between"
    if table not in c.declared.tables:
        there, order = spots(info)
        rows = [[0] * len(order) for _ in order]
        for i, spot in enumerate(order):
            for way in ways(info):
                passed = 0
                for place in onward(there, spot, way):
                    rows[i][place] = passed
                    passed |= 1 << place
        c.declared.tables[table] = (SetOf(place_type(info)), tuple(map(tuple, rows)))
    return table


# --- Methods --------------------------------------------------------------------------------------------------------


def method(c: Checker, node: tree.Call, of: tree.FieldOf) -> Term:
    """`Cell.lines(3)`, `s.step(north)`, `s.rays(diagonal)`."""
    word, at = of.name.word, node.span
    if word in OF_BOARDS and isinstance(of.of, tree.Name):
        info = kinds.kind_of(c, of.of.word, of.of.span)
        if info is not None and has_ways(info):
            c.found.used.add(info.name)
            return lines(c, node, info) if word == "lines" else shapes.placements(c, node, info)
    elif word == "offset":
        return offset(c, node, of)
    elif word in METHODS and word not in OF_BOARDS:
        return going(c, node, of)
    before = len(c.found.problems)
    term = expressions.expression(c, of.of)
    for argument in node.args:
        expressions.expression(c, argument)
    if len(c.found.problems) > before or isinstance(term.type, ErrorType):
        return expressions.wrong(at)
    if word in METHODS:
        c.report(mistakes.NotOnThisShape(word), of.name.span)
    else:
        c.unknown(mistakes.UnknownMethod(word, tuple(METHODS)), of.name.span, METHODS)
    return expressions.wrong(at)


def without_brackets(c: Checker, node: tree.FieldOf) -> Term:
    """`s.rays` instead of `s.rays(diagonal)`."""
    word = node.name.word
    takes, example = TAKES[word]
    c.report(mistakes.NeedsBrackets(word, takes, c.source.slice(node.of.span), example), node.name.span)
    return expressions.wrong(node.span)


def lines(c: Checker, node: tree.Call, info: KindInfo) -> Term:
    at = node.span
    length = constants.fixed_number(c, node.args[0]) if len(node.args) == 1 else None
    if len(node.args) != 1:
        takes, example = TAKES["lines"]
        c.report(mistakes.LinesTakes(takes, info.name, example), at)
    if length is None:
        return expressions.wrong(at)
    if length < 2:
        c.report(mistakes.LINE_TOO_SHORT, node.args[0].span)
        return expressions.wrong(at)
    table = f"{info.name}.lines {length}"
    if table in c.declared.tables:
        return Lookup(table, (), type=c.declared.tables[table][0], span=at)
    there = positions(info)
    found: list[int] = []
    longest = max((max(x, y) for x, y in there), default=0) + 1
    for x, y in there if length <= longest else ():
        for dx, dy in AXES[info.shape]:
            if (x + (length - 1) * dx, y + (length - 1) * dy) not in there:
                continue
            places = [(x + i * dx, y + i * dy) for i in range(length)]
            if all(p in there for p in places):
                found.append(mask(there[p] for p in places))
    if len(found) * len(info.members) > LARGEST_LINES:
        c.report(mistakes.TooManyLines(info.name, len(found), length), at)
        return expressions.wrong(at)
    type = ListOf(SetOf(place_type(info)), len(found))
    c.declared.tables[table] = (type, tuple(found))
    if not found:
        c.report(mistakes.NoSuchLine(info.name, length), at)
    return Lookup(table, (), type=type, span=at)


def board_of(c: Checker, term: Term, node: tree.Expr, needed: str) -> KindInfo | None:
    """The board with directions that a place belongs to; None if that was to be reported."""
    info = c.declared.kinds[term.type.kind] if isinstance(term.type, Member) else None
    if info is not None and has_ways(info):
        return info
    board = info is not None and info.shape in ("kind", "ring", "graph")
    c.report(mistakes.NotAGrid(needed, term.type, info.shape if info is not None and board else ""), node.span)
    return None


def starting(c: Checker, node: tree.Call, of: tree.FieldOf, count: int) -> tuple[Term, Term, KindInfo] | None:
    """Where one sets out from: as it is, without none, and its board; None if that was to be reported.

    What leads to one place leads from none to none; sets and lists of places begin at a place.
    """
    word = of.name.word
    found = expressions.expression(c, of.of)
    passing = word in ("step", "offset")
    start = evolve(found, type=plain(found.type)) if passing else expressions.solid(c, of.of, found)
    if isinstance(start.type, ErrorType):
        return None
    info = board_of(c, start, of.of, f"`{word}` starts from a place of a grid or hexgrid")
    if info is None:
        return None
    if len(node.args) != count:
        takes, example = TAKES[word]
        c.report(mistakes.MethodTakes(word, takes, example), node.span)
        return None
    return found, start, info


def offset(c: Checker, node: tree.Call, of: tree.FieldOf) -> Term:
    """`s.offset(1, -2)`: one column to the east, two rows to the south. A gap on the way does not matter."""
    at = node.span
    begun = starting(c, node, of, 2)
    if begun is None:
        return expressions.wrong(at)
    found, start, info = begun
    numbers = [expressions.number(c, argument) for argument in node.args]
    there, order = spots(info)
    reaches, spans = [], []
    for axis, number in enumerate(numbers):
        if not isinstance(number.type, Int):
            return expressions.wrong(at)
        value = constants.constant(c, number)
        some = range(value, value + 1) if isinstance(value, int) else range(number.type.low, number.type.high + 1)
        off = max((spot[axis] for spot in there), default=0) + 1  # from everywhere, this leads off the board
        reaches.append(some)
        spans.append(range(max(-off, min(some.start, off)), min(off, max(some[-1], -off)) + 1))
    xs, ys = spans
    if len(order) * len(xs) * len(ys) > LARGEST_OFFSETS:
        c.report(mistakes.TooManyOffsets(info.name, len(order)), at)
        return expressions.wrong(at)
    type = Either(place_type(info), ("none",))
    table = f"{info.name}.offset {xs.start}..{xs[-1]} {ys.start}..{ys[-1]}"
    rows = tuple(tuple(tuple(there.get((x + dx, y + dy), -1) for dy in ys) for dx in xs) for x, y in order)
    if all(place < 0 for row in rows for column in row for place in column):
        c.report(mistakes.OffsetLeadsNowhere(info.name), at)
    c.declared.tables[table] = (type, rows)
    places = [lookups.place(c, *each) for each in zip(numbers, reaches, spans, strict=True)]
    onto = Lookup(table, (start, *places), type=type, span=at)
    return access.passing_none(c, found, onto, of) if isinstance(found.type, Either) else onto


def going(c: Checker, node: tree.Call, of: tree.FieldOf) -> Term:
    """`step` and `ray` take a direction; `steps` and `rays` take a set of them."""
    word, at = of.name.word, node.span
    begun = starting(c, node, of, 1)
    if begun is None:
        return expressions.wrong(at)
    found, start, info = begun
    several = word in ("steps", "rays")
    compass = Member("Direction", len(kinds.DIRECTIONS))
    goal = SetOf(compass) if several else compass
    way = expressions.expression(c, node.args[0], goal)
    if way.type == SetOf(compass) and not several:
        c.report(mistakes.OneDirection(word), node.args[0].span)
        return expressions.wrong(at)
    way = expressions.fitted(c, node.args[0], way, goal, f"the way of `{word}`")
    if isinstance(way.type, ErrorType):
        return way
    if isinstance(way, Const) and not several and ways(info)[way.value] is None:
        there_are = ", ".join(name for name, to in zip(kinds.DIRECTIONS, ways(info), strict=True) if to is not None)
        c.report(mistakes.NothingThatWay(info.name, info.shape, there_are), node.args[0].span)
    if several:
        type = SetOf(place_type(info))
        one_way = Local(".way", type=compass)
        there = Lookup(sets_table(c, info, word), (start, one_way), type=type, span=at)
        return Fold("union", ".way", compass, way, of=there, type=type, span=at)
    table = step_table(c, info) if word == "step" else ray_table(c, info)
    there = Lookup(table, (start, way), type=c.declared.tables[table][0], span=at)
    return access.passing_none(c, found, there, of) if isinstance(found.type, Either) else there


def between(c: Checker, node: tree.Call) -> Term:
    """`between(a, b)`: the places strictly between two that stand in line; else none."""
    at = node.span
    if len(node.args) != 2:
        c.report(mistakes.BETWEEN_TAKES, at)
        return expressions.wrong(at)
    first = expressions.solid(c, node.args[0], expressions.expression(c, node.args[0]))
    if isinstance(first.type, ErrorType):
        return first
    info = board_of(c, first, node.args[0], "`between` needs two places of a grid or hexgrid")
    if info is None:
        return expressions.wrong(at)
    if len(info.members) > LARGEST_BETWEEN:
        c.report(mistakes.TooManyForBetween(info.name, len(info.members), LARGEST_BETWEEN), at)
        return expressions.wrong(at)
    second = expressions.expression(c, node.args[1], first.type)
    second = expressions.fitted(
        c, node.args[1], expressions.solid(c, node.args[1], second), first.type, "the second of `between`"
    )
    if isinstance(second.type, ErrorType):
        return second
    return Lookup(between_table(c, info), (first, second), type=SetOf(place_type(info)), span=at)
