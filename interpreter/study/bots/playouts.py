"""Imagined games: chance and random players go on from a position until the end, or until it is far enough."""

from __future__ import annotations

from attrs import define

from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.machine.runtime import CHANCE, EndlessLoop, Log, RuleFault
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.information_set import Below

FAULTS = (RuleFault, EndlessLoop)
"""An imagined position need not be one that can come about, so the rules may not be able to go on from it."""


@define
class Player:
    """Plays one game on plain records, without a log unless one is asked for."""

    game: Game
    below: Below

    def settle(self, state: State, log: Log | None = None) -> list[Move]:
        """Chance decides until a player must; the legal moves of those who are asked, none if the game is over.

        What the rules do before chance decides may be noted in a log.
        """
        engine = self.game.engine
        options = engine.run(state, log)
        while options == CHANCE:
            engine.happen(state, engine.sample(state, self.below))
            options = engine.run(state)
        return list(options)

    def act(self, state: State, move: Move, log: Log | None = None) -> None:
        self.game.engine.act(state, move, log)

    def go_on(self, state: State, most: int) -> None:
        """Random moves, at most so many."""
        self.game.engine.playout(state, self.below, most)
