"""Names that nothing has: what a player typed where a move wants a place or a number that there is not.

`z9` on a board of nine squares is no move; the answer says which squares there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.notation import fold
from astro_referee.interpreter.play.typed_moves.reading import is_joined, readable
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import Int, Member, Type, element, plain

FEW = 12
"""Members that are all named; of more, the first and the last."""


@frozen
class UnknownValue:
    """What is left of a text, the type of value it does not begin with, and whether more is joined to that value."""

    rest: str
    type: Type
    joined: bool


def unknown_name_hints(game: Game, decision: m.Decision, typed: str, people: tuple[str, ...] = ()) -> list[str]:
    """A sentence about the first name in a text that nothing has; none where it was hardly meant as one."""
    text = fold(typed)
    stops = [stop for slot in decision.moves for stop in stops_of(game, slot, list(slot.notation_parts), text, people)]
    if not stops:
        return []
    stop = min(stops, key=lambda stop: len(stop.rest))
    begun = len(stop.rest) < len(text)
    as_typed = " ".join(typed.replace("_", " ").split())[-len(stop.rest) :]
    words = as_typed.replace(",", " ").split()
    if not words:  # nothing but commas
        return []
    match plain(stop.type):
        case Int(low, high) if begun or words[0].lstrip("-").isdecimal():
            return [f"{words[0]} is not between {low} and {high}"]
        case Member(kind, _):
            names = people if kind == "player" and people else game.machine.members[kind]
            shown = " ".join(words[: max(len(name.split()) for name in names)])
            shown = shown[: max(map(len, names))] if stop.joined else shown
            likely = begun or look(shown) in map(look, names) or any(numbered_like(shown, name) for name in names)
            return [f"there is no {kind} {shown}, only {listed(names)}"] if likely else []
        case _:
            return []


def look(name: str) -> str:
    """What a name looks like, letter for letter and digit for digit."""
    return "".join("9" if c.isdecimal() else "a" if c.isalpha() else c for c in name)


def numbered_like(text: str, name: str) -> bool:
    """Whether a text is short for a name but for its number: `bl 9` or `bl9` where there is `blue 4`."""
    *typed, number = re.sub(r"(?<=[^\W\d_])(?=\d)", " ", fold(text)).split()
    *words, last = fold(name).split()
    if not typed or len(typed) != len(words) or not (number.isdecimal() and last.isdecimal()):
        return False
    return all(word.startswith(short) for word, short in zip(words, typed, strict=True))


def stops_of(
    game: Game, slot: m.MoveSlot, parts: list[str | int], text: str, people: tuple[str, ...]
) -> Iterator[UnknownValue]:
    """Where a text stops to follow the notation of a move, because it does not name a value there."""
    if not parts or not text:
        return
    part, rest = parts[0], parts[1:]
    if isinstance(part, str):
        bare = part.replace("_", " ").casefold().strip()
        if text.startswith(bare):
            yield from stops_of(game, slot, rest, text[len(bare) :].lstrip(), people)
        return
    if part < 0:
        return
    type = slot.params[part].type
    joined = bool(rest) and is_joined(type, rest[0])
    found = [named for named in readable(game, type, text, joined, people) if not named.cut]
    if not found:
        yield UnknownValue(text, element(type) or type, joined)
    for named in found:
        if named.full:
            yield from stops_of(game, slot, rest, text[named.length :].lstrip(" ,"), people)


def listed(names: tuple[str, ...]) -> str:
    return Printer.listed(list(names)) if len(names) <= FEW else f"{names[0]} to {names[-1]} ({len(names)} in all)"
