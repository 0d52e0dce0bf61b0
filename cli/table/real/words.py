"""The words that can be typed besides names where a real table asks what came up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.cli.table import private_view
from astro_referee.cli.table.board import board, public_board
from astro_referee.cli.table.seat import PlayerLeft, leave_with, undo
from astro_referee.interpreter.show import narration, rules
from astro_referee.interpreter.show.text.layout import wrapped

if TYPE_CHECKING:
    from astro_referee.cli.table.real.table import RealTable
    from astro_referee.interpreter.play.match import Match

HELP = """Type what came up; short names do, and several at once with commas.
  list         all names that can be typed here
  back         take back the last entry; `back NAME` that one
  undo         take back the last move, if the others agree
  board        the position again
  hand         what only you may see
  history      what has happened so far
  rules        the rules in short; `rules WORD` all about something
  quit         leave the game
  ? or help    this text
The Tab key completes names."""
LOOK_HELP = """Press Enter if what was entered is right; then it counts.
  back         take back the last entry; `back NAME` that one
"""
LOOK_HELP += "\n".join(row for row in HELP.split("\n") if row.startswith("  ") and not row.startswith("  back"))
"""The same where entries are looked at for the last time."""
WORDS = ("list", "back", "undo", "board", "hand", "history", "rules", "quit", "help")


def command_of(table: RealTable, text: str, names: list[str], before: Match, typed: list[str]) -> bool:
    """Does what a word asks for, where none of the names is meant; says whether it was one.

    The position is shown as it was `before` what is asked for; `typed` is what was typed since.
    """
    word, _, rest = text.casefold().partition(" ")
    if any(name.casefold() == text.casefold() for name in names):
        return False
    seat = table.viewers[0] if len(table.viewers) == 1 else None
    match (word, bool(rest)):
        case ("?" | "help", False):
            table.keyboard.page(HELP.split("\n"))
        case ("list", False):
            table.keyboard.page(wrapped("", names))
        case ("rules", _):
            table.keyboard.page(rules.looked_up(table.match, rest))
        case ("back", _):
            table.back(rest)
        case ("undo", False):
            undo(table, seat if seat is not None else mover(table))
        case ("board", False):
            # Where all look, only what all may see: nobody is the referee here.
            table.keyboard.page(board(before, seat) if seat is not None else public_board(before))
        case ("hand", False) if seat is not None:
            table.keyboard.page([*private_view.own(before, seat), "typed: " + (", ".join(typed) or "nothing")])
        case ("history", False):
            table.keyboard.page(narration.narrate(before, before.events, table.watchers or table.everybody))
        case ("quit" | "exit", False):
            raise PlayerLeft(leave_with(table))
        case _:
            return False
    return True


def mover(table: RealTable) -> int:
    """Who speaks where all look at the screen: whoever moved last."""
    moved = (event.player for event in reversed(table.match.events) if event.player in table.humans)
    return next((seat for seat in moved if seat is not None), table.humans[0])
