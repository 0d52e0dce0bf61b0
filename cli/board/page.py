"""A view in, lines out. A game is known by what its rules declare; nothing is drawn that is not in the view.

Boards come first, then tokens beside them, then cards, then numbers and words.
"""

from __future__ import annotations

from astro_referee.cli.board.boards import boards
from astro_referee.cli.board.layers import Layer, board_of, layers_of, standing
from astro_referee.cli.board.people import People
from astro_referee.cli.board.places import places_of
from astro_referee.cli.board.tokens import beside_the_board, token_lines
from astro_referee.cli.board.values import Value, value_lines
from astro_referee.cli.board.zones import Zone, zone_lines
from astro_referee.interpreter.game import Game
from astro_referee.interpreter.views import FieldView, View


def draw(game: Game, view: View, names: tuple[str, ...], more: str = "…") -> list[str]:
    """The position in words and signs; `more` ends what had to be cut."""
    slots = {(slot.name, slot.sort): slot for slot in game.machine.fields}
    people = People(game.players, names)
    layers: dict[str, list[Layer]] = {}
    tokens: dict[str, list[FieldView]] = {}
    zones: list[Zone] = []
    values: list[Value] = []
    for field in view.fields:
        slot = slots[field.name, field.sort]
        spread = layers_of(game, slot, field, people) if field.sort in ("var", "zone") else []
        for layer in spread:
            layers.setdefault(layer.kind, []).append(layer)
        if field.sort == "token":
            tokens.setdefault(board_of(game, slot.type) or "", []).append(field)
        elif field.sort == "zone" and not spread:
            zones.append((slot, field))
        elif (field.sort in ("var", "die") or retired(game, field)) and not spread:
            values.append((slot, field))
    for kind, sorts in tokens.items():
        if kind:
            layers.setdefault(kind, []).insert(0, standing(game, kind, sorts, people))
    drawn: list[list[str]] = []
    for kind, there in layers.items():
        places = places_of(game, kind)
        assert places is not None
        drawn += boards(places, there, more)
    lines = [line for field in tokens.get("", []) for line in token_lines(field)]
    lines += beside_the_board([field for sorts in tokens.values() for field in sorts])
    lines += zone_lines(game, zones, people)
    *tables, rest = value_lines(values, people)
    blocks = [*drawn, lines, *tables, rest] if tables else [*drawn, lines + rest]
    return [row for block in blocks if block for row in ["", *block]][1:]


def retired(game: Game, field: FieldView) -> bool:
    """Whether a field that every game has says something here: who is left, once somebody is out."""
    return field.name == "players" and field.entries[0].value != (1 << game.seats) - 1
