"""Set-ups of a game worth a look before anybody plays: numbers of players and choices of options."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from astro_referee.grammar.problems import Problem
from astro_referee.interpreter.game import OptionSheet
from astro_referee.interpreter.printing import Printer
from astro_referee.interpreter.program import OptionInfo, Program
from astro_referee.interpreter.types import Bool, Int, Member

MOST_SINGLE = 8
"""Options that are tried one by one; with more of them, all low and all high must do."""


def variations(
    options: Sequence[OptionInfo | OptionSheet], range_: tuple[int, int]
) -> list[tuple[int, dict[str, int]]]:
    """Other set-ups worth a look: the most players, each option at its ends, and all of them together."""
    ends: dict[str, tuple[int, int]] = {}
    for option in options:
        match option.type:
            case Bool():
                ends[option.name] = (0, 1)
            case Int(low, high):
                ends[option.name] = (low, high)
            case Member(_, count):
                ends[option.name] = (0, count - 1)
            case _:
                pass
    defaults = {option.name: option.default for option in options}
    chosen = [{name: end} for name, pair in ends.items() for end in pair] if len(ends) <= MOST_SINGLE else []
    chosen += [{name: pair[side] for name, pair in ends.items()} for side in (0, 1)]
    more: list[tuple[int, dict[str, int]]] = [(range_[1], {})] if range_[1] != range_[0] else []
    for values in chosen:
        setup = range_[0], {name: value for name, value in values.items() if value != defaults[name]}
        if setup[1] and setup not in more:
            more.append(setup)
    return more


def with_setup(problem: Problem, program: Program, seats: int, chosen: dict[str, int]) -> Problem:
    """A problem that shows only for some number of players or some choice of options, with a word on that."""
    printer = Printer({name: info.members for name, info in program.kinds.items()}, program.words)
    types = {option.name: option.type for option in program.options}
    values = [f"`{name}` is {printer.show(types[name], value)}" for name, value in chosen.items()]
    said = f"with {seats} players" if not values else "if " + " and ".join(values[:MOST_SINGLE])
    return evolve(problem, notes=(*problem.notes, f"this shows {said}"))
