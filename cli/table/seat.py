"""A player's turn at the keyboard: the menu, the words besides moves, and what is said to a move that is none."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from astro_referee.cli.failures import Failure, failure
from astro_referee.cli.table import private_view, recording, verdicts
from astro_referee.cli.table.answers.choosing import Chosen, set_choice
from astro_referee.cli.table.answers.menu import by_number, has_numbers, listed, menu, with_numbers
from astro_referee.cli.table.board import board
from astro_referee.cli.table.wrapping import width
from astro_referee.interpreter.play.events import CHOSEN
from astro_referee.interpreter.play.seating import called
from astro_referee.interpreter.play.typed_moves.several_moves import several
from astro_referee.interpreter.play.typed_moves.verdict import VerdictKind
from astro_referee.interpreter.play.views import own_choice
from astro_referee.interpreter.show import narration, rules
from astro_referee.interpreter.values.text import clean, plural

if TYPE_CHECKING:
    from astro_referee.cli.table.keyboard import Table
    from astro_referee.interpreter.backends.engine import Move
    from astro_referee.interpreter.play.events import Event
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.play.typed_moves.verdict import Verdict

HELP = """Type a move, its number, or as much of it as can mean nothing else.
  moves       all legal moves
  board       the position again
  hand        what only you may see
  why MOVE    whether a move is legal, and every reason if it is not
  history     what has happened so far; `history 5` the last five lines
  rules       the rules in short; `rules WORD` all about something
  undo        take back the last move, if the others agree
  resign      lose the game; `offer draw` ends it level, if the others agree
  save FILE   write the game so far into a file
  quit        leave the game
  ? or help   this text
What you type is completed as it grows: Tab takes it over, the arrow keys bring back earlier lines."""
WORDS = ("moves", "board", "hand", "why ", "history", "rules", "undo", "resign", "offer draw", "save ", "quit", "help")
"""What the Tab key completes besides moves."""
NEAREST = 5
"""Legal moves named in answer to one that is not."""


class PlayerLeft(Exception):
    """A player leaves the game; says where it was saved on the way out, if it was."""


class PositionChanged(Exception):
    """The position has changed: whoever is asked now goes on."""


def decide(table: Table, seat: int) -> Move:
    """Asks until there is a legal move."""
    match, moves = table.match, listed(table.match, seat)
    if table.to_come and table.to_come[0] in match.legal(seat):
        return table.to_come.pop(0)
    table.to_come.clear()
    begun: Verdict | None = None
    choice, chosen = set_choice(match, moves), Chosen()
    while True:
        typed, goes_on = next_line(table, seat, moves, begun)
        if not typed:
            begun = None
            if choice is not None and chosen in choice.moves:
                return choice.moves[chosen]
            if len(moves) == 1 and table.takes_enter:
                return moves[0]
            continue
        if begun is not None and goes_on:
            verdict = finished(match, seat, begun, typed)
            if verdict.ok and verdict.move is not None:
                return verdict.move
            if not starts_anew(table, seat, typed, begun, verdict):
                refuse(table, seat, verdict)
                begun = verdict if can_go_on(verdict) else None if is_choice(verdict) else begun
                continue
        begun = None
        numbered = by_number(match, typed, moves) if choice is None else None
        if numbered is not None:
            return numbered
        if not is_move(match, seat, typed) and is_command(table, seat, typed, moves):
            continue
        verdict = judged(match, seat, typed)
        if verdict.ok and verdict.move is not None:
            return verdict.move
        if choice is not None and (more := choice.read(typed)) is not None:
            wanted = choice.toggled(chosen, more)
            if (whole := choice.complete(wanted)) is not None:
                return whole
            if choice.possible(wanted):
                chosen = wanted
                table.put(choice.so_far(chosen))
                continue
        elif choice is not None and (unknown := choice.not_among(typed, verdict.kind is not VerdictKind.UNKNOWN)):
            table.put(f"{', '.join(f'`{piece}`' for piece in unknown)}: none of these {choice.total}.")
            if not choice.is_whole(typed):
                continue
        if verdict.kind in (VerdictKind.UNKNOWN, VerdictKind.UNFINISHED) and (line := several(match, seat, typed)):
            table.to_come[:] = line[1:]
            return line[0]
        if not verdict.unfinished and not is_choice(verdict) and explain_typed(table, seat, typed, moves, verdict):
            continue
        refuse(table, seat, verdict)
        begun = verdict if can_go_on(verdict) else None


def can_go_on(verdict: Verdict) -> bool:
    """Whether what was typed is kept, to be finished; not if it was said already what is wrong with it."""
    return verdict.unfinished or (verdict.begun and not verdict.reasons)


def is_choice(verdict: Verdict) -> bool:
    """Whether some legal moves could be meant, of which one has to be written out."""
    return bool(verdict.choices) and not verdicts.none_is_legal(verdict) and verdict.kind is not VerdictKind.UNKNOWN


def finished(match: Match, seat: int, begun: Verdict, typed: str) -> Verdict:
    """The verdict on a move that was begun and its rest; an answer need not repeat the words between the two."""
    whole = judged(match, seat, f"{begun.text} {typed}")
    joined = f"{begun.text} {begun.joint}"
    if whole.kind is not VerdictKind.UNKNOWN or not begun.joint or not match.judge(seat, joined).begun:
        return whole
    answered = judged(match, seat, f"{joined} {typed}")
    return answered if answered.reasons or answered.kind is not VerdictKind.UNKNOWN else whole


def next_line(table: Table, seat: int, moves: list[Move], begun: Verdict | None) -> tuple[str, bool]:
    """What is typed now, and whether it goes on with a move that was begun; not, if that was changed."""
    prompt = f"{table.match.names[seat]}> "
    if begun is None:
        return table.keyboard.ask(prompt, partial(completions, table, moves, "")), False
    text = begun.text
    if table.keyboard.editor is None:
        return table.keyboard.ask(f"{prompt}{text} ", partial(completions, table, moves, text)), True
    line = table.keyboard.ask(prompt, partial(completions, table, moves, ""), f"{text} ")
    return (line[len(text) :].strip(), True) if f"{line} ".startswith(f"{text} ") else (line, False)


def judged(match: Match, seat: int, typed: str) -> Verdict:
    """The verdict on a line; `b3` is read as `b 3` if it is nothing else."""
    verdict = match.judge(seat, typed)
    apart = re.sub(r"(?<=[^\W\d_])(?=\d)", " ", typed)
    if verdict.ok or verdict.unfinished or apart == typed or verdict.kind is not VerdictKind.UNKNOWN:
        return verdict
    second = match.judge(seat, apart)
    return verdict if second.kind is VerdictKind.UNKNOWN else second


def starts_anew(table: Table, seat: int, typed: str, begun: Verdict, whole: Verdict) -> bool:
    """Whether a text is no rest of a move that was begun, but a word of ours, a number, or another move, or a slip.

    One that is not legal counts only if it makes nothing of what was begun: else the reasons are those of the whole.
    """
    first = typed.split(" ")[0].casefold()
    if first == "?" or any(first == word.strip() for word in table.words):
        return True
    if by_number(table.match, typed, listed(table.match, seat)) is not None:
        return bool(with_numbers(table.match, seat, begun.choices))
    alone = judged(table.match, seat, typed)
    if whole.kind is not VerdictKind.UNKNOWN or alone.kind is not VerdictKind.UNKNOWN:
        return alone.ok or whole.kind is VerdictKind.UNKNOWN
    if alone.elsewhere and not whole.elsewhere:
        return True
    return not whole.reasons and alike(table.match, seat, typed) > alike(table.match, seat, whole.text)


def is_command(table: Table, seat: int, typed: str, moves: list[Move]) -> bool:
    """Does what a line asks for if it begins with a word of ours."""
    word, _, rest = typed.partition(" ")
    done = command(table, seat, word.casefold(), rest.strip(), moves)
    if done and table.private and table.viewers != (seat,):  # on the way, somebody else has been given the keyboard
        raise PositionChanged
    return done


def explain_typed(table: Table, seat: int, typed: str, moves: list[Move], verdict: Verdict) -> bool:
    """What is no move may be a number that is not in the list, or the beginning of a word of ours, or nearly one."""
    if verdict.reasons and not verdict.begun and verdict.kind is not VerdictKind.UNKNOWN:
        return False
    word, _, rest = typed.partition(" ")
    if re.fullmatch(r"-?[0-9]+\.?", typed) and has_numbers(table.match, moves):
        table.put(
            f"There {'is' if len(moves) == 1 else 'are'} only {plural(len(moves), 'move')}: `moves` lists them all"
        )
        return True
    words = [known.strip() for known in table.words]
    begins = [known for known in words if len(word) > 1 and known.startswith(word.casefold())]
    if len(begins) == 1:
        return is_command(table, seat, f"{begins[0]} {rest}", moves)
    if verdict.reasons:
        return False
    from astro_referee.grammar.problems import did_you_mean

    hint = did_you_mean(word, words)
    if hint:
        table.put(f"`{clean(typed)}` is no move here; {hint}")
    return bool(hint)


def refuse(table: Table, seat: int, verdict: Verdict) -> None:
    """What is wrong, every reason, and what would be legal instead."""
    numbered = evolve(verdict, choices=with_numbers(table.match, seat, verdict.choices) or verdict.choices)
    for row in verdicts.refusal(table.match, numbered, table.paint):
        table.put(row)
    if verdicts.none_is_legal(verdict) or not verdict.choices:
        near = nearest(table.match, seat, verdict.text)
        joint = "; " if any(", " in move for move in near) else ", "
        table.put(f"  nearest legal {'move' if len(near) == 1 else 'moves'}: {joint.join(near)}")


def nearest(match: Match, seat: int, text: str) -> list[str]:
    """The legal moves that look most like what was typed."""
    like = likeness(text)
    names = [match.spoken(move) for move in match.legal(seat)]
    order = sorted(names, key=like, reverse=True) if len(names) > NEAREST else names
    return order[:NEAREST]


def alike(match: Match, seat: int, text: str) -> float:
    """How much a text looks like the beginning of a legal move."""
    like = likeness(text)
    return max(like(match.spoken(move)[: len(text)]) for move in match.legal(seat))


def likeness(text: str) -> Callable[[str], float]:
    """How much moves look like a text, from 0 to 1."""
    from difflib import SequenceMatcher

    like = SequenceMatcher(autojunk=False)
    like.set_seq2(text.casefold())

    def ratio(written: str) -> float:
        like.set_seq1(written.casefold())
        return like.ratio()

    return ratio


def completions(table: Table, moves: list[Move], begun: str) -> list[str]:
    """What the Tab key offers: moves, and the words besides them; the rest of a move that was begun."""
    written = [table.match.spoken(move) for move in moves]
    if begun:
        return [text[len(begun) :].lstrip() for text in written if text.casefold().startswith(begun.casefold())]
    return [*written, *table.words, *(f"why {text}" for text in written)]


def is_move(match: Match, seat: int, typed: str) -> bool:
    """A move written out wins over a word of ours: some games have a move called `undo` or `save`."""
    from astro_referee.interpreter.play.notation import fold

    return any(fold(match.written(move)) == fold(typed) for move in match.legal(seat))


# --- Words besides moves ---------------------------------------------------------------------------------------------


def command(table: Table, seat: int, word: str, rest: str, moves: list[Move]) -> bool:
    """Does what a word asks for; says whether it was one."""
    match (word, bool(rest)):
        case ("?" | "help", False):
            table.keyboard.page(table.help.split("\n"))
        case ("moves", False):
            table.keyboard.page(menu(table.match, moves, len(moves), width()))
        case ("board", False):
            table.keyboard.page(board(table.match, seat))
        case ("hand", False):
            table.keyboard.page(private_view.own(table.match, seat))
        case ("history", _) if not rest or rest.isdecimal():
            table.keyboard.page(history(table, seat, rest))
        case ("rules", _):
            table.keyboard.page(rules.looked_up(table.match, rest))
        case ("why", True):
            why(table, seat, rest, moves)
        case ("why", False):
            table.put("Which move? For example: why " + table.match.spoken(moves[0]))
        case ("undo", False):
            undo(table, seat)
        case ("save", True):
            save(table, rest)
        case ("save", False):
            table.put("Into which file? For example: save game.txt")
        case ("quit" | "exit", False):
            raise PlayerLeft(leave_with(table))
        case _:
            return table.extra(seat, word, rest)
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
    rows = narration.opening(match, watchers) + narration.narrate(match, match.events, watchers, table.paint)
    return rows[max(0, len(rows) - int(last)) :] if last else rows


def save(table: Table, name: str) -> bool:
    """Into a new file, or once more into one of this game."""
    from astro_referee.cli.files import write_whole
    from astro_referee.interpreter.records.records import text_of

    try:
        if name in table.saved:
            recording.fitting(Path(name))
            write_whole(Path(name), text_of(table.match))
        else:
            recording.create(Path(name), text_of(table.match))
    except (OSError, Failure) as error:
        table.put(f"Not saved: {failure(error)}")
        return False
    table.saved[name] = table.match.number
    table.put(f"Saved as {name}." + (" It holds everybody's cards and secrets." if table.secrets else ""))
    return True


def saved_or_left(table: Table, text: str) -> bool:
    """Does what can be done whoever looks at the screen: saves the game, or leaves it; says whether that was meant."""
    word, _, rest = text.partition(" ")
    match (word.casefold(), bool(rest)):
        case ("save", True):
            save(table, rest.strip())
        case ("quit" | "exit", False):
            raise PlayerLeft(leave_with(table))
        case _:
            return False
    return True


def leave_with(table: Table) -> str:
    """Before a game is left that is kept nowhere, it can still be saved: asks for a file, and gives its name."""
    if not table.at_stake() or not table.keyboard.terminal:
        return table.saved_in()
    table.keyboard.at_stake = bool  # who does not want to be asked leaves at once
    table.put("This game is not kept.")
    question = "Save it first? The name of a new file, or Enter: "
    while True:
        try:
            name = table.keyboard.ask(question)
        except EOFError:
            return ""
        question = "The name of a new file, or Enter: "
        if name.casefold() in ("", "n", "no", "q", "quit", "exit"):
            return ""
        if name.casefold() not in ("y", "yes") and save(table, name):
            return name


def revealed(match: Match, move: Event) -> str:
    """What those who are asked should know of what has come up since a move: whoever goes back may have seen it."""
    since = [event for event in match.events[move.number + 1 :] if event.player is None]
    if any(event.dealt for event in since):
        return " Since then cards have been dealt."
    return " Since then chance has decided something." if since else ""


def asked_together(match: Match, last: Event) -> Event:
    """The first of the choices that were opened together with one: who has seen them must not choose once more."""
    first = last.number
    while last.public != CHOSEN and has_choices(match.rewound(first)):
        first -= 1
    return match.events[first]


def has_choices(match: Match) -> bool:
    """Whether somebody has chosen in secret where others still have to."""
    return any(own_choice(match.game, match.state, player) is not None for player in range(match.game.seats))


def undo(table: Table, seat: int) -> None:
    """Back to before the last move of somebody at the keyboard, if every other player there agrees."""
    last = next((event for event in reversed(table.match.events) if event.player in table.humans), None)
    if last is None:
        table.put("Nobody has moved yet.")
        return
    first = asked_together(table.match, last)
    told = narration.narrate(table.match, [first], table.everybody)[0]
    before = f"`{told}`" if first is last else f"all choices made together from `{told}` on"
    agreed(table, seat, f"{called(table.match, seat)} asks to go back to before {before}.{revealed(table.match, last)}")
    table.take_back(table.match.rewound(first.number))
    table.notice = f"Back to before event {first.number + 1}."
    raise PositionChanged


def agreed(table: Table, seat: int, wish: str) -> None:
    """Goes on if every other player at the keyboard agrees to what one of them wishes; else that one plays on."""
    others = [other for other in table.humans if other != seat]
    if others and table.private:
        table.keyboard.clear()
        table.viewers = ()
    for other in others:
        if not table.keyboard.agree(f"Does {called(table.match, other)} agree?", wish, partial(saved_or_left, table)):
            table.notice = f"{called(table.match, other)} does not agree."
            raise PositionChanged
