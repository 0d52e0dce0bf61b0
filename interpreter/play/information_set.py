"""A position as one seat knows it: what is hidden from the seat is taken out, and can only be dealt anew.

Whoever is given a sight cannot look at what is hidden, for it is not there. Two positions that the seat cannot tell
apart have equal sights, and the same numbers deal the same cards.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import field, frozen

from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.machine.record import entry_count
from astro_referee.interpreter.play import views
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.hidden import laid_cards
from astro_referee.interpreter.values import rows
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
    low,
    plain,
    size,
)

TRIES = 100
"""Values drawn for what the seat would see if it held them; of the sets of players, every other one will do."""
WORD = 64
Below = Callable[[int], int]
"""A number from 0 to n - 1, all equally likely."""


@frozen
class Unseen:
    """A zone that the seat does not see: where it is in the record, how many bits a card takes there, how many of its
    cards the seat does not know, and those it knows. Some of the unknown ones are `laid` somewhere in the order.
    """

    place: int
    width: int
    count: int
    known: int = 0
    laid: tuple[tuple[int, int], ...] = ()
    face_mask: int = 0
    """The bits that hold the face of a laid card."""


@frozen
class HiddenCards:
    """Cards of one sort that the seat does not see, in order, and the zones that hold them."""

    cards: tuple[int, ...]
    zones: tuple[Unseen, ...]

    def deal(self, state: State, below: Below) -> None:
        """Every zone gets as many cards as it had; all ways to deal them are equally likely."""
        cards, left = list(self.cards), len(self.cards)
        for zone in self.zones:
            value = zone.known
            for drawn in range(zone.count):
                number = below(left)
                left -= 1
                value += 1 << zone.width * cards[number]
                if drawn < len(zone.laid):
                    place, shift = zone.laid[drawn]
                    state[place] += cards[number] + 1 << shift
                cards[number] = cards[left]
            state[zone.place] = value


@frozen
class Dice:
    """A die or a cup that the seat does not see: where it is, and how many dice there are."""

    place: int
    slot: FieldSlot = field(eq=False)
    count: int

    def roll(self, state: State, below: Below) -> None:
        """All of them come up anew."""
        type = self.slot.type
        if not isinstance(type, BagOf):
            state[self.place] = self.one(below)
            return
        faces = [self.one(below) - low(type.of) for _ in range(self.count)]
        state[self.place] = sum(1 << type.bits * face for face in faces)

    def one(self, below: Below) -> int:
        """What one of the dice shows."""
        number = below(sum(weight for _, weight in self.slot.faces))
        for value, weight in self.slot.faces:
            number -= weight
            if number < 0:
                return value
        raise AssertionError("the weights add up to their sum")


@frozen
class InformationSet:
    """What a seat knows of a position. `chosen` are others who have already chosen in secret."""

    game: Game = field(eq=False, repr=False)
    seat: int
    known: tuple[int, ...]
    hidden_cards: tuple[HiddenCards, ...]
    dice: tuple[Dice, ...]
    values: tuple[tuple[int, Type], ...]
    hides_itself: tuple[tuple[FieldSlot, int], ...]
    """Entries that the seat would see if they held something else."""
    chosen: tuple[int, ...]

    def draw(self, below: Below) -> State:
        """A position that looks the same to the seat, but for those who have chosen: they are asked again.

        What the seat could infer from how the others have played so far is not used.
        """
        state = list(self.known)
        for heap in self.hidden_cards:
            heap.deal(state, below)
        for dice in self.dice:
            dice.roll(state, below)
        for place, type in self.values:
            state[place] = any_value(self.game, type, below)
        # Who sees one of them may depend on another, so all that would be seen are drawn again.
        for _ in range(TRIES):
            seen = [entry for entry in self.hides_itself if views.sees(self.game, state, *entry, 1 << self.seat)]
            if not seen:
                break
            for slot, position in seen:
                state[self.game.offsets[slot.name] + position] = any_value(self.game, slot.type, below)
        return state


def information_set(game: Game, state: State, seat: int, shown: frozenset[int] = frozenset()) -> InformationSet:
    """Takes everything out of a position that a seat does not see; `shown` are entries that it is let see as well."""
    known, chosen = state[:], []
    held: dict[str, tuple[list[int], list[Unseen]]] = {}
    dice: list[Dice] = []
    values: list[tuple[int, Type]] = []
    veiled: list[tuple[FieldSlot, int]] = []
    decision = game.decisions.get(state[0])
    for slot in game.machine.fields:
        first = game.offsets[slot.name]
        if slot.sort == "choice":
            for player in range(game.seats):
                if player != seat and known[first + player]:
                    known[first + player] = 0
                    chosen.append(player)
        elif slot.hidden and slot.sort != "order":
            for position in range(entry_count(slot)):
                place = first + position
                if place in shown or views.sees(game, state, slot, position, 1 << seat):
                    continue
                known[place] = slot.initial
                if slot.sort == "zone":
                    cards, zones = held.setdefault(views.card_kind(slot), ([], []))
                    zone, inside = unseen(game, state, known, slot, position, seat)
                    cards += inside
                    zones.append(zone)
                elif slot.sort == "die":
                    count = views.held(slot, state[place])
                    dice.append(Dice(place, slot, 1 if count is None else count))
                else:
                    values.append((place, slot.type))
                    veiled += [(slot, position)] if slot.hides_itself else []
    if chosen and decision is not None:
        known[game.offsets[decision.actor]] |= sum(1 << player for player in chosen)
    heaps = tuple(HiddenCards(tuple(sorted(cards)), tuple(zones)) for cards, zones in held.values())
    return InformationSet(game, seat, tuple(known), heaps, tuple(dice), tuple(values), tuple(veiled), tuple(chosen))


def unseen(
    game: Game, state: State, known: State, slot: FieldSlot, position: int, seat: int
) -> tuple[Unseen, list[int]]:
    """A zone that a seat does not see, and the cards there that it does not know; those laid in order are taken out."""
    place = game.offsets[slot.name] + position
    width = slot.type.bits if isinstance(slot.type, BagOf) else 1
    inside, laid, mask = game.printer.values(slot.type, state[place]), [], 0
    if slot.order is not None:
        mask = (1 << laid_cards.row_type(game, slot.order.on).value_bits) - 1
        for name in laid_cards.row_names(slot.order):
            for card in laid_cards.laid_cards(game, state, slot, position, name):
                if card.knowing >> seat & 1:
                    inside.remove(card.face)
                    known[place] += 1 << width * card.face
                else:
                    laid.append((card.place, card.shift))
                    known[card.place] -= card.face + 1 << card.shift
    return Unseen(place, width, len(inside), known[place], tuple(laid), mask), inside


def any_value(game: Game, type: Type, below: Below) -> int:
    """Some value of a type, all equally likely; nobody can say more of a variable that is hidden."""
    base = plain(type)
    match base:
        case SetOf(of):
            return any_bits(size(of), below)
        case BagOf(of, bits):
            return any_bits(bits * size(of), below)
        case RowOf(of, most):
            drawn = [below(size(of)) + 1 for _ in range(below(most + 1))]
            return rows.packed(drawn, base.bits)
        case Bool() | Int() | Member():
            count, first, others = values_of(game, type)
            pick = below(count + len(others))
            return pick + first if pick < count else others[pick - count]
        case _:
            raise TypeError(f"a variable of type {type} cannot be hidden")


def any_bits(count: int, below: Below) -> int:
    """So many bits, a word at a time: nobody draws a number from more than that."""
    words = [below(1 << min(WORD, count - at)) << at for at in range(0, count, WORD)]
    return sum(words)


def values_of(game: Game, type: Type) -> tuple[int, int, list[int]]:
    """The values of a type that is no group: how many in a row from which on, and words in place of one."""
    base, extra = plain(type), type.words if isinstance(type, Either) else ()
    assert isinstance(base, Bool | Int | Member)
    nothing = -LIMIT if isinstance(base, Int) else -1
    return size(base), low(base), [nothing - game.machine.words.index(word) for word in extra]


def resample(game: Game, state: State, player: int, below: Below, shown: frozenset[int] = frozenset()) -> State:
    """A position the player cannot tell from this one: hidden cards change places, hidden values and choices change."""
    seen = information_set(game, state, player, shown)
    new = seen.draw(below)
    for other in seen.chosen:
        options = [move for move in game.engine.options(new) if move[0] == other]
        if options:
            game.engine.act(new, options[below(len(options))])
    return new
