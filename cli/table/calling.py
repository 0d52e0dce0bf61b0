"""A decision that is anybody's at one keyboard: whoever speaks first, by name; what is heard in, a move or a seat out.

All look at the screen, so nothing stands there that only some may know: where players have secrets, no moves are
listed, and whoever wants to see more, or to be told why not, takes the keyboard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.cli.table.answers.menu import has_numbers, listed
from astro_referee.cli.table.board import public_board
from astro_referee.cli.table.seat import judged, refuse, saved_or_left
from astro_referee.interpreter.play.seating import called
from astro_referee.interpreter.show import narration, rules
from astro_referee.interpreter.values.text import clean, in_columns

if TYPE_CHECKING:
    from astro_referee.cli.table.keyboard import Table
    from astro_referee.interpreter.backends.engine import Move
    from astro_referee.interpreter.play.match import Match

HELP = """Whoever speaks first acts: type a name and a move, `NAME: MOVE`.
  NAME        gives the keyboard to a player, who sees more there
  nobody      all let it pass
  board       the position again
  history     what has happened so far
  rules       the rules in short; `rules WORD` all about something
  save FILE   write the game so far into a file
  quit        leave the game
  ? or help   this text"""
WORDS = ("nobody", "board", "history", "rules", "save ", "quit", "help")
PASS = "let it pass"
"""How the move is written that the language itself adds to such a decision."""


def asked_at_once(table: Table) -> bool:
    """Whether whoever speaks first is heard: several people share the keyboard, and some of them are asked."""
    decision = table.match.decision
    return decision is not None and decision.manner == "any" and len(table.humans) > 1 and bool(people(table))


def people(table: Table) -> list[int]:
    """Those who are asked and sit at the keyboard."""
    return [seat for seat in table.match.actors if seat in table.humans]


def first_speaker(table: Table) -> list[Move] | int:
    """Asks until somebody has spoken: the moves to be made, or the seat of who takes the keyboard."""
    match = table.match
    options = [] if table.private else [move for seat in people(table) for move in listed(match, seat)]
    options = [move for move in options if match.written(move) != PASS]
    show(table, options)
    while True:
        typed = table.keyboard.ask("> ", lambda: [*(said(match, move) for move in options), *names(table), *WORDS])
        if not typed or is_command(table, typed):
            continue
        if options and typed.isdecimal() and 1 <= int(typed) <= len(options) and has_numbers(match, options):
            return [options[int(typed) - 1]]
        if (
            len(typed) > 1
            and named(match, typed) is None
            and any(word.startswith(typed.casefold()) for word in ("nobody", PASS))
        ):
            return [passing(match, seat) for seat in people(table)]
        who, _, rest = (part.strip() for part in typed.partition(":"))
        seat = named(match, who)
        if seat is None:
            table.put(f"Who says so? Begin with a name: `{match.names[people(table)[0]]}: {clean(rest or typed)}`")
        elif seat not in people(table):
            table.put(f"{called(match, seat)} is not asked here.")
        elif not rest:
            return seat
        else:
            verdict = judged(match, seat, rest)
            if verdict.ok and verdict.move is not None:
                return [verdict.move]
            if not table.private:
                refuse(table, seat, verdict)
            else:
                table.put(f"That is no move that {called(match, seat)} can make now; `{match.names[seat]}` tells why.")


def show(table: Table, options: list[Move]) -> None:
    """What all may see: the news, the position, who is asked, and where nothing is secret the moves."""
    match = table.match
    for line in table.public_news() if table.private else table.news():
        table.put(line.whole)
    table.say_notice()
    table.put()
    for row in public_board(match):
        table.put(row)
    table.put()
    who = ", ".join(called(match, seat) for seat in people(table))
    table.put(table.paint(f"Whoever speaks first may act: {who}", "head"))
    numbered = has_numbers(match, options)
    rows = [
        [f"{number:4}" if numbered else "   -", said(match, move), match.about(move)]
        for number, move in enumerate(options, 1)
    ]
    for row in in_columns(rows):
        table.put(row)
    table.put(f"     `{example(table)}`, or `nobody`; `?` tells more")


def example(table: Table) -> str:
    """What somebody could say; where a move has something to choose, only how it is said."""
    match = table.match
    assert match.decision is not None
    plain = ["".join(map(str, slot.notation_parts)) for slot in match.decision.moves[:-1] if not slot.params]
    return f"{match.names[people(table)[-1]]}: {plain[0]}" if plain else "NAME: MOVE"


def said(match: Match, move: Move) -> str:
    return f"{match.names[move[0]]}: {match.spoken(move)}"


def names(table: Table) -> list[str]:
    return [f"{table.match.names[seat]}: " for seat in people(table)]


def named(match: Match, who: str) -> int | None:
    """The seat of somebody, by name or by the name of the seat."""
    folded = who.casefold()
    both = [*enumerate(match.names), *enumerate(match.game.players)]
    return next((seat for seat, name in both if name.casefold() == folded), None)


def passing(match: Match, seat: int) -> Move:
    """The move with which a player lets it pass."""
    return next(move for move in match.legal(seat) if match.written(move) == PASS)


def is_command(table: Table, typed: str) -> bool:
    """Does what a line asks for if it begins with a word of ours."""
    word, _, rest = typed.partition(" ")
    match (word.casefold(), bool(rest)):
        case ("?" | "help", False):
            table.keyboard.page(HELP.split("\n"))
        case ("board", False):
            table.keyboard.page(public_board(table.match))
        case ("history", False):
            lines = narration.narrate(table.match, table.match.events, table.everybody, table.paint)
            table.keyboard.page(narration.opening(table.match, table.everybody) + lines)
        case ("rules", _):
            table.keyboard.page(rules.looked_up(table.match, rest))
        case _:
            return saved_or_left(table, typed)
    return True
