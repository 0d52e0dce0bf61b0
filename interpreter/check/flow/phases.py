"""The flow of the game: moves are named first, then defs and procedures are read, then the phases in order."""

from __future__ import annotations

from collections.abc import Iterator

from astro_referee.grammar import tree
from astro_referee.grammar.source import NOWHERE
from astro_referee.interpreter.check.audit import term_size
from astro_referee.interpreter.check.expressions import definitions
from astro_referee.interpreter.check.flow import moves, steps
from astro_referee.interpreter.check.mistakes import moves as mistakes
from astro_referee.interpreter.check.names import dependencies
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program.program import Step

# --- Names of moves -------------------------------------------------------------------------------------------------


def name_moves(c: Checker) -> None:
    """Gives every move a name of its own: the phases and procedures around it, then its own."""
    taken: dict[str, int] = {}
    for item in c.file.items:
        match item:
            case tree.Move(name):
                if name.word in c.declared.top_moves:
                    first = c.declared.move_nodes[name.word][0][1].name.span
                    c.twice(mistakes.TwoMoves(name.word, first), name.span)
                name_move(c, item, [], taken)
                c.declared.top_moves.setdefault(name.word, c.declared.move_keys[id(item)])
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
    c.declared.move_keys[id(node)] = unique
    c.declared.move_nodes.setdefault(node.name.word, []).append((unique, node))
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
    for node in dependencies.inside(item):
        if isinstance(node, tree.Ask) and node.manner == "together":
            yield from (name.word for part in node.body if isinstance(part, tree.Offer) for name in part.names)


# --- Reading --------------------------------------------------------------------------------------------------------


def read_words(c: Checker) -> None:
    """Defs, procedures and moves of the left margin, each after those it needs, so that none is read inside another."""
    nodes: dict[str, list[dependencies.Needy]] = {}
    for item in c.file.items:
        if isinstance(item, tree.Move | tree.Def | tree.Procedure):
            nodes.setdefault(item.name.word, []).append(item)
    secret = {word for item in c.file.items for word in offered_in_secret(item)}
    for node in dependencies.by_need(nodes):
        word = node.name.word
        match node:
            case tree.Def() if c.declared.def_nodes.get(word) is node:
                definitions.definition(c, word, node.name.span)
            case tree.Procedure() if c.declared.procedure_nodes.get(word) is node and word not in c.declared.procedures:
                definitions.read_procedure(c, word)
            case tree.Move():
                read_top_move(c, node, word in secret)
            case _:
                pass
    definitions.utility(c)


def read_top_move(c: Checker, node: tree.Move, secret: bool) -> None:
    """A move of the left margin; where it is offered is not known yet."""
    key = c.declared.move_keys[id(node)]
    with c.fresh():
        c.at.in_offer, c.at.owner = True, f"move {node.name.word}"
        moves.read_move(c, node, key, secret)
        c.declared.free_jumps[key] = c.at.jumps
    term_size.check_size(c, f"move {key}", c.declared.moves[key].then, node.name)


def read_flow(c: Checker) -> tuple[Step, ...]:
    """All phases in order, then the end."""
    read_words(c)
    phases = [item for item in c.file.items if isinstance(item, tree.Phase)]
    ends = [item for item in c.file.items if isinstance(item, tree.End)]
    if not phases and not isinstance(c.file.header, tree.Library):
        at = c.file.header.span if c.file.header is not None else NOWHERE
        c.report(mistakes.NO_PHASE, at)
    made: list[Step] = []
    before = len(c.found.problems)
    for phase in phases:
        made += steps.step(c, phase)
    for extra in ends[1:]:
        c.twice(mistakes.TwoEnds("end", ends[0].span), extra.span)
    if ends:
        c.at.path.append("end")
        made += steps.block(c, ends[0].body)
        c.at.path.pop()
    elif phases and len(c.found.problems) == before and c.declared.effects.finishes(tuple(made)):
        c.report(mistakes.NoEnd(c.dropped.get("end", "")), phases[-1].name.span)
    return tuple(made)
