"""Areas between the points of a board, in the colour that the rules give them, with its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2

from astro_referee.interpreter.show.picture.palette import Palette
from astro_referee.interpreter.show.picture.svg import hint, shape, tag, text
from astro_referee.interpreter.show.picture.text_width import as_words
from astro_referee.interpreter.show.scene.labels import text_of
from astro_referee.interpreter.show.scene.regions import Region

LETTERS = 8.5
"""Height of the small names."""
SHRUNK = 0.86
"""How much of the way to its corners an area fills."""
FAINT = "0.45"

Spot = tuple[float, float]


def areas(regions: Sequence[Region], spots: Mapping[str, Spot], palette: Palette) -> list[str]:
    return [area(region, spots, palette) for region in regions]


def area(region: Region, spots: Mapping[str, Spot], palette: Palette) -> str:
    """One area; what has a colour among what is said of it is written inside."""
    points = [spots[corner] for corner in region.corners]
    x, y = (sum(point[way] for point in points) / len(points) for way in (0, 1))
    around = sorted(points, key=lambda point: atan2(point[1] - y, point[0] - x))
    inner = [(x + (a - x) * SHRUNK, y + (b - y) * SHRUNK) for a, b in around]
    found = [(palette.own(label), text_of(label)) for label in region.labels if palette.own(label)]
    hue, name = found[0] if found else (None, "")
    said = "; ".join([f"{word}: {value}" for word, value in region.facts] + [", ".join(region.corners)])
    filled = tag("g", shape(inner, f"{hue} rim" if hue else "other edge"), opacity=FAINT)
    room = max(point[0] for point in inner) - min(point[0] for point in inner)
    label = text(x, y, as_words(name), room, LETTERS, "ink", "middle") if name else ""
    return tag("g", hint(said) + filled + label)
