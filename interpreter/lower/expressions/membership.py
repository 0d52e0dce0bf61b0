"""Whether one thing is in a set that a phrase gathers: asked of that thing alone, and the set is never gathered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from astro_referee.interpreter.machine.expressions import Call, Const, Expression, Local
from astro_referee.interpreter.machine.folding import both, op
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.values.types import BOOL, Member, SetOf, plain

if TYPE_CHECKING:
    from astro_referee.interpreter.lower.expressions.environment import Env
    from astro_referee.interpreter.lower.expressions.terms import Maker

ASKED = ".asked"
"""The thing in question, in a def that is asked about one."""


def gathers(maker: Maker, group: pt.Term) -> bool:
    """Whether a set of members comes from a phrase `all … where …`, perhaps in a case of a def."""
    match group:
        case pt.Fold("all", _, _, domain):
            members = isinstance(plain(group.type), SetOf) and isinstance(plain(group.name_type), Member)
            return members and not isinstance(domain, pt.Range | pt.Choices) and isinstance(plain(domain.type), SetOf)
        case pt.Op("if", (_, first, second)) | pt.Op("union", (first, second)):
            return gathers(maker, first) or gathers(maker, second)
        case pt.Call(name):
            return gathers(maker, maker.program.defs[name].body)
        case _:
            return False


def inside(maker: Maker, group: pt.Term, thing: Expression, env: Env) -> Expression:
    """Whether `thing`, which is known to the machine already, is in the group."""
    match group:
        case pt.Fold("all", name, kind, domain, where) if gathers(maker, group) and isinstance(thing, Local | Const):
            assert not isinstance(domain, pt.Range | pt.Choices)
            found = inside(maker, domain, thing, env)
            named = {**env, name: evolve(thing, type=kind)}
            return found if where is None else both(found, maker.term(where, named)) or found
        case pt.Op("union", (first, second)) if gathers(maker, group) and isinstance(thing, Local | Const):
            return op("or", inside(maker, first, thing, env), inside(maker, second, thing, env), type=BOOL)
        case pt.Call(name, args) if gathers(maker, group):
            asked = (*maker.terms(args, env), thing)
            return Call(maker.question(name, thing.type), asked, type=BOOL, span=group.span)
        case _:
            return op("has", maker.term(group, env), thing, type=BOOL)
