"""Hands, piles and rows of cards in lines: a compact list for each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.show.scene.labels import label_of
from astro_referee.interpreter.show.scene.piles import Pile, known_ends, times
from astro_referee.interpreter.show.text.details import details, has_details
from astro_referee.interpreter.show.text.layout import WIDTH, wrapped
from astro_referee.interpreter.values.text import plural

NAMES, ROWS, ALL = range(3)
"""How much is told of cards that the rules have a table of: names, rows, or the sentence about all of them, too."""
FEW = 4
"""Cards that are simply listed; more are put together by what they share."""


def zone_lines(game: Game, piles: Sequence[Pile], much: int = ALL, width: int = WIDTH) -> list[str]:
    """One line for each zone, or several if it is long; those that are empty share a line.

    Cards of which the rules have a table are shown with their row; that is what a player aims for.
    """
    rows: list[str] = []
    empty: list[str] = []
    kinds_shown: set[str] = set()
    for pile in piles:
        head = f"{pile.title}:"
        if not pile.count:
            empty.append(pile.title)
            continue
        if pile.cards is None:
            rows.append("; ".join([f"{head} {plural(pile.count, 'card')}", *known_ends(pile)]))
            continue
        if much >= ROWS and has_details(game, pile):
            rows += details(game, pile, much == ALL and pile.kind not in kinds_shown, width)
            kinds_shown.add(pile.kind)
            continue
        groups = [] if pile.ordered else in_suits(game, pile) or grouped(game, pile.kind, pile.cards)
        items = groups or counted(pile)
        total = f" ({pile.count})" if pile.count > 1 and (groups or len(items) > 1) else ""
        rows += wrapped(head, items, total, ";" if groups else ",", width)
    return rows + (wrapped("empty:", empty, width=width) if empty else [])


def counted(pile: Pile) -> list[str]:
    """`3 x duke, count`, in the order in which they lie, or else of the kind."""
    return [times(count, pile.texts[card]) for card, count in pile.faces]


def in_suits(game: Game, pile: Pile) -> list[str]:
    """`2♣ 5♣ J♣` and `Q♠`: cards that are drawn by marks, those together that the zone sorts alike, or else those with
    the same first part.
    """
    if pile.texts == game.machine.members[pile.kind] or len(label_of(game, pile.kind, 0)) == 1:
        return []

    def first(face: tuple[int, int]) -> object:
        return pile.sorting[face[0]][0] if pile.sorting else label_of(game, pile.kind, face[0])[0]

    return [
        " ".join(times(count, pile.texts[card]) for card, count in run) for _, run in groupby(pile.faces, key=first)
    ]


def grouped(game: Game, kind: str, cards: Sequence[int]) -> list[str]:
    """`moon 1, 2, 4` or `2, 5, jack of clubs`: cards of two words by the first thing that tells them apart.

    Nothing, if the names of the cards are not made that way or if it would save nothing.
    """
    if len(cards) < FEW or game.machine.copies.get(kind, 1) > 1:
        return []
    groups: dict[tuple[str, str], list[str]] = {}
    for card in cards:
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
