"""Which names a part of the rules speaks of."""

from __future__ import annotations

from astro_referee.interpreter.program.program import Let, MoveInfo
from astro_referee.interpreter.program.terms import Local, Possible, Streak
from astro_referee.interpreter.program.traversal import parts_in
from astro_referee.interpreter.values.types import Type, without, words


def names_in(thing: object) -> set[str]:
    """Every local name something speaks of."""
    return {part.name for part in parts_in(thing) if isinstance(part, Local)}


def narrowest(name: str, type: Type, thing: object) -> Type:
    """The type of a name as something speaks of it: without the extra words that were excluded before."""
    spoken = [part.type for part in parts_in(thing) if isinstance(part, Local) and part.name == name]
    return without(type, {word for word in words(type) if not any(word in words(one) for one in spoken)})


def names_from_outside(move: MoveInfo, moves: dict[str, MoveInfo]) -> set[str]:
    """The names a move does not make itself, also those of the moves it asks about."""
    spoken: set[str] = set()
    seen: set[str] = set()
    todo = [move]
    while todo:
        here = todo.pop()
        seen.add(here.key)
        lets = {part.name for part in here.parts if isinstance(part, Let)}
        spoken |= names_in(here) - lets - {param.name for param in here.params}
        asked = {part.move for part in parts_in(here) if isinstance(part, Possible | Streak)}
        todo += [moves[key] for key in asked - seen]
    return spoken - {"me"}
