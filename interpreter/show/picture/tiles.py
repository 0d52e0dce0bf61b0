"""Tiles: cards whose face is sets of things, such as the two halves of a domino, drawn as on a board."""

from __future__ import annotations

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.show.picture.palette import Palette
from astro_referee.interpreter.show.picture.pieces import Figure, cluster
from astro_referee.interpreter.show.picture.svg import box
from astro_referee.interpreter.show.scene.labels import text_of, value_label
from astro_referee.interpreter.values.types import SetOf, plain

SIDE = 38.0
"""The side of one half."""
FULL = 0.8
"""How much of it its things fill."""

HalfTile = tuple[Figure, ...]


def halves_of(game: Game, palette: Palette, kind: str, card: int) -> tuple[HalfTile, ...]:
    """The parts of a tile, each with what is on it; nothing if the card is no tile."""
    found: list[HalfTile] = []
    for word in game.rules.coordinates.get(kind, ()):
        type, values = game.rules.columns[kind][word]
        inner, value = plain(type), values[card]
        if not isinstance(inner, SetOf) or not isinstance(value, int) or inner is not type:
            return ()
        half = []
        for member in game.printer.values(inner, value):
            label = value_label(game, inner.of, member)
            own, named = palette.own(label), text_of(label)
            half.append(Figure("thing", named, named, own or palette.accent(label), own is not None))
        found.append(tuple(half))
    return tuple(found)


def draw_tile(halves: tuple[HalfTile, ...], x: float, y: float) -> list[str]:
    """A tile with its upper left corner at a point, its halves side by side."""
    parts = []
    for number, half in enumerate(halves):
        left = x + number * SIDE
        parts.append(box(left, y, SIDE, SIDE, "thing edge", 5))
        parts.append(cluster(half, left + SIDE / 2, y + SIDE / 2, SIDE * FULL, SIDE * FULL))
    return parts
