"""States numbered for running: the end is 0, then decisions and chance events, then automatic states."""

from __future__ import annotations

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of
from astro_referee.interpreter.machine.reachability import reached
from astro_referee.interpreter.machine.references import of_state, with_callees
from astro_referee.interpreter.machine.traversal import leaves


def numbered(machine: m.Machine) -> m.Machine:
    """Drops states nothing leads to, goes straight through empty ones, and numbers the rest."""
    machine = evolve(
        machine,
        automatic=tuple(evolve(state, body=cut(state.body)) for state in machine.automatic),
        functions=tuple(evolve(function, body=cut(function.body)) for function in machine.functions),
    )
    bodies = {state.label: state.body for state in machine.automatic}
    straight = {label: shortcut(label, bodies) for label in bodies}
    used = reached(machine, [0, machine.start], straight)
    decisions = [decision for decision in machine.decisions if decision.label in used]
    chances = [chance for chance in machine.chances if chance.label in used]
    functions = needed(machine, [state for state in machine.stopping if state.label not in used])
    order = [0, *(d.label for d in decisions), *(c.label for c in chances)]
    order += [state.label for state in machine.automatic if state.label in used]
    number = {label: index for index, label in enumerate(order)}

    def new(label: int) -> int:
        return number[straight.get(label, label)]

    def code(lines: tuple[m.Code, ...]) -> tuple[m.Code, ...]:
        made: list[m.Code] = []
        for line in lines:
            match line:
                case m.Goto(label):
                    made.append(m.Goto(new(label), span=line.span))
                case m.Branch(condition, then, otherwise):
                    made.append(m.Branch(condition, code(then), code(otherwise), span=line.span))
                case m.Loop():
                    made.append(evolve(line, body=code(line.body)))
                case _:
                    made.append(line)
        return tuple(made)

    return evolve(
        machine,
        automatic=tuple(
            evolve(state, label=new(state.label), body=code(state.body))
            for state in machine.automatic
            if state.label in used
        ),
        functions=tuple(evolve(f, body=code(f.body)) for f in functions),
        decisions=tuple(evolve(d, label=new(d.label), stuck=new(d.stuck)) for d in decisions),
        chances=tuple(evolve(c, label=new(c.label), empty=new(c.empty)) for c in chances),
        start=new(machine.start),
    )


def needed(machine: m.Machine, dropped: list[m.Decision | m.Chance]) -> list[m.Function]:
    """The functions without those that only dropped states refer to."""
    bodies = {function.name: function.body for function in machine.functions}
    gone = with_callees({name for state in dropped for name, _ in of_state(state)}, bodies)
    kept = {name for state in machine.stopping if state not in dropped for name, _ in of_state(state)}
    for code in (*(state.body for state in machine.automatic), *(bodies[name] for name in bodies.keys() - gone)):
        kept |= effects_of(code).calls
    gone -= with_callees(kept, bodies)
    return [function for function in machine.functions if function.name not in gone]


def cut(code: tuple[m.Code, ...]) -> tuple[m.Code, ...]:
    """Code without the lines that are never come to, since those before them surely lead elsewhere."""
    made: list[m.Code] = []
    for line in code:
        match line:
            case m.Branch(condition, then, otherwise):
                made.append(m.Branch(condition, cut(then), cut(otherwise), span=line.span))
            case m.Loop():
                made.append(evolve(line, body=cut(line.body), otherwise=cut(line.otherwise)))
            case _:
                made.append(line)
        if leaves((made[-1],)):
            break
    return tuple(made)


def shortcut(label: int, bodies: dict[int, tuple[m.Code, ...]]) -> int:
    """Where a state that only goes on leads in the end."""
    seen = {label}
    while label in bodies and len(bodies[label]) == 1 and isinstance(bodies[label][0], m.Goto):
        following = bodies[label][0]
        assert isinstance(following, m.Goto)
        if following.label in seen:
            break
        label = following.label
        seen.add(label)
    return label
