"""How a game ended by its rules: a last position and last words in, a result out."""

from __future__ import annotations

from collections.abc import Sequence

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.play.events import Result, Said
from astro_referee.interpreter.play.game import Game, is_drawn


def by_the_rules(game: Game, state: State, said: Sequence[Said]) -> Result:
    """Places, scores and winners of a position in which the game is over, and why it is."""
    seats = range(game.seats)
    places = tuple(game.value(state, m.PLACE, p) for p in seats)
    ending = game.value(state, m.ENDING)
    scored = ending in (m.SCORED, m.SHARED, m.COMMON)
    scores = tuple(game.value(state, m.SCORE, p) for p in seats) if scored else None
    winners = tuple(p for p in seats if places[p] == 1)
    draw = is_drawn(ending, len(winners), game.seats)
    last = next((line for line in reversed(said) if line.last), Said("", None))
    common, worths = ending == m.COMMON, game.utilities(state)
    return Result(places, scores, () if draw else winners, draw, last.text, last.spoken, common, worths)
