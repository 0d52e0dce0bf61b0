"""Columns with a value for each member of a kind, as `edge for each Side`: all of them stand in one cell."""

from __future__ import annotations

from collections.abc import Collection

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.interpreter.check.expressions import access, expressions
from astro_referee.interpreter.check.kinds import constants, kinds, tables
from astro_referee.interpreter.check.mistakes import tables as mistakes
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program.folding import const, op
from astro_referee.interpreter.program.matrix import Matrix
from astro_referee.interpreter.program.program import KindInfo
from astro_referee.interpreter.program.symbols import SymbolKind
from astro_referee.interpreter.program.terms import Const, Lookup, Term
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import (
    WRONG,
    Base,
    Bool,
    Either,
    ErrorType,
    Int,
    Member,
    Type,
    low,
    plain,
    range_of,
    size,
)


def read(
    c: Checker, rows: tree.Rows, lines: list[list[tables.Choice]], skip: int, others: Collection[str]
) -> dict[str, Matrix]:
    """All such columns of a table."""
    found: dict[str, Matrix] = {}
    for number, column in enumerate(rows.columns):
        if number < skip or not column.per or tables.is_mark(column, [line[number] for line in lines]):
            continue
        word = column.name.word
        if word in found or word in others:
            c.report(mistakes.ColumnTwice(word), column.name.span)
        found[word] = matrix(c, column, [line[number] for line in lines])
    return found


def matrix(c: Checker, column: tree.Column, cells: list[tables.Choice]) -> Matrix:
    before = len(c.found.problems)
    index, _ = constants.fixed_domain(c, column.per[0])
    assert isinstance(index, Bool | Int | Member)
    if len(c.found.problems) > before:
        return Matrix(WRONG, index, ((0,) * size(index),) * len(cells))
    if len(column.per) > 1:
        c.report(mistakes.OneIndex(column.name.word), column.per[1].span)
    values: list[tables.Choice] = [(value,) for cell in cells for value in cell]
    type = constants.resolve_type(c, column.type) if column.type is not None else tables.guess_type(c, column, values)
    if not isinstance(plain(type), Bool | Int | Member | ErrorType):
        c.report(mistakes.NoSetsForEach(column.name.word), column.span)
        return Matrix(Int(0, 0), index, ((0,) * size(index),) * len(cells))
    return Matrix(type, index, tuple(entries(c, column, cell, type, index) for cell in cells))


def entries(c: Checker, column: tree.Column, cell: tables.Choice, type: Type, index: Base) -> tuple[int, ...]:
    """A value for each member; too few or too many are reported."""
    if len(cell) != size(index):
        printer = Printer({kind: info.members for kind, info in c.declared.kinds.items()}, tuple(c.declared.words))
        wanted = tuple(printer.show(index, number) for number in range_of(index))
        found = 0 if isinstance(cell[0], tree.Blank) else len(cell)
        c.report(mistakes.NotOneForEach(column.name.word, found, wanted), tables.choice_span(cell))
        base = plain(type)
        return (low(base) if isinstance(base, Bool | Int | Member) else 0,) * size(index)
    return tuple(int(tables.cell_value(c, (value,), type, column)) for value in cell)


def entry(c: Checker, node: tree.Index, of: tree.FieldOf) -> Term | None:
    """`tile.edge[north]`; None if the field is no such column."""
    term = expressions.expression(c, of.of)
    base = plain(term.type)
    if isinstance(base, ErrorType):
        return expressions.wrong(node.span)
    if not isinstance(base, Member):
        return None
    info = kinds.columns_of(c, c.declared.kinds[base.kind])
    if of.name.word not in info.matrices:
        return None
    found = looked_up(c, node, of, info, evolve(term, type=base))
    if isinstance(term.type, Either) and not isinstance(found.type, ErrorType):
        if access.without_row(c, of, term, found):
            return expressions.wrong(node.span)
        return access.passing_none(c, term, found, of)
    return found


def looked_up(c: Checker, node: tree.Index, of: tree.FieldOf, info: KindInfo, member: Term) -> Term:
    word, made = of.name.word, info.matrices[of.name.word]
    c.found.used.add(info.name)
    c.refer(of.name, (SymbolKind.COLUMN, info.name, word))
    if len(node.args) != 1:
        c.report(mistakes.OneIndex(word), node.span)
        return expressions.wrong(node.span)
    what = expressions.solid(c, node.args[0], expressions.expression(c, node.args[0], made.index))
    if isinstance(made.type, ErrorType):
        return expressions.wrong(node.span)
    what = expressions.fitted(c, node.args[0], what, made.index, f"the index of `{word}`")
    if isinstance(what.type, ErrorType):
        return expressions.wrong(node.span)
    table, first = f"{info.name}.{word}", const(low(made.index), Int(low(made.index), low(made.index)))
    place = what if low(made.index) == 0 else op("-", what, first, type=Int(0, size(made.index) - 1))
    if isinstance(member, Const) and isinstance(place, Const):
        c.declared.settled.add((table, member.value))
        return const(made.values[member.value][place.value], made.type, node.span)
    return Lookup(table, (member, place), type=made.type, span=node.span)
