"""The flow of the game: moves are named first, then defs and procedures are read, then the phases in order."""

from __future__ import annotations

from collections.abc import Iterator

from astro_referee.grammar import tree
from astro_referee.grammar.source import NOWHERE
from astro_referee.interpreter.check import definitions, moves, order, steps
from astro_referee.interpreter.check.scope import Checker
from astro_referee.interpreter.program import Step

# --- Names of moves -------------------------------------------------------------------------------------------------


def name_moves(c: Checker) -> None:
    """Gives every move a name of its own: the phases and procedures around it, then its own."""
    taken: dict[str, int] = {}
    for item in c.file.items:
        match item:
            case tree.Move(name):
                if name.word in c.top_moves:
                    c.error("twice", f"there are two moves called `{name.word}`", name.span, "choose another name")
                name_move(c, item, [], taken)
                c.top_moves.setdefault(name.word, c.move_keys[id(item)])
            case tree.Phase():
                in_steps(c, (item,), [], taken)
            case tree.Procedure(name, _, body):
                in_steps(c, body, [name.word], taken)
            case tree.End(body):
                in_steps(c, body, ["end"], taken)


def name_move(c: Checker, node: tree.Move, path: list[str], taken: dict[str, int]) -> None:
    key = unique = ".".join([*path, node.name.word])
    while unique in taken:
        taken[key] += 1
        unique = f"{key}_{taken[key]}"
    taken[unique] = 1
    c.move_keys[id(node)] = unique
    c.move_nodes.setdefault(node.name.word, []).append((unique, node))
    in_steps(c, node.then, [*path, node.name.word], taken)


def in_steps(c: Checker, body: tuple[tree.Step, ...], path: list[str], taken: dict[str, int]) -> None:
    for step in body:
        match step:
            case tree.Move():
                name_move(c, step, path, taken)
            case tree.Phase(name):
                inner = [*path, name.word]
                for part in (step.begin, step.body, step.finish, *(w.body for w in step.watches)):
                    in_steps(c, part, inner, taken)
            case tree.Turns() | tree.Ask() | tree.Otherwise() | tree.For():
                in_steps(c, step.body, path, taken)
            case tree.If(branches, otherwise):
                for _, part in branches:
                    in_steps(c, part, path, taken)
                in_steps(c, otherwise, path, taken)


def offered_in_secret(item: tree.Declaration) -> Iterator[str]:
    """Moves of the left margin that are chosen by several players at the same time."""
    for node in order.inside(item):
        if isinstance(node, tree.Ask) and node.manner == "together":
            yield from (name.word for part in node.body if isinstance(part, tree.Offer) for name in part.names)


# --- Reading --------------------------------------------------------------------------------------------------------


def read_flow(c: Checker) -> tuple[Step, ...]:
    """All phases in order, then the end."""
    definitions.read_all(c)
    secret = {word for item in c.file.items for word in offered_in_secret(item)}
    for item in c.file.items:
        if isinstance(item, tree.Move):
            with c.fresh():
                c.in_offer = True
                moves.read_move(c, item, c.move_keys[id(item)], secret=item.name.word in secret)
                c.in_offer = False
                c.free_jumps[c.move_keys[id(item)]] = c.jumps
    phases = [item for item in c.file.items if isinstance(item, tree.Phase)]
    ends = [item for item in c.file.items if isinstance(item, tree.End)]
    if not phases:
        at = c.file.header.span if c.file.header is not None else NOWHERE
        c.error(
            "no-phase", "the game has no phase, so nothing is played", at, "add `phase play` and what happens in it"
        )
    made: list[Step] = []
    before = len(c.problems)
    for phase in phases:
        made += steps.step(c, phase)
    for extra in ends[1:]:
        c.error("twice", "there are two `end` parts", extra.span, "put everything into one")
    if ends:
        c.path.append("end")
        made += steps.block(c, ends[0].body)
        c.path.pop()
    elif phases and len(c.problems) == before and c.effects.finishes(tuple(made)):
        message = "the game can run out here, but it is not said who has won"
        c.error("no-end", message, phases[-1].name.span, "add `end` at the left margin")
    return tuple(made)
