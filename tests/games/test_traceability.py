"""Every numbered rule of a game that comes with Astro is cited by its rules and named by a test; tests name no others.

Numbered rules are rulings called R or A and a number. One that stands in a library may be cited and tested by any game
that uses the library.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from shelf import CLASSICS, ROOT, RULEBOOKS

from astro_referee.cli.reports.ruling_tests import CitingTest
from astro_referee.cli.reports.ruling_tests import tests_beside as trials_beside
from astro_referee.cli.reports.ruling_tests import tests_of as trials_of
from astro_referee.interpreter.play import library
from astro_referee.interpreter.study.citations import Ruling, rulings

NUMBERED = re.compile(r"[RA]\d+")
PATHS = RULEBOOKS | {path.stem: path for path in CLASSICS if "\nruling " in path.read_text(encoding="utf-8")}
GAMES = [name for name, path in PATHS.items() if not library.load_source(path).is_library]


@cache
def numbered(game: str) -> tuple[Ruling, ...]:
    found = rulings(library.load_source(PATHS[game]))
    return tuple(ruling for ruling in found if NUMBERED.fullmatch(ruling.name))


@cache
def trials(game: str) -> list[CitingTest]:
    path = PATHS[game]
    return [*trials_beside(path), *(trials_of(path.stem, ROOT / "tests" / "games") or [])]


def sharing(ruling: Ruling) -> list[str]:
    """The games that have a ruling: one, or all that use its library."""
    return [game for game in GAMES if ruling.declared in [other.declared for other in numbered(game)]]


def is_cited(ruling: Ruling) -> bool:
    return any(r.lines for game in sharing(ruling) for r in numbered(game) if r.declared == ruling.declared)


def is_tested(ruling: Ruling) -> bool:
    return any(ruling.name in test.rulings for game in sharing(ruling) for test in trials(game))


def test_games_are_found() -> None:
    assert "ptolemy" in GAMES
    assert [ruling.name for ruling in numbered("ptolemy")][:24] == [f"R{n}" for n in range(1, 25)]


@pytest.mark.parametrize("game", GAMES)
def test_every_numbered_rule_has_a_line(game: str) -> None:
    assert [ruling.name for ruling in numbered(game) if not is_cited(ruling)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_numbered_rule_has_a_test(game: str) -> None:
    assert [ruling.name for ruling in numbered(game) if not is_tested(ruling)] == []


@pytest.mark.parametrize("game", GAMES)
def test_tests_name_only_rules_there_are(game: str) -> None:
    known = {ruling.name for ruling in numbered(game)}
    named = {(test.name, name) for test in trials(game) for name in test.rulings if NUMBERED.fullmatch(name)}
    assert sorted((test, name) for test, name in named if name not in known) == []
