"""What went wrong while a game ran, as a problem with its place: an exception of the runtime in, a problem out."""

from __future__ import annotations

import re

from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Span
from astro_referee.interpreter.game import Game
from astro_referee.interpreter.runtime import MOST_LINES, EndlessLoop, Loud, Overflow, RuleFault


def problem_of(game: Game, error: RuleFault | EndlessLoop) -> Problem:
    """The mistake in the rules that an exception of generated code stands for."""
    if isinstance(error, Overflow):
        return Problem("too-long", error.message, error.at)
    if isinstance(error, Loud):
        message = f"more than {MOST_LINES:,} lines are said at one event"
        return Problem("too-long", message, game.machine.texts[error.number].span)
    if isinstance(error, RuleFault):
        info = game.machine.faults[error.number]
        return Problem(info.code, info.message, info.span)
    names = {state.label: state.name for state in game.machine.automatic}
    circle = list(dict.fromkeys(names.get(label, "?") for label in error.labels))
    message = "the rules go round in circles here without asking anybody"
    return Problem("endless", message, place_of(game, circle[0]), notes=(f"the circle: {' -> '.join(circle)}",))


def place_of(game: Game, path: str) -> Span:
    """The line where a phase begins, found by its name."""
    heading = re.compile(rf"^ *phase {path.rsplit('.', 1)[-1]}\b", re.MULTILINE)
    source = game.rules.source
    own = source.files[-1].start
    found = heading.search(source.text, own) or heading.search(source.text)
    return Span(found.end() - len(found[0].lstrip()), found.end()) if found is not None else Span(own, own)
