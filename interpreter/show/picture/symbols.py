"""Symbols as outlines: no font is needed, and the same bytes look the same everywhere."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path

from attrs import frozen

from astro_referee.interpreter.show.picture.svg import number, tag

FILE = Path(__file__).resolve().parent / "outlines.txt"
SIDE = 120
"""The larger side of a symbol, in units of the file."""
POINT = re.compile(r"(-?\d+) (-?\d+)")
PLAIN = "\ufe0e\ufe0f"
"""Signs behind a symbol that ask for a picture in colours, or for none."""
FILLED = dict(zip("♔♕♖♗♘♙♡♢♤♧", "♚♛♜♝♞♟♥♦♠♣", strict=True))
"""Symbols in outline, and what they are when they are filled."""
MEN = frozenset("♚♛♜♝♞♟")
"""Symbols that are whole men, and stand for themselves."""
DISCS = frozenset(map(chr, range(0x1FA60, 0x1FA6E)))
"""Symbols that are men with a rim of their own."""
DOTS, RINGED = frozenset("●○"), frozenset("◉◎")
"""Symbols that are just a man, and a man with rings on it."""
SUITS = frozenset("♠♥♦♣")
"""Symbols that everybody can name."""


@frozen
class Outline:
    wide: float
    high: float
    path: str


@cache
def outlines() -> dict[str, Outline]:
    found = {}
    for row in FILE.read_text(encoding="utf-8").splitlines():
        if not row.startswith("#"):
            sign, wide, high, path = row.split(" ", 3)
            found[sign] = Outline(int(wide) / SIDE, int(high) / SIDE, path)
    return found


def solid(sign: str) -> str:
    """A symbol in its filled form, if it has one."""
    bare = sign.rstrip(PLAIN)
    return FILLED.get(bare, bare)


def known(sign: str) -> bool:
    """Whether a text is a symbol that can be drawn."""
    return solid(sign) in outlines()


@lru_cache(4096)  # men stand on the same places again and again
def symbol(x: float, y: float, sign: str, size: float, look: str) -> str:
    """A symbol around a point, its larger side about as long as `size`."""
    scale = size / SIDE

    def moved(point: re.Match[str]) -> str:
        return f"{number(x + int(point[1]) * scale)} {number(y + int(point[2]) * scale)}"

    return tag("path", d=POINT.sub(moved, outlines()[solid(sign)].path), look=look)
