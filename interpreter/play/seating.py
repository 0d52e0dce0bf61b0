"""Names of players: the seats of a game and who sits there in, what is wrong with the names out.

A seat goes by its own name or that of the player, wherever somebody is named. So a name must mean one seat only.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match

LONGEST = 100
"""Letters of a name, as many as a name in the rules may have."""
MARKS = frozenset("=,:")
"""They part names from other things, in records and where names are given."""


def wrong_names(seats: Sequence[str], names: Sequence[str]) -> str:
    """Why players cannot be called so; empty if they can."""
    if len(names) != len(seats):
        return f"there are {len(names)} names for {len(seats)} players"
    if any(not name.isprintable() or not any(map(str.isalpha, name)) or MARKS & set(name) for name in names):
        return "a name has at least one letter, and none of the marks = , :"
    if any(len(name) > LONGEST for name in names):
        return f"a name has at most {LONGEST} letters"
    return ambiguous(seats, names)


def ambiguous(seats: Sequence[str], names: Sequence[str]) -> str:
    """Why it would not be clear who is meant by a name; empty if it is."""
    if len({folded(name) for name in names}) != len(names):
        return "two players have the same name"
    for seat, name in zip(seats, names, strict=True):
        others = {folded(other): other for other in seats if other != seat}
        if folded(name) in others:
            return f"{others[folded(name)]} is another seat, so nobody at {seat} can be called {name}"
    return ""


def folded(name: str) -> str:
    """A name without what makes no difference to whoever reads it: small letters and capitals, wide and narrow ones."""
    return unicodedata.normalize("NFKC", name).casefold()


def called(match: Match, seat: int) -> str:
    """`Ann (P1)`, or only `P1` where the player has no other name."""
    name, own = match.names[seat], match.game.players[seat]
    return own if name == own else f"{name} ({own})"
