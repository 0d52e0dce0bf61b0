"""Ends that players bring about themselves: resigning, a draw by agreement, no time left; and another game after it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from astro_referee.cli.table.seat import PositionChanged, agreed, leave_with, saved_or_left
from astro_referee.interpreter.play.endings.agreements import Agreement, Manner, possible
from astro_referee.interpreter.play.seating import called

if TYPE_CHECKING:
    from astro_referee.cli.table.keyboard import Table


def command(table: Table, seat: int, word: str, rest: str) -> bool:
    """Does what a word asks for; says whether it was one."""
    match (word, rest.casefold()):
        case ("resign", ""):
            resign(table, seat)
        case ("offer", "draw" | "a draw"):
            offer_draw(table, seat)
        case _:
            return False
    return True


def resign(table: Table, seat: int) -> None:
    """The other one of two wins, if whoever says so means it."""
    agreement = Agreement(Manner.RESIGNED, seat)
    if agreement not in possible(table.match.game):
        table.put("More than two play, so the game would not end; after `quit`, `--bot` gives your seat to a bot.")
        return
    if not table.keyboard.agree("Resign?", f"{called(table.match, seat)} would lose.", partial(saved_or_left, table)):
        return
    table.match.end(agreement)
    raise PositionChanged


def offer_draw(table: Table, seat: int) -> None:
    """A draw, if every other player agrees; a bot never does."""
    agreement = Agreement(Manner.DRAWN)
    if agreement not in possible(table.match.game):
        table.put("There is nobody to agree to a draw.")
        return
    if table.bots:
        table.put(f"{called(table.match, min(table.bots))} plays on.")
        return
    agreed(table, seat, f"{called(table.match, seat)} offers a draw.")
    table.match.end(agreement)
    raise PositionChanged


def out_of_time(table: Table, seat: int) -> bool:
    """Ends a game of two whose clock has run down; says whether it did. In a larger one, the others are only told."""
    agreement = Agreement(Manner.OUT_OF_TIME, seat)
    if agreement in possible(table.match.game):
        table.match.end(agreement)
        return True
    table.notice = f"{called(table.match, seat)} has no time left."
    return False


def again(table: Table) -> bool:
    """After the end, at a terminal: the game can still be saved; then whether the same players want another one."""
    if not table.keyboard.terminal or not table.humans or not table.match.over or table.match.typed:
        return False
    try:
        leave_with(table)
        return table.keyboard.agree("Another game?", "Seats would change.", lambda _: False)
    except EOFError:
        return False
