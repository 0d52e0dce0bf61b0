"""What happened as a test that replays it: a game and a script in, the lines of a `test` out."""

from __future__ import annotations

from astro_referee.interpreter import views
from astro_referee.interpreter.game import Game, State, entry_count
from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.match import FaultyRules, Match
from astro_referee.interpreter.shrinking import Script
from astro_referee.interpreter.types import BagOf, Either, Member, SetOf, Type

WIDEST = 100
"""Characters of a line of outcomes or moves; several share one."""


def text_of(game: Game, title: str, script: Script, behind: list[str] | tuple[str, ...] = ()) -> str:
    """A test that plays a script; `behind` are lines that follow it."""
    lines = [*events(game, script), *behind]
    low, high = game.rules.seats
    set_up = [f"with {game.seats} player{'s' if game.seats > 1 else ''}"] if low != high else []
    printer, sheets = game.printer, {sheet.name: sheet for sheet in game.rules.options}
    set_up += [f"with {name} = {printer.show(sheets[name].type, value)}" for name, value in game.chosen.items()]
    if not any(not line.startswith("#") for line in [*set_up, *lines]):
        set_up.append("seed 0")
    return "\n".join([f'test "{title}"', *(f"  {line}" for line in [*set_up, *lines])])


def events(game: Game, script: Script, first: int = 0) -> list[str]:
    """Lines for all that happens from an event on; the last of it may be where the rules fail."""
    lines: list[str] = []
    try:
        match = Match(game, 0, game.players)
        for number, event in enumerate(script):
            if number == first:
                lines.clear()
            if isinstance(event, int):
                name = {value: name for value, _, name in match.outcomes()}[event]
                add(lines, "chance ", f'"{name}"')
                match.settle(event)
            else:
                add(lines, "", f'{game.players[event[0]]} "{match.written(event)}"')
                match.play(event)
    except FaultyRules:
        pass
    return lines


def add(lines: list[str], head: str, part: str) -> None:
    last = lines[-1] if lines else ""
    same = last.startswith("chance ") == bool(head) and last
    if same and len(last) + len(part) + 2 <= WIDEST:
        lines[-1] = f"{last}, {part}"
    else:
        lines.append(head + part)


# --- Another position ------------------------------------------------------------------------------------------------


def given(game: Game, state: State, other: State) -> list[str]:
    """Lines that turn a position into another one that differs in hidden values, and in where cards lie."""
    lines: list[str] = []
    gains: dict[tuple[str, int], list[str]] = {}
    losses: dict[tuple[str, int], list[str]] = {}
    for slot in game.machine.fields:
        for position in range(entry_count(slot)):
            place = game.offsets[slot.name] + position
            if state[place] == other[place]:
                continue
            name = entry(game, slot, position)
            if slot.sort != "zone":
                lines.append(f"{name} = {literal(game, slot.type, other[place])}")
                continue
            was, now = (game.printer.values(slot.type, each[place]) for each in (state, other))
            for card in {*was, *now}:
                key = (views.card_kind(slot), card)
                gains.setdefault(key, []).extend([name] * (now.count(card) - was.count(card)))
                losses.setdefault(key, []).extend([name] * (was.count(card) - now.count(card)))
    for key, sources in losses.items():
        kind, card = key
        count = "1 of " if game.machine.copies[kind] > 1 else ""
        for source, target in zip(sources, gains[key], strict=True):
            lines.append(f"put {count}{card_name(game, kind, card)} from {source} into {target}")
    return ["given", *(f"  {line}" for line in lines)]


def entry(game: Game, slot: FieldSlot, position: int) -> str:
    """A field, or one of its entries, as it is written in rules."""
    index = views.index_names(game, slot, position)
    return slot.name + (f"[{', '.join(index)}]" if index else "")


def literal(game: Game, type: Type, value: int) -> str:
    """A value as it is written in rules."""
    match type:
        case Either(of, _):
            return game.printer.extra(of, value) or literal(game, of, value)
        case SetOf(of) | BagOf(of):
            inside = [literal(game, of, one) for one in game.printer.values(type, value)]
            return f"{{{', '.join(inside)}}}" if inside else "empty"
        case Member(kind, _) if kind != "player":
            return card_name(game, kind, value)
        case _:
            return game.printer.show(type, value)


def card_name(game: Game, kind: str, card: int) -> str:
    """A member by its coordinates, if it has any: `Card[sun, 2]`."""
    coordinates = game.rules.coordinates.get(kind, ())
    if not coordinates:
        return game.machine.members[kind][card]
    columns = game.rules.columns[kind]
    parts: list[str] = []
    for name in coordinates:
        type, values = columns[name]
        value = values[card]
        parts.append(value if isinstance(value, str) else literal(game, type, value))
    return f"{kind}[{', '.join(parts)}]"


def total_of(game: Game, kind: str) -> str:
    """An expression for how many cards of a sort lie in zones."""
    terms: list[str] = []
    for slot in game.machine.fields:
        if slot.sort == "zone" and views.card_kind(slot) == kind:
            terms += [f"{entry(game, slot, position)}.size" for position in range(entry_count(slot))]
    return " + ".join(terms)
