"""What is on a board: variables, sets of places, zones and tokens of a view, as layers over the places of a kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.views import Entry, FieldView
from astro_referee.interpreter.show.scene.facts import Fact
from astro_referee.interpreter.show.scene.labels import Label, LabelPart, all_labels, label_of, of_side, value_label
from astro_referee.interpreter.show.scene.marks import SIGN_AND_NAME, WHOLE, Marks, letters
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.places import Point, places_of
from astro_referee.interpreter.show.scene.plans import numbered, plan_of
from astro_referee.interpreter.values.types import BagOf, Base, Bool, Int, Member, SetOf, Type, plain

BLANK, FULL, HIDDEN, BARE = ".", "#", "?", "-"
"""A place with nothing on it, one that is marked, one that may not be seen, and one with a set that is empty."""
FLAG = "*"
"""Behind what is on a place of which the rules say yes."""
HIGHEST_PILE = 5
"""Men of a pile that are drawn one by one, as a board has room for."""
MOST_LAYERS = 16
"""Boards of one variable; what is kept for more is a list."""

Cell = str | tuple[Label, ...]
"""What is on a place: a face that is ready, or things that get their marks."""


@frozen
class Layer:
    """A board with something on its places; what is not in `cells` is blank.

    `field` is what is there: a variable, a zone, or sorts of tokens; `title` is written above the board.
    """

    kind: str
    field: str
    title: str
    cells: Mapping[str, Cell]
    marks: Marks
    crowded: bool = False
    """Whether a place may hold several things."""
    ground: bool = False
    """Whether this is what the places are like, under all that is on them: worked out by the rules."""
    counted: bool = False
    """Whether equal things on a place are told by their number."""
    owner: int | None = None
    """Whose all of this is, if there is such a layer for each player."""
    secret: bool = False
    """Whether nothing of it may be seen."""
    spot: Point | None = None
    """Where the board lies among others of its variable, if there is one for each place of a grid."""

    @property
    def whose(self) -> str:
        """The mark of the owner, where several layers are drawn on one board."""
        seats = self.marks.people.seats
        return "" if self.owner is None else (letters(seats, 2) or {}).get(seats[self.owner], seats[self.owner])

    @property
    def flag(self) -> bool:
        """Whether all that the rules say of a place is yes or no."""
        return self.ground and not self.marks.labels and all(cell in (FULL, BLANK) for cell in self.cells.values())

    @property
    def unmarked(self) -> bool:
        """Whether it marks places, and none is marked."""
        return not (self.marks.labels or self.ground) and all(cell == BLANK for cell in self.cells.values())

    def blank(self, place: str) -> bool:
        """Whether there is nothing."""
        return self.cells.get(place, BLANK) in (BLANK, ())

    def face(self, place: str) -> str:
        """The shortest sign of what is there."""
        cell = self.cells.get(place, BLANK)
        return cell if isinstance(cell, str) else self.marks.faces(cell) or BLANK

    def stack(self, place: str) -> tuple[str, ...]:
        """What is there, one thing after the other."""
        cell = self.cells.get(place, BLANK)
        if self.counted and not isinstance(cell, str):
            many = Counter(map(self.marks.face, cell))
            joint = " x" if self.marks.whole else "x"
            return tuple(mark if count == 1 else f"{mark}{joint}{count}" for mark, count in many.items()) or (BLANK,)
        return (cell,) if isinstance(cell, str) else tuple(map(self.marks.face, cell)) or (BLANK,)

    def pile(self, place: str) -> tuple[str, ...]:
        """The same, with each man in a row of its own if he has a sign; of many, the last row has the number."""
        cell = self.cells.get(place, BLANK)
        if isinstance(cell, str) or not self.counted or len({*cell}) != 1 or len(self.marks.face(cell[0])) > 1:
            return self.stack(place)
        men = (self.marks.face(cell[0]),) * len(cell)
        return men if len(men) <= HIGHEST_PILE else (*men[: HIGHEST_PILE - 1], str(len(men)))

    def narrower(self) -> Layer:
        """With marks of one sign, for boards that are too wide."""
        return evolve(self, marks=self.marks.within(1))

    def named(self, signs: bool = False) -> Layer:
        """With full names, where there is room, and the signs before them; men of the players go by signs alone."""
        men = any(part.seat is not None for label in self.marks.labels for part in label)
        full = SIGN_AND_NAME if signs else WHOLE
        return self if self.marks.signed and men else evolve(self, marks=self.marks.within(full))

    def used(self) -> list[Label]:
        """All things that are on the board."""
        return [label for cell in self.cells.values() if not isinstance(cell, str) for label in cell]


def meanings(layers: Sequence[Layer]) -> list[Fact]:
    """What the marks mean: once for all layers, or for each by its title where they do not agree."""
    by_title = {layer.title: layer.marks.legend(layer.used()) for layer in layers}
    every = list(dict.fromkeys(said for entries in by_title.values() for said in entries))
    sides = list(dict.fromkeys(said for layer in layers for said in layer.marks.sides(layer.used())))
    if len({said.split(" = ")[0] for said in every}) == len(every):
        found = [Fact("", (*every, *sides))]
    else:
        found = [*(Fact(title, tuple(said)) for title, said in by_title.items()), Fact("", tuple(sides))]
    return [fact for fact in found if fact.items]


def board_of(game: Game, type: Type | Base) -> str | None:
    """The kind of a type, if its members are the places of a board."""
    base = plain(type)
    return base.kind if isinstance(base, Member) and places_of(game, base.kind) is not None else None


# --- Variables and zones ---------------------------------------------------------------------------------------------


def layers_of(game: Game, slot: FieldSlot, field: FieldView, people: People) -> list[Layer]:
    """A variable or zone with a value for each place, or a set of places; none if it is neither."""
    if field.sort == "var" and plan_of(game, slot.name) is not None:
        return [on_plan(game, slot, field, people)]
    spread = [number for number, base in enumerate(slot.indices) if board_of(game, base) is not None]
    if spread:
        kind = board_of(game, slot.indices[spread[-1]])
        assert kind is not None
        return spread_out(game, slot, field, spread[-1], kind, people)
    if field.sort != "var" or not isinstance(slot.type, SetOf) or len(field.entries) > MOST_LAYERS:
        return []
    kind = board_of(game, slot.type.of)
    if kind is None or game.machine.shapes[kind] == "ring":
        return []
    return sets_of(game, slot, field, kind, people)


def sets_of(game: Game, slot: FieldSlot, field: FieldView, kind: str, people: People) -> list[Layer]:
    """The places of a set marked, for each set of a variable."""
    marks = Marks([], people)
    names = game.machine.members[kind]
    made = []
    for entry in field.entries:
        held = [] if entry.value is None else game.printer.values(slot.type, entry.value)
        cells: dict[str, Cell] = dict.fromkeys(names, HIDDEN) if entry.value is None else {}
        made.append(
            Layer(
                kind,
                field.title,
                title(field, entry.index, people),
                cells | {names[i]: FULL for i in held},
                marks,
                secret=entry.value is None,
            )
        )
    return made


def spread_out(game: Game, slot: FieldSlot, field: FieldView, at: int, kind: str, people: People) -> list[Layer]:
    """One board, or one for each value of the other indices."""
    inner = plain(slot.type)
    labels = all_labels(game, inner.of if isinstance(inner, SetOf | BagOf) else slot.type)
    parts: dict[tuple[str, ...], dict[str, Cell]] = {}
    for entry in field.entries:
        rest = entry.index[:at] + entry.index[at + 1 :]
        place = entry.index[at]
        parts.setdefault(rest, {})[place] = besides(place, cell_of(game, slot, entry))
    if len(parts) > MOST_LAYERS:
        return []
    crowded = isinstance(inner, SetOf | BagOf)
    owned = at > 0 and slot.indices[0] == Member("player", len(people.seats))
    ground = field.sort == "def" and len(parts) == 1
    seats = {rest: people.seats.index(rest[0]) for rest in parts if owned and rest}
    outer = spots_of(game, slot.indices[0]) if at == 1 else {}
    return [
        Layer(
            kind,
            field.title,
            title(field, rest, people),
            {place: of_owner(cell, seats.get(rest)) for place, cell in cells.items()},
            Marks([of_player(label, seats.get(rest)) for label in labels], people),
            crowded,
            ground,
            owner=seats.get(rest),
            secret=field.sort == "var" and all(cell == HIDDEN for cell in cells.values()),
            spot=outer.get(rest[0]) if len(rest) == 1 else None,
        )
        for rest, cells in parts.items()
    ]


def of_owner(cell: Cell, seat: int | None) -> Cell:
    return cell if isinstance(cell, str) else tuple(of_player(label, seat) for label in cell)


def of_player(label: Label, seat: int | None) -> Label:
    """What a player has, by the sign that things of that player have; not what says itself whose it is."""
    if seat is None or any(part.seat is not None for part in label):
        return label
    return tuple(of_side(part, seat) for part in label)


def spots_of(game: Game, base: Base) -> Mapping[str, Point]:
    """Where the places of a grid lie; nothing for other indices."""
    kind = board_of(game, base)
    places = places_of(game, kind) if kind is not None else None
    return places.points if places is not None and places.shape == "grid" else {}


def on_plan(game: Game, slot: FieldSlot, field: FieldView, people: People) -> Layer:
    """A variable on the places of its own plan; numbers that a player has there are so many of that player's men."""
    _, spots = numbered(game, slot.name)
    shared: dict[str, str] = {}  # who has no plan of their own counts as the first does who has one
    for (_, number), there in spots.items():
        shared.setdefault(number, there)
    owned = len(slot.indices) > 1 and slot.indices[0] == Member("player", game.seats)
    counted = owned and isinstance(slot.type, Int)
    labels = all_labels(game, Member("player", game.seats) if counted else slot.type)
    cells: dict[str, Cell] = {}
    for entry in field.entries:
        place = spots.get((entry.index[0], entry.index[-1])) or shared[entry.index[-1]]
        new = cell_of(game, slot, entry)
        if counted and entry.value is not None:
            new = (label_of(game, "player", game.players.index(entry.index[0])),) * entry.value
        old = cells.get(place, ())
        cells[place] = new if isinstance(old, str) or isinstance(new, str) else (*old, *new)
    return Layer(slot.name, field.title, field.title, cells, Marks(labels, people), crowded=True, counted=counted)


def besides(place: str, cell: Cell) -> Cell:
    """What is there without the name of the place: a card that lies where it belongs goes by the rest of its face."""
    if isinstance(cell, str):
        return cell
    return tuple(tuple(part for part in label if part.name != place) or label for label in cell)


def title(field: FieldView, index: Sequence[str], people: People) -> str:
    return field.title + "".join(f" of {people.name(word)}" for word in index)


def cell_of(game: Game, slot: FieldSlot, entry: Entry) -> Cell:
    """What one entry puts on its place."""
    if entry.value is None:
        return BLANK if entry.count == 0 else HIDDEN if entry.count in (None, 1) else f"{HIDDEN}{entry.count}"
    inner = plain(slot.type)
    word = game.printer.extra(inner, entry.value)
    if word is not None:
        return () if word == "none" else ((LabelPart(word),),)
    match inner:
        case Bool():
            return FULL if entry.value else BLANK
        case Member(kind, _):
            return (label_of(game, kind, entry.value),)
        case SetOf() if not entry.value and inner is not slot.type:
            return BARE
        case SetOf(of) | BagOf(of, _):
            return tuple(value_label(game, of, value) for value in game.printer.values(inner, entry.value))
        case _:
            return entry.text


# --- Tokens ----------------------------------------------------------------------------------------------------------


def token_layer(game: Game, kind: str, sorts: Sequence[FieldView], people: People) -> Layer:
    """All tokens of a board."""
    labels = token_labels(game, [sort_of(field) for field in sorts])
    cells: dict[str, tuple[Label, ...]] = {}
    for field in sorts:
        for entry, label in zip(field.entries, labels[sort_of(field)], strict=True):
            if entry.text != "none":
                cells[entry.text] = (*cells.get(entry.text, ()), label)
    names = ", ".join(map(sort_of, sorts))
    return Layer(kind, names, kind, cells, Marks([label for sort in labels.values() for label in sort], people))


def sort_of(field: FieldView) -> str:
    return field.name.removesuffix(".at")


def token_labels(game: Game, sorts: Sequence[str]) -> dict[str, list[Label]]:
    """Tokens by their own words; with the name of their sort in front, where those could be another sort's."""
    own = {sort: [label_of(game, sort, i) for i in range(len(game.machine.members[sort]))] for sort in sorts}
    full: dict[str, list[Label]] = {}
    for sort, labels in own.items():
        others = {part for other in sorts if other != sort for label in own[other] for part in label}
        telling = all(
            any(part.seat is None and not part.number and part not in others for part in label) for label in labels
        )
        full[sort] = labels if telling or len(sorts) == 1 else [(LabelPart(sort), *label) for label in labels]
    return full
