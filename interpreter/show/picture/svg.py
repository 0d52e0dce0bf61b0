"""Elements of a picture as text, and blocks of them that are put beside and below each other."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from attrs import frozen

from astro_referee.interpreter.show.picture.text_width import fitted
from astro_referee.interpreter.values.text import clean

BASE = 0.35
"""How far below its middle a text stands, for a height of 1."""

Value = str | float


def number(value: float) -> str:
    """As few digits as a picture needs: the same on every machine."""
    shown = f"{value:.1f}".removesuffix(".0")
    return "0" if shown == "-0" else shown


def safe(text: str) -> str:
    """Text as an XML file may hold it."""
    return escape(clean(text))


def tag(element: str, inside: str = "", /, **attributes: Value) -> str:
    """An element. `look` is its class; a `_` in the name of an attribute stands for `-`."""
    said = ""
    for name, value in attributes.items():
        called = "class" if name == "look" else name.replace("_", "-")
        said += f' {called}="{safe(value) if isinstance(value, str) else number(value)}"'
    return f"<{element}{said}>{inside}</{element}>" if inside else f"<{element}{said}/>"


def hint(text: str) -> str:
    """What is said when one points at something."""
    return tag("title", safe(text)) if text else ""


def data(place: str = "", thing: str = "") -> dict[str, Value]:
    """What programs read off an element: the place it is or lies on, and what it is, by the names of the rules."""
    return {key: value for key, value in (("data_place", place), ("data_thing", thing)) if value}


def box(x: float, y: float, wide: float, high: float, look: str, round: float = 0) -> str:
    corners: dict[str, Value] = {"rx": round} if round else {}
    return tag("rect", x=x, y=y, width=wide, height=high, **corners, look=look)


def disc(x: float, y: float, radius: float, look: str) -> str:
    return tag("circle", cx=x, cy=y, r=radius, look=look)


def line(x: float, y: float, to_x: float, to_y: float, look: str) -> str:
    return tag("line", x1=x, y1=y, x2=to_x, y2=to_y, look=look)


def shape(points: Sequence[tuple[float, float]], look: str) -> str:
    return tag("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), look=look)


def text(
    x: float,
    middle: float,
    said: str,
    room: float,
    size: float,
    look: str = "ink",
    anchor: str = "start",
    bold: bool = False,
    hinted: str = "",
) -> str:
    """A text around the height `middle`, cut if there is no room for all of it; then the hint has the rest."""
    shown = fitted(said, room, size, bold)
    inside = hint(hinted or (said if shown != said else "")) + safe(shown)
    return tag(
        "text",
        inside,
        x=x,
        y=middle + BASE * size,
        font_size=size,
        text_anchor=anchor,
        look=f"{look} bold" if bold else look,
    )


# --- Blocks ----------------------------------------------------------------------------------------------------------


@frozen
class Block:
    """Something drawn, from its own upper left corner on."""

    wide: float
    high: float
    parts: tuple[str, ...]

    def at(self, x: float, y: float) -> str:
        return tag("g", "".join(self.parts), transform=f"translate({number(x)} {number(y)})")


def grouped(block: Block, **attributes: Value) -> Block:
    """A block as one element."""
    return Block(block.wide, block.high, (tag("g", "".join(block.parts), **attributes),))


def column(blocks: Sequence[Block], gap: float) -> Block:
    """Blocks below each other."""
    parts, y = [], 0.0
    for block in blocks:
        parts.append(block.at(0, y))
        y += block.high + gap
    return Block(max((block.wide for block in blocks), default=0), max(0, y - gap), tuple(parts))


def flow(blocks: Sequence[Block], room: float, gap: float, below: float | None = None) -> Block:
    """Blocks side by side as far as they fit, the others below."""
    parts: list[str] = []
    x = y = wide = high = 0.0
    for block in blocks:
        if x and x + block.wide > room:
            x, y, high = 0, y + high + (gap if below is None else below), 0
        parts.append(block.at(x, y))
        wide, high = max(wide, x + block.wide), max(high, block.high)
        x += block.wide + gap
    return Block(wide, y + high, tuple(parts))
