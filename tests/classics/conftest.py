"""How many games the classics play beside another engine."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def thorough(pytestconfig: pytest.Config) -> bool:
    """Whether as many games are wanted as were once compared with another engine, or a part of them."""
    return bool(pytestconfig.getoption("thorough"))
