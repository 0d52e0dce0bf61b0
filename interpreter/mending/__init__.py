"""Problems go in, and come out with the edits that do what their advice says, as far as the text shows what to write.

What the checker knows of a place, its words and types, is in the mistake; where the words stand that an edit touches,
behind it, before it, in the line of a declaration, is looked up in the text. So the checker itself carries no places
for the sake of editors, and an advice that leaves a choice to the author has no edit.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from astro_referee.grammar.mistakes.text import InHole
from astro_referee.grammar.problems import Fix, Mistake, Problem
from astro_referee.grammar.source import Source, Span
from astro_referee.interpreter.mending.declarations import declarations
from astro_referee.interpreter.mending.expressions import expressions
from astro_referee.interpreter.mending.lines import lines
from astro_referee.interpreter.mending.spot import Fixes, Spot
from astro_referee.interpreter.mending.steps import steps

FAMILIES = (expressions, steps, declarations, lines)


def mended(source: Source, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems, those with an advice that is an edit with this edit."""
    return tuple(evolve(problem, fixes=edits(source, problem) or problem.fixes) for problem in problems)


def edits(source: Source, problem: Problem) -> tuple[Fix, ...]:
    mistake = problem.mistake
    if isinstance(mistake, InHole):
        mistake = mistake.problem.mistake
    if mistake is None:
        return ()
    part = source.part(problem.span.start)
    spot = Spot(source.text, problem.span, source.stretch(part))
    return tuple(fix for fix in found(mistake, spot) if in_one_piece(source, fix))


def found(mistake: Mistake, spot: Spot) -> tuple[Fix, ...]:
    for family in FAMILIES:
        made: Fixes = family(mistake, spot)
        if made is not None:
            return made if isinstance(made, tuple) else (made,)
    return ()


def in_one_piece(source: Source, fix: Fix) -> bool:
    """Whether a file has these lines as they stand: a variant may have moved them, or have them from two places."""
    if len(source.pieces(Span(fix.span.start, max(fix.span.end, fix.span.start + 1)))) > 1:
        return False
    return "\n" not in fix.text or source.patch(fix.span.start).shift == 0
