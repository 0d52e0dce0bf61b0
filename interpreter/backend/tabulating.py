"""Questions that the position has no part in (where a knight leaps, which cards make a run) are answered once.

A function that reads no field, and whose parameters have few values, becomes a constant table.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backend.code import Code, all_terms, calls_in, changed_code, walk_code
from astro_referee.interpreter.compile.costs import Scale
from astro_referee.interpreter.folding import bit_number
from astro_referee.interpreter.terms import Call, Choices, Load, Lookup, Op, Term
from astro_referee.interpreter.types import BOOL, Base, Bool, Int, Member, Type, low, size

MOST_ENTRIES = 4096
"""Answers in one table."""
MOST_STEPS = 2_000_000
"""Steps it may take to work out all tables: a fraction of a second, once for each change of the rules."""
WORTHWHILE = 8
"""Steps of a question for which looking up the answer is quicker than asking."""

Table = tuple[Type, tuple[object, ...]]
Answer = int | tuple[int, ...]
"""Lists are tuples; whatever else there is, is a number."""


def tabulated(machine: m.Machine) -> m.Machine:
    """The machine with such functions replaced by tables."""
    functions = {function.name: function for function in machine.functions}
    scale = Scale(functions, machine.tables)
    chosen = worthwhile(functions, scale)
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
    """Whether code reads and changes nothing but its own names, and cannot fail. Subsets fail if there are too many."""
    own = m.Set | m.Append | m.Branch | m.Loop | m.Break | m.Return
    lines = list(walk_code(body))
    if not all(isinstance(line, own) for line in lines):
        return False
    if any(isinstance(line, m.Loop) and isinstance(line.domain, Choices) for line in lines):
        return False
    return not any(isinstance(term, Load) or (isinstance(term, Op) and term.op == "list") for term in all_terms(body))


def worthwhile(functions: dict[str, m.Function], scale: Scale) -> set[str]:
    """Those that take longer than looking up, as many as can be worked out in good time."""
    left, chosen = MOST_STEPS, set()
    sure = fixed(functions)
    for name, function in functions.items():
        bases = [type for _, type in function.params if isinstance(type, Bool | Int | Member)]
        if name not in sure or not bases or len(bases) < len(function.params):
            continue
        entries, steps = prod(map(size, bases)), scale.function(name)
        if entries <= MOST_ENTRIES and steps >= WORTHWHILE and entries * steps <= left:
            left -= entries * steps
            chosen.add(name)
    return chosen


def worked_out(machine: m.Machine, chosen: set[str]) -> dict[str, Table]:
    """Each function asked about everything."""
    from astro_referee.interpreter.backend.python import Writer

    functions = {function.name: function for function in machine.functions}
    needed: set[str] = set()
    todo = [*chosen]
    while todo:
        name = todo.pop()
        if name not in needed:
            needed.add(name)
            todo += calls_in(functions[name].body)
    asked = tuple(m.Set("answer", Call(name, (), type=BOOL)) for name in sorted(chosen))
    small = evolve(
        machine,
        functions=tuple(f for f in machine.functions if f.name in needed),
        automatic=(m.Automatic(1, "", asked),),
        decisions=(),
        chances=(),
        fields=(),
    )
    writer = Writer(small, quick=False)
    space: dict[str, Any] = {"__name__": "astro_generated"}
    exec(compile(writer.module(), "<tables>", "exec"), space)
    made: dict[str, Table] = {}
    for name in sorted(chosen):
        bases = [type for _, type in functions[name].params if isinstance(type, Bool | Int | Member)]
        ask = space[writer.names[name]]
        answers = {values: ask(None, *values) for values in product(*map(values_of, bases))}
        type = next(line.value.type for line in walk_code(functions[name].body) if isinstance(line, m.Return))
        made[name] = (type, table(answers, bases))
    return made


def values_of(base: Base) -> range:
    return range(low(base), low(base) + size(base))


def table(answers: dict[tuple[int, ...], Answer], bases: list[Base], known: tuple[int, ...] = ()) -> tuple[object, ...]:
    """Answers by the first parameter, then the second, and so on."""
    if len(known) < len(bases) - 1:
        return tuple(table(answers, bases, (*known, value)) for value in values_of(bases[len(known)]))
    found = [answers[(*known, value)] for value in values_of(bases[-1])]
    return tuple(answer if isinstance(answer, tuple) else int(answer) for answer in found)
