"""Rows of tables with a column of `corners`: areas between the points of a board, and what the rules say of them."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.show.scene.labels import Label, value_label
from astro_referee.interpreter.values.types import Member, SetOf, TextType, plain

CORNERS = "corners"
"""The column that says between which places an area lies."""
LEAST = 3
"""Corners of an area."""


@frozen
class Region:
    kind: str
    name: str
    corners: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    """What the other columns say of it."""
    labels: tuple[Label, ...]
    """The things among that, which may have colours."""


def regions_of(game: Game, places: str) -> tuple[Region, ...]:
    """All areas between the points of a kind."""
    return tuple(region for kind in game.machine.members for region in each(game, kind, places))


def each(game: Game, kind: str, places: str) -> Iterator[Region]:
    columns = game.rules.columns.get(kind, {})
    if CORNERS not in columns:
        return
    type, values = columns[CORNERS]
    inner = plain(type)
    if not isinstance(inner, SetOf) or not isinstance(inner.of, Member) or inner.of.kind != places:
        return
    names = game.machine.members[places]
    for number, name in enumerate(game.machine.members[kind]):
        corners = tuple(names[corner] for corner in game.printer.values(inner, int(values[number])))
        others = [(word, said, there[number]) for word, (said, there) in columns.items() if word != CORNERS]
        facts = tuple((word.replace("_", " "), game.printer.show(said, value)) for word, said, value in others)
        labels = tuple(
            value_label(game, said, int(value))
            for _, said, value in others
            if isinstance(plain(said), Member) and not isinstance(said, TextType)
        )
        if len(corners) >= LEAST:
            yield Region(kind, name, corners, facts, labels)
