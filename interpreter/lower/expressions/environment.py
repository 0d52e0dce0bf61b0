"""What names stand for while terms are lowered, and the constants that every room of lowering needs."""

from __future__ import annotations

from astro_referee.interpreter.machine.expressions import Const, Expression, Local
from astro_referee.interpreter.machine.folding import const, number
from astro_referee.interpreter.values.types import BOOL, Int, Type, plain

NUMBER = Int(0, 10**6)
ZERO, ONE = number(0), number(1)
YES, NO = const(1, BOOL), const(0, BOOL)


Env = dict[str, Expression]
"""What each name of the rule file stands for here: a local, a field of the record, or a constant."""


def free_locals(env: Env) -> tuple[tuple[str, Type], ...]:
    """The locals that some names stand for, each once: what a function made from here must be given."""
    found = {term.name: term.type for term in env.values() if isinstance(term, Local)}
    return tuple(found.items())


def bind(env: Env, name: str, type: Type) -> tuple[str, Env]:
    """A local for a bound name, different from every local in use."""
    taken = {e.name for e in env.values() if isinstance(e, Local)} | set(env)
    local, number = name, 2
    while local in taken:
        local = f"{name}_{number}"
        number += 1
    return local, {**env, name: Local(local, type=type)}


def none_of(type: Type) -> Const:
    base = plain(type)
    return const(-(10**9) if isinstance(base, Int) else -1, type)
