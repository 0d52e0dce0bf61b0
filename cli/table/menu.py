"""The legal moves as a player chooses among them: a row for each, or put together by what they begin with."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from astro_referee.cli.table.choosing import SetChoice, set_choice
from astro_referee.cli.table.prompt import width
from astro_referee.cli.terminal import ellipsis
from astro_referee.interpreter.play.typed_moves.placeholders import pattern
from astro_referee.interpreter.show.text.layout import WIDTH, cut
from astro_referee.interpreter.values.text import in_columns, plural

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.engine import Move
    from astro_referee.interpreter.play.match import Match

SHORT = 20
"""Moves that are listed one by one; more are put together where that saves a third of the rows."""
MARGIN = 2
"""Blanks before each row of moves that are put together."""

Numbered = tuple[int, "Move"]


def listed(match: Match, seat: int) -> list[Move]:
    """The legal moves of a player in the order of their numbers: what is written first tells them apart first."""
    return sorted(match.legal(seat), key=lambda move: (move[1], opening(match, move)))


def opening(match: Match, move: Move) -> int:
    """What was chosen for the first hole of a notation; -1 if it has none of its own."""
    first = first_hole(match, move)
    return move[2 + first] if first >= 0 else -1


def beginning(match: Match, move: Move) -> str:
    """A notation up to its first hole, with what is in it; nothing where it ends there, or no blank follows."""
    assert match.decision is not None
    slot, first = match.decision.moves[move[1]], first_hole(match, move)
    if first < 0:
        return ""
    before = "".join(part for part in slot.notation_parts[: slot.notation_parts.index(first)] if isinstance(part, str))
    begun = before + match.game.printed(match.game.style).show(slot.params[first].type, move[2 + first])
    return begun if match.spoken(move).startswith(f"{begun} ") else ""


def first_hole(match: Match, move: Move) -> int:
    """The parameter that a notation shows first; -1 if it is worked out in another way."""
    assert match.decision is not None
    parts = match.decision.moves[move[1]].notation_parts
    return -1 if -1 in parts else next((part for part in parts if isinstance(part, int)), -1)


# --- Numbers ---------------------------------------------------------------------------------------------------------


def has_numbers(match: Match, moves: list[Move]) -> bool:
    """Whether moves can be chosen by number; not where a move is itself written as a number."""
    return not any(match.written(move).strip().isdecimal() for move in moves)


def by_number(match: Match, typed: str, moves: list[Move]) -> Move | None:
    """The move with a number in the list, if that is what was typed."""
    digits = typed.removesuffix(".")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 9 and has_numbers(match, moves)):
        return None
    return moves[int(digits) - 1] if 1 <= int(digits) <= len(moves) else None


def with_numbers(match: Match, seat: int, choices: tuple[str, ...]) -> tuple[str, ...]:
    """Moves with their numbers in the list, where those can be typed: not if a number could be a part of the move."""
    moves = listed(match, seat)
    numbers = {match.marked(move): number for number, move in enumerate(moves, 1)}
    if not has_numbers(match, moves) or any(re.search(r"\d", choice) for choice in choices):
        return ()
    return tuple(f"{choice} ({numbers[choice]})" for choice in choices if choice in numbers)


# --- The list --------------------------------------------------------------------------------------------------------


def menu(match: Match, moves: list[Move], most: int) -> list[str]:
    """The legal moves with their numbers and what they do, in no more than so many rows; then how many are left."""
    choice = set_choice(match, moves) if most < len(moves) else None
    if choice is not None:
        return choices(choice, most)
    rows = [(row, 1) for row in one_by_one(match, list(enumerate(moves, 1)), has_numbers(match, moves), most)]
    if len(moves) > SHORT:
        together = put_together(match, moves)
        rows = together if 3 * len(together) <= 2 * len(moves) else rows
    shown = rows[:most]
    while len(shown) < len(rows) and shown and not shown[-1][1]:
        shown.pop()  # what a sort of move does, with no move of that sort below it
    lines = [row for row, _ in shown]
    left = len(moves) - sum(count for _, count in shown)
    if left:
        more = f"{ellipsis()} and {plural(left, 'more move')}" if lines else plural(left, "legal move")
        more += "" if lines else f", such as {match.spoken(moves[0])}"
        lines.append(f"     {more}: `moves` lists them all")
    return lines


def choices(choice: SetChoice, most: int) -> list[str]:
    """A question for several things: what may be among them, with numbers; as many rows as there is room for."""
    numbers = [f"{number}. " for number in range(1, len(choice.things) + 1)]
    rows = [row for row, _ in in_rows("  ", numbers, choice.names)]
    shown = rows if len(rows) < most else rows[: max(0, most - 1)]
    left = [f"  {ellipsis()} `hand` shows the rest"] if len(shown) < len(rows) else []
    return [cut(f"  {choice.question()}:", width() or WIDTH, ellipsis()), *shown, *left]


def one_by_one(match: Match, moves: list[Numbered], numbered: bool, most: int) -> list[str]:
    """A row for each move, with what the rules say that it does."""
    told = [(number, match.spoken(move), match.about(move), move[1]) for number, move in moves[:most]]
    assert match.decision is not None
    names = [slot.name.replace("_", " ") for slot in match.decision.moves]
    says = any(says_more(about, text, names[slot]) for _, text, about, slot in told)
    rows = [
        [f"{number:4}" if numbered else "   -", text, *([about] if says else [])] for number, text, about, _ in told
    ]
    columns = width()
    return [cut(row, columns, ellipsis()) if columns else row for row in in_columns(rows)]


def says_more(about: str, written: str, name: str) -> bool:
    """Whether a sentence about a move tells anything that its notation and its name do not."""
    known = {*words_of(written), *words_of(name), "the", "a", "an", "on", "your", "of", "and"}
    return not words_of(about) <= known


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.casefold()))


def put_together(match: Match, moves: list[Move]) -> list[tuple[str, int]]:
    """Rows with how many moves each tells of: every sort of move with what it does, below it what can be chosen."""
    assert match.decision is not None
    numbered = has_numbers(match, moves)
    rows: list[tuple[str, int]] = []
    for slot, same in groupby(enumerate(moves, 1), key=lambda pair: pair[1][1]):
        alike = list(same)
        if len(alike) == 1:
            rows += [(row, 1) for row in one_by_one(match, alike, numbered, 1)]
            continue
        if (about := match.decision.moves[slot].about) is not None:
            rows.append((cut(f"{' ' * MARGIN}{pattern(about)}", width() or WIDTH, ellipsis()), 0))
        groups = [(head, list(held)) for head, held in groupby(alike, key=lambda pair: beginning(match, pair[1]))]
        margin = MARGIN + max(len(head) + 3 if head else 0 for head, _ in groups)
        for head, held in groups:
            texts = [match.spoken(move)[len(head) :].lstrip() for _, move in held]
            numbers = [f"{number}. " if numbered else "" for number, _ in held]
            rows += in_rows((" " * MARGIN + (f"{head}:" if head else "")).ljust(margin), numbers, texts)
    return rows


def in_rows(head: str, numbers: list[str], texts: list[str]) -> list[tuple[str, int]]:
    """Choices in columns after what they share, as many in a row as fit."""
    digits, wide = max(map(len, numbers)), max(map(len, texts))
    cells = [number.rjust(digits) + text.ljust(wide) for number, text in zip(numbers, texts, strict=True)]
    room = (width() or WIDTH) - len(head)
    each = max(1, (room + 2) // (digits + wide + 2))
    rows = [cells[start : start + each] for start in range(0, len(cells), each)]
    return [
        ((head if number == 0 else " " * len(head)) + "  ".join(row).rstrip(), len(row))
        for number, row in enumerate(rows)
    ]
