"""How large and how deep a term is when written out: later passes and generated code walk all of it."""

from __future__ import annotations

from astro_referee.interpreter import program as p
from astro_referee.interpreter.program import Step
from astro_referee.interpreter.terms import Call, Term, parts

LARGEST = 20_000
"""Parts of one expression. Some operators use an operand twice; inside each other they make short lines very long."""
DEEPEST = 180
"""Levels of one expression, defs included. Passes walk them by recursion with up to three calls a level, and Python
allows a thousand calls."""
LARGEST_STEPS = 20_000
"""Steps of one procedure with all that it calls, since the compiler writes calls out."""
DEEPEST_STEPS = 60
"""Blocks and calls of procedures inside each other, behind one `do`; the flow adds as many as the reader lets."""


def term_bulk(term: Term, defs: dict[str, int]) -> tuple[int, int]:
    """Parts and levels of a term; `defs` are the levels of the defs that it may call."""
    known: dict[int, tuple[int, int]] = {}
    todo = [term]
    while todo:
        here = todo[-1]
        if id(here) in known:
            todo.pop()
            continue
        inner = parts(here)
        unknown = [part for part in inner if id(part) not in known]
        if unknown:
            todo += unknown
            continue
        sizes = [known[id(part)] for part in inner]
        below = max((depth for _, depth in sizes), default=0)
        called = defs.get(here.function, 0) if isinstance(here, Call) else 0
        known[id(here)] = 1 + sum(size for size, _ in sizes), 1 + max(below, called)
        todo.pop()
    return known[id(term)]


def step_bulk(
    body: tuple[Step, ...], moves: dict[str, p.MoveInfo], procedures: dict[str, tuple[int, int]]
) -> tuple[int, int]:
    """Steps and levels of a block with all calls written out; `procedures` are those of what may be called."""
    size, deepest = 0, 0
    todo = [(step, 1) for step in body]
    while todo:
        step, level = todo.pop()
        size += 1
        inner: tuple[Step, ...] = ()
        match step:
            case p.If(_, then, otherwise):
                inner = then + otherwise
            case p.For() | p.Turns():
                inner = step.body
            case p.Phase():
                inner = step.begin + step.body + step.finish + tuple(s for _, b in step.watches for s in b)
            case p.Ask(_, _, keys, otherwise):
                inner = tuple(s for k in keys if k in moves for s in moves[k].then) + (otherwise or ())
            case p.Do(name):
                called = procedures.get(name, (0, 0))
                size, deepest = size + called[0], max(deepest, level + called[1])
            case _:
                pass
        deepest = max(deepest, level)
        todo += [(s, level + 1) for s in inner]
    return size, deepest
