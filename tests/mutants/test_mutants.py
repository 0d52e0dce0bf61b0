"""The tests of the bundled games find mistakes: rules are broken in one place at a time, and a test must fail.

A few of the mistakes are tried each time, always the same; with `--thorough`, some hundreds. Those that no test finds
are listed in `survivors.txt`, each with the reason why it may live.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from mutants import Mutant, mutants
from shelf import RULEBOOKS

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.testing import runner

SHORT, FEW, MANY = 3, 1, 40
"""Of how many games one is tried in a short run, and mistakes that are tried of each game."""
BUNDLED = {game: path.with_name(f"{path.stem}{library.TESTS}{path.suffix}") for game, path in RULEBOOKS.items()}


@cache
def rules_with_tests(game: str) -> Source:
    return library.load_source(BUNDLED[game])


def outcome(mutant: Mutant, game: str) -> str:
    """`refused` by the checker, `caught` by a test of the game, or `alive`."""
    try:
        suite = runner.suite(mutant.put_into(rules_with_tests(game)))
        return "alive" if all(suite.run(test).ok for test in suite.tests) else "caught"
    except library.BadRules:
        return "refused"


@cache
def everything() -> dict[str, tuple[Mutant, list[str]]]:
    """Every mistake by its name, with the games it is in: what games share is counted once."""
    found: dict[str, tuple[Mutant, list[str]]] = {}
    for game in BUNDLED:
        for mutant in mutants(rules_with_tests(game)):
            found.setdefault(mutant.name, (mutant, []))[1].append(game)
    return found


@cache
def survivors() -> dict[str, str]:
    """Names of mistakes that no test finds, with the reasons: a line for each name, the reason indented below."""
    found: dict[str, str] = {}
    for line in Path(__file__).with_name("survivors.txt").read_text(encoding="utf-8").splitlines():
        if line and not line[0].isspace():
            name = line
        elif line:
            found[name] = f"{found.get(name, '')} {line.strip()}".strip()
    return found


def tried(config: pytest.Config) -> Iterator[tuple[str, str]]:
    thorough = config.getoption("thorough")
    for game in list(BUNDLED)[:: 1 if thorough else SHORT]:
        own = [name for name, (_, games) in everything().items() if games[0] == game]
        random.Random(game).shuffle(own)
        few = [name for name in own if name not in survivors()][:FEW]
        yield from ((game, name) for name in (own[:MANY] if thorough else few))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "name" in metafunc.fixturenames:
        metafunc.parametrize(("game", "name"), list(tried(metafunc.config)), ids=str)


def test_a_mistake_is_found(game: str, name: str) -> None:
    mutant, games = everything()[name]
    alive = all(outcome(mutant, other) == "alive" for other in games)
    assert alive == (name in survivors())


def test_few_survive_and_the_list_is_true() -> None:
    assert set(survivors()) <= set(everything()), "a survivor that is no mistake any more"
    assert len(survivors()) <= 0.04 * MANY * len(BUNDLED), "the checker refuses a tenth, and of those none survives"
    assert all(survivors().values()), "a survivor without a reason"
