"""Whether a move may show to all what was chosen for it: only what is plainly kept back is worth a note."""

from __future__ import annotations

from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program.terms import Local, Term, walk


def lays_open(program: p.Program, move: p.MoveInfo, chosen: str) -> bool:
    """Whether a move may show to all what was chosen, by its name or by one that speaks of it."""
    lets = tuple(part for part in move.parts if isinstance(part, p.Let))
    return shows(program, (*lets, *move.then), {chosen})


def shows(program: p.Program, body: tuple[p.Step, ...], chosen: set[str]) -> bool:
    """Whether steps may show to all what was chosen."""
    for step in body:
        match step:
            case p.Assign(name, _, value):
                info = program.fields[name]
                found = info.sort == "zone" and info.audience is None and mentions(value, chosen)
            case p.Let(name, value):
                found = False
                chosen |= {name} if mentions(value, chosen) else set()
            case p.Do(_, args):
                found = any(mentions(arg, chosen) for arg in args)
            case p.If(_, then, otherwise):
                found = shows(program, (*then, *otherwise), chosen)
            case p.For(body=inner):
                found = shows(program, inner, chosen)
            case p.Show() | p.Ask() | p.Phase() | p.Turns():
                found = True
            case _:
                found = False
        if found:
            return True
    return False


def mentions(term: Term, names: set[str]) -> bool:
    return any(isinstance(part, Local) and part.name in names for part in walk(term))
