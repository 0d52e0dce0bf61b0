"""Code for each seat: what a player may do, and what a move does, written once for each player who may be `me`.

Where rules say `me.ahead` or `me.next`, tables are asked about the player; for a known player these answers are known,
and with them often what a loop goes through and which way a step leads. Only small functions are written so.
"""

from __future__ import annotations

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of
from astro_referee.interpreter.machine.expressions import Expression, FunctionRef, Local, Lookup, Op
from astro_referee.interpreter.machine.folding import const
from astro_referee.interpreter.machine.traversal import Code, all_terms, walk_code
from astro_referee.interpreter.optimise.known_values import Tables, given, settled
from astro_referee.interpreter.values.types import BOOL, Type

MOST_SEATS = 4
MOST_LINES = 60
"""Lines of a function before it is written for each seat; where the moves of a decision take more, none is."""


def write_for_each_seat(machine: m.Machine) -> m.Machine:
    if not 1 < machine.seats <= MOST_SEATS:
        return machine
    small = {f.name for f in machine.functions if len(walk_code(f.body)) <= MOST_LINES and not f.on_copy}
    asked: set[FunctionRef] = set()
    for decision in machine.decisions:
        if decision.options in small:
            asked |= small & {decision.options, *(move.apply for move in decision.moves)}
    functions = tuple(
        evolve(function, body=seat_by_seat(function, machine.seats, machine.tables))
        if function.name in asked and depends_on_seat(function)
        else function
        for function in machine.functions
    )
    return evolve(machine, functions=functions)


def depends_on_seat(function: m.Function) -> bool:
    """Whether more is known for a known seat: something is looked up by it, compared with it, or given to it."""
    if not function.params:
        return False
    me = function.params[0][0]
    asked: list[Expression] = [line.value for line in walk_code(function.body) if isinstance(line, m.Store)]
    for term in all_terms(function.body):
        match term:
            case Lookup(_, at):
                asked += at
            case Op("is" | "is not", args):
                asked += args
            case _:
                pass
    return any(isinstance(term, Local) and term.name == me for term in asked)


def seat_by_seat(function: m.Function, seats: int, tables: Tables) -> Code:
    me, type = function.params[0]
    own = effects_of(function.body).sets
    bodies = []
    for seat in range(seats):
        names = {name: f"{name}.seat{seat}" for name in own} if seat else {}
        bodies.append(settled(given(function.body, {me: seat}, tables, names), tables))
    made = bodies[-1]
    for seat in range(seats - 2, -1, -1):
        made = (m.Branch(is_seat(me, type, seat), bodies[seat], made),)
    return made


def is_seat(me: str, type: Type, seat: int) -> Op:
    return Op("is", (Local(me, type=type), const(seat, type)), type=BOOL)
