"""The position drawn: a view in, lines out. All that is known of a game is what its rules declare.

A variable or token on a grid is drawn as a grid; cards as lists; everything else as `name: value`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.interpreter.printing import Printer
from astro_referee.interpreter.types import Bool, Member, Type, plain

if TYPE_CHECKING:
    from astro_referee.interpreter.game import Game
    from astro_referee.interpreter.machine import FieldSlot
    from astro_referee.interpreter.match import Match
    from astro_referee.interpreter.views import Entry, FieldView, View

BLANK = {"none": ".", "no": ".", "hidden": "?", "nothing": "."}
"""How values without a face are drawn in a cell."""
WIDEST_CELL = 12
"""Characters; a longer name is cut, so that a grid stays a grid."""


def board(match: Match, player: int | None) -> list[str]:
    """The position as a player sees it, or as the referee does."""
    return draw(match.game, match.view(player), match.names)


def draw(game: Game, view: View, names: tuple[str, ...]) -> list[str]:
    slots: dict[tuple[str, str], FieldSlot] = {(slot.name, slot.sort): slot for slot in game.machine.fields}
    people = People(game.players, names)
    grids: list[str] = []
    tokens: list[str] = []
    zones: list[str] = []
    rest: list[str] = []
    placed: dict[str, list[FieldView]] = {}
    for field in view.fields:
        slot = slots[field.name, field.sort]
        board_kind = grid_index(game, slot)
        if field.sort == "token":
            on = grid_of(game, slot.type)
            if on is not None:
                placed.setdefault(on, []).append(field)
            tokens.append(token_line(field))
        elif field.sort == "zone":
            zones += zone_lines(field, people)
        elif board_kind is not None:
            grids += grids_of(game, slot, field, board_kind, people)
        elif field.sort != "builtin" or field.name == "players":
            rest.append(value_line(field, people, slot.type))
    for kind, sorts in placed.items():
        grids += ["", f"{kind}:", *grid(game, kind, standing(sorts))]
    lines = [*tokens, *zones, *rest]
    return [*grids[1:], *([""] if grids and lines else []), *lines]


class People:
    """Seats with the names of those who sit there."""

    def __init__(self, seats: tuple[str, ...], names: tuple[str, ...]) -> None:
        self.known = dict(zip(seats, names, strict=True))

    def name(self, seat: str) -> str:
        return self.known.get(seat, seat)


# --- Lines -----------------------------------------------------------------------------------------------------------


def token_line(field: FieldView) -> str:
    """`Pawn: 1 a2, 2 b2; off the board: 3`."""
    title = field.name.removesuffix(".at")
    if len(field.entries) == 1 and field.entries[0].index in ((), (title,)):
        where = field.entries[0].text
        return f"{title}: {'off the board' if where == 'none' else where}"
    there = [f"{' '.join(e.index)} {e.text}" for e in field.entries if e.text != "none"]
    away = [" ".join(e.index) for e in field.entries if e.text == "none"]
    said = ", ".join(there)
    if away:
        said += ("; " if there else "") + "off the board: " + (", ".join(away) if there else "all")
    return f"{title}: {said}"


def zone_lines(field: FieldView, people: People) -> list[str]:
    """`hand of Ann: …`, one line for each owner."""
    rows = []
    for entry in field.entries:
        owner = " of " + " ".join(people.name(word) for word in entry.index) if entry.index else ""
        held = "empty" if entry.count == 0 else entry.text
        if entry.value is not None and entry.count and entry.count > 1:
            held += f" ({entry.count})"
        rows.append(f"{field.name}{owner}: {held}")
    return rows


def value_line(field: FieldView, people: People, type: Type) -> str:
    """`name: value`, or `name: Ann = 3, Bob = 0`."""

    def shown(entry: Entry) -> str:
        is_player = isinstance(plain(type), Member) and entry.text in people.known
        return people.name(entry.text) if is_player else entry.text

    if len(field.entries) == 1 and not field.entries[0].index:
        return f"{field.name}: {shown(field.entries[0])}"
    said = (f"{' '.join(people.name(word) for word in entry.index)} = {shown(entry)}" for entry in field.entries)
    return f"{field.name}: {', '.join(said)}"


# --- Grids -----------------------------------------------------------------------------------------------------------


def grid_of(game: Game, type: Type) -> str | None:
    """The kind of a type, if it is a grid with columns and rows."""
    base = plain(type)
    if isinstance(base, Member) and game.machine.shapes.get(base.kind) == "grid":
        return base.kind if len(game.rules.coordinates.get(base.kind, ())) == 2 else None
    return None


def grid_index(game: Game, slot: FieldSlot) -> str | None:
    """The grid a field has a value for each place of; it is the last index, so that entries come in whole grids."""
    return grid_of(game, slot.indices[-1]) if slot.indices else None


def grids_of(game: Game, slot: FieldSlot, field: FieldView, kind: str, people: People) -> list[str]:
    """One grid, or one for each value of the other indices."""
    parts: dict[tuple[str, ...], dict[str, str]] = {}
    faces = {**BLANK, "yes": "#"} if isinstance(plain(slot.type), Bool) else BLANK
    for entry in field.entries:
        parts.setdefault(entry.index[:-1], {})[entry.index[-1]] = faces.get(entry.text, entry.text)
    rows: list[str] = []
    for index, cells in parts.items():
        title = field.name + ("".join(f" of {people.name(word)}" for word in index))
        rows += ["", f"{title}:", *grid(game, kind, cells)]
    return rows


def standing(sorts: list[FieldView]) -> dict[str, str]:
    """What stands on each place; tokens of one sort alone go by what tells them apart."""
    cells: dict[str, list[str]] = {}
    for field in sorts:
        title = field.name.removesuffix(".at")
        for entry in field.entries:
            own = [word for word in entry.index if word != title]
            words = own if own and len(sorts) == 1 else [title, *own]
            if entry.text != "none":
                cells.setdefault(entry.text, []).append(" ".join(words))
    return {place: ", ".join(held) for place, held in cells.items()}


def grid(game: Game, kind: str, cells: dict[str, str]) -> list[str]:
    """Columns from left to right, rows from the bottom up, as the compass of the language has it: north is more."""
    across, up = game.rules.coordinates[kind]
    (x_type, xs), (y_type, ys) = game.rules.columns[kind][across], game.rules.columns[kind][up]
    names = game.machine.members[kind]
    faces: dict[tuple[int, int], str] = {}
    for name, x, y in zip(names, xs, ys, strict=True):
        face = cells.get(name, ".") or "."
        faces[int(x), int(y)] = face if len(face) <= WIDEST_CELL else face[: WIDEST_CELL - 1] + "…"
    columns, lines = sorted({x for x, _ in faces}), sorted({y for _, y in faces}, reverse=True)
    heads = {x: label(game, x_type, x) for x in columns}
    sides = {y: label(game, y_type, y) for y in lines}
    widths = {x: max([len(heads[x]), *(len(faces.get((x, y), "")) for y in lines)]) for x in columns}
    margin = max(map(len, sides.values()))
    rows = [
        f"  {sides[y].rjust(margin)}  " + " ".join(faces.get((x, y), " ").ljust(widths[x]) for x in columns)
        for y in lines
    ]
    rows.append(" " * (margin + 4) + " ".join(heads[x].ljust(widths[x]) for x in columns))
    return [row.rstrip() for row in rows]


def label(game: Game, type: Type, value: int) -> str:
    printer: Printer = game.printer
    return printer.show(type, value)
