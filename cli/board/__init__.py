"""The position of a match, drawn for whoever looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from astro_referee.cli.board.page import draw
from astro_referee.cli.terminal import ellipsis

if TYPE_CHECKING:
    from astro_referee.interpreter.match import Match
    from astro_referee.interpreter.views import Entry


def board(match: Match, player: int | None) -> list[str]:
    """The position as a player sees it, or as the referee does."""
    return draw(match.game, match.view(player), match.names, ellipsis())


def open_board(match: Match) -> list[str]:
    """The position as all players together see it: every hand, but no pile that nobody has looked at."""
    views = [match.view(player) for player in range(match.game.seats)]
    fields = []
    for alike in zip(*(view.fields for view in views), strict=True):
        entries = zip(*(field.entries for field in alike), strict=True)
        fields.append(evolve(alike[0], entries=tuple(map(clearest, entries))))
    return draw(match.game, evolve(views[0], fields=tuple(fields)), match.names, ellipsis())


def clearest(entries: tuple[Entry, ...]) -> Entry:
    """Of one entry as several players see it, what the first sees of it who sees it at all."""
    return next((entry for entry in entries if entry.value is not None), entries[0])
