"""Steps around a stop: the flow is cut into automatic, decision and chance states.

Code without a stop stays structured inside one automatic state. Around a stop the code is cut: what a name stands for
behind it is kept in a slot of the record, and slots are cleared when their part of the flow is left, so that equal
positions are equal records. Procedures are written out where they are called.
"""

from __future__ import annotations

from astro_referee.grammar.source import Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import ONE, ZERO, Env
from astro_referee.interpreter.lower.flow import chances, decisions, loops, straight_line, tracing
from astro_referee.interpreter.lower.flow.states import Context, Flow, Target, Traced
from astro_referee.interpreter.machine.expressions import Const, Expression, Load
from astro_referee.interpreter.machine.folding import arithmetic, number, op
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.program.program import Step
from astro_referee.interpreter.program.secrets import hides
from astro_referee.interpreter.values.types import BOOL, Int, ListOf, RowOf, SetOf


def block(flow: Flow, body: tuple[Step, ...], context: Context) -> None:
    """Steps in order; a name needed behind a stop moves into a slot."""
    mine: list[str] = []
    here, around = context.inside(env=dict(context.env), traced=dict(context.traced)), flow.at
    for index, step in enumerate(body):
        if flow.code is None:
            break
        flow.at = step.span
        if isinstance(step, p.Let) and any(map(flow.splits, body[index + 1 :])):
            name = flow.slot(step.name, step.value.type, here)
            mine.append(name)
            here = here.inside(scopes=(*context.scopes, tuple(mine)))
            flow.emit(m.Store(name, (), flow.builder.term(step.value, here.env)))
            here.env[step.name] = Load(name, type=step.value.type)
            here.traced[step.name] = tracing.carried(step.value, here.traced)
        elif flow.splits(step):
            cut(flow, step, here)
        else:
            flow.emit(*straight_line.line(flow, step, here))
            if isinstance(step, p.Jump | p.Win | p.Rank):
                flow.code = None
    flow.at = around
    flow.emit(*flow.clear(tuple(mine)))


def cut(flow: Flow, step: Step, context: Context) -> None:
    flow.builder.grow(1, step.span)
    match step:
        case p.If(condition, then, otherwise):
            yes, no = flow.builder.mark(m.Goal.REACHED, step.at), flow.builder.mark(m.Goal.SKIPPED, step.at)
            branch(flow, condition, then, otherwise, context, yes, no)
        case p.For():
            loops.loop(flow, step, context)
        case p.Do(name, args):
            call(flow, name, args, context, step.span)
        case p.Phase():
            phase(flow, step, context)
        case p.Turns():
            turns(flow, step, context)
        case p.Ask():
            watch(flow, context)
            decisions.ask(flow, step, context)
        case p.Deal():
            watch(flow, context)
            chances.deal(flow, step, context)
        case p.Roll():
            watch(flow, context)
            chances.roll(flow, step, context)
        case p.RandomFrom():
            watch(flow, context)
            chances.random(flow, step, context)
        case _:
            raise AssertionError(step)


def branch(
    flow: Flow,
    condition: pt.Term,
    then: tuple[Step, ...],
    otherwise: tuple[Step, ...],
    context: Context,
    done: tuple[m.Code, ...],
    left: tuple[m.Code, ...],
) -> None:
    """A branch with a stop inside; `done` and `left` mark which way it went.

    What options have settled is left out, so that the machine has only the decisions that can come up.
    """
    test = flow.builder.term(condition, context.env)
    if isinstance(test, Const):
        flow.emit(*(done if test.value else left))
        block(flow, then if test.value else otherwise, context)
        if flow.code is None:
            flow.begin(flow.label(), context)
        return
    yes, no, after = flow.label(), flow.label(), flow.label()
    flow.emit(m.Branch(test, (m.Goto(yes),), (m.Goto(no),)))
    flow.code = None
    for label, body, marks in ((yes, then, done), (no, otherwise, left)):
        flow.begin(label, context)
        flow.emit(*marks)
        block(flow, body, context.inside(traced=tracing.inside_branch(context.traced)))
        flow.goto(after)
    flow.begin(after, context)


def watch(flow: Flow, context: Context) -> None:
    """`as soon as` is looked at whenever the machine is about to stop, that of the innermost phase first."""
    for condition, body, env, marks in reversed(context.watches):
        inner = context.inside(env={**env, **context.env}, watches=(), traced={})
        if any(map(flow.splits, body)):
            branch(flow, condition, body, (), inner, marks, ())
        else:
            test = flow.builder.term(condition, inner.env)
            flow.emit(m.Branch(test, (*marks, *straight_line.lines(flow, body, inner))))


def phase(flow: Flow, step: p.Phase, context: Context) -> None:
    again, body, finish, after = flow.label(), flow.label(), flow.label(), flow.label()
    depth = len(context.scopes)
    targets = {
        **context.targets,
        ("leave", step.name): Target(finish, depth),
        ("repeat", step.name): Target(body, depth),
    }
    outer = context.inside(path=(*context.path, step.name), at=step.heading)
    here = outer.inside(targets=targets)
    watches = tuple(
        (condition, lines, dict(here.env), flow.builder.mark(m.Goal.REACHED, step.span, number))
        for number, (condition, lines) in enumerate(step.watches, 1)
    )
    watched = here.inside(watches=(*here.watches, *watches))
    flow.emit(*flow.builder.mark(m.Goal.REACHED, step.span))
    block(flow, step.begin, watched)
    flow.goto(again)
    flow.begin(again, here)
    if step.until is not None:
        flow.emit(m.Branch(flow.builder.term(step.until, here.env), (m.Goto(finish),)))
    flow.goto(body)
    flow.begin(body, here)
    block(flow, step.body, watched)
    flow.goto(again if step.until is not None else finish)
    flow.begin(finish, outer)
    block(flow, step.finish, outer)
    flow.goto(after)
    flow.begin(after, context)


def turns(flow: Flow, step: p.Turns, context: Context) -> None:
    player = flow.builder.player
    seat = flow.slot("turn", player, context)
    mine = [seat]
    left = ""
    if step.order is not None:
        turns_in_order(flow, step, step.order, seat, context)
        return
    if step.once:
        left = flow.slot("seats_left", Int(0, player.size), context)
        mine.append(left)
    check, body, following, after = flow.label(), flow.label(), flow.label(), flow.label()
    me = Load(seat, type=player)
    env: Env = {**context.env, "me": me}
    if step.name is not None:
        env[step.name] = me
    depth = len(context.scopes) + 1
    targets = {**context.targets, ("leave", "turn"): Target(following, depth), ("repeat", "turn"): Target(body, depth)}
    around = context.around if step.where is not None and hides(flow.program, [step.where]) else (*context.around, me)
    here = context.inside(env=env, targets=targets, scopes=(*context.scopes, tuple(mine)), around=around)
    flow.emit(m.Store(seat, (), flow.builder.term(step.start, context.env)))
    if step.once:
        flow.emit(m.Store(left, (), number(player.size)))
    flow.goto(check)
    flow.begin(check, context)
    if step.once:
        flow.emit(m.Branch(op("is", Load(left, type=Int(0, player.size)), ZERO, type=BOOL), (m.Goto(after),)))
    if step.until is not None:
        flow.emit(m.Branch(flow.builder.term(step.until, here.env), (m.Goto(after),)))
    playing = still_in(flow, me)
    if playing is not None:
        flow.emit(m.Branch(op("not", playing, type=BOOL), (m.Goto(following),)))
    if step.where is not None:
        flow.emit(m.Branch(op("not", flow.builder.term(step.where, here.env), type=BOOL), (m.Goto(following),)))
    flow.goto(body)
    flow.begin(body, context)
    block(flow, step.body, here)
    flow.goto(following)
    flow.begin(following, context)
    one = number(1 if step.clockwise else -1)
    forward = op("mod", arithmetic("+", me, one), number(player.size), type=player)
    flow.emit(m.Store(seat, (), forward))
    if step.once:
        flow.emit(
            m.Store(left, (), arithmetic("max", ZERO, arithmetic("-", Load(left, type=Int(0, player.size)), ONE)))
        )
    flow.goto(check)
    flow.begin(after, context)
    flow.emit(*flow.clear(tuple(mine)))


def turns_in_order(flow: Flow, step: p.Turns, order: pt.Term, seat: str, context: Context) -> None:
    """Turns of players in a list, each once; those who are out by then are passed over."""
    player = flow.builder.player
    assert isinstance(order.type, ListOf)
    rest = loops.row_left(flow, flow.builder.term(order, context.env), RowOf(player, order.type.size), context)
    mine = (seat, *rest.slots)
    me = Load(seat, type=player)
    env: Env = {**context.env, "me": me, **({step.name: me} if step.name is not None else {})}
    check, body, after = flow.label(), flow.label(), flow.label()
    depth = len(context.scopes) + 1
    targets = {**context.targets, ("leave", "turn"): Target(check, depth), ("repeat", "turn"): Target(body, depth)}
    around = context.around if hides(flow.program, [order]) else (*context.around, me)
    here = context.inside(env=env, targets=targets, scopes=(*context.scopes, mine), around=around)
    flow.emit(*rest.prepare)
    flow.goto(check)
    flow.begin(check, context)
    flow.emit(m.Branch(op("not", rest.more, type=BOOL), (m.Goto(after),)))
    flow.emit(*rest.take(seat))
    if step.until is not None:
        flow.emit(m.Branch(flow.builder.term(step.until, here.env), (m.Goto(after),)))
    playing = still_in(flow, me)
    if playing is not None:
        flow.emit(m.Branch(op("not", playing, type=BOOL), (m.Goto(check),)))
    flow.goto(body)
    flow.begin(body, context)
    block(flow, step.body, here)
    flow.goto(check)
    flow.begin(after, context)
    flow.emit(*flow.clear(mine))


def call(flow: Flow, name: str, args: tuple[pt.Term, ...], context: Context, at: Span) -> None:
    """A procedure that stops inside, written out here; its parameters live in slots."""
    info = flow.program.procedures[name]
    flow.builder.grow(1, at)
    after = flow.label()
    env: Env = {"me": context.env["me"]} if "me" in context.env else {}
    traced: Traced = {}
    mine: list[str] = []
    within = context.inside(path=(*context.path, name), at=info.heading)
    for (param, type), argument in zip(info.params, args, strict=True):
        slot = flow.slot(param, type, within)
        mine.append(slot)
        flow.emit(m.Store(slot, (), flow.builder.term(argument, context.env)))
        env[param] = Load(slot, type=type)
        traced[param] = tracing.carried(argument, context.traced)
    targets = {**context.targets, ("leave", name): Target(after, len(context.scopes) + 1)}
    scopes = (*context.scopes, tuple(mine))
    inner = within.inside(env=env, targets=targets, scopes=scopes, traced=traced)
    block(flow, info.body, inner)
    flow.goto(after)
    flow.begin(after, context)
    flow.emit(*flow.clear(tuple(mine)))


def still_in(flow: Flow, who: Expression) -> Expression | None:
    if "players" not in flow.program.fields:
        return None
    return op("has", Load("players", type=SetOf(flow.builder.player)), who, type=BOOL)
