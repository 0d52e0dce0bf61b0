"""What stands on places: men as discs, other things as small plates, numbers as they are; several share the room."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from attrs import evolve, frozen

from astro_referee.interpreter.show.picture.palette import HUES, Palette
from astro_referee.interpreter.show.picture.svg import box, data, disc, hint, shape, tag, text
from astro_referee.interpreter.show.picture.symbols import DISCS, DOTS, MEN, RINGED, SUITS, known, solid, symbol
from astro_referee.interpreter.show.picture.text_width import width
from astro_referee.interpreter.show.scene.labels import Label, text_of
from astro_referee.interpreter.show.scene.layers import BARE, FULL, HIDDEN, Cell, Layer

SMALLEST, LARGEST = 7.0, 17.0
"""Heights of letters on pieces."""
TALL = 1.7
"""How high a plate is, for letters of height 1."""
SIGN = 1.3
"""How wide a symbol before letters is, for letters of height 1."""
BLACK = "black"
SQUARE = 4
"""Letters on a piece that may be as high as wide."""
ALONE = 0.55
"""How much of a plate a single piece fills."""
MOST = 9
"""Pieces that share one place; of more, the last says how many there are, and its hint which."""


@frozen
class Figure:
    """One thing on a place: what is written on it, what it is called in full, and how it looks."""

    form: str
    said: str
    full: str
    hue: str | None = None
    solid: bool = False
    place: str = ""
    thing: str = ""
    """What is there as the rules call it, if it has a name and may be seen."""
    sign: str = ""
    """A symbol, before the letters or in their place."""

    def need(self, size: float) -> float:
        """The width it takes with letters of a size."""
        least = TALL if self.form == "man" or self.sign else 1.2
        letters = width(self.said, size, True) + (SIGN * size if self.sign else 0)
        return max(least * size, letters + (0.7 if self.form == "man" else 0.6) * size)


def pieces_at(layer: Layer, place: str, palette: Palette, titled: bool = False) -> tuple[Figure, ...]:
    """What a layer has on a place. With `titled`, marks and numbers say what they are about."""
    if layer.blank(place):
        return ()
    cell, about = layer.cells[place], f"{layer.title}: "
    if not isinstance(cell, str):
        made = []
        for label in cell:
            seat, own = seat_of(layer, label, palette), palette.own(label)
            form = "man" if seat is not None else "thing"
            hue = seat or own or palette.accent(label)
            sign, said = written(layer, label)
            said = "" if is_stone(label, palette) else said
            if solid(sign) in DOTS | RINGED and not palette.plain:
                sign, said = "", layer.marks.face(label)
            named = text_of(label)
            if titled and layer.owner is not None and seat is None:
                # Whose it is, where the things of several players share a board.
                hue = seat = palette.seats[layer.owner]
                said, named = f"{layer.whose} {said}".strip(), f"{named} of {layer.marks.people.seats[layer.owner]}"
            made.append(Figure(form, said, f"{named}, {place}", hue, bool(seat or own), place, named, sign))
        return tuple(made)
    if cell.startswith(HIDDEN):
        return (Figure("back", cell, f"{about}hidden, {place}", place=place),)
    if cell == FULL:
        form, said = ("thing", layer.title) if titled else ("diamond", "")
        return (Figure(form, said, f"{layer.title}, {place}", place=place),)
    if cell == BARE:
        return (Figure("thing", "", f"{about}nothing, {place}", place=place),)
    form, said = ("thing", f"{layer.title} {cell}") if titled else ("plain", cell)
    return (Figure(form, said, f"{about}{cell}, {place}", place=place),)


def seat_of(layer: Layer, label: Label, palette: Palette) -> str | None:
    """The colour of whoever a thing belongs to, as its label says, or as its sign and the owner of the board do."""
    if layer.owner is not None and not palette.seat(label) and any(part.mark.sides for part in label):
        return palette.seats[layer.owner]
    return palette.seat(label)


def written(layer: Layer, label: Label) -> tuple[str, str]:
    """The symbol of a thing, and what is written beside it: its name if there is room, else what it leaves out."""
    signed = [part for part in label if part.seat is None and known(part.mark.drawn)]
    if len(signed) != 1:
        return "", layer.marks.face(label)
    rest = [part for part in label if part not in signed and part.seat is None]
    if layer.marks.whole and not any(part.seat is not None for part in label):
        return signed[0].mark.drawn, text_of(label)
    return signed[0].mark.drawn, " ".join(part.mark.short or part.name for part in rest)


def is_stone(label: Label, palette: Palette) -> bool:
    """Whether something is nothing but a player's, and bright or dark says whose."""
    return palette.plain and len(label) == 1 and label[0].seat is not None


def marked(layers: Sequence[Layer], palette: Palette) -> list[Layer]:
    """The layers on which letters are written that need to be explained, with nothing else on them."""

    def lettered(layer: Layer, cell: Cell) -> Cell:
        if isinstance(cell, str):
            return cell
        return tuple(label for label in cell if not (is_stone(label, palette) or written(layer, label)[0]))

    bare = [
        evolve(layer, cells={place: lettered(layer, cell) for place, cell in layer.cells.items()}) for layer in layers
    ]
    return [left for layer, left in zip(layers, bare, strict=True) if not layer.used() or left.used()]


def signed(layers: Sequence[Layer]) -> dict[str, str]:
    """The symbols on some layers that not everybody can name, with their names."""
    parts = (part for layer in layers if not layer.marks.whole for label in layer.used() for part in label)
    found = {part.mark.drawn: part.text for part in parts if part.seat is None and known(part.mark.drawn)}
    return {sign: name for sign, name in found.items() if solid(sign) not in MEN | SUITS | DOTS}


def size_for(pieces: Sequence[Figure], wide: float, high: float) -> float:
    """The height of letters with which every piece fits into a room."""
    size = min(LARGEST, high / TALL)
    while size > SMALLEST and any(piece.need(size) > wide for piece in pieces):
        size -= 0.5
    return max(SMALLEST, size)


def draw(piece: Figure, x: float, y: float, wide: float, high: float, size: float) -> str:
    """A piece in the middle of its room."""
    parts: list[str] = []
    need = min(wide, piece.need(size))
    look = piece.hue if piece.solid and piece.hue is not None else "thing"
    letters = f"on-{look}" if look != "thing" else "ink"
    lone = solid(piece.sign) if piece.form == "man" and not piece.said else ""
    far = min(wide, high) / 2
    rim = "lit" if look in HUES and HUES[look][1] == HUES[BLACK][1] else "edged"
    match piece.form:
        case "man" if lone in DOTS | RINGED:
            parts.append(disc(x, y, far, f"{look} rim"))
            parts += [disc(x, y, far * way, f"clear {rim}") for way in (0.45, 0.7) if lone in RINGED]
        case "man" if lone in MEN:
            parts.append(symbol(x, y, lone, min(wide, high), f"{look} {rim}"))
        case "man" if lone in DISCS:
            parts.append(disc(x, y, min(wide, high) / 2, "white rim"))
            parts.append(symbol(x, y, lone, min(wide, high), look))
        case "man" if need <= min(wide, high):
            parts.append(disc(x, y, min(wide, high) / 2, f"{look} rim"))
        case "man":
            parts.append(box(x - need / 2, y - high / 2, need, high, f"{look} rim", high / 2))
        case "thing":
            broad = max(need, min(wide, high))
            edge = "rim" if piece.solid else f"by-{piece.hue}" if piece.hue else "edge"
            parts.append(box(x - broad / 2, y - high / 2, broad, high, f"{look} {edge}", min(5, high / 4)))
        case "back":
            parts.append(box(x - need / 2, y - high / 2, need, high, "back rim", min(5, high / 4)))
            letters = "onback"
        case "diamond":
            far = min(wide, high) * 0.3
            parts.append(shape([(x, y - far), (x + far, y), (x, y + far), (x - far, y)], "spot"))
    if piece.sign and lone not in MEN | DISCS | DOTS | RINGED:
        text_wide = width(piece.said, size, True)
        at = x - (text_wide + SIGN * size) / 2 + size / 2 if piece.said else x
        side = size * 1.1 if piece.said else min(wide, high) * 0.66
        parts.append(symbol(at, y, piece.sign, side, letters))
        x += SIGN * size / 2 if piece.said else 0
        wide -= SIGN * size if piece.said else 0
    if piece.said:
        # The letters may come closer to the edge than is good to look at, before they are cut.
        parts.append(text(x, y, piece.said, wide, size, letters, "middle", bold=True))
    return tag("g", hint(piece.full) + "".join(parts), **data(piece.place, piece.thing))


def cluster(pieces: Sequence[Figure], x: float, y: float, wide: float, high: float, most: float = LARGEST) -> str:
    """Pieces in rows around a point, as large as the room lets them be, with letters of at most a size."""
    pieces = gathered(pieces, MOST)
    if not pieces:
        return ""
    across = best(pieces, wide, high)
    down = ceil(len(pieces) / across)
    gap = 2 if len(pieces) > 1 else 0
    room, tall = wide / across - gap, high / down - gap
    size = min(most, size_for(pieces, room, tall))
    tall = min(tall, max(size * TALL, min(room, tall) if all_discs(pieces, size, room, tall) else 0))
    parts = []
    for number, piece in enumerate(pieces):
        row = number // across
        here = min(across, len(pieces) - row * across)
        at = x + (number % across - (here - 1) / 2) * (room + gap)
        parts.append(draw(piece, at, y + (row - (down - 1) / 2) * (tall + gap), room, tall, size))
    return "".join(parts)


def on_plate(plate: str, pieces: Sequence[Figure], x: float, y: float, side: float) -> str:
    """Pieces on a plate of their own, none larger than if there were several; a set that is empty is a bare plate."""
    held = [piece for piece in pieces if piece.said]
    room = side if len(held) > 1 else side * ALONE
    return tag("g", hint("; ".join(piece.full for piece in pieces)) + plate) + cluster(held, x, y, room, room)


def gathered(pieces: Sequence[Figure], most: int) -> Sequence[Figure]:
    """At most so many pieces, the last for those that are too many; of 0, one that stands for them all."""
    if len(pieces) <= most:
        return pieces
    kept = max(0, most - 1)
    rest = pieces[kept:]
    return [*pieces[:kept], Figure("plain", f"+{len(rest)}", "; ".join(piece.full for piece in rest))]


def all_discs(pieces: Sequence[Figure], size: float, room: float, tall: float) -> bool:
    """Whether every piece is about as high as wide, and may grow until it touches its room."""
    return all(
        piece.form != "plain" and len(piece.said) <= SQUARE and piece.need(size) <= min(room, tall) for piece in pieces
    )


def best(pieces: Sequence[Figure], wide: float, high: float) -> int:
    """How many go side by side, so that letters are largest."""
    count = len(pieces)
    return max(
        range(1, count + 1),
        key=lambda n: (
            size_for(pieces, wide / n - 2, high / ceil(count / n) - 2),
            min(wide / n, high / ceil(count / n)),
        ),
    )
