"""Which choices stay secret: those among things others do not see, and those kept where others do not look."""

from __future__ import annotations

from collections.abc import Mapping

from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program.program import DefInfo, Program, Step
from astro_referee.interpreter.program.terms import (
    Call,
    Fold,
    Hypothetical,
    Load,
    Local,
    Possible,
    Streak,
    Term,
    domain_parts,
    walk,
)
from astro_referee.interpreter.values.types import BagOf, Member, SetOf, plain


def secret_params(program: Program, move: p.MoveInfo) -> set[str]:
    """The parameters of a move that others are told of only if they see the thing itself go somewhere."""
    secret = names_kept(program, move.then, {})
    for part in reversed(move.parts):
        if isinstance(part, p.Let) and part.name in secret:
            secret |= names(part.value)
    own = {"me", *(param.name for param in move.params)}
    for param in move.params:
        terms = [*domain_parts(param.domain), *([param.where] if param.where is not None else [])]
        bound = {part.name for term in terms for part in walk(term) if isinstance(part, Fold)}
        outer = set().union(*map(names, terms)) - own - bound
        if hides(program, terms) or (outer and is_card(program, param)):
            secret.add(param.name)
    return secret & own


def text_hides(program: Program, move: p.MoveInfo, text: p.Text) -> bool:
    """Whether what a move says of itself could tell others more than the move does."""
    terms = [part for part in text.parts if not isinstance(part, str)]
    wanted = set[str]().union(*map(names, terms))
    for part in reversed(move.parts):
        if isinstance(part, p.Let) and part.name in wanted:
            terms.append(part.value)
            wanted |= names(part.value)
    inner = [part for term in terms for part in walk(term)]
    bound = {part.name for part in inner if isinstance(part, Fold)}
    bound |= {part.name for part in move.parts if isinstance(part, p.Let)}
    outer = wanted - bound - {"me", *(param.name for param in move.params)}
    looks_ahead = any(isinstance(part, Hypothetical | Possible | Streak) for part in inner)
    return bool(outer) or looks_ahead or hides(program, terms)


def hides(program: Program, terms: list[Term]) -> bool:
    """Whether terms look at something that not everybody sees."""
    return any(program.fields[name].audience is not None for term in terms for name in reads(program.defs, term))


def moves_hide(program: Program, move: p.MoveInfo) -> bool:
    """Whether it depends on hidden things that a move has candidates."""
    terms = [term for param in move.params for term in domain_parts(param.domain)]
    terms += [param.where for param in move.params if param.where is not None]
    terms += [part.value if isinstance(part, p.Let) else part.condition for part in move.parts]
    return hides(program, terms)


def is_card(program: Program, param: p.ParamInfo) -> bool:
    """Whether a parameter is a card, or some cards, so that it can be seen in play whether others know it."""
    kind = plain(param.type)
    inner = kind.of if isinstance(kind, SetOf | BagOf) else kind
    return isinstance(inner, Member) and program.kinds[inner.kind].shape == "card"


def names(term: Term) -> set[str]:
    return {part.name for part in walk(term) if isinstance(part, Local)}


def reads(defs: Mapping[str, DefInfo | None], term: Term) -> set[str]:
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
                info = defs.get(part.function)
                todo += [info.body, *(value for _, value in info.lets)] if info is not None else []
    return found


def names_kept(program: Program, body: tuple[Step, ...], called: dict[str, set[str]]) -> set[str]:
    """Names whose values are stored in variables that not everybody sees; procedures are looked into once."""
    kept: set[str] = set()
    for step in reversed(body):
        match step:
            case p.Assign(name, _, value):
                field = program.fields[name]
                if field.sort == "var" and field.audience is not None:
                    kept |= names(value)
            case p.Let(name, value):
                kept |= names(value) if name in kept else set()
            case p.If(condition, then, otherwise):
                inside = names_kept(program, then, called) | names_kept(program, otherwise, called)
                kept |= inside | (names(condition) if inside else set())
            case p.For():
                inside = names_kept(program, step.body, called)
                tests = [*domain_parts(step.domain), *([step.where] if step.where is not None else [])]
                kept |= inside.union(*map(names, tests)) if inside else set()
            case p.Ask():
                kept = kept.union(*(names_kept(program, program.moves[key].then, called) for key in step.moves))
            case p.Do(name, args):
                info = program.procedures[name]
                if name not in called:
                    called[name] = names_kept(program, info.body, called)
                for (param, _), argument in zip(info.params, args, strict=True):
                    kept |= names(argument) if param in called[name] else set()
            case _:
                pass
    return kept
