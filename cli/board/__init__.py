"""The position of a match, drawn for whoever looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.cli.board.page import draw
from astro_referee.cli.terminal import ellipsis

if TYPE_CHECKING:
    from astro_referee.interpreter.match import Match


def board(match: Match, player: int | None) -> list[str]:
    """The position as a player sees it, or as the referee does."""
    return draw(match.game, match.view(player), match.names, ellipsis())


def watched_board(match: Match) -> list[str]:
    """The position for somebody who looks over all shoulders."""
    return draw(match.game, match.watched(), match.names, ellipsis())
