"""The compiler: a checked program in, the machine out."""

from __future__ import annotations

from functools import partial

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.compile import effects, moves, steps
from astro_referee.interpreter.compile.costs import weighed
from astro_referee.interpreter.compile.numbering import numbered
from astro_referee.interpreter.compile.site import Site, let_code
from astro_referee.interpreter.compile.states import Context, Flow
from astro_referee.interpreter.compile.terms import Env, Maker
from astro_referee.interpreter.program import Ask, Program
from astro_referee.interpreter.terms import Const, Term
from astro_referee.interpreter.types import LIMIT, Int


def compile_program(program: Program) -> m.Machine:
    """Lays out the record, writes the flow as states and every question as a function."""
    maker = Maker(program)
    flow = Flow(maker)
    top = Context({}, {}, (), (), ())
    maker.procedure = partial(effects.procedure_then, flow, top)
    maker.candidates = partial(candidates, flow, top)
    maker.made = partial(made, flow, top)
    start = flow.label()
    flow.begin(start, ())
    steps.block(flow, program.flow, top)
    flow.emit(m.Store(m.ENDING, (), Const(2, type=Int(0, m.RANKED))))
    flow.goto(0)
    machine = m.Machine(
        title=program.title,
        seats=program.seats,
        members={name: info.members for name, info in program.kinds.items()},
        shapes={name: info.shape for name, info in program.kinds.items()},
        words=program.words,
        tables=program.tables,
        fields=(*record(flow), *flow.slots),
        functions=tuple(maker.functions.values()),
        automatic=tuple(m.Automatic(label, name, tuple(code)) for label, (name, code) in flow.automatic.items()),
        decisions=tuple(flow.decisions),
        chances=tuple(flow.chances),
        texts=tuple(maker.texts),
        faults=tuple(maker.faults),
        start=start,
        copies={name: info.copies for name, info in program.kinds.items()},
        standing=flow.standing,
    )
    return numbered(weighed(machine))


def candidates(flow: Flow, top: Context, key: str, env: Env, leaf: tuple[m.Code, ...]) -> tuple[m.Code, ...]:
    """The candidates of a move anywhere in the flow, for `possible`."""
    site, move = nowhere(flow, top, key), flow.program.moves[key]
    with flow.maker.trying(partial(effects.effect_then, site, move)):
        return moves.candidates(site, move, env, leaf)


def made(flow: Flow, top: Context, key: str, env: Env, of: Term) -> tuple[m.Code, ...]:
    """A move made on a copy, then a question, for `streak`."""
    site, move = nowhere(flow, top, key), flow.program.moves[key]
    lets, full = let_code(site, move, env)
    return (*lets, *effects.effect_then(site, move, full, of))


def nowhere(flow: Flow, top: Context, key: str) -> Site:
    """A decision that is only thought of."""
    return Site(flow, Ask("one", Const(0, type=flow.maker.player), (key,), None), top, 0, "", 0)


def record(flow: Flow) -> list[m.FieldSlot]:
    """The fields every game has, then those it declares."""
    player = flow.maker.player
    fields = [
        m.FieldSlot(m.ENDING, "builtin", Int(0, m.RANKED), (), 0, None),
        m.FieldSlot(m.PLACE, "builtin", Int(0, player.size + 1), (player,), 0, None),
        m.FieldSlot(m.SCORE, "builtin", Int(-LIMIT, LIMIT), (player,), 0, None),
    ]
    for name, info in flow.program.fields.items():
        first: Term | None = info.initial
        assert isinstance(first, Const)
        fields.append(
            m.FieldSlot(name, info.sort, info.type, info.indices, first.value, flow.audience_function(name), info.docs)
        )
    return fields
