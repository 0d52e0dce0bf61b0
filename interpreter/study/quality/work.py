"""Playing a plan: its parts in order, here, in other processes, or on a cluster. The rows are the same everywhere."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from attrs import frozen

from astro_referee.grammar.source import Source
from astro_referee.interpreter.backends.c.engine import row_width
from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.faults import problem_of
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.native import PYTHON, NoNativeEngine, engine_of, is_native, wanted
from astro_referee.interpreter.study.native_games import CHANCES, ENDING, LAST_WORDS, MOST, MOVES, OPTIONS, WINNERS
from astro_referee.interpreter.study.quality.games import GameRow, Watcher
from astro_referee.interpreter.study.quality.plan import APART, GamePart, Plan
from astro_referee.interpreter.study.simulation import LONGEST_CHANCE, LONGEST_GAME, WAIT, Fault

Answer = tuple[list[GameRow], Fault | None]
"""The rows of a part, up to a game that the rules cannot bring to an end."""
Waiting = Callable[[], None]


@frozen
class Setup:
    """All that another process or machine needs to know."""

    source: Source
    seats: int
    chosen: tuple[tuple[str, int], ...]
    plan: Plan
    engine: str | None = None

    def game(self) -> Game:
        """The game, on a native engine if there is one here."""
        game = library.built(self.source, self.seats, dict(self.chosen))
        if wanted(self.engine) != PYTHON:
            with suppress(NoNativeEngine):
                game.engine = engine_of(game)
        return game


def setup_of(game: Game, plan: Plan, engine: str | None) -> Setup:
    return Setup(game.rules.source, game.seats, tuple(sorted(game.chosen.items())), plan, engine)


def played(watcher: Watcher, plan: Plan, part: GamePart) -> Answer:
    """The games of a part."""
    group = plan.groups[part.group]
    game, rows = watcher.game, list[GameRow]()
    if not group.bots and part.first >= group.watched and is_native(game.engine):
        return counted(watcher, plan.seed, part.first, part.count)
    for at in range(part.first, part.first + part.count):
        number = group.number * APART + at
        bots, strong = group.seated(game.seats, at)
        try:
            row = watcher.play(plan.seed, number, bots, strong, at < group.judged)
        except (RuleFault, EndlessLoop) as error:
            return rows, Fault(number, problem_of(game, error))
        rows.append(row if at < group.watched else row.unwatched())
    return rows, None


def counted(watcher: Watcher, seed: int, first: int, count: int) -> Answer:
    """Random games whole on a native engine."""
    game, rows = watcher.game, list[GameRow]()
    wide = row_width(game.seats)
    while len(rows) < count:
        at = first + len(rows)
        made, error = game.engine.games(  # type: ignore[attr-defined]
            seed, at, first + count - at, LONGEST_GAME, LONGEST_CHANCE, bool(game.machine.utility)
        )
        for number, start in enumerate(range(0, len(made), wide), at):
            one = made[start : start + wide]
            ended = one[ENDING] >= 0
            rows.append(
                GameRow(
                    number, -1, one[MOVES], one[OPTIONS], one[MOST], one[CHANCES],
                    one[ENDING], one[WINNERS] if ended else 0, one[LAST_WORDS],
                )
            )  # fmt: skip
        if error is not None:
            return rows, Fault(first + len(rows), problem_of(game, error))
    return rows, None


# --- Here, and in other processes ------------------------------------------------------------------------------------


def here(game: Game, plan: Plan, parts: Iterable[GamePart]) -> Iterator[tuple[GamePart, Answer]]:
    watcher = Watcher(game)
    for part in parts:
        yield part, played(watcher, plan, part)


HERE: dict[Setup, Watcher] = {}
"""What a process that does parts of studies has set up."""


def begin(setup: Setup) -> None:
    """Sets up a process; whoever started it deals with Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work(setup, None)


def work(setup: Setup, part: GamePart | None) -> Answer:
    """A part, in a process that may have done others."""
    if setup not in HERE:
        HERE.clear()
        HERE[setup] = Watcher(setup.game())
    watcher = HERE[setup]
    return played(watcher, setup.plan, part) if part is not None else ([], None)


def by_processes(
    setup: Setup, parts: Iterator[GamePart], jobs: int, waiting: Waiting | None = None
) -> Iterator[tuple[GamePart, Answer]]:
    from multiprocessing import TimeoutError as Waited
    from multiprocessing import get_context

    # Fresh processes, not copies of this one: copying a process that has threads or open files is a source of hangs.
    with get_context("spawn").Pool(jobs, begin, (setup,)) as pool:
        begun = deque[tuple[GamePart, Any]]()
        while True:
            for part in islice(parts, 3 * jobs - len(begun)):
                begun.append((part, pool.apply_async(work, (setup, part))))
            if not begun:
                return
            part, coming = begun.popleft()
            while True:
                try:
                    answer = coming.get(WAIT)
                    break
                except Waited:
                    if waiting is not None:
                        waiting()
            yield part, answer


# --- On a cluster ----------------------------------------------------------------------------------------------------

PATIENCE = 10.0
"""Seconds in which a scheduler must answer."""
RETRIES = 5
"""How often a part is played again when the machine that had it is gone."""


def on_cluster(
    setup: Setup, parts: Iterator[GamePart], address: str, waiting: Waiting | None = None
) -> Iterator[tuple[GamePart, Answer]]:
    """The parts in order, by the workers of a Dask scheduler. What a worker had that dies is played by another one.

    Raises OSError if there is no scheduler, or if it has no workers that can play.
    """
    from distributed import Client, KilledWorker
    from distributed import TimeoutError as Waited

    with Client(address, timeout=PATIENCE, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(1, timeout=PATIENCE)
        known = client.scatter(setup, broadcast=True, hash=False)
        begun = deque[tuple[GamePart, Any]]()
        while True:
            window = 4 * max(1, len(client.ncores()))
            for part in islice(parts, max(0, window - len(begun))):
                begun.append((part, client.submit(work, known, part, pure=False, retries=RETRIES)))
            if not begun:
                return
            part, coming = begun.popleft()
            while True:
                try:
                    answer = coming.result(timeout=WAIT)
                    break
                except Waited:
                    if waiting is not None:
                        waiting()
                except (ImportError, KilledWorker) as error:
                    raise OSError(f"its workers need Astro, too ({error})") from None
            yield part, answer
