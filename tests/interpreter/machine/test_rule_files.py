"""Machines of all rule files: sound after lowering and after each pass, and the same in the evaluator, plain Python and
optimised Python, move for move, log for log, fault for fault.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import shelf
from agreement import Engines, built, compared, unsound

from astro_referee.grammar.source import NOWHERE
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.traversal import walk_code

SECONDS, MANY_SECONDS = 0.2, 20.0
"""CPU time for each rule file, in each run and in thorough ones."""
MOST_EVENTS, FEWEST_EVENTS, FOR_FEWEST = 150, 300, 600.0
"""The most events of each rule file in a short run, the fewest in a thorough one, and the CPU time to come to them."""


@pytest.mark.parametrize("path", shelf.each(turns="sound"))
def test_a_rule_file_is_sound_behind_each_pass_and_the_same_in_all_engines(path: Path) -> None:
    machine = built(shelf.SOURCES[path])
    assert machine is not None
    assert lines_without_a_place(machine) == []
    assert unsound(machine) == []
    assert compared(Engines(machine), SECONDS, MOST_EVENTS) > 0


def lines_without_a_place(machine: m.Machine) -> list[m.Code]:
    parts = (*machine.functions, *machine.automatic)
    return [line for part in parts for line in walk_code(part.body) if line.span == NOWHERE]


@pytest.mark.thorough
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("path", shelf.each(shelf.ORIGINALS))
def test_rule_files_do_the_same_for_long(path: Path) -> None:
    machine = built(shelf.SOURCES[path])
    assert machine is not None
    engines = Engines(machine)
    events = compared(engines, MANY_SECONDS, 1 << 62)
    assert events + compared(engines, FOR_FEWEST, max(0, FEWEST_EVENTS - events)) >= FEWEST_EVENTS
