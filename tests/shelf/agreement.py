"""One game in several engines, played side by side: the evaluator, plain Python, optimised Python, and C if wanted.

They must agree move for move, log for log and fault for fault, in the steps they count, and in the records of their
games.
"""

from __future__ import annotations

from math import inf
from time import process_time
from typing import Any
from unittest.mock import patch

import pytest
from attrs import define, field, frozen

from astro_referee.grammar.source import Source
from astro_referee.interpreter import machine as m
from astro_referee.interpreter import pipeline
from astro_referee.interpreter.backends.c import compiler
from astro_referee.interpreter.backends.c.engine import NativeEngine
from astro_referee.interpreter.backends.engine import Engine
from astro_referee.interpreter.backends.python.engine import PythonEngine
from astro_referee.interpreter.machine import runtime
from astro_referee.interpreter.machine.evaluate import Evaluator
from astro_referee.interpreter.machine.requirements import with_requirements, without_old_requirements
from astro_referee.interpreter.machine.runtime import CHANCE, EndlessLoop, RuleFault
from astro_referee.interpreter.machine.verify import problems
from astro_referee.interpreter.optimise import passes
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game, Rules
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.records.records import text_of

IN_A_ROW = 12
"""Events that are compared before another position is taken."""
FURTHEST = 60
"""Moves that lead to a position in mid-game, at most."""


@define
class Engines:
    """One game in three ways, the evaluator first, then plain and optimised Python; or in four, with C."""

    machine: m.Machine
    natively: bool = False
    evaluator: Evaluator = field(init=False)
    python: list[PythonEngine] = field(init=False)
    native: list[NativeEngine] = field(init=False)
    faults: int = 0
    """How often all of them have failed."""

    def __attrs_post_init__(self) -> None:
        self.evaluator = Evaluator(with_requirements(self.machine))
        self.python = [PythonEngine.of(pipeline.written(self.machine, quick)) for quick in (False, True)]
        self.native = [native_engine(self.machine, self.python[1])] if self.natively else []

    @property
    def all(self) -> list[Engine]:
        return [self.evaluator, *self.python, *self.native]

    def ways(self, name: str) -> list[Any]:
        return [getattr(engine, name) for engine in self.all]

    def compared(self, state: list[int], below: Any, most: int = IN_A_ROW, until: float = inf) -> int:
        """Plays on from a position, for some events or until some time, but for one at least; how many there were.

        Positions, logs and faults are compared where a game stops: in between, optimised code goes through fewer
        states, and may do at once what others do when they go on.
        """
        states, logs = [state[:] for _ in self.all], [list[object]() for _ in self.all]
        for engine in self.all:
            engine.rest()
        offered = self.each("run", states, logs)
        for events in range(most):
            if not offered or (isinstance(offered, str) and offered != CHANCE):
                return events
            if events and process_time() > until:
                return events
            if offered == CHANCE:
                outcomes = self.each("outcomes", states)
                if isinstance(outcomes, str):
                    return events
                offered = self.each("happen", states, logs, outcomes[below(len(outcomes))][0])
            else:
                offered = self.each("act", states, logs, offered[below(len(offered))])
        return most

    def each(self, name: str, states: list[list[int]], logs: list[list[object]] | None = None, *args: object) -> Any:
        """What all of them give, or where all of them fail; they have told the same so far. An event goes on."""
        ways = self.ways(name)
        if name in ("act", "happen"):
            ways = [self.going_on(way, run) for way, run in zip(ways, self.ways("run"), strict=True)]
        given = [
            outcome(way, state, *args, *([] if logs is None else [logs[number]]))
            for number, (way, state) in enumerate(zip(ways, states, strict=True))
        ]
        assert [given[0]] * len(given) == given
        assert self.spent() == [self.evaluator.spent] * 2
        if isinstance(given[0], Failed):
            self.faults += 1
            return given[0].why
        assert [states[0]] * len(states) == states
        assert logs is None or [logs[0]] * len(logs) == logs
        return given[0]

    def spent(self) -> list[int]:
        """The steps that Python has counted since the last stop."""
        return [engine.module["SPENT"][0] for engine in self.python]

    def going_on(self, event: Any, run: Any) -> Any:
        """An event and whatever follows up to the next stop."""

        def both(state: list[int], what: object, log: list[object]) -> Any:
            event(state, what, log)
            return run(state, log)

        return both

    def compared_with_little_fuel(self, state: list[int], fuel: int) -> None:
        """Where fuel is short, one unit more or less shows: all of them run dry at the same state, or none does."""
        native, self.native = self.native, []  # a library has its fuel compiled in
        with patch.object(runtime, "FUEL", fuel):
            for engine in self.python:
                engine.module["FUEL"] = fuel
            self.each("run", [state[:] for _ in range(3)], [list[object]() for _ in range(3)])
        for engine in self.python:
            engine.module["FUEL"] = runtime.FUEL
        self.native = native

    def played_out(self, state: list[int], seed: int, most: int) -> None:
        """Random moves from a position, and up to the next stop: all of them draw alike, and come to the same."""
        streams = [Generator(seed, 5) for _ in self.all]
        states = [state[:] for _ in self.all]
        for engine in self.all:
            engine.rest()
        given = [
            outcome(self.drawn, engine, own, stream, most)
            for engine, own, stream in zip(self.all, states, streams, strict=True)
        ]
        assert [given[0]] * len(given) == given
        if isinstance(given[0], Failed):
            self.faults += 1
            return
        assert [states[0]] * len(states) == states
        assert {stream.state for stream in streams} == {streams[0].state}

    def drawn(self, engine: Engine, state: list[int], stream: Generator, most: int) -> Any:
        moves = engine.playout(state, stream.below, most)
        return moves, engine.run(state)

    def mid_game(self, below: Any) -> list[int]:
        """A position that quick play leads to."""
        quick = self.python[1]
        state: list[int] = quick.start()
        before = state[:]
        try:
            quick.playout(state, below, below(FURTHEST))
        except (RuleFault, EndlessLoop):
            return before
        return state if state[0] else before

    def records(self, rules: Rules, seed: int, moves: int) -> list[str]:
        """The record of one game as each of them plays it, up to some number of moves or to a fault, which is told."""
        return [record(Game(rules, self.machine, {}, engine), seed, moves) for engine in self.all]


def native_engine(machine: m.Machine, python: PythonEngine) -> NativeEngine:
    """The engine of a library made from a machine; tests that want one are skipped without a compiler."""
    found = compiler.find()
    if found is None:
        pytest.skip("there is no C compiler")
    return pipeline.native(machine, found).engine(python)


def record(game: Game, seed: int, moves: int) -> str:
    below, text = Generator(seed, 11).below, ""
    try:
        match = Match(game, seed, game.players)
        for _ in range(moves):
            match.settle_all()
            text = text_of(match)
            if match.over:
                break
            legal = match.legal()
            match.play(legal[below(len(legal))])
    except FaultyRules as fault:
        return f"{text}{fault}"
    return text


@frozen
class Failed:
    why: str


def outcome(way: Any, *args: object) -> object:
    try:
        given = way(*args)
    except RuleFault as fault:
        return Failed(f"fault {fault.number}")
    except EndlessLoop as loop:
        return Failed(f"endless at {loop.labels[0]}")
    return list(given) if isinstance(given, list | tuple) else given


def compared(engines: Engines, seconds: float, most: int) -> int:
    """Compares from the start and from positions in mid-game, until the time is up; how many events there were."""
    until, games, events = process_time() + seconds, 0, 0
    while events < most and process_time() < until:
        below = Generator(games, 7).below
        begun = engines.mid_game(below) if games else engines.evaluator.start()
        events += engines.compared(begun, below, until=until)
        engines.played_out(begun, games, IN_A_ROW)
        games += 1
    return events


def in_agreement(text: str, games: int = 8, most: int = 40) -> int:
    """Rules written in a test are sound behind each pass, and engines agree; how many events there were."""
    machine = built(Source("test.astro", text))
    assert machine is not None
    assert unsound(machine) == []
    engines = Engines(machine)
    engines.played_out(engines.evaluator.start(), 1, most)
    return sum(engines.compared(engines.evaluator.start(), Generator(n, 7).below, most) for n in range(games))


def built(source: Source, seats: int | None = None) -> m.Machine | None:
    checked, _ = pipeline.check_source(source, seats)
    made = pipeline.compile_checked(checked)[0] if checked is not None else None
    return made.machine if made is not None else None


# --- Soundness --------------------------------------------------------------------------------------------------------


def unsound(machine: m.Machine) -> list[str]:
    """What is wrong with a machine, and behind which pass; of the first such pass alone, since others build on it."""
    shared = len(passes.SHARED_PASSES)
    for step in (with_requirements, *passes.SHARED_PASSES):
        made = without_old_requirements(step(machine))
        if (made != machine or step is with_requirements) and (found := wrong_behind(step.__name__, made)):
            return found
        machine = made
    for own in (passes.PASSES[shared:], passes.NATIVE_PASSES[shared:]):  # the last passes of each backend
        before = machine
        for step in own:
            made = without_old_requirements(step(before))
            if made != before and (found := wrong_behind(step.__name__, made)):
                return found
            before = made
    return []


def wrong_behind(step: str, machine: m.Machine) -> list[str]:
    return [f"{step}: {problem}" for problem in dict.fromkeys(problems(machine))]
