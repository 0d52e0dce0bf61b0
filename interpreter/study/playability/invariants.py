"""Nothing gets lost: every number of a record stays in its domain, no card is doubled or vanishes, and what lies in an
order is what lies there.
"""

from __future__ import annotations

from collections.abc import Sequence

from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.machine.record import entry_count, is_history, laid_out
from astro_referee.interpreter.play import views
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.hidden import laid_cards
from astro_referee.interpreter.values.types import (
    LIMIT,
    BagOf,
    Bool,
    Either,
    Int,
    Member,
    RowOf,
    SetOf,
    Type,
    plain,
    size,
)

Totals = tuple[int, ...]
"""For each sort of card the sum of all zones that can hold it."""


class Inventory:
    """What a game has in its box, and what a record may hold."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.bounds = [(0, LIMIT, frozenset[int]())]
        self.zones: dict[str, list[int]] = {}
        self.everything: dict[str, int] = {}
        self.widths: dict[str, int] = {}
        self.single: set[str] = set()
        self.ordered = [slot for slot in game.machine.fields if slot.order is not None]
        for slot in laid_out(game.machine):
            if is_history(slot):
                continue
            first, count = game.offsets[slot.name], entry_count(slot)
            self.bounds += [domain(slot.type, game.machine.words)] * count
            if slot.sort == "zone":
                kind = views.card_kind(slot)
                bag = isinstance(slot.type, BagOf)
                width = slot.type.bits if isinstance(slot.type, BagOf) else 1
                self.widths[kind] = width
                self.zones.setdefault(kind, []).extend(range(first, first + count))
                counts = [game.machine.copies_of(kind, card) for card in range(len(game.machine.members[kind]))]
                self.everything[kind] = sum(count << width * card for card, count in enumerate(counts))
                if not bag:
                    self.single.add(kind)

    def totals(self, state: Sequence[int]) -> Totals:
        return tuple(sum(state[place] for place in places) for places in self.zones.values())

    def wrong(self, state: State, before: Totals | None = None) -> str:
        """What is wrong with a record, by itself or after what lay in the zones before; nothing if all is well.

        Histories, behind the numbers, have no bounds of their own.
        """
        for value, (low, high, extra) in zip(state, self.bounds, strict=False):
            if not (low <= value <= high or value in extra):
                return f"the record holds {value}, which is not from {low} to {high}"
        for number, (kind, total) in enumerate(zip(self.zones, self.totals(state), strict=True)):
            if kind in self.single:
                held = sum(state[place].bit_count() for place in self.zones[kind])
                if held != total.bit_count():
                    return f"a card of {kind} is in two places"
            if total != self.everything[kind] and self.fewer(kind, total, self.everything[kind]):
                return f"there are too many cards of {kind}"
            if before is not None and total != before[number]:
                gone = self.fewer(kind, before[number], total)
                if gone:
                    return f"{gone} is lost: it was in a zone, and is in none now"
        return self.disordered(state) if self.ordered else ""

    def disordered(self, state: State) -> str:
        """What is wrong with the order of a zone: a card lies there that is not in it, or one has no place."""
        for slot in self.ordered:
            assert slot.order is not None
            kind = views.card_kind(slot)
            for position in range(entry_count(slot)):
                held = state[self.game.offsets[slot.name] + position]
                laid = sum(
                    1 << self.widths[kind] * card.face
                    for name in laid_cards.row_names(slot.order)
                    for card in laid_cards.laid_cards(self.game, state, slot, position, name)
                )
                if held == laid:
                    continue
                if astray := self.fewer(kind, laid, held):
                    return f"the order of `{slot.name}` has {astray}, which is not there"
                if slot.order.laid:
                    return f"the order of `{slot.name}` lacks {self.fewer(kind, held, laid)}, which is there"
        return ""

    def fewer(self, kind: str, before: int, now: int) -> str:
        """The first card of which there are fewer than before; nothing if there is none."""
        width = self.widths[kind]
        mask = (1 << width) - 1
        for card, name in enumerate(self.game.machine.members[kind]):
            if (now >> width * card & mask) < (before >> width * card & mask):
                return f"{kind} {name}"
        return ""


def domain(type: Type, words: tuple[str, ...]) -> tuple[int, int, frozenset[int]]:
    """The lowest and highest number inside for a type, and the numbers of its extra words."""
    base = plain(type)
    code = -LIMIT if isinstance(base, Int) else -1
    extra = frozenset(code - words.index(word) for word in type.words) if isinstance(type, Either) else frozenset()
    match base:
        case SetOf(of):
            return 0, (1 << size(of)) - 1, extra
        case BagOf(of, bits):
            return 0, (1 << bits * size(of)) - 1, extra
        case RowOf():
            return 0, (1 << base.bits * base.size) - 1, extra
        case Bool() | Int() | Member():
            low = base.low if isinstance(base, Int) else 0
            return low, low + size(base) - 1, extra
        case _:
            raise TypeError(type)
