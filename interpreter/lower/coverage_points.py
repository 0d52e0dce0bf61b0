"""What there is to reach in a game: the tree and the program of its rules in; points out, in the order of the text.

Points are found in the tree, since the program has lost what its author wrote (`else`, cases of a def), and only where
the program has them: what a library offers and the game does not take is nothing to reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from attrs import frozen

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.machine import Goal, Point
from astro_referee.interpreter.program.program import Do, Guard, Program
from astro_referee.interpreter.program.terms import Lookup
from astro_referee.interpreter.program.traversal import parts_in

SETTLED = "the rules ask for it by name, so it is known before the game"
Key = tuple[Goal, int, int]
"""How the compiler asks for a point: by its goal, by where something of it stands that the program knows, too, and by a
number if there are several."""


@frozen
class Points:
    """All points, and the number of each by its key."""

    listed: tuple[Point, ...]
    numbers: dict[Key, int]
    cases: dict[str, tuple[tuple[Span, int], ...]]
    """Of each def with several cases: where each case stands, and its number."""
    rows: dict[str, tuple[int, ...]]
    """Of each table that is looked up in play: the number of the row that each entry comes from."""


def key_of(at: Span, goal: Goal = Goal.REACHED, part: int = 0) -> Key:
    return goal, at.start, part


def coverage_points(file: tree.File, program: Program) -> Points:
    """Everything that a game by these rules may come to."""
    found: dict[Key, Point] = {}
    inside = parts_in((program.flow, *(tuple(p.values()) for p in (program.defs, program.procedures, program.moves))))
    done = {part.procedure for part in inside if isinstance(part, Do)}
    asked = {part.table.partition(".")[0] for part in inside if isinstance(part, Lookup) and "." in part.table}
    guards = {part.span.start for move in program.moves.values() for part in move.parts if isinstance(part, Guard)}
    for item in file.items:
        if taken(item, program, done):
            points = within(item).items()
            found |= {key: point for key, point in points if point.sort != "guard" or key[1] in guards}
    rows: dict[str, list[Key]] = {}  # only of tables that are looked up in play: the rows of others are mere names
    for item in file.items:
        if isinstance(item, tree.Kind | tree.Card | tree.Table) and item.rows is not None and item.name.word in asked:
            rows[item.name.word] = [key for row in item.rows.rows for key in [key_of(row[0].span)] * entries(row)]
            found |= dict(rows_of(item.name.word, item.rows, program))
    ordered = sorted(found.items(), key=lambda pair: pair[1].span.start)
    numbers = {key: number for number, (key, _) in enumerate(ordered)}
    cases = {
        item.name.word: tuple((case.span, numbers[key_of(case.span)]) for case in item.cases)
        for item in file.items
        if isinstance(item, tree.Def) and len(item.cases) > 1 and taken(item, program, done)
    }
    lines = {name: tuple(numbers[key] for key in keys) for name, keys in rows.items()}
    return Points(tuple(point for _, point in ordered), numbers, cases, lines)


def taken(item: tree.Declaration, program: Program, done: set[str]) -> bool:
    """Whether a declaration is a part of the game; a procedure that is only thought of (`after do`) is not, nor is an
    option, whose limits are asked before there is a game.
    """
    match item:
        case tree.Option():
            return False
        case tree.Def(name=name):
            return name.word in program.defs and program.defs[name.word].span == item.span
        case tree.Procedure(name=name):
            return name.word in done and program.procedures[name.word].span == item.span
        case tree.Move(name=name):
            return any(move.span == name.span for move in program.moves.values())
        case _:
            return True


def within(item: tree.Declaration) -> dict[Key, Point]:
    """The points of one declaration and of all that stands in it."""
    found: dict[Key, Point] = {}
    todo: list[object] = [item]
    while todo:
        here = todo.pop()
        if isinstance(here, tuple):
            todo.extend(here)
        elif isinstance(here, tree.Node):
            found |= dict(own(here))
            todo.extend(getattr(here, a.name) for a in here.__attrs_attrs__)
    return found


# --- Rows ------------------------------------------------------------------------------------------------------------


def rows_of(name: str, rows: tree.Rows, program: Program) -> Iterator[tuple[Key, Point]]:
    """The rows of a table; one that the rules ask for by its name need not be looked up in play."""
    named = {number for table, number in program.settled if table.startswith(f"{name}.")}
    number = 0
    for row in rows.rows:
        span = row[0].span.to(row[-1].span)
        own = range(number, number := number + entries(row))
        settled = SETTLED if named.intersection(own) else ""
        yield key_of(span), Point("row", Goal.REACHED, "row", span, settled)


def entries(row: tuple[tree.Cell, ...]) -> int:
    """How many entries a row stands for: commas and spans make one for each."""
    return prod(sum(map(alternatives, cell.choices)) for cell in row)


def alternatives(choice: tuple[tree.CellValue, ...]) -> int:
    match choice:
        case (tree.MemberSpan(low, high),):
            ends = [end.value if isinstance(end, tree.Number) else ord(end.word) for end in (low, high)]
            return abs(ends[0] - ends[1]) + 1
        case _:
            return 1


# --- Lines -----------------------------------------------------------------------------------------------------------


def never(body: tuple[tree.Step, ...]) -> str:
    """Why nobody comes to a block that says so."""
    return body[0].because if body and isinstance(body[0], tree.Never) else ""


def own(node: tree.Node) -> Iterator[tuple[Key, Point]]:
    """The points of a node itself."""
    match node:
        case tree.Move(name):
            yield key_of(name.span, Goal.MADE), Point("move", Goal.MADE, f"move {name.word}", node.span)
        case tree.When(condition=condition) | tree.Must(condition=condition):
            said = "must" if isinstance(node, tree.Must) else "when"
            for goal in (Goal.ALLOWED, Goal.REFUSED):
                yield key_of(condition.span, goal), Point("guard", goal, said, node.span)
        case tree.Phase(name):
            yield key_of(name.span), Point("phase", Goal.REACHED, f"phase {name.word}", node.span)
            for number, watch in enumerate(node.watches, 1):
                point = Point("branch", Goal.REACHED, "as soon as", watch.span, never(watch.body))
                yield key_of(name.span, part=number), point
        case tree.If(branches, otherwise, else_span=at):
            for number, (condition, body) in enumerate(branches):
                said = "else if" if number else "if"
                yield key_of(condition.span), Point("branch", Goal.REACHED, said, condition.span, never(body))
            last = branches[-1][0].span
            if otherwise:
                yield key_of(last, Goal.SKIPPED), Point("branch", Goal.REACHED, "else", at, never(otherwise))
            else:
                yield key_of(last, Goal.SKIPPED), Point("branch", Goal.SKIPPED, said, last)
        case tree.Otherwise(body):
            yield key_of(node.span), Point("branch", Goal.REACHED, "otherwise", node.span, never(body))
        case tree.For(body=body):
            yield key_of(node.span), Point("branch", Goal.REACHED, "for", node.span, never(body))
        case tree.Def(cases=cases) if len(cases) > 1:
            for case in cases:
                yield key_of(case.span), Point("branch", Goal.REACHED, "case", case.span)
        case tree.Winner():
            yield key_of(node.span), Point("ending", Goal.REACHED, "winner", node.span)
        case tree.Draw():
            yield key_of(node.span), Point("ending", Goal.REACHED, "draw", node.span)
        case tree.Rank():
            yield key_of(node.span), Point("ending", Goal.REACHED, "rank", node.span)
        case _:
            pass
