"""What checking gives: a file that was read, and its program for one set-up."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Source
from astro_referee.interpreter.check import check, seat_range
from astro_referee.interpreter.check.mistakes import declarations as mistakes
from astro_referee.interpreter.check.shared import Shared
from astro_referee.interpreter.program.fingerprint import parts
from astro_referee.interpreter.program.program import Program
from astro_referee.interpreter.program.seats import usual_seats


@frozen
class Checked:
    """A file that was read, with the program for one set-up and what was said of it on the way."""

    file: tree.File
    program: Program
    problems: tuple[Problem, ...]

    @property
    def parts(self) -> dict[str, str]:
        return parts(self.file)


def check_tree(
    file: tree.File, source: Source, seats: int | None, chosen: dict[str, int] | None, shared: Shared | None = None
) -> tuple[Program | None, tuple[Problem, ...]]:
    """The program of a game that was read, for one set-up."""
    range_, problems = seat_range(file, source)
    if isinstance(file.header, tree.Library):
        problems = (mistakes.LIBRARY_NOT_PLAYED.at(file.header.span),)
    if problems:
        return None, problems
    return check(file, source, seats or usual_seats(range_), chosen, range_, shared=shared)
