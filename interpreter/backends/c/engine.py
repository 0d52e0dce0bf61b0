"""The engine that runs a compiled library: records pass as words, and whole games never come back to Python."""

from __future__ import annotations

import ctypes
import tempfile
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from functools import wraps
from pathlib import Path
from threading import RLock
from typing import Any, Concatenate, ParamSpec, TypeVar

from attrs import define, field

from astro_referee.interpreter.backends.c.layout import (
    Layout,
    from_words,
    position_values,
    position_words,
    read_log,
    to_words,
)
from astro_referee.interpreter.backends.engine import FOREVER, Below, Engine, Move, State
from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.machine.runtime import (
    CHANCE,
    NO_PAST,
    EndlessLoop,
    Line,
    Log,
    Past,
    RuleFault,
    TooMuchSaid,
)

RULE_FAULT, ENDLESS_LOOP, TOO_MUCH_SAID, NO_MEMORY, NO_ROOM, STOPPED, TOO_MANY = range(1, 8)
Words = ctypes.Array[ctypes.c_uint64]
Given = TypeVar("Given")
Asked = ParamSpec("Asked")


def row_width(seats: int) -> int:
    """Numbers that are counted of a game: seven, and for each seat its place and what the end is worth to it."""
    return 7 + 2 * seats


class Stopped(Exception):
    """Somebody asked a running game to leave."""


class Uncounted(Exception):
    """There are more sequences than can be counted this way."""


class NotLoaded(Exception):
    """Bytes that are no library of a game; the message says why, in one line."""


class NativeTrouble(Exception):
    """The compiled game broke a promise of the machine; this is a mistake of Astro."""


@define
class Library:
    """A loaded library: its functions, by what they take and give."""

    handle: ctypes.CDLL

    @classmethod
    def loaded(cls, content: bytes) -> Library:
        """Loads the bytes of a library from a folder that is the user's alone, and leaves no file behind."""
        with tempfile.TemporaryDirectory(prefix="astro-") as folder:
            path = Path(folder) / "game.so"
            path.write_bytes(content)
            try:
                handle = ctypes.CDLL(str(path))
            except OSError as error:
                raise NotLoaded(f"the library cannot be loaded: {str(error).replace(folder, '')[:200]}") from None
        pointer, number, status = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int
        for name, gives, takes in (
            ("open", pointer, ()),
            ("close", None, (pointer,)),
            ("record_size", number, ()),
            ("detail", number, (pointer,)),
            ("trail", number, (pointer, number)),
            ("rest", None, (pointer,)),
            ("forget", None, (pointer,)),
            ("stop", None, (pointer, status)),
            ("log", None, (pointer, status, number)),
            ("logged", number, (pointer,)),
            ("log_words", ctypes.POINTER(ctypes.c_int64), (pointer,)),
            ("start", None, (pointer, pointer)),
            ("read", None, (pointer, pointer)),
            ("write", number, (pointer, pointer)),
            ("remember", ctypes.c_uint32, (pointer, ctypes.c_uint32, pointer, ctypes.c_uint32, ctypes.c_uint32)),
            ("position", ctypes.c_uint32, (pointer, ctypes.c_uint32, pointer)),
            ("run", status, (pointer, pointer)),
            ("options", status, (pointer, pointer)),
            ("count", number, (pointer,)),
            ("moves", number, (pointer, pointer, pointer)),
            ("act", status, (pointer, pointer, pointer)),
            ("happen", status, (pointer, pointer, number)),
            ("outcomes", status, (pointer, pointer, pointer, pointer, pointer)),
            ("standing", status, (pointer, pointer, number, pointer)),
            ("playout", status, (pointer, pointer, pointer, number, pointer)),
            ("playouts", number, (pointer, ctypes.c_uint64, ctypes.c_uint64, number, number, pointer, pointer)),
            (
                "games",
                number,
                (pointer, ctypes.c_uint64, ctypes.c_uint64, number, number, number, status, pointer, pointer),
            ),
            (
                "tour",
                number,
                (
                    *(pointer, ctypes.c_uint64, ctypes.c_uint64, number, number, number),
                    *(pointer, pointer, number, pointer, pointer),
                ),
            ),
            ("longest_line", number, ()),
            ("perft", status, (pointer, pointer, number, status, status, pointer, pointer)),
            (
                "batch_start",
                None,
                (pointer, pointer, ctypes.c_uint64, ctypes.c_uint64, pointer),
            ),
            (
                "batch_step",
                number,
                (pointer, number, pointer, pointer, number, number, pointer, pointer, pointer, pointer, pointer),
            ),
            (
                "batch_restart",
                number,
                (
                    *(pointer, number, pointer, pointer, ctypes.c_uint64),
                    *(number, number, pointer, pointer, pointer),
                ),
            ),
            ("batch_worths", None, (pointer, number, pointer, number, pointer, pointer)),
            ("batch_refused", number, (pointer, pointer, pointer, number)),
            ("batch_results", None, (pointer, number, pointer, pointer, pointer)),
            ("search_open", pointer, (pointer, pointer)),
            ("search_close", None, (pointer,)),
            ("search_rounds", status, (pointer, pointer, pointer, number, pointer)),
            ("search_tried", number, (pointer, number, number, pointer, pointer, pointer)),
            ("search_move_words", number, ()),
        ):
            try:
                function = getattr(handle, f"astro_{name}")
            except AttributeError:
                raise NotLoaded(f"the library has no astro_{name}") from None
            function.restype, function.argtypes = gives, takes
        return cls(handle)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.handle, f"astro_{name}")


def in_turn(
    call: Callable[Concatenate[NativeEngine, Asked], Given],
) -> Callable[Concatenate[NativeEngine, Asked], Given]:
    """A call that has the record of an engine to itself. Matches of one game share it, and C runs without Python's own
    lock, so that a match in another thread would change what this one has put there.
    """

    @wraps(call)
    def alone(engine: NativeEngine, /, *asked: Asked.args, **named: Asked.kwargs) -> Given:
        with engine.lock:
            return call(engine, *asked, **named)

    return alone


@define
class NativeEngine:
    """A compiled game. What is not played but explained is asked of `python`, an engine of the same machine."""

    library: Library
    layout: Layout
    python: Engine
    seats: int
    stops: tuple[int, int]
    """The first chance event among the states, and the first automatic one."""
    most_outcomes: int
    context: int = field(init=False)
    record: Any = field(init=False)
    words: Words = field(init=False)
    values: Any = field(init=False)
    weights: Any = field(init=False)
    seen: list[int] = field(factory=list)
    lock: Any = field(init=False, factory=RLock, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.context = self.library.open()
        if not self.context:
            raise MemoryError
        self.record = ctypes.create_string_buffer(self.library.record_size())
        self.words = (ctypes.c_uint64 * max(1, self.layout.words))()
        self.values = (ctypes.c_int64 * self.most_outcomes)()
        self.weights = (ctypes.c_int64 * self.most_outcomes)()

    def __del__(self) -> None:
        if getattr(self, "context", None):
            self.library.close(self.context)

    # --- Records -----------------------------------------------------------------------------------------------------

    def put(self, state: State) -> None:
        """A record of Python into that of C."""
        layout = self.layout
        if layout.packed is not None:
            layout.packed.pack_into(self.words, 0, *state)
        else:
            values: list[Any] = state[:]
            if layout.positions:
                self.library.forget(self.context)
                for place, held in layout.positions.items():
                    values[place] = self.put_past(values[place], held)
            self.words[:] = to_words(values, layout.entries)  # type: ignore[assignment]
        self.library.read(self.record, self.words)

    def put_past(self, past: Past, held: Sequence[Any]) -> int:
        newest = 0
        for position, count in past.counts.items():
            words = position_words(position, held)
            for again in range(1, count + 1):
                kept = (ctypes.c_uint64 * max(1, len(words)))(*words)
                newest = self.library.remember(self.context, newest, kept, len(words), again)
                if not newest:
                    raise MemoryError
        return newest

    def get(self, state: State) -> None:
        """The record of C into one of Python."""
        layout = self.layout
        self.library.write(self.record, self.words)
        if layout.packed is not None:
            state[:] = layout.packed.unpack_from(self.words)
            return
        values: list[Any] = from_words(self.words[:], layout.entries)
        for place, held in layout.positions.items():
            values[place] = self.get_past(values[place], held)
        state[:] = values

    def get_past(self, newest: int, held: Sequence[Any]) -> Past:
        if not newest:
            return NO_PAST
        size = sum(part.words for part in held)
        kept = (ctypes.c_uint64 * max(1, size))()
        found: list[tuple[int, ...]] = []
        while newest:
            newest = self.library.position(self.context, newest, kept)
            found.append(tuple(position_values(kept, held)))
        counts: dict[tuple[int, ...], int] = {}
        for position in reversed(found):
            counts[position] = counts.get(position, 0) + 1
        return Past(counts, len(found))

    # --- A game, step by step ----------------------------------------------------------------------------------------

    def start(self) -> State:
        self.rest()
        return self.python.start()

    @in_turn
    def run(self, state: State, log: list[Line] | None = None) -> Sequence[Move]:
        self.put(state)
        self.settle(self.logged(lambda: self.library.run(self.context, self.record), log))
        self.get(state)
        if not state[0]:
            return ()
        return CHANCE if state[0] >= self.stops[0] else self.listed(state[0])

    @in_turn
    def options(self, state: State) -> Sequence[Move]:
        if state[0] >= self.stops[0]:
            return CHANCE if self.outcomes(state) else ()
        self.put(state)
        self.settle(self.library.options(self.context, self.record))
        return self.listed(state[0])

    @in_turn
    def act(self, state: State, move: Move, log: list[Line] | None = None) -> None:
        entries = self.layout.moves[state[0], move[1]]
        words = [move[0], move[1], *to_words(move[2:], entries)]
        self.put(state)
        kept = (ctypes.c_uint64 * len(words))(*words)
        self.settle(self.logged(lambda: self.library.act(self.context, self.record, kept), log))
        self.get(state)

    @in_turn
    def happen(self, state: State, outcome: int, log: list[Line] | None = None) -> None:
        self.put(state)
        self.settle(self.logged(lambda: self.library.happen(self.context, self.record, outcome), log))
        self.get(state)

    @in_turn
    def outcomes(self, state: State) -> list[tuple[int, int]]:
        self.put(state)
        count = ctypes.c_int64()
        self.settle(self.library.outcomes(self.context, self.record, self.values, self.weights, ctypes.byref(count)))
        return [(self.values[i], self.weights[i]) for i in range(count.value)]

    def sample(self, state: State, below: Below) -> int:
        outcomes = self.outcomes(state)
        number = below(sum(weight for _, weight in outcomes))
        for outcome, weight in outcomes:
            number -= weight
            if number < 0:
                return outcome
        raise AssertionError("a number below the sum of all weights")

    @in_turn
    def playout(self, state: State, below: Below, most: int = FOREVER) -> int:
        stream: Any = getattr(below, "__self__", None)
        if not hasattr(stream, "state"):  # numbers of somebody else's making
            return self.python.playout(state, below, most)
        self.put(state)
        generator, moves = ctypes.c_uint64(stream.state), ctypes.c_int64()
        library = self.library
        library.log(self.context, 0, 0)
        self.settle(library.playout(self.context, self.record, ctypes.byref(generator), most, ctypes.byref(moves)))
        stream.state = generator.value
        self.get(state)
        return moves.value

    def function(self, ref: FunctionRef) -> Callable[..., Any]:
        return self.python.function(ref)

    def rest(self) -> None:
        self.library.rest(self.context)
        self.python.rest()

    # --- Many games --------------------------------------------------------------------------------------------------

    @in_turn
    def playouts(self, seed: int, first: int, count: int, most: int = FOREVER) -> array[int]:
        """Whole games from the start: for each its moves, its ending (-1 if it was cut) and the places of all seats."""
        results = array("i", [0]) * (count * (2 + self.seats))
        status, room = ctypes.c_int(), (ctypes.c_int32 * len(results)).from_buffer(results)
        done = self.library.playouts(self.context, seed & (1 << 64) - 1, first, count, most, room, ctypes.byref(status))
        if status.value:
            self.settle(status.value)
        assert done == count
        return results

    @in_turn
    def games(
        self, seed: int, first: int, count: int, most: int, most_chances: int, worth: bool
    ) -> tuple[array[int], RuleFault | EndlessLoop | None]:
        """Whole games with all that is counted of them: rows of numbers, up to a game without an end or to a fault."""
        wide = row_width(self.seats)
        rows = (ctypes.c_int64 * (count * wide))()
        status = ctypes.c_int()
        done = self.library.games(
            self.context,
            seed & (1 << 64) - 1,
            first,
            count,
            most,
            most_chances,
            worth,
            rows,
            ctypes.byref(status),
        )
        made = array("q", bytes(memoryview(rows).cast("B")[: 8 * done * wide]))
        try:
            self.settle(status.value)
        except (RuleFault, EndlessLoop) as error:
            return made, error
        return made, None

    @in_turn
    def tour(
        self, seed: int, first: int, count: int, most: int, most_lines: int, said: bytearray, offered: bytearray
    ) -> tuple[int, list[int], RuleFault | EndlessLoop | None]:
        """Random games that only note what is said and offered in them: how many, up to one that cannot go on; their
        events, the most moves of one, and how many were cut.
        """
        sums, status = (ctypes.c_int64 * 3)(), ctypes.c_int()
        texts, moves = (
            (ctypes.c_uint8 * len(said)).from_buffer(said),
            (ctypes.c_uint8 * len(offered)).from_buffer(offered),
        )
        wide = len(offered) // self.stops[0]
        numbers = (seed & (1 << 64) - 1, first, count, most, most_lines)
        done = self.library.tour(self.context, *numbers, texts, moves, wide, sums, ctypes.byref(status))
        try:
            self.settle(status.value)
        except (RuleFault, EndlessLoop) as error:
            return done, list(sums), error
        return done, list(sums), None

    @in_turn
    def perft(self, state: State, depth: int, skip_last: bool = False) -> list[tuple[int, int]]:
        """For each length up to a depth, all sequences and those that end the game there.

        The last moves may be skipped: counted where they are listed, so that nobody knows whether they end a game.
        """
        if depth > self.library.longest_line():
            raise Uncounted
        self.put(state)
        sequences, ended = (ctypes.c_uint64 * (depth + 1))(), (ctypes.c_uint64 * (depth + 1))()
        merge = not self.layout.positions
        self.settle(self.library.perft(self.context, self.record, depth, merge, skip_last, sequences, ended))
        return list(zip(sequences, ended, strict=True))

    def aside(
        self, call: Callable[[], Given], wait: float | None = None, waited: Callable[[], None] | None = None
    ) -> Given:
        """Does something long in a thread of its own, so that an interrupt is heard. Meanwhile `waited` is told so."""
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(call)
            try:
                while True:
                    try:
                        return future.result(wait)
                    except TimeoutError:
                        if future.done():
                            raise
                        if waited is not None:
                            waited()
            except BaseException:
                self.stop()
                raise
            finally:
                wait_for([future])
                self.stop(False)

    def stop(self, stop: bool = True) -> None:
        """Asks what runs in another thread to leave at its next event, or lets games run again."""
        self.library.stop(self.context, stop)

    def another(self) -> NativeEngine:
        """The same game once more, for another thread."""
        return NativeEngine(self.library, self.layout, self.python, self.seats, self.stops, self.most_outcomes)

    # --- What came back ----------------------------------------------------------------------------------------------

    def listed(self, label: int) -> list[Move]:
        """The candidates of the decision that was listed last."""
        library, count = self.library, self.library.count(self.context)
        most = max((sum(e.words for e in entries) for (at, _), entries in self.layout.moves.items() if at == label))
        words = (ctypes.c_uint64 * max(1, count * (2 + most)))()
        library.moves(self.context, self.record, words)
        found: list[Move] = []
        at = 0
        for _ in range(count):
            player, number = words[at], words[at + 1]
            entries = self.layout.moves[label, number]
            size = sum(entry.words for entry in entries)
            found.append((player, number, *from_words(words[at + 2 : at + 2 + size], entries)))
            at += 2 + size
        return found

    def logged(self, call: Callable[[], int], log: list[Line] | None) -> int:
        library = self.library
        if log is None:
            library.log(self.context, 0, 0)
            return call()
        library.log(self.context, 1, log.most - len(log) if isinstance(log, Log) else FOREVER)
        status = call()
        count = library.logged(self.context)
        if count:
            words = library.log_words(self.context)
            log += read_log(words[:count])
        return status

    def settle(self, status: int) -> None:
        """Raises what went wrong, if something did."""
        if not status:
            return
        detail = self.library.detail(self.context)
        if status == RULE_FAULT:
            raise RuleFault(detail)
        if status == ENDLESS_LOOP:
            raise EndlessLoop([self.library.trail(self.context, i) for i in range(detail)])
        if status == TOO_MUCH_SAID:
            raise TooMuchSaid(detail)
        if status == NO_MEMORY:
            raise MemoryError
        if status == STOPPED:
            raise Stopped
        if status == TOO_MANY:
            raise Uncounted
        raise NativeTrouble("a list grew beyond what the machine promises")
