"""The plain evaluator runs machines statement by statement."""

from __future__ import annotations

from agreement import built

from astro_referee.grammar.source import Source
from astro_referee.interpreter.machine.evaluate import Evaluator
from astro_referee.interpreter.play.chance import Generator

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
