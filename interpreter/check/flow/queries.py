"""Lines that an author asks in the middle of a game: a checker that has read the rules goes in, and reads on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import frozen

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Problem, Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter.check.audit import audit
from astro_referee.interpreter.check.expressions import expressions
from astro_referee.interpreter.check.flow import moves, scenarios
from astro_referee.interpreter.check.mistakes import scenarios as mistakes
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program.program import Program, Step
from astro_referee.interpreter.program.terms import Term
from astro_referee.interpreter.values.types import Bool, ErrorType


@frozen
class Question:
    """An expression; of a condition also what it looks at. `needs_me` if it speaks of who is asked."""

    term: Term
    seen: tuple[tuple[str, Term], ...]
    needs_me: bool


def question(
    c: Checker, program: Program, source: Source, node: tree.TestLine
) -> tuple[Question | None, tuple[Problem, ...]]:
    """An expression with its type; nothing, and the problems, if it has none."""
    with reading(c, source) as problems:
        if not isinstance(node, tree.Expect):
            c.report(mistakes.ENDING_HAS_NO_VALUE, node.span)
            return None, tuple(problems)
        with c.fresh():
            term = expressions.expression(c, node.condition)
            needs_me = c.at.used_me
            seen = moves.seen(c, node.condition) if isinstance(term.type, Bool) else ()
        if isinstance(term.type, ErrorType) or failed(problems):
            return None, tuple(problems)
        audit.look_ahead(c, program, term, None)
        return (None if failed(problems) else Question(term, seen, needs_me)), tuple(problems)


def given(
    c: Checker, program: Program, source: Source, node: tree.TestLine
) -> tuple[tuple[Step, ...] | None, tuple[Problem, ...]]:
    """A step that changes the position; nothing, and the problems, if it would do something else."""
    assert isinstance(node, tree.Given)
    with reading(c, source) as problems:
        made = list(scenarios.given(c, program, node, node.body))
        return (None if failed(problems) or not made else made[0].steps), tuple(problems)


@contextmanager
def reading(c: Checker, source: Source) -> Iterator[list[Problem]]:
    """The checker with a line more; what was reported before is forgotten, and so is what is reported now."""
    kept = c.source, c.found.problems, c.found.reported
    c.source, c.found.problems, c.found.reported = source, [], set()
    try:
        yield c.found.problems
    finally:
        c.source, c.found.problems, c.found.reported = kept


def failed(problems: list[Problem]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)
