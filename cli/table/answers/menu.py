"""The legal moves as a player chooses among them: a row for each, or put together by what they begin with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import groupby, islice
from typing import TYPE_CHECKING

from astro_referee.cli.table.answers.choosing import SetChoice, set_choice
from astro_referee.cli.table.answers.places import by_place, first_place, go_by_places, in_groups
from astro_referee.cli.terminal import ellipsis
from astro_referee.interpreter.play.typed_moves.placeholders import pattern
from astro_referee.interpreter.show.scene.layers import board_of
from astro_referee.interpreter.show.scene.plans import home_of
from astro_referee.interpreter.show.text.layout import WIDTH, cut_between
from astro_referee.interpreter.values.text import in_columns, plural
from astro_referee.interpreter.values.types import Bool, Member, TextType, element, plain

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.engine import Move
    from astro_referee.interpreter.machine import TextTemplate
    from astro_referee.interpreter.play.game import Game
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.show.scene.changes import Place
    from astro_referee.interpreter.values.types import Type

SHORT = 20
"""Moves that are listed one by one; more are put together where that saves a third of the rows."""
FEW = 4
"""Moves of a sort that are listed one by one, with a sentence for each."""
MARGIN = 2
"""Blanks before each row of moves that are put together."""

Numbered = tuple[int, "Move"]


def listed(match: Match, seat: int) -> list[Move]:
    """The legal moves of a player in the order of their numbers: what is written first tells them apart first."""
    return sorted(match.legal(seat), key=lambda move: (move[1], opening(match, move)))


def opening(match: Match, move: Move) -> tuple[tuple[int, ...], int]:
    """What was chosen for the first hole of a notation, cards as hands are sorted; -1 if it has none of its own."""
    first = first_hole(match, move)
    if first < 0:
        return (), -1
    assert match.decision is not None
    chosen = move[2 + first]
    by = sorting(match.game, match.decision.moves[move[1]].params[first].type) if chosen >= 0 else ()
    return by[chosen] if by else (), chosen


def sorting(game: Game, type: Type) -> tuple[tuple[int, ...], ...]:
    """What the zones that hold such cards are sorted by, if one of them says so."""
    kind = plain(type)
    if not isinstance(kind, Member) or kind.kind not in game.machine.members:
        return ()
    alike = (slot for slot in game.machine.fields if slot.sorting and element(slot.type) == kind)
    return next((slot.sorting for slot in alike), ())


def beginning(match: Match, move: Move, spoken: str) -> str:
    """A notation up to its first hole, with what is in it; nothing where it ends there, or no blank follows."""
    assert match.decision is not None
    slot, first = match.decision.moves[move[1]], first_hole(match, move)
    if first < 0:
        return ""
    before = "".join(part for part in slot.notation_parts[: slot.notation_parts.index(first)] if isinstance(part, str))
    begun = before + match.game.printed(match.game.style).show(slot.params[first].type, move[2 + first])
    return begun if spoken.startswith(f"{begun} ") else ""


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


def menu(match: Match, moves: list[Move], most: int, columns: int | None = None) -> list[str]:
    """The legal moves with their numbers and what they do, in no more than so many rows; then how many are left."""
    return Menu(match, moves, columns).rows(most)


Row = tuple[str, int]
"""A line, and how many moves it tells of."""


class Menu:
    """The legal moves in several ways, from one that says most to one that takes least room."""

    def __init__(
        self, match: Match, moves: list[Move], columns: int | None, enter: bool = False, numbers: bool = True
    ) -> None:
        self.match, self.moves = match, moves
        self.enter = enter and len(moves) == 1
        """Whether the only move there is can be made by Enter alone."""
        self.columns = columns
        self.wide = columns or WIDTH
        self.placed = not numbers and columns is not None and go_by_places(match, moves)
        """Whether moves are told by their places alone; each can be chosen by its number all the same."""
        self.numbered = has_numbers(match, moves) and not self.placed

    def complete(self, most: int, ways: int | None = None) -> list[str] | None:
        """All moves in no more than so many rows, in one of the best ways to list them; None if they need more."""
        if (choice := set_choice(self.match, self.moves)) is not None:
            rows = self.choices(choice, len(self.moves))
            return rows if len(rows) <= most else None
        lists = islice(self.ways(len(self.moves)), ways)
        found = next((rows for rows in lists if len(rows) <= most), None)
        return None if found is None else [row for row, _ in found]

    def rows(self, most: int) -> list[str]:
        """In no more than so many rows, and one that says how many moves are left."""
        choice = set_choice(self.match, self.moves) if most < len(self.moves) else None
        if choice is not None:
            return self.choices(choice, most)
        rows = next((rows for rows in self.ways(most) if len(rows) <= most), None)
        shown = self.shortest(most)[:most] if rows is None else rows
        while rows is None and shown and not shown[-1][1]:
            shown.pop()  # what a sort of move does, with no move of that sort below it
        lines = [row for row, _ in shown]
        left = len(self.moves) - sum(count for _, count in shown)
        if left:
            more = f"{ellipsis()} and {plural(left, 'more move')}" if lines else plural(left, "legal move")
            more += "" if lines else f", such as {self.spoken[self.moves[0]]}"
            lines.append(cut_between(f"     {more}: `moves` lists them all", self.wide, ellipsis()))
        return lines

    def ways(self, most: int) -> Iterator[list[Row]]:
        """Lists of all moves, the best one first; one row for each move only if there is room for so many."""
        together = len(self.moves) > SHORT and 3 * len(self.together) <= 2 * len(self.moves)
        together = together or self.placed or (self.columns is not None and self.alike())
        if together:
            yield self.together
        if len(self.moves) <= most:
            yield self.one_by_one
        if not together:
            yield self.together
        if self.columns is not None:
            yield self.packed

    def shortest(self, most: int) -> list[Row]:
        """What is shown of a list that is too long: what tells of most moves in the same room."""
        if self.columns is not None and len(self.moves) > SHORT:
            return min((self.together, self.packed), key=len)
        if len(self.moves) > SHORT and 3 * len(self.together) <= 2 * len(self.moves):
            return self.together
        return [(row, 1) for row in self.listed(list(enumerate(self.moves, 1))[:most])]

    def targets(self, typed: str) -> frozenset[Place]:
        """Places that moves which begin so are about, if not all of them begin so."""
        assert self.match.decision is not None
        wanted = typed.strip().casefold()
        begun = [move for move, text in self.spoken.items() if text.casefold().startswith(wanted)]
        if len(begun) == len(self.moves):
            return frozenset()
        found: set[Place] = set()
        for _, number, *values in begun:
            for param, value in zip(self.match.decision.moves[number].params, values, strict=True):
                kind = board_of(self.match.game, param.type)
                if kind is not None and 0 <= value < len(self.match.game.machine.members[kind]):
                    found.add((home_of(self.match.game, kind), self.match.game.machine.members[kind][value]))
        return frozenset(found)

    @cached_property
    def spoken(self) -> dict[Move, str]:
        """Each move as players are told of it."""
        return {move: self.match.spoken(move) for move in self.moves}

    # --- Ways to list them -------------------------------------------------------------------------------------------

    def choices(self, choice: SetChoice, most: int) -> list[str]:
        """A question for several things: what may be among them, with numbers; as many rows as there is room for."""
        numbers = [f"{number}. " for number in range(1, len(choice.things) + 1)]
        rows = [row for row, _ in self.in_rows("  ", numbers, choice.names)]
        shown = rows if len(rows) < most else rows[: max(0, most - 1)]
        left = [f"  {ellipsis()} `hand` shows the rest"] if len(shown) < len(rows) else []
        return [cut_between(f"  {choice.question()}:", self.wide, ellipsis()), *shown, *left]

    @cached_property
    def one_by_one(self) -> list[Row]:
        return [(row, 1) for row in self.listed(list(enumerate(self.moves, 1)))]

    def listed(self, moves: list[Numbered]) -> list[str]:
        """A row for each move, with what the rules say that it does."""
        match = self.match
        told = [(number, self.spoken[move], match.about(move), move[1]) for number, move in moves]
        assert match.decision is not None
        names = [slot.name.replace("_", " ") for slot in match.decision.moves]
        says = any(says_more(about, text, names[slot]) for _, text, about, slot in told)
        rows = [
            [*([] if self.placed else [f"{number:4}" if self.numbered else "   -"]), text, *([about] if says else [])]
            for number, text, about, _ in told
        ]
        margin = " " * MARGIN if self.placed else ""
        lines = [f"{margin}{row}  (or Enter)" if self.enter else margin + row for row in in_columns(rows)]
        return [cut_between(row, self.columns, ellipsis()) for row in lines] if self.columns else lines

    @cached_property
    def together(self) -> list[Row]:
        """Every sort of move with what it does, below it what can be chosen."""
        match = self.match
        assert match.decision is not None
        rows: list[Row] = []
        for slot, same in groupby(enumerate(self.moves, 1), key=lambda pair: pair[1][1]):
            alike = list(same)
            if len(alike) == 1:
                rows += [(re.sub(r"^ *(\d+) ", rf"{' ' * MARGIN}\1.", row), 1) for row in self.listed(alike)]
                continue
            if (about := match.decision.moves[slot].about) is not None and explains(about):
                rows.append((cut_between(f"{' ' * MARGIN}{pattern(about)}", self.wide, ellipsis()), 0))
            heads = groupby(alike, key=lambda pair: beginning(match, pair[1], self.spoken[pair[1]]))
            groups = [(head, list(held)) for head, held in heads]
            if self.placed and by_place(match.game, match.decision.moves[slot]):
                rows += self.by_places(alike, groups)
                continue
            if 2 * len(groups) > len(alike):
                groups = [("", alike)]
            margin = MARGIN + max(len(head) + 3 if head else 0 for head, _ in groups)
            for head, held in groups:
                texts = [self.spoken[move][len(head) :].lstrip() for _, move in held]
                numbers = [self.number(number) for number, _ in held]
                rows += self.in_rows((" " * MARGIN + (f"{head}:" if head else "")).ljust(margin), numbers, texts)
        return rows

    def by_places(self, alike: list[Numbered], groups: list[tuple[str, list[Numbered]]]) -> list[Row]:
        """Moves of one sort by the places they begin at, behind what their notations have before these."""
        assert self.match.decision is not None
        slot = self.match.decision.moves[alike[0][1][1]]
        if first_place(self.match.game, slot) == 0:
            groups = [("", alike)]
        margin = MARGIN + max(len(head) + 3 if head else 0 for head, _ in groups)
        rows: list[Row] = []
        for head, held in groups:
            moves = [move for _, move in held]
            texts = [self.spoken[move][len(head) :].lstrip() for move in moves]
            before = (" " * MARGIN + (f"{head}:" if head else "")).ljust(margin)
            rows += in_groups(self.match, moves, texts, before, self.wide)
        return rows

    @cached_property
    def packed(self) -> list[Row]:
        """Nothing but the moves, in columns."""
        numbers = [self.number(number) for number in range(1, len(self.moves) + 1)]
        return self.in_rows(" " * MARGIN, numbers, [*self.spoken.values()])

    def alike(self) -> bool:
        """Whether each sort of move is told by the same sentence, in which nothing stands but what the move names."""
        match = self.match
        assert match.decision is not None
        for slot, same in groupby(self.moves, key=lambda move: move[1]):
            moves, about = list(same), match.decision.moves[slot].about
            if len(moves) < FEW or about is None or not explains(about):
                return False
            known = words_of(pattern(about))
            if any(words_of(match.about(move)) - known - words_of(self.spoken[move]) for move in moves):
                return False
        return True

    def number(self, number: int) -> str:
        return f"{number}. " if self.numbered else ""

    def in_rows(self, head: str, numbers: list[str], texts: list[str]) -> list[Row]:
        """Choices in columns after what they share, as many in a row as fit."""
        digits, wide = max(map(len, numbers)), max(map(len, texts))
        cells = [number.rjust(digits) + text.ljust(wide) for number, text in zip(numbers, texts, strict=True)]
        each = max(1, (self.wide - len(head) + 2) // (digits + wide + 2))
        rows = [cells[start : start + each] for start in range(0, len(cells), each)]
        return [
            (
                cut_between(
                    (head if number == 0 else " " * len(head)) + "  ".join(row).rstrip(), self.wide, ellipsis()
                ),
                len(row),
            )
            for number, row in enumerate(rows)
        ]


def says_more(about: str, written: str, name: str) -> bool:
    """Whether a sentence about a move tells anything that its notation and its name do not."""
    known = {*words_of(written), *words_of(name), "the", "a", "an", "on", "your", "of", "and"}
    return not words_of(about) <= known


def explains(about: TextTemplate) -> bool:
    """Whether a sentence about all moves of a sort says something between its holes, and what stands in them."""
    holes = [part for part in about.parts if not isinstance(part, str)]
    if any(isinstance(plain(part), Bool | TextType) for part in holes):
        return False
    return sum(len(words_of(part)) for part in about.parts if isinstance(part, str)) >= len(holes)


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.casefold()))
