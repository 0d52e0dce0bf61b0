"""Questions that the position has no part in: where a knight leaps, which cards make a run.

They are asked once and their answers kept, so whoever asks them in play only looks something up.
"""

from __future__ import annotations

from collections.abc import Mapping

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of
from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.machine.references import calling_each_other
from astro_referee.interpreter.machine.traversal import Code

MOST_ENTRIES = 4096
"""Answers to a question that are kept."""
MOST_WORK = 4_000_000
"""Steps it may take to work out all such answers: a fraction of a second, once for each change of the rules."""


def pure_functions(functions: Mapping[FunctionRef, m.Function]) -> set[FunctionRef]:
    """Functions that answer by their parameters alone."""
    found = {name for name, function in functions.items() if closed(function.body) and not function.on_copy}
    return calling_each_other(found, functions)


def closed(body: Code) -> bool:
    """Whether code reads and changes nothing but its own names, and cannot fail. Lists are no entries of a table."""
    found = effects_of(body)
    return found.pure and not found.fields and "list" not in found.operations
