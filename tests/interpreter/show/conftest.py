"""Positions of every game; pictures are also asked for as a user would ask for them."""

from __future__ import annotations

import pytest
import shelf
from commands import at_the_root, record, run
from random_positions import played

__all__ = ["at_the_root", "played", "record", "run"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with a `rule_file` is run for every game that comes with Astro."""
    if "rule_file" in metafunc.fixturenames:
        metafunc.parametrize("rule_file", shelf.each(shelf.ORIGINALS))
