"""What a player may look up during a turn: what only they can see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from astro_referee.interpreter.play import views
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.piles import piles_of
from astro_referee.interpreter.show.text.zones import zone_lines

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match


def own(match: Match, seat: int) -> list[str]:
    """What a player sees and not everybody else does."""
    game, state = match.game, match.state
    slots = {slot.name: slot for slot in game.machine.fields if slot.hidden}
    people = People(game.players, match.names, game.style)
    rows: list[str] = []
    for field in match.view(seat).fields:
        slot = slots.get(field.name)
        if slot is None:
            continue
        mine = tuple(
            entry
            for position, entry in enumerate(field.entries)
            if entry.value is not None
            and not all(views.sees(game, state, slot, position, 1 << other) for other in range(game.seats))
        )
        if field.sort == "zone":
            rows += zone_lines(game, piles_of(game, [(slot, evolve(field, entries=mine))], people)) if mine else []
        else:
            for entry in mine:
                assert entry.value is not None
                whose = " of " + " ".join(people.name(word) for word in entry.index) if entry.index else ""
                rows.append(f"{field.title}{whose}: {game.printed(game.style).show(slot.type, entry.value)}")
    return rows or ["There is nothing that only you can see."]
