"""A view in, lines out: boards come first, then tokens beside them, then cards, then numbers and words.

Where there is no room for all, lines that say little stand side by side, then only cards that the rules have more to
tell of are listed, then all go by their names alone, then what is long and open is cut, those cards last, then what is
told apart from the boards is left out, and at last the empty places of a list. What only the player sees stays.
"""

from __future__ import annotations

from attrs import evolve, frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.views import View
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.piles import Pile
from astro_referee.interpreter.show.scene.scene import Scene, scene_of
from astro_referee.interpreter.show.text.boards import boards
from astro_referee.interpreter.show.text.details import has_details
from astro_referee.interpreter.show.text.layout import WIDTH, beside, cut, fact_lines, merge_blocks, wrapped
from astro_referee.interpreter.show.text.tables import ruled
from astro_referee.interpreter.show.text.zones import NAMES, ROWS, zone_lines
from astro_referee.interpreter.values.marks import Style

WHOLE, CLOSE, AIMS, BRIEF, CUT, BARE = range(6)
"""How much of a page is drawn, from all of it to the least."""


def draw(game: Game, view: View, names: tuple[str, ...], more: str = "…", style: Style = Style.NAMES) -> list[str]:
    """The position in words and signs; `more` ends what had to be cut."""
    return page_of(game, view, names, more, style).rows()


def page_of(game: Game, view: View, names: tuple[str, ...], more: str = "…", style: Style = Style.NAMES) -> Page:
    return Page(game, scene_of(game, view, People(game.players, names, style)), more)


@frozen
class Page:
    """A position that can be drawn with more or less of it."""

    game: Game
    scene: Scene
    more: str

    def rows(self, much: int = WHOLE) -> list[str]:
        scene = self.scene
        alone = len(scene.boards) == 1
        drawn = [
            block
            for board in scene.boards
            for block in boards(board.places, board.layers, self.more, much == BARE, alone, board.roads)
        ]
        tables = [merge_blocks(band) for band in beside([[ruled(table)] for table in scene.tables])]
        if much >= CLOSE:
            return [row for block in [*drawn, *([] if is_cut(much) else tables)] for row in block] + self.close(much)
        lines = [row for fact in scene.tokens for row in fact_lines(fact)]
        lines += zone_lines(self.game, scene.piles)
        lines += [row for fact in scene.left_out for row in fact_lines(fact)]
        rest = [row for fact in scene.facts for row in fact_lines(fact)]
        blocks = [*drawn, lines, *tables, rest] if tables else [*drawn, lines + rest]
        return [row for block in blocks if block for row in ["", *block]][1:]

    def close(self, much: int) -> list[str]:
        """All that is beside the boards: what takes a line stands side by side with others, if it is open to all."""
        own = {slot.name for slot in self.game.machine.fields if slot.hidden}
        full, empty = self.full_and_empty()
        cards = ROWS if much <= AIMS else NAMES
        kept = [row for pile in full if is_own(pile, own) for row in zone_lines(self.game, [pile], cards)]
        tokens = [fact_lines(fact) for fact in self.scene.tokens]
        blocks = [self.in_one_row(rows) for rows in tokens] if much >= CUT else tokens
        blocks += [self.open_pile(pile, much) for pile in full if not is_own(pile, own)]
        if not is_cut(much):
            blocks += [fact_lines(fact) for fact in (*self.scene.left_out, *self.scene.facts)]
            blocks += [zone_lines(self.game, empty)] if empty else []
        long = [row for rows in blocks for row in rows if is_long(rows)]
        short = [rows[0] for rows in blocks if not is_long(rows)]
        left_out = is_cut(much) and bool(self.scene.facts or self.scene.tables)
        left_out = left_out or (much >= AIMS and self.detailed())
        short += ["`board` shows the rest"] if left_out else []
        return [*long, *(wrapped("", short, joint=";") if short else []), *kept]

    def open_pile(self, pile: Pile, much: int) -> list[str]:
        """A pile that all see; where room is scarce, a long one makes way for those that are worth more words."""
        rows = zone_lines(self.game, [pile], ROWS if much <= AIMS else NAMES)
        aim = has_details(self.game, pile)
        if is_cut(much) and is_long(rows) and self.detailed() and not aim:
            return zone_lines(self.game, [evolve(pile, cards=None)])
        return self.in_one_row(rows) if much == BARE or (much == CUT and not aim) else rows

    def in_one_row(self, rows: list[str]) -> list[str]:
        return [cut(" ".join(row.strip() for row in rows), WIDTH, self.more)]

    def detailed(self) -> bool:
        """Whether there are cards of which the rules have more to tell than their names."""
        return any(has_details(self.game, pile) for pile in self.scene.piles)

    def full_and_empty(self) -> tuple[list[Pile], list[Pile]]:
        piles = self.scene.piles
        return [pile for pile in piles if pile.count], [pile for pile in piles if not pile.count]


def is_cut(much: int) -> bool:
    """Whether what stands beside the boards is not told in full."""
    return much == AIMS or much >= CUT


def is_long(rows: list[str]) -> bool:
    """Whether something needs rows of its own."""
    return len(rows) > 1 or len(rows[0]) > WIDTH // 2


def is_own(pile: Pile, hidden: set[str]) -> bool:
    """Whether a pile shows what not everybody sees."""
    return pile.cards is not None and pile.name in hidden
