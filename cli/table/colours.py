"""Lines in, the same lines with colours out: players, what the rules declare a colour for, and what stands out.

What has a colour goes by the line itself and by what stands out in it, so colours tell nothing that the line, or an
earlier one, has not told. `rich` knows what the terminal can show.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

from astro_referee.cli.table.wrapping import COLOUR
from astro_referee.cli.terminal import coloured
from astro_referee.interpreter.show.scene.labels import label_of, sign_of
from astro_referee.interpreter.show.text.highlights import Highlight, runs, unlit
from astro_referee.interpreter.values.marks import Style

if TYPE_CHECKING:
    from rich.color import ColorSystem

    from astro_referee.interpreter.play.match import Match

PLAYERS = ("cyan", "magenta", "green", "yellow", "blue", "red", "bright_black", "white")
"""Colours of seats whose players have none of their own."""
DARK = {
    "black": "",
    "white": "bold",
    "gray": "bright_black",
    "red": "bright_red",
    "orange": "color(208)",
    "yellow": "bright_yellow",
    "olive": "yellow",
    "green": "bright_green",
    "teal": "cyan",
    "blue": "bright_blue",
    "indigo": "color(105)",
    "purple": "magenta",
    "pink": "bright_magenta",
    "brown": "color(173)",
    "ochre": "color(179)",
}
"""How declared colours look on a dark screen; those without a look are as all other text is."""
LIGHT = {
    "black": "bold",
    "white": "",
    "gray": "bright_black",
    "red": "red",
    "orange": "color(166)",
    "yellow": "color(136)",
    "olive": "color(100)",
    "green": "green",
    "teal": "color(30)",
    "blue": "blue",
    "indigo": "color(55)",
    "purple": "magenta",
    "pink": "color(162)",
    "brown": "color(94)",
    "ochre": "color(130)",
}
"""And on a light one."""
STANDS_OUT = {Highlight.LAST: "reverse", Highlight.TARGET: "bold underline", Highlight.NEW: "underline"}
"""What stands out keeps its colour: it is turned round or underlined."""
RESET = "\033[0m"
MOST = 1000
"""Names with a colour; of a game with more of them, those of players alone have one."""


class Colours:
    """How lines of one match look on one terminal."""

    def __init__(self, match: Match, system: ColorSystem, light: bool) -> None:
        self.system, self.light = system, light
        self.styles = self.styles_of(match)
        names = sorted(self.styles, key=len, reverse=True)
        words = [name for name in names if name[0].isalnum() and name[-1].isalnum()]
        signs = [name for name in names if name not in words]
        either = [rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)"] if words else []
        either += [f"(?:{'|'.join(map(re.escape, signs))})"] if signs else []
        self.pattern = re.compile("|".join(either) or r"(?!)")

    def styles_of(self, match: Match) -> dict[str, str]:
        """What is written in a colour, by its text."""
        game, palette = match.game, LIGHT if self.light else DARK
        marks = game.rules.marks
        own = [mark.colour for mark in marks.get("player", ())] or [""] * game.seats
        seats = [palette.get(colour) or PLAYERS[seat % len(PLAYERS)] for seat, colour in enumerate(own)]
        found: dict[str, str] = {}
        printed = game.printed(game.style).members
        if sum(map(len, printed.values())) <= MOST:
            for kind, names in printed.items():
                alike: dict[str, str] = {}
                for member, name in enumerate(names):
                    label = label_of(game, kind, member)
                    colour = next((palette[part.mark.colour] for part in label if part.mark.colour), "")
                    owner = next((part.seat for part in label if part.seat is not None), None)
                    sign = sign_of(label) if game.style is Style.SIGNS else ""
                    look = colour or (seats[owner] if owner is not None else "")
                    alike |= {text: look for text in (name, sign) if look and text}
                words = all(map(worth_a_colour, alike))  # else some cards of a suit would have its colour, and some not
                found |= {text: look for text, look in alike.items() if words or not text.isascii()}
        found |= {name: look for who in (game.players, match.names) for name, look in zip(who, seats, strict=True)}
        return found

    def row(self, text: str) -> str:
        """A line with its colours; those that it has already stay."""
        made, outer = "", ""
        for piece in re.split(f"({COLOUR.pattern})", text):
            if COLOUR.fullmatch(piece):
                outer = "" if piece == RESET else outer + piece
                made += piece
            else:
                made += self.painted(piece, outer)
        return made

    def painted(self, text: str, outer: str) -> str:
        from rich.style import Style as Look

        looks = [STANDS_OUT.get(why, "") for run, why in runs(text) for _ in run]
        bare = unlit(text)
        for found in self.pattern.finditer(bare):
            for at in range(*found.span()):
                looks[at] = f"{self.styles[found[0]]} {looks[at]}".strip()
        made, at = "", 0
        while at < len(bare):
            end = next((end for end in range(at, len(bare)) if looks[end] != looks[at]), len(bare))
            piece = bare[at:end]
            made += Look.parse(looks[at]).render(piece, color_system=self.system) + outer if looks[at] else piece
            at = end
        return made


def worth_a_colour(text: str) -> bool:
    """Whether a text is nothing else: a sign, or a word; a letter or two could be anything."""
    return not text.isascii() or (len(text) > 2 and not text.isdecimal())


def colours_for(match: Match, wanted: str = "auto") -> Colours | None:
    """Colours, if the terminal has some or they are asked for; NO_COLOR and FORCE_COLOR are heard."""
    if wanted == "never":
        return None
    system = colour_system(forced=wanted in ("dark", "light"))
    return None if system is None else Colours(match, system, is_light(wanted))


def colour_system(forced: bool) -> ColorSystem | None:
    """How many colours standard output shows."""
    if not (forced or coloured(sys.stdout)):
        return None
    from rich.color import ColorSystem

    term, more = os.environ.get("TERM", ""), os.environ.get("COLORTERM", "")
    many = "256" in term or more in ("truecolor", "24bit")
    return ColorSystem.EIGHT_BIT if many else ColorSystem.STANDARD


def is_light(wanted: str) -> bool:
    """Whether the screen is light: as asked for, or as terminals say that tell the number of their background."""
    ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return wanted == "light" or (wanted == "auto" and ground in ("7", "15"))
