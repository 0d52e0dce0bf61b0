"""Tests of C need a compiler."""

from __future__ import annotations

import pytest

from astro_referee.interpreter.backends.c import compiler


@pytest.fixture(autouse=True, scope="session")
def a_compiler() -> compiler.Compiler:
    """The compiler of this system; without one, what is about compiled games is skipped."""
    found = compiler.find()
    if found is None:
        pytest.skip("there is no C compiler")
    return found
