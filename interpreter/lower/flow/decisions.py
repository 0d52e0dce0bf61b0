"""Decisions: the flow is cut where players are asked, one by one, all together, or whoever acts first."""

from __future__ import annotations

from functools import partial

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import NO, Env
from astro_referee.interpreter.lower.flow import effects, moves, simultaneous, steps
from astro_referee.interpreter.lower.flow.site import Params, Site
from astro_referee.interpreter.lower.flow.states import Context, Flow
from astro_referee.interpreter.machine.expressions import Expression, Load, Local, Op
from astro_referee.interpreter.machine.folding import const, op
from astro_referee.interpreter.machine.functions import Purpose
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.program.secrets import moves_hide
from astro_referee.interpreter.values.types import BOOL, SetOf, TupleOf


def ask(flow: Flow, step: p.Ask, context: Context) -> None:
    """Cuts the flow at a decision and goes on behind it."""
    if step.manner == "one":
        ask_one(flow, step, context)
    else:
        ask_many(flow, step, context)


def ask_one(flow: Flow, step: p.Ask, context: Context) -> None:
    builder, player = flow.builder, flow.builder.player
    who = builder.term(step.players, context.env)
    mine: tuple[str, ...] = ()
    if isinstance(who, Load) and not who.at and any(s.name == who.field for s in flow.slots):
        actor = who.field
    else:
        actor = flow.slot("asked", player, context)
        mine = (actor,)
        flow.emit(m.Store(actor, (), who))
    here = context.inside(scopes=(*context.scopes, mine))
    label, after, stuck = flow.label(), flow.label(), flow.label()
    flow.goto(label)
    site = Site(flow, step, here, label, actor, after)
    decide(site, stuck)
    flow.begin(stuck, context)
    if step.otherwise is None:
        flow.emit(
            builder.fault("stuck", "there is no legal move here, and no `otherwise` says what happens then", step.span)
        )
        flow.code = None
    else:
        env = {**here.env, "me": Load(actor, type=player)}
        flow.emit(*builder.mark(m.Goal.REACHED, step.otherwise_at))
        steps.block(flow, step.otherwise, here.inside(env=env))
        flow.goto(after)
    flow.begin(after, context)
    flow.emit(*flow.clear(mine))


def ask_many(flow: Flow, step: p.Ask, context: Context) -> None:
    """All together in secret, or whoever acts first: the set of those still asked is kept in the record."""
    builder, player = flow.builder, flow.builder.player
    seats = SetOf(player)
    asked = flow.slot("asked", seats, context)
    actor = flow.slot("actor", player, context)
    mine = (asked, actor)
    here = context.inside(scopes=(*context.scopes, mine))
    label, after, stuck, resolve = flow.label(), flow.label(), flow.label(), flow.label()
    flow.emit(m.Store(asked, (), builder.term(step.players, context.env)))
    seat, mask = Local(".seat", type=player), Load(asked, type=seats)
    can: Expression = NO
    for key in step.moves:
        inner: Env = {**here.env, "me": seat}
        can = op("or", can, builder.can_move(key, seat, inner, pt.Const(0, type=BOOL, span=step.span)), type=BOOL)
    without = m.Store(asked, (), op("minus", mask, op("bit", seat, type=seats), type=seats))
    hidden = any(moves_hide(flow.program, flow.program.moves[key]) for key in step.moves)
    unable = op("and", op("has", mask, seat, type=BOOL), op("not", can, type=BOOL), type=BOOL)
    everybody = const((1 << player.size) - 1, seats)
    if step.manner == "together" or not hidden:  # who may only let it pass must be asked all the same if that is secret
        flow.emit(m.Loop(".seat", player, everybody, (m.Branch(unable, (without,)),)))
    nobody = op("is", mask, const(0, seats), type=BOOL)
    flow.emit(m.Branch(nobody, (m.Goto(stuck),)))
    flow.goto(label)
    site = Site(flow, step, here, label, actor, after, asked, "", resolve, stuck)
    if step.manner == "together":
        site.choice = flow.slot("choice", simultaneous.choice_type(site), context, "choice", (player,))
    decide(site, stuck)
    if step.manner == "together":
        flow.begin(resolve, context)
        flow.emit(*simultaneous.resolved(site))
        flow.goto(after)
    flow.begin(stuck, context)
    flow.emit(*builder.mark(m.Goal.REACHED, step.otherwise_at))
    steps.block(flow, step.otherwise or (), here)
    flow.goto(after)
    flow.begin(after, context)
    flow.emit(*flow.clear(mine))


def decide(site: Site, stuck: int) -> None:
    flow, step = site.flow, site.step
    infos = [flow.program.moves[key] for key in step.moves]
    slots: list[m.MoveSlot] = []
    options: list[m.Code] = []
    stem = site.context.path or ("game",)
    for number, move in enumerate(infos):
        builder = flow.builder
        with builder.after_effect(partial(effects.effect_then, site, move)):
            slot, code = moves.read_move(site, move, number, stem)
        slots.append(slot)
        options += code
    if step.manner == "any":
        slots.append(let_it_pass(site, stem))
        options.append(m.Offer(len(infos), ()))
    name = flow.builder.add((*stem, "moves"), (("me", site.player),), tuple(options), ".".join(site.context.path))
    path = ".".join(site.context.path)
    actor = site.actor if step.manner == "one" else site.asked
    flow.decisions.append(m.Decision(site.label, path, step.manner, actor, tuple(slots), name, stuck, span=step.span))


def let_it_pass(site: Site, stem: Purpose) -> m.MoveSlot:
    """What every player asked by `ask any` may do: nothing."""
    builder, seats = site.flow.builder, SetOf(site.player)
    me = Local("me", type=site.player)
    left = op("minus", Load(site.asked, type=seats), op("bit", me, type=seats), type=seats)
    nobody = op("is", Load(site.asked, type=seats), const(0, seats), type=BOOL)
    body = (m.Store(site.asked, (), left), m.Branch(nobody, (m.Goto(site.stuck),)), m.Goto(site.label))
    params: Params = (("me", site.player),)
    nothing = builder.add((*stem, "let it pass", "notation"), params, (m.Return(Op("list", (), type=TupleOf(()))),))
    apply = builder.add((*stem, "let it pass"), params, body)
    listed = builder.add((*stem, "let it pass", "candidates"), params, ())
    text = m.TextTemplate(("let it pass",))
    return m.MoveSlot(
        "let_it_pass",
        (),
        (),
        text,
        ("let it pass",),
        nothing,
        None,
        None,
        apply,
        listed,
        False,
        True,
        span=site.step.span,
    )
