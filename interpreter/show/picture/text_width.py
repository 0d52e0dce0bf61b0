"""How wide a text will be, whatever font it is shown in: rather too much than too little."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from astro_referee.interpreter.values.text import clean

NARROW = frozenset("iIjlftr.,:;'\"|!()[]-/ ")
WIDE = frozenset("mwMW@%")
BOLD = 1.13
"""How much wider bold letters are, at most."""
SLACK = 0.1
"""Sums of the same parts may differ a little."""
MORE = "…"
"""Ends what had to be cut."""


def letter(sign: str) -> float:
    """The width of a sign for a height of 1; taken from a wide font, most others need less."""
    if sign in NARROW:
        return 0.46
    if sign in WIDE:
        return 1.0
    if sign.isascii():
        return 0.79 if sign.isupper() else 0.84 if not sign.isalnum() else 0.64
    if sign == MORE:
        return 1.0
    if combining(sign):
        return 0.0
    return 1.3 if east_asian_width(sign) in "WF" or ord(sign) > 0xFFFF else 1.1


def width(text: str, size: float, bold: bool = False) -> float:
    """The room a text may take."""
    return sum(map(letter, clean(text))) * size * (BOLD if bold else 1)


def fitted(text: str, room: float, size: float, bold: bool = False) -> str:
    """A text that fits: itself, or as much of it as there is room for."""
    room += SLACK
    if width(text, size, bold) <= room:
        return text
    while text and width(text + MORE, size, bold) > room:
        text = text[:-1]
    return text.rstrip() + MORE


def lines(words: list[str], room: float, size: float, bold: bool = False) -> list[str]:
    """Words on as many lines as they need; a word too long for a line is cut."""
    rows: list[str] = []
    for word in words:
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and width(longer, size, bold) <= room:
            rows[-1] = longer
        else:
            rows.append(fitted(word, room, size, bold))
    return rows


def as_words(name: str) -> str:
    """A name of the rules as one would say it."""
    return name.replace("_", " ")
