"""Steps without a stop, as structured code inside one state or one effect."""

from __future__ import annotations

from astro_referee.grammar.source import Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.expressions.environment import Env, bind
from astro_referee.interpreter.lower.flow import ending, ordering, tracing
from astro_referee.interpreter.lower.flow.states import Context, Flow, Traced
from astro_referee.interpreter.lower.places import located
from astro_referee.interpreter.machine.expressions import Const, Load
from astro_referee.interpreter.machine.folding import op
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.program.program import Step
from astro_referee.interpreter.values.types import BOOL, SetOf


def lines(flow: Flow, body: tuple[Step, ...], context: Context) -> list[m.Code]:
    here = context.inside(env=dict(context.env), traced=dict(context.traced))
    made: list[m.Code] = []
    for step in body:
        made += line(flow, step, here)
        if isinstance(step, p.Jump | p.Win | p.Rank):
            break
    return made


def line(flow: Flow, step: Step, context: Context) -> list[m.Code]:
    """A step as structured code, all of it in its place; `let` adds to the names of the context."""
    return located(code_of(flow, step, context), step.span)


def code_of(flow: Flow, step: Step, context: Context) -> list[m.Code]:
    builder, env = flow.builder, context.env
    builder.grow(1, step.span)
    match step:
        case p.Let(name, value):
            term = builder.term(value, env)
            local, bound = bind(env, name, value.type)
            context.traced[name] = tracing.carried(value, context.traced)
            env.clear()
            env.update(bound)
            return [m.Set(local, term)]
        case p.Assign(name, at, value):
            stored = m.Store(name, builder.terms(at, env), builder.term(value, env))
            return [*tracing.traces(flow, step, context), stored]
        case p.Require(condition, code, message):
            fine = builder.term(condition, env)
            return [m.Branch(op("not", fine, type=BOOL), (builder.fault(code, message, step.span),))]
        case p.If(condition, then, otherwise):
            test = builder.term(condition, env)
            context = context.inside(traced=tracing.inside_branch(context.traced))
            yes, no = builder.mark(m.Goal.REACHED, step.at), builder.mark(m.Goal.SKIPPED, step.at)
            if isinstance(test, Const):
                return [*(yes if test.value else no), *lines(flow, then if test.value else otherwise, context)]
            return [m.Branch(test, (*yes, *lines(flow, then, context)), (*no, *lines(flow, otherwise, context)))]
        case p.For():
            return plain_loop(flow, step, context)
        case p.Do(name, args):
            return written_out(flow, name, args, context, step.span)
        case p.Jump(word, target):
            return jump(flow, word, target, context, step.span)
        case p.Win():
            return [*builder.mark(m.Goal.REACHED, step.span), *ending.win(flow, step, context)]
        case p.Rank():
            return [*builder.mark(m.Goal.REACHED, step.span), *ending.rank(flow, step, context)]
        case p.Say(text, to):
            return [spoken(flow, text, to, env)]
        case p.Show(zone, label, to):
            told = p.Text((*label.parts, ": ", zone))
            return [spoken(flow, told, to, env)]
        case p.Lay() | p.LayAll() | p.Take() | p.Mix():
            return ordering.lines(flow, step, context)
        case p.Retire(players, back):
            seats = SetOf(builder.player)
            how = "union" if back else "minus"
            left = op(how, Load("players", type=seats), builder.term(players, env), type=seats)
            return [m.Store("players", (), left)]
        case _:
            raise AssertionError(step)


def plain_loop(flow: Flow, step: p.For, context: Context) -> list[m.Code]:
    domain = flow.builder.domain(step.domain, context.env)
    local, env = bind(context.env, step.name, step.name_type)
    inner = context.inside(env=env, traced=tracing.inside_loop(step, context.traced))
    body = (*flow.gone_through(step), *lines(flow, step.body, inner))
    if step.where is not None:
        body = (m.Branch(flow.builder.term(step.where, env), body),)
    return [m.Loop(local, step.name_type, domain, body)]


def written_out(flow: Flow, name: str, args: tuple[pt.Term, ...], context: Context, at: Span) -> list[m.Code]:
    """A procedure without a stop, written out; its `leave` of itsteps is refused where it is not last."""
    info = flow.program.procedures[name]
    flow.builder.grow(1, at)
    env: Env = {"me": context.env["me"]} if "me" in context.env else {}
    hidden = {f" {n}": e for n, e in context.env.items()}
    made: list[m.Code] = []
    traced: Traced = {}
    for (param, type), argument in zip(info.params, args, strict=True):
        traced[param] = tracing.carried(argument, context.traced)
        value = flow.builder.term(argument, context.env)
        local, bound = bind({**hidden, **env}, param, type)
        env[param] = bound[param]
        made.append(m.Set(local, value))
    path = (*context.path, name)
    inner = context.inside(env={**hidden, **env}, path=path, at=info.heading, traced=traced)
    return made + lines(flow, info.body, inner)


def jump(flow: Flow, word: str, target: str, context: Context, at: Span) -> list[m.Code]:
    found = context.targets.get((word, target))
    if found is None:
        raise m.MachineProblem("bad-target", f"`{target}` cannot be left or repeated from here", at)
    gone = tuple(name for scope in context.scopes[found.depth :] for name in scope)
    return [*flow.clear(gone), m.Goto(found.label)]


def spoken(flow: Flow, text: p.Text, to: pt.Term | None, env: Env) -> m.Emit:
    flow.builder.texts.append(flow.builder.template(text))
    values = tuple(flow.builder.term(part, env) for part in text.parts if not isinstance(part, str))
    return m.Emit(len(flow.builder.texts) - 1, values, flow.builder.term(to, env) if to is not None else None)
