"""What a seat sees, as numbers from 0 to 1: every entry of its view, who is asked and for what, and which seat it is.

Members are one-hot, sets bits, bags counts, numbers scaled to their range, extra words one-hot. Before each entry stand
a flag that says whether it is hidden, and how full a zone is.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from attrs import frozen

from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.machine.record import entry_count
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.views import SHOWN
from astro_referee.interpreter.values.types import BagOf, Bool, Int, Member, RowOf, SetOf, Type, low, plain, size, words

Array = np.ndarray[tuple[int], np.dtype[np.float32]]
FULL = 20
"""Copies of a thing, or cards of a zone, that count as 1."""


@frozen
class Observer:
    """The parts of a view in their order."""

    game: Game
    slots: tuple[FieldSlot, ...]

    @property
    def size(self) -> int:
        parts = sum(entry_count(slot) * (2 + width(slot.type)) for slot in self.slots)
        return parts + 2 * self.game.seats + len(self.game.machine.decisions)

    def observe(self, match: Match, seat: int) -> Array:
        """What the seat sees now. Nothing else is looked at."""
        found = np.zeros(self.size, dtype=np.float32)
        entries = {field.name: field.entries for field in match.view(seat).fields}
        at = 0
        for slot in self.slots:
            wide = 2 + width(slot.type)
            for number, entry in enumerate(entries[slot.name]):
                here = at + number * wide
                found[here] = entry.value is None
                found[here + 1] = min((entry.count or 0) / FULL, 1)
                if entry.value is not None:
                    for place, value in encoded(self.game, slot.type, entry.value):
                        found[here + 2 + place] = value
            at += entry_count(slot) * wide
        for actor in match.actors:
            found[at + actor] = 1
        found[at + self.game.seats + seat] = 1
        if match.decision is not None:
            found[at + 2 * self.game.seats + self.game.machine.decisions.index(match.decision)] = 1
        return found


def observer_of(game: Game) -> Observer:
    return Observer(game, tuple(slot for slot in game.machine.fields if slot.sort in SHOWN and slot.sort != "builtin"))


def width(type: Type) -> int:
    """How many numbers a value takes."""
    match plain(type):
        case Int() | Bool():
            own = 1
        case Member(_, count):
            own = count
        case SetOf(of) | BagOf(of):
            own = size(of)
        case RowOf(of, places, _):
            own = size(of) * places
        case _:
            own = 0
    return own + len(words(type))


def encoded(game: Game, type: Type, value: int) -> Iterator[tuple[int, float]]:
    """The numbers of a value that are not 0, each with its place."""
    base, extra = plain(type), words(type)
    said = game.printer.show(type, value) if extra else ""
    if said in extra:
        yield width(type) - len(extra) + extra.index(said), 1.0
        return
    match base:
        case Bool():
            yield 0, float(value)
        case Int(least, most):
            yield 0, (value - least) / max(1, most - least)
        case Member():
            yield value, 1.0
        case SetOf(of):
            yield from ((one - low(of), 1.0) for one in game.printer.values(base, value))
        case BagOf(of):
            faces = game.printer.values(base, value)
            yield from ((face - low(of), min(faces.count(face) / FULL, 1.0)) for face in set(faces))
        case RowOf(of):
            for place, one in enumerate(game.printer.values(base, value)):
                yield place * size(of) + one - low(of), 1.0
