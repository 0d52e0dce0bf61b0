"""Moves typed at the wrong moment: a text that is no move of this decision, but one of another.

Names of moves and the places where they are asked for are in the rules, for everybody to read. Nothing is said about
whether such a move would be legal there, and the position is not looked at.
"""

from __future__ import annotations

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.game import Game
from astro_referee.interpreter.notation import fold
from astro_referee.interpreter.reading import spelled

MOST_PLACES = 3
"""Places that are named, if a move of that name is asked for at several."""


def told(game: Game, decision: m.Decision, typed: str) -> list[str]:
    """A sentence on where else a text is a move, by its notation or by the name of the move."""
    text = fold(typed)
    if any(begins(slot, text) for slot in decision.moves):
        return []
    places = {
        "another decision" if other.name == decision.name else f"`{other.name}`": None
        for other in game.machine.decisions
        if any(begins(slot, text) or spelled(game, slot, text) for slot in other.moves)
    }
    said = " and ".join([*places][:MOST_PLACES])
    return [f"it is a move of {said}, and this is `{decision.name}`"] if said else []


def otherwise_written(decision: m.Decision, typed: str) -> list[str]:
    """A sentence on how a move of this decision is written, if it was called by its name."""
    for slot in decision.moves:
        first, name = slot.notation_parts[:1], fold(slot.name)
        as_named = isinstance(first[0], str) and fold(first[0]) == name if first else False
        if f"{fold(typed)} ".startswith(f"{name} ") and not as_named:
            parts = [part if isinstance(part, str) else shown(slot, part) for part in slot.notation_parts]
            return [f"the move {name} is written `{''.join(parts)}`"]
    return []


def shown(slot: m.MoveSlot, part: int) -> str:
    """A parameter in a notation, or something that is worked out from several."""
    return f"{{{slot.params[part].name}}}" if part >= 0 else "…"


def begins(slot: m.MoveSlot, text: str) -> bool:
    """Whether a text begins with the name of a move, or with the word that its notation begins with."""
    first = slot.notation_parts[0] if slot.notation_parts else ""
    words = [fold(word) for word in (slot.name, first) if isinstance(word, str)]
    return any(word and f"{text} ".startswith(f"{word} ") for word in words)
