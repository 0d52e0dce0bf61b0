"""Imagined games: chance and random players go on from a position until the end, or until it is far enough."""

from __future__ import annotations

from attrs import define

from astro_referee.interpreter.machine.runtime import EndlessLoop, Log, RuleFault
from astro_referee.interpreter.play.game import Game, Move, State
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
        code = self.game.code
        run, happen, sample, chance = code["run"], code["happen"], code["SAMPLE"], code["CHANCE"]
        options = run(state, log)
        while options is chance:
            happen(state, sample[state[0]](state, self.below))
            options = run(state)
        return options  # type: ignore[no-any-return]

    def act(self, state: State, move: Move, log: Log | None = None) -> None:
        self.game.code["act"](state, move, log)

    def go_on(self, state: State, most: int) -> None:
        """Random moves, at most so many."""
        self.game.code["playout"](state, self.below, most)
