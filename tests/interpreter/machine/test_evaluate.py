"""The plain evaluator does what plain and optimised Python do: move for move, log for log, fault for fault."""

from __future__ import annotations

from math import inf
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import nowhere
import pytest
import shelf
import strict
from attrs import define, field, frozen

from astro_referee.grammar.source import Source
from astro_referee.interpreter import machine as m
from astro_referee.interpreter import pipeline
from astro_referee.interpreter.backends.python.engine import PythonEngine
from astro_referee.interpreter.machine.evaluate import Evaluator
from astro_referee.interpreter.machine.requirements import with_requirements
from astro_referee.interpreter.machine.runtime import CHANCE, EndlessLoop, RuleFault
from astro_referee.interpreter.play.chance import Generator

SECONDS, MANY_SECONDS = 0.2, 20.0
"""CPU time for each rule file, in each run and in thorough ones."""
MOST_EVENTS, FEWEST_EVENTS = 150, 300
"""The most events of each rule file in a short run, and the fewest in a thorough one."""
IN_A_ROW = 12
"""Events that are compared before another position is taken."""
FURTHEST = 60
"""Moves that lead to a position in mid-game, at most."""
FILES, MANY_FILES, TOGETHER = 5, 300, 25


@define
class Engines:
    """One game in three ways: the evaluator first, then plain and optimised Python."""

    machine: m.Machine
    evaluator: Evaluator = field(init=False)
    modules: list[dict[str, Any]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.evaluator = Evaluator(with_requirements(self.machine))
        self.modules = [PythonEngine.of(pipeline.written(self.machine, quick)).module for quick in (False, True)]

    def ways(self, name: str) -> list[Any]:
        return [getattr(self.evaluator, name), *(module[name] for module in self.modules)]

    def compared(self, state: list[int], below: Any, most: int = IN_A_ROW, until: float = inf) -> int:
        """Plays on from a position, for some events or until some time; how many events there were.

        Positions are compared where a game stops: in between, optimised code goes through fewer states.
        """
        states, logs = [state[:] for _ in range(3)], [list[object]() for _ in range(3)]
        for events in range(most):
            offered = self.each("run", states, logs)
            assert states[0] == states[1] == states[2]
            if not offered or (isinstance(offered, str) and offered != CHANCE):
                return events
            if offered == CHANCE:
                outcomes = self.each("outcomes", states)
                done = self.each("happen", states, logs, outcomes[below(len(outcomes))][0])
            else:
                done = self.each("act", states, logs, offered[below(len(offered))])
            if done is not None:
                return events
            if process_time() > until:
                return events + 1
        return most

    def each(self, name: str, states: list[list[int]], logs: list[list[object]] | None = None, *args: object) -> Any:
        """What all of them give, or where all of them fail; they have told the same so far."""
        given = [
            outcome(way, state, *args, *([] if logs is None else [logs[number]]))
            for number, (way, state) in enumerate(zip(self.ways(name), states, strict=True))
        ]
        assert given[0] == given[1] == given[2]
        if isinstance(given[0], Failed):
            for state in states:
                state.clear()
            return given[0].why
        assert logs is None or name != "run" or logs[0] == logs[1] == logs[2]
        return given[0]

    def mid_game(self, below: Any) -> list[int]:
        """A position that quick play leads to."""
        quick = self.modules[1]
        state: list[int] = quick["start"]()
        before = state[:]
        try:
            quick["playout"](state, below, below(FURTHEST))
        except (RuleFault, EndlessLoop):
            return before
        return state if state[0] else before


@frozen
class Failed:
    why: str


def outcome(way: Any, state: list[int], *args: object) -> object:
    try:
        given = way(state, *args)
    except RuleFault as fault:
        return Failed(f"fault {fault.number}")
    except EndlessLoop:
        return Failed("endless")
    return list(given) if isinstance(given, list | tuple) else given


def compared(engines: Engines, seconds: float, most: int) -> int:
    """Compares from the start and from positions in mid-game, until the time is up; how many events there were."""
    until, games, events = process_time() + seconds, 0, 0
    while events < most and process_time() < until:
        below = Generator(games, 7).below
        begun = engines.mid_game(below) if games else engines.evaluator.start()
        events += engines.compared(begun, below, until=until)
        games += 1
    return events


def built(source: Source, seats: int | None = None) -> m.Machine | None:
    checked, _ = pipeline.check_source(source, seats)
    made = pipeline.compile_checked(checked, source)[0] if checked is not None else None
    return made.machine if made is not None else None


@pytest.mark.parametrize("path", shelf.each())
def test_rule_files_do_the_same_in_the_evaluator_and_in_python(path: Path) -> None:
    machine = built(shelf.SOURCES[path])
    assert machine is not None
    assert compared(Engines(machine), SECONDS, MOST_EVENTS) > 0


@pytest.mark.thorough
@pytest.mark.timeout(600)
@pytest.mark.parametrize("path", shelf.each(shelf.ORIGINALS))
def test_rule_files_do_the_same_for_long(path: Path) -> None:
    machine = built(shelf.SOURCES[path])
    assert machine is not None
    engines = Engines(machine)
    events = compared(engines, MANY_SECONDS, 1 << 62)
    assert events + compared(engines, 5 * MANY_SECONDS, max(0, FEWEST_EVENTS - events)) >= FEWEST_EVENTS


def compared_made_up(seed: int) -> int:
    """Compares what moves do in positions that hold anything; how many positions had some."""
    machine = built(Source("nowhere.astro", nowhere.Inventor(Random(seed)).rules()), 2)
    if machine is None:
        return 0
    engines, random = Engines(machine), Random(seed)
    first = engines.evaluator.start()
    engines.evaluator.run(first)
    return sum(
        engines.compared(strict.anywhere(machine, first, random), random.randrange, 2) > 0
        for _ in range(strict.POSITIONS)
    )


@pytest.mark.parametrize("seed", range(FILES))
def test_made_up_rules_do_the_same_in_the_evaluator_and_in_python(seed: int) -> None:
    assert compared_made_up(seed) > strict.POSITIONS / 2


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(FILES, FILES + MANY_FILES, TOGETHER))
def test_many_made_up_rules_do_the_same(first: int) -> None:
    played = sum(compared_made_up(seed) > 0 for seed in range(first, first + TOGETHER))
    assert played > TOGETHER * 0.9


# --- Step by step -----------------------------------------------------------------------------------------------------

COUNTING = """astro 1

game Counting for 2 players

var total: 0..99

phase play
  turns clockwise from P1
    move add(number in 1..3)
      then
        let twice = number + number
        if twice > 2
          total = min(total + twice, 99)
        for k in 1..2
          total = min(total + k, 99)
"""


def test_a_move_can_be_watched_statement_by_statement() -> None:
    machine = built(Source("counting.astro", COUNTING))
    assert machine is not None
    steps: list[tuple[str, dict[str, int]]] = []
    evaluator = Evaluator(machine)
    state = evaluator.start()
    evaluator.run(state)
    evaluator.watch = lambda line, names: steps.append((type(line).__name__, dict(names)))
    evaluator.act(state, (0, 0, 2))
    assert state[evaluator.offsets["total"]] == 7
    called, named = {"me": 0, "number": 2}, {"me": 0, "number": 2, "twice": 4}
    assert steps == [
        ("Set", called),
        ("Branch", named),
        ("Store", named),
        ("Loop", named),
        ("Store", {**named, "k": 1}),
        ("Store", {**named, "k": 2}),
        ("Goto", {**named, "k": 2}),
    ]


def test_watching_changes_nothing() -> None:
    machine = built(Source("counting.astro", COUNTING))
    assert machine is not None
    states = []
    for watch in (None, lambda line, names: None):
        evaluator = Evaluator(machine, watch=watch)
        state = evaluator.start()
        evaluator.playout(state, Generator(3, 7).below, 5)
        states.append(state)
    assert states[0] == states[1]
