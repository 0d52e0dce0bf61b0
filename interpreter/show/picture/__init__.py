"""The position of a match as a picture, for whoever looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.interpreter.show import narration
from astro_referee.interpreter.show.picture.film import film
from astro_referee.interpreter.show.picture.page import Heading, page
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.scene import scene_of
from astro_referee.interpreter.values.text import plural, spaced

SECONDS, LONGEST = 1.0, 150
"""How long a position of a moving picture is seen, and how many there are at most; of more, every second or third."""

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match


def picture(match: Match, player: int | None, *, hands: bool = False) -> str:
    """The position as a player sees it, or as the referee does: an SVG file, the same bytes for the same position.

    With `hands` it is as somebody sees it who looks into all hands, but not under what lies face down.
    """
    people = People(match.game.players, match.names)
    seen = "everything is shown" if player is None else f"as {people.full(people.seats[player])} sees it"
    if hands:
        seen = "hands are open"
    view = match.watched() if hands else match.view(player)
    heading = Heading(
        spaced(match.game.rules.title),
        narration.ending(match) if match.over else list(filter(None, [narration.status(match), match.question])),
        f"after {plural(match.number, 'event')}, {seen}",
        match.actors,
    )
    return page(match.game, scene_of(match.game, view, people), people, heading)


def moving_picture(match: Match, player: int | None, seconds: float = SECONDS) -> str:
    """A whole game as a player saw it, from one decision to the next."""
    stops = [number for number, event in enumerate(match.events) if event.player is not None]
    step = -(-len(stops) // LONGEST)
    kept = [*stops[::step], len(match.events)] if stops else [len(match.events)]
    return film([picture(match.rewound(number), player) for number in kept], seconds)
