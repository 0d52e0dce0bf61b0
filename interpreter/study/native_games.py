"""Games in great number on a native engine: the same tallies as from Python, whole games at a time and in threads."""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, cast

from astro_referee.interpreter.backends.c.engine import Stopped, row_width
from astro_referee.interpreter.play.faults import problem_of
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.study.simulation import (
    LONGEST_CHANCE,
    LONGEST_GAME,
    PART,
    WAIT,
    Fault,
    Tally,
    Watch,
    no_use,
)

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.c.engine import NativeEngine

MOVES, OPTIONS, MOST, CHANCES, ENDING, WINNERS, LAST_WORDS, PLACES = range(8)
"""What the numbers of a game stand for; behind the places stands what the end is worth to each seat."""
A_WHILE = 0.2
"""Seconds that games are handed over for at a time: somebody may watch a bar, or give up."""
TOGETHER = 100_000
"""Games at a time, at most: their numbers take some ten megabytes."""

Chunk = tuple[list[Tally], bool, float]
"""Tallies of some games, whether it goes on behind them, and how many seconds they took."""


def native_tallies(
    game: Game, seed: int, first: int, games: int, jobs: int, begun: Tally, watch: Watch | None
) -> Iterator[Tally]:
    """The games from `first` on, in order; `begun` is what has been counted of the part in which that is."""
    engine = cast("NativeEngine", game.engine)
    engines = [engine, *(engine.another() for _ in range(jobs - 1))]
    free: SimpleQueue[NativeEngine] = SimpleQueue()
    for one in engines:
        free.put(one)

    def work(number: int, count: int, before: Tally) -> Chunk:
        own, since = free.get(), monotonic()
        try:
            return *chunk(game, own, seed, number, count, before), monotonic() - since
        finally:
            free.put(own)

    pending: deque[tuple[int, Future[Chunk]]] = deque()
    size = PART
    with ThreadPoolExecutor(jobs) as pool:
        try:
            while first < games or pending:
                while first < games and len(pending) < 2 * jobs:
                    count = min(size - first % PART, games - first)
                    pending.append((count, pool.submit(work, first, count, begun)))
                    first, begun = first + count, Tally(game.seats)
                count, future = pending.popleft()
                tallies, goes_on, seconds = waited(future, watch)
                yield from tallies
                if not goes_on:
                    return
                size = fitting(count, seconds)
        finally:
            for one in engines:
                one.stop()
            wait([future for _, future in pending if not future.cancel()])
            for one in engines:
                one.stop(False)


def waited(future: Future[Chunk], watch: Watch | None) -> Chunk:
    while True:
        try:
            return future.result(WAIT)
        except TimeoutError:
            if future.done():
                raise
            if watch is not None:
                watch(0, 0)


def fitting(count: int, seconds: float) -> int:
    """How many games take a while, if so many have taken so long; whole parts, and not ten times as many at once."""
    wanted = min(TOGETHER, 10 * count, int(count * A_WHILE / max(seconds, 1e-6)))
    return max(PART, wanted // PART * PART)


def chunk(
    game: Game, engine: NativeEngine, seed: int, first: int, count: int, before: Tally
) -> tuple[list[Tally], bool]:
    """Some games: whole parts as one tally, one more for a part that is broken off, and whether none was."""
    rows, fault = array("q"), None
    wide, done, end = row_width(game.seats), first, first + count
    while done < end and fault is None:
        try:
            more, fault = engine.games(seed, done, end - done, LONGEST_GAME, LONGEST_CHANCE, bool(game.machine.utility))
        except Stopped:
            return [], False
        rows += more
        done = first + len(rows) // wide
        if rows and rows[ENDING - wide] < 0 and hopeless(rows, wide, first, done, before):
            break
    else:
        if fault is None:
            return [tallied(game, rows)], True
    last = done if fault is not None else done - 1
    cut = max(0, last // PART * PART - first) * wide
    broken = tallied(game, rows[cut:])
    if fault is not None:
        broken.games += 1
        broken.faults.append(Fault(done, problem_of(game, fault)))
    return [*([tallied(game, rows[:cut])] if cut else []), broken], False


def hopeless(rows: array[int], wide: int, first: int, done: int, before: Tally) -> bool:
    """Whether too many games of the last part do not end."""
    begins = (done - 1) // PART * PART
    endings = rows[max(0, begins - first) * wide + ENDING :: wide]
    unfinished, games = sum(ending < 0 for ending in endings), len(endings)
    if begins < first:
        unfinished, games = unfinished + before.unfinished, games + before.games
    return no_use(unfinished, games)


def tallied(game: Game, rows: array[int]) -> Tally:
    """The sum of the numbers of some games."""
    tally, wide = Tally(game.seats), row_width(game.seats)
    tally.games = len(rows) // wide
    tally.lengths = Counter(rows[MOVES::wide])
    tally.options, tally.chances = sum(rows[OPTIONS::wide]), sum(rows[CHANCES::wide])
    tally.most_options = max(rows[MOST::wide], default=0)
    ends = zip(rows[ENDING::wide], rows[WINNERS::wide], rows[LAST_WORDS::wide], strict=True)
    for (ending, winners, last_words), games in Counter(ends).items():
        if ending < 0:
            tally.unfinished += games
        else:
            seats = [seat for seat in range(game.seats) if winners >> seat & 1]
            tally.end(game, ending, seats, last_words, games)
    tally.utilities = [sum(rows[PLACES + game.seats + seat :: wide]) for seat in range(game.seats)]
    return tally
