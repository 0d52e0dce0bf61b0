"""A view in, as many lines as there is room for out: boards, and at their side or below what else is on the table.

Where there is no room for all, blank lines go first, and lines that say little share one. Then only cards that the
rules have more to tell of are listed, then all go by their names alone, then what is long and open is cut, those cards
last, then what is told apart from the boards is left out, then the empty places of a list, then
all that is open, and at last the boards. What only the player sees stays. Empty zones are not told: `Page` has them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType

from attrs import evolve, field, frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.show.scene.changes import Place
from astro_referee.interpreter.show.scene.facts import Fact
from astro_referee.interpreter.show.scene.piles import Pile
from astro_referee.interpreter.show.scene.scene import Scene
from astro_referee.interpreter.show.text.boards import Drawn, Extent, boards
from astro_referee.interpreter.show.text.details import has_details
from astro_referee.interpreter.show.text.highlights import Highlight
from astro_referee.interpreter.show.text.layout import (
    GAP,
    WIDTH,
    Block,
    beside,
    cut_between,
    fact_lines,
    merge_blocks,
    wrapped,
)
from astro_referee.interpreter.show.text.seats import Row, rows_of_cards, seated
from astro_referee.interpreter.show.text.tables import ruled
from astro_referee.interpreter.show.text.zones import NAMES, ROWS, zone_lines

WHOLE, CLOSE, AIMS, BRIEF, CUT, BARE, BOARDS, OWN = range(8)
"""How much of a position is drawn, from all of it to what only the player sees."""
RULED, SPREAD, LOW, FIRST = range(-1, 3)
"""How boards are drawn: with lines between all their places, only where places are linked, without, and of several only
what is drawn first."""
NARROWEST = 28
"""Columns beside a board that are worth using."""

BELOW = "  "
"""In front of what stands below a board and belongs to it."""
FLAT = ("grid", "hexgrid", "ring", "plan")
"""Boards without lines between their places."""

Part = Callable[[int], Block]
"""From columns to lines no longer than that, if its names are not."""


@frozen
class FlexiblePage:
    """A position that can be drawn with more or less of it."""

    game: Game
    scene: Scene
    more: str
    width: int = WIDTH
    seat: int | None = None
    """Who looks."""
    marked: Mapping[Place, Highlight] = MappingProxyType({})
    """Places that stand out."""
    folded: bool = False
    """Whether what each player has is in a table already."""
    drawn: dict[tuple[bool, int], list[Drawn]] = field(factory=dict, eq=False, repr=False)
    listed: dict[tuple[int, int, int], Block] = field(factory=dict, eq=False, repr=False)
    """Piles in lines, by the pile, how much is told of it and how wide it is."""

    def rows(self, much: int = WHOLE, spread: int = SPREAD, first: Part | None = None) -> list[str]:
        """The lines; what comes `first` stands at the side of the boards if there is room for it, else above them."""
        if much <= CLOSE and not self.folded and self.seats is not self:
            return self.seats.rows(much, spread, first)
        drawn = [] if much == OWN else self.boards(much, spread)
        legends = {block.legend: block.explained for block in drawn if block.legend or block.part}
        shared = len(legends) == 1  # else each board has its own below it
        left = [row for block in drawn for row in (block.rows if shared else block.whole(self.width))]
        parts = [] if much >= BOARDS else self.open_parts(much)
        if self.scene.tables and not is_cut(much):
            if left:
                parts.append(self.tables)
            else:
                left = self.tables(self.width)
        side = Side(left, self.width)
        above = [] if first is None or side.takes(first) else first(self.width)
        legend = [part for part in legends.values() if shared and not side.takes(partial(flush, part))]
        below = [part for part in parts if not side.takes(part)]
        own = [part for part in self.own(much) if not side.takes(part)]
        explained, kept = ([row for part in some for row in part(self.width)] for some in (legend, own))
        return [*above, *side.rows(), *explained, *self.below(below, much, spread), *kept]

    @cached_property
    def seats(self) -> FlexiblePage:
        """The same with what each player has in a table, as far as that is short."""
        scene = seated(self.game, self.scene, self.is_own, self.width)
        return self if scene is self.scene else evolve(self, scene=scene, folded=True)

    def boards(self, much: int, spread: int) -> list[Drawn]:
        """All boards, without those of which nothing may be seen; drawn once for each way."""
        way = (much >= BARE, spread)
        if way not in self.drawn:
            self.drawn[way] = self.draw(much, spread)
        return self.drawn[way]

    def draw(self, much: int, spread: int) -> list[Drawn]:
        alone = len(self.scene.boards) == 1
        drawn: list[Drawn] = []
        for board in self.scene.boards:
            marked = {place: why for (kind, place), why in self.marked.items() if kind == board.places.kind}
            layers = [layer for layer in board.layers if not layer.secret]
            extent = Extent(self.width, spread >= LOW, marked, spread == RULED, alone and len(layers) == 1)
            if layers:
                drawn += boards(board.places, layers, self.more, much >= BARE, alone, board.roads, extent)
        return drawn[:1] if spread == FIRST else drawn

    def tables(self, width: int) -> list[str]:
        bands = beside([[ruled(table, width)] for table in self.scene.tables], width)
        return [row for band in bands for row in merge_blocks(band)]

    def open_parts(self, much: int) -> list[Part]:
        """What all see beside the boards."""
        parts: list[Part] = [partial(self.fact, fact, much) for fact in self.scene.tokens]
        piles = [pile for pile in self.loose if pile.count and not self.is_own(pile)]
        parts += [partial(self.open_pile, pile, much) for pile in piles]
        if not is_cut(much):
            parts += [partial(fact_lines, fact) for fact in (*self.scene.left_out, *self.scene.facts)]
        return parts

    def own(self, much: int) -> list[Part]:
        """What not everybody sees."""
        cards = ROWS if much <= AIMS else NAMES
        piles = [pile for pile in self.loose if pile.count and self.is_own(pile)]
        told = self.scene.tables if is_cut(much) else ()
        rows: list[Part] = [partial(ruled, row.with_facts(self.seat, told)) for row in self.in_rows]
        return [*rows, *(partial(self.pile_lines, pile, cards) for pile in piles)]

    def pile_lines(self, pile: Pile, much: int, width: int) -> Block:
        way = (id(pile), much, width)
        if way not in self.listed:
            self.listed[way] = zone_lines(self.game, [pile], much, width)
        return self.listed[way]

    @cached_property
    def in_rows(self) -> list[Row]:
        """Cards that each player has in a row."""
        return rows_of_cards(self.scene.piles)

    @cached_property
    def loose(self) -> list[Pile]:
        """All other cards."""
        told = [pile for row in self.in_rows for pile in row.piles]
        return [pile for pile in self.scene.piles if all(pile is not one for one in told)]

    def fact(self, fact: Fact, much: int, width: int) -> Block:
        rows = fact_lines(fact, width)
        return self.in_one_row(rows, width) if much >= CUT else rows

    def open_pile(self, pile: Pile, much: int, width: int) -> Block:
        """A pile that all see; where room is scarce, a long one makes way for those that are worth more words."""
        rows = self.pile_lines(pile, ROWS if much <= AIMS else NAMES, width)
        aim = has_details(self.game, pile)
        if is_cut(much) and self.is_long(rows) and self.detailed() and not aim:
            return zone_lines(self.game, [evolve(pile, cards=None)], width=width)
        return self.in_one_row(rows, width) if much >= BARE or (much == CUT and not aim) else rows

    def below(self, parts: Sequence[Part], much: int, spread: int) -> list[str]:
        """What has no room at the side: what takes a line shares it with others, unless all is drawn."""
        blocks = [part(self.width) for part in parts]
        if much == WHOLE:
            return [row for block in blocks for row in block]
        long = [row for rows in blocks for row in rows if self.is_long(rows)]
        short = [rows[0] for rows in blocks if rows and not self.is_long(rows)]
        short += [cut_between("`board` shows the rest", self.width, self.more)] if self.leaves_out(much, spread) else []
        return [*long, *(wrapped("", short, joint=";", width=self.width) if short else [])]

    def leaves_out(self, much: int, spread: int) -> bool:
        """Whether something is missing that the page has."""
        if much >= BOARDS:
            return bool(self.scene.boards or self.scene.facts or self.scene.tables or self.scene.piles)
        if spread >= LOW and any(board.places.shape not in FLAT for board in self.scene.boards):
            return True
        if spread == FIRST and len(self.boards(much, LOW)) > 1:
            return True
        return (is_cut(much) and bool(self.scene.facts or self.scene.tables)) or (much >= AIMS and self.detailed())

    def in_one_row(self, rows: list[str], width: int) -> list[str]:
        return [cut_between(" ".join(row.strip() for row in rows), width, self.more)]

    def detailed(self) -> bool:
        """Whether there are cards of which the rules have more to tell than their names."""
        return any(has_details(self.game, pile) for pile in self.scene.piles)

    def is_long(self, rows: list[str]) -> bool:
        """Whether something needs rows of its own."""
        return len(rows) > 1 or bool(rows and len(rows[0]) > self.width // 2)

    def is_own(self, pile: Pile) -> bool:
        """Whether a pile shows what not everybody sees."""
        return pile.cards is not None and any(
            slot.name == pile.name and slot.hidden for slot in self.game.machine.fields
        )


class Side:
    """The columns at the right of some lines, filled from the top."""

    def __init__(self, left: Block, width: int) -> None:
        self.left, self.right = left, Block()
        self.width = width - max(map(len, left), default=width) - len(GAP)

    def takes(self, part: Part) -> bool:
        """Whether there was room for something; then it stands there."""
        rows = part(self.width) if self.width >= NARROWEST else []
        fits = bool(rows) and len(self.right) + len(rows) <= len(self.left) and max(map(len, rows)) <= self.width
        self.right += rows if fits else []
        return fits

    def rows(self) -> list[str]:
        return merge_blocks([self.left, self.right]) if self.right else self.left


def flush(part: Part, width: int) -> Block:
    """The same without the blanks in front that it has below a board."""
    rows = part(width + len(BELOW))
    return [row.removeprefix(BELOW) for row in rows]


def is_cut(much: int) -> bool:
    """Whether what stands beside the boards is not told in full."""
    return much == AIMS or much >= CUT
