"""Expressions of the machine: whatever has a value while code runs. There are six forms, and no others."""

from __future__ import annotations

from typing import NewType

from attrs import field, frozen

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter.values.types import Type

FunctionRef = NewType("FunctionRef", str)
"""A reference to a function of the machine. Only `functions.Functions` makes them; the verifier resolves them all."""


@frozen(kw_only=True)
class ExpressionBase:
    """What all expressions have: a type, and the place in the rules they come from."""

    type: Type
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(cache_hash=True)
class Const(ExpressionBase):
    """A number known now."""

    value: int


@frozen(cache_hash=True)
class Local(ExpressionBase):
    """A parameter, a loop variable, or a name that `Set` gives a value."""

    name: str


@frozen(cache_hash=True)
class Load(ExpressionBase):
    """A field of the record, at an index where it has several entries."""

    field: str
    at: tuple[Expression, ...] = ()


@frozen(cache_hash=True)
class Lookup(ExpressionBase):
    """An entry of a constant table."""

    table: str
    at: tuple[Expression, ...]


@frozen(cache_hash=True)
class Op(ExpressionBase):
    """An operation of the table `OPERATIONS`."""

    op: str
    args: tuple[Expression, ...]


@frozen(cache_hash=True)
class Call(ExpressionBase):
    """A function of the machine."""

    function: FunctionRef
    args: tuple[Expression, ...]


Expression = Const | Local | Load | Lookup | Op | Call


@frozen
class Range:
    """The numbers from `low` to `high`, as something to go through."""

    low: Expression
    high: Expression


@frozen
class Choices:
    """The subsets of a set or bag that have `low` to `high` members; more than can be gone through are a fault."""

    low: Expression
    high: Expression
    of: Expression
    fault: int


Domain = Range | Choices | Expression


def parts(expression: Expression) -> tuple[Expression, ...]:
    """The expressions directly inside an expression."""
    match expression:
        case Const() | Local():
            return ()
        case Load(_, at) | Lookup(_, at):
            return at
        case Op(_, args) | Call(_, args):
            return args


def domain_parts(domain: Domain) -> tuple[Expression, ...]:
    """The expressions a domain is made of, in the order in which they are worked out."""
    match domain:
        case Range(low, high):
            return (low, high)
        case Choices(low, high, of):
            return (low, high, of)
        case _:
            return (domain,)


def walk(expression: Expression) -> list[Expression]:
    """An expression and everything inside it, outermost first."""
    found: list[Expression] = []
    todo = [expression]
    while todo:
        here = todo.pop()
        found.append(here)
        todo.extend(reversed(parts(here)))
    return found
