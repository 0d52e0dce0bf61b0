"""Positions that come up in play, for tests in more than one folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import Match


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
