"""Writes the outlines of symbols that pictures draw, from fonts of the Noto family, so that no reader needs a font.

    python docs/outlines.py /usr/share/fonts/truetype/noto

Needs fontTools, and the fonts of Debian's `fonts-noto-core`. The outlines stay under the licence of the fonts, OFL-1.1,
which lies beside them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

FONTS = ("NotoSansSymbols2-Regular.ttf", "NotoSansSymbols-Regular.ttf", "NotoSansMath-Regular.ttf")
TABLE = Path(__file__).resolve().parents[1] / "interpreter" / "show" / "picture" / "outlines.txt"
SIDE = 120
"""The larger side of a symbol, in units of the table."""
ALIKE = ("♔♕♖♗♘♙♚♛♜♝♞♟", "🩠🩡🩢🩣🩤🩥🩦🩧🩨🩩🩪🩫🩬🩭")
"""Symbols that are drawn to one scale."""
SINGLE = (
    "♠♥♦♣♡♢♤♧"  # suits
    "♈♉♊♋♌♍♎♏♐♑♒♓⛎"  # signs
    "☉☽☾☿♀♁♂♃♄♅♆♇☀★☆☄☊☋"  # bodies
    "☖☗⛉⛊"  # men of other games
    "←↑→↓↖↗↘↙↔↕↺↻"  # ways
    "●○■□▲△▼▽◆◇◈◉◎⬟⬢"  # shapes
    "✓✗✚✖✦✧✿❖"  # marks
    "⚔⚑⚐⚓⚒⚖⚗⚘⚙⚜⚡⛰⛵☁☂☘☯☺♨♩♪♫♾⌂☼"  # things
)
HEAD = """\
# Outlines of symbols: a sign, its width and height, and its path around the middle, the larger side {side} units long.
# Made by docs/outlines.py from {fonts}.
# Copyright 2010-2020 Google LLC. Licensed under the SIL Open Font License, version 1.1: see OFL.txt.
"""


class PathPen(BasePen):  # type: ignore[misc]
    """Collects moves, lines and curves with the points they lead to."""

    def __init__(self, glyphs: object) -> None:
        super().__init__(glyphs)
        self.said: list[tuple[str, list[tuple[float, float]]]] = []

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - as fontTools calls it
        self.said.append(("M", [point]))

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - as fontTools calls it
        self.said.append(("L", [point]))

    def _qCurveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802 - as fontTools calls it
        self.said.append(("Q", list(points)))

    def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802 - as fontTools calls it
        self.said.append(("C", list(points)))

    def _closePath(self) -> None:  # noqa: N802 - as fontTools calls it
        self.said.append(("Z", []))


def outlines(fonts: Iterable[TTFont]) -> Iterator[str]:
    """The lines of the table."""
    every = list(fonts)
    for group in (*ALIKE, *SINGLE):
        drawn = {sign: pen for sign in group if (pen := outline(every, sign)) is not None}
        sizes = {sign: extent(pen) for sign, pen in drawn.items()}
        side = max((max(right - left, top - low) for left, low, right, top in sizes.values()), default=1.0)
        for sign, pen in drawn.items():
            yield row(sign, pen, sizes[sign], SIDE / side)


def outline(fonts: list[TTFont], sign: str) -> PathPen | None:
    for font in fonts:
        name = font.getBestCmap().get(ord(sign))
        if name is not None:
            glyphs = font.getGlyphSet()
            pen = PathPen(glyphs)
            glyphs[name].draw(pen)
            return pen
    return None


def extent(pen: PathPen) -> tuple[float, float, float, float]:
    points = [point for _, there in pen.said for point in there]
    across, up = [x for x, _ in points], [y for _, y in points]
    return min(across), min(up), max(across), max(up)


def row(sign: str, pen: PathPen, size: tuple[float, float, float, float], scale: float) -> str:
    """A sign with its outline; y leads down, as in pictures."""
    left, low, right, top = size
    x, y = (left + right) / 2, (low + top) / 2
    path = ""
    for word, points in pen.said:
        path += word + " ".join(f"{round((a - x) * scale)} {round((y - b) * scale)}" for a, b in points)
    return f"{sign} {round((right - left) * scale)} {round((top - low) * scale)} {path}"


def main(folder: Path) -> None:
    rows = list(outlines(TTFont(folder / name) for name in FONTS))
    TABLE.write_text(HEAD.format(side=SIDE, fonts=", ".join(FONTS)) + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
