"""What building gives: a program, its machine, and the module written from it."""

from __future__ import annotations

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.program.program import Program


@frozen
class Compiled:
    """A program and the machine made from it."""

    program: Program
    machine: m.Machine


@frozen
class Built(Compiled):
    """With the module written from the machine; `names` leads from the machine's function names to the module's.

    `parts` are the named parts of the rules with their hashes.
    """

    module: str
    names: dict[FunctionRef, str]
    parts: dict[str, str]
