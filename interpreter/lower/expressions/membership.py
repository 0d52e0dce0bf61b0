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
    from astro_referee.interpreter.lower.expressions.terms import MachineBuilder

ASKED = ".asked"
"""The thing in question, in a def that is asked about one."""


def gathers(builder: MachineBuilder, group: pt.Term) -> bool:
    """Whether a set of members comes from a phrase `all … where …`, perhaps in a case of a def."""
    match group:
        case pt.Fold("all", _, _, domain):
            members = isinstance(plain(group.type), SetOf) and isinstance(plain(group.name_type), Member)
            return members and not isinstance(domain, pt.Range | pt.Choices) and isinstance(plain(domain.type), SetOf)
        case pt.Op("if", (_, first, second)) | pt.Op("union", (first, second)):
            return gathers(builder, first) or gathers(builder, second)
        case pt.Call(name):
            return gathers(builder, builder.program.defs[name].body)
        case _:
            return False


def inside(builder: MachineBuilder, group: pt.Term, thing: Expression, env: Env) -> Expression:
    """Whether `thing`, which is known to the machine already, is in the group."""
    match group:
        case pt.Fold("all", name, kind, domain, where) if gathers(builder, group) and isinstance(thing, Local | Const):
            assert not isinstance(domain, pt.Range | pt.Choices)
            found = inside(builder, domain, thing, env)
            named = {**env, name: evolve(thing, type=kind)}
            return found if where is None else both(found, builder.term(where, named)) or found
        case pt.Op("union", (first, second)) if gathers(builder, group) and isinstance(thing, Local | Const):
            return op("or", inside(builder, first, thing, env), inside(builder, second, thing, env), type=BOOL)
        case pt.Call(name, args) if gathers(builder, group):
            asked = (*builder.terms(args, env), thing)
            return Call(builder.question(name, thing.type), asked, type=BOOL, span=group.span)
        case _:
            return op("has", builder.term(group, env), thing, type=BOOL)
