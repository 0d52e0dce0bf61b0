"""Games in C leave nothing behind in memory, however many there are."""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest
import shelf

from astro_referee.interpreter.play import library, native
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.information_set import information_set
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.study.bots import mcts
from astro_referee.interpreter.study.bots.budget import Budget

MEMORY = Path("/proc/self/statm")
MOST = 4 << 20
"""Bytes by which memory may grow: four for each of a million games."""
GAMES, AT_ONCE = 1_000_000, 1_000
SECONDS, MANY_SECONDS = 1.0, 10.0
"""CPU time for each file, in each run and in thorough ones; a quick game comes to all its games before."""


def in_use() -> int:
    gc.collect()
    return int(MEMORY.read_text(encoding="ascii").split()[1]) * 4096


def repeated(repeat: Callable[[int], object], times: int, seconds: float) -> int:
    """How often something was done, until the time is up."""
    until = process_time() + seconds
    for number in range(times):
        if process_time() > until:
            return number
        repeat(number)
    return times


def lasting(repeat: Callable[[int], object], times: int, seconds: float) -> tuple[int, int]:
    """How many bytes more are in use after something was done so often, and how often; the first times do not count,
    in which lists grow that stay as long.
    """
    repeated(repeat, max(1, times // 10), seconds / 5)
    before = in_use()
    done = repeated(repeat, times, seconds)
    return in_use() - before, done


def of_all_sorts(game: Game, number: int) -> None:
    """Games side by side, a search and sequences of moves, from their beginnings to what is thrown away."""
    below = Generator(number).below
    batch = game.batch(3, number, native.NATIVE)
    for _ in range(10):
        batch.step([below(count) if count else 0 for count in batch.counts])
    match = Match(game, number, game.players, keep_log=False)
    with suppress(FaultyRules):
        while match.chance is not None:
            match.settle()
        if not match.over:
            seat = match.actors[-1]
            mcts.think(information_set(game, match.state, seat), match.legal(seat), Budget(rounds=20), below)


@pytest.mark.skipif(not MEMORY.exists(), reason="this system does not tell how much memory a process has")
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(p, id=p.stem, marks=() if p.stem in ("kuhn_poker", "go") else pytest.mark.thorough)
        for p in shelf.GAMES
    ],
)
def test_a_million_games_leave_nothing_behind(
    path: Path, thorough: bool, record_property: Callable[[str, object], None]
) -> None:
    game = library.prepare(library.load(shelf.SOURCES[path]))
    game.engine = native.engine_of(game)
    seconds = MANY_SECONDS if thorough else SECONDS
    grown, done = lasting(lambda number: game.playouts(AT_ONCE, number, native.NATIVE), GAMES // AT_ONCE, seconds)
    record_property("games", done * AT_ONCE)
    assert grown < MOST
    grown, done = lasting(lambda number: of_all_sorts(game, number), 10_000, seconds / 2)
    record_property("searches", done)
    assert grown < MOST
