"""Cards that lie in an order: what each seat knows of a pile or row, derived from who saw them laid down."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.values import rows
from astro_referee.interpreter.values.types import RowOf, size


@frozen
class Laid:
    """A card of an ordered zone: its face, where it is kept (an entry of the record, and the bits above), and the
    seats who know it, as a mask.
    """

    face: int
    place: int
    shift: int
    knowing: int


def row_type(game: Game, name: str) -> RowOf:
    slot = game.slots[name]
    assert isinstance(slot.type, RowOf)
    return slot.type


def row_names(order: m.Order) -> tuple[str, ...]:
    return (order.on,) if order.under is None else (order.on, order.under)


def laid_cards(game: Game, state: State, slot: m.FieldSlot, position: int, name: str) -> Iterator[Laid]:
    """The cards of a zone that are laid on it, or under it, the first on top; `name` is the field that keeps them.

    Those who see the whole zone are not asked about: they know all cards.
    """
    order = slot.order
    assert order is not None
    type, place = row_type(game, name), game.offsets[name] + position
    mask = (1 << type.value_bits) - 1
    for number, entry in enumerate(rows.entries(state[place], type.bits)):
        knowing = entry >> type.value_bits
        if number == 0 and name == order.on and order.top is not None:
            knowing |= game.function(order.top)(state, owner_of(slot, position))
        yield Laid((entry & mask) - 1, place, number * type.bits, knowing)


def owner_of(slot: m.FieldSlot, position: int) -> int:
    """The first index of an entry: the player it belongs to, where there is one."""
    rest = 1
    for base in slot.indices[1:]:
        rest *= size(base)
    return position // rest if slot.indices else 0


def faces(
    game: Game, state: State, slot: m.FieldSlot, position: int, eyes: int | None
) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
    """What some players together know of the cards on and under a zone; None for a card whose face they do not know.

    Whoever sees the zone (`eyes` None) knows all of them.
    """
    if slot.order is None:
        return (), ()
    known = [
        tuple(
            card.face if eyes is None or card.knowing & eyes else None
            for card in laid_cards(game, state, slot, position, name)
        )
        for name in row_names(slot.order)
    ]
    return known[0], known[1] if len(known) > 1 else ()
