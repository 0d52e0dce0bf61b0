"""Many games in one call, as numpy arrays: choices in; who is asked, from how many moves, and what ended games brought
out. Natively, if there is a compiler: ten million moves in a second are common.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from astro_referee.interpreter import api
from astro_referee.interpreter.machine import COMMON, RANKED, SCORED
from astro_referee.interpreter.play.game import DRAWN, Game, Rules

Array = np.ndarray[Any, Any]


class VectorGames:
    """So many games of one seed. A game that is over begins anew before the next step."""

    def __init__(self, game: Game, games: int, seed: int = 0, engine: str | None = None) -> None:
        self.game = game
        self.batch = game.batch(games, seed, engine)
        self.counts = np.frombuffer(self.batch.counts, dtype=np.int64)
        """How many moves are legal in each game; these arrays always show what holds now."""
        self.actors = np.frombuffer(self.batch.actors, dtype=np.int32)
        """The seat that is asked."""
        self.over = np.frombuffer(self.batch.over, dtype=np.int8)
        self.endings = np.frombuffer(self.batch.endings, dtype=np.int32)
        self.places = np.frombuffer(self.batch.places, dtype=np.int32).reshape(games, game.seats)

    def __len__(self) -> int:
        return len(self.over)

    def step(self, choices: Array) -> tuple[Array, Array]:
        """A move in each game, by its number among the legal ones: rewards of all seats, and which games have ended.

        Raises ValueError, and changes nothing, if there is no such move.
        """
        numbers = np.asarray(choices)
        if numbers.dtype.kind not in "iu":
            raise ValueError(f"choices are whole numbers, not {numbers.dtype}")
        self.batch.step(np.ascontiguousarray(numbers, dtype=np.int64))
        ended = self.over != 0
        rewards = np.zeros((len(self), self.game.seats), dtype=np.float32)
        if ended.any():
            rewards[ended] = self.rewards(np.flatnonzero(ended))
            self.batch.restart()
        return rewards, ended

    def rewards(self, ended: Array) -> Array:
        """As `rewards.returns` has them for one game; nothing in a game that the rules could not go on with."""
        if self.game.machine.utility:
            worths = np.frombuffer(self.batch.utilities(), dtype=np.int64)
            return worths.reshape(len(self), self.game.seats)[ended].astype(np.float32)
        seats, endings = self.game.seats, self.endings[ended]
        won = self.places[ended] == 1
        count = won.sum(axis=1)
        drawn = (endings == DRAWN) | (np.isin(endings, (SCORED, RANKED)) & (count == seats) & (seats > 1))
        even = drawn | (count == 0) | ((count == seats) & (endings != COMMON)) | (self.over[ended] < 0)
        lost = -count / np.maximum(1, seats - count)
        found = np.where(won, 1.0, lost[:, None])
        found[(endings == COMMON) & ~even] = 1.0
        found[even] = 0.0
        return found.astype(np.float32)


def vector(
    game: str | Path | Rules | Game,
    games: int,
    seed: int = 0,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    engine: str | None = None,
) -> VectorGames:
    """That many games of a bundled game, by name, or a rule file, by path."""
    ready = game if isinstance(game, Game) else api.prepare(game, players, options)
    return VectorGames(ready, games, seed, engine)
