"""Which choices stay secret: those among things others do not see, and those kept where others do not look."""

from __future__ import annotations

from astro_referee.interpreter import program as p
from astro_referee.interpreter.program import Program, Step
from astro_referee.interpreter.terms import Call, Load, Local, Term, domain_parts, walk


def secret_params(program: Program, move: p.MoveInfo) -> set[str]:
    """The parameters of a move that others are told of only if they come to see the thing itself."""
    kept = names_kept(program, move.then)
    for part in reversed(move.parts):
        if isinstance(part, p.Let) and part.name in kept:
            kept |= names(part.value)
    drawn = {
        param.name
        for param in move.params
        if any(
            program.fields[name].audience is not None for t in domain_parts(param.domain) for name in reads(program, t)
        )
    }
    return drawn | {param.name for param in move.params if param.name in kept}


def names(term: Term) -> set[str]:
    return {part.name for part in walk(term) if isinstance(part, Local)}


def reads(program: Program, term: Term) -> set[str]:
    """The fields a term looks at, through defs."""
    found: set[str] = set()
    done: set[str] = set()
    todo = [term]
    while todo:
        for part in walk(todo.pop()):
            if isinstance(part, Load):
                found.add(part.field)
            elif isinstance(part, Call) and part.function not in done:
                done.add(part.function)
                info = program.defs[part.function]
                todo += [info.body, *(value for _, value in info.lets)]
    return found


def names_kept(program: Program, body: tuple[Step, ...]) -> set[str]:
    """Names whose values are stored in variables that not everybody sees."""
    kept: set[str] = set()
    for step in reversed(body):
        match step:
            case p.Assign(name, _, value):
                info = program.fields[name]
                if info.sort == "var" and info.audience is not None:
                    kept |= names(value)
            case p.Let(name, value):
                kept |= names(value) if name in kept else set()
            case p.If(_, then, otherwise):
                kept |= names_kept(program, then) | names_kept(program, otherwise)
            case p.For():
                kept |= names_kept(program, step.body)
            case p.Do(name, args):
                called = program.procedures[name]
                inside = names_kept(program, called.body)
                for (param, _), argument in zip(called.params, args, strict=True):
                    kept |= names(argument) if param in inside else set()
            case _:
                pass
    return kept
