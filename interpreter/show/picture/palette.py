"""Colours that are good by day and by night. No colour says anything alone: whatever has one is labelled too.

A player or thing that is called by a colour has it; other players have colours by their seats, and the members of small
kinds an accent each, the same wherever they turn up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import cycle, pairwise

from attrs import frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.show.scene.labels import Label, LabelPart
from astro_referee.interpreter.values.types import Member, TextType, plain

HUES: dict[str, tuple[str, str]] = {
    "blue": ("#2f6fb5", "#ffffff"),
    "red": ("#bf4034", "#ffffff"),
    "green": ("#2d7d57", "#ffffff"),
    "purple": ("#7c55ae", "#ffffff"),
    "ochre": ("#94690c", "#ffffff"),
    "teal": ("#217b8c", "#ffffff"),
    "pink": ("#b3477f", "#ffffff"),
    "olive": ("#67721f", "#ffffff"),
    "brown": ("#805b3e", "#ffffff"),
    "indigo": ("#5159b8", "#ffffff"),
    "gray": ("#6c747c", "#ffffff"),
    "orange": ("#dc8a3a", "#1d1f22"),
    "yellow": ("#e6bd36", "#1d1f22"),
    "white": ("#fbfaf6", "#1d1f22"),
    "black": ("#26292d", "#ffffff"),
}
"""What each colour fills, and how text on it looks."""
SEATS = ("blue", "red", "green", "purple", "ochre", "teal", "pink", "gray")
ACCENTS = ("ochre", "indigo", "red", "green", "purple", "teal", "brown", "pink", "blue", "olive", "orange", "gray")
WORDS = {hue: hue for hue in HUES} | {
    "grey": "gray",
    "silver": "gray",
    "violet": "purple",
    "crimson": "red",
    "scarlet": "red",
    "gold": "yellow",
    "amber": "orange",
    "cyan": "teal",
    "magenta": "pink",
}
"""Words for colours, as names in rule files have them."""
APART = 7.0
"""The contrast of two colours that nobody takes for each other."""
NONE = ("none", "")
HUED = {*WORDS, *NONE}
"""What stands in a column of colours."""

LOOKS: dict[str, tuple[str, str, str]] = {
    "page": ("fill:{}", "#f6f4ee", "#16181c"),
    "wood": ("fill:{}", "#ecd9ae", "#a88d5c"),
    "wedge": ("fill:{}", "#d5bd86", "#5d4f35"),
    "grain": ("fill:none;stroke:{};stroke-width:1.2", "#7d6837", "#43371c"),
    "panel": ("fill:{}", "#fffefb", "#1f2328"),
    "cell": ("fill:{}", "#fdfbf6", "#262a30"),
    "other": ("fill:{}", "#efebe1", "#2f343b"),
    "shade": ("fill:{}", "#e6ddc9", "#363c44"),
    "thing": ("fill:{}", "#ffffff", "#353b43"),
    "card": ("fill:{}", "#fffefb", "#e8e5dd"),
    "pips": ("fill:{}", "#22262b", "#22262b"),
    "cardink": ("fill:{}", "#3d4147", "#3d4147"),
    "line": ("fill:none;stroke:{};stroke-width:1", "#cfcabd", "#454b53"),
    "track": ("fill:none;stroke:{};stroke-width:2.5", "#b4ad9c", "#5b626b"),
    "slot": ("fill:none;stroke:{};stroke-dasharray:3 3", "#bdb7a8", "#545b64"),
    "rim": ("stroke:{};stroke-opacity:.6", "#3d4147", "#f2f0ea"),
    "edge": ("stroke:{};stroke-width:1", "#b4ad9c", "#6a727c"),
    "back": ("fill:{}", "#5c6d8f", "#4a5873"),
    "weave": ("fill:none;stroke:{};stroke-width:1", "#9fadc9", "#8393b3"),
    "onback": ("fill:{}", "#ffffff", "#ffffff"),
    "spot": ("fill:{}", "#5d6269", "#b6bcc4"),
    "ink": ("fill:{}", "#22262b", "#eceae4"),
    "faint": ("fill:{}", "#666b72", "#a5abb3"),
    "turn": ("fill:none;stroke:{};stroke-width:2", "#b07c0c", "#e0b64c"),
}
"""What everything else looks like: by day, by night."""

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif"
"""What readers have on their machines; nothing is loaded."""
ROOT = "astro"
"""The class of the whole picture: its style stays inside, also within a web page."""


class Shade(Enum):
    """Which colours a picture has: those of whoever looks at it, or always the same."""

    EITHER = "either"
    LIGHT = "light"
    DARK = "dark"
    PRINT = "print"


@frozen
class Palette:
    """The colours of one game: of its seats, and of the things it names."""

    seats: tuple[str, ...]
    things: dict[str, str]
    accents: dict[str, str]

    @property
    def plain(self) -> bool:
        """Whether players can be told by bright and dark alone, as White and Black can: nobody needs to see hues."""
        lights = sorted(map(light, self.seats))
        return all(high / low >= APART for low, high in pairwise(lights))

    def seat(self, label: Label) -> str | None:
        """The colour of the player something belongs to."""
        return next((self.seats[part.seat] for part in label if part.seat is not None), None)

    def own(self, label: Label) -> str | None:
        """The colour something is called by, or is said to have."""
        return next((self.things[part.name] for part in label if part.name in self.things), None)

    def accent(self, label: Label) -> str | None:
        """A colour that things of one sort share."""
        return next((self.accents[part.name] for part in label if part.name in self.accents), None)


def light(hue: str) -> float:
    """How bright a colour is, from 0.05 to 1.05; the quotient of two is their contrast."""
    fill = HUES[hue][0]
    parts = (int(fill[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05


def palette_of(game: Game) -> Palette:
    """Colours from what the rules declare."""
    accents: dict[str, str] = {}
    for kind, names in game.machine.members.items():
        # Letters may stand for colours, and should not have others.
        telling = all(len(name) > 1 and not LabelPart(name).number for name in names)
        if kind != "player" and 1 < len(names) <= len(ACCENTS) and telling:
            for name, hue in zip(names, ACCENTS, strict=False):
                accents.setdefault(name, hue)
    return Palette(
        seated(game.players, [mark.colour for mark in game.rules.marks.get("player", ())]),
        dict(coloured(game)),
        accents,
    )


def seated(players: tuple[str, ...], declared: Sequence[str] = ()) -> tuple[str, ...]:
    """The colours players have or are called by; the others have what is left, in the order of their seats."""
    named = {name: WORDS[name.casefold()] for name in players if name.casefold() in WORDS}
    named |= {name: colour for name, colour in zip(players, declared, strict=False) if colour}
    free = cycle([hue for hue in SEATS if hue not in named.values()] or SEATS)
    return tuple(named.get(name) or next(free) for name in players)


def coloured(game: Game) -> Iterator[tuple[str, str]]:
    """Names with colours: those of colours, and those of things with a column of such names."""
    for kind, names in game.machine.members.items():
        for name in names:
            if name.casefold() in WORDS:
                yield name, WORDS[name.casefold()]
        for type, values in game.rules.columns.get(kind, {}).values():
            said = [value if isinstance(value, str) else game.printer.show(type, value) for value in values]
            hued = any(said) and all(word.casefold() in HUED for word in said)
            if hued and isinstance(plain(type), Member | TextType):
                yield from (
                    (name, WORDS[word.casefold()]) for name, word in zip(names, said, strict=False) if word not in NONE
                )


def in_shade(picture: str, shade: Shade) -> str:
    """A whole picture in the colours of one shade."""
    return re.sub(r"(?<=<style>)[^<]*(?=</style>)", lambda _: style(picture, shade), picture, count=1)


def style(drawn: str, chosen: Shade = Shade.EITHER) -> str:
    """The looks that a picture uses as style rules; unless a shade is chosen, those of the night are for dark screens
    and paper stays white.
    """
    used = {look for looks in re.findall(r'class="([^"]*)"', drawn) for look in looks.split()} | {"page"}
    day = {"clear": "fill-opacity:0", "bold": "font-weight:600"}
    day |= {look: rule.format(light) for look, (rule, light, _) in LOOKS.items()}
    for hue, (fill, ink) in HUES.items():
        day |= {hue: f"fill:{fill}", f"on-{hue}": f"fill:{ink}", f"by-{hue}": f"stroke:{fill};stroke-width:2"}
    # Symbols that stand for themselves have a rim against any ground.
    day |= {
        "edged": "stroke:#1d1f22;stroke-width:1.2;stroke-linejoin:round",
        "lit": "stroke:#fbfaf6;stroke-width:.8;stroke-linejoin:round",
        "pale": "stroke:#5b5130;stroke-width:.6",
    }
    night = {look: rule.format(dark) for look, (rule, _, dark) in LOOKS.items()}
    # What has the colour of the page keeps an outline that is seen.
    day["by-white"], night["by-black"] = "stroke:#97917f;stroke-width:2", "stroke:#9aa1a9"
    night["black"], night["rim"] = "fill:#0b0c0e", "stroke:#f2f0ea;stroke-opacity:.8;stroke-width:1.5"
    light, dark = (
        "".join(f".{ROOT} .{look}{{{rule}}}" for look, rule in rules.items() if look in used) for rules in (day, night)
    )
    paper = f".{ROOT} .page{{fill:#ffffff}}"
    other = {
        Shade.EITHER: f"@media screen and (prefers-color-scheme:dark){{{dark}}}@media print{{{paper}}}",
        Shade.LIGHT: "",
        Shade.DARK: dark,
        Shade.PRINT: paper,
    }
    return f".{ROOT} text{{font-family:{FONT}}}{light}{other[chosen]}"
