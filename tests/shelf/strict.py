"""Generated code that reads nothing outside what it names: a negative index is a mistake, not an entry from the end.

In this way quick, plain and marked code are compared, in positions that hold anything.
"""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import patch

from astro_referee.grammar.source import Source
from astro_referee.interpreter import machine as m
from astro_referee.interpreter import pipeline
from astro_referee.interpreter.backends.python import writer
from astro_referee.interpreter.backends.python.engine import PythonEngine
from astro_referee.interpreter.backends.python.expressions import Expressions
from astro_referee.interpreter.machine.expressions import Local
from astro_referee.interpreter.machine.record import entry_count, offsets
from astro_referee.interpreter.machine.runtime import CHANCE, EndlessLoop, RuleFault
from astro_referee.interpreter.program.terms import Term
from astro_referee.interpreter.values import rows
from astro_referee.interpreter.values.types import (
    LIMIT,
    BagOf,
    Bool,
    Int,
    Member,
    RowOf,
    SetOf,
    Type,
    low,
    plain,
    size,
    words,
)

POSITIONS = 25
MOST_TRIED = 12
"""Moves that are made in each position."""
FURTHEST = 20
"""Moves that lead to a position, at most."""


class Refused(Exception):
    """Rules that are not in order."""


class Outside(Exception):
    """Something is read or stored at a place that is not there."""


class Table(tuple[Any, ...]):
    """A constant table in which nothing is counted from the end."""

    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(inside(index, 0, len(self)))


def inside(index: int, first: int, count: int) -> int:
    if not first <= index < first + count:
        raise Outside(f"{index} is not one of {count} from {first} on")
    return index


def table(entry: object) -> object:
    return Table(map(table, entry)) if isinstance(entry, tuple | list) else entry


class StrictExpressions(Expressions):
    """Writes places of fields with a test of each index: one that is outside would be a place of another field."""

    def place(self, name: str, at: tuple[Term, ...]) -> str:
        slot, place = self.fields[name], "0"
        for index, base in zip(at, slot.indices, strict=True):
            first, count = low(base), size(base)
            moved = self.placed.get(index.name, 0) if isinstance(index, Local) else 0
            place = f"({place}) * {count} + INSIDE({self.show(index)} - {moved}, {first}, {count}) - {first}"
        return f"s[{self.offsets[name]} + {place}]"


def module(machine: m.Machine, quick: bool) -> dict[str, Any]:
    """The module of a machine, written in this way."""
    with patch.object(writer, "Expressions", StrictExpressions):
        made = pipeline.written(machine, quick)
    code = PythonEngine.of(made).module
    code |= {name: table(entries) for name, entries in code.items() if name.startswith("T_")}
    code["BIT"], code["INSIDE"] = table(code["BIT"]), inside
    return code


# --- Compared ---------------------------------------------------------------------------------------------------------


def built(source: Source, marked: bool) -> m.Machine:
    made, problems = pipeline.build(source, 2, marked=marked)
    if made is None:
        raise Refused("\n".join(f"{p.code}: {p.message} {source.slice(p.span)}" for p in problems))
    return made.machine


def any_value(type: Type, random: Random) -> int:
    """Something that a field may hold; often it is none."""
    base = plain(type)
    if words(type) and random.random() < 0.45:
        return -LIMIT if isinstance(base, Int) else -1
    match base:
        case Bool() | Int() | Member():
            return random.randrange(low(base), low(base) + size(base))
        case SetOf(of):
            return random.randrange(1 << size(of))
        case BagOf(of, bits):
            return random.randrange(1 << bits * size(of))
        case RowOf(of, most):
            return rows.packed([random.randrange(size(of)) + 1 for _ in range(random.randrange(most))], base.bits)
        case _:
            raise AssertionError(f"no field holds {type}")


def anywhere(machine: m.Machine, start: list[int], random: Random) -> list[int]:
    """A position with anything in what the rules declare, played or not."""
    state = start[:]
    for slot in machine.fields:
        if slot.sort in ("var", "zone", "token"):
            first = offsets(machine)[slot.name]
            for place in range(first, first + entry_count(slot)):
                state[place] = any_value(slot.type, random)
    return state


def somewhere(code: dict[str, Any], random: Random) -> list[int]:
    """A position that some moves lead to; the first one, if the game is over or fails by then."""
    state: list[int] = code["start"]()
    first = state[:]
    code["run"](first)
    try:
        code["playout"](state, random.randrange, random.randrange(FURTHEST))
        code["run"](state)
    except (RuleFault, EndlessLoop):
        return first
    return state if state[0] else first


def same_stops(plain: m.Machine, marked: m.Machine) -> dict[int, int]:
    """Where the marked machine stops for what the plain one stops for: it numbers its states in its own way."""
    pairs = [*zip(plain.decisions, marked.decisions, strict=True), *zip(plain.chances, marked.chances, strict=True)]
    return {0: 0, **{one.label: other.label for one, other in pairs}}


def at_stops(result: object, stops: dict[int, int]) -> object:
    if not isinstance(result, tuple):
        return result
    offered, state, log = result
    return offered, [stops[state[0]], *state[1:]], log


def outcome(code: dict[str, Any], state: list[int], move: object) -> object:
    """What a move comes to, up to the next decision: what is offered there, the position, and what was told."""
    state, log = state[:], list[object]()
    try:
        if move is not None:
            code["act"](state, move, log)
        return sorted(code["run"](state, log)), state, log
    except RuleFault as fault:
        return f"fault {fault.number}"
    except EndlessLoop:
        return "endless"


def same_everywhere(source: Source, seed: int) -> int:
    """Compares what is offered and what moves do in many positions; how many of both there were."""
    machines = [built(source, marked=False), built(source, marked=True)]
    codes = [module(machines[0], quick=True), *(module(machine, quick=False) for machine in machines)]
    random, stops = Random(seed), same_stops(*machines)
    compared = 0
    for _ in range(POSITIONS):
        state = anywhere(machines[0], somewhere(codes[0], random), random)
        offered = outcome(codes[0], state, None)
        moves = offered[0] if isinstance(offered, tuple) and offered[0] != sorted(CHANCE) else []
        for move in (None, *random.sample(moves, min(len(moves), MOST_TRIED))):
            begun = [state, state, [stops[state[0]], *state[1:]]]
            results = [outcome(code, at, move) for code, at in zip(codes, begun, strict=True)]
            assert results[0] == results[1]
            assert told(results[2], machines[1]) == told(at_stops(results[1], stops), machines[0])
            compared += 1
    return compared


def told(result: object, machine: m.Machine) -> object:
    """Faults by what they say: a marked machine numbers them in its own way."""
    if not isinstance(result, str) or not result.startswith("fault"):
        return result
    fault = machine.faults[int(result.split()[1])]
    return fault.code, fault.span.start
