"""For pytest: a project that opts in has the tests of its rule files collected with all others.

`astro_tests = true` in the settings of pytest, or `--astro` on its command line. Nothing else of Astro is imported
before a rule file with tests is met.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from astro_referee.interpreter.pipeline import Rehearsed
    from astro_referee.interpreter.testing import FailedTest, Suite

ENDING = ".astro"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("astro_tests", "collect the tests of rule files (*.astro)", type="bool", default=False)
    parser.getgroup("astro").addoption("--astro", action="store_true", help="collect the tests of rule files (*.astro)")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A rule file, if it has tests and they are wanted."""
    if file_path.suffix != ENDING or not (parent.config.getoption("astro") or parent.config.getini("astro_tests")):
        return None
    from astro_referee.interpreter.testing import has_tests

    if not has_tests(file_path):
        return None
    collector: pytest.Collector = RuleFile.from_parent(parent, path=file_path)
    return collector


class RuleFile(pytest.File):
    """A rule file with its tests."""

    def collect(self) -> Iterator[pytest.Item]:
        from astro_referee.interpreter import library, report, testing

        try:
            update = self.config.getoption("update_snapshots", False)
            suite = testing.suite(library.load_source(self.path, shown(self)), self.path, update)
        except library.BadRules as bad:
            raise self.CollectError(report.frames(bad.source, bad.problems)) from None
        for rehearsed in suite.tests:
            yield RuleTest.from_parent(self, name=rehearsed.test.title, suite=suite, rehearsed=rehearsed)


def shown(file: pytest.File) -> str:
    """The path as it is told in failures: from the folder pytest was called in, if it is there."""
    here = file.config.invocation_params.dir
    return str(file.path.relative_to(here)) if file.path.is_relative_to(here) else str(file.path)


class NotSo(Exception):
    """A test of a rule file that does not hold."""

    def __init__(self, failure: FailedTest) -> None:
        super().__init__(failure.happened)
        self.failure = failure


class RuleTest(pytest.Item):
    """One test of a rule file."""

    def __init__(self, *, suite: Suite, rehearsed: Rehearsed, **rest: Any) -> None:
        super().__init__(**rest)
        self.suite, self.rehearsed = suite, rehearsed

    def runtest(self) -> None:
        result = self.suite.run(self.rehearsed)
        if result.failure is not None:
            raise NotSo(result.failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if not isinstance(excinfo.value, NotSo):
            return super().repr_failure(excinfo, style)
        from astro_referee.cli.test import explained

        return "\n".join(explained(excinfo.value.failure, lambda text, _: text))

    def reportinfo(self) -> tuple[Path, int, str]:
        source = self.suite.source
        return self.path, source.place(self.rehearsed.test.span.start)[0] - 1, self.name
