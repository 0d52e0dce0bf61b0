"""Games played in libraries that watch themselves. Run by a test, in a process of its own: paths of rule files in, one
line for each out.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from side_by_side import compared

from astro_referee.interpreter.backends.c.engine import Uncounted
from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.play import library, native
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.information_set import information_set
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.study.bots import mcts
from astro_referee.interpreter.study.bots.budget import Budget

FAULTS = (RuleFault, EndlessLoop, Uncounted)


def think(game: Game) -> None:
    """Searches here and there in a game."""
    match, below = Match(game, 1, game.players, keep_log=False), Generator(2).below
    while not match.over and match.number < 60:
        if match.chance is not None:
            match.settle()
            continue
        seat = match.actors[-1]
        if len(match.legal(seat)) > 1 and not below(5):
            mcts.think(information_set(game, match.state, seat), match.legal(seat), Budget(rounds=200), below)
        match.play(match.options[below(len(match.options))])


def step(game: Game) -> None:
    """Goes through some games side by side."""
    batch, below = game.batch(3, 1, native.NATIVE), Generator(2).below
    for _ in range(60):
        batch.step([below(count) if count else 0 for count in batch.counts])
        batch.utilities()
        batch.restart()


def main() -> None:
    for path in map(Path, sys.argv[1:]):
        game = library.prepare(library.load(library.load_source(path)))
        compared(game, 1.0, 200)
        engine = native.engine_of(game)
        engine.games(7, 0, 3, 2_000, 100_000, bool(game.machine.utility))
        with suppress(*FAULTS):
            engine.perft(engine.start(), 2)
        most = max((len(decision.moves) for decision in game.machine.decisions), default=1)
        engine.tour(7, 0, 3, 500, 1000, bytearray(len(game.machine.texts) + 1), bytearray(engine.stops[0] * most))
        game.engine = engine
        with suppress(FaultyRules):
            think(game)
        step(game)
        sys.stdout.write(f"{path.stem} is clean\n")


main()
