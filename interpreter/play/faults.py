"""What went wrong while a game ran, as a problem with its place: an exception of the runtime in, a problem out."""

from __future__ import annotations

from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.runtime import MOST_LINES, EndlessLoop, Overflow, RuleFault, TooMuchSaid
from astro_referee.interpreter.play.game import Game


def problem_of(game: Game, error: RuleFault | EndlessLoop) -> Problem:
    """The mistake in the rules that an exception of generated code stands for."""
    if isinstance(error, Overflow):
        return Problem("too-long", error.message, error.at)
    if isinstance(error, TooMuchSaid):
        message = f"more than {MOST_LINES:,} lines are said at one event"
        return Problem("too-long", message, game.machine.texts[error.number].span)
    if isinstance(error, RuleFault):
        info = game.machine.faults[error.number]
        return Problem(info.code, info.message, info.span)
    states: dict[int, m.Automatic | m.Decision | m.Chance] = {}
    states |= {state.label: state for state in (*game.machine.stopping, *game.machine.automatic)}
    circle = [states[label] for label in error.labels]
    circle = [state for state in circle if isinstance(state, m.Automatic)] or circle  # what runs there is to blame
    names = list(dict.fromkeys(state.name for state in circle))
    message = "the rules go round in circles here without asking anybody"
    own = game.rules.source.files[-1].start
    at = circle[0].span if circle[0].span != NOWHERE else Span(own, own)
    return Problem("endless", message, at, notes=(f"the circle: {' -> '.join(names)}",))
