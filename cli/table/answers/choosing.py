"""Several things out of many, chosen as people choose cards: by name or number, all at once or one after the other."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from astro_referee.cli.table.real.entries import abbreviates
from astro_referee.interpreter.play.notation import fold
from astro_referee.interpreter.play.typed_moves.placeholders import noun
from astro_referee.interpreter.play.typed_moves.reading import readable
from astro_referee.interpreter.values.text import plural
from astro_referee.interpreter.values.types import Member, SetOf, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from astro_referee.interpreter.backends.engine import Move
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.values.types import Type

FEW = 12
"""Choices that are better listed one by one."""

Chosen = frozenset[int]


@frozen(slots=False)
class SetChoice:
    """Moves of one sort that differ in the set that they are about."""

    match: Match
    slot: int
    moves: dict[Chosen, Move]
    of: Type

    @cached_property
    def things(self) -> list[int]:
        """All that may be in a set, in the order in which it is printed."""
        return sorted({value for chosen in self.moves for value in chosen})

    @cached_property
    def names(self) -> list[str]:
        if isinstance(self.of, Member) and self.of.kind == "player":
            return [self.match.names[value] for value in self.things]
        shown = self.match.game.printed(self.match.game.style).show
        return [shown(self.of, value) for value in self.things]

    @property
    def sizes(self) -> str:
        """How many are to be chosen: `3`, `1 to 3`."""
        found = sorted({len(chosen) for chosen in self.moves})
        return str(found[0]) if len(found) == 1 else f"{found[0]} to {found[-1]}"

    @property
    def amount(self) -> str:
        """`3 of these 13 cards`."""
        return f"{self.sizes} of these {self.total}"

    @property
    def total(self) -> str:
        """`13 cards`."""
        return plural(len(self.things), noun(self.of))

    def question(self) -> str:
        """What the rules say that such a move does, with how many are to be chosen in place of those of one move."""
        assert self.match.decision is not None
        chosen, move = next(iter(self.moves.items()))
        slot = self.match.decision.moves[self.slot]
        shown = self.match.game.printed(self.match.game.style).show
        about, named = self.match.about(move), shown(slot.params[0].type, move[2])
        said = about.replace(named, self.amount).rstrip(".") if chosen and named in about else f"Choose {self.amount}"
        return f"{said}, together or one by one"

    # --- Reading -----------------------------------------------------------------------------------------------------

    def read(self, typed: str) -> list[int] | None:
        """The things that a line names, by numbers or by names; None if some word of it is nothing here."""
        numbers = re.split(r"[,;\s]+", typed.strip(" ,;."))
        if all(word.isascii() and word.isdigit() and len(word) < 6 for word in numbers):
            places = [int(word) for word in numbers]
            return [self.things[at - 1] for at in places] if all(1 <= at <= len(self.things) for at in places) else None
        if (several := self.listed(typed)) is not None:
            return several
        found = [self.named(piece) for piece in re.split(r"\s*(?:[,;]|\band\b)\s*", typed.strip()) if piece]
        return [value for value in found if value is not None] if found and None not in found else None

    def listed(self, typed: str) -> list[int] | None:
        """The things that a line names as moves are read: by marks, by names, with commas or blanks between them."""
        assert self.match.decision is not None
        whole, text = plain(self.match.decision.moves[self.slot].params[0].type), fold(typed)
        ways = [
            way for way in readable(self.match.game, whole, text, False, self.match.names) if way.length == len(text)
        ]
        held = {way.value: self.match.game.printer.values(whole, way.value) for way in ways}
        here = [values for values in held.values() if {*values} <= {*self.things}]
        return here[0] if len(here) == 1 else None

    def not_among(self, typed: str, things: bool) -> list[str]:
        """What is named beside some of these things and is none of them; of what is known to be `things`, all of it."""
        pieces = pieces_of(typed)
        unknown = [piece for piece in pieces if self.named(piece) is None and self.listed(piece) is None]
        return unknown if things or len(unknown) < len(pieces) else []

    def is_whole(self, typed: str) -> bool:
        """Whether as many are named as are to be chosen: then the rules may have their own reasons against them."""
        return any(len(pieces_of(typed)) == len(whole) for whole in self.moves)

    def named(self, text: str) -> int | None:
        """The one thing that a text is the name of, or short for."""
        wanted = fold(text)
        folded = [fold(name) for name in self.names]
        exact = [value for value, name in zip(self.things, folded, strict=True) if name == wanted]
        near = exact or [v for v, name in zip(self.things, folded, strict=True) if abbreviates(wanted, name)]
        return near[0] if len(near) == 1 else None

    # --- Choosing ----------------------------------------------------------------------------------------------------

    def toggled(self, chosen: Chosen, more: Sequence[int]) -> Chosen:
        """What is named twice is put back."""
        for value in more:
            chosen ^= {value}
        return chosen

    def possible(self, chosen: Chosen) -> bool:
        """Whether something can be chosen that has all of this in it."""
        return any(chosen <= whole for whole in self.moves)

    def complete(self, chosen: Chosen) -> Move | None:
        """The move, if nothing can be added to it."""
        return self.moves.get(chosen) if not any(chosen < whole for whole in self.moves) else None

    def so_far(self, chosen: Chosen) -> str:
        """What is chosen, and what is missing."""
        if not chosen:
            return f"Nothing is chosen. {self.question()}."
        named = ", ".join(name for value, name in zip(self.things, self.names, strict=True) if value in chosen)
        least = min(len(whole) for whole in self.moves if chosen < whole) - len(chosen)
        rest = f"{least} more" + (", or Enter" if chosen in self.moves else "")
        return f"Chosen: {named}; {rest}. What is named again is put back."


def pieces_of(typed: str) -> list[str]:
    """What is named in a line, one thing after the other."""
    pieces = [piece for piece in re.split(r"\s*(?:[,;]|\band\b)\s*", typed.strip()) if piece]
    return pieces if len(pieces) > 1 else typed.split()


def set_choice(match: Match, moves: list[Move]) -> SetChoice | None:
    """The question for a set behind some legal moves, if there is one and it has too many answers to list."""
    decision = match.decision
    if decision is None or len(moves) <= FEW or len({move[1] for move in moves}) != 1:
        return None
    slot = decision.moves[moves[0][1]]
    if len(slot.params) != 1 or not isinstance(plain(slot.params[0].type), SetOf):
        return None
    whole = plain(slot.params[0].type)
    assert isinstance(whole, SetOf)
    held = {frozenset(match.game.printer.values(whole, move[2])): move for move in moves}
    return SetChoice(match, moves[0][1], held, whole.of)
