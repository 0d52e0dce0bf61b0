"""What is left of a block when a variant has dropped parts of it: enough to stand, or a problem of the variant."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.mistakes.variants import NothingLeft, NothingToChoose
from astro_referee.grammar.syntax.outline import Entry

CHOICES = frozenset({"MOVE", "OFFER"})


@frozen
class Leftover:
    """A line that lacks what it needs below it."""

    mistake: type[NothingLeft]
    above: Entry


def leftover(dropped: Entry, gone: set[int]) -> Leftover | None:
    """What is wrong around a dropped part, if nothing else comes into its block; `gone` are the first lines of all
    dropped parts.
    """
    above = dropped.above
    if above is None:
        return None
    kept = {entry.head for entry in above.inner if entry.first not in gone} - {"STRING"}
    if not kept:
        return Leftover(NothingLeft, above)
    if dropped.head in CHOICES and "OTHERWISE" in kept and not kept & CHOICES:
        return Leftover(NothingToChoose, above)
    return None
