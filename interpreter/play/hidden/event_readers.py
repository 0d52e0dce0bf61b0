"""Who may read a move as it was written: a move and what the log has noted of it in, a set of players out.

It goes by the event: a card chosen in secret is known to those who see the zone it leaves or the one it enters, when it
does. What else they come to see of its face says nothing.
"""

from __future__ import annotations

from collections import Counter

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.machine.runtime import Line, Log
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.values.types import BagOf, Member, SetOf, Type, plain


def readers(game: Game, slot: m.MoveSlot, move: Move, log: Log) -> int:
    """The players who may know all that was chosen; whoever has chosen is always among them."""
    who = (1 << game.seats) - 1
    for param, value in zip(slot.params, move[2:], strict=True):
        if param.trace >= 0:
            who &= 1 << move[0] | known_to(game, param, move, value, log)
    return who


def known_to(game: Game, param: m.ParamSlot, move: Move, value: int, log: Log) -> int:
    """The players who have seen what a secret parameter stands for. That no card was chosen nobody sees."""
    kind = plain(param.type)
    zone = zone_type(game, kind)
    if zone is None:
        return 0
    chosen = Counter(game.printer.values(kind, value) if isinstance(kind, SetOf | BagOf) else [value])
    if not chosen:
        return 0
    seen = 0
    for player in range(game.seats):
        moved: tuple[Counter[int], Counter[int]] = Counter(), Counter()
        for number, values, to in log:
            if number == m.TRACE and values[:2] == (param.trace, move[0]) and (to is None or to >> player & 1):
                moved[values[2]].update(game.printer.values(zone, values[3]))
        if all(max(way[face] for way in moved) >= count for face, count in chosen.items()):
            seen |= 1 << player
    return seen


def zone_type(game: Game, kind: Type) -> SetOf | BagOf | None:
    """How a zone holds the cards that a value of a type stands for; None if it stands for none."""
    inner = kind.of if isinstance(kind, SetOf | BagOf) else kind
    if not isinstance(inner, Member) or not game.is_card(inner):
        return None
    copies = game.machine.copies[inner.kind]
    return SetOf(inner) if copies == 1 else BagOf(inner, copies.bit_length())


def spoken(log: Log) -> list[Line]:
    """The lines of a log that are told."""
    return [line for line in log if line[0] != m.TRACE]
