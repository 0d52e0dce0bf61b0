"""What a value is called, in parts: a man is a player and a rank, a card a suit and a number, a planet just a name.

Parts come from the declarations: the coordinates of a kind, and of the kinds those belong to.
"""

from __future__ import annotations

from attrs import evolve, field, frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.values.marks import NO_MARK, Mark, brief
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
    """A name, and the seat it belongs to if it is a player; and how it is drawn, if the rules say so."""

    name: str
    seat: int | None = None
    mark: Mark = field(default=NO_MARK, eq=False)
    """Its sign, short form, colour and words. Of a thing with a sign for each player, that of its owner."""

    @property
    def text(self) -> str:
        """What players read."""
        return self.mark.words or self.name.replace("_", " ")

    @property
    def number(self) -> bool:
        return self.name.lstrip("-").isdecimal()


Label = tuple[LabelPart, ...]


def text_of(label: Label) -> str:
    return " ".join(part.text for part in label)


def mark_of(game: Game, kind: str, member: int) -> Mark:
    """How a member is drawn; of a thing that is put together from others, all of its mark."""
    marks = game.rules.marks.get(kind)
    return marks[member] if marks else NO_MARK


def sign_of(label: Label) -> str:
    """The sign of a thing: those of its parts; nothing, if a part is drawn by its name alone."""
    sided = any(part.mark.sides for part in label) and any(part.seat is not None for part in label)
    signs = [drawn(part) for part in label if not (sided and part.seat is not None)]
    return "".join(signs) if all(signs) else ""


def drawn(part: LabelPart) -> str:
    """The sign of a part, or its short form, or a name that needs none."""
    return part.mark.sign or part.mark.short or brief(part.name)


def label_of(game: Game, kind: str, member: int) -> Label:
    """The parts of a member of a kind, in the order of its coordinates."""
    if (Label, kind, member) not in game.drawn:
        game.drawn[Label, kind, member] = parts_of(game, kind, member)
    made: Label = game.drawn[Label, kind, member]
    return made


def parts_of(game: Game, kind: str, member: int) -> Label:
    name, mark = game.machine.members[kind][member], mark_of(game, kind, member)
    if kind == "player":
        return (LabelPart(name, member, mark),)
    coordinates = game.rules.coordinates.get(kind, ())
    if not coordinates or game.machine.shapes.get(kind) in PLACES:
        return (LabelPart(name, mark=mark),)
    parts: list[LabelPart] = []
    for word in coordinates:
        type, values = game.rules.columns[kind][word]
        value = values[member]
        if isinstance(value, str) or not isinstance(plain(type), Bool | Int | Member):
            return (LabelPart(name, mark=mark),)
        parts += value_label(game, type, value)
    owner = next((part.seat for part in parts if part.seat is not None), None)
    return tuple(parts) if owner is None else tuple(of_side(part, owner) for part in parts)


def of_side(part: LabelPart, owner: int) -> LabelPart:
    """A part of what belongs to a player, with that player's sign."""
    sides = part.mark.sides
    return evolve(part, mark=evolve(part.mark, sign=sides[owner])) if sides else part


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
