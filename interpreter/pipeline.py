"""The whole way through the house, one pass after the other: text, tree, program, machine, module, game.

Rooms are entered only when they are needed: a machine that is kept is compiled without reader and checker, which take
longer to import than its C takes to write.
"""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

from astro_referee.grammar.problems import Problem, Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.built import Built, Compiled
from astro_referee.interpreter.optimise.passes import optimised

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.c.build import NativeBuild
    from astro_referee.interpreter.backends.c.compiler import Compiler
    from astro_referee.interpreter.backends.python.writer import Writer
    from astro_referee.interpreter.check.checked import Checked


def check_source(
    source: Source, seats: int | None = None, chosen: dict[str, int] | None = None
) -> tuple[Checked | None, tuple[Problem, ...]]:
    """The program for one number of players and one choice of options, and all problems on the way."""
    from astro_referee.grammar.reader import read
    from astro_referee.interpreter.check.checked import Checked, check_tree

    file, problems = read(source)
    if file is None or any(p.severity is Severity.ERROR for p in problems):
        return None, problems
    program, problems = check_tree(file, source, seats, chosen)
    return (Checked(file, program, problems) if program is not None else None), problems


def build(
    source: Source,
    seats: int | None = None,
    chosen: dict[str, int] | None = None,
    marked: bool = False,
    known: Checked | None = None,
) -> tuple[Built | None, tuple[Problem, ...]]:
    """Everything for one number of players and one choice of options, and all problems on the way.

    What is `marked` counts what it comes to. It is written as the machine has it: passes that make it quick would leave
    out what need not be asked. What is `known` of this set-up need not be found again.
    """
    checked, problems = (known, known.problems) if known is not None else check_source(source, seats, chosen)
    if checked is None:
        return None, problems
    made, problems = compile_checked(checked, marked)
    if made is None:
        return None, problems
    writer = written(made.machine, quick=not marked)
    return Built(made.program, made.machine, writer.module(), dict(writer.names), checked.parts), problems


def written(machine: m.Machine, quick: bool = True) -> Writer:
    """What writes the Python of a machine, optimised unless it is to run just as it stands."""
    from astro_referee.interpreter.backends.python.writer import Writer

    return Writer(optimised(machine) if quick else machine, quick)


def native(machine: m.Machine, compiler: Compiler, unwanted: Event | None = None) -> NativeBuild:
    """The library of a machine, optimised. Raises NotRepresentable and CompilerFailed."""
    from astro_referee.interpreter.backends.c.build import compiled

    return compiled(optimised(machine, native=True), compiler, unwanted)


def native_text(machine: m.Machine) -> str:
    """The C from which that library is made. Raises NotRepresentable."""
    from astro_referee.interpreter.backends.c.build import text_of

    return text_of(optimised(machine, native=True))


def compile_checked(checked: Checked, marked: bool = False) -> tuple[Compiled | None, tuple[Problem, ...]]:
    from astro_referee.interpreter.lower import compile_program
    from astro_referee.interpreter.lower.coverage_points import coverage_points

    program = checked.program
    try:
        machine = compile_program(program, coverage_points(checked.file, program) if marked else None)
    except m.MachineProblem as problem:
        return None, (*checked.problems, Problem(problem.code, problem.message, problem.span))
    return Compiled(program, machine), checked.problems
