"""Going through a checked program: what is inside its blocks, moves and terms."""

from __future__ import annotations

from astro_referee.grammar.source import Span
from astro_referee.interpreter.program.program import Ask, Do, For, If, Phase, Program, Step, Turns, Win


def parts_in(thing: object) -> list[object]:
    """Everything inside a block, a move or a term, found by looking through the whole of it."""
    found: list[object] = []
    todo: list[object] = [thing]
    while todo:
        here = todo.pop()
        if isinstance(here, tuple):
            todo.extend(here)
        elif hasattr(here, "__attrs_attrs__"):
            found.append(here)
            todo.extend(getattr(here, a.name) for a in here.__attrs_attrs__ if a.name not in ("type", "span"))
    return found


def all_steps(program: Program) -> list[Step]:
    """The steps a game may come to; those of a procedure that is never done are none."""
    moves = (move.then for move in program.moves.values())
    found = [step for body in (program.flow, *moves) for step in own_steps(body)]
    done: set[str] = set()
    for step in found:
        if isinstance(step, Do) and step.procedure not in done:
            done.add(step.procedure)
            found += own_steps(program.procedures[step.procedure].body)
    return found


def phases(program: Program) -> set[Span]:
    """Where the phases stand that a game may come to."""
    return {step.span for step in all_steps(program) if isinstance(step, Phase)}


def has_common_score(program: Program) -> bool:
    """Whether a game may end with one score of all."""
    return any(isinstance(step, Win) and step.score is not None for step in all_steps(program))


def own_steps(body: tuple[Step, ...]) -> list[Step]:
    """Steps and what is inside them, but not moves or called procedures."""
    found: list[Step] = []
    todo = list(reversed(body))
    while todo:
        step = todo.pop()
        found.append(step)
        match step:
            case If(_, then, otherwise):
                todo += [*reversed(otherwise), *reversed(then)]
            case For() | Turns():
                todo += reversed(step.body)
            case Phase():
                inner = [*step.begin, *(s for _, b in step.watches for s in b), *step.body, *step.finish]
                todo += reversed(inner)
            case Ask(_, _, _, rest):
                todo += reversed(rest or ())
            case _:
                pass
    return found
