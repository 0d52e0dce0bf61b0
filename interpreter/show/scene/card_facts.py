"""What the tables of the rules say of a card besides its name, for screens and pictures alike."""

from __future__ import annotations

from collections.abc import Iterator

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.program.program import COPIES
from astro_referee.interpreter.show.scene.labels import PLACES
from astro_referee.interpreter.values.marks import COLOUR, SHORT, SIGN
from astro_referee.interpreter.values.types import Member, TextType, Type, plain

PEOPLE = ("player", "team")
"""Kinds of which players know enough."""

CardFact = tuple[Type, int | str]
"""A value of a card, with its type."""
Column = tuple[str, Type, tuple[int | str, ...]]
"""A word, and what stands below it for each card."""


def headings(game: Game, kind: str) -> list[str]:
    """The columns of a card that its name does not say, as players read them."""
    return [word.replace("_", " ") for word, _, _ in columns_of(game, kind)]


def facts(game: Game, kind: str, card: int) -> list[CardFact]:
    """What stands in these columns for one card."""
    return [(type, values[card]) for _, type, values in columns_of(game, kind)]


def texts(game: Game, kind: str, card: int) -> list[str]:
    return [game.printer.show(type, value) for type, value in facts(game, kind, card)]


def is_fact(word: str, type: Type) -> bool:
    """Whether a column says something of a card, and not how it is drawn or how many there are."""
    return word != COPIES and not (word in (SIGN, SHORT, COLOUR) and isinstance(type, TextType))


def columns_of(game: Game, kind: str) -> list[Column]:
    """The columns of the card's own table; then those of the kind it shows, if that alone tells its faces apart."""
    if (Column, kind) not in game.drawn:
        game.drawn[Column, kind] = [*columns(game, kind)]
    made: list[Column] = game.drawn[Column, kind]
    return made


def columns(game: Game, kind: str) -> Iterator[Column]:
    rules = game.rules
    coordinates = rules.coordinates.get(kind, ())
    for word, (type, values) in rules.columns.get(kind, {}).items():
        if word not in coordinates and is_fact(word, type):
            yield word, type, values
    if len(coordinates) != 1:
        return
    type, members = rules.columns[kind][coordinates[0]]
    shown = plain(type)
    if not isinstance(shown, Member) or shown != type or shown.kind in PEOPLE:
        return
    if game.machine.shapes.get(shown.kind) in PLACES:
        return
    for word, (type, values) in rules.columns.get(shown.kind, {}).items():
        if word not in rules.coordinates.get(shown.kind, ()) and is_fact(word, type):
            yield word, type, tuple(values[member] for member in members if isinstance(member, int))
