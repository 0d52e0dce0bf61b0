"""Places of code in the rules: code whose lines know them in part in; out, the same with a place for each line.

A line stands where its step stands, else where its own expressions stand; what lowering adds of its own (a slot that is
cleared, a way on to the next state) has the place of what it is added for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import Call, Expression, FunctionRef, walk
from astro_referee.interpreter.machine.functions import defined
from astro_referee.interpreter.machine.references import of_move, of_state
from astro_referee.interpreter.machine.traversal import Code, terms_of, walk_code
from astro_referee.interpreter.program.program import Program


def located(code: Iterable[m.Code], around: Span) -> list[m.Code]:
    """Code in which each line without a place is where its expressions are, or else where `around` says."""
    return [in_place(line, around) for line in code]


def in_place(line: m.Code, around: Span) -> m.Code:
    if line.span != NOWHERE:
        return line
    at = next(places(terms_of(line)), around)
    match line:
        case m.Branch(condition, then, otherwise):
            return m.Branch(condition, tuple(located(then, at)), tuple(located(otherwise, at)), span=at)
        case m.Loop(name, type, domain, body, otherwise):
            return m.Loop(name, type, domain, tuple(located(body, at)), tuple(located(otherwise, at)), span=at)
        case _:
            return evolve(line, span=at)


def places(terms: Iterable[Expression]) -> Iterator[Span]:
    """Where expressions stand, outer ones first."""
    return (part.span for term in terms for part in walk(term) if part.span != NOWHERE)


def with_places(machine: m.Machine, program: Program) -> m.Machine:
    """A machine in which every line has a place: that of its part of the rules, where nothing nearer is known."""
    homes = homes_of(machine, program)
    functions = tuple(
        evolve(function, body=tuple(located(function.body, homes[function.name]))) for function in machine.functions
    )
    automatic = tuple(evolve(state, body=tuple(located(state.body, state.span))) for state in machine.automatic)
    return evolve(machine, functions=functions, automatic=automatic)


def homes_of(machine: m.Machine, program: Program) -> dict[FunctionRef, Span]:
    """For each function the part of the rules that it belongs to, or else the first place that it is called from."""
    bodies = {function.name: function.body for function in machine.functions}
    homes: dict[FunctionRef, Span] = {}
    for name, place in declared(machine, program):
        homes.setdefault(name, place)
    todo = [(state.body, state.span) for state in machine.automatic]
    todo += [(bodies[name], home) for name, home in homes.items()]
    while todo:
        for name, place in calls(*todo.pop()):
            if name not in homes:
                homes[name] = place
                todo.append((bodies[name], place))
    return {name: homes.get(name, program.span) for name in bodies}


def declared(machine: m.Machine, program: Program) -> Iterator[tuple[FunctionRef, Span]]:
    """Functions of the parts that a rule file declares: guards, moves, chance events, defs, and who sees what."""
    for state in machine.stopping:
        for move in state.moves if isinstance(state, m.Decision) else ():
            for guard in move.guards:
                asked = (guard.test, guard.reason, guard.seen_values)
                yield from ((name, guard.span) for name in asked if name is not None)
            yield from ((name, move.span) for name, _ in of_move(move))
        yield from ((name, state.span) for name, _ in of_state(state))
    for slot in machine.fields:
        order = slot.order.top if slot.order is not None else None
        yield from ((name, slot.span) for name in (slot.audience, order) if name is not None)
    names = {function.name for function in machine.functions}
    yield from (
        (definition, info.span) for name, info in program.defs.items() if (definition := defined(name)) in names
    )


def calls(code: Code, around: Span) -> Iterator[tuple[FunctionRef, Span]]:
    for line in walk_code(code):
        at = line.span if line.span != NOWHERE else around
        if isinstance(line, m.Duty):
            yield line.function, at
        for term in terms_of(line):
            for part in walk(term):
                if isinstance(part, Call):
                    yield part.function, part.span if part.span != NOWHERE else at
