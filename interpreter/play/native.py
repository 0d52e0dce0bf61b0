"""From a game to its native engine: compiled once, and kept by rules, set-up, compiler and processor.

`auto` plays on Python until the native engine is there, which is soon if its library is kept; `native` waits for it,
and says why there is none; `python` never looks for a compiler. The games are the same whichever engine plays them.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING

from astro_referee.grammar import cache
from astro_referee.interpreter.play import library

if TYPE_CHECKING:
    from astro_referee.interpreter import machine as m
    from astro_referee.interpreter.backends.c.compiler import Compiler
    from astro_referee.interpreter.backends.c.engine import NativeEngine
    from astro_referee.interpreter.backends.engine import Engine
    from astro_referee.interpreter.play.game import Game

AUTO, PYTHON, NATIVE = CHOICES = ("auto", "python", "native")
VARIABLE = "ASTRO_ENGINE"
INSTALL = 'install a C compiler (cc, gcc or clang), or `pip install "astro-referee[native]"`'
PATIENCE = 0.5
"""Seconds of work on Python after which compiling is worth it: what is done sooner needs no other engine."""
GOOD_BYE = 0.2
"""Seconds that whoever ends waits for a compiler to be ended."""


class NoNativeEngine(Exception):
    """A game has no native engine here; the message says why and what to do, in one line."""


class BadChoice(ValueError):
    """No such engine."""


def wanted(choice: str | None = None) -> str:
    """The engine that is asked for: by hand, by `ASTRO_ENGINE`, or else `auto`."""
    chosen = choice or os.environ.get(VARIABLE) or AUTO
    if chosen not in CHOICES:
        where = "the engine" if choice else VARIABLE
        raise BadChoice(f"{where} must be {', '.join(CHOICES[:-1])} or {CHOICES[-1]}, not `{chosen}`")
    return chosen


def name_of(engine: Engine) -> str:
    """How an engine is called."""
    return NATIVE if is_native(engine) else PYTHON


def is_native(engine: Engine) -> bool:
    return hasattr(engine, "library")


def python_of(engine: Engine) -> Engine:
    """The engine itself, or that of Python behind a native one."""
    python: Engine = getattr(engine, "python", engine)
    return python


# --- Libraries -------------------------------------------------------------------------------------------------------


def compiler() -> Compiler:
    """The compiler of this system. Raises NoNativeEngine."""
    from astro_referee.interpreter.backends.c import compiler as compilers

    found = compilers.find()
    if found is None:
        raise NoNativeEngine(f"{compilers.missing()}; {INSTALL}")
    return found


def file_of(game: Game, compiler: Compiler) -> str:
    """The name under which the library of a game is kept."""
    chosen = library.unusual(game.rules, game.chosen)
    kind = [game.variety] if game.variety else []
    setup = library.key(game.rules.source, game.seats, sorted(chosen.items()), compiler.identity(), *kind)
    return f"native-{setup}.bin"


def kept(game: Game, compiler: Compiler) -> NativeEngine | None:
    """The engine of a library that was compiled before; neither machine nor C are looked at for it."""
    from astro_referee.interpreter.backends.c.build import NativeBuild
    from astro_referee.interpreter.backends.c.engine import NotLoaded

    found = cache.read(file_of(game, compiler))
    if found is not None:
        with suppress(*library.DAMAGED, NotLoaded):
            build = pickle.loads(found)
            if isinstance(build, NativeBuild):
                return build.engine(python_of(game.engine))
    return None


def text_of(machine: m.Machine, title: str) -> str:
    """The C of a machine. Raises NoNativeEngine."""
    from astro_referee.interpreter import pipeline
    from astro_referee.interpreter.backends.c.representation import NotRepresentable

    try:
        return pipeline.native_text(machine)
    except NotRepresentable as error:
        raise NoNativeEngine(f"{title} cannot be written in C: it has {error}") from None


def made(game: Game, compiler: Compiler, unwanted: Event | None = None) -> NativeEngine:
    """The engine of a library that is compiled now. Raises NoNativeEngine."""
    from astro_referee.interpreter import pipeline
    from astro_referee.interpreter.backends.c.compiler import CompilerFailed
    from astro_referee.interpreter.backends.c.engine import NotLoaded
    from astro_referee.interpreter.backends.c.representation import NotRepresentable

    try:
        build = pipeline.native(game.machine, compiler, unwanted)
        engine = build.engine(python_of(game.engine))
    except NotRepresentable as error:
        raise NoNativeEngine(f"{game.rules.title} cannot be written in C: it has {error}") from None
    except (CompilerFailed, NotLoaded, OSError) as error:
        raise NoNativeEngine(str(error)) from None
    cache.write(file_of(game, compiler), pickle.dumps(build))
    return engine


def engine_of(game: Game) -> NativeEngine:
    """The native engine of a game, kept or compiled now. Raises NoNativeEngine."""
    found = compiler()
    return kept(game, found) or made(game, found)


def libraries() -> tuple[int, int]:
    """How many libraries are kept, and how many bytes they have."""
    sizes = cache.sizes("native-")
    return len(sizes), sum(sizes)


# --- Taking over -----------------------------------------------------------------------------------------------------


class Takeover:
    """A native engine on its way, in a thread of its own: a kept library soon, another if the work goes on for long."""

    def __init__(self, game: Game, patience: float = PATIENCE) -> None:
        self.game, self.patience = game, patience
        self.engine: NativeEngine | None = None
        self.trouble = ""
        """Why there will be none, in one line."""
        self.unwanted = Event()
        self.thread = Thread(target=self.work, name="astro-native", daemon=True)
        self.thread.start()

    def work(self) -> None:
        try:
            found = compiler()
            engine = kept(self.game, found)
            if engine is None and not self.unwanted.wait(self.patience):
                engine = made(self.game, found, self.unwanted)
            self.engine = engine
        except NoNativeEngine as error:
            self.trouble = str(error)
        except Exception as error:  # the game goes on without it, and whoever asks for it by name sees what is wrong
            self.trouble = f"{type(error).__name__}: {error}"

    def ready(self) -> NativeEngine | None:
        return self.engine

    def close(self) -> None:
        """Nobody waits for it any more."""
        self.unwanted.set()
        self.thread.join(GOOD_BYE)


def begin(game: Game, choice: str | None = None, patience: float = PATIENCE) -> Callable[[], None]:
    """Lets a game be played by an engine; gives what ends the wait for it. Raises NoNativeEngine if that is wanted."""
    chosen = wanted(choice)
    if chosen == NATIVE:
        if not is_native(game.engine):
            game.engine = engine_of(game)
    elif chosen == PYTHON:
        game.engine = python_of(game.engine)
    elif not is_native(game.engine):
        takeover = Takeover(game, patience)
        game.relief = takeover.ready
        return takeover.close
    return lambda: None
