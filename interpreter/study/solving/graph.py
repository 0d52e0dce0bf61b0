"""All positions of a game without secrets: a game in; what may follow each position out, and what ends are worth."""

from __future__ import annotations

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.machine.runtime import CHANCE
from astro_referee.interpreter.play.game import Game, is_drawn
from astro_referee.interpreter.play.native import python_of
from astro_referee.interpreter.study.solving.forgetting import Forgetting
from astro_referee.interpreter.study.solving.limits import Limits, NotSolvable

OVER, LUCK = -2, -1
"""In place of the seat that is asked."""
DOUBLE = 2
"""Worths count in halves, so that a draw of two is a whole number."""


@define
class PositionGraph:
    """Positions by number, 0 is the first."""

    seats: int
    asked: list[int] = field(factory=list)
    """The seat that is asked; LUCK or OVER."""
    after: list[tuple[int, ...]] = field(factory=list)
    weights: dict[int, tuple[int, ...]] = field(factory=dict)
    """Of positions in which chance decides, how likely each of those after it is."""
    worth: dict[int, tuple[int, ...]] = field(factory=dict)
    """What ends are worth to each seat, in halves."""
    moves: list[tuple[Move, ...]] = field(factory=list)
    states: list[tuple[int, ...]] = field(factory=list)

    def __len__(self) -> int:
        return len(self.asked)


def worths(game: Game, state: State) -> tuple[int, ...]:
    """By the def `utility` if the rules have one; else winners share one, and all do in a draw. In halves."""
    named = game.utilities(state)
    if named is not None:
        return tuple(DOUBLE * one for one in named)
    seats = range(game.seats)
    won = [seat for seat in seats if game.value(state, m.PLACE, seat) == 1]
    if is_drawn(game.value(state, m.ENDING), len(won), game.seats):
        return (DOUBLE // game.seats if game.seats <= DOUBLE else 0,) * game.seats
    return tuple(DOUBLE if seat in won else 0 for seat in seats)


def explored(game: Game, limits: Limits) -> PositionGraph:
    """Raises TooLarge, NotSolvable, RuleFault and EndlessLoop."""
    if any(decision.manner not in ("one", "together") for decision in game.machine.decisions):
        raise NotSolvable("anybody may act first in it, and there is no saying who does")
    engine, graph, forget = python_of(game.engine), PositionGraph(game.seats), Forgetting(game)
    numbers: dict[tuple[int, ...], int] = {}

    def number_of(state: State) -> int:
        options = engine.run(state)
        key = forget.record(state)
        if key not in numbers:
            numbers[key] = len(graph)
            luck = options == CHANCE
            graph.asked.append(OVER if not key[0] else LUCK if luck else options[0][0])
            graph.moves.append(() if luck else tuple(options))
            graph.states.append(key)
            graph.after.append(())
            limits.check(len(graph))
        return numbers[key]

    number_of(engine.start())
    at = 0
    while at < len(graph):
        engine.rest()
        state = list(graph.states[at])
        if graph.asked[at] == OVER:
            graph.worth[at] = worths(game, state)
        elif graph.asked[at] == LUCK:
            outcomes = engine.outcomes(state)
            found = []
            for outcome, _ in outcomes:
                copy = state[:]
                engine.happen(copy, outcome)
                found.append(number_of(copy))
            graph.after[at], graph.weights[at] = tuple(found), tuple(weight for _, weight in outcomes)
        else:
            found = []
            for move in graph.moves[at]:
                copy = state[:]
                engine.act(copy, move)
                found.append(number_of(copy))
            graph.after[at] = tuple(found)
        at += 1
    return graph
