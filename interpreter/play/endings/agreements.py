"""Ends that no rule brings about: a player resigns or runs out of time, or all agree to a draw."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from attrs import frozen

from astro_referee.interpreter.play.events import Result

if TYPE_CHECKING:
    from astro_referee.interpreter.play.game import Game


class Manner(StrEnum):
    """How players end a game themselves; the words that a record has for it."""

    RESIGNED = "resigns"
    OUT_OF_TIME = "has no time left"
    DRAWN = "by agreement"


@frozen
class Agreement:
    """What ended a game before the rules did, and through which seat; a draw is everybody's."""

    manner: Manner
    seat: int | None = None

    def result(self, players: tuple[str, ...], names: tuple[str, ...]) -> Result:
        """A draw for all, or a win for the other one of two."""
        seats = range(len(names))
        if self.seat is None:
            return Result(tuple(1 for _ in seats), None, (), True, str(self.manner), str(self.manner))
        places = tuple(2 if seat == self.seat else 1 for seat in seats)
        winners = tuple(seat for seat in seats if seat != self.seat)
        said, spoken = (f"{who[self.seat]} {self.manner}" for who in (players, names))
        return Result(places, None, winners, False, said, spoken)


def possible(game: Game) -> list[Agreement]:
    """Every way in which the players of a game may end it; who loses is only clear where two play."""
    seats = range(game.seats) if game.seats == 2 else ()
    losses = [Agreement(manner, seat) for manner in (Manner.RESIGNED, Manner.OUT_OF_TIME) for seat in seats]
    return [*losses, *([Agreement(Manner.DRAWN)] if game.seats > 1 else [])]
