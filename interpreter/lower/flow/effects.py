"""Effects: what a move does, for real or tried out on a copy."""

from __future__ import annotations

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import Env
from astro_referee.interpreter.lower.flow import simultaneous, steps, straight_line, tracing
from astro_referee.interpreter.lower.flow.site import Params, Site, with_needed
from astro_referee.interpreter.lower.flow.states import END, Context, Flow, Target
from astro_referee.interpreter.machine.expressions import Expression, FunctionRef, Load, Local
from astro_referee.interpreter.machine.functions import Purpose
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.program.free_names import names_in, narrowest


def effect(
    site: Site,
    move: p.MoveInfo,
    number: int,
    params: Params,
    full: Env,
    lets: tuple[m.Set, ...],
    stem: Purpose,
) -> FunctionRef:
    """The function that carries out a move and says where to go on."""
    flow, builder = site.flow, site.flow.builder
    made = builder.mark(m.Goal.MADE, move.span)
    if site.step.manner == "together":
        body: tuple[m.Code, ...] = (
            *made,
            m.Store(site.choice, (Local("me", type=site.player),), simultaneous.packed(site, move, number)),
            *simultaneous.chosen(site),
        )
        return builder.add(stem, params, body)
    spoken = names_in(move.then)
    direct = tuple(let for let in lets if let.name in spoken)
    needed = with_needed(lets, {let.name for let in direct})
    reset = flow.clear((site.asked,)) if site.asked else []
    if not any(map(flow.splits, move.then)):
        traced = tracing.chosen(flow, site.label, move, Local("me", type=site.player), site.context.traced)
        lines = straight_line.lines(flow, move.then, site.context.inside(env=full, traced=traced))
        return builder.add(stem, params, (*made, *needed, *reset, *lines, m.Goto(site.after)), move.key)
    kept = [(name, type) for name, type in params[1:]] + [(let.name, let.value.type) for let in needed]
    context = site.context.inside(path=(*site.context.path, move.name), at=move.heading)
    slots: list[str] = []
    stores: list[m.Code] = []
    env: Env = {**site.context.env, "me": Load(site.actor, type=site.player)}
    for name, whole in kept:
        type = narrowest(name, whole, move.then)
        slot = flow.slot(name, type, context)
        slots.append(slot)
        stores.append(m.Store(slot, (), Local(name, type=type)))
        env[name] = Load(slot, type=type)
    if site.asked:
        stores.append(m.Store(site.actor, (), Local("me", type=site.player)))
    label = flow.label()
    apply = builder.add(stem, params, (*made, *needed, *reset, *stores, m.Goto(label)), move.key)
    flow.begin(label, context)
    traced = tracing.chosen(flow, site.label, move, env["me"], site.context.traced)
    around = (*context.around, env["me"])
    inner = context.inside(env=env, scopes=(*context.scopes, tuple(slots)), around=around, traced=traced)
    steps.block(flow, move.then, inner)
    flow.emit(*flow.clear(tuple(slots)))
    flow.goto(site.after)
    return apply


class AnyTarget(dict[tuple[str, str], Target]):
    """Targets for code that is only tried out: wherever it would go on, it ends."""

    def get(self, key: object, default: object = None) -> Target:
        del key, default
        return Target(END, 0)


def effect_then(site: Site, move: p.MoveInfo, env: Env, of: pt.Term) -> tuple[m.Code, ...]:
    """`after this`: the effect on a copy, then the question, wherever the effect ends."""
    flow = site.flow
    if any(map(flow.splits, move.then)):
        raise m.MachineProblem("unsupported", "`after this` cannot look behind an effect that asks or rolls", of.span)
    value = flow.builder.term(of, env)
    lines = straight_line.lines(flow, move.then, site.context.inside(env=dict(env), targets=AnyTarget(), scopes=()))
    return (*ending_with(tuple(lines), value), m.Return(value))


def procedure_then(
    flow: Flow, context: Context, name: str, args: tuple[pt.Term, ...], env: Env, of: pt.Term
) -> tuple[m.Code, ...]:
    """`after do …`: a procedure on a copy, then the question."""
    body = flow.program.procedures[name].body
    if any(map(flow.splits, body)):
        raise m.MachineProblem("unsupported", "`after do` cannot look behind a procedure that asks or rolls", of.span)
    value = flow.builder.term(of, env)
    lines = straight_line.written_out(
        flow, name, args, context.inside(env=dict(env), targets=AnyTarget(), scopes=()), of.span
    )
    return (*ending_with(tuple(lines), value), m.Return(value))


def ending_with(code: tuple[m.Code, ...], value: Expression) -> tuple[m.Code, ...]:
    """Code that answers a question where it would go on to another state."""
    made: list[m.Code] = []
    for line in code:
        match line:
            case m.Goto():
                made.append(m.Return(value))
            case m.Branch(condition, then, otherwise):
                made.append(m.Branch(condition, ending_with(then, value), ending_with(otherwise, value)))
            case m.Loop():
                made.append(m.Loop(line.name, line.type, line.domain, ending_with(line.body, value)))
            case m.Emit():
                pass
            case _:
                made.append(line)
    return tuple(made)
