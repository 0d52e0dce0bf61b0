"""Games in several threads on one native engine: none changes what another has come to."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

import astro_referee as astro
from astro_referee.interpreter.backends.engine import Engine
from astro_referee.interpreter.machine.runtime import CHANCE
from astro_referee.interpreter.play import native
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.study.bots import bot

THREADS, GAMES = 3, 30


@pytest.fixture(autouse=True)
def often_another_thread() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def played(engine: Engine, seed: int) -> list[list[int]]:
    """Where random games end."""
    ends = []
    for number in range(GAMES):
        state, below = engine.start(), Generator(seed, number).below
        while offered := engine.run(state):
            if offered == CHANCE:
                engine.happen(state, engine.sample(state, below))
            else:
                engine.act(state, offered[below(len(offered))])
        ends.append(state)
    return ends


@pytest.mark.parametrize("name", ["tic-tac-toe", "go-fish"])
def test_they_go_as_if_each_were_alone(name: str) -> None:
    """A board; secrets and chance. Beside them a bot thinks."""
    game = astro.prepare(name)
    python, compiled = native.python_of(game.engine), native.engine_of(game)
    game.engine = compiled
    match = Match(game, 1, game.players)
    match.settle_all()
    alone = bot("mcts:200").choose(match)
    together = Barrier(THREADS + 1)

    def begun(seed: int) -> list[list[int]]:
        together.wait(60)
        return played(compiled, seed)

    with ThreadPoolExecutor(THREADS) as pool:
        ends = pool.map(begun, range(THREADS))
        together.wait(60)
        assert bot("mcts:200").choose(match) == alone
        assert list(ends) == [played(python, seed) for seed in range(THREADS)]
