"""For pytest: a project that opts in has the tests of its rule files collected with all others.

`astro_tests = true` in the settings of pytest, or `--astro` on its command line. Nothing else of Astro is imported
before a rule file with tests is met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from astro_referee.interpreter.examination import PreparedTest
    from astro_referee.interpreter.testing.runner import FailedTest, Suite, Tried

ENDINGS = (".astro", ".astro.playthroughs")
"""Rule files and their snapshots."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("astro_tests", "collect the tests of rule files (*.astro)", type="bool", default=False)
    parser.getgroup("astro").addoption("--astro", action="store_true", help="collect the tests of rule files (*.astro)")


def pytest_configure(config: pytest.Config) -> None:
    """Syrupy is told to leave our snapshots alone: it looks through their folder for tests in Python beside them."""
    if hasattr(config.option, "ignore_file_extensions"):
        ignored = config.option.ignore_file_extensions or []
        config.option.ignore_file_extensions = [*ignored, ENDINGS[1].rpartition(".")[2]]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A rule file, if it has tests and they are wanted; snapshots, if their rule file has none any more."""
    if not file_path.name.endswith(ENDINGS):
        return None
    if not (parent.config.getoption("astro") or parent.config.getini("astro_tests")):
        return None
    from astro_referee.interpreter.testing.runner import has_tests
    from astro_referee.interpreter.testing.snapshots import tested_by

    kept = file_path.name.endswith(ENDINGS[1])
    if has_tests(tested_by(file_path) if kept else file_path) is kept:
        return None
    collector: pytest.Collector = (SnapshotFile if kept else RuleFile).from_parent(parent, path=file_path)
    return collector


class RuleFile(pytest.File):
    """A rule file with its tests."""

    def collect(self) -> Iterator[pytest.Item]:
        from astro_referee.grammar import report
        from astro_referee.interpreter.play import library
        from astro_referee.interpreter.testing import runner

        try:
            suite = runner.suite(library.load_source(self.path, shown(self)), self.path, updating(self))
        except library.BadRules as bad:
            raise self.CollectError(report.frames(bad.source, bad.problems)) from None
        for prepared in suite.tests:
            yield RuleTest.from_parent(self, name=prepared.test.title, suite=suite, prepared=prepared)
        if suite.snapshots.path.exists():
            yield UnusedSnapshots.from_parent(self, name=runner.LEFT_OVER, tidy=suite.tidy)


class SnapshotFile(pytest.File):
    """Snapshots of a rule file that has no tests any more."""

    def collect(self) -> Iterator[pytest.Item]:
        from astro_referee.interpreter.testing import runner
        from astro_referee.interpreter.testing.snapshots import Snapshots

        snapshots = Snapshots(self.path, updating(self))
        yield UnusedSnapshots.from_parent(self, name=runner.LEFT_OVER, tidy=lambda: runner.tidy(snapshots, set()))


def updating(file: pytest.File) -> bool:
    """Whether snapshots are to be written: syrupy has an option for that."""
    return bool(file.config.getoption("update_snapshots", False))


def shown(file: pytest.File) -> str:
    """The path as it is told in failures: from the folder pytest was called in, if it is there."""
    here = file.config.invocation_params.dir
    return str(file.path.relative_to(here)) if file.path.is_relative_to(here) else str(file.path)


class RuleTestFailure(Exception):
    """A test of a rule file that does not hold."""

    def __init__(self, failure: FailedTest) -> None:
        super().__init__(failure.happened)
        self.failure = failure


class AstroItem(pytest.Item):
    """An item whose failure is told as `astro test` does."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if not isinstance(excinfo.value, RuleTestFailure):
            return super().repr_failure(excinfo, style)
        from astro_referee.cli.commands.author.test import explained

        whole = self.config.get_verbosity() > 0
        shown_text = "\n".join(explained(excinfo.value.failure, lambda text, _: text, whole))
        for ours, theirs in (("astro test --update", "pytest --snapshot-update"), ("astro test --board", "pytest -v")):
            shown_text = shown_text.replace(ours, theirs)
        return shown_text

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.name


class UnusedSnapshots(AstroItem):
    """Snapshots that belong to no playthrough; no failure if there are none."""

    def __init__(self, *, tidy: Callable[[], Tried | None], **rest: Any) -> None:
        super().__init__(**rest)
        self.tidy = tidy

    def runtest(self) -> None:
        result = self.tidy()
        if result is not None and result.failure is not None:
            raise RuleTestFailure(result.failure)


class RuleTest(AstroItem):
    """One test of a rule file."""

    def __init__(self, *, suite: Suite, prepared: PreparedTest, **rest: Any) -> None:
        super().__init__(**rest)
        self.suite, self.prepared = suite, prepared

    def runtest(self) -> None:
        result = self.suite.run(self.prepared)
        if result.failure is not None:
            raise RuleTestFailure(result.failure)

    def reportinfo(self) -> tuple[Path, int, str]:
        source = self.suite.source
        return self.path, source.place(self.prepared.test.span.start)[0] - 1, self.name
