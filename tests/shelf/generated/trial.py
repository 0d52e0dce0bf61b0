"""One generated program in every stage: checked, lowered, verified after each pass, and played by all engines."""

from __future__ import annotations

from pathlib import Path
from random import Random

import strict
from agreement import Engines, unsound
from attrs import frozen

from astro_referee.interpreter import pipeline
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.library import rules_of
from generated.program import source

BEGINNINGS, IN_A_ROW = 5, 8
"""Positions in mid-game from which a program is played on, and how many events are compared from each."""
LITTLE_FUEL = 4
"""Units of fuel, and all below, with which a game is begun."""
ANYWHERE = 4
"""Positions that hold anything."""
MOVES = 12
"""Moves of the game whose records are compared."""


@frozen
class Trial:
    """What came of a program: whether the checker takes it, and how many events and faults were the same."""

    accepted: bool
    events: int = 0
    faults: int = 0


def tried(seed: int, folder: Path, natively: bool = False) -> Trial:
    """Takes a program through every stage, and fails where anything is unsound or two engines differ."""
    rules = source(seed, folder)
    checked, _ = pipeline.check_source(rules)
    made = pipeline.compile_checked(checked)[0] if checked is not None else None
    if checked is None or made is None:
        return Trial(False)
    assert unsound(made.machine) == []
    engines, random = Engines(made.machine, natively), Random(seed)
    begun = engines.evaluator.start()
    events = engines.compared(begun, Generator(seed, 7).below)
    engines.played_out(begun, seed, MOVES)
    for fuel in range(LITTLE_FUEL):
        engines.compared_with_little_fuel(begun, fuel)
    for number in range(BEGINNINGS):
        below = Generator(seed, number).below
        events += engines.compared(engines.mid_game(below), below, IN_A_ROW)
    for _ in range(ANYWHERE):
        state = strict.anywhere(made.machine, engines.mid_game(random.randrange), random)
        events += engines.compared(state, random.randrange, 2)
        engines.played_out(state, seed, 2)
    plain, *others = engines.records(rules_of(rules, made.program, checked.parts), seed, MOVES)
    assert [plain] * len(others) == others
    return Trial(True, events, engines.faults)
