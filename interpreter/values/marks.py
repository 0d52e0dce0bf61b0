"""How things are drawn and written for players: signs, short forms, colours, words of their own.

The rules declare them; what is kept and compared, as records and tests, goes by names alone.
"""

from __future__ import annotations

from enum import Enum, auto

from attrs import frozen


class Style(Enum):
    """How things are written."""

    NAMES = auto()
    """As the rules call them: for records, tests and programs."""
    SIGNS = auto()
    """For screens and pictures: `Q♠`."""
    LETTERS = auto()
    """For screens that have letters only: `QS`."""


@frozen
class Mark:
    """How one thing is drawn; what is empty is not declared.

    Of a thing that is put together from others, `sign` and `short` are those of its parts, one after the other.
    """

    sign: str = ""
    """One character; where there is none, the short form."""
    short: str = ""
    """A few letters and digits that every terminal has."""
    colour: str = ""
    """One of `COLOURS`."""
    words: str = ""
    """What players read in place of the name."""
    sides: tuple[str, ...] = ()
    """A sign for each player, for things that belong to one."""
    picture: str = ""
    """A sign that takes two columns of a terminal, and so is for pictures alone."""

    @property
    def drawn(self) -> str:
        """The sign in pictures."""
        return self.sign or self.picture


NO_MARK = Mark()

COLOURS = (
    "black",
    "white",
    "gray",
    "red",
    "orange",
    "yellow",
    "olive",
    "green",
    "teal",
    "blue",
    "indigo",
    "purple",
    "pink",
    "brown",
    "ochre",
)
"""Colours that can be declared; each is drawn so that it is good by day and by night."""
SIGN, SHORT, COLOUR = "sign", "short", "colour"
"""The columns of a table that declare them, with texts in their cells."""
LONGEST = 4
"""Letters of a short form: more would not be short on a board."""
BRIEF = 2
"""Letters of a name that needs no short form."""


def brief(name: str) -> str:
    """A name that is short as it stands: a number, or a letter or two."""
    return name if name.isascii() and (len(name) <= BRIEF or name.isdecimal()) else ""
