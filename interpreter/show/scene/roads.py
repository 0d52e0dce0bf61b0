"""What is on the routes of a map, as layers over them and as a table."""

from __future__ import annotations

from collections.abc import Sequence

from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.views import FieldView
from astro_referee.interpreter.show.scene.facts import Table
from astro_referee.interpreter.show.scene.layers import BLANK, Layer, sets_of, spread_out
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.routes import Route, ends_of
from astro_referee.interpreter.values.types import Member, SetOf


def on_routes(game: Game, slot: FieldSlot, field: FieldView, people: People) -> list[Layer]:
    """A variable with a value for each route, or sets of routes, as layers over the routes; none if it is neither."""
    if field.sort not in ("var", "def"):
        return []
    if len(slot.indices) == 1 and isinstance(slot.indices[0], Member) and ends_of(game, slot.indices[0].kind):
        return spread_out(game, slot, field, 0, slot.indices[0].kind, people)
    if isinstance(slot.type, SetOf) and isinstance(slot.type.of, Member) and ends_of(game, slot.type.of.kind):
        return sets_of(game, slot, field, slot.type.of.kind, people)
    return []


def tabled(routes: Sequence[Route], layers: Sequence[Layer], people: People) -> list[Table]:
    """Each kind of routes as a table: where they lead, what the rules say of them, and what is on them."""
    made = []
    for kind in dict.fromkeys(route.kind for route in routes):
        rows = [route for route in routes if route.kind == kind]
        columns = [("leads", *(" - ".join(route.ends) for route in rows))]
        for number, (word, _) in enumerate(rows[0].facts):
            columns.append((word, *(route.facts[number][1] for route in rows)))
        for layer in (layer for layer in layers if layer.kind == kind):
            columns.append((layer.title, *(said(layer, route.name, people) for route in rows)))
        made.append(Table((kind, *(route.name for route in rows)), tuple(columns)))
    return made


def said(layer: Layer, name: str, people: People) -> str:
    """What is on a route, in full."""
    cell = layer.cells.get(name, BLANK)
    if isinstance(cell, str):
        return cell
    return ", ".join(" ".join(people.name(part.name) for part in label) for label in cell) or BLANK
