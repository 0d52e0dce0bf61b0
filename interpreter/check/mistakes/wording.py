"""Types in words, for problems: what something is, and what belongs into a place."""

from __future__ import annotations

from collections.abc import Mapping

from astro_referee.grammar.problems import Advice, Replacement
from astro_referee.interpreter.program.program import KindInfo
from astro_referee.interpreter.values.types import (
    BagOf,
    Bool,
    Either,
    ErrorType,
    Int,
    ListOf,
    Member,
    PastOf,
    RowOf,
    SetOf,
    TextType,
    TupleOf,
    Type,
    plain,
    same_base,
)

EXAMPLE = "for example: "

Kinds = Mapping[str, KindInfo]
"""What is known of kinds, by their names."""


def a(word: str) -> str:
    """A noun with its article."""
    return f"an {word}" if word[:1].lower() in "aeiou" else f"a {word}"


def shown_range(type: Int) -> str:
    return str(type.low) if type.low == type.high else f"{type.low}..{type.high}"


def describe(type: Type) -> str:
    """A type in words."""
    match type:
        case Bool():
            return "a yes or no"
        case Int():
            return "the number " + str(type.low) if type.low == type.high else f"a number {shown_range(type)}"
        case Member(kind, _):
            return a(kind)
        case SetOf(of):
            return f"a set of {plural(of)}"
        case BagOf(of, _, cards):
            return f"a heap of {plural(of)} cards" if cards else f"a heap of {plural(of)}"
        case ListOf(of, _):
            return f"a list of {plural(of)}" if isinstance(of, Bool | Int | Member) else "a list of sets"
        case RowOf(of, most, _):
            return f"a row of {most} {plural(of)}"
        case TupleOf():
            return "several values"
        case Either(of, extra):
            return f"{describe(of)} or " + " or ".join(extra)
        case PastOf():
            return "a history"
        case TextType():
            return "a text"
        case ErrorType():
            return "something unknown"


def plural(type: Bool | Int | Member) -> str:
    match type:
        case Bool():
            return "yes and no"
        case Int():
            return f"numbers {shown_range(type)}"
        case Member(kind, _):
            return "players" if kind == "player" else kind


def wants(kinds: Kinds, type: Type) -> str:
    """What belongs into a place, for the label of a problem."""
    match plain(type):
        case Member(kind, _):
            return members(kinds, kind)
        case Bool():
            return "write `yes` or `no`, or a condition"
        case SetOf():
            return "write a set, such as `{…}`"
        case _:
            return f"it holds {describe(type)}"


def instead(kinds: Kinds, goal: Type, have: Type, shown: str) -> Advice:
    """What to write in place of something that does not fit."""
    base = plain(goal)
    if isinstance(base, SetOf) and base.of == plain(have):
        return Replacement(f"{{{shown}}}", "a set of one is ")
    if isinstance(base, BagOf) and same_base(base.of, have):
        return Replacement(f"{{{shown}}}", "a heap of one is ")
    return as_number(kinds, have, shown) if isinstance(base, Int) else wants(kinds, goal)


def as_number(kinds: Kinds, type: Type, shown: str) -> Advice:
    """How to get a number from something else."""
    match plain(type):
        case SetOf() | BagOf() | ListOf():
            return Replacement(f"{shown}.size", "how many there are: ")
        case Member(kind, _):
            columns = [w for w, (column, _) in kinds[kind].columns.items() if isinstance(plain(column), Int)]
            return Replacement(f"{shown}.{columns[0]}", "a number of it: ") if columns else "write a number"
        case Bool() if shown not in ("yes", "no"):
            return Replacement(f"(1 if {shown} else 0)")
        case _:
            return "write a number"


def as_condition(kinds: Kinds, type: Type, shown: str) -> Advice:
    """How to ask something about a value."""
    match plain(type):
        case Int():
            return Replacement(f"({shown}) > 0" if " " in shown else f"{shown} > 0", EXAMPLE)
        case SetOf() | BagOf() | ListOf():
            return Replacement(f"{shown} is not empty", EXAMPLE)
        case Member(kind, _):
            return Replacement(f"{shown} is {kinds[kind].members[0]}", EXAMPLE)
        case _:
            return "write a comparison"


def each(type: Bool | Int | Member) -> str:
    """What something is kept for."""
    match type:
        case Bool():
            return "yes or no"
        case Int():
            return f"number {shown_range(type)}"
        case Member(kind, _):
            return kind


def shown_value(type: Type) -> str:
    return shown_range(type) if isinstance(type, Int) else describe(type)


def members(kinds: Kinds, kind: str) -> str:
    """What there is of a kind."""
    known = kinds[kind].members
    return f"the players are: {sample(known)}" if kind == "player" else f"{kind} has: {sample(known)}"


def sample(names: tuple[str, ...]) -> str:
    """A few names, so that a report stays short."""
    return ", ".join(names[:6]) + (", …" if len(names) > 6 else "")


def hint_members(kinds: Kinds, a: Type, b: Type) -> str:
    for type in (plain(a), plain(b)):
        if isinstance(type, Member):
            return members(kinds, type.kind)
    return "compare two things of the same sort"
