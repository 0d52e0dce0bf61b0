"""Set-ups of a game worth a look before anybody plays: numbers of players and choices of options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from attrs import evolve

from astro_referee.grammar.problems import Problem
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import Bool, Int, Member, Type, size


class Option(Protocol):
    """What can be chosen before a game: one of the values of a type."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> Type: ...
    @property
    def default(self) -> int: ...


SHORT = 5
"""Members of a list of which each is tried; of longer lists, and of spans of numbers, the first and the last."""
MOST_SINGLE = 8
"""Options that are tried one by one; with more of them, all low and all high must do."""

MOST_VALUES = 64
"""Values of an option that are looked at before something is said of all of them."""

SetUp = tuple[int, dict[str, int]]
"""How many play, and the options that are not at their defaults."""


def set_ups(options: Sequence[Option], numbers: Sequence[int], fixed: Mapping[str, int] | None = None) -> list[SetUp]:
    """Set-ups worth a look: each number of players, then for each of them every option alone, and all together, at
    their ends. What is `fixed` stays so.
    """
    held = dict(fixed or {})
    tried = {option.name: ends(option.type) for option in options if option.name not in held}
    tried = {name: some for name, some in tried.items() if some}
    defaults = {option.name: option.default for option in options}
    chosen = [{name: one} for name, some in tried.items() for one in some] if len(tried) <= MOST_SINGLE else []
    chosen += [{name: some[side] for name, some in tried.items()} for side in (0, -1)]
    found: list[SetUp] = [(number, held) for number in numbers]
    for number in numbers:
        for some in chosen:
            setup = number, held | {name: value for name, value in some.items() if value != defaults[name]}
            if setup not in found:
                found.append(setup)
    return found


def ends(type: Type) -> tuple[int, ...]:
    """The values of an option that are tried: all of a few, else the first and the last."""
    match type:
        case Bool():
            return 0, 1
        case Int(low, high):
            return tuple(dict.fromkeys((low, high)))
        case Member(_, count):
            return tuple(range(count)) if count <= SHORT else (0, count - 1)
        case _:
            return ()


def values(type: Type) -> int:
    """How many values an option can have."""
    return size(type) if isinstance(type, Bool | Int | Member) else 1


def variations(options: Sequence[Option], range_: tuple[int, int]) -> list[SetUp]:
    """Other set-ups than the first one that the checker looks at: options do not depend on how many play there."""
    numbers = sorted({*range_})
    return [(seats, chosen) for seats, chosen in set_ups(options, numbers)[1:] if not chosen or seats == numbers[0]]


def between(options: Sequence[Option], range_: tuple[int, int]) -> Iterator[SetUp]:
    """Set-ups that `variations` leaves out: other numbers of players, and each option at its other values."""
    for seats in range(range_[0] + 1, range_[1]):
        yield seats, {}
    for option in options:
        for value in every(option.type):
            if value not in (option.default, *ends(option.type)):
                yield range_[0], {option.name: value}


def every(type: Type) -> Sequence[int]:
    """The values of an option: all of them, or of very many so many that lie evenly between the ends."""
    match type:
        case Int(low, high):
            return range(low, high + 1, max(1, (high - low) // MOST_VALUES))
        case Member(_, count):
            return range(0, count, max(1, count // MOST_VALUES))
        case _:
            return ends(type)


def values_of(
    options: Sequence[Option], kinds: Mapping[str, Sequence[str]], chosen: Mapping[str, int]
) -> dict[str, str]:
    """The values of some options as they are written."""
    printer = Printer(kinds, ())
    return {option.name: printer.show(option.type, chosen[option.name]) for option in options if option.name in chosen}


def with_setup(problem: Problem, players: int | None, values: Mapping[str, str]) -> Problem:
    """A problem that shows only for some number of players or some choice of options, with a word on that."""
    said = [f"with {players} players"] if players is not None else []
    listed = [f"`{name}` is {value}" for name, value in values.items()]
    said += ["if " + " and ".join(listed[:MOST_SINGLE])] if listed else []
    return evolve(problem, notes=(*problem.notes, f"this shows {' '.join(said)}"))
