"""What happened as a test that replays it: a game and a script in, the lines of a `test` out."""

from __future__ import annotations

from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.machine import FieldSlot
from astro_referee.interpreter.machine.record import entry_count
from astro_referee.interpreter.play import views
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.hidden import laid_cards
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.study.playability.transitions import Way
from astro_referee.interpreter.testing.shrinking import Script, Step, go, lines_of, written
from astro_referee.interpreter.values.types import BagOf, Either, Member, SetOf, Type


def script_of(game: Game, seed: int, way: Way) -> Script:
    """A way as a script that tells everything."""
    match, script = Match(game, seed, game.players), list[Step]()
    match.keep_log = False
    for event in way:
        script.append(Step(event, written(match, event)))
        if len(script) < len(way):
            go(match, script[-1])
    return tuple(script)


def text_of(game: Game, seed: int, title: str, script: Script, last_lines: list[str] | tuple[str, ...] = ()) -> str:
    """A test that plays a script; `last_lines` are lines that follow it."""
    players = "1 player" if game.seats == 1 else f"{game.seats} players"
    rows = [f"with {players}"] if game.rules.seats[0] != game.rules.seats[1] else []
    rows += [f"with {name} = {value}" for name, value in game.settings() if name in game.chosen]
    rows += [f"seed {seed}"] if seed or not (rows or script) else []
    return "\n".join([f'test "{title}"', *(f"  {row}" for row in [*rows, *lines_of(game, script), *last_lines])])


# --- Another position ------------------------------------------------------------------------------------------------


def given(game: Game, state: State, other: State) -> list[str]:
    """Lines that turn a position into another one that differs in hidden values, and in where cards lie.

    What others have chosen in secret cannot be written; if that is all that differs, there is no line.
    """
    lines: list[str] = []
    orders: list[str] = []
    rows: set[str] = set()
    gains: dict[tuple[str, int], list[str]] = {}
    losses: dict[tuple[str, int], list[str]] = {}
    for slot in game.machine.fields:
        if slot.sort in ("choice", "order"):
            continue
        for position in range(entry_count(slot)):
            place = game.offsets[slot.name] + position
            name = entry(game, slot, position)
            orders += laid_anew(game, state, other, slot, position)
            if state[place] == other[place]:
                continue
            if slot.sort != "zone":
                lines.append(f"{name} = {literal(game, slot.type, other[place])}")
                continue
            was, now = (game.printer.values(slot.type, each[place]) for each in (state, other))
            for card in {*was, *now}:
                key = (views.card_kind(slot), card)
                target = f"{preposition(slot)} {name}"
                rows |= {target} if slot.order is not None and not slot.order.pile else set()
                gains.setdefault(key, []).extend([target] * (now.count(card) - was.count(card)))
                losses.setdefault(key, []).extend([name] * (was.count(card) - now.count(card)))
    puts = [
        (target in rows, f"put {card_name(game, kind, card)} from {source} {target}")
        for (kind, card), sources in losses.items()
        for source, target in zip(sources, gains[kind, card], strict=True)
    ]
    # A row may be full: there is room when others have left it.
    lines += [line for _, line in sorted(puts, key=lambda put: put[0])] + orders
    return ["given", *(f"  {line}" for line in lines)] if lines else []


def preposition(slot: FieldSlot) -> str:
    """The word by which a card comes into a zone; if all cards there lie in an order, behind all the rest."""
    return "under" if slot.order is not None and slot.order.laid and slot.order.pile else "into"


def laid_anew(game: Game, state: State, other: State, slot: FieldSlot, position: int) -> list[str]:
    """Lines that give a zone the order of another position, one card after the other going behind all the rest.

    Rules can only ask for an order in which all cards of a zone lie, so none other is written.
    """
    if slot.order is None or not slot.order.laid:
        return []
    was, now = (
        [card.face for card in laid_cards.laid_cards(game, each, slot, position, slot.order.on)]
        for each in (state, other)
    )
    if was == now or len(now) < 2:
        return []
    name, kind = entry(game, slot, position), views.card_kind(slot)
    return [f"put {card_name(game, kind, card)} from {name} {preposition(slot)} {name}" for card in now]


def entry(game: Game, slot: FieldSlot, position: int) -> str:
    """A field, or one of its entries, as it is written in rules."""
    index = views.index_names(game, slot)[position]
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
