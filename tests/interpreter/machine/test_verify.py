"""Machines are sound after lowering and after each pass of the optimiser: of all rule files, and of made-up ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import nowhere
import pytest
import shelf

from astro_referee.grammar.source import Source
from astro_referee.interpreter import machine as m
from astro_referee.interpreter import pipeline
from astro_referee.interpreter.machine.requirements import with_requirements
from astro_referee.interpreter.machine.verify import problems

PASSES: tuple[Callable[[m.Machine], m.Machine], ...] = (with_requirements, *pipeline.PASSES)
FILES, MANY_FILES, TOGETHER = range(1, 5), 500, 25
"""Made-up rule files: in each run, and in thorough ones, where so many make one test."""


def lowered(source: Source, seats: int | None = None) -> m.Machine | None:
    """The machine as the rules say it; None if they are refused."""
    checked, _ = pipeline.check_source(source, seats)
    made = pipeline.compile_checked(checked, source)[0] if checked is not None else None
    return made.machine if made is not None else None


def unsound(machine: m.Machine) -> Iterator[str]:
    """What is wrong with a machine, and behind which pass; of the first such pass alone, since others build on it."""
    for step in PASSES:
        machine = step(machine)
        found = [f"{step.__name__}: {problem}" for problem in dict.fromkeys(problems(machine))]
        if found:
            yield from found
            return


@pytest.mark.parametrize("path", shelf.each())
def test_machines_of_rule_files_are_sound_after_each_pass(path: Path) -> None:
    machine = lowered(shelf.SOURCES[path])
    assert machine is not None
    assert list(unsound(machine)) == []


@pytest.mark.parametrize("seed", FILES)
def test_machines_of_made_up_rules_are_sound_after_each_pass(seed: int) -> None:
    machine = lowered(Source("nowhere.astro", nowhere.Inventor(Random(seed)).rules()), 2)
    assert machine is not None
    assert list(unsound(machine)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(0, MANY_FILES, TOGETHER))
def test_machines_of_many_made_up_rules_are_sound(first: int) -> None:
    """Few of the files are refused: what a condition tells besides, whoever makes it up does not always see."""
    looked_at, found = 0, list[str]()
    for seed in range(first, first + TOGETHER):
        machine = lowered(Source("nowhere.astro", nowhere.Inventor(Random(seed)).rules()), 2)
        if machine is not None:
            looked_at += 1
            found += [f"seed {seed}: {problem}" for problem in unsound(machine)]
    assert found == []
    assert looked_at > TOGETHER * 0.9
