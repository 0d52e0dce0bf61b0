"""Faces of cards with a symbol: an index in the corner, the symbol large in the middle, its name if few know it."""

from __future__ import annotations

from attrs import frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.show.picture.palette import Palette
from astro_referee.interpreter.show.picture.svg import box, text
from astro_referee.interpreter.show.picture.symbols import SUITS, known, solid, symbol
from astro_referee.interpreter.show.picture.text_width import as_words, width
from astro_referee.interpreter.show.scene.labels import label_of
from astro_referee.interpreter.values.marks import brief

WIDE, HIGH = 46.0, 64.0
"""The size of such a card."""
STRIP = 25.0
"""How much of a card is seen if the next lies on it: its corner."""
INDEX, NAME = 15.0, 9.0
"""Heights of letters."""


@frozen
class Face:
    """What is drawn on a card: the symbol of its suit, its rank in short, and what it is called below."""

    sign: str
    index: str
    name: str
    hue: str

    @property
    def wide(self) -> float:
        return max(WIDE, width(self.name, NAME) + 8)

    @property
    def indexed(self) -> bool:
        """Whether the corner tells everything."""
        return not self.name


def face_of(game: Game, palette: Palette, kind: str, card: int) -> Face | None:
    """The face of a card, if one of its parts has a symbol."""
    label = label_of(game, kind, card)
    signed = [part for part in label if known(part.mark.drawn)]
    rest = [part for part in label if part not in signed]
    if len(signed) != 1 or any(part.seat is not None for part in label):
        return None
    shorts = [part.mark.short or brief(part.name) for part in rest]
    name = "" if solid(signed[0].mark.drawn) in SUITS else as_words(signed[0].text)
    if not all(shorts):
        # A part without a short form is told in words.
        name = " ".join([name, *(as_words(part.text) for part in rest)]).strip()
        shorts = []
    hue = palette.own(label) or palette.accent(label) or "black"
    return Face(signed[0].mark.drawn, " ".join(shorts), name, hue)


def draw_face(face: Face, x: float, y: float, wide: float, covered: bool = False) -> list[str]:
    """A card with its upper left corner at a point; of one that is covered, only the corner."""
    parts = [box(x, y, wide, HIGH, "card edge", 6)]
    ink = f"{face.hue} {'pale' if face.hue in ('white', 'yellow', 'orange') else ''}".strip()
    if face.index:
        parts.append(text(x + 4, y + 12, face.index, wide - 6, INDEX, face.hue, bold=True))
        parts.append(symbol(x + 10, y + 27, face.sign, 11, ink))
        if not covered:
            parts.append(symbol(x + wide * 0.62, y + (34 if face.name else 41), face.sign, 24, ink))
    else:
        parts.append(symbol(x + wide / 2, y + (26 if face.name else 32), face.sign, 30, ink))
    if face.name:
        parts.append(text(x + wide / 2, y + HIGH - 9, face.name, wide - 4, NAME, "cardink", "middle"))
    return parts
