"""Generated code that reads nothing outside what it names: a negative index is a mistake, not an entry from the end."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backend import python
from astro_referee.interpreter.backend.expressions import Expressions
from astro_referee.interpreter.game import run_module
from astro_referee.interpreter.terms import Term
from astro_referee.interpreter.types import low, size


class Outside(Exception):
    """Something is read or stored at a place that is not there."""


class Table(tuple[Any, ...]):
    """A constant table in which nothing is counted from the end."""

    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(inside(index, 0, len(self)))


def inside(index: int, first: int, count: int) -> int:
    if not first <= index < first + count:
        raise Outside(f"{index} is not one of {count} from {first} on")
    return index


def table(entry: object) -> object:
    return Table(map(table, entry)) if isinstance(entry, tuple | list) else entry


class StrictExpressions(Expressions):
    """Writes places of fields with a test of each index: one that is outside would be a place of another field."""

    def place(self, name: str, at: tuple[Term, ...]) -> str:
        slot, place = self.fields[name], "0"
        for index, base in zip(at, slot.indices, strict=True):
            first, count = low(base), size(base)
            place = f"({place}) * {count} + INSIDE({self.show(index)}, {first}, {count}) - {first}"
        return f"s[{self.offsets[name]} + {place}]"


def module(machine: m.Machine, quick: bool) -> dict[str, Any]:
    """The module of a machine, written in this way."""
    with patch.object(python, "Expressions", StrictExpressions):
        writer = python.Writer(machine, quick)
    code = run_module(compile(writer.module(), "game", "exec"), writer.names)
    code |= {name: table(entries) for name, entries in code.items() if name.startswith("T_")}
    code["BIT"], code["INSIDE"] = table(code["BIT"]), inside
    return code
