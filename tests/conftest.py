"""What all tests share: one cache, options for longer runs, and snapshots as plain text that read as a diff."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

LEFT_OUT = pytest.StashKey[int]()
"""How many tests wait for a thorough run."""

# Rules and machines are trees of many small things, and seldom rubbish: looking for it as often as Python does by
# itself takes a tenth of all the time.
gc.set_threshold(50_000, 20, 50)

# How many examples hypothesis makes up. Each run makes up others, so a short run need not find everything.
settings.register_profile("usual", max_examples=30, deadline=None)
settings.register_profile("thorough", max_examples=300, deadline=None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games",
        type=int,
        help="Random games with each rule file and each number of players, and games of bots, however long they take.",
    )
    parser.addoption(
        "--count", action="store_true", help="Write down how much the tests of whole modules compare (without -n)."
    )
    parser.addoption("--thorough", action="store_true", help="Run also the tests that repeat a shorter one many times.")


def pytest_configure(config: pytest.Config) -> None:
    """What was worked out is kept for the whole run, by all its processes, and then thrown away; so is bytecode, where
    Python is told to write none: hundreds of programs that tests start would each compile the project.

    A run in the background may ignore Ctrl-C; the programs that tests start must not. A process that has nothing left
    to do takes tests from another: some take a hundred times as long as most.
    """
    settings.load_profile("thorough" if config.getoption("thorough") else "usual")
    if config.getoption("dist", "no") == "load":
        config.option.dist = "worksteal"
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        os.environ["ASTRO_CACHE"] = folder = tempfile.mkdtemp(prefix="astro-tests-")
        os.environ["ASTRO_ENGINE"] = "python"  # a test that is about another engine asks for it
        if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
            os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(Path(folder, "bytecode"))
            sys.dont_write_bytecode = False
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.fixture(scope="session", autouse=True)
def seeds_of_tests() -> Iterator[None]:
    """A test that names no seed has 0, so that it goes the same way each time. Tests start more games in turn than
    anybody else, and so more of them stay in memory.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("astro_referee.interpreter.api.fresh_seed", lambda: 0)
        patch.setattr("astro_referee.interpreter.play.library.MOST_STARTED", 40)
        yield


@pytest.fixture(scope="session")
def thorough(pytestconfig: pytest.Config) -> bool:
    """Whether tests may repeat what they do as often as before a release."""
    return bool(pytestconfig.getoption("thorough"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Slow tests come first, so that none of them is left when everything else is done.

    Those that wait for a thorough run are left out, which is quicker than to skip a thousand; their number is told.
    Last of all, so that only tests that were asked for are counted.
    """
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    left = [] if config.getoption("thorough") else [item for item in items if item.get_closest_marker("thorough")]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
    config.stash[LEFT_OUT] = len(left)
    if hasattr(config, "workeroutput"):
        config.workeroutput["left_out"] = len(left)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Every process of a run has left out the same tests."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_collection_finish() -> None:
    """Thousands of tests stay for the whole run: Python need not look at them whenever it tidies up."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Why tests were skipped or left out, one line for each reason; a whole file that was skipped counts once."""
    reasons = Counter(skipped_because(report) for report in terminalreporter.stats.get("skipped", ()))
    if left_out := config.stash.get(LEFT_OUT, 0):
        reasons["repeats a shorter test many times; run with --thorough"] = left_out
    if reasons:
        terminalreporter.section("skipped")
        for reason, count in sorted(reasons.items()):
            terminalreporter.write_line(f"{count:4}  {reason}")


def skipped_because(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The reason of a skipped test, without the place that gives it."""
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return reason.removeprefix("Skipped: ") or "no reason is given"


class TextSnapshot(SingleFileSnapshotExtension):
    """A snapshot that holds the text itself, without quotes or escapes."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.with_defaults(extension_class=TextSnapshot)
