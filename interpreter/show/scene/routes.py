"""Routes: kinds with a column of `ends`, which are the lines of a map, and what the rules say of them."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.values.types import Member, SetOf, plain

ENDS = "ends"
"""The column that says which places a route joins."""


@frozen
class Route:
    """A line between two places; one that leads back to where it began has one end."""

    kind: str
    name: str
    ends: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    """What the other columns say of it."""


def ends_of(game: Game, kind: str) -> str | None:
    """The kind of the places that the members of a kind join, if they are routes."""
    columns = game.rules.columns.get(kind, {})
    type = columns[ENDS][0] if ENDS in columns and game.machine.shapes.get(kind) == "kind" else None
    return type.of.kind if isinstance(type, SetOf) and isinstance(type.of, Member) else None


def routes_of(game: Game, places: str) -> tuple[Route, ...]:
    """All routes between the places of a kind."""
    return tuple(
        route for kind in game.machine.members if ends_of(game, kind) == places for route in each(game, kind, places)
    )


def each(game: Game, kind: str, places: str) -> Iterator[Route]:
    columns = game.rules.columns[kind]
    type, ends = columns[ENDS]
    for number, name in enumerate(game.machine.members[kind]):
        joined = tuple(game.machine.members[places][end] for end in game.printer.values(plain(type), int(ends[number])))
        facts = tuple(
            (word.replace("_", " "), game.printer.show(said, values[number]))
            for word, (said, values) in columns.items()
            if word != ENDS and word not in game.rules.coordinates.get(kind, ())
        )
        yield Route(kind, name, joined, facts)
