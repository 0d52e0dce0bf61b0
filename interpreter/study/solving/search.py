"""What a game of two without chance and secrets is worth, without looking at all positions: alpha-beta search that
remembers the positions it has met (Knuth and Moore 1975).
"""

from __future__ import annotations

from attrs import define, field

from astro_referee.interpreter.backends.engine import Engine, Move, State
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.native import python_of
from astro_referee.interpreter.study.solving.forgetting import Forgetting
from astro_referee.interpreter.study.solving.graph import worths
from astro_referee.interpreter.study.solving.limits import Limits

DEEPEST = 300
"""Moves of a game that is searched so: each is a call inside another."""
LOWEST, HIGHEST = -(10**12), 10**12


class ComesBack(Exception):
    """A position can come back, or a game is too long: all positions must be looked at."""


@define
class AlphaBeta:
    """One search. Worths are those of the first seat, in halves; what is good for it is bad for the other."""

    game: Game
    limits: Limits
    engine: Engine = field(init=False)
    forget: Forgetting = field(init=False)
    known: dict[tuple[int, ...], tuple[int, int, int]] = field(init=False, factory=dict)
    """Of each position met, what it is worth at least and at most, and the number of the best move."""
    way: set[tuple[int, ...]] = field(init=False, factory=set)
    total: int | None = field(init=False, default=None)
    """What both get together."""

    def __attrs_post_init__(self) -> None:
        self.engine, self.forget = python_of(self.game.engine), Forgetting(self.game)

    def value(self, state: State, alpha: int = LOWEST, beta: int = HIGHEST) -> int:
        """Of a position, which is changed; within the bounds exactly, else at least or at most.

        Raises ComesBack and TooLarge.
        """
        options = self.engine.run(state)
        if not state[0]:
            first, second = worths(self.game, state)
            if self.total not in (None, first + second):
                raise ComesBack  # what one wins the other does not lose
            self.total = first + second
            return first
        key = self.forget.record(state)
        least, most, best = self.known.get(key, (LOWEST, HIGHEST, 0))
        if least >= beta or least == most:
            return least
        if most <= alpha:
            return most
        if key in self.way or len(self.way) > DEEPEST:
            raise ComesBack
        self.way.add(key)
        self.limits.check(len(self.known))
        value, best = self.among(state, list(options), max(alpha, least), min(beta, most), best)
        self.way.discard(key)
        low, high = max(alpha, least), min(beta, most)
        self.known[key] = (
            value if value > low else least,
            value if value < high else most,
            best,
        )
        return value

    def among(self, state: State, options: list[Move], alpha: int, beta: int, promising: int) -> tuple[int, int]:
        """The best of some moves, and its number; the promising one is looked at first."""
        first = options[0][0] == 0
        order = [promising, *(number for number in range(len(options)) if number != promising)]
        found, best = (LOWEST if first else HIGHEST), promising
        for number in order:
            copy = state[:]
            self.engine.rest()
            self.engine.act(copy, options[number])
            value = self.value(copy, alpha, beta)
            if (value > found) if first else (value < found):
                found, best = value, number
            if first:
                alpha = max(alpha, found)
            else:
                beta = min(beta, found)
            if alpha >= beta:
                break
        return found, best
