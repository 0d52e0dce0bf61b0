"""Counting move sequences: a game in; for each length how many sequences there are, and how many end a game there.

Goes ply by ply and keeps each position once with the number of ways that lead to it. Positions are complete, so equal
ones have the same future; games whose moves can be made in many orders are counted in a fraction of the time.

A ply is a decision, or a turn: all that one player decides before another one is asked. What chance brings in between
makes different sequences, but not longer ones, unless chance counts as a ply too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from attrs import define, evolve, field, frozen

from astro_referee.interpreter.backends.engine import Engine, State
from astro_referee.interpreter.machine.runtime import CHANCE, EndlessLoop, RuleFault
from astro_referee.interpreter.play import native
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.faults import problem_of
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.c.engine import NativeEngine

MOST_POSITIONS = 1_000_000
"""Different positions kept for one length; they need about a kilobyte each."""
MOST_SET_UPS = 100_000
"""Different positions kept before the first decision: a shuffled pack would fill any memory, so say so soon."""
MOST_STEPS = 1_000
"""Steps within one ply, of chance or of a turn; more mean that they can go on for ever."""
NOBODY = -1
WAIT = 1.0
"""Seconds after which somebody who waits is told that a native engine is at work."""

Frontier = dict[tuple[int, ...], int]
"""Positions right behind a move, before the rules go on, with the number of ways that lead there.

The last two numbers are not of the position: how many events there were, if there is a seed, and whose turn it is, if
turns are counted.
"""


class TooManyPositions(Exception):
    """More positions than can be kept; `ply` is the length at which they came up, `endless` if it never stops."""

    def __init__(self, ply: int, endless: bool = False) -> None:
        super().__init__(ply)
        self.ply, self.endless = ply, endless


class Relieved(Exception):
    """A native engine is ready, and counts anew in less time than it takes to go on."""


@frozen
class Count:
    """Sequences of one length: all of them, those that end a game (None: not looked at), and those that go on."""

    ply: int
    sequences: int
    finished: int | None
    going_on: int


@define
class Ply:
    """One length while it is counted."""

    ended: int = 0
    """Sequences that end the game here."""
    continuing: int = 0
    """Sequences behind which the next ply begins."""
    listed: int = 0
    """What could follow these, one by one."""
    frontier: Frontier = field(factory=dict)
    """Where the ply still goes on, by chance or in a turn."""
    next_frontier: Frontier = field(factory=dict)
    """Where the next ply has led."""


@define
class Counter:
    """Counts one game. With a seed, chance comes out as in a match with that seed; else every outcome is a branch."""

    game: Game
    chance_counts: bool = False
    seed: int | None = None
    by_turns: bool = False
    skip_last: bool = False
    """The last moves are counted where they are listed, and not made."""
    start: State | None = None
    """The position that is counted from, if it is not that before the game."""

    engine_used: str = native.PYTHON
    """What has counted, or is about to."""
    waited: Callable[[], None] | None = None
    """Is told now and then that a native engine is at work."""

    @property
    def plain(self) -> bool:
        """Whether each decision is a ply, and chance none: what a native engine counts."""
        return not self.chance_counts and self.seed is None and not self.by_turns

    def plies(self, depth: int) -> Iterator[Count]:
        """Lengths 0, 1, ... up to the depth; fewer if all games are over before."""
        told = 0
        try:
            try:
                if self.plain and native.is_native(self.game.engine):
                    raise Relieved
                for count in self._plies(depth):
                    yield count
                    told += 1
            except Relieved:
                found = self.natively(depth)
                yield from islice(found if found is not None else self._plies(depth), told, None)
        except (RuleFault, EndlessLoop) as error:
            raise FaultyRules(problem_of(self.game, error), self.game.rules.source) from None

    def natively(self, depth: int) -> list[Count] | None:
        """The same from a native engine, or nothing if it cannot count that far or comes to a fault.

        It goes through sequence by sequence, so it knows no number of positions that is too large. What it cannot do
        is left to Python, which tells where the trouble is.
        """
        from astro_referee.interpreter.backends.c.engine import Uncounted

        engine = cast("NativeEngine", self.game.engine)
        start = self.start if self.start is not None else engine.start()
        try:
            found = engine.aside(lambda: engine.perft(start, depth, self.skip_last), WAIT, self.waited)
        except (RuleFault, EndlessLoop, Uncounted):
            return None
        self.engine_used = native.NATIVE
        counts = [Count(ply, some, ended, some - ended) for ply, (some, ended) in enumerate(found)]
        if self.skip_last and depth:
            counts[depth] = evolve(counts[depth], finished=None)
        return [count for count in counts if count.sequences]

    def engine(self) -> Engine:
        """Steps from one position to the next are cheaper where positions are numbers of Python."""
        return native.python_of(self.game.engine)

    def _plies(self, depth: int) -> Iterator[Count]:
        made = depth - 1 if self.skip_last and depth else depth
        start = self.start if self.start is not None else self.engine().start()
        here: Frontier = {(*start, 0, NOBODY): 1}
        for length in range(made + 1):
            ply = self.count(here, length, length < made)
            sequences = ply.ended + ply.continuing
            if not sequences:
                return
            yield Count(length, sequences, ply.ended, ply.continuing)
            if length < depth and length == made and ply.listed:
                yield Count(depth, ply.listed, None, ply.listed)
            here = ply.next_frontier

    def count(self, here: Frontier, length: int, go_on: bool) -> Ply:
        """Goes through the positions of one length, and makes what follows, if it is to go on."""
        ply = Ply()
        for _ in range(MOST_STEPS):
            for position, ways in here.items():
                if self.plain and self.game.take_over():
                    raise Relieved
                self.expand(position, ways, ply, go_on)
                if len(ply.frontier) > (MOST_POSITIONS if length else MOST_SET_UPS):
                    raise TooManyPositions(length)
                if len(ply.next_frontier) > MOST_POSITIONS:
                    raise TooManyPositions(length + 1)
            here, ply.frontier = ply.frontier, {}
            if not here:
                return ply
        raise TooManyPositions(length, endless=True)

    def expand(self, position: tuple[int, ...], ways: int, ply: Ply, go_on: bool) -> None:
        """Lets the rules go on behind a move until they stop, and notes where all that can follow leads."""
        engine = self.engine()
        *state, number, mover = position
        engine.rest()  # each position is looked at for itself
        options = engine.run(state)
        if not state[0]:
            ply.ended += ways
            return
        choices: list[tuple[Any, int]]
        step: Callable[[State, Any], None]
        if options == CHANCE:
            step, same = engine.happen, not self.chance_counts
            choices = [(outcome, mover if same else NOBODY) for outcome in self.outcomes(state, number)]
        else:
            step, same = engine.act, all(move[0] == mover for move in options)
            choices = [(move, move[0] if self.by_turns else NOBODY) for move in options]
        if not same:
            ply.continuing += ways
            ply.listed += ways * len(choices)
            if not go_on:
                return
        place = ply.frontier if same else ply.next_frontier
        number = number + 1 if self.seed is not None else 0
        for choice, by in choices:
            after = state[:]
            step(after, choice)
            key = (*after, number, by)
            place[key] = place.get(key, 0) + ways

    def outcomes(self, state: State, number: int) -> list[int]:
        weights: list[tuple[int, int]] = self.engine().outcomes(state)
        if self.seed is None:
            return [value for value, _ in weights]
        left = Generator(self.seed, number).below(sum(weight for _, weight in weights))
        for value, weight in weights:
            left -= weight
            if left < 0:
                return [value]
        raise AssertionError("weights are positive")


def counted(game: Game, depth: int, choice: str | None = None) -> list[Count]:
    """The sequences of a game on the engine of one's choice."""
    close = native.begin(game, choice)
    try:
        return list(Counter(game).plies(depth))
    finally:
        close()
