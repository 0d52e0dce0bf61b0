"""A view in, lines out: boards come first, then tokens beside them, then cards, then numbers and words."""

from __future__ import annotations

from astro_referee.cli.board.boards import boards
from astro_referee.cli.board.layout import beside, joined, told
from astro_referee.cli.board.people import People
from astro_referee.cli.board.scene import scene_of
from astro_referee.cli.board.tables import ruled
from astro_referee.cli.board.zones import zone_lines
from astro_referee.interpreter.game import Game
from astro_referee.interpreter.views import View


def draw(game: Game, view: View, names: tuple[str, ...], more: str = "…") -> list[str]:
    """The position in words and signs; `more` ends what had to be cut."""
    scene = scene_of(game, view, People(game.players, names))
    drawn = [block for board in scene.boards for block in boards(board.places, board.layers, more)]
    lines = [row for fact in scene.tokens for row in told(fact)]
    lines += zone_lines(game, scene.piles)
    lines += [row for fact in scene.left_out for row in told(fact)]
    rest = [row for fact in scene.facts for row in told(fact)]
    tables = [joined(band) for band in beside([[ruled(table)] for table in scene.tables])]
    blocks = [*drawn, lines, *tables, rest] if tables else [*drawn, lines + rest]
    return [row for block in blocks if block for row in ["", *block]][1:]
