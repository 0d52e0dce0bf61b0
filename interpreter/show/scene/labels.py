"""What a value is called, in parts: a man is a player and a rank, a card a suit and a number, a planet just a name.

Parts come from the declarations: the coordinates of a kind, and of the kinds those belong to.
"""

from __future__ import annotations

from attrs import frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.values.types import Bool, Either, Int, Member, Type, plain, words

COMPASS = {
    "north": (0, 1),
    "northeast": (1, 1),
    "east": (1, 0),
    "southeast": (1, -1),
    "south": (0, -1),
    "southwest": (-1, -1),
    "west": (-1, 0),
    "northwest": (-1, 1),
}
"""Ways on a board: how many columns to the east and rows to the north the next place lies."""
PLACES = ("grid", "hexgrid", "ring", "graph")
"""Shapes whose members go by their name, not by their coordinates."""


@frozen
class LabelPart:
    """A name, and the seat it belongs to if it is a player."""

    name: str
    seat: int | None = None

    @property
    def number(self) -> bool:
        return self.name.lstrip("-").isdecimal()


Label = tuple[LabelPart, ...]


def text_of(label: Label) -> str:
    return " ".join(part.name for part in label)


def label_of(game: Game, kind: str, member: int) -> Label:
    """The parts of a member of a kind."""
    name = game.machine.members[kind][member]
    if kind == "player":
        return (LabelPart(name, member),)
    coordinates = game.rules.coordinates.get(kind, ())
    if not coordinates or game.machine.shapes.get(kind) in PLACES:
        return (LabelPart(name),)
    parts: list[LabelPart] = []
    for word in coordinates:
        type, values = game.rules.columns[kind][word]
        value = values[member]
        if isinstance(value, str) or not isinstance(plain(type), Bool | Int | Member):
            return (LabelPart(name),)
        parts += value_label(game, type, value)
    return tuple(parts)


def value_label(game: Game, type: Type, value: int) -> Label:
    """The parts of a single value: a member, a number, an extra word."""
    base = plain(type)
    if isinstance(base, Member) and game.printer.extra(base, value) is None:
        return label_of(game, base.kind, value)
    return (LabelPart(game.printer.show(type, value)),)


def all_labels(game: Game, type: Type) -> list[Label]:
    """Every label that a value of a type can have, apart from numbers and nothing."""
    base = plain(type)
    found = [label_of(game, base.kind, i) for i in range(base.size)] if isinstance(base, Member) else []
    extra = words(type) if isinstance(type, Either) else ()
    return found + [(LabelPart(word),) for word in extra if word != "none"]
