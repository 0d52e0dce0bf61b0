"""Every rule file that comes with Astro is tested in its own language: by scenarios, and by a playthrough."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from shelf import CLASSICS, GAMES, ROOT, RULEBOOKS, each

import astro_referee as astro
from astro_referee.cli.commands.author.test import explained
from astro_referee.interpreter.play import library
from astro_referee.interpreter.testing import runner


@pytest.mark.parametrize("path", GAMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_rules_hold_what_their_tests_say(path: Path) -> None:
    """Of bundled games, the playthroughs; their other tests are run below, where it is also seen what they come to."""
    suites = [runner.suite(library.load_source(file), file) for file in runner.files_with_tests(path)]
    tests = [(suite, prepared, prepared.test.is_playthrough) for suite in suites for prepared in suite.tests]
    bundled = path in RULEBOOKS.values()
    results = [suite.run(prepared) for suite, prepared, told in tests if told or not bundled]
    results += [left for suite in suites if (left := suite.tidy()) is not None]
    failures = ["\n".join(explained(result.failure, lambda text, _: text)) for result in results if result.failure]
    assert not failures, "\n\n".join(failures)
    assert {told for *_, told in tests} == {False, True}, "a rule file needs a test and a playthrough"


@pytest.mark.slow
def test_everything_in_the_bundled_games_is_reached_or_excused() -> None:
    """Every move made, every guard seen both ways, every branch taken; of what games share, by one of them."""
    times, warnings = Counter[str](), []
    for game in RULEBOOKS:
        coverage = astro.cover(game)
        assert not coverage.failed
        warnings += coverage.warnings
        for seen in coverage.points:
            line, column = coverage.source.place(seen.point.span.start)
            point = f"{seen.file}:{line}:{column}: {seen.point.sort} {seen.point.name} {seen.verdict}"
            times[point] += seen.times + bool(seen.excuse)
    assert warnings == []
    assert [point for point, count in times.items() if not count] == []


@pytest.mark.parametrize("path", each(CLASSICS, turns="covered"))
def test_everything_in_a_classic_is_reached_or_excused(path: Path) -> None:
    coverage = astro.cover(path)
    missing = [f"{seen.line}: {seen.point.sort} {seen.point.name} {seen.verdict}" for seen in coverage.missing]
    assert (coverage.failed, coverage.warnings, missing) == ((), (), [])


@pytest.mark.parametrize("path", each(CLASSICS, turns="covered"))
def test_a_classic_leaves_no_note_that_checks_of_its_variants_would_repeat(path: Path) -> None:
    assert library.examine(library.load_source(path)).problems == ()


@pytest.mark.parametrize("folder", ["games", "examples"])
def test_all_tests_stand_beside_what_they_test(folder: str) -> None:
    files = runner.files_with_tests(ROOT / folder)
    assert {*files} <= {file for path in GAMES for file in runner.files_with_tests(path)}
    assert runner.left_over(ROOT / folder, files) == []
