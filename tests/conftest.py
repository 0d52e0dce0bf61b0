"""What all tests share: how many games are played at random, and snapshots as plain text that read as a diff."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games",
        type=int,
        help="Random games with each rule file and each number of players, and games of bots, however long they take.",
    )
    parser.addoption("--thorough", action="store_true", help="Run also the tests that repeat a shorter one many times.")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("thorough"):
        for item in items:
            if item.get_closest_marker("thorough"):
                item.add_marker(pytest.mark.skip(reason="repeats a shorter test many times; run with --thorough"))


class TextSnapshot(SingleFileSnapshotExtension):
    """A snapshot that holds the text itself, without quotes or escapes."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.with_defaults(extension_class=TextSnapshot)
