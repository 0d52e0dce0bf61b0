"""What a seat may make use of in a game, by number: the moves of the rules, what can be chosen in them, and cards held.

What was used is a whole number with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from attrs import define, field, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.values import rows
from astro_referee.interpreter.values.types import BagOf, Member, RowOf, SetOf, Type, plain, size

MOST_CHOICES = 500
"""Members of a kind that are looked at one by one; of larger kinds each is used too seldom to say anything."""
MADE, CHOSEN, HELD = "move", "chosen", "held"


@frozen
class Feature:
    """A move that is made, a member of a kind that is chosen in a move, or a card that somebody holds."""

    sort: str
    kind: str
    name: str

    def __str__(self) -> str:
        match self.sort:
            case "move":
                return f"the move {self.name}"
            case "chosen":
                return f"choosing {self.name} ({self.kind})"
            case _:
                return f"holding {self.name} ({self.kind})"


@frozen
class Zone:
    """A zone of each seat that holds cards: where its entry of a seat is, of what type, and where its numbers begin."""

    places: tuple[tuple[int, ...], ...]
    type: Type
    start: int
    kept: dict[int, int] = field(factory=dict, eq=False)

    def held(self, state: State, seat: int) -> int:
        found = 0
        for place in self.places[seat]:
            value = state[place]
            if value not in self.kept:
                self.kept[value] = sum(1 << one for one in set(members(self.type, value)))
            found |= self.kept[value]
        return found << self.start


@define
class Features:
    """All of a game."""

    game: Game
    all: list[Feature] = field(init=False, factory=list)
    starts: dict[tuple[str, str], int] = field(init=False, factory=dict)
    zones: list[Zone] = field(init=False, factory=list)
    types: dict[tuple[int, int], list[tuple[int, int, Type]]] = field(init=False, factory=dict)
    """Of a move of a decision: each argument that is looked at, where its numbers begin, and its type."""

    def __attrs_post_init__(self) -> None:
        for decision in self.game.machine.decisions:
            for number, slot in enumerate(decision.moves):
                self.add(MADE, slot.name, [slot.name])
                self.types[decision.label, number] = [
                    (place, start, plain(param.type))
                    for place, param in enumerate(slot.params, 2)
                    if (start := self.chosen(plain(param.type))) is not None
                ]
        for entry in self.game.machine.fields:
            zone = self.zone(entry)
            if zone is not None:
                self.zones.append(zone)

    def add(self, sort: str, kind: str, names: Iterable[str]) -> int:
        if (sort, kind) not in self.starts:
            self.starts[sort, kind] = len(self.all)
            self.all += [Feature(sort, kind, name) for name in names]
        return self.starts[sort, kind]

    def chosen(self, type: Type) -> int | None:
        kind = inner(type)
        if kind is None or kind.kind == "player" or kind.size > MOST_CHOICES:
            return None
        return self.add(CHOSEN, kind.kind, self.game.machine.members[kind.kind])

    def zone(self, slot: m.FieldSlot) -> Zone | None:
        kind = inner(plain(slot.type))
        if slot.sort != "zone" or kind is None or not self.game.is_card(kind) or kind.size > MOST_CHOICES:
            return None
        owner = next((n for n, at in enumerate(slot.indices) if isinstance(at, Member) and at.kind == "player"), None)
        if owner is None:
            return None
        places: list[list[int]] = [[] for _ in range(self.game.seats)]
        widths = [size(index) for index in slot.indices]
        apart = prod(widths[owner + 1 :])
        for number in range(prod(widths)):
            places[number // apart % widths[owner]].append(self.game.offsets[slot.name] + number)
        start = self.add(HELD, kind.kind, self.game.machine.members[kind.kind])
        return Zone(tuple(map(tuple, places)), plain(slot.type), start)

    def of_move(self, label: int, move: Move) -> int:
        """What a move makes use of."""
        name = self.game.decisions[label].moves[move[1]].name
        used = 1 << self.starts[MADE, name]
        for place, start, type in self.types[label, move[1]]:
            for member in members(type, move[place]):
                used |= 1 << start + member
        return used

    def held(self, state: State, seat: int) -> int:
        """The cards in the zones of a seat."""
        found = 0
        for zone in self.zones:
            found |= zone.held(state, seat)
        return found


def inner(type: Type) -> Member | None:
    """The kind whose members a value names."""
    match type:
        case Member():
            return type
        case SetOf(Member() as of) | BagOf(Member() as of) | RowOf(Member() as of):
            return of
        case _:
            return None


def members(type: Type, value: int) -> list[int]:
    """The members that a value names; extra words such as `none` name nothing."""
    match type:
        case Member(_, count):
            return [value] if 0 <= value < count else []
        case SetOf(of):
            return [at for at in range(size(of)) if value >> at & 1]
        case BagOf(of, bits):
            return [at for at in range(size(of)) if value >> bits * at & (1 << bits) - 1]
        case RowOf():
            return rows.values(value, type.value_bits, type.bits, 0)
        case _:
            return []
