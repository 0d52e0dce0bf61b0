"""The screens of a game that is played at random, without a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from attrs import frozen

from astro_referee.cli.table.keyboard import Table
from astro_referee.cli.table.screen import Screen, turn_screen
from astro_referee.interpreter import api
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.show.narration import Line
from astro_referee.interpreter.values.marks import Style


@frozen
class Turn:
    """A player is asked; what is shown must be asked for before the game goes on."""

    table: Table
    seat: int
    news: list[Line]

    @property
    def match(self) -> Match:
        return self.table.match

    def screen(self, columns: int) -> Screen:
        return turn_screen(self.table, self.seat, self.news, self.match.view(self.seat), columns)


def turns(path: Path, seed: int) -> Iterator[Turn]:
    """A game, turn by turn."""
    match = api.start(str(path), seed=seed, style=Style.SIGNS)
    match.settle_all()
    table, pick = Table(match, {}, None), Generator(seed).below
    while not match.over:
        seat = match.actors[0]
        table.viewers = (seat,)
        yield Turn(table, seat, table.with_last_event(seat, table.news()))
        options = match.legal(seat)
        match.play(options[pick(len(options))])
        match.settle_all()


def turn_in_the_middle(path: Path, seed: int, number: int) -> Turn:
    """The turn with a number; of a game that is over by then, one in its middle."""
    numbers = count()
    turn = next((turn for turn in turns(path, seed) if next(numbers) == number), None)
    return turn or turn_in_the_middle(path, seed, next(numbers) // 2)
