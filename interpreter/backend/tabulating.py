"""Questions that the position has no part in (where a knight leaps, which cards make a run) are answered once.

A function that reads no field, and whose parameters have few values, becomes a constant table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backend.code import Code, all_terms, calls_in, changed_code, walk_code
from astro_referee.interpreter.compile.costs import Scale
from astro_referee.interpreter.folding import bit_number
from astro_referee.interpreter.terms import Call, Load, Lookup, Op, Term
from astro_referee.interpreter.types import BOOL, Base, Bool, Int, Member, Type, low, size

MOST_ENTRIES = 4096
"""Answers in one table."""
MOST_STEPS = 2_000_000
"""Steps it may take to work out a table: a fraction of a second, once for each change of the rules."""
WORTHWHILE = 8
"""Steps of a question for which looking up the answer is quicker than asking."""

Table = tuple[Type, tuple[object, ...]]


def tabulated(machine: m.Machine) -> m.Machine:
    """The machine with such functions replaced by tables."""
    functions = {function.name: function for function in machine.functions}
    scale = Scale(functions, machine.tables)
    chosen = {name for name in fixed(functions) if worthwhile(functions[name], scale)}
    if not chosen:
        return machine
    answers = worked_out(machine, chosen)
    tables = {f"{name}()": answer for name, answer in answers.items()}

    def looked_up(term: Term) -> Term:
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


def fixed(functions: dict[str, m.Function]) -> set[str]:
    """Functions that answer by their parameters alone."""
    found = {name for name, function in functions.items() if closed(function.body) and not function.on_copy}
    while True:
        sure = {name for name in found if calls_in(functions[name].body) <= found}
        if sure == found:
            return found
        found = sure


def closed(body: Code) -> bool:
    """Whether code reads and changes nothing but its own names, and cannot fail."""
    own = m.Set | m.Append | m.Branch | m.Loop | m.Break | m.Return
    if not all(isinstance(line, own) for line in walk_code(body)):
        return False
    return not any(isinstance(term, Load) or (isinstance(term, Op) and term.op == "list") for term in all_terms(body))


def worthwhile(function: m.Function, scale: Scale) -> bool:
    bases = [type for _, type in function.params if isinstance(type, Bool | Int | Member)]
    if not bases or len(bases) < len(function.params):
        return False
    entries, steps = prod(map(size, bases)), scale.function(function.name)
    return entries <= MOST_ENTRIES and steps >= WORTHWHILE and entries * steps <= MOST_STEPS


def worked_out(machine: m.Machine, chosen: set[str]) -> dict[str, Table]:
    """Each function asked about everything."""
    functions = {function.name: function for function in machine.functions}
    asked = questions(machine, machine.functions, sorted(chosen))
    made: dict[str, Table] = {}
    for name in sorted(chosen):
        bases = [type for _, type in functions[name].params if isinstance(type, Bool | Int | Member)]
        answers = {values: int(asked[name](None, *values)) for values in product(*map(values_of, bases))}
        type = next(line.value.type for line in walk_code(functions[name].body) if isinstance(line, m.Return))
        made[name] = (type, nested(answers, bases))
    return made


def questions(
    machine: m.Machine, functions: tuple[m.Function, ...], chosen: Sequence[str]
) -> dict[str, Callable[..., int]]:
    """Functions of a machine that read no field, ready to be asked."""
    from astro_referee.interpreter.backend.python import Writer

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
    return {name: space[writer.names[name]] for name in chosen}


def values_of(base: Base) -> range:
    return range(low(base), low(base) + size(base))


def nested(
    answers: Mapping[tuple[int, ...], object], bases: Sequence[Base], known: tuple[int, ...] = ()
) -> tuple[object, ...]:
    """Answers by the first parameter, then the second, and so on."""
    if len(known) == len(bases) - 1:
        return tuple(answers[(*known, value)] for value in values_of(bases[-1]))
    return tuple(nested(answers, bases, (*known, value)) for value in values_of(bases[len(known)]))
