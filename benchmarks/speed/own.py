"""Astro's own engines as sides, and the same games by hand: in Python, and in C++ with bit masks."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from astro_referee.interpreter.play.chance import Generator
from benchmarks.speed.rounds import Side

if TYPE_CHECKING:
    from array import array

    from astro_referee.interpreter.backends.c.engine import NativeEngine
    from astro_referee.interpreter.backends.engine import Engine

SEED = 1
BY_HAND = Path(__file__).resolve().parent.parent / "by_hand"
FLAGS = ("-O3", "-march=native", "-std=c++17", "-shared", "-fPIC")
LONGEST = 100_000
"""Moves after which a game is cut, as everywhere."""

C, PYTHON, EXPERT, BIT_MASKS = "C", "Python", "Python by hand", "C++ by hand"


class Played:
    """Moves and games that a side has come to the end of: how long a game is."""

    def __init__(self) -> None:
        self.games = self.moves = 0

    @property
    def length(self) -> float:
        return self.moves / max(1, self.games)


def python(engine: Engine) -> Side:
    """The generated Python, move by move: a game of it may take longer than a turn."""
    below = Generator(SEED).below
    state = engine.start()

    def play(moves: int) -> int:
        nonlocal state
        done = 0
        while done < moves:
            if not state[0]:
                state = engine.start()
            done += engine.playout(state, below, moves - done)
        return done

    return Side(PYTHON, play, 10)


def native(engine: NativeEngine, played: Played) -> Side:
    """The compiled C, whole games at a time."""
    wide = 2 + engine.seats

    def play(games: int) -> int:
        moves = total(engine.playouts(SEED, played.games, games, LONGEST), wide)
        played.games += games
        played.moves += moves
        return moves

    return Side(C, play, 4)


def total(rows: array[int], wide: int) -> int:
    """The first numbers of all rows together: by numpy, if it is there, since Python would add for as long as short
    games take."""
    try:
        from numpy import frombuffer, int64
    except ImportError:
        return sum(rows[::wide])
    return int(frombuffer(rows, dtype=rows.typecode)[::wide].sum(dtype=int64))


def by_hand(name: str) -> Side | None:
    """A game that somebody wrote in Python, if there is one."""
    if not (BY_HAND / f"{name}.py").exists():
        return None
    playout: Callable[..., tuple[int, int]] = import_module(f"benchmarks.by_hand.{name}").playout
    random = Random(SEED).random
    return Side(EXPERT, lambda games: sum(playout(random)[0] for _ in range(games)))


@cache
def bit_masks() -> Any:
    """The games in C++, compiled; None if there is no compiler for it."""
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory(prefix="astro-") as folder:
        library = Path(folder) / "bit_masks.so"
        subprocess.run([compiler, *FLAGS, str(BY_HAND / "bit_masks.cpp"), "-o", str(library)], check=True)
        return ctypes.CDLL(str(library))


def in_cpp(name: str) -> Side | None:
    """A game that somebody wrote in C++, if there is one and a compiler for it."""
    if f"GAMES_OF({name})" not in (BY_HAND / "bit_masks.cpp").read_text(encoding="utf-8"):
        return None
    library = bit_masks()
    if library is None:
        return None
    function = getattr(library, name)
    function.restype, function.argtypes = ctypes.c_int64, (ctypes.c_uint64, ctypes.c_int64)
    seeds = iter(range(SEED, 1 << 62))
    return Side(BIT_MASKS, lambda games: function(Generator(next(seeds)).next(), games), 100)
