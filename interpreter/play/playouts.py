"""Whole games at random in great number, as fast as the engine can: a game, a count and a seed in, their results out.

Game number i of a seed uses stream i of the generator and nothing else, so results do not depend on the engine.
"""

from __future__ import annotations

from array import array
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, wait
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, cast

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.play import native
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.faults import problem_of
from astro_referee.interpreter.play.game import is_drawn
from astro_referee.interpreter.play.match import FaultyRules
from astro_referee.interpreter.values.brief import brief, count

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.c.engine import NativeEngine
    from astro_referee.interpreter.play.game import Game

LONGEST = 100_000
"""Moves after which a game is cut."""
TOGETHER = 10_000
"""Games that a native engine plays before it is asked for more."""


@frozen
class Playouts:
    """Results of many games, each as some numbers in a row: its moves, how it ended, and the place of each seat."""

    seats: int
    numbers: array[int]
    engine: str
    """Which engine played the last of them."""

    def __repr__(self) -> str:
        return brief(self, count(self.games, "game"), self.engine)

    @property
    def games(self) -> int:
        return len(self.numbers) // (2 + self.seats)

    @property
    def moves(self) -> int:
        """Moves of all games together."""
        return sum(self.lengths)

    @property
    def lengths(self) -> array[int]:
        """The moves of each game."""
        return self.numbers[:: 2 + self.seats]

    @property
    def endings(self) -> array[int]:
        """How each game ended, as the machine numbers it; -1 if it was cut."""
        return self.numbers[1 :: 2 + self.seats]

    def places(self, seat: int) -> array[int]:
        """The place of a seat in each game; 0 if it has none."""
        return self.numbers[2 + seat :: 2 + self.seats]

    @property
    def wins(self) -> list[int]:
        """How many games each seat has won, alone or with others; draws are won by nobody."""
        wins = [0] * self.seats
        columns = [self.endings, *(self.places(seat) for seat in range(self.seats))]
        for (ending, *places), games in Counter(zip(*columns, strict=True)).items():
            if ending >= 0 and not is_drawn(ending, places.count(1), self.seats):
                wins = [won + games * (place == 1) for won, place in zip(wins, places, strict=True)]
        return wins


def played(game: Game, games: int, seed: int, choice: str | None, jobs: int = 1) -> Playouts:
    """On a native engine, `jobs` threads share the games.

    Raises FaultyRules if a game cannot go on, and NoNativeEngine if that is asked for and there is none.
    """
    numbers, engines = array("i"), list["NativeEngine"]()
    close = native.begin(game, choice)
    try:
        first = 0
        while first < games:
            game.take_over()
            if native.is_native(game.engine):
                engine = cast("NativeEngine", game.engine)
                engines = engines or [engine, *(engine.another() for _ in range(jobs - 1))]
                some = min(TOGETHER * jobs, games - first)
                numbers += many(engines, seed, first, some)
                first += some
            else:
                numbers.extend(one(game, seed, first))
                first += 1
    except (RuleFault, EndlessLoop) as error:
        raise FaultyRules(problem_of(game, error), game.rules.source) from None
    finally:
        close()
    return Playouts(game.seats, numbers, native.name_of(game.engine))


def many(engines: list[NativeEngine], seed: int, first: int, games: int) -> array[int]:
    """Games in order, each engine with a thread of its own, so that an interrupt is heard."""
    share = -(-games // len(engines))
    parts = [(at, min(share, first + games - at)) for at in range(first, first + games, share)]
    with ThreadPoolExecutor(len(parts)) as pool:
        futures = [
            pool.submit(engine.playouts, seed, at, count, LONGEST)
            for engine, (at, count) in zip(engines, parts, strict=False)
        ]
        try:
            return reduce(add, (future.result() for future in futures))
        except BaseException:
            for engine in engines:
                engine.stop()
            raise
        finally:
            wait(futures)
            for engine in engines:
                engine.stop(False)


def one(game: Game, seed: int, number: int) -> list[int]:
    state = game.engine.start()
    moves = game.engine.playout(state, Generator(seed, number).below, LONGEST)
    ending = -1 if state[0] else game.value(state, m.ENDING)
    return [moves, ending, *(game.value(state, m.PLACE, seat) for seat in range(game.seats))]
