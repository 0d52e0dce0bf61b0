"""The flow of the game: moves are named first, then phases are read in order, then what nobody called."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.grammar.source import NOWHERE
from astro_referee.interpreter import program
from astro_referee.interpreter.check import definitions, moves, steps
from astro_referee.interpreter.check.scope import Checker
from astro_referee.interpreter.program import Step


def name_moves(c: Checker) -> None:
    """Gives every move a name of its own: the phases and procedures around it, then its own."""
    for item in c.file.items:
        match item:
            case tree.Move():
                name_move(c, item, [])
            case tree.Phase():
                in_steps(c, (item,), [])
            case tree.Procedure(name, _, body):
                in_steps(c, body, [name.word])


def name_move(c: Checker, node: tree.Move, path: list[str]) -> None:
    key = ".".join([*path, node.name.word])
    taken = set(c.move_keys.values())
    number = 2
    unique = key
    while unique in taken:
        unique = f"{key}_{number}"
        number += 1
    c.move_keys[id(node)] = unique
    c.move_nodes.setdefault(node.name.word, []).append((unique, node))
    in_steps(c, node.then, [*path, node.name.word])


def in_steps(c: Checker, body: tuple[tree.Step, ...], path: list[str]) -> None:
    for step in body:
        match step:
            case tree.Move():
                name_move(c, step, path)
            case tree.Phase(name):
                inner = [*path, name.word]
                for part in (step.begin, step.body, step.finish, *(w.body for w in step.watches)):
                    in_steps(c, part, inner)
            case tree.Turns() | tree.Ask() | tree.Otherwise() | tree.For():
                in_steps(c, step.body, path)
            case tree.If(branches, otherwise):
                for _, part in branches:
                    in_steps(c, part, path)
                in_steps(c, otherwise, path)


def read_flow(c: Checker) -> tuple[Step, ...]:
    """All phases in order, then the end."""
    for item in c.file.items:
        if isinstance(item, tree.Move):
            key = c.move_keys[id(item)]
            with c.fresh():
                c.in_offer = True
                moves.read_move(c, item, key)
                c.in_offer = False
                c.free_jumps[key] = c.jumps
    made: list[Step] = []
    phases = [item for item in c.file.items if isinstance(item, tree.Phase)]
    ends = [item for item in c.file.items if isinstance(item, tree.End)]
    if not phases:
        at = c.file.header.span if c.file.header is not None else NOWHERE
        c.error(
            "no-phase", "the game has no phase, so nothing is played", at, "add `phase play` with what happens in it"
        )
    for number, phase in enumerate(phases):
        if phase.name.word in {p.name.word for p in phases[:number]}:
            c.error("twice", f"there are two phases called `{phase.name.word}`", phase.name.span)
        made += steps.step(c, phase)
    for extra in ends[1:]:
        c.error("twice", "there are two `end` parts", extra.span)
    if ends:
        made += steps.block(c, ends[0].body)
    elif phases and can_finish(c, tuple(made)):
        last = phases[-1]
        c.error(
            "no-end",
            "the game can run out here, but it is not said who has won",
            last.name.span,
            "add `end` at the left margin",
        )
    for word in c.def_nodes:
        definitions.definition(c, word, c.def_nodes[word].name.span)
    for word in c.procedure_nodes:
        if word not in c.procedures:
            used = set(c.used)
            definitions.procedure(c, word, c.procedure_nodes[word].name.span)
            c.used = used | (c.used - {word})
    return tuple(made)


def can_finish(c: Checker, body: tuple[Step, ...]) -> bool:
    """Whether steps can be run through to their end."""
    return all(step_can_finish(c, step) for step in body)


def step_can_finish(c: Checker, step: Step) -> bool:
    match step:
        case program.Jump() | program.Win() | program.Rank():
            return False
        case program.Turns():
            return step.once or step.until is not None
        case program.Phase():
            inside = step.begin + step.body
            left = any(
                isinstance(s, program.Jump) and s.word == "leave" and s.target == step.name
                for s in all_steps(c, inside)
            )
            return step.until is not None or left or can_finish(c, inside)
        case program.If(_, then, otherwise):
            return can_finish(c, then) or can_finish(c, otherwise)
        case program.Do(name, _):
            info = c.procedures.get(name)
            return info is None or can_finish(c, info.body)
        case program.Ask(_, _, keys, otherwise):
            ways = [c.moves[k].then for k in keys if k in c.moves]
            return any(can_finish(c, way) for way in ways) or (otherwise is not None and can_finish(c, otherwise))
        case _:
            return True


def all_steps(c: Checker, body: tuple[Step, ...]) -> list[Step]:
    """Steps with everything inside them, moves and called procedures included, each procedure once."""
    found: list[Step] = []
    called: set[str] = set()
    todo = list(body)
    while todo:
        step = todo.pop()
        found.append(step)
        match step:
            case program.If(_, then, otherwise):
                todo += [*then, *otherwise]
            case program.For() | program.Turns():
                todo += step.body
            case program.Phase():
                todo += [*step.begin, *step.body, *step.finish, *(s for _, b in step.watches for s in b)]
            case program.Ask(_, _, keys, rest):
                todo += [s for k in keys if k in c.moves for s in c.moves[k].then]
                todo += rest or ()
            case program.Do(name, _):
                info = c.procedures.get(name)
                if info is not None and name not in called:
                    called.add(name)
                    todo += info.body
            case _:
                pass
    return found
