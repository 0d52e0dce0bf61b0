"""A view in, what is on the table out: boards, cards, tables and facts, for whoever draws them.

A game is known by what its rules declare; nothing is here that is not in the view. How it looks, on a terminal or in a
picture, is decided elsewhere.
"""

from __future__ import annotations

from attrs import evolve, frozen

from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.views import FieldView, View
from astro_referee.interpreter.show.scene.facts import Fact, Table
from astro_referee.interpreter.show.scene.layers import Layer, board_of, layers_of, token_layer
from astro_referee.interpreter.show.scene.marks import Marks
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.piles import Pile, Zone, left_out, piles_of
from astro_referee.interpreter.show.scene.places import Places, places_of, trimmed
from astro_referee.interpreter.show.scene.plans import home_of
from astro_referee.interpreter.show.scene.roads import on_routes, tabled
from astro_referee.interpreter.show.scene.routes import ends_of
from astro_referee.interpreter.show.scene.tokens import beside_the_board, token_facts
from astro_referee.interpreter.show.scene.values import Value, values_of
from astro_referee.interpreter.values.marks import Style


@frozen
class Board:
    """Places, and everything that is on them."""

    places: Places
    layers: tuple[Layer, ...]
    roads: tuple[Layer, ...] = ()
    """What is on the routes between them."""


@frozen
class Scene:
    """Everything to be drawn: boards first, then tokens that are on none, then cards, then numbers and words."""

    boards: tuple[Board, ...]
    tokens: tuple[Fact, ...]
    piles: tuple[Pile, ...]
    left_out: tuple[Fact, ...]
    tables: tuple[Table, ...]
    facts: tuple[Fact, ...]


def scene_of(game: Game, view: View, people: People) -> Scene:
    """What lies on the table, as far as the view shows it."""
    people = people.reading(words_of(game, people.style))
    shown = (slot for slot, _ in game.machine.shown)
    slots = {(slot.name, slot.sort): slot for slot in (*game.machine.fields, *shown)}
    layers: dict[str, list[Layer]] = {}
    roads: dict[str, list[Layer]] = {}
    tokens: dict[str, list[FieldView]] = {}
    zones: list[Zone] = []
    values: list[Value] = []
    for field in view.fields:
        if field.name in game.rules.unshown:
            continue
        slot = slots[field.name, field.sort]
        spread = layers_of(game, slot, field, people) if field.sort in ("var", "zone", "def") else []
        for layer in spread:
            layers.setdefault(home_of(game, layer.kind), []).append(layer)
        for layer in on_routes(game, slot, field, people) if not spread else ():
            spread.append(layer)
            roads.setdefault(home_of(game, ends_of(game, layer.kind) or ""), []).append(layer)
        if field.sort == "token":
            tokens.setdefault(board_of(game, slot.type) or "", []).append(field)
        elif field.sort == "zone" and not spread:
            zones.append((slot, field))
        elif (field.sort in ("var", "die", "def") or retired(game, field)) and not spread:
            values.append((slot, styled(game, slot, field, people)))
    for kind, sorts in tokens.items():
        if kind:
            layers.setdefault(home_of(game, kind), []).insert(0, token_layer(game, kind, sorts, people))
    for kind in roads:
        layers.setdefault(kind, [Layer(kind, kind, kind, {}, Marks([], people))])
    every = [field for sorts in tokens.values() for field in sorts]
    tables, facts = values_of(game, values, people)
    boards = tuple(board(game, kind, there, roads.get(kind, [])) for kind, there in layers.items())
    maps = [table for there in boards for table in tabled(there.places.routes, there.roads, people)]
    return Scene(
        boards,
        (
            *(fact for field in tokens.get("", []) for fact in token_facts(field, people)),
            *beside_the_board(game, every, people),
        ),
        tuple(piles_of(game, zones, people)),
        tuple(left_out(zones)),
        (*maps, *tables),
        tuple(facts),
    )


def words_of(game: Game, style: Style) -> dict[str, str]:
    """What players read in place of names that are written otherwise for them."""
    if style is Style.NAMES:
        kinds = ((game.machine.members.get(kind, ()), marks) for kind, marks in game.rules.marks.items())
        marked = (pair for names, marks in kinds for pair in zip(names, marks, strict=False))
        return {name: mark.words for name, mark in marked if mark.words}
    told = game.printed(style).members
    return {
        name: words
        for kind, names in game.machine.members.items()
        for name, words in zip(names, told[kind], strict=True)
        if name != words
    }


def styled(game: Game, slot: FieldSlot, field: FieldView, people: People) -> FieldView:
    """A value as it is written for these people."""
    if people.style is Style.NAMES:
        return field
    show = game.printed(people.style).show
    entries = (e if e.value is None else evolve(e, text=show(slot.type, e.value)) for e in field.entries)
    return evolve(field, entries=tuple(entries))


def board(game: Game, kind: str, layers: list[Layer], roads: list[Layer]) -> Board:
    """The places of a kind; of a large grid the part that is in use.

    Variables of which nothing may be seen are left out, and sets with nothing in them, unless there is nothing else.
    """
    places = places_of(game, kind)
    assert places is not None
    layers = [layer for layer in layers if not layer.secret] or layers
    layers = [layer for layer in layers if not layer.unmarked] or layers
    used = {name for layer in layers for name in layer.cells if not (layer.ground or layer.blank(name))}
    return Board(trimmed(places, used, any(layer.crowded for layer in layers)), tuple(layers), tuple(roads))


def retired(game: Game, field: FieldView) -> bool:
    """Whether a field that every game has says something here: who is left, once somebody is out."""
    return field.name == "players" and field.entries[0].value != (1 << game.seats) - 1
