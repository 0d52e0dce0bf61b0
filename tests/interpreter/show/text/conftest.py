"""Positions of small games drawn as text, and a way to compare them with a picture in the test."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.show.text.page import draw

Drawn = Callable[..., str]


@pytest.fixture
def drawn() -> Drawn:
    """`drawn(rules, seat, names)`: the first position somebody is asked in, as a seat sees it; None is the referee."""

    def shown(text: str, seat: int | None = None, names: tuple[str, ...] | None = None, more: str = "…") -> str:
        game = library.prepare(library.load(Source("test.astro", dedent(text).lstrip("\n"))))
        match = Match(game, 1, names or game.players)
        match.settle_all()
        return "\n".join(draw(game, match.view(seat), match.names, more))

    return shown


@pytest.fixture
def picture() -> Callable[[str], str]:
    """A picture from the middle of a test: without the indentation of the code around it."""
    return lambda text: dedent(text).strip("\n")
