"""Hands, piles and rows of cards, as far as they may be seen: shared ones first, then those of each owner together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from attrs import field, frozen

from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.views import Entry, FieldView
from astro_referee.interpreter.show.scene.facts import Fact
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.values.types import Member, element

MANY = 8
"""Zones of one name that are all told; of more, only those that hold something."""

Zone = tuple[FieldSlot, FieldView]


@frozen
class Pile:
    """One zone: `owner` is the seat it belongs to, `index` what else tells it from others of its name.

    `cards` are members of the kind, lowest first, or None if they may not be seen. If they lie in an order (`ordered`),
    they come in that order, the first on top.
    """

    name: str
    owner: int | None
    index: tuple[str, ...]
    title: str
    kind: str
    cards: tuple[int, ...] | None
    count: int
    ordered: bool = False
    row: bool = False
    """Whether each card has a place by which it is called, so that equal ones are told one by one."""
    on: tuple[int | None, ...] = ()
    """Of a pile that may not be seen, what is known of the cards on top."""
    under: tuple[int | None, ...] = ()
    """What is known of those at the bottom, the last one lowest."""
    words: str = ""
    """What players read in place of the name."""
    texts: Sequence[str] = field(default=(), repr=False)
    """How each card of the kind is written: `Q♠`, or its name."""
    sorting: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    """What each card of the kind is sorted by, the first thing first, if the zone says so."""

    @property
    def faces(self) -> list[tuple[int, int]]:
        """Each face with how often it is there; in an order, how often one after the other, and in a row by itself."""
        if self.row:
            return [(card, 1) for card in self.cards or ()]
        if self.ordered:
            return [(card, len(list(run))) for card, run in groupby(self.cards or ())]
        return list(Counter(self.cards or ()).items())


def piles_of(game: Game, zones: Sequence[Zone], people: People) -> list[Pile]:
    """All zones that are told."""
    made = [
        pile_of(game, slot, field, entry, people)
        for slot, field in zones
        for entry in field.entries
        if entry.count or not some_left_out(field)
    ]
    return sorted(made, key=lambda pile: -1 if pile.owner is None else pile.owner)


def pile_of(game: Game, slot: FieldSlot, field: FieldView, entry: Entry, people: People) -> Pile:
    kind = element(slot.type)
    assert isinstance(kind, Member)
    owned = bool(slot.indices) and isinstance(slot.indices[0], Member) and slot.indices[0].kind == "player"
    ordered = entry.value is not None and slot.order is not None and slot.order.laid
    cards = None if entry.value is None else in_order(slot, game.printer.values(slot.type, entry.value))
    whose = " of " + " ".join(people.name(word) for word in entry.index) if entry.index else ""
    return Pile(
        field.name,
        people.seats.index(entry.index[0]) if owned else None,
        entry.index[1:] if owned else entry.index,
        field.title + whose,
        kind.kind,
        tuple(card for card in entry.on if card is not None) if ordered else cards,
        entry.count or 0,
        ordered,
        ordered and slot.order is not None and not slot.order.pile,
        entry.on,
        entry.under,
        field.title,
        game.printed(people.style).members[kind.kind],
        slot.sorting,
    )


def in_order(slot: FieldSlot, cards: Sequence[int]) -> tuple[int, ...]:
    """Cards as a zone says that they are sorted, or else as the rules declare them."""
    return tuple(sorted(cards, key=lambda card: (slot.sorting[card] if slot.sorting else (), card)))


def known_ends(pile: Pile) -> list[str]:
    """What is known of the ends of a pile that may not be seen: `on top: ace, ?` and `at the bottom: two`."""
    ends = [("on top", pile.on), ("at the bottom", pile.under)]
    return [
        f"{where}: "
        + ", ".join(times(len(list(run)), "?" if card is None else pile.texts[card]) for card, run in groupby(cards))
        for where, cards in ends
        if any(card is not None for card in cards)
    ]


def times(count: int, name: str) -> str:
    """`3 x duke`."""
    return name if count == 1 else f"{count} x {name}"


def left_out(zones: Sequence[Zone]) -> list[Fact]:
    """Where there are so many zones that the empty ones are not told."""
    return [Fact(field.title, ("the others are empty",)) for _, field in zones if some_left_out(field)]


def some_left_out(field: FieldView) -> bool:
    return len(field.entries) > MANY and not all(entry.count for entry in field.entries)
