"""The whole way through the house, one pass after the other: text, tree, program, machine, module, game."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Problem, Severity
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backend.python import Writer
from astro_referee.interpreter.check import check, seat_range
from astro_referee.interpreter.compile import compile_program
from astro_referee.interpreter.program import Phase, Program, own_steps
from astro_referee.interpreter.types import Bool, Int, Member


@frozen
class Built:
    """A machine and the module written from it; `names` leads from the machine's function names to the module's."""

    program: Program
    machine: m.Machine
    module: str
    names: dict[str, str]


def build(
    source: Source, seats: int | None = None, chosen: dict[str, int] | None = None
) -> tuple[Built | None, tuple[Problem, ...]]:
    """Everything for one number of players and one choice of options, and all problems on the way."""
    file, problems = read(source)
    if file is None or any(p.severity is Severity.ERROR for p in problems):
        return None, problems
    return build_tree(file, source, seats, chosen)


def build_tree(
    file: tree.File, source: Source, seats: int | None, chosen: dict[str, int] | None
) -> tuple[Built | None, tuple[Problem, ...]]:
    range_, problems = seat_range(file, source)
    if problems:
        return None, problems
    program, found = check(file, source, seats or range_[0], chosen, range_)
    if program is None:
        return None, found
    try:
        machine = compile_program(program)
    except m.MachineProblem as problem:
        return None, (*found, Problem(problem.code, problem.message, problem.span))
    writer = Writer(machine)
    module = writer.module()
    return Built(program, machine, module, dict(writer.names)), found


@frozen
class Report:
    """What `check` says of a file: all problems, and what is in it if there is no error."""

    problems: tuple[Problem, ...]
    counts: dict[str, int]

    @property
    def ok(self) -> bool:
        return not any(p.severity is Severity.ERROR for p in self.problems)


def examine(source: Source) -> Report:
    """Checks a file for the fewest and the most players, and for the ends of each option; each problem once.

    A file with mistakes in its spelling is checked no further than what could be read.
    """
    file, problems = read(source)
    if file is None or any(p.severity is Severity.ERROR for p in problems):
        return Report(problems, {})
    range_, found = seat_range(file, source)
    if found:
        return Report((*problems, *found), {})
    seen: dict[tuple[str, int, int], Problem] = {(p.code, p.span.start, p.span.end): p for p in problems}
    built, first = build_tree(file, source, range_[0], None)
    everything = list(first)
    if built is not None:
        for seats, chosen in variations(built.program, range_):
            everything += build_tree(file, source, seats, chosen)[1]
    for problem in everything:
        seen.setdefault((problem.code, problem.span.start, problem.span.end), problem)
    counts = measure(built) if built is not None else {}
    ordered = sorted(seen.values(), key=lambda p: (p.span.start, p.code))
    return Report(tuple(ordered), counts)


def variations(program: Program, range_: tuple[int, int]) -> list[tuple[int, dict[str, int]]]:
    """Other set-ups worth a look: the most players, and each option at its ends."""
    more: list[tuple[int, dict[str, int]]] = []
    if range_[1] != range_[0]:
        more.append((range_[1], {}))
    for option in program.options:
        match option.type:
            case Bool():
                ends = {0, 1}
            case Int(low, high):
                ends = {low, high}
            case Member(_, count):
                ends = {0, count - 1}
            case _:
                ends = set()
        more += [(range_[0], {option.name: end}) for end in sorted(ends - {option.default})]
    return more


def measure(built: Built) -> dict[str, int]:
    """How much there is in a file, for the line that says it is fine."""
    program = built.program
    bodies = [program.flow, *(info.body for info in program.procedures.values())]
    bodies += [move.then for move in program.moves.values()]
    phases = sum(isinstance(step, Phase) for body in bodies for step in own_steps(body))
    states = built.machine.stops + len(built.machine.automatic)
    return {"phases": phases, "moves": len(program.moves), "states": states}
