"""The functions of a machine in the making, and their names: the only place where these are put together."""

from __future__ import annotations

from attrs import define, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.machine.facts import join
from astro_referee.interpreter.machine.traversal import Code, walk_code
from astro_referee.interpreter.values.types import Type

Purpose = tuple[str, ...]
"""What a function is for, in words that lead from the whole to the part: where in the flow, which move, what of it."""
DEFINITION = "def_"
"""How the name of a function begins that the rules themselves define."""


@define
class Functions:
    """Collects functions. Whoever adds one says what it is for, and is given a reference."""

    made: dict[FunctionRef, m.Function] = field(factory=dict)

    def add(
        self,
        purpose: Purpose,
        params: tuple[tuple[str, Type], ...],
        body: Code,
        doc: str = "",
        on_copy: bool = False,
    ) -> FunctionRef:
        """A function of its own, which gives what its code gives."""
        stem = "_".join(purpose).replace(".", "_").replace(" ", "_")
        name, number = stem, 2
        while name in self.made:
            name = f"{stem}_{number}"
            number += 1
        ref = FunctionRef(name)
        self.made[ref] = m.Function(ref, params, body, doc, on_copy, result=given_back(body))
        return ref

    def define(self, name: str, params: tuple[tuple[str, Type], ...], body: Code) -> FunctionRef:
        """A function that the rules define under this name."""
        ref = defined(name)
        self.made[ref] = m.Function(ref, params, body, name, result=given_back(body))
        return ref


def defined(name: str) -> FunctionRef:
    """The function of a def."""
    return FunctionRef(DEFINITION + name)


def short_name(ref: FunctionRef) -> str:
    """What a function is called in the rules, or by its purpose: locals that keep its answer are called so, too."""
    return ref.removeprefix(DEFINITION)


def given_back(body: Code) -> Type | None:
    """What code gives back, whichever way it ends; None if it gives nothing, or what no type holds."""
    given = [line.value.type for line in walk_code(body) if isinstance(line, m.Return)]
    result = given[0] if given else None
    for other in given[1:]:
        result = join(result, other) if result is not None else None
    return result
