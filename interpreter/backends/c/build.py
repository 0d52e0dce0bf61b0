"""An optimised machine and a compiler in, a library out that can be kept: its bytes, and how to talk to it."""

from __future__ import annotations

from threading import Event

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.compiler import Compiler
from astro_referee.interpreter.backends.c.engine import Library, NativeEngine
from astro_referee.interpreter.backends.c.layout import Layout, layout_of
from astro_referee.interpreter.backends.c.writer import Writer
from astro_referee.interpreter.backends.engine import Engine


@frozen
class NativeBuild:
    """A compiled game as it is kept; neither its machine nor its C is needed to run it."""

    library: bytes
    layout: Layout
    seats: int
    stops: tuple[int, int]
    """The first chance event among the states, and the first automatic one."""
    most_outcomes: int

    def engine(self, python: Engine) -> NativeEngine:
        """The library, loaded. What is explained and not played is asked of an engine of the same machine."""
        library = Library.loaded(self.library)
        return NativeEngine(library, self.layout, python, self.seats, self.stops, self.most_outcomes)


def text_of(machine: m.Machine) -> str:
    """The C of a machine. Raises NotRepresentable if there is none."""
    return Writer(machine).text()


def compiled(machine: m.Machine, compiler: Compiler, unwanted: Event | None = None) -> NativeBuild:
    """The library of a machine. Raises NotRepresentable and CompilerFailed."""
    writer = Writer(machine)
    text, layout = writer.text(), layout_of(machine)
    library = compiler.library(text, unwanted)
    return NativeBuild(
        library, layout, machine.seats, (1 + len(machine.decisions), machine.stops), writer.most_outcomes()
    )
