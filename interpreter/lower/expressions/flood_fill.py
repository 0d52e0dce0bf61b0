"""`reach` on a board: where one may come is often a fixed set, and then a step is taken from all places at once."""

from __future__ import annotations

from collections.abc import Mapping

from astro_referee.interpreter.machine.expressions import Call, Expression, Local, Lookup, Op, walk
from astro_referee.interpreter.machine.folding import const, op
from astro_referee.interpreter.machine.runtime import ways
from astro_referee.interpreter.values.types import ListOf, Member, SetOf, Type

MOST_WAYS = 16
"""Ways that lead on from the places of a board; where there are more, it is quicker to go from place to place."""


def flooding(
    tables: Mapping[str, tuple[Type, tuple[object, ...]]],
    start: Expression,
    ahead: Expression,
    here: Local,
    there: Local,
    where: Expression | None,
) -> Expression | None:
    """All one comes to from `start`, if `ahead` is read from a table and `where` asks for nothing but a fixed set."""
    match start.type, ahead:
        case SetOf(Member() as place), Lookup(table, (Local(here.name),)):
            everywhere = const((1 << place.size) - 1, start.type)
        case _:
            return None
    match where:
        case None:
            through: Expression = everywhere
        case Op("has", (group, Local(there.name))):
            through = group
        case Op("not", (Op("has", (group, Local(there.name))),)):
            through = op("minus", everywhere, group, type=start.type)
        case _:
            return None
    if any(isinstance(part, Call) or part in (here, there) for part in walk(through)):
        return None
    sets = [entry for entry in tables[table][1] if isinstance(entry, int)]
    if len(ways(sets)) > MOST_WAYS:
        return None
    board = Lookup(table, (), type=ListOf(start.type, len(sets)))
    return Op("flood", (start, board, through), type=start.type)
