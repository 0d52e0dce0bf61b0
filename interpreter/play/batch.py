"""Games side by side, for programs that choose for many at once: numbers of choices in, arrays out.

The arrays stay the same and are written anew at each step, so that whoever looks at their memory sees what holds now.
Game number i of a seed takes what chance brings from stream i of the generator, whichever engine plays it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING
from weakref import finalize

from astro_referee.grammar.problems import Problem
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.machine.runtime import CHANCE, EndlessLoop, RuleFault
from astro_referee.interpreter.play import native
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.faults import problem_of
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.values.brief import brief, count

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.c.batch import NativeBatch
    from astro_referee.interpreter.play.game import Game

MOST_GAMES = 1_000_000
FAULTS = (RuleFault, EndlessLoop)


class Batch:
    """Some games of one seed. `counts`, `actors`, `over`, `endings` and `places` say how each stands."""

    def __init__(self, game: Game, games: int, seed: int = 0, engine: str | None = None) -> None:
        if not 0 < games <= MOST_GAMES:
            raise ValueError(f"a batch has 1 to {MOST_GAMES:,} games, not {games:,}")
        self.game, self.seed = game, seed
        self.counts = array("q", bytes(8 * games))
        """How many moves are legal in each game; none if it is over."""
        self.actors = array("i", bytes(4 * games))
        """Who is asked, the first of them if several are; -1 if it is over."""
        self.over = array("b", bytes(games))
        """0 while a game goes on, 1 if it is over, -1 if the rules cannot go on."""
        self.endings = array("i", bytes(4 * games))
        """How each game ended, as the machine numbers it; -1 if it has not."""
        self.places = array("i", bytes(4 * games * game.seats))
        """The places of the seats of the first game, of the second, and so on; 0 in games that are not over."""
        self.numbers = array("q", range(games))
        """Which game of the seed each is."""
        self.faults: dict[int, Problem] = {}
        """Why games cannot go on."""
        self._next = games
        self._states: list[State] = []
        self._streams: list[Generator] = []
        self._options: list[list[Move]] = []
        self._native: NativeBatch | None = None
        self._stays = native.wanted(engine) == native.PYTHON
        finalize(self, native.begin(game, engine))
        self._takes_over()
        for at in range(games):
            self._start(at)
        self._step(None)

    def __len__(self) -> int:
        return len(self.over)

    def __repr__(self) -> str:
        return brief(self, self.game.rules.title, count(len(self), "game"), self.engine)

    @property
    def engine(self) -> str:
        """Which engine plays them now."""
        return native.PYTHON if self._native is None else native.NATIVE

    @property
    def done(self) -> bool:
        """Whether no game goes on."""
        return all(self.over)

    def step(self, choices: Iterable[int]) -> None:
        """One move in each game that goes on, by its number among the legal ones; what stands for others is not read.

        Raises ValueError, and changes nothing, if there is no such move or not one for each game.
        """
        chosen = self._read(choices)
        if len(chosen) != len(self):
            raise ValueError(f"there are {count(len(self), 'game')}, so not {count(len(chosen), 'choice')}")
        at = self._refused(chosen)
        if at < len(self):
            legal = count(self.counts[at], "legal move")
            raise ValueError(f"game {at} has {legal}, counted from 0, so there is no number {chosen[at]}")
        self._takes_over()
        self._step(chosen)

    def restart(self) -> int:
        """Begins anew in place of all games that do not go on, with the next numbers of the seed; gives how many."""
        self.faults.clear()
        waiting = array("b", bytes(len(self)))
        if self._native is not None:
            begun = self._native.restart(self.seed, self._next, self.over, self.numbers, waiting)
            self._next += begun
        else:
            begun = self._restart(waiting)
        if begun:
            self._step(None, waiting)
        return begun

    def utilities(self) -> array[int]:
        """What the ends are worth to each seat, where the rules have a def `utility`; 0 in games that are not over."""
        seats = self.game.seats
        found = array("q", bytes(8 * len(self) * seats))
        if self._native is not None and self.game.machine.utility:
            self._native.worths(self.over, found)
            return found
        for at, over in enumerate(self.over):
            worths = self.game.utilities(self.state(at)) if over > 0 else None
            if worths is not None:
                found[at * seats : (at + 1) * seats] = array("q", worths)
        return found

    def state(self, at: int) -> State:
        """The record of a game."""
        if self._native is not None:
            return self._native.state(range(len(self))[at])
        return self._states[at][:]

    def match(self, at: int) -> Match:
        """A game as a match that begins here: its moves in the order of their numbers, and what each seat sees."""
        return Match.at(self.game, self.seed, self.game.players, self.state(at))

    # --- Engines -----------------------------------------------------------------------------------------------------

    def _read(self, choices: Iterable[int]) -> array[int]:
        chosen = array("q")
        try:
            view = memoryview(choices)  # type: ignore[arg-type]
        except TypeError:
            chosen.extend(choices)
            return chosen
        if view.ndim == 1 and view.itemsize == chosen.itemsize and view.format in ("l", "q"):
            chosen.frombytes(view.tobytes())
        else:
            chosen.extend(view.tolist())
        return chosen

    def _refused(self, chosen: array[int]) -> int:
        """The first game without such a move; behind the last if there is none."""
        if self._native is not None:
            return self._native.refused(chosen, self.over, self.counts)
        asked = enumerate(zip(chosen, self.counts, self.over, strict=True))
        return next((at for at, (choice, legal, over) in asked if not over and not 0 <= choice < legal), len(self))

    def _takes_over(self) -> None:
        """Goes on with a native engine, if there is one by now."""
        if self._stays or self._native is not None:
            return
        self.game.take_over()
        engine = self.game.engine
        if native.is_native(engine):
            from astro_referee.interpreter.backends.c.batch import NativeBatch

            made = NativeBatch(engine, len(self))  # type: ignore[arg-type]
            for at, (state, stream) in enumerate(zip(self._states, self._streams, strict=True)):
                made.put(at, state, stream.state)
            self._native = made
            self._states, self._streams, self._options = [], [], []

    def _start(self, at: int) -> None:
        number = self.numbers[at]
        if self._native is not None:
            self._native.start(at, self.seed, number)
            return
        if at == len(self._states):
            self._states.append([])
            self._streams.append(Generator(0))
            self._options.append([])
        self._states[at] = native.python_of(self.game.engine).start()
        self._streams[at] = Generator(self.seed, number)

    def _restart(self, waiting: array[int]) -> int:
        before = self._next
        for at, over in enumerate(self.over):
            waiting[at] = not over
            if over:
                self.numbers[at], self._next = self._next, self._next + 1
                self.over[at] = 0
                self._start(at)
        return self._next - before

    def _step(self, chosen: array[int] | None, waiting: array[int] | None = None) -> None:
        """Lets all games go on, but for those that wait."""
        at, over = 0, self.over if waiting is None else waiting
        while at < len(self):
            at, error = self._some(at, chosen, over)
            if error is not None:
                self.over[at], self.counts[at], self.actors[at] = -1, 0, -1
                self.faults[at] = problem_of(self.game, error)
                at += 1
        if self._native is not None:
            self._native.results(self.over, self.endings, self.places)
            return
        seats = self.game.seats
        for at, state in enumerate(self._states):
            if self.over[at] >= 0:
                self.over[at] = state[0] == 0
            ended, first = self.over[at] > 0, self.game.offsets[m.PLACE]
            self.endings[at] = self.game.value(state, m.ENDING) if ended else -1
            places = state[first : first + seats] if ended else [0] * seats
            self.places[at * seats : (at + 1) * seats] = array("i", places)

    def _some(
        self, first: int, chosen: array[int] | None, over: array[int]
    ) -> tuple[int, RuleFault | EndlessLoop | None]:
        if self._native is not None:
            return self._native.step(first, chosen, over, self.counts, self.actors)
        engine = native.python_of(self.game.engine)
        for at in range(first, len(self)):
            if over[at]:
                continue
            state, below = self._states[at], self._streams[at].below
            try:
                engine.rest()
                if chosen is not None:
                    engine.act(state, self._options[at][chosen[at]])
                options = engine.run(state)
                while options == CHANCE:
                    engine.happen(state, engine.sample(state, below))
                    options = engine.run(state)
            except FAULTS as error:
                return at, error
            self._options[at] = list(options)
            self.counts[at], self.actors[at] = len(options), options[0][0] if options else -1
        return len(self), None
