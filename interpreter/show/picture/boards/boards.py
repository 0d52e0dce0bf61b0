"""Boards in, blocks out: each shape drawn in its way, with a title and what its marks mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import evolve

from astro_referee.interpreter.show.picture.boards.graphs import graph
from astro_referee.interpreter.show.picture.boards.grids import grid, side_of
from astro_referee.interpreter.show.picture.boards.ground import explained, under
from astro_referee.interpreter.show.picture.boards.hexes import hexes
from astro_referee.interpreter.show.picture.boards.plans import plan
from astro_referee.interpreter.show.picture.boards.rings import ring
from astro_referee.interpreter.show.picture.boards.roads import roads
from astro_referee.interpreter.show.picture.palette import Palette
from astro_referee.interpreter.show.picture.pieces import Figure, marked, pieces_at, signed
from astro_referee.interpreter.show.picture.svg import Block, box, column, flow, hint, tag, text
from astro_referee.interpreter.show.picture.symbols import symbol
from astro_referee.interpreter.show.picture.text_width import as_words, lines, width
from astro_referee.interpreter.show.scene.layers import FLAG, Layer, meanings
from astro_referee.interpreter.show.scene.places import Places
from astro_referee.interpreter.show.scene.scene import Board

TITLES, NOTES = 14.0, 12.0
"""Heights of letters above and below a board."""
NARROWEST = 240.0
"""Room for a title and a legend, also of a small board."""
GAP = 28.0
"""Between two boards."""
NAMED = 10.0
"""Height of letters with which a name must fit on a place to be written there in full."""

Figures = dict[str, tuple[Figure, ...]]


def boards(board: Board, palette: Palette, room: float) -> Block:
    """Everything on one board: of rings and graphs in one picture, of grids in one for each layer."""
    places, layers = board.places, board.layers
    match places.shape:
        case "ring":
            return oval(places, layers, palette)
        case "plan":
            drawn = plan(places, together(places, layers, palette), room, any(layer.counted for layer in layers))
            title = "" if len(layers) == 1 and layers[0].title == places.kind else ", ".join(titles(places, layers))
            return framed(title, drawn, places, layers, palette)
        case "graph":
            lines = partial(roads, places, board.roads, palette)
            tops, ground = [layer for layer in layers if not layer.ground], [layer for layer in layers if layer.ground]
            drawn = graph(places, together(places, tops, palette), room, lines, palette, ground)
            said = [f"{FLAG if layer.flag else 'small words'} = {as_words(layer.title)}" for layer in ground]
            return framed(", ".join(titles(places, tops)), drawn, places, [*tops, *board.roads], palette, said)
        case _:
            ground = [layer for layer in layers if layer.ground]
            bare = (
                evolve(ground[0], cells={}, title=", ".join(titles(places, ground)), crowded=False) if ground else None
            )
            tops = [layer for layer in layers if not layer.ground] or ([bare] if bare is not None else [])
            wide = room if len(tops) == 1 else (room - GAP) / 2
            made = []
            nested = [layer for layer in tops if layer.spot is not None]
            if nested:
                made.append(grid_of_grids(places, nested, ground, palette, room))
                tops = [layer for layer in tops if layer.spot is None]
            for layer in tops:
                if layer.secret:
                    made.append(unseen(layer))
                    continue
                made.append(one_board(places, layer, ground, palette, wide))
            return flow(made, room, GAP)


def one_board(places: Places, layer: Layer, ground: Sequence[Layer], palette: Palette, room: float) -> Block:
    """One layer on its ground."""
    written = in_full(places, layer, room)
    there = {name: pieces_at(written, name, palette) for name in places.names}
    there = {name: found for name, found in there.items() if found}
    draw = grid if places.shape == "grid" else hexes
    drawn = draw(places, there, room, layer.crowded, lambda place, area: under(ground, place, palette, area))
    return framed(layer.title, drawn, places, [written], palette, explained(ground), min(NARROWEST, room))


def grid_of_grids(
    places: Places, layers: Sequence[Layer], ground: Sequence[Layer], palette: Palette, room: float
) -> Block:
    """Small boards where they lie on a large one."""
    spots = {layer.spot: layer for layer in layers if layer.spot is not None}
    columns, rows = (sorted({spot[way] for spot in spots}) for way in (0, 1))
    share = (room - GAP * (len(columns) - 1)) / len(columns)
    bands = []
    for y in reversed(rows):
        there = [spots[x, y] for x in columns if (x, y) in spots]
        bands.append(flow([one_board(places, layer, ground, palette, share) for layer in there], room + GAP, GAP))
    return column(bands, GAP / 2)


def oval(places: Places, layers: Sequence[Layer], palette: Palette) -> Block:
    """A ring with full names if they fit, else with marks."""
    named = [layer.named() for layer in layers]
    for written, whole in ((named, True), (layers, False)):
        drawn = ring(places, together(places, written, palette), whole)
        if drawn is not None:
            # The name of the ring stands in its middle.
            title = "" if len(layers) == 1 and layers[0].title == places.kind else ", ".join(titles(places, layers))
            return framed(title, drawn, places, written, palette)
    raise AssertionError("a ring with marks can always be drawn")


def together(places: Places, layers: Sequence[Layer], palette: Palette) -> Figures:
    """What all layers have on each place."""
    found = {
        name: tuple(piece for layer in layers for piece in pieces_at(layer, name, palette, len(layers) > 1))
        for name in places.names
    }
    return {name: pieces for name, pieces in found.items() if pieces}


def titles(places: Places, layers: Sequence[Layer]) -> list[str]:
    """The names of what is on a board."""
    return [layer.field if layer.title == layer.kind and len(layers) > 1 else layer.title for layer in layers]


def in_full(places: Places, layer: Layer, room: float) -> Layer:
    """A layer with full names instead of marks, if nothing on it belongs to a player and a square has room."""
    labels = layer.marks.labels
    if places.shape != "grid" or any(part.seat is not None for label in labels for part in label):
        return layer
    named = layer.named()
    several = any(not isinstance(cell, str) and len(cell) > 1 for cell in layer.cells.values())
    wide = 0 if several else side_of(places, room)
    return (
        named if all(width(named.marks.face(label), NAMED, True) + NAMED <= wide * 0.8 for label in labels) else layer
    )


def framed(
    title: str,
    drawn: Block,
    places: Places,
    layers: Sequence[Layer],
    palette: Palette,
    signs: Sequence[str] = (),
    least: float = NARROWEST,
) -> Block:
    """A board with its title above and a legend below."""
    wide = max(drawn.wide, least)
    blocks = [drawn]
    if title:
        blocks.insert(0, Block(wide, 22, (text(0, 9, as_words(title), wide, TITLES, "ink", bold=True),)))
    said = [
        row
        for fact in meanings(marked(layers, palette))
        for row in lines([*([f"{fact.name}:"] if fact.name else []), *commas(fact.items)], wide, NOTES)
    ]
    said += lines(commas(signs), wide, NOTES) if signs else []
    if places.part:
        said.append("the rest is empty")
    symbols = signed(layers)
    if symbols:
        blocks.append(flow([explained_symbol(sign, name) for sign, name in symbols.items()], wide, 10, 4))
    if said:
        rows = tuple(text(0, 12 + 17 * i, row, wide, NOTES, "faint") for i, row in enumerate(said))
        blocks.append(Block(wide, 6 + 17 * len(said), rows))
    return column(blocks, 4)


def unseen(layer: Layer) -> Block:
    """A board of which one may see nothing."""
    title = as_words(layer.title)
    wide = width(title, TITLES, True) + 90
    back = box(wide - 80, 1, 70, 20, "back rim", 5)
    said = text(wide - 45, 11, "hidden", 60, NOTES, "onback", "middle")
    hidden = tag("g", hint(f"{title}: hidden, {', '.join(layer.cells)}") + back + said)
    return Block(wide, 26, (text(0, 11, title, wide - 84, TITLES, "ink", bold=True), hidden))


def explained_symbol(sign: str, name: str) -> Block:
    """What a symbol is called."""
    said = as_words(name)
    wide = width(said, NOTES) + 22
    return Block(wide, 17, (symbol(8, 9, sign, 12, "ink"), text(20, 9, said, wide - 20, NOTES, "faint")))


def commas(items: Sequence[str]) -> list[str]:
    return [f"{item}," for item in items[:-1]] + list(items[-1:])
