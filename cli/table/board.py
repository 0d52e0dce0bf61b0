"""The position of a match, drawn for whoever looks at this terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.cli.terminal import ellipsis
from astro_referee.interpreter.show.text.page import Page, draw, page_of

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match


def board(match: Match, player: int | None) -> list[str]:
    """The position as a player sees it, or as the referee does."""
    return draw(match.game, match.view(player), match.names, ellipsis(), match.game.style)


def board_page(match: Match, player: int | None) -> Page:
    """The same, to be drawn with as much of it as there is room for."""
    return page_of(match.game, match.view(player), match.names, ellipsis(), match.game.style)


def public_board(match: Match) -> list[str]:
    """The position where all look at once: nothing that only some may see."""
    return draw(match.game, match.public(), match.names, ellipsis(), match.game.style)


def watched_board(match: Match) -> list[str]:
    """The position for somebody who looks over all shoulders."""
    return draw(match.game, match.watched(), match.names, ellipsis(), match.game.style)
