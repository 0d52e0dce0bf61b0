"""States numbered for running: the end is 0, then decisions and chance events, then automatic states."""

from __future__ import annotations

from attrs import evolve

from astro_referee.interpreter import machine as m


def numbered(machine: m.Machine) -> m.Machine:
    """Drops automatic states nothing leads to, goes straight through empty ones, and numbers the rest."""
    bodies = {state.label: state.body for state in machine.automatic}
    straight = {label: shortcut(label, bodies) for label in bodies}
    used = reachable(machine, bodies, straight)
    order = [0, *(d.label for d in machine.decisions), *(c.label for c in machine.chances)]
    order += [state.label for state in machine.automatic if state.label in used]
    number = {label: index for index, label in enumerate(order)}

    def new(label: int) -> int:
        return number[straight.get(label, label)]

    def code(lines: tuple[m.Code, ...]) -> tuple[m.Code, ...]:
        made: list[m.Code] = []
        for line in lines:
            match line:
                case m.Goto(label):
                    made.append(m.Goto(new(label)))
                case m.Branch(condition, then, otherwise):
                    made.append(m.Branch(condition, code(then), code(otherwise)))
                case m.Loop():
                    made.append(evolve(line, body=code(line.body)))
                case _:
                    made.append(line)
            if isinstance(line, m.Goto | m.Return | m.Fault):
                break
        return tuple(made)

    return evolve(
        machine,
        automatic=tuple(
            evolve(state, label=new(state.label), body=code(state.body))
            for state in machine.automatic
            if state.label in used
        ),
        functions=tuple(evolve(f, body=code(f.body)) for f in machine.functions),
        decisions=tuple(evolve(d, label=new(d.label), stuck=new(d.stuck)) for d in machine.decisions),
        chances=tuple(evolve(c, label=new(c.label), empty=new(c.empty)) for c in machine.chances),
        start=new(machine.start),
    )


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


def reachable(machine: m.Machine, bodies: dict[int, tuple[m.Code, ...]], straight: dict[int, int]) -> set[int]:
    todo = [machine.start, *(d.stuck for d in machine.decisions), *(c.empty for c in machine.chances)]
    for function in machine.functions:
        todo += m.targets(function.body)
    used: set[int] = set()
    while todo:
        label = todo.pop()
        label = straight.get(label, label)
        if label in bodies and label not in used:
            used.add(label)
            todo += m.targets(bodies[label])
    return used
