"""Two views of one player in, what has changed between them out: places of boards, and cards.

Nothing counts but what the player saw then and sees now, so a change that is shown tells nothing new.
"""

from __future__ import annotations

from attrs import evolve

from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.views import Entry, FieldView, View
from astro_referee.interpreter.show.scene.layers import board_of
from astro_referee.interpreter.show.scene.plans import home_of
from astro_referee.interpreter.values.types import BagOf, SetOf, plain

Place = tuple[str, str]
"""A board, and the name of a place on it."""
Cards = dict[tuple[str, tuple[str, ...]], frozenset[int]]
"""Cards of zones, by the name of the zone and the index."""


def pairs(game: Game, before: View, after: View) -> list[tuple[FieldSlot, FieldView, Entry, Entry]]:
    """Entries that are not what they were."""
    slots = {(slot.name, slot.sort): slot for slot in game.machine.fields}
    old = {(field.name, field.sort): field for field in before.fields}
    return [
        (slots[field.name, field.sort], field, was, now)
        for field in after.fields
        if (field.name, field.sort) in slots and (field.name, field.sort) in old
        for was, now in zip(old[field.name, field.sort].entries, field.entries, strict=True)
        if evolve(was, text="") != evolve(now, text="") or was.text != now.text
    ]


def changed_places(game: Game, before: View, after: View) -> frozenset[Place]:
    """Places on which something else stands now."""
    found: set[Place] = set()
    for slot, field, was, now in pairs(game, before, after):
        inner, on_board = plain(slot.type), board_of(game, slot.type)
        boards = [board_of(game, base) for base in slot.indices]
        found |= {(home_of(game, kind), name) for kind, name in zip(boards, now.index, strict=True) if kind}
        if field.sort == "token" and on_board:
            found |= {(home_of(game, on_board), entry.text) for entry in (was, now) if entry.text != "none"}
        elif isinstance(inner, SetOf) and was.value is not None and now.value is not None:
            kind = board_of(game, inner.of)
            if kind is not None:
                other = {*game.printer.values(inner, was.value)} ^ {*game.printer.values(inner, now.value)}
                found |= {(home_of(game, kind), game.machine.members[kind][place]) for place in other}
    return frozenset(found)


def new_cards(game: Game, before: View, after: View) -> Cards:
    """Cards that a player sees in a zone, and did not see there before."""
    found: Cards = {}
    for slot, field, was, now in pairs(game, before, after):
        inner = plain(slot.type)
        if field.sort == "zone" and now.value is not None and isinstance(inner, SetOf | BagOf):
            held = [] if was.value is None else game.printer.values(inner, was.value)
            found[field.name, now.index] = frozenset(game.printer.values(inner, now.value)) - {*held}
    return found
