"""Counting move sequences: a game in; for each length how many sequences there are, and how many end a game there.

Goes ply by ply and keeps each position once with the number of ways that lead to it. Positions are complete, so equal
ones have the same future; games whose moves can be made in many orders are counted in a fraction of the time.

A ply is a decision. What chance brings between two decisions makes different sequences, but not longer ones, unless
chance counts as a ply too.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, frozen

from astro_referee.interpreter.chance import Generator
from astro_referee.interpreter.faults import problem_of
from astro_referee.interpreter.game import Game, State
from astro_referee.interpreter.match import FaultyRules
from astro_referee.interpreter.runtime import EndlessLoop, RuleFault

MOST_POSITIONS = 1_000_000
"""Different positions kept for one length; they need about a kilobyte each."""
MOST_SET_UPS = 100_000
"""Different positions kept before the first decision: a shuffled pack would fill any memory, so say so soon."""
MOST_CHANCE = 1_000
"""Chance events between two decisions; more mean that chance can go on for ever."""

Frontier = dict[tuple[int, ...], int]
"""Positions with the number of ways that lead there. The last number counts events if there is a seed."""


class TooMany(Exception):
    """More positions than can be kept; `ply` is the length at which they came up, `endless` if chance never stops."""

    def __init__(self, ply: int, endless: bool = False) -> None:
        super().__init__(ply)
        self.ply, self.endless = ply, endless


@frozen
class Count:
    """Sequences of one length: all of them, those that end a game, and how many positions the others lead to."""

    ply: int
    sequences: int
    finished: int
    positions: int


@define
class Counter:
    """Counts one game. With a seed, chance comes out as in a match with that seed; else every outcome is a branch."""

    game: Game
    chance_counts: bool = False
    seed: int | None = None

    def plies(self, depth: int) -> Iterator[Count]:
        """Lengths 0, 1, ... up to the depth; fewer if all games are over before."""
        try:
            yield from self._plies(depth)
        except (RuleFault, EndlessLoop) as error:
            raise FaultyRules(problem_of(self.game, error), self.game.rules.source) from None

    def _plies(self, depth: int) -> Iterator[Count]:
        start: State = self.game.code["start"]()
        reached: Frontier = {}
        pending: Frontier = {}
        finished = self.arrive(start, 0, 1, reached, pending)
        for ply in range(depth + 1):
            if ply:
                before, reached, pending, finished = reached, {}, {}, 0
                for position, ways in before.items():
                    finished += self.expand(position, ways, reached, pending, ply)
            finished += self.settle(pending, reached, ply)
            sequences = finished + sum(reached.values())
            if not sequences:
                return
            yield Count(ply, sequences, finished, len(reached))

    def expand(self, position: tuple[int, ...], ways: int, reached: Frontier, pending: Frontier, ply: int) -> int:
        """All that can follow one position; gives the number of ways that end the game."""
        code, number = self.game.code, position[-1]
        state = list(position[:-1])
        options = code["run"](state)
        by_chance = options is code["CHANCE"]
        step = code["happen"] if by_chance else code["act"]
        ended = 0
        for choice in self.outcomes(state, number) if by_chance else options:
            after = state[:]
            step(after, choice)
            ended += self.arrive(after, number + 1, ways, reached, pending)
        if len(reached) + len(pending) > (MOST_POSITIONS if ply else MOST_SET_UPS):
            raise TooMany(ply)
        return ended

    def arrive(self, state: State, number: int, ways: int, reached: Frontier, pending: Frontier) -> int:
        """Notes where a step has led: to a decision, to chance, or (gives the ways) to the end."""
        code = self.game.code
        options = code["run"](state)
        if not state[0]:
            return ways
        key = (*state, number if self.seed is not None else 0)
        place = pending if options is code["CHANCE"] and not self.chance_counts else reached
        place[key] = place.get(key, 0) + ways
        return 0

    def settle(self, pending: Frontier, reached: Frontier, ply: int) -> int:
        """Lets chance bring all it may, one event after the other, until players decide again."""
        ended = 0
        for _ in range(MOST_CHANCE):
            if not pending:
                return ended
            following: Frontier = {}
            for position, ways in pending.items():
                ended += self.expand(position, ways, reached, following, ply)
            pending = following
        raise TooMany(ply, endless=True)

    def outcomes(self, state: State, number: int) -> list[int]:
        weights: list[tuple[int, int]] = self.game.code["outcomes"](state)
        if self.seed is None:
            return [value for value, _ in weights]
        left = Generator(self.seed, number).below(sum(weight for _, weight in weights))
        for value, weight in weights:
            left -= weight
            if left < 0:
                return [value]
        raise AssertionError("weights are positive")
