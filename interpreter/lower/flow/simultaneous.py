"""Secret choices: each is packed into one number, and all are carried out in the order of the seats."""

from __future__ import annotations

from math import prod

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import ONE, ZERO
from astro_referee.interpreter.lower.flow import straight_line, tracing
from astro_referee.interpreter.lower.flow.site import Site, let_code
from astro_referee.interpreter.machine import bounds
from astro_referee.interpreter.machine.expressions import Expression, Load, Local
from astro_referee.interpreter.machine.folding import const, number, op
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.values.types import BOOL, BagOf, Bool, Int, Member, SetOf, Type, low, plain, size


def packed(site: Site, move: p.MoveInfo, which: int) -> Expression:
    """A choice as one number: 0 is no choice yet."""
    total: Expression = ZERO
    for param in reversed(move.params):
        chosen: Expression = Local(param.name, type=param.type)
        if isinstance(param.type, SetOf | BagOf):
            chosen = op("encode", chosen, type=Int(0, value_count(site, param.type) - 1))
        else:
            chosen = exact("-", chosen, number(low_of(param.type)))
        total = exact("+", exact("*", total, number(value_count(site, param.type))), chosen)
    return exact("+", exact("*", total, number(len(site.step.moves))), number(which + 1))


def choice_type(site: Site) -> Int:
    """What the choices of a decision are packed into."""
    moves = [site.flow.program.moves[key] for key in site.step.moves]
    return Int(0, len(moves) * max(prod(value_count(site, param.type) for param in move.params) for move in moves))


def exact(name: str, a: Expression, b: Expression) -> Expression:
    """Arithmetic on codes, which may be larger than any number of the rules."""
    first, second = bounds.of(a.type), bounds.of(b.type)
    assert first is not None and second is not None
    return op(name, a, b, type=Int(*bounds.ARITHMETIC[name](first, second)))


def value_count(site: Site, type: Type) -> int:
    match plain(type):
        case SetOf(of):
            return 1 << size(of)
        case BagOf(of, bits):
            return 1 << bits * size(of)
        case Bool() | Int() | Member():
            base = plain(type)
            assert isinstance(base, Bool | Int | Member)
            return size(base)
        case _:
            raise m.MachineProblem("unsupported", "this cannot be chosen in secret", site.step.span)


def low_of(type: Type) -> int:
    base = plain(type)
    return low(base) if isinstance(base, Bool | Int | Member) else 0


def chosen(site: Site) -> tuple[m.Code, ...]:
    """One player fewer is asked; the last one sets everything going."""
    seats = SetOf(site.player)
    left = op("minus", Load(site.asked, type=seats), op("bit", Local("me", type=site.player), type=seats), type=seats)
    nobody = op("is", Load(site.asked, type=seats), const(0, seats), type=BOOL)
    return (m.Store(site.asked, (), left), m.Branch(nobody, (m.Goto(site.resolve),)), m.Goto(site.label))


def resolved(site: Site) -> list[m.Code]:
    """The effects of all choices, in the order of the seats."""
    flow, player = site.flow, site.player
    moves = [flow.program.moves[key] for key in site.step.moves]
    me = Local("me", type=player)
    codes = choice_type(site)
    choice, packed_up = Load(site.choice, (me,), type=codes), Local(".choice", type=codes)
    count = number(len(moves))
    which = Local(".which", type=Int(0, len(moves) - 1))
    begun: tuple[m.Code, ...] = (
        m.Set(".choice", exact("-", choice, ONE)),
        m.Store(site.choice, (me,), ZERO),
        m.Set(".which", exact("mod", packed_up, count)),
    )
    branches: tuple[m.Code, ...] = ()
    for place, move in reversed(list(enumerate(moves))):
        env = site.env()
        code: list[m.Code] = []
        rest = exact("/", packed_up, count)
        for param in move.params:
            values = number(value_count(site, param.type))
            found = exact("mod", rest, values)
            if isinstance(param.type, SetOf | BagOf):
                found = op("decode", found, type=param.type)
            else:
                found = exact("+", found, number(low_of(param.type)))
            code.append(m.Set(param.name, found))
            rest = exact("/", rest, values)
            env[param.name] = Local(param.name, type=param.type)
        lets, full = let_code(site, move, env)
        traced = tracing.chosen(flow, site.label, move, me, site.context.traced)
        code += [*lets, *straight_line.lines(flow, move.then, site.context.inside(env=full, traced=traced))]
        branches = (m.Branch(op("is", which, number(place), type=BOOL), tuple(code), branches),)
    made = op("<", ZERO, choice, type=BOOL)
    everybody = const((1 << player.size) - 1, SetOf(player))
    return [m.Loop("me", player, everybody, (m.Branch(made, (*begun, *branches)),))]
