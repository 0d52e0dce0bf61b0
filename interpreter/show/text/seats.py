"""Zones that each player has, as tables: a row for each player, where what lies in a trick stands side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from attrs import evolve, frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.show.scene.facts import Fact, Table
from astro_referee.interpreter.show.scene.piles import Pile, known_ends
from astro_referee.interpreter.show.scene.scene import Scene
from astro_referee.interpreter.show.text.details import has_details
from astro_referee.interpreter.show.text.zones import NAMES, zone_lines

WIDEST = 14
"""Columns for the cards of a player in a table; more are a line of their own."""
MOST = 10
"""Places of a row of cards that are columns of a table."""
FEW = 2
"""Players of whom each has a number and a zone: for them, two lines are shorter than a table."""
BLANK, UNSEEN = ".", "?"

Own = Callable[[Pile], bool]
"""Whether a pile shows what not everybody sees; that has its own line."""


def seated(game: Game, scene: Scene, own: Own, width: int) -> Scene:
    """The same with short zones and numbers of the players in one table, if there are several of them."""
    names = player_names(game, scene.piles)
    families = [list(same) for _, same in groupby(unindexed(scene.piles), key=lambda pile: pile.name)]
    columns = {
        family[0].name: column
        for family in families
        if len(family) == len(names) and (column := column_of(game, family, own)) is not None
    }
    first = ("", *names)
    old = next((table for table in scene.tables if table.first == first), Table(first, ()))
    numbers = {fact.name: cells for fact in scene.facts if (cells := numbered(fact, names)) is not None}
    joined = bool(columns) and (bool(old.columns) or (bool(numbers) and len(names) > FEW))
    if len(columns) < 2 and not joined:
        return scene
    made = Table(first, (*old.columns, *((name, *cells) for name, cells in numbers.items()), *columns.values()))
    if sum(2 + max(map(len, column)) for column in (first, *made.columns)) - 2 > width:
        return scene
    piles = tuple(pile for pile in scene.piles if pile.owner is None or pile.name not in columns or own(pile))
    tables = tuple(table for table in scene.tables if table is not old)
    facts = tuple(fact for fact in scene.facts if fact.name not in numbers)
    return evolve(scene, piles=piles, tables=(made, *tables), facts=facts)


def player_names(game: Game, piles: Sequence[Pile]) -> list[str]:
    """Who the owners are, as the titles of their zones call them."""
    names = {pile.owner: pile.title.removeprefix(f"{pile.words} of ") for pile in unindexed(piles)}
    return [names.get(seat, player) for seat, player in enumerate(game.players)]


def unindexed(piles: Sequence[Pile]) -> list[Pile]:
    """Zones of which each player has one, those of a name together."""
    every = [pile for pile in piles if pile.owner is not None and not pile.index]
    order = list(dict.fromkeys(pile.name for pile in every))
    return sorted(every, key=lambda pile: order.index(pile.name))


def column_of(game: Game, family: Sequence[Pile], own: Own) -> tuple[str, ...] | None:
    """The name of a zone and what each player has in it; None if that is too much for a table, or nothing at all."""
    if not any(pile.count for pile in family) or any(known_ends(pile) or has_details(game, pile) for pile in family):
        return None
    cells = [cell(game, evolve(pile, cards=None) if own(pile) else pile) for pile in family]
    return (family[0].words, *cells) if max(map(len, cells)) <= WIDEST else None


def cell(game: Game, pile: Pile) -> str:
    if not pile.count:
        return BLANK
    rows = zone_lines(game, [pile], NAMES)
    return " ".join(row.strip() for row in rows).removeprefix(f"{pile.title}: ")


def numbered(fact: Fact, names: Sequence[str]) -> list[str] | None:
    """What each player has, if a fact says nothing else."""
    heads = [f"{name} = " for name in names]
    if len(fact.items) != len(heads) or not all(map(str.startswith, fact.items, heads)):
        return None
    return [item.removeprefix(head) for item, head in zip(fact.items, heads, strict=True)]


# --- Rows of cards ---------------------------------------------------------------------------------------------------


@frozen
class Row:
    """Zones of one card each, a row of them for each player: what they hold as a table."""

    piles: tuple[Pile, ...]

    def table(self) -> Table:
        seats = list(dict.fromkeys(pile.owner for pile in self.piles))
        titles = {pile.owner: pile.title.removeprefix(f"{pile.words} of ") for pile in self.piles}
        names = [titles[seat].removesuffix(f" {self.index_of(seat)}") for seat in seats]
        places = list(dict.fromkeys(pile.index[0] for pile in self.piles))
        there = {(pile.owner, pile.index[0]): face(pile) for pile in self.piles}
        columns = ((place, *(there.get((seat, place), BLANK) for seat in seats)) for place in places)
        return Table((self.piles[0].words, *names), tuple(columns))

    def with_facts(self, seat: int | None, tables: Sequence[Table]) -> Table:
        """The same, and below it what tables of the same things say of the cards of one player."""
        made = self.table()
        seats = list(dict.fromkeys(pile.owner for pile in self.piles))
        if seat not in seats:
            return made
        at, places = seats.index(seat) + 1, [column[0] for column in made.columns]
        said = {
            f"{table.first[0]} of {made.first[at]}": {column[0]: column[at] for column in table.columns}
            for table in tables
            if table.first[1:] == made.first[1:]
        }
        said = {words: cells for words, cells in said.items() if cells.keys() >= {*places}}
        columns = ((*column, *(cells[column[0]] for cells in said.values())) for column in made.columns)
        return Table((*made.first, *said), tuple(columns))

    def index_of(self, seat: int | None) -> str:
        return next(pile.index[0] for pile in reversed(self.piles) if pile.owner == seat)


def face(pile: Pile) -> str:
    if not pile.count:
        return BLANK
    return UNSEEN if pile.cards is None else ", ".join(pile.texts[card] for card in pile.cards)


def rows_of_cards(piles: Sequence[Pile]) -> list[Row]:
    """Zones of a player and one thing more that hold no more than a card each."""
    every = [pile for pile in piles if pile.owner is not None and len(pile.index) == 1]
    names = dict.fromkeys(pile.name for pile in every)
    rows = [Row(tuple(pile for pile in every if pile.name == name)) for name in names]
    return [
        row
        for row in rows
        if all(pile.count <= 1 and not known_ends(pile) for pile in row.piles)
        and any(pile.count for pile in row.piles)
        and len({pile.index for pile in row.piles}) <= MOST
        and len(row.piles) > 2
    ]
