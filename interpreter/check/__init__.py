"""The checker: a syntax tree in; a program for one number of players, and every problem found, out."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Source
from astro_referee.interpreter.check import audit, circles, declarations, fixed, flow, unused, visibility
from astro_referee.interpreter.check.declarations import MOST_PLAYERS
from astro_referee.interpreter.check.scope import Checker
from astro_referee.interpreter.program import Program


def seat_range(file: tree.File, source: Source) -> tuple[tuple[int, int], tuple[Problem, ...]]:
    """How many may play, from the header."""
    if not isinstance(file.header, tree.Header):
        return (2, 2), ()
    c = Checker(source, file, 2, {})
    low, high = fixed.fixed_number(c, file.header.low), fixed.fixed_number(c, file.header.high)
    if low is not None and high is not None and not 1 <= low <= high <= MOST_PLAYERS:
        message = f"a game is for 1 to {MOST_PLAYERS} players"
        label = "write the smaller number first" if low > high else "for example: `for 2..4 players`"
        c.error("bad-players", message, file.header.low.span.to(file.header.high.span), label)
        low = high = None
    return (low or 2, high or low or 2), tuple(c.problems)


def check(
    file: tree.File,
    source: Source,
    seats: int,
    chosen: dict[str, int] | None = None,
    range_: tuple[int, int] | None = None,
    partial: bool = False,
) -> tuple[Program | None, tuple[Problem, ...]]:
    """Names, types, flow, then what is seen by whom and what can never be. No program if there is an error.

    The tree is `partial` if some lines of the file could not be read.
    """
    c = Checker(source, file, seats, chosen or {}, partial=partial)
    declarations.declare(c)
    flow.name_moves(c)
    steps = flow.read_flow(c)
    circles.offers(c)
    if file.header is None or c.failed or partial:
        unused.unused(c)
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
    circles.questions(c, program)
    if not c.failed:
        visibility.judge(c, program)
        audit.audit(c, program)
    unused.unused(c)
    return (None if c.failed else program), tuple(c.problems)
