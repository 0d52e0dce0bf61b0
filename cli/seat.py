"""A player's turn at the keyboard: the menu, the words besides moves, and what is said to a move that is none."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from astro_referee.cli import looking, recording, telling, verdicts
from astro_referee.cli.board import board
from astro_referee.cli.board.layout import cut
from astro_referee.cli.failures import Failure, failure
from astro_referee.cli.options import called
from astro_referee.cli.prompt import width
from astro_referee.cli.terminal import ellipsis, in_columns, plural

if TYPE_CHECKING:
    from astro_referee.cli.table import Table
    from astro_referee.interpreter.game import Move
    from astro_referee.interpreter.match import Match, Verdict

HELP = """Type a move, or its number in the list. The beginning of a move is enough if only one begins so.
  moves       all legal moves
  board       the position again
  hand        what only you may see
  why MOVE    whether a move is legal, and every reason if it is not
  history     what has happened so far; `history 5` the last five events
  rules       the rules by number; `rules WORD` those about something
  undo        take back the last move, if the others agree
  save FILE   write the game so far into a file
  quit        leave the game
  ? or help   this text"""
WORDS = ("moves", "board", "hand", "why ", "history", "rules", "undo", "save ", "quit", "help")
"""What the Tab key completes besides moves."""
NEAREST = 5
"""Legal moves named in answer to one that is not."""


ASKED = {
    "one": "to move",
    "together": "chooses in secret; all choices count at once",
    "any": "may act now, or let it pass; whoever acts first ends the round of asking",
}
"""What a player is told about the manner of a decision."""


class Left(Exception):
    """A player leaves the game; says where it was saved on the way out, if it was."""


class Undone(Exception):
    """The position has changed: whoever is asked now goes on."""


def asked(table: Table, seat: int) -> str:
    """Whose turn it is, and what for."""
    manner = table.match.decision.manner if table.match.decision else "one"
    return table.paint(f"{called(table.match, seat)} {ASKED[manner]}", "head")


def decide(table: Table, seat: int) -> Move:
    """Asks until there is a legal move."""
    moves = table.match.legal(seat)
    begun = ""
    while True:
        prompt = f"{table.match.names[seat]}> "
        if begun and table.keyboard.editor is not None:
            typed = table.keyboard.ask(prompt, partial(completions, table.match, moves, ""), f"{begun} ")
            begun = ""
        else:
            prompt += f"{begun} " if begun else ""
            typed = table.keyboard.ask(prompt, partial(completions, table.match, moves, begun))
        if not typed:
            begun = ""
            continue
        if begun:
            verdict = table.match.judge(seat, f"{begun} {typed}")
            if verdict.ok and verdict.move is not None:
                return verdict.move
            if not starts_anew(table.match, seat, typed):
                refuse(table, seat, verdict)
                begun = verdict.text if verdict.unfinished else begun
                continue
            begun = ""
        chosen = by_number(table.match, typed, moves)
        if chosen is not None:
            return chosen
        word, _, rest = typed.partition(" ")
        if not is_move(table.match, seat, typed) and command(table, seat, word.casefold(), rest.strip(), moves):
            if table.private and table.viewers != (seat,):  # on the way, somebody else has been given the keyboard
                raise Undone
            continue
        verdict = table.match.judge(seat, typed)
        if verdict.ok and verdict.move is not None:
            return verdict.move
        refuse(table, seat, verdict)
        begun = verdict.text if verdict.unfinished else ""


def starts_anew(match: Match, seat: int, typed: str) -> bool:
    """Whether a text is no rest of a move that was begun, but a word of ours or another whole move."""
    first = typed.split(" ")[0].casefold()
    return first == "?" or any(first == word.strip() for word in WORDS) or match.judge(seat, typed).ok


def refuse(table: Table, seat: int, verdict: Verdict) -> None:
    """What is wrong, every reason, and what would be legal instead."""
    for row in verdicts.refusal(table.match, verdict, table.paint):
        table.put(row)
    if verdict.reasons or not verdict.choices:
        near = nearest(table.match, seat, verdict.text)
        table.put(f"  nearest legal {'move' if len(near) == 1 else 'moves'}: {', '.join(near)}")


def nearest(match: Match, seat: int, text: str) -> list[str]:
    """The legal moves that look most like what was typed."""
    from difflib import SequenceMatcher

    like = SequenceMatcher(autojunk=False)
    like.set_seq2(text.casefold())

    def likeness(written: str) -> float:
        like.set_seq1(written.casefold())
        return like.ratio()

    names = [match.written(move) for move in match.legal(seat)]
    order = sorted(names, key=likeness, reverse=True) if len(names) > NEAREST else names
    return order[:NEAREST]


def completions(match: Match, moves: list[Move], begun: str) -> list[str]:
    """What the Tab key offers: moves, and the words besides them; the rest of a move that was begun."""
    written = [match.written(move) for move in moves]
    if begun:
        return [text[len(begun) :].lstrip() for text in written if text.casefold().startswith(begun.casefold())]
    return [*written, *WORDS, *(f"why {text}" for text in written)]


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


def menu(match: Match, moves: list[Move], most: int) -> list[str]:
    """The legal moves with their numbers and what they do, a row for each."""
    numbered = has_numbers(match, moves)
    rows = []
    for number, move in enumerate(moves[:most], 1):
        rows.append([f"{number:4}" if numbered else "   -", match.written(move), match.about(move)])
    columns = width()
    lines = [cut(row, columns, ellipsis()) if columns else row for row in in_columns(rows)]
    if len(moves) > most:
        more = (
            f"{ellipsis()} and {plural(len(moves) - most, 'more move')}" if most else plural(len(moves), "legal move")
        )
        lines.append(f"     {more}: `moves` lists them all")
    return lines


# --- Words besides moves ---------------------------------------------------------------------------------------------


def command(table: Table, seat: int, word: str, rest: str, moves: list[Move]) -> bool:
    """Does what a word asks for; says whether it was one."""
    match (word, bool(rest)):
        case ("?" | "help", False):
            table.keyboard.page(HELP.split("\n"))
        case ("moves", False):
            table.keyboard.page(menu(table.match, moves, len(moves)))
        case ("board", False):
            table.keyboard.page(board(table.match, seat))
        case ("hand", False):
            table.keyboard.page(looking.own(table.match, seat))
        case ("history", _) if not rest or rest.isdecimal():
            table.keyboard.page(history(table, seat, rest))
        case ("rules", _):
            table.keyboard.page(looking.rules(table.match, rest))
        case ("why", True):
            why(table, seat, rest, moves)
        case ("why", False):
            table.put("Which move? For example: why " + table.match.written(moves[0]))
        case ("undo", False):
            undo(table, seat)
        case ("save", True):
            save(table, rest)
        case ("save", False):
            table.put("Into which file? For example: save game.txt")
        case ("quit" | "exit", False):
            raise Left(leave_with(table))
        case _:
            return table.extra(word, rest)
    return True


def why(table: Table, seat: int, typed: str, moves: list[Move]) -> None:
    chosen = by_number(table.match, typed, moves)
    typed = table.match.written(chosen) if chosen is not None else typed
    verdict = table.match.judge(seat, typed)
    if verdict.ok and verdict.move is not None:
        about = table.match.about(verdict.move)
        table.put(f"{verdict.text}: legal" + (f". {about}" if about else ""))
        return
    refuse(table, seat, verdict)


def history(table: Table, seat: int, last: str) -> list[str]:
    """What has happened, as this player may know it."""
    match, watchers = table.match, 1 << seat
    if not match.events:
        return ["Nothing has happened yet."]
    if not last:
        return telling.opening(match, watchers) + telling.tell(match, match.events, watchers, table.paint)
    return telling.tell(match, match.events[-int(last) :] if int(last) else [], watchers, table.paint)


def save(table: Table, name: str) -> bool:
    """Into a new file, or once more into one of this game."""
    from astro_referee.cli.writing import write_whole
    from astro_referee.interpreter.records import text_of

    try:
        if name in table.saved:
            write_whole(Path(name), text_of(table.match))
        else:
            recording.create(Path(name), text_of(table.match))
    except (OSError, Failure) as error:
        table.put(f"Not saved: {failure(error)}")
        return False
    table.saved.add(name)
    table.put(f"Saved as {name}.")
    return True


def leave_with(table: Table) -> str:
    """Before a game is left that is kept nowhere, it can still be saved: asks for a file, and gives its name."""
    if table.recorder is not None or not table.match.events or not table.keyboard.terminal:
        return ""
    question = "Save it first? The name of a new file, or Enter: "
    while True:
        name = table.keyboard.ask(question)
        question = "The name of a new file, or Enter: "
        if name.casefold() in ("", "n", "no", "q", "quit", "exit"):
            return ""
        if name.casefold() not in ("y", "yes") and save(table, name):
            return name


def undo(table: Table, seat: int) -> None:
    """Back to before the last move of somebody at the keyboard, if every other player there agrees."""
    last = next((event for event in reversed(table.match.events) if event.player in table.humans), None)
    if last is None:
        table.put("Nobody has moved yet.")
        return
    others = [other for other in table.humans if other != seat]
    if others and table.private:
        table.keyboard.clear()
        table.viewers = ()
    for other in others:
        told = telling.tell(table.match, [last], table.everybody)[0]
        wish = f"{called(table.match, seat)} asks to go back to before `{told}`."
        if not table.keyboard.agree(f"Does {called(table.match, other)} agree?", wish):
            table.notice = f"{called(table.match, other)} does not agree."
            raise Undone
    table.take_back(table.match.rewound(last.number))
    table.notice = f"Back to before event {last.number + 1}."
    raise Undone
