"""`greedy`: tries every move in some dealings of what the seat cannot see, and takes what looks best soon after.

Soon is when everybody could have moved twice, at random. Where no score is counted, only a game that is over by then
tells moves apart, and the rest is left to chance.
"""

from __future__ import annotations

from collections.abc import Sequence

from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.play.information_set import Below, InformationSet
from astro_referee.interpreter.study.bots.budget import Budget
from astro_referee.interpreter.study.bots.evaluation import PositionValue
from astro_referee.interpreter.study.bots.playouts import FAULTS, Player

TURNS = 2
"""Moves of every player before a position is judged."""


def think(sight: InformationSet, moves: Sequence[Move], budget: Budget, below: Below) -> Move:
    """The move with the highest worth on average; any of the best if there are several."""
    player, worth = Player(sight.game, below), PositionValue(sight.game)
    totals = [0.0] * len(moves)
    for _ in budget.count():
        position = sight.draw(below)
        for number, move in enumerate(moves):
            state = position[:]
            try:
                player.act(state, move)
                player.go_on(state, TURNS * sight.game.seats)
            except FAULTS:
                pass  # it is judged as far as it went
            totals[number] += worth(state)[sight.seat]
    most = max(totals)
    best = [move for move, total in zip(moves, totals, strict=True) if total == most]
    return best[below(len(best))]
