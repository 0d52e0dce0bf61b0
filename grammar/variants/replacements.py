"""Lines that stand in the place of a part of the base: they begin as that part does, or they would belong elsewhere."""

from __future__ import annotations

from astro_referee.grammar.syntax.outline import OWN_NAME, WITH_REASON, Entry
from astro_referee.grammar.syntax.words import MARGIN

AT_MARGIN = MARGIN | {"PHASE", "MOVE"}
INSIDE_A_MOVE = WITH_REASON | {"THEN", "STRING"}
INSIDE_A_PHASE = frozenset({"BEGIN", "FINISH", "AS_SOON_AS"})


def fits(entry: Entry, instead: list[Entry]) -> bool:
    """Whether these lines can stand where the entry stands; what they say is seen when the rules are read."""
    heads = [line.head for line in instead]
    if entry.above is None:
        return heads[0] in AT_MARGIN
    if entry.head in OWN_NAME:
        return entry.head in heads
    if entry.head in WITH_REASON:
        return heads[0] in WITH_REASON | {"LET"}
    if entry.head == "MOVE":
        return heads[0] not in INSIDE_A_MOVE
    return entry.head != "PHASE" or heads[0] not in INSIDE_A_PHASE
