"""What a player may see, derived from the declarations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from attrs import evolve, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.machine.record import entry_count
from astro_referee.interpreter.machine.runtime import MOST_LISTED, Overflow, RuleFault
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.hidden import laid_cards
from astro_referee.interpreter.play.hidden.laid_cards import owner_of
from astro_referee.interpreter.values.brief import brief, count
from astro_referee.interpreter.values.types import BagOf, Member, SetOf, range_of, size

SHOWN = ("var", "zone", "token", "die", "builtin")


@frozen
class Entry:
    """One value of a field: the index it stands at, and the value, or only its size if it is hidden."""

    index: tuple[str, ...]
    text: str
    value: int | None
    count: int | None
    on: tuple[int | None, ...] = ()
    """Of a zone with an order, the cards laid on it, the first on top; None is one whose face is hidden."""
    under: tuple[int | None, ...] = ()
    """The cards laid under it, the last at the bottom."""


@frozen
class FieldView:
    name: str
    sort: str
    docs: str
    entries: tuple[Entry, ...]
    title: str
    """What players read in place of the name."""


@frozen
class View:
    """The position as one player sees it; as the referee sees it if `player` is None."""

    player: int | None
    asked: tuple[int, ...]
    place: str
    fields: tuple[FieldView, ...]
    chosen: int | None

    def __repr__(self) -> str:
        return brief(self, "all" if self.player is None else f"seat {self.player}", count(len(self.fields), "field"))

    def key(self) -> tuple[object, ...]:
        """Equal for two positions exactly if the player cannot tell them apart by looking."""
        seen = tuple((f.name, tuple((e.value, e.count, e.on, e.under) for e in f.entries)) for f in self.fields)
        return (self.player, self.asked, self.place, self.chosen, seen)


def view(game: Game, state: State, player: int | None) -> View:
    """The position with everything left out that the player may not see."""
    return seen_with(game, state, player, None if player is None else 1 << player)


def watched(game: Game, state: State) -> View:
    """The position for somebody who looks over all shoulders: all hands, but nothing that lies face down for all."""
    return seen_with(game, state, None, (1 << game.seats) - 1)


def public(game: Game, state: State) -> View:
    """The position for everybody at once: nothing that only some may see."""
    views = [seen_with(game, state, None, 1 << seat) for seat in range(game.seats)]
    fields = []
    for same in zip(*(view.fields for view in views), strict=True):
        columns = zip(*(field.entries for field in same), strict=True)
        known = tuple(common(column) for column in columns)
        fields.append(evolve(same[0], entries=known))
    return evolve(views[0], fields=tuple(fields))


def common(column: tuple[Entry, ...]) -> Entry:
    """What all know of an entry, from what each of them sees."""
    least = next((entry for entry in column if entry.value is None), column[0])
    if least.value is not None or not (least.on or least.under):
        return least
    on, under = (
        tuple(cards[0] if len({*cards}) == 1 else None for cards in zip(*each, strict=True))
        for each in ([entry.on for entry in column], [entry.under for entry in column])
    )
    return evolve(least, on=on, under=under)


def seen_with(game: Game, state: State, player: int | None, eyes: int | None) -> View:
    """The position as some players see it together; `eyes` is the set of them, None the referee."""
    decision = game.decisions.get(state[0])
    chance = game.chances.get(state[0])
    fields: list[FieldView] = []
    length = 0
    for slot in game.machine.fields:
        if slot.sort not in SHOWN or (slot.sort == "builtin" and state[0] != 0):
            continue
        seen = tuple(entries(game, state, slot, eyes, length))
        fields.append(FieldView(slot.name, slot.sort, slot.docs, seen, slot.title))
        length += sum(len(entry.text) for entry in seen)
    for slot, function in game.machine.shown:
        seen = tuple(worked_out(game, state, slot, function))
        fields.append(FieldView(slot.name, slot.sort, slot.docs, seen, slot.title))
    place = decision.name if decision is not None else chance.name if chance is not None else "end"
    return View(player, asked(game, state), f"{place} {state[0]}", tuple(fields), own_choice(game, state, player))


def worked_out(game: Game, state: State, slot: m.FieldSlot, function: FunctionRef) -> Iterator[Entry]:
    """The entries of a value that a def gives; of one that has no value in this position, a question mark."""
    give = game.function(function)
    for at, index in zip(product(*map(range_of, slot.indices)), index_names(game, slot), strict=True):
        try:
            value = give(state, *at)
        except RuleFault:
            yield Entry(index, "?", None, None)
        else:
            yield Entry(index, game.printer.show(slot.type, value), value, None)


def asked(game: Game, state: State) -> tuple[int, ...]:
    """The players who may act now."""
    decision = game.decisions.get(state[0])
    if decision is None:
        return ()
    value = game.value(state, decision.actor)
    if decision.manner == "one":
        return (value,)
    return tuple(p for p in range(game.seats) if value >> p & 1)


def own_choice(game: Game, state: State, player: int | None) -> int | None:
    """What the player has already chosen in a secret choice that is still going on."""
    if player is None or state[0] not in game.decisions:
        return None
    for slot in game.machine.fields:
        if slot.sort == "choice":
            value = game.value(state, slot.name, player)
            if value:
                return value
    return None


def sees(game: Game, state: State, slot: m.FieldSlot, position: int, eyes: int | None) -> bool:
    """Whether one of some players sees one entry of a field."""
    if slot.audience is None or eyes is None:
        return True
    owner = owner_of(slot, position)
    mask: int = game.function(slot.audience)(state, owner)
    return bool(mask & eyes)


def entries(game: Game, state: State, slot: m.FieldSlot, eyes: int | None, length: int = 0) -> list[Entry]:
    """The entries of a field, after so many characters of other fields."""
    made: list[Entry] = []
    for position, index in enumerate(index_names(game, slot)):
        value = game.value(state, slot.name, position)
        if sees(game, state, slot, position, eyes):
            on, under = laid_cards.faces(game, state, slot, position, None)
            shown = game.printer.show(slot.type, value)
            if slot.order is not None and slot.order.laid:
                shown = game.printer.listed(
                    [game.printer.show(element_of(slot), card) for card in on if card is not None]
                )
            made.append(Entry(index, shown, value, held(slot, value), on, under))
        elif slot.sort == "zone":
            count = held(slot, value)
            on, under = laid_cards.faces(game, state, slot, position, eyes)
            words = f"{count} card{'s' if count != 1 else ''}" + ordered(game, slot, on, under)
            made.append(Entry(index, words, None, count, on, under))
        elif (count := held(slot, value)) is not None:
            made.append(Entry(index, f"{count} {'die' if count == 1 else 'dice'}", None, count))
        else:
            made.append(Entry(index, "hidden", None, None))
        length += len(made[-1].text)
        if length > MOST_LISTED:
            raise Overflow(f"with this, the position has more than {MOST_LISTED:,} characters", slot.span)
    return made


def ordered(game: Game, slot: m.FieldSlot, on: Sequence[int | None], under: Sequence[int | None]) -> str:
    """What somebody who does not see a zone knows of the cards at its ends: `, on top: ace, ?`."""
    parts = [("on top", on), ("at the bottom", under)]
    named = {
        where: ", ".join("?" if card is None else game.printer.show(element_of(slot), card) for card in cards)
        for where, cards in parts
        if any(card is not None for card in cards)
    }
    return "".join(f"; {where}: {names}" for where, names in named.items())


def element_of(slot: m.FieldSlot) -> Member:
    """What a zone holds."""
    assert isinstance(slot.type, SetOf | BagOf) and isinstance(slot.type.of, Member)
    return slot.type.of


def held(slot: m.FieldSlot, value: int) -> int | None:
    """How many cards or dice there are, which is open to all; it takes as long to count, whichever they are."""
    if slot.sort != "zone" and not (slot.sort == "die" and isinstance(slot.type, BagOf)):
        return None
    if not isinstance(slot.type, BagOf):
        return value.bit_count()
    mask = (1 << slot.type.bits) - 1
    return sum(value >> slot.type.bits * face & mask for face in range(size(slot.type.of)))


def index_names(game: Game, slot: m.FieldSlot) -> tuple[tuple[str, ...], ...]:
    """What each entry of a field is kept for, by name, in their order."""
    if slot.name not in game.index_names:
        axes = [[game.printer.show(base, value) for value in range_of(base)] for base in slot.indices]
        game.index_names[slot.name] = tuple(product(*axes))
    return game.index_names[slot.name]


def faces_seen(game: Game, state: State, kind: str, player: int) -> Counter[int]:
    """How many copies of each face a player sees."""
    seen: Counter[int] = Counter()
    for slot in game.machine.fields:
        if slot.sort == "zone" and card_kind(slot) == kind:
            for position in range(entry_count(slot)):
                if sees(game, state, slot, position, 1 << player):
                    seen.update(game.printer.values(slot.type, game.value(state, slot.name, position)))
    return seen


def card_kind(slot: m.FieldSlot) -> str:
    match slot.type:
        case SetOf(Member(kind, _)) | BagOf(Member(kind, _), _):
            return kind
        case _:
            raise TypeError(slot.name)


def pack(slot: m.FieldSlot, cards: list[int]) -> int:
    if isinstance(slot.type, BagOf):
        return sum(1 << slot.type.bits * card for card in cards)
    return sum(1 << card for card in cards)
