"""Layers in, boards out: each shape drawn in its way, boards side by side where they fit, legends below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import cycle, groupby
from types import MappingProxyType

from attrs import evolve, frozen

from astro_referee.interpreter.show.scene.facts import Fact
from astro_referee.interpreter.show.scene.layers import BLANK, FLAG, FULL, Layer, meanings
from astro_referee.interpreter.show.scene.places import Places
from astro_referee.interpreter.show.text.graphs import DOWN, Link, canvas, listed
from astro_referee.interpreter.show.text.grids import grid, ruled_grid
from astro_referee.interpreter.show.text.hexes import hexes
from astro_referee.interpreter.show.text.highlights import Highlight, lit
from astro_referee.interpreter.show.text.layout import WIDTH, Block, beside, cut, merge_blocks, wrapped
from astro_referee.interpreter.show.text.plans import plan
from astro_referee.interpreter.show.text.rings import ring
from astro_referee.interpreter.show.text.walls import are_walls, walled

WIDEST_CELL = 12
"""Characters; a longer face is cut, so that a board stays a board."""
BRACKETS = (("(", ")"), ("[", "]"), ("<", ">"))
"""Around what places are like, a pair for each thing that the rules say of them."""
WIDEST_LIST = 40
"""Characters for what is on one place of a list."""


ALONE = "board"
"""What a board is called where there is no other one; else it goes by the name of its places."""


@frozen
class Extent:
    """How wide a board may be, and whether it is to be `low`: in as few lines as it takes, with no name above it."""

    width: int = WIDTH
    low: bool = False
    marked: Mapping[str, Highlight] = MappingProxyType({})
    """Places that stand out."""
    ruled: bool = False
    """Whether there is room for lines between the places of a grid."""
    untitled: bool = False
    """Whether what is drawn needs no name, since there is nothing else."""

    def lit(self, place: str, text: str) -> str:
        return lit(text, self.marked.get(place, Highlight.NONE))


PAGE = Extent()


@frozen
class Drawn:
    """One block of a board, and what the marks on it mean."""

    rows: Block
    legend: tuple[Fact, ...]
    part: bool = False
    """Whether places are missing, because nothing is on them."""

    def explained(self, width: int) -> Block:
        """The legend in lines."""
        said = [
            row
            for fact in self.legend
            for row in wrapped(f"  {fact.name}:" if fact.name else "  ", fact.items, width=width)
        ]
        return [*said, "  (the rest is empty)"] if self.part else said

    def whole(self, width: int) -> Block:
        """The board, and below it its legend."""
        return [*self.rows, *self.explained(width)]


def boards(
    places: Places,
    layers: Sequence[Layer],
    more: str,
    bare: bool = False,
    alone: bool = False,
    roads: Sequence[Layer] = (),
    extent: Extent = PAGE,
) -> list[Drawn]:
    """Everything on one board, in as many blocks as it takes; a list that must be `bare` without its empty places.

    What is on the `roads` of a map stands on its lines.
    """
    if alone:
        layers = [evolve(layer, title=ALONE) if layer.title == places.kind else layer for layer in layers]
        places = evolve(places, kind=ALONE)
    if places.shape in ("ring", "plan"):
        return oval(places, layers, more, bare, extent)
    if places.loose:
        shared = shared_canvas(places, layers, roads, extent)
        return [shared] if shared is not None else links(places, layers, more, bare, extent)
    walls = [layer for layer in layers if places.shape == "grid" and are_walls(layer)]
    if len(walls) == 1 and (drawn_around := with_walls(places, layers, walls[0], more, extent)) is not None:
        return [drawn_around]
    drawn: list[tuple[Layer, Block]] = []
    for layer in layers:
        rows = board(places, layer, more, roads, extent)
        if rows is not None and max(map(len, rows)) > extent.width:
            layer = layer.narrower()
            rows = board(places, layer, more, roads, extent)
        if rows is None:
            return links(places, layers, more, bare, extent)
        drawn.append((layer, [*titled(layer, extent), *rows]))
    blocks: list[Drawn] = []
    rest = [layer for layer, _ in drawn]
    if not extent.low and (squared := in_a_grid(drawn)) is not None:
        whole = merge_blocks(squared)
        if max(map(len, whole)) <= extent.width:
            return [explained(places, whole, [*rest, *roads])]
    groups = [[block for _, block in there] for _, there in groupby(drawn, key=lambda pair: pair[0].field)]
    groups = [[block] for group in groups for block in group] if extent.low else groups
    for band in beside(groups, extent.width):
        here, rest = rest[: len(band)], rest[len(band) :]
        blocks.append(explained(places, merge_blocks(band), [*here, *roads]))
    return blocks


def with_walls(places: Places, layers: Sequence[Layer], walls: Layer, more: str, extent: Extent) -> Drawn | None:
    """All that is on a board whose sides can be closed, drawn once; None if there is no room for it."""
    others = [layer for layer in layers if layer is not walls]
    faces = {
        name: extent.lit(
            name,
            cut("".join(layer.face(name) for layer in others if not layer.blank(name)) or BLANK, WIDEST_CELL, more),
        )
        for name in places.names
    }
    rows = walled(places, faces, walls, extent.low)
    if max(map(len, rows)) > extent.width:
        return None
    named = [layer.title for layer in (*others, walls) if layer.title != ALONE]
    return explained(places, [*wrapped(f"{places.kind}:", named, joint=";", width=extent.width), *rows], others)


def in_a_grid(drawn: Sequence[tuple[Layer, Block]]) -> list[Block] | None:
    """Boards of which there is one for each place of a grid as those places lie, and the others beside them."""
    spots = {layer.spot: block for layer, block in drawn if layer.spot is not None}
    if len(spots) < 2 or len(spots) < sum(layer.spot is not None for layer, _ in drawn):
        return None
    rows = sorted({y for _, y in spots}, reverse=True)
    columns = sorted({x for x, _ in spots})
    bands = [merge_blocks([spots.get((x, y), []) for x in columns]) for y in rows]
    return [[line for band in bands for line in band], *(block for layer, block in drawn if layer.spot is None)]


def board(places: Places, layer: Layer, more: str, roads: Sequence[Layer], extent: Extent) -> list[str] | None:
    """One layer drawn; None if there is no way to."""
    faces = {name: extent.lit(name, cut(layer.face(name), WIDEST_CELL, more)) for name in places.names}
    match places.shape:
        case "grid":
            lines = ruled_grid(places, faces, extent.width) if extent.ruled else None
            return lines or grid(places, faces, extent.width)
        case "hexgrid":
            return hexes(places, faces)
        case _:
            return canvas(places, faces, on_lines(places, roads), extent.width, 1 if extent.low else DOWN)


def shared_canvas(places: Places, layers: Sequence[Layer], roads: Sequence[Layer], extent: Extent) -> Drawn | None:
    """Several kinds of places on one canvas, with all that is on them, if need be without what they are like; None if
    there is no room."""
    narrow = [layer.narrower() for layer in layers]
    bare = [[layer for layer in narrow if not layer.ground or (layer.flag and flags)] for flags in (True, False)]
    for written in (layers, narrow, *bare):
        ground = [layer for layer in written if layer.ground]
        around = dict(zip((layer.title for layer in ground if not layer.flag), cycle(BRACKETS), strict=False))
        around |= {layer.title: (FLAG, "") for layer in ground if layer.flag}
        faces = {
            name: extent.lit(
                name,
                "".join(bracketed(layer, layer.face(name), around) for layer in written if not layer.blank(name))
                or BLANK,
            )
            for name in places.names
        }
        areas = None if extent.low else areas_of(places, written)
        marks = {} if areas is None else {each.corners: areas.face(each.name) for each in places.regions}
        rows = canvas(places, faces, on_lines(places, roads), extent.width, 1 if extent.low else DOWN, marks)
        if rows is not None:
            named = [layer.field if layer.title in (places.kind, layer.kind) else layer.title for layer in written]
            signs = ["".join(around.get(layer.title, ())) for layer in written]
            told = [f"{sign} = {name}" if sign else name for sign, name in zip(signs, named, strict=True)]
            told += [f"{areas.title} between the lines"] if areas is not None else []
            head = wrapped(f"{places.kind}:", told, joint=";", width=extent.width)
            return explained(places, [*head, *rows], [*written, *roads, *([areas] if areas is not None else [])])
    return None


def areas_of(places: Places, layers: Sequence[Layer]) -> Layer | None:
    """The areas between the points, by what the rules say of them that has a mark on this board already."""
    known = {label: layer.marks for layer in layers for label in layer.marks.labels}
    cells = {each.name: tuple(label for label in each.labels if label in known)[:1] for each in places.regions}
    if not cells or not all(cells.values()):
        return None
    kind = places.regions[0].kind
    return Layer(kind, kind, kind, cells, known[next(iter(cells.values()))[0]])


def bracketed(layer: Layer, text: str, around: Mapping[str, tuple[str, str]]) -> str:
    """What a place is like in brackets, to tell it from what is on it."""
    before, after = around.get(layer.title, ("", ""))
    if not after:
        return before if before and text == FULL else f"{before} {text}".lstrip()
    return f"{before}{text}{after}"


def on_lines(places: Places, roads: Sequence[Layer]) -> dict[Link, str]:
    """The marks of what is on the routes between two places."""
    found: dict[Link, str] = {}
    for route in places.routes:
        marks = "".join(layer.face(route.name) for layer in roads if not layer.blank(route.name))
        if len(route.ends) == 2 and marks:
            one, other = route.ends
            found[one, other] = found.get((one, other), "") + marks
    return found


def oval(places: Places, layers: Sequence[Layer], more: str, bare: bool, extent: Extent) -> list[Drawn]:
    """All layers on one ring or plan: by full names in two rows, or by marks, or with sides."""
    both, named = [layer.named(signs=True) for layer in layers], [layer.named() for layer in layers]
    for written, sides in ((both, False), (named, False), (layers, False), (named, True), (layers, True)):
        faces = {
            name: tuple(
                extent.lit(name, cut(text, WIDEST_CELL, more))
                for layer in written
                for text in standing(layer, name, len(written), extent.low)
            )
            for name in places.names
        }
        draw = partial(ring, sides=sides) if places.shape == "ring" else plan
        if written is both and draw(places, dict.fromkeys(places.names, widest(both)), width=extent.width) is None:
            continue  # it would come and go from one position to the next
        rows = draw(places, faces, width=extent.width)
        if rows is not None:
            return [explained(places, [*heading(places, layers, extent), *rows], written)]
    return links(places, layers, more, bare, extent)


def widest(layers: Sequence[Layer]) -> tuple[str, ...]:
    """The longest name that can ever stand on a place."""
    faces = (layer.marks.face(label) for layer in layers for label in layer.marks.labels)
    return (max(faces, key=len, default=BLANK),)


def standing(layer: Layer, name: str, among: int, low: bool) -> list[str]:
    """What is on a place, with whose it is if several layers share the board; a pile man by man, if there is room."""
    there = layer.stack(name) if low else layer.pile(name)
    told = among > 1 and layer.whose and there != (BLANK,)
    return [f"{layer.whose} {text}" for text in there] if told else [*there]


def links(places: Places, layers: Sequence[Layer], more: str, bare: bool, extent: Extent) -> list[Drawn]:
    """All layers in one list of places."""
    named = [layer.named() for layer in layers]
    faces = {
        name: extent.lit(name, cut("  ".join(", ".join(layer.stack(name)) for layer in named), WIDEST_LIST, more))
        for name in places.names
    }
    used = {name for layer in layers for name in layer.cells if not layer.blank(name)}
    only = used if bare and len(used) < len(places.names) else None
    rows = listed(places, faces, only, extent.width)
    return [explained(places, [*heading(places, layers, extent), *rows], named)]


def heading(places: Places, layers: Sequence[Layer], extent: Extent) -> list[str]:
    """The name of what is drawn; of several things on one board, in the order in which they are written there."""
    if len(layers) == 1:
        return titled(layers[0], extent)
    named = [layer.field if layer.title in (places.kind, layer.kind) else layer.title for layer in layers]
    return wrapped(f"{places.kind}:", named, joint=";", width=extent.width)


def titled(layer: Layer, extent: Extent) -> list[str]:
    return [] if extent.untitled or (extent.low and layer.title == ALONE) else [f"{layer.title}:"]


def explained(places: Places, rows: Block, layers: Sequence[Layer]) -> Drawn:
    """A block with what its marks mean."""
    return Drawn(rows, tuple(meanings(layers)), places.part)
