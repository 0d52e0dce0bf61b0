"""A player's turn at the keyboard: the menu, the words besides moves, and what is said to a move that is none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from astro_referee.cli import recording, verdicts
from astro_referee.cli.board import board
from astro_referee.cli.failures import Failure, failure
from astro_referee.cli.options import called
from astro_referee.cli.terminal import ellipsis, in_columns, plural, put

if TYPE_CHECKING:
    from astro_referee.cli.table import Table
    from astro_referee.interpreter.game import Move
    from astro_referee.interpreter.match import Match

HELP = """Type a move, or its number in the list. The beginning of a move is enough if only one begins so.
  moves       all legal moves
  board       the position again
  why MOVE    whether a move is legal, and every reason if it is not
  undo        take back your last move, if the others agree
  save FILE   write the game so far into a new file
  quit        leave the game
  ? or help   this text"""
SHORT_MENU = 20
"""Moves listed without being asked; `moves` lists them all."""


ASKED = {
    "one": "to move",
    "together": "chooses in secret; all choices count at once",
    "any": "may act now, or let it pass; whoever acts first ends the round of asking",
}
"""What a player is told about the manner of a decision."""


class Left(Exception):
    """A player leaves the game."""


class Undone(Exception):
    """The position has changed: whoever is asked now goes on."""


def decide(table: Table, seat: int) -> Move:
    """Asks until there is a legal move."""
    moves = table.match.legal(seat)
    put(
        table.paint(
            f"{called(table.match, seat)} {ASKED[table.match.decision.manner if table.match.decision else 'one']}",
            "head",
        )
    )
    menu(table.match, moves, SHORT_MENU)
    while True:
        typed = table.keyboard.ask(f"{table.match.names[seat]}> ")
        word, _, rest = typed.partition(" ")
        if not typed:
            continue
        chosen = by_number(table.match, typed, moves)
        if chosen is not None:
            return chosen
        if is_move(table.match, seat, typed) or not command(table, seat, word.casefold(), rest.strip(), moves):
            verdict = table.match.judge(seat, typed)
            if verdict.ok and verdict.move is not None:
                return verdict.move
            for row in verdicts.refusal(table.match, verdict, table.paint):
                put(row)


def is_move(match: Match, seat: int, typed: str) -> bool:
    """A move written out wins over a word of ours: some games have a move called `undo` or `save`."""
    from astro_referee.interpreter.notation import fold

    return any(fold(match.written(move)) == fold(typed) for move in match.legal(seat))


def has_numbers(match: Match, moves: list[Move]) -> bool:
    """Whether moves can be chosen by number; not where a move is itself written as a number."""
    return not any(match.written(move).strip().isdecimal() for move in moves)


def by_number(match: Match, typed: str, moves: list[Move]) -> Move | None:
    """The move with a number in the list, if that is what was typed."""
    if not (typed.isascii() and typed.isdigit() and len(typed) < 9 and has_numbers(match, moves)):
        return None
    return moves[int(typed) - 1] if 1 <= int(typed) <= len(moves) else None


def menu(match: Match, moves: list[Move], most: int) -> None:
    """The legal moves with their numbers and what they do."""
    numbered = has_numbers(match, moves)
    rows = []
    for number, move in enumerate(moves[:most], 1):
        rows.append([f"{number:4}" if numbered else "   -", match.written(move), match.about(move)])
    for row in in_columns(rows):
        put(row)
    if len(moves) > most:
        put(f"     {ellipsis()} and {plural(len(moves) - most, 'more move')}: `moves` lists them all")


# --- Words besides moves ---------------------------------------------------------------------------------------------


def command(table: Table, seat: int, word: str, rest: str, moves: list[Move]) -> bool:
    """Does what a word asks for; says whether it was one."""
    match (word, bool(rest)):
        case ("?" | "help", False):
            put(HELP)
        case ("moves", False):
            menu(table.match, moves, len(moves))
        case ("board", False):
            for row in board(table.match, seat):
                put(row)
        case ("why", True):
            why(table, seat, rest, moves)
        case ("why", False):
            put("Which move? For example: why " + table.match.written(moves[0]))
        case ("undo", False):
            undo(table, seat)
        case ("save", True):
            save(table.match, rest)
        case ("save", False):
            put("Into which file? For example: save game.txt")
        case ("quit" | "exit", False):
            raise Left
        case _:
            return False
    return True


def why(table: Table, seat: int, typed: str, moves: list[Move]) -> None:
    chosen = by_number(table.match, typed, moves)
    typed = table.match.written(chosen) if chosen is not None else typed
    verdict = table.match.judge(seat, typed)
    if verdict.ok and verdict.move is not None:
        about = table.match.about(verdict.move)
        put(f"{verdict.text}: legal" + (f". {about}" if about else ""))
        return
    for row in verdicts.refusal(table.match, verdict, table.paint):
        put(row)


def save(match: Match, name: str) -> None:
    from astro_referee.interpreter.records import text_of

    try:
        recording.create(Path(name), text_of(match))
    except (OSError, Failure) as error:
        put(f"Not saved: {failure(error)}")
        return
    put(f"Saved as {name}.")


def undo(table: Table, seat: int) -> None:
    """Back to before the player's last move, if every other player at the keyboard agrees."""
    last = next((event for event in reversed(table.match.events) if event.player == seat), None)
    if last is None:
        put("You have not moved yet.")
        return
    others = [other for other in table.humans if other != seat]
    if others and table.private:
        table.keyboard.clear()
        table.viewers = ()
    for other in others:
        count = len(table.match.events) - last.number
        what = "the last move" if count == 1 else f"everything from event {last.number + 1} on"
        question = f"{called(table.match, other)}: may {called(table.match, seat)} take back {what}?"
        if not table.keyboard.agree(question):
            table.notice = f"{called(table.match, other)} does not agree."
            raise Undone
    table.take_back(table.match.rewound(last.number))
    table.notice = f"Back to before event {last.number + 1}."
    raise Undone
