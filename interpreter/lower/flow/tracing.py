"""Where cards go that a player chose in secret: effects leave traces in the log, for those who see a card move.

Who may know a choice goes by this alone. Faces that somebody sees before and afterwards say nothing: another copy may
have come along, and cards may have gone on by then.
"""

from __future__ import annotations

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import NO, NUMBER, YES, ZERO
from astro_referee.interpreter.lower.flow.states import Context, Flow, Origin, Traced
from astro_referee.interpreter.machine.expressions import Call, Expression
from astro_referee.interpreter.machine.folding import const
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program.folding import op
from astro_referee.interpreter.program.secrets import is_card, secret_params
from astro_referee.interpreter.program.terms import Choices, Const, Fold, Item, Load, Local, Op, Range, Term
from astro_referee.interpreter.program.traversal import own_steps
from astro_referee.interpreter.values.types import SetOf, plain

WHOLE = ("bit", "bag one", "*", "solid")
"""Operations that give what their first argument holds."""
BOTH = ("union", "+", "if")
"""Operations that give what their last two arguments hold."""
CHOOSING = ("all", "first", "last", "only", "best")
"""Phrases that give what they go through, or a part of it."""


def chosen(flow: Flow, label: int, move: p.MoveInfo, who: Expression, around: Traced) -> Traced:
    """What the names in a move stand for: its secret cards, and what lets say of them."""
    secret = secret_params(flow.program, move)
    traced = dict(around)
    for param in move.params:
        follow = param.name in secret and is_card(flow.program, param)
        origin = Origin(flow.trace(label, move, param), who, counted(param))
        traced[param.name] = frozenset({origin} if follow else ())
    for part in move.parts:
        if isinstance(part, p.Let):
            traced[part.name] = carried(part.value, traced)
    return traced


def counted(param: p.ParamInfo) -> bool:
    """Whether all know how many cards are chosen."""
    match param.domain:
        case Choices(Const(low), Const(high)):
            return low == high
        case Choices():
            return False
        case _:
            return True


def inside_loop(step: p.For, traced: Traced) -> Traced:
    """What names stand for in a loop. Each card goes the same way unless some are left out, or it is left early."""
    inner, origins = inside_branch(traced), carried(step.domain, traced)
    alike = not isinstance(step.domain, Range | Choices) and isinstance(plain(step.domain.type), SetOf)
    each = alike and step.where is None and not any(isinstance(one, p.Jump) for one in own_steps(step.body))
    inner[step.name] = frozenset(o if o.counted else evolve(o, each=True) for o in origins if o.counted or each)
    return inner


def inside_branch(traced: Traced) -> Traced:
    """What names stand for in steps that are not done for each of the cards."""
    return {name: frozenset(o for o in origins if not o.each) for name, origins in traced.items()}


def carried(term: Range | Choices | Term, traced: Traced) -> frozenset[Origin]:
    """The choices that all cards of a term come from; nothing if there may be others among them."""
    match term:
        case Local(name):
            return traced.get(name, frozenset())
        case Op("meet", (one, other)):
            return part(carried(one, traced) or carried(other, traced))
        case Op(name, args) if name in WHOLE:
            return carried(args[0], traced)
        case Op("minus" | "bag minus", (one, *_)):
            return part(carried(one, traced))
        case Op(name, args) if name in BOTH:
            left, right = (carried(argument, traced) for argument in args[-2:])
            return left | right if left and right else frozenset()
        case Fold(word, name, _, domain, of=of) if word in CHOOSING and (of is None or of == Local(name, type=of.type)):
            return part(carried(domain, traced))
        case Choices(of=of) | Item(of=of):
            return part(carried(of, traced))
        case _:
            return frozenset()


def part(origins: frozenset[Origin]) -> frozenset[Origin]:
    """The choices of which a part of the cards says something."""
    return frozenset(origin for origin in origins if origin.counted)


def traces(flow: Flow, step: p.Assign, context: Context) -> list[m.Code]:
    """What is noted before a zone changes: which chosen cards leave or enter it, for those who see it."""
    here = Load(step.field, step.at, type=step.value.type)
    match step.value:
        case Op("minus", (held, cards)) if held == here:
            gone = op("meet", held, cards, type=held.type)
            return noted(flow, step, carried(cards, context.traced), gone, YES, context)
        case Op("bag minus", (held, cards, _, _)) if held == here:
            return noted(flow, step, carried(cards, context.traced), cards, YES, context)
        case Op("union" | "+", (held, cards)) if held == here:
            return noted(flow, step, carried(cards, context.traced), cards, NO, context)
        case _:
            return []


def noted(
    flow: Flow, step: p.Assign, origins: frozenset[Origin], cards: Term, leave: Expression, context: Context
) -> list[m.Code]:
    if flow.program.fields[step.field].sort != "zone" or not origins:
        return []
    builder, env = flow.builder, context.env
    audience = flow.audience_function(step.field)
    owner = builder.term(step.at[0], env) if step.at else ZERO
    to = None if audience is None else Call(audience, (owner,), type=SetOf(builder.player))
    moved = builder.term(cards, env)
    ordered = sorted(origins, key=lambda origin: origin.trace)
    return [m.Emit(m.TRACE, (const(o.trace, NUMBER), o.who, leave, moved), to) for o in ordered]
