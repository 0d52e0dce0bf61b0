"""The position of a match, drawn for whoever looks at this terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.cli.table.wrapping import width
from astro_referee.cli.terminal import ellipsis
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.scene import scene_of
from astro_referee.interpreter.show.text.layout import WIDTH
from astro_referee.interpreter.show.text.page import Page
from astro_referee.interpreter.show.text.sheet import Sheet

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.play.views import View


def board(match: Match, player: int | None) -> list[str]:
    """The position as a player sees it, or as the referee does."""
    return page(match, match.view(player)).rows()


def public_board(match: Match) -> list[str]:
    """The position where all look at once: nothing that only some may see."""
    return page(match, match.public()).rows()


def watched_board(match: Match) -> list[str]:
    """The position for somebody who looks over all shoulders."""
    return page(match, match.watched()).rows()


def page(match: Match, view: View) -> Page:
    """All of a position, as wide as the terminal."""
    people = People(match.game.players, match.names, match.game.style)
    return Page(match.game, scene_of(match.game, view, people), ellipsis(), max(width() or WIDTH, WIDTH))


def sheet(match: Match, view: View, columns: int) -> Sheet:
    """As much of a position as there is room for."""
    people = People(match.game.players, match.names, match.game.style)
    return Sheet(match.game, scene_of(match.game, view, people), ellipsis(), columns)
