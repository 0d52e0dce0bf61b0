"""Games side by side in a compiled library: their records in one piece of memory, stepped together."""

from __future__ import annotations

import ctypes
from array import array
from typing import TYPE_CHECKING, Any

from attrs import define, field

from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.c.engine import NativeEngine


def pointer(numbers: array[Any]) -> int:
    return numbers.buffer_info()[0]


@define
class NativeBatch:
    """Records and generators of some games; what is told of them is written into arrays of somebody else."""

    engine: NativeEngine
    games: int
    engines: list[NativeEngine] = field(init=False)
    contexts: Any = field(init=False)
    records: Any = field(init=False)
    streams: array[int] = field(init=False)
    size: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        engine = self.engine
        self.engines = [engine.another() for _ in range(self.games if engine.layout.positions else 1)]
        self.contexts = (ctypes.c_void_p * len(self.engines))(*(one.context for one in self.engines))
        self.size = engine.library.record_size()
        self.records = ctypes.create_string_buffer(max(1, self.games * self.size))
        self.streams = array("Q", bytes(8 * self.games))

    def of(self, game: int) -> NativeEngine:
        """The engine of a game."""
        return self.engines[game if len(self.engines) > 1 else 0]

    def at(self, game: int) -> Any:
        return ctypes.byref(self.records, game * self.size)

    def start(self, game: int, seed: int, number: int) -> None:
        one = self.of(game)
        stream = ctypes.c_uint64()
        one.library.batch_start(one.context, self.at(game), seed & (1 << 64) - 1, number, ctypes.byref(stream))
        self.streams[game] = stream.value

    def restart(self, seed: int, number: int, over: array[int], numbers: array[int], waiting: array[int]) -> int:
        """Begins anew in place of all games that do not go on, and lets the others wait; gives how many begin."""
        begun: int = self.engine.library.batch_restart(
            self.contexts,
            len(self.engines) > 1,
            self.records,
            pointer(self.streams),
            seed & (1 << 64) - 1,
            number,
            self.games,
            pointer(over),
            pointer(numbers),
            pointer(waiting),
        )
        return begun

    def put(self, game: int, state: State, stream: int) -> None:
        """A game as it stands on another engine."""
        one = self.of(game)
        one.put(state)
        ctypes.memmove(self.at(game), one.record, self.size)
        self.streams[game] = stream

    def state(self, game: int) -> State:
        one = self.of(game)
        ctypes.memmove(one.record, self.at(game), self.size)
        state: State = []
        one.get(state)
        return state

    def refused(self, choices: array[int], over: array[int], counts: array[int]) -> int:
        refused: int = self.engine.library.batch_refused(pointer(choices), pointer(over), pointer(counts), self.games)
        return refused

    def step(
        self, first: int, choices: array[int] | None, over: array[int], counts: array[int], actors: array[int]
    ) -> tuple[int, RuleFault | EndlessLoop | None]:
        """The games from one on, up to one that cannot go on: which, and why."""
        status = ctypes.c_int()
        many = len(self.engines) > 1
        done = self.engine.library.batch_step(
            self.contexts,
            many,
            self.records,
            pointer(self.streams),
            first,
            self.games,
            None if choices is None else pointer(choices),
            pointer(over),
            pointer(counts),
            pointer(actors),
            ctypes.byref(status),
        )
        try:
            self.of(min(done, self.games - 1)).settle(status.value)
        except (RuleFault, EndlessLoop) as error:
            return done, error
        return done, None

    def results(self, over: array[int], endings: array[int], places: array[int]) -> None:
        library = self.engine.library
        library.batch_results(self.records, self.games, pointer(over), pointer(endings), pointer(places))

    def worths(self, over: array[int], worths: array[int]) -> None:
        many = len(self.engines) > 1
        self.engine.library.batch_worths(self.contexts, many, self.records, self.games, pointer(over), pointer(worths))
