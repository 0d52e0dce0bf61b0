"""The compiler: a checked program in, the machine out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.lower.coverage_points import Points
from astro_referee.interpreter.lower.expressions.environment import NUMBER, Env
from astro_referee.interpreter.lower.expressions.terms import MachineBuilder
from astro_referee.interpreter.lower.flow import effects, moves, steps
from astro_referee.interpreter.lower.flow.numbering import numbered
from astro_referee.interpreter.lower.flow.site import Site, let_code
from astro_referee.interpreter.lower.flow.states import Context, Flow
from astro_referee.interpreter.lower.places import with_places
from astro_referee.interpreter.machine.costs import with_costs
from astro_referee.interpreter.machine.expressions import Const, FunctionRef, Load, Local
from astro_referee.interpreter.machine.folding import const, op
from astro_referee.interpreter.program import terms as pt
from astro_referee.interpreter.program.program import UTILITY, Ask, DefInfo, FieldInfo, Program
from astro_referee.interpreter.program.scenario import Probe
from astro_referee.interpreter.program.secrets import reads
from astro_referee.interpreter.program.traversal import has_common_score
from astro_referee.interpreter.values.types import BOOL, LIMIT, Bool, Int, ListOf, Member, Type


@frozen
class Slots:
    """Where a machine of probes is told which one is wanted and who asks, and where each has left its answers."""

    wanted: str
    me: str
    answers: tuple[tuple[str, ...], ...]


def compile_program(program: Program, points: Points | None = None) -> m.Machine:
    """Lays out the record, writes the flow as states and every question as a function.

    With points, the machine is a marked one: it does the same, and counts on the way what it comes to.
    """
    flow, top = empty_flow(program, points)
    if UTILITY in program.defs:
        add_utility(flow, program.defs[UTILITY])
    start = flow.label()
    flow.begin(start, top)
    steps.block(flow, program.flow, top)
    flow.emit(m.Store(m.ENDING, (), Const(2, type=Int(0, m.LAST_ENDING))))
    flow.goto(0)
    return closed(flow, start)


def add_utility(flow: Flow, info: DefInfo) -> None:
    """Keeps what the game is worth to a player as a question that can be asked at any time."""
    player = flow.builder.player
    asked = pt.Call(info.name, (pt.Local("p", type=player),), type=info.type)
    worth = flow.builder.term(asked, {"p": Local("p", type=player)})
    flow.standing = flow.builder.add(("standing",), (("p", player),), (m.Return(worth),))
    flow.absolute = flow.utility = True


def compile_probes(program: Program, probes: tuple[Probe, ...]) -> tuple[m.Machine, Slots]:
    """A machine that carries out one of several probes on a record of the game, and stops.

    It is small and stands beside the game, which knows nothing of it. The fields of the game are the first of its
    record; behind them are slots that say which probe is wanted and who `me` is, and those for what each has found.
    """
    flow, top = empty_flow(program)
    wanted = flow.slot("wanted", Int(0, len(probes)), top)
    me = flow.slot("me", flow.builder.player, top)
    labels = [flow.label() for _ in probes]
    start, answers = flow.label(), []
    flow.begin(start, top)
    which = Load(wanted, type=Int(0, len(probes)))
    for number, label in enumerate(labels):
        flow.emit(m.Branch(op("is", which, const(number, which.type), type=BOOL), (m.Goto(label),)))
    flow.goto(0)
    for (body, terms), label in zip(probes, labels, strict=True):
        here = top.inside(env={"me": Load(me, type=flow.builder.player)})
        flow.begin(label, top)
        steps.block(flow, body, here)
        slots = [flow.slot("answer", term.type, top) for term in terms]
        for slot, term in zip(slots, terms, strict=True):
            flow.emit(m.Store(slot, (), flow.builder.term(term, here.env)))
        flow.goto(0)
        answers.append(tuple(slots))
    return closed(flow, start), Slots(wanted, me, tuple(answers))


def empty_flow(program: Program, points: Points | None = None) -> tuple[Flow, Context]:
    """A flow that nothing was written into yet."""
    builder = MachineBuilder(program, points)
    flow = Flow(builder)
    top = Context({}, {}, (), (), (), at=program.span)
    builder.procedure = partial(effects.procedure_then, flow, top)
    builder.candidates = partial(candidates, flow, top)
    builder.made = partial(made, flow, top)
    return flow, top


def closed(flow: Flow, start: int) -> m.Machine:
    """The machine of a flow to which nothing is added any more."""
    program, builder = flow.program, flow.builder
    shown = tuple(shown_values(flow))
    machine = m.Machine(
        title=program.title,
        seats=program.seats,
        members={name: info.members for name, info in program.kinds.items()},
        shapes={name: info.shape for name, info in program.kinds.items()},
        words=program.words,
        tables=program.tables | (row_tables(builder.points) if builder.points is not None else {}),
        fields=(*record(flow), *flow.slots),
        functions=tuple(builder.functions.made.values()),
        automatic=tuple(
            m.Automatic(label, name, tuple(code), span=at) for label, (name, at, code) in flow.automatic.items()
        ),
        decisions=tuple(flow.decisions),
        chances=tuple(flow.chances),
        texts=tuple(builder.texts),
        faults=tuple(builder.faults),
        start=start,
        copies={name: info.copies for name, info in program.kinds.items()},
        faces={name: info.faces for name, info in program.kinds.items() if info.faces},
        standing=flow.standing,
        absolute=flow.absolute,
        utility=flow.utility,
        teams=program.teams.seats if program.teams is not None else (),
        shown=shown,
        points=builder.points.listed if builder.points is not None else (),
    )
    return with_places(with_costs(numbered(machine)), program)


def row_tables(points: Points) -> dict[str, tuple[Type, tuple[object, ...]]]:
    """Tables that lead from the entries of tables to the points of their rows."""
    return {f"rows of {name}": (ListOf(NUMBER, len(rows)), rows) for name, rows in points.rows.items()}


def candidates(flow: Flow, top: Context, key: str, env: Env, leaf: tuple[m.Code, ...]) -> tuple[m.Code, ...]:
    """The candidates of a move anywhere in the flow, for `possible`."""
    site, move = nowhere(flow, top, key), flow.program.moves[key]
    with flow.builder.after_effect(partial(effects.effect_then, site, move)):
        return moves.candidates(site, move, env, leaf)


def made(flow: Flow, top: Context, key: str, env: Env, of: pt.Term) -> tuple[m.Code, ...]:
    """A move made on a copy, then a question, for `streak`."""
    site, move = nowhere(flow, top, key), flow.program.moves[key]
    lets, full = let_code(site, move, env)
    return (*lets, *effects.effect_then(site, move, full, of))


def nowhere(flow: Flow, top: Context, key: str) -> Site:
    """A decision that is only thought of."""
    return Site(flow, Ask("one", pt.Const(0, type=flow.builder.player), (key,), None), top, 0, "", 0)


def shown_values(flow: Flow) -> Iterator[tuple[m.FieldSlot, FunctionRef]]:
    """The defs that stand on every screen, each with an entry for everything it can be asked about."""
    for info in flow.program.defs.values():
        if info.title:
            indices = tuple(type for _, type in info.params if isinstance(type, Bool | Int | Member))
            slot = m.FieldSlot(info.name, "def", info.type, indices, 0, None, info.docs, info.title, span=info.span)
            yield slot, flow.builder.definition(info.name)


def record(flow: Flow) -> list[m.FieldSlot]:
    """The fields every game has, then those it declares."""
    player = flow.builder.player
    last = m.COMMON if has_common_score(flow.program) else m.LAST_ENDING
    fields = [
        m.FieldSlot(m.ENDING, "builtin", Int(0, last), (), 0, None),
        m.FieldSlot(m.PLACE, "builtin", Int(0, player.size + 1), (player,), 0, None),
        m.FieldSlot(m.SCORE, "builtin", Int(-LIMIT, LIMIT), (player,), 0, None),
    ]
    for name, info in flow.program.fields.items():
        first = info.initial
        assert isinstance(first, pt.Const)
        fields.append(
            m.FieldSlot(
                name,
                info.sort,
                info.type,
                info.indices,
                first.value,
                flow.audience_function(name),
                info.docs,
                info.shown,
                info.audience is not None and name in reads(flow.program.defs, info.audience),
                ordered(flow, info),
                info.faces,
                info.span,
                info.sorting,
            )
        )
    return fields


def ordered(flow: Flow, info: FieldInfo) -> m.Order | None:
    """Of a zone, how its order is kept, if it has one."""
    if info.order is None or info.sort != "zone":
        return None
    top = flow.top_function(info.name) if info.order.top is not None else None
    return m.Order(info.order.on, info.order.under, info.order.laid, top, info.pile)
