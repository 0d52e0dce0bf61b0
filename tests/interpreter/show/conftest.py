"""Positions of every game; pictures are also asked for as a user would ask for them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import shelf
from commands import at_the_root, run

from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import Match

__all__ = ["at_the_root", "run"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with a `rule_file` is run for every game that comes with Astro."""
    if "rule_file" in metafunc.fixturenames:
        metafunc.parametrize("rule_file", shelf.ORIGINALS, ids=lambda path: path.stem)


@pytest.fixture
def played() -> Callable[..., Match]:
    """`played(path, moves)`: a match after some random moves, or at its end."""

    def plays(path: Path, moves: int) -> Match:
        game = library.prepare(library.load(path))
        match = Match(game, 5, game.players)
        pick = Generator(5).below
        match.settle_all()
        for _ in range(moves):
            if match.over:
                break
            options = match.legal()
            match.play(options[pick(len(options))])
            match.settle_all()
        return match

    return plays
