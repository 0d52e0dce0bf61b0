"""The screens of a game that is played at random, without a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from astro_referee.cli.table.keyboard import Table
from astro_referee.cli.table.screen import Screen, turn_screen
from astro_referee.interpreter import api
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.values.marks import Style


@frozen
class Turn:
    """A player is asked."""

    match: Match
    seat: int
    screen: Screen


def turns(path: Path, seed: int, columns: int, most: int) -> Iterator[Turn]:
    """So many turns of a game, each with what its player is shown."""
    match = api.start(str(path), seed=seed, style=Style.SIGNS)
    match.settle_all()
    table, pick = Table(match, {}, None), Generator(seed).below
    for _ in range(most):
        if match.over:
            return
        seat = match.actors[0]
        table.viewers = (seat,)
        news = table.with_last_event(seat, table.news())
        yield Turn(match, seat, turn_screen(table, seat, news, match.view(seat), columns))
        options = match.legal(seat)
        match.play(options[pick(len(options))])
        match.settle_all()
