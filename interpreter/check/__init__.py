"""The checker: a syntax tree in; a program for one number of players, and every problem found, out."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Problem, Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter.check import audit, declarations, fixed, flow, visibility
from astro_referee.interpreter.check.scope import Checker
from astro_referee.interpreter.program import Program

MOST_PLAYERS = 16
"""More seats than any table here has; a set of players stays a small number."""


def seat_range(file: tree.File, source: Source) -> tuple[tuple[int, int], tuple[Problem, ...]]:
    """How many may play, from the header."""
    if file.header is None:
        return (2, 2), ()
    c = Checker(source, file, 2, {})
    low, high = fixed.fixed_number(c, file.header.low), fixed.fixed_number(c, file.header.high)
    if low is not None and high is not None and not 1 <= low <= high <= MOST_PLAYERS:
        c.error(
            "bad-players", f"a game is for 1 to {MOST_PLAYERS} players", file.header.low.span.to(file.header.high.span)
        )
        low = high = None
    return (low or 2, high or low or 2), tuple(c.problems)


def check(
    file: tree.File,
    source: Source,
    seats: int,
    chosen: dict[str, int] | None = None,
    range_: tuple[int, int] | None = None,
) -> tuple[Program | None, tuple[Problem, ...]]:
    """Names, types, flow, then what is seen by whom and what can never be. No program if there is an error."""
    c = Checker(source, file, seats, chosen or {})
    declarations.declare(c)
    flow.name_moves(c)
    steps = flow.read_flow(c)
    if file.header is None or any(p.severity is Severity.ERROR for p in c.problems):
        audit.unused(c)
        return None, tuple(c.problems)
    program = Program(
        title=file.header.name.word,
        docs=file.header.docs,
        credits=file.header.credits,
        seats=seats,
        seat_range=range_ or (seats, seats),
        words=tuple(c.words),
        options=tuple(c.options.values()),
        rulings=tuple(c.rulings.values()),
        kinds=dict(c.kinds),
        tables=dict(c.tables),
        fields=dict(c.fields),
        defs={word: info for word, info in c.defs.items() if info is not None},
        procedures={word: info for word, info in c.procedures.items() if info is not None},
        moves=dict(c.moves),
        flow=steps,
    )
    visibility.judge(c, program)
    audit.audit(c, program)
    audit.unused(c)
    failed = any(p.severity is Severity.ERROR for p in c.problems)
    return (None if failed else program), tuple(c.problems)
