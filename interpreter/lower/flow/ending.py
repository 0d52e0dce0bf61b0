"""The end of a game: winners, draws, places by rank."""

from __future__ import annotations

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import NO, ONE, YES, ZERO, Env, bind, free_locals
from astro_referee.interpreter.lower.flow import straight_line
from astro_referee.interpreter.lower.flow.states import END, Context, Flow
from astro_referee.interpreter.machine.expressions import Call, Expression, FunctionRef, Local, walk
from astro_referee.interpreter.machine.folding import arithmetic, const, number, op
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.values.types import BOOL, Int, SetOf


def finish(flow: Flow, ending: int, context: Context, because: p.Text | None) -> list[m.Code]:
    made: list[m.Code] = [m.Store(m.ENDING, (), number(ending))]
    if because is not None:
        made.append(evolve(straight_line.spoken(flow, because, None, context.env), to=number(m.LAST_WORDS)))
    gone = tuple(name for scope in context.scopes for name in scope)
    return [*made, *flow.clear(gone), m.Goto(END)]


def win(flow: Flow, step: p.Win, context: Context) -> list[m.Code]:
    players, player = step.players, flow.builder.player
    seat = Local(".seat", type=player)
    if players is None:
        place: Expression = ONE
        made: list[m.Code] = []
    else:
        made = [m.Set(".winners", flow.builder.term(players, context.env))]
        lucky = op("has", Local(".winners", type=SetOf(player)), seat, type=BOOL)
        place = op("if", lucky, ONE, number(2), type=Int(1, 2))
    everybody = const((1 << player.size) - 1, SetOf(player))
    body: tuple[m.Code, ...] = (m.Store(m.PLACE, (seat,), place),)
    if step.score is not None:
        made.append(m.Set(".reached", flow.builder.term(step.score, context.env)))
        body += (m.Store(m.SCORE, (seat,), Local(".reached", type=step.score.type)),)
        add_standing(flow, pt.SortKey(True, step.score), ".seat", context.env, common=True)
    made.append(m.Loop(".seat", player, everybody, body))
    how = 2 if players is None else 1 if step.score is None else m.COMMON
    return made + finish(flow, how, context, step.because)


def rank(flow: Flow, step: p.Rank, context: Context) -> list[m.Code]:
    """Places by keys: one more than the number of players who are strictly better."""
    builder, player = flow.builder, flow.builder.player
    seats = SetOf(player)
    local, env = bind(context.env, step.name, player)
    group = builder.term(step.domain, context.env)
    if step.where is not None:
        group = builder.term(pt.Fold("all", step.name, player, step.domain, step.where, type=seats), context.env)
    ahead_of = better(flow, step, context)
    one, other = Local(local, type=player), Local(".rival", type=player)
    everybody = const((1 << player.size) - 1, seats)
    ranked = Local(".ranked", type=seats)
    extra = tuple(Local(n, type=t) for n, t in free_locals(context.env))
    rivals = ranked if step.heads is None else op("meet", ranked, const(step.heads, seats), type=seats)
    ahead = op("has", rivals, other, type=BOOL)
    beaten = op("and", ahead, Call(ahead_of, (other, one, *extra), type=BOOL), type=BOOL)
    inside = op("has", ranked, one, type=BOOL)
    places = Int(1, player.size + 1)
    place = Local(".place", type=places)
    scored = isinstance(step.keys[0].of.type, Int)
    if scored:
        add_standing(flow, step.keys[0], local, env)
    body: tuple[m.Code, ...] = (
        m.Set(".place", ONE),
        m.Loop(".rival", player, everybody, (m.Branch(beaten, (m.Set(".place", op("+", place, ONE, type=places)),)),)),
        m.Store(m.PLACE, (one,), place),
    )
    if scored:
        body += (m.Store(m.SCORE, (one,), builder.term(step.keys[0].of, env)),)
    behind = arithmetic("+", op("size", rivals, type=Int(0, player.size)), ONE)
    if step.shared:  # whoever is left out has not won, even if nobody is ranked
        behind = arithmetic("max", behind, number(2))
    last = (m.Store(m.PLACE, (one,), behind),)
    made: list[m.Code] = [m.Set(".ranked", group), m.Loop(local, player, everybody, (m.Branch(inside, body, last),))]
    shared, alone = (m.SHARED, m.SCORED) if scored else (1, m.RANKED)
    return made + finish(flow, shared if step.shared else alone, context, step.because)


def add_standing(flow: Flow, key: pt.SortKey, local: str, env: Env, common: bool = False) -> None:
    """Keeps the score as a question that can be asked at any time, unless it needs names that are known only here."""
    if flow.standing is not None:
        return
    score = flow.builder.term(key.of, env)
    if {part.name for part in walk(score) if isinstance(part, Local)} <= {local}:
        more = score if key.highest else arithmetic("-", ZERO, score)
        flow.absolute = common
        flow.standing = flow.builder.add(("standing",), ((local, flow.builder.player),), (m.Return(more),))


def better(flow: Flow, step: p.Rank, context: Context) -> FunctionRef:
    player = flow.builder.player
    free = free_locals(context.env)
    body: list[m.Code] = []
    for place, key in enumerate(step.keys):
        values: list[Local] = []
        for side in ("a", "b"):
            env = {**context.env, step.name: Local(f".{side}_seat", type=player)}
            name = f".{side}{place}"
            body.append(m.Set(name, flow.builder.term(key.of, env)))
            values.append(Local(name, type=key.of.type))
        a, b = values if key.highest else reversed(values)
        body.append(m.Branch(op("<", b, a, type=BOOL), (m.Return(YES),)))
        body.append(m.Branch(op("<", a, b, type=BOOL), (m.Return(NO),)))
    body.append(m.Return(NO))
    params = ((".a_seat", player), (".b_seat", player), *free)
    return flow.builder.add(("better",), params, tuple(body))
