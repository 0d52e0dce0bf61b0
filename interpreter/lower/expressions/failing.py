"""What can fail: a question that must not be asked before the lines above it have been settled."""

from __future__ import annotations

from astro_referee.interpreter.program.program import Let, MoveInfo, Program
from astro_referee.interpreter.program.terms import (
    Call,
    Choices,
    Fold,
    Hypothetical,
    Op,
    Possible,
    Streak,
    Term,
    domain_parts,
    walk,
)

FAILING_OPERATIONS = ("within", "solid", "trail")
SURE_FOLDS = ("some", "no", "every", "count", "all", "first", "last", "sum", "union", "set", "reach")
"""Words of phrases that have an answer whatever there is to go through."""


def can_fail(program: Program, term: Term) -> bool:
    """Whether a term may be a fault in some position; what it tries out on a copy is not looked into."""
    done: set[str] = set()
    todo = [term]
    while todo:
        for part in walk(todo.pop()):
            match part:
                case Op(name) if name in FAILING_OPERATIONS:
                    return True
                case Fold(word, _, _, domain) if word not in SURE_FOLDS or isinstance(domain, Choices):
                    return True
                case Hypothetical() | Streak():
                    return True
                case Call(name) if name not in done:
                    done.add(name)
                    info = program.defs[name]
                    todo += [info.body, *(value for _, value in info.lets)]
                case Possible(key) if f"move {key}" not in done:
                    done.add(f"move {key}")
                    move = program.moves[key]
                    if any(isinstance(param.domain, Choices) for param in move.params):
                        return True
                    todo += asked(move)
                case _:
                    pass
    return False


def asked(move: MoveInfo) -> list[Term]:
    """What is asked to see whether a move is possible."""
    terms = [term for param in move.params for term in domain_parts(param.domain)]
    terms += [param.where for param in move.params if param.where is not None]
    return terms + [part.value if isinstance(part, Let) else part.condition for part in move.parts]
