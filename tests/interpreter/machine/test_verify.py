"""Machines of all rule files are sound after lowering and after each pass of the optimiser."""

from __future__ import annotations

from pathlib import Path

import pytest
import shelf
from agreement import built, unsound


@pytest.mark.parametrize("path", shelf.each())
def test_machines_of_rule_files_are_sound_after_each_pass(path: Path) -> None:
    machine = built(shelf.SOURCES[path])
    assert machine is not None
    assert unsound(machine) == []
