"""Hands, piles and rows of cards as compact lists: shared ones first, then those of each owner together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from astro_referee.cli.board.labels import label_of
from astro_referee.cli.board.layout import wrapped
from astro_referee.cli.board.people import People
from astro_referee.interpreter.game import Game
from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.types import Member, element
from astro_referee.interpreter.views import Entry, FieldView

FEW = 4
"""Cards that are simply listed; more are put together by what they share."""
MANY = 8
"""Zones of one name that are all told; of more, only those that hold something."""

Zone = tuple[FieldSlot, FieldView]


def zone_lines(game: Game, zones: Sequence[Zone], people: People) -> list[str]:
    """One line for each zone, or several if it is long; those that are empty share a line."""
    entries = [(slot, field, entry) for slot, field in zones for entry in field.entries]
    owners = [None, *people.seats]

    def owner(slot: FieldSlot, entry: Entry) -> int:
        of_player = bool(slot.indices) and isinstance(slot.indices[0], Member) and slot.indices[0].kind == "player"
        return owners.index(entry.index[0]) if of_player else 0

    rows: list[str] = []
    empty: list[str] = []
    for slot, field, entry in sorted(entries, key=lambda item: owner(item[0], item[2])):
        if not entry.count and len(field.entries) > MANY:
            continue
        whose = " of " + " ".join(people.name(word) for word in entry.index) if entry.index else ""
        head = f"{field.name}{whose}:"
        if not entry.count:
            empty.append(f"{field.name}{whose}")
            continue
        if entry.value is None:
            rows.append(f"{head} {entry.text}")
            continue
        kind = element(slot.type)
        assert isinstance(kind, Member)
        cards = game.printer.values(slot.type, entry.value)
        groups = grouped(game, kind.kind, cards)
        items = groups or counted(game, kind.kind, cards)
        total = f" ({entry.count})" if groups or len(items) > 1 else ""
        rows += wrapped(head, items, total, ";" if groups else ",")
    bare = [f"{field.name}: the others are empty" for _, field in zones if some_left_out(field)]
    return rows + (wrapped("empty:", empty) if empty else []) + bare


def some_left_out(field: FieldView) -> bool:
    return len(field.entries) > MANY and not all(entry.count for entry in field.entries)


def counted(game: Game, kind: str, cards: Sequence[int]) -> list[str]:
    """`3 x duke`, in the order of the kind."""
    names = game.machine.members[kind]
    return [names[card] if count == 1 else f"{count} x {names[card]}" for card, count in sorted(Counter(cards).items())]


def grouped(game: Game, kind: str, cards: Sequence[int]) -> list[str]:
    """`moon 1, 2, 4` or `2, 5, jack of clubs`: cards of two words by the first thing that tells them apart.

    Nothing, if the names of the cards are not made that way or if it would save nothing.
    """
    if len(cards) < FEW or game.machine.copies.get(kind, 1) > 1:
        return []
    groups: dict[tuple[str, str], list[str]] = {}
    for card in sorted(cards):
        label = label_of(game, kind, card)
        if len(label) != 2:
            return []
        name, first, second = game.machine.members[kind][card], *(part.name for part in label)
        before, after = name.removesuffix(second), name.removeprefix(second)
        if name == f"{before}{second}" and before.startswith(f"{first} "):
            groups.setdefault((before, ""), []).append(second)
        elif name == f"{second}{after}" and after.endswith(f" {first}"):
            groups.setdefault(("", after), []).append(second)
        else:
            return []
    if len(groups) == len(cards):
        return []
    return [before + ", ".join(held) + after for (before, after), held in groups.items()]
