"""Layers in, boards out: each shape drawn in its way, boards side by side where they fit, legends below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from astro_referee.cli.board.graphs import canvas, listed
from astro_referee.cli.board.grids import grid
from astro_referee.cli.board.hexes import hexes
from astro_referee.cli.board.layers import BLANK, Layer
from astro_referee.cli.board.layout import WIDTH, Block, beside, cut, joined, wrapped
from astro_referee.cli.board.places import Places
from astro_referee.cli.board.rings import ring

WIDEST_CELL = 12
"""Characters; a longer face is cut, so that a board stays a board."""
WIDEST_LIST = 40
"""Characters for what is on one place of a list."""


def boards(places: Places, layers: Sequence[Layer], more: str) -> list[Block]:
    """Everything on one board, in as many blocks as it takes."""
    if places.shape == "ring":
        return oval(places, layers, more)
    drawn: list[tuple[Layer, Block]] = []
    for layer in layers:
        rows = board(places, layer, more)
        if rows is not None and too_wide(rows):
            layer, rows = squeezed(places, layer, more)
        if rows is None:
            return links(places, layers, more)
        drawn.append((layer, [f"{layer.title}:", *rows]))
    blocks: list[Block] = []
    rest = [layer for layer, _ in drawn]
    groups = [[block for _, block in there] for _, there in groupby(drawn, key=lambda pair: pair[0].field)]
    for band in beside(groups):
        here, rest = rest[: len(band)], rest[len(band) :]
        blocks.append([*joined(band), *legend(here)])
    return blocks


def too_wide(rows: Sequence[str]) -> bool:
    return max(map(len, rows)) > WIDTH


def squeezed(places: Places, layer: Layer, more: str) -> tuple[Layer, list[str] | None]:
    """A board too wide for a page: with shorter marks, or only the part where something lies."""
    short = layer.narrower()
    whole = board(places, short, more)
    used = [name for name in places.names if layer.face(name) != BLANK]
    if whole is None or not too_wide(whole) or places.shape != "grid" or not used:
        return short, whole
    parts = [(it, board(places.around(used, margin), it, more)) for it in (layer, short) for margin in (1, 0)]
    return next(((it, rows) for it, rows in parts if rows is not None and not too_wide(rows)), (short, whole))


def board(places: Places, layer: Layer, more: str) -> list[str] | None:
    """One layer drawn; None if there is no way to."""
    faces = {name: cut(layer.face(name), WIDEST_CELL, more) for name in places.names}
    match places.shape:
        case "grid":
            return grid(places, faces)
        case "hexgrid":
            return hexes(places, faces)
        case _:
            return canvas(places, faces)


def oval(places: Places, layers: Sequence[Layer], more: str) -> list[Block]:
    """All layers on one ring: by full names in two rows, or by marks, or with sides."""
    named = [layer.named() for layer in layers]
    for written, sides in ((named, False), (layers, False), (named, True), (layers, True)):
        faces = {
            name: tuple(cut(text, WIDEST_CELL, more) for layer in written for text in layer.stack(name))
            for name in places.names
        }
        rows = ring(places, faces, sides)
        if rows is not None:
            return [[*heading(places, layers), *rows, *legend(written)]]
    return links(places, layers, more)


def links(places: Places, layers: Sequence[Layer], more: str) -> list[Block]:
    """All layers in one list of places."""
    named = [layer.named() for layer in layers]
    faces = {
        name: cut("  ".join(", ".join(layer.stack(name)) for layer in named), WIDEST_LIST, more)
        for name in places.names
    }
    return [[*heading(places, layers), *listed(places, faces), *legend(named)]]


def heading(places: Places, layers: Sequence[Layer]) -> list[str]:
    """The name of what is drawn; of several things on one board, in the order in which they are written there."""
    if len(layers) == 1:
        return [f"{layers[0].title}:"]
    named = [layer.field if layer.title == places.kind else layer.title for layer in layers]
    return wrapped(f"{places.kind}:", named, joint=";")


def legend(layers: Sequence[Layer]) -> list[str]:
    """What the marks mean: once for all layers, or for each by its title where they do not agree."""
    meanings = {layer.title: layer.marks.legend(layer.used()) for layer in layers}
    every = list(dict.fromkeys(said for entries in meanings.values() for said in entries))
    sides = list(dict.fromkeys(said for layer in layers for said in layer.marks.sides(layer.used())))
    if len({said.split(" = ")[0] for said in every}) == len(every):
        return wrapped("  ", every + sides) if every + sides else []
    rows = [row for title, said in meanings.items() if said for row in wrapped(f"  {title}:", said)]
    return rows + [f"  {said}" for said in sides]
