"""What functions require of their callers: a machine in; out, the same with each requirement written down.

A part of a rule may rely on what an earlier line has said: behind `when man[from] is not none`, a reason speaks of
`man[from].rank`. Once such parts are functions of their own, each says itself what must hold where it is called.
"""

from __future__ import annotations

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of, expression_effects
from astro_referee.interpreter.machine.expressions import FunctionRef, Op
from astro_referee.interpreter.machine.traversal import Code
from astro_referee.interpreter.machine.typing.code import Typing
from astro_referee.interpreter.machine.typing.expressions import Requirement


def with_requirements(machine: m.Machine) -> m.Machine:
    functions = {function.name: function for function in machine.functions}
    outside = called_from_outside(machine)
    for name in callees_first(functions):
        whole = evolve(machine, functions=tuple(functions.values()))
        functions[name] = required(whole, functions[name], name in outside)
    return evolve(machine, functions=tuple(functions[function.name] for function in machine.functions))


def without_old_requirements(machine: m.Machine) -> m.Machine:
    """The same for a machine that a pass has changed: who needs nothing any more requires nothing."""
    functions = {function.name: function for function in machine.functions}
    for name in callees_first(functions):
        if functions[name].requires:
            free = evolve(functions[name], requires=())
            typing = Typing(evolve(machine, functions=tuple(functions.values())), where=name)
            typing.function(free)
            if not typing.found:
                functions[name] = free
    return evolve(machine, functions=tuple(functions.values()))


def required(machine: m.Machine, function: m.Function, begins_anew: bool) -> m.Function:
    needs = needs_of(machine, function)
    if not needs:
        return function
    body = with_assumptions(function.body, [need.inside for need in needs]) if begins_anew else function.body
    return evolve(function, body=body, requires=tuple(dict.fromkeys(need.before for need in needs)))


def needs_of(machine: m.Machine, function: m.Function) -> list[Requirement]:
    """What would make the types of a function true; that one part is there may show what another one needs."""
    needs: list[Requirement] = []
    while True:
        typing = Typing(machine, where=function.name, needs=[])
        typing.body(function.body, dict(function.params), tuple(need.before for need in needs))
        more = [need for need in dict.fromkeys(typing.needs or ()) if need not in needs]
        if not more:
            return needs
        needs += more


def with_assumptions(code: Code, conditions: list[Op]) -> Code:
    """Code that says what holds as soon as its locals have their values."""
    made: list[m.Code] = []
    known: set[str] = set()
    names = {line.name for line in code if isinstance(line, m.Set)}
    left = list(dict.fromkeys(conditions))
    for line in code:
        ready = [one for one in left if not (expression_effects(one).locals & names) - known]
        left = [one for one in left if one not in ready]
        made += [*map(m.Assume, ready), line]
        known |= {line.name} if isinstance(line, m.Set) else set()
    return tuple(made)


def called_from_outside(machine: m.Machine) -> set[FunctionRef]:
    """Functions that whoever runs the machine calls: only where the lines before theirs hold."""
    found: set[FunctionRef] = set()
    for decision in machine.decisions:
        for move in decision.moves:
            found |= {move.apply, move.notation_values, move.about_values or move.apply}
            found |= {name for _, name in move.also}
            found |= {name for guard in move.guards for name in (guard.test, guard.reason, guard.seen_values) if name}
            found |= {name for param in move.params for name in (param.test, param.outside, param.where) if name}
    return found


def callees_first(functions: dict[FunctionRef, m.Function]) -> list[FunctionRef]:
    order: dict[FunctionRef, None] = {}

    def visit(name: FunctionRef) -> None:
        if name not in order:
            for inner in sorted(effects_of(functions[name].body).calls):
                visit(inner)
            order[name] = None

    for name in functions:
        visit(name)
    return list(order)
