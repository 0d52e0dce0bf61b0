"""Counts what the tests of a comparison play, and holds it against what is on record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator

import pytest
from comparisons import Comparison, Counts, counting, on_record, write_down

COUNTED = pytest.StashKey[dict[str, Counts]]()


def run_of(config: pytest.Config) -> str:
    return "thorough" if config.getoption("thorough") else "short"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A test that plays another number of games than the tables say has changed without them."""
    marker = item.get_closest_marker("compared")
    if marker is None:
        return (yield)
    comparison: Comparison = marker.args[0]
    with counting() as tally:
        result = yield
    if item.config.getoption("count"):
        counted = item.config.stash.setdefault(COUNTED, defaultdict(dict))
        counted[comparison.game][item.name] = tally.counts
        return result
    run = run_of(item.config)
    known = on_record().get(comparison.game, {}).get(run, {})
    if run == "short" or item.name in known:
        told = f"on record for {item.name} are other games than these: bring it up to date with `--count`"
        known_games, _, *known_deals = known.get(item.name, (0, 0))
        assert (known_games, known_deals) == (tally.games, [tally.deals] if tally.deals else []), told
    return result


def pytest_sessionfinish(session: pytest.Session) -> None:
    counted = session.config.stash.get(COUNTED, None)
    if counted:
        write_down(run_of(session.config), counted)
