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

FAULTS = (RuleFault, EndlessLoop, Uncounted)


def main() -> None:
    for path in map(Path, sys.argv[1:]):
        game = library.prepare(library.load(library.load_source(path)))
        compared(game, 1.0, 200)
        engine = native.engine_of(game)
        engine.games(7, 0, 3, 2_000, 100_000, bool(game.machine.utility))
        with suppress(*FAULTS):
            engine.perft(engine.start(), 2)
        sys.stdout.write(f"{path.stem} is clean\n")


main()
