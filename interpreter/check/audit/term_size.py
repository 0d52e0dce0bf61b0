"""How large and how deep a term is when written out: later passes and generated code walk all of it."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.interpreter.check.mistakes.audit import LeadsTooFar
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program.program import Step
from astro_referee.interpreter.program.terms import Call, Term, parts

LARGEST = 20_000
"""Parts of one expression. Some operators use an operand twice; inside each other they make short lines very long."""
DEEPEST = 180
"""Levels of one expression, defs included. Passes walk them by recursion with up to three calls a level, and Python
allows a thousand calls."""
LARGEST_STEPS = 20_000
"""Steps of a procedure or move with all that it calls or offers, since the compiler writes them out."""
DEEPEST_STEPS = 60
"""Blocks and calls of procedures inside each other, behind one `do`; the flow adds as many as the reader lets."""


def term_size(term: Term, defs: dict[str, int]) -> tuple[int, int]:
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


def check_size(c: Checker, key: str, body: tuple[Step, ...], name: tree.Name) -> None:
    """Keeps the bulk of a procedure or a move of the left margin, which is reported if it is too large."""
    size, levels = c.declared.sizes[key] = step_size(c, body)
    if size > LARGEST_STEPS or levels > DEEPEST_STEPS:
        c.report_once(LeadsTooFar(name.word, deep=levels > DEEPEST_STEPS), name.span)
        c.declared.sizes[key] = 0, 0


def step_size(c: Checker, body: tuple[Step, ...]) -> tuple[int, int]:
    """Steps and levels of a block with all that it calls or offers written out."""
    size, deepest = 0, 0
    todo = [(step, 1) for step in body]
    while todo:
        step, level = todo.pop()
        size += 1
        inner: tuple[Step, ...] = ()
        led: list[tuple[int, int]] = []
        match step:
            case p.If(_, then, otherwise):
                inner = then + otherwise
            case p.For() | p.Turns():
                inner = step.body
            case p.Phase():
                inner = step.begin + step.body + step.finish + tuple(s for _, b in step.watches for s in b)
            case p.Ask(_, _, keys, otherwise):
                own = [c.declared.moves[k] for k in keys if k in c.declared.moves and k not in c.declared.top_moves]
                inner = tuple(s for move in own for s in move.then) + (otherwise or ())
                led = [c.declared.sizes.get(f"move {k}", (0, 0)) for k in keys if k in c.declared.top_moves]
            case p.Do(name):
                led = [c.declared.sizes.get(f"procedure {name}", (0, 0))]
            case _:
                pass
        size += sum(s for s, _ in led)
        deepest = max(deepest, level + max((levels for _, levels in led), default=0))
        todo += [(s, level + 1) for s in inner]
    return size, deepest
