"""A view in, lines out: boards come first, then tokens beside them, then cards, then numbers and words."""

from __future__ import annotations

from attrs import frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.views import View
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.scene import Scene, scene_of
from astro_referee.interpreter.show.text.boards import Extent, boards
from astro_referee.interpreter.show.text.layout import WIDTH, beside, fact_lines, merge_blocks
from astro_referee.interpreter.show.text.tables import ruled
from astro_referee.interpreter.show.text.zones import zone_lines
from astro_referee.interpreter.values.marks import Style


def draw(
    game: Game,
    view: View,
    names: tuple[str, ...],
    more: str = "…",
    style: Style = Style.NAMES,
    width: int = WIDTH,
) -> list[str]:
    """The position in words and signs; `more` ends what had to be cut."""
    return Page(game, scene_of(game, view, People(game.players, names, style)), more, width).rows()


@frozen
class Page:
    """A position, all of it, one thing below the other."""

    game: Game
    scene: Scene
    more: str
    width: int = WIDTH

    def rows(self) -> list[str]:
        scene, width = self.scene, self.width
        alone = len(scene.boards) == 1
        drawn = [
            block.whole(width)
            for board in scene.boards
            for block in boards(board.places, board.layers, self.more, False, alone, board.roads, Extent(width))
        ]
        tables = [merge_blocks(band) for band in beside([[ruled(table, width)] for table in scene.tables], width)]
        lines = [row for fact in scene.tokens for row in fact_lines(fact, width)]
        lines += zone_lines(self.game, scene.piles, width=width)
        lines += [row for fact in scene.left_out for row in fact_lines(fact, width)]
        rest = [row for fact in scene.facts for row in fact_lines(fact, width)]
        blocks = [*drawn, lines, *tables, rest] if tables else [*drawn, lines + rest]
        return [row for block in blocks if block for row in ["", *block]][1:]
