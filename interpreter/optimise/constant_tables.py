"""Questions that the position has no part in (where a knight leaps, which cards make a run) are answered once.

A function that reads no field, and whose parameters have few values, becomes a constant table, unless it leans on a
test that its callers make and so has no answer for some of these values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.costs import Scale
from astro_referee.interpreter.machine.expressions import Call, Expression, Lookup
from astro_referee.interpreter.machine.folding import bit_number
from astro_referee.interpreter.machine.traversal import calls_in, changed_code, walk_code
from astro_referee.interpreter.values.types import BOOL, Base, Bool, Int, Member, Type, low, size

Table = tuple[Type, tuple[object, ...]]
Answer = int | tuple[int, ...]
"""Lists are tuples; whatever else there is, is a number."""
NO_ANSWER = (IndexError, ValueError)
"""Raised where something is looked up, or is to be in a set, that is none."""


class Entries(tuple[Any, ...]):
    """A table in which no entry is counted from the end."""

    def __getitem__(self, index: Any) -> Any:
        if index < 0:
            raise IndexError
        return super().__getitem__(index)


def tabulated(machine: m.Machine) -> m.Machine:
    """The machine with such functions replaced by tables."""
    functions = {function.name: function for function in machine.functions}
    scale = Scale(functions, machine.tables)
    chosen = {name for name in functions if scale.looked_up(name)}
    if not chosen:
        return machine
    answers = worked_out(machine, chosen)
    tables = {f"{name}()": answer for name, answer in answers.items()}

    def looked_up(term: Expression) -> Expression:
        if not isinstance(term, Call) or term.function not in answers:
            return term
        bases = [type for _, type in functions[term.function].params if isinstance(type, Bool | Int | Member)]
        at = tuple(bit_number(arg, base) for arg, base in zip(term.args, bases, strict=True))
        return Lookup(f"{term.function}()", at, type=term.type, span=term.span)

    return evolve(
        machine,
        tables={**machine.tables, **tables},
        functions=tuple(evolve(f, body=changed_code(f.body, looked_up)) for f in machine.functions),
        automatic=tuple(evolve(s, body=changed_code(s.body, looked_up)) for s in machine.automatic),
    )


def worked_out(machine: m.Machine, chosen: set[str]) -> dict[str, Table]:
    """Each function asked about everything."""
    functions = {function.name: function for function in machine.functions}
    asked = questions(machine, machine.functions, sorted(chosen))
    made: dict[str, Table] = {}
    for name in sorted(chosen):
        bases = [type for _, type in functions[name].params if isinstance(type, Bool | Int | Member)]
        try:
            answers = {values: plain_answer(asked[name](None, *values)) for values in product(*map(values_of, bases))}
        except NO_ANSWER:
            continue
        type = next(line.value.type for line in walk_code(functions[name].body) if isinstance(line, m.Return))
        made[name] = (type, nested(answers, bases))
    return made


def questions(
    machine: m.Machine, functions: tuple[m.Function, ...], chosen: Sequence[str]
) -> dict[str, Callable[..., int]]:
    """Functions of a machine that read no field, ready to be asked; one of NO_ANSWER where there is none."""
    from astro_referee.interpreter.backends.python.writer import Writer

    bodies = {function.name: function.body for function in functions}
    needed: set[str] = set()
    todo = [*chosen]
    while todo:
        name = todo.pop()
        if name not in needed:
            needed.add(name)
            todo += calls_in(bodies[name])
    asked = tuple(m.Set("answer", Call(name, (), type=BOOL)) for name in chosen)
    small = evolve(
        machine,
        functions=tuple(f for f in functions if f.name in needed),
        automatic=(m.Automatic(1, "", asked),),
        decisions=(),
        chances=(),
        fields=(),
    )
    writer = Writer(small, quick=False)
    space: dict[str, Any] = {"__name__": "astro_generated"}
    exec(compile(writer.module(), "<tables>", "exec"), space)
    space |= {name: entries(value) for name, value in space.items() if name == "BIT" or name.startswith("T_")}
    return {name: space[writer.names[name]] for name in chosen}


def entries(value: object) -> object:
    return Entries(map(entries, value)) if isinstance(value, tuple) else value


def plain_answer(answer: Answer) -> Answer:
    """A list as it is, and yes and no as numbers."""
    return answer if isinstance(answer, tuple) else int(answer)


def values_of(base: Base) -> range:
    return range(low(base), low(base) + size(base))


def nested(
    answers: Mapping[tuple[int, ...], object], bases: Sequence[Base], known: tuple[int, ...] = ()
) -> tuple[object, ...]:
    """Answers by the first parameter, then the second, and so on."""
    if len(known) == len(bases) - 1:
        return tuple(answers[(*known, value)] for value in values_of(bases[-1]))
    return tuple(nested(answers, bases, (*known, value)) for value in values_of(bases[len(known)]))
