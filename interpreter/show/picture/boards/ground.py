"""What places are like, under all that is on them: a tint and a small name, arrows for ways, bars for closed sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, sqrt

from attrs import frozen

from astro_referee.interpreter.show.picture.palette import Palette
from astro_referee.interpreter.show.picture.svg import hint, number, shape, tag, text
from astro_referee.interpreter.show.picture.text_width import as_words
from astro_referee.interpreter.show.scene.labels import COMPASS, Label, text_of
from astro_referee.interpreter.show.scene.layers import BARE, FULL, Layer

FAINT = 0.3
"""How strong the colour of the ground is."""
LETTERS = 8.5
"""Height of the small names."""
BAR = "stroke-width:5;stroke-opacity:1;stroke-linecap:round"
SLANT = 0.35
"""Half of a bar that cuts a corner, for a place of width 1."""


@frozen
class Plot:
    """The ground of one place: its middle, how far its sides are from there, half of a side, and how it is filled."""

    x: float
    y: float
    far: float
    half: float
    area: Callable[[str], str]
    hexagon: bool = False


def under(layers: Sequence[Layer], place: str, palette: Palette, plot: Plot) -> str:
    """All that the ground of a place shows."""
    tints, signs, said = [], [], []
    for layer in layers:
        if layer.blank(place):
            continue
        cell = layer.cells[place]
        if isinstance(cell, str):
            said += [as_words(layer.title) if cell == FULL else cell] if cell != BARE else []
        elif ways(cell):
            signs += [bar(plot, label[0].name) if layer.crowded else arrow(plot, label[0].name) for label in cell]
        else:
            said.append(", ".join(map(text_of, cell)))
            hue = next((hue for label in cell if (hue := palette.own(label) or palette.accent(label))), None)
            tints += [tag("g", plot.area(hue), opacity=str(FAINT))] if hue else []
    top = plot.y - plot.far + LETTERS * (1.5 if plot.hexagon else 1.1)
    names = [
        text(plot.x, top + row * (LETTERS + 1), name, 2 * plot.far - 8, LETTERS, "faint", "middle")
        for row, name in enumerate(said)
    ]
    parts = "".join([*tints, *signs, *names])
    return tag("g", hint(about(layers, place)) + parts) if parts else ""


def about(layers: Sequence[Layer], place: str) -> str:
    """What is said of a place when one points at its ground."""
    facts = [
        f"{as_words(layer.title)}: {cell if isinstance(cell, str) else ', '.join(map(text_of, cell))}"
        for layer in layers
        if (cell := layer.cells.get(place)) and not layer.blank(place)
    ]
    return "; ".join([place, *facts])


def ways(cell: Sequence[Label]) -> bool:
    """Whether these are directions."""
    return all(len(label) == 1 and label[0].name in COMPASS for label in cell)


def explained(layers: Sequence[Layer]) -> list[str]:
    """What arrows and bars mean, where there are any."""
    found = []
    for layer in layers:
        cells = [cell for cell in layer.cells.values() if not isinstance(cell, str) and cell]
        if any(map(ways, cells)):
            found.append(f"{'bars' if layer.crowded else 'arrows'} = {as_words(layer.title)}")
    return found


def heading(plot: Plot, way: str) -> tuple[float, float]:
    """A way on the page, of length 1: rows of hexagons are shifted by half a place."""
    x, y = COMPASS[way]
    east, south = (x + y / 2, -y * sqrt(3) / 2) if plot.hexagon else (float(x), float(-y))
    long = hypot(east, south)
    return east / long, south / long


def arrow(plot: Plot, way: str) -> str:
    (x, y), long = heading(plot, way), plot.far * 0.62
    points = [(1, 0), (0.3, 0.55), (0.3, 0.2), (-1, 0.2), (-1, -0.2), (0.3, -0.2), (0.3, -0.55)]
    turned = [(plot.x + long * (a * x - b * y), plot.y + long * (a * y + b * x)) for a, b in points]
    return tag("g", shape(turned, "spot"), opacity=str(FAINT))


def bar(plot: Plot, way: str) -> str:
    """A bar along a side, or across a corner."""
    x, y = heading(plot, way)
    corner = not plot.hexagon and all(COMPASS[way])
    half = plot.far * SLANT if corner else plot.half
    far = plot.far * (sqrt(2) - SLANT if corner else 1) - 2.5
    to = [(plot.x + x * far + side * y * half, plot.y + y * far - side * x * half) for side in (-1, 1)]
    start, end = (f"{number(a)} {number(b)}" for a, b in to)
    return tag("path", d=f"M{start}L{end}", look="rim", style=BAR)
