"""What is sent: a table and who looks in, plain data out. Nothing is in it that the viewer may not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from astro_referee.cli.protocol import offers
from astro_referee.cli.serve import drawing
from astro_referee.cli.table.keyboard import has_secrets
from astro_referee.interpreter.play.endings.agreements import Agreement, Manner, possible
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.show.picture.palette import palette_of
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.values.text import spaced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from astro_referee.interpreter.play.events import Event
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.play.views import View

RECENT = 40
"""Events that are told again with each position: a secret choice among them may have been opened since."""

Facts = dict[str, object]


@frozen
class Viewer:
    """Who looks in: somebody in a seat, whoever runs the table, or somebody who watches."""

    role: str
    seat: int | None = None
    shoulders: bool = False
    """Whether somebody who watches sees what any player sees."""

    def view(self, match: Match) -> View:
        if self.seat is not None:
            return match.view(self.seat)
        return match.watched() if self.shoulders else match.public()

    def eyes(self, match: Match) -> int:
        """The same for texts: the set of those who look, as narration has it."""
        if self.seat is not None:
            return 1 << self.seat
        return narration.ALL_SHOULDERS if self.shoulders else (1 << match.game.seats) - 1


def painter_of(match: Match) -> drawing.Painter:
    return drawing.Painter(match.game, People(match.game.players, match.names, match.game.style))


def position(match: Match, viewer: Viewer, painter: drawing.Painter, narrow: bool, whole_log: bool = False) -> Facts:
    """Where a game stands for a viewer: what lies there, who is asked for what, and what has happened lately."""
    seat = viewer.seat
    asked = seat is not None and seat in match.actors
    return {
        "number": match.number,
        "scene": painter.drawn(viewer.view(match), narrow),
        "asked": list(match.actors),
        "asks": offers.asked_words(match, seat),
        "over": match.over,
        "ending": narration.ending(match) if match.over else [],
        "offer": offers.offered(match, seat) if asked and seat is not None else {},
        "log": log(match, viewer, 0 if whole_log else first_recent(match.events)),
    }


def first_recent(events: Sequence[Event]) -> int:
    """Where the last events begin; no deal is cut in two."""
    first = max(0, len(events) - RECENT)
    while first and events[first].player is None:
        first -= 1
    return first


def log(match: Match, viewer: Viewer, first: int) -> Facts:
    """What has happened after so many events: each line with the number of its event."""
    eyes = viewer.eyes(match)
    rows: list[Facts] = []
    if not first:
        rows += [{"number": 0, "text": said, "aloud": True} for said in narration.opening(match, eyes)]
    number = first
    for line in narration.lines(match, match.events[first:], eyes, lambda text, _: text):
        number = number if line.number is None else line.number
        text = line.text.removeprefix(f"{number}. ").strip()
        row: Facts = {"number": number, "text": text, "aloud": line.aloud}
        row |= {"effect": line.effect.strip()} if line.effect else {}
        row |= {"player": line.player} if line.player is not None else {}
        rows.append(row)
    return {"after": first, "rows": rows}


def about_game(match: Match) -> Facts:
    """What stays the same for a whole game, and all may know."""
    game = match.game
    return {
        "title": spaced(game.rules.title),
        "docs": game.rules.docs,
        "settings": [list(pair) for pair in game.settings()],
        "hues": list(palette_of(game).seats),
        "seats": list(game.players),
        "resign": Agreement(Manner.RESIGNED, 0) in possible(game),
        "draw": Agreement(Manner.DRAWN) in possible(game),
        "secrets": has_secrets(game),
    }
