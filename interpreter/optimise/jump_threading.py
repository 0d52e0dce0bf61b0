"""Automatic states run together: a machine in; out, the same with each step into a state replaced by what it does.

A step to a state that burns fuel stays a step, so that a game burns as much as before. So does a step between states
that can follow each other in a circle without a stop: if it is endless, it is told by the same states.
"""

from __future__ import annotations

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import Expression, Local
from astro_referee.interpreter.machine.traversal import DEEPEST, Code, changed_code, nesting, walk_code
from astro_referee.interpreter.machine.typing.subtypes import common_supertype
from astro_referee.interpreter.values.types import Type

LARGEST_STATE = 16
"""Lines of a state that is written again wherever a step leads to it."""
MOST_STEPS = 12
"""Steps in one piece of code that are replaced; code with more is a long table of cases."""


def thread_jumps(machine: m.Machine) -> m.Machine:
    """The machine with short states joined to what leads there, and without those nothing leads to any more."""
    bodies = {state.label: state.body for state in machine.automatic}
    ways = {label: targets(body) for label, body in bodies.items()}
    ways |= {decision.label: [decision.stuck] for decision in machine.decisions}
    ways |= {chance.label: [chance.empty] for chance in machine.chances}
    circle = circles(ways)
    burning = {state.label for state in machine.automatic if state.fuel}
    short: dict[int, Code] = {}
    for label in circle:  # what follows comes before what leads there
        if label in bodies:
            near = {t: short[t] for t in ways[label] if t in short and circle[t] != circle[label]}
            bodies[label] = with_bodies(bodies[label], near)
            if len(walk_code(bodies[label])) <= LARGEST_STATE and label not in burning:
                short[label] = bodies[label]
    functions = tuple(evolve(f, body=with_bodies(f.body, short, f.params)) for f in machine.functions)
    todo = [machine.start, *(d.stuck for d in machine.decisions), *(c.empty for c in machine.chances)]
    todo += [label for function in functions for label in targets(function.body)]
    used: set[int] = set()
    while todo:
        label = todo.pop()
        if label in bodies and label not in used:
            used.add(label)
            todo += targets(bodies[label])
    states = tuple(evolve(state, body=bodies[state.label]) for state in machine.automatic if state.label in used)
    return evolve(machine, automatic=states, functions=functions)


def without_stops_between(machine: m.Machine) -> dict[int, Code]:
    """The bodies of automatic states for somebody who does not ask which states a game went through: steps into states
    that burn nothing are replaced in circles, too. No circle is without a state that burns.
    """
    bodies = {state.label: state.body for state in machine.automatic if not state.fuel}
    ways = {label: [t for t in targets(body) if t in bodies] for label, body in bodies.items()}
    short: dict[int, Code] = {}
    for label in circles(ways):
        body = with_bodies(bodies[label], short)
        if len(walk_code(body)) <= LARGEST_STATE:
            short[label] = body
    return {state.label: with_bodies(state.body, short) for state in machine.automatic}


def targets(code: Code) -> list[int]:
    return [line.label for line in walk_code(code) if isinstance(line, m.Goto)]


def with_bodies(code: Code, short: dict[int, Code], params: tuple[tuple[str, Type], ...] = ()) -> Code:
    """Code with what a state does in place of the step to it."""
    steps = sum(label in short for label in targets(code))
    if not 0 < steps <= MOST_STEPS:
        return code
    return replace_jumps(code, short, {**dict(params), **types_of(code)}, frozenset(), 0)


def replace_jumps(
    code: Code, short: dict[int, Code], types: dict[str, Type], around: frozenset[str], depth: int
) -> Code:
    """Nothing follows a step, so names may repeat where they hold the same. Those of loops `around` the step stay
    theirs: what is known of them holds for all of the loop.
    """
    made: list[m.Code] = []
    for line in code:
        match line:
            case m.Goto(label) if label in short and depth + nesting(short[label]) < DEEPEST:
                made += rename_locals(short[label], types, around)
            case m.Branch(condition, then, otherwise):
                yes, no = (replace_jumps(side, short, types, around, depth + 1) for side in (then, otherwise))
                made.append(m.Branch(condition, yes, no))
            case m.Loop():
                body = replace_jumps(line.body, short, types, around | {line.name}, depth + 1)
                made.append(evolve(line, body=body))
            case _:
                made.append(line)
    return tuple(made)


def rename_locals(code: Code, types: dict[str, Type], around: frozenset[str]) -> Code:
    """Code with names of its own for what it shares with the loops around it, and for what is of another type
    elsewhere; `types` then has its names, too.
    """
    own = types_of(code)
    names: dict[str, str] = {}
    for name, type in sorted(own.items()):
        new, number = name, 2
        while new in around or held(new, type, types) is None or (new != name and new in {*own, *names.values()}):
            new, number = f"{name}_{number}", number + 1
        if new != name:
            names[name] = new
        types[new] = held(new, type, types) or type

    def change(term: Expression) -> Expression:
        if isinstance(term, Local) and term.name in names:
            return Local(names[term.name], type=term.type, span=term.span)
        return term

    return changed_code(code, change, names) if names else code


def types_of(code: Code) -> dict[str, Type]:
    """What the locals of code hold."""
    found: dict[str, Type] = {}
    for line in walk_code(code):
        if isinstance(line, m.Set | m.Loop):
            type = line.value.type if isinstance(line, m.Set) else line.type
            found[line.name] = held(line.name, type, found) or type
    return found


def held(name: str, type: Type, types: dict[str, Type]) -> Type | None:
    """What a name holds that holds this as well; None if it cannot."""
    return common_supertype(types[name], type) if name in types else type


def circles(ways: dict[int, list[int]]) -> dict[int, int]:
    """For each label the number of the circle it lies on; what can be reached comes first (Tarjan 1972)."""
    found: dict[int, int] = {}
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    waiting: list[int] = []
    for root in ways:
        if root in number:
            continue
        path = [(root, iter(ways[root]))]
        number[root] = lowest[root] = len(number)
        waiting.append(root)
        while path:
            label, rest = path[-1]
            following = next(rest, None)
            if following is None:
                path.pop()
                if path:
                    before = path[-1][0]
                    lowest[before] = min(lowest[before], lowest[label])
                if lowest[label] == number[label]:
                    while True:
                        member = waiting.pop()
                        found[member] = number[label]
                        if member == label:
                            break
            elif following in ways and following not in number:
                number[following] = lowest[following] = len(number)
                waiting.append(following)
                path.append((following, iter(ways[following])))
            elif following in ways and following not in found:
                lowest[label] = min(lowest[label], number[following])
    return found
