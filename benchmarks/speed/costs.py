"""What comes on top of playing: compiling a game, the first native game, and the interface of a match."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from statistics import median

from astro_referee.interpreter import pipeline
from astro_referee.interpreter.backends.c.compiler import Compiler
from astro_referee.interpreter.backends.c.engine import NativeEngine
from astro_referee.interpreter.machine.runtime import CHANCE
from astro_referee.interpreter.play import native
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import Match
from benchmarks.speed.own import SEED
from benchmarks.speed.rounds import Side

ENGINE, MATCH = "engine", "match"
MATCHES = ("tic_tac_toe", "connect_four", "chess", "hearts", "ptolemy")
"""Games whose moves are cheap and dear, with chance and without."""

FIRST = """
import resource, time
from astro_referee.interpreter.play import library, native
def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + used.ru_utime + used.ru_stime
game = library.prepare(library.load("ptolemy"))
game.machine
since = spent()
from astro_referee.interpreter import pipeline
build = pipeline.native(game.machine, native.compiler())
build.engine(native.python_of(game.engine)).playouts(1, 0, 1)
print(spent() - since)
"""


def of_children() -> float:
    """Seconds of the processor that processes started here have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compiled(game: Game, compiler: Compiler) -> tuple[NativeEngine, float, float]:
    """The native engine of a game, and the seconds of the processor it took to write the C and to compile it."""
    machine = game.machine
    own, others = time.process_time(), of_children()
    build = pipeline.native(machine, compiler)
    writing, compiling = time.process_time() - own, of_children() - others
    return build.engine(native.python_of(game.engine)), writing, compiling


def first_native_playout(times: int) -> float:
    """Seconds of the processor from the request to the end of the first native game of Ptolemy, its machine at hand."""
    command = [sys.executable, "-c", FIRST]
    subprocess.run(command, check=True, capture_output=True)  # a machine that is not kept yet is kept now
    return median(
        float(subprocess.run(command, check=True, capture_output=True, text=True).stdout) for _ in range(times)
    )


def match_sides(game: Game) -> list[Side]:
    """Random moves on the plain engine of Python, and through a match, which also lists, checks and remembers them."""
    engine = native.python_of(game.engine)
    below, again = Generator(SEED).below, Generator(SEED).below
    state, match = engine.start(), Match(game, SEED, game.players)

    def on_engine(moves: int) -> int:
        nonlocal state
        done = 0
        while done < moves:
            options = engine.run(state)
            if options == CHANCE:
                engine.happen(state, engine.sample(state, below))
            elif options:
                engine.act(state, options[below(len(options))])
                done += 1
            else:
                state = engine.start()
        return moves

    def in_match(moves: int) -> int:
        nonlocal match
        for _ in range(moves):
            match.settle_all()
            if match.over:
                match = Match(game, SEED, game.players)
                match.settle_all()
            legal = match.legal()
            match.play(legal[again(len(legal))])
        return moves

    return [Side(ENGINE, on_engine, 10), Side(MATCH, in_match, 10)]
