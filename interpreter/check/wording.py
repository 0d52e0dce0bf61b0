"""Types in words, for problems: what something is, and what belongs into a place."""

from __future__ import annotations

from astro_referee.interpreter.check.scope import Checker
from astro_referee.interpreter.types import (
    BagOf,
    Bool,
    Either,
    Int,
    ListOf,
    Member,
    SetOf,
    TextType,
    Type,
    Wrong,
    plain,
)


def shown_range(type: Int) -> str:
    return str(type.low) if type.low == type.high else f"{type.low}..{type.high}"


def describe(c: Checker, type: Type) -> str:
    """A type in words."""
    match type:
        case Bool():
            return "a yes or no"
        case Int():
            return "the number " + str(type.low) if type.low == type.high else f"a number {shown_range(type)}"
        case Member(kind, _):
            return "a player" if kind == "player" else f"a {kind}"
        case SetOf(of):
            return f"a set of {plural(of)}"
        case BagOf(of, _):
            return f"a heap of {of.kind} cards"
        case ListOf(of, _):
            return f"a list of {plural(of)}" if not isinstance(of, SetOf) else "a list of sets"
        case Either(of, extra):
            return f"{describe(c, of)} or " + " or ".join(extra)
        case TextType():
            return "a text"
        case Wrong():
            return "something unknown"


def plural(type: Bool | Int | Member) -> str:
    match type:
        case Bool():
            return "yes and no"
        case Int():
            return f"numbers {shown_range(type)}"
        case Member(kind, _):
            return "players" if kind == "player" else kind


def wants(c: Checker, type: Type) -> str:
    """What belongs into a place, for the label of a problem."""
    base = plain(type)
    if isinstance(base, Member):
        return f"{base.kind} has: {sample(c.kinds[base.kind].members)}"
    return f"it holds {describe(c, type)}"


def sample(members: tuple[str, ...]) -> str:
    """A few names, so that a report stays short."""
    return ", ".join(members[:6]) + (", …" if len(members) > 6 else "")


def hint_members(c: Checker, a: Type, b: Type) -> str:
    for type in (plain(a), plain(b)):
        if isinstance(type, Member):
            return f"{type.kind} has: {sample(c.kinds[type.kind].members)}"
    return ""
