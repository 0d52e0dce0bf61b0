"""Edits of the line that declares a name: a wider range, `or none`."""

from __future__ import annotations

import re

from astro_referee.grammar.problems import Fix
from astro_referee.interpreter.mending.spot import Spot

NAME = re.compile(r"`?(?:option )?`?([A-Za-z_]\w*)")


def or_word(at: Spot, shown: str, word: str) -> Fix | None:
    """The type of a variable lets a word stand for no value: `or none`."""
    name = NAME.match(shown)
    if name is None:
        return None
    declared = at.in_file(rf"^var {name[1]}\b[^:\n]*:\s*[^,=\"#@\n]*[^,=\"#@\s](?P<at>)", f" or {word}")
    return declared


def widened(at: Spot, what: str, now: tuple[int | None, int | None], wide: tuple[int | None, int | None]) -> Fix | None:
    """The range of a variable, an option or a column, if its ends are written there."""
    column = re.match(r"`(\w+)` of (\w+)", what)
    span = rf"(?P<at>\b{now[0]}\.\.{now[1]}\b)"
    new = f"{wide[0]}..{wide[1]}"
    if column is not None:
        return at.in_file(rf"^\w+ {column[2]}\b.*\b{column[1]} in {span}", new)
    name = NAME.match(what)
    return at.in_file(rf"^(?:var|option) {name[1]}\b[^:\n]*:\s*{span}", new) if name is not None else None
