"""Secret choices: each is packed into one number, and all are carried out in the order of the seats."""

from __future__ import annotations

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.terms import NUMBER, ONE, ZERO
from astro_referee.interpreter.lower.flow import straight_line, tracing
from astro_referee.interpreter.lower.flow.site import Site, let_code
from astro_referee.interpreter.machine.expressions import Expression, Load, Local
from astro_referee.interpreter.machine.folding import const, op
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.values.types import BOOL, BagOf, Bool, Int, Member, SetOf, Type, low, plain, size


def packed(site: Site, move: p.MoveInfo, number: int) -> Expression:
    """A choice as one number: 0 is no choice yet."""
    total: Expression = ZERO
    for param in reversed(move.params):
        values = value_count(site, param.type)
        shifted = op("-", Local(param.name, type=param.type), const(low_of(param.type), NUMBER), type=NUMBER)
        total = op("+", op("*", total, const(values, NUMBER), type=NUMBER), shifted, type=NUMBER)
    count = const(len(site.step.moves), NUMBER)
    total = op("+", op("*", total, count, type=NUMBER), const(number + 1, NUMBER), type=NUMBER)
    return total


def value_count(site: Site, type: Type) -> int:
    match plain(type):
        case SetOf(of):
            return 1 << size(of)
        case BagOf(of, bits):
            return 1 << bits * of.size
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
    rest, which = Local(".rest", type=NUMBER), Local(".which", type=NUMBER)
    count = const(len(moves), NUMBER)
    begun: tuple[m.Code, ...] = (
        m.Set(".rest", op("-", Load(site.choice, (me,), type=NUMBER), ONE, type=NUMBER)),
        m.Store(site.choice, (me,), ZERO),
        m.Set(".which", op("mod", rest, count, type=NUMBER)),
        m.Set(".rest", op("/", rest, count, type=NUMBER)),
    )
    branches: tuple[m.Code, ...] = ()
    for number, move in reversed(list(enumerate(moves))):
        env = site.env()
        code: list[m.Code] = []
        for param in move.params:
            values = const(value_count(site, param.type), NUMBER)
            found = op("+", op("mod", rest, values, type=NUMBER), const(low_of(param.type), NUMBER), type=param.type)
            code += [m.Set(param.name, found), m.Set(".rest", op("/", rest, values, type=NUMBER))]
            env[param.name] = Local(param.name, type=param.type)
        lets, full = let_code(site, move, env)
        traced = tracing.chosen(flow, site.label, move, me, site.context.traced)
        code += [*lets, *straight_line.lines(flow, move.then, site.context.inside(env=full, traced=traced))]
        branches = (m.Branch(op("is", which, const(number, NUMBER), type=BOOL), tuple(code), branches),)
    made = op("<", ZERO, Load(site.choice, (me,), type=NUMBER), type=BOOL)
    everybody = const((1 << player.size) - 1, SetOf(player))
    return [m.Loop("me", player, everybody, (m.Branch(made, (*begun, *branches)),))]
