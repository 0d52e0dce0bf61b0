"""Positions to begin from, and how many ways lead on from them.

The rules of a game know one beginning. A test writes another position straight into the record of a match:

    match = position(start("chess"), "Black", {"man": {"e4": "White pawn"}, "quiet": {"": "7"}})
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from astro_referee import Match
from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.values.types import BagOf, Bool, Either, Int, SetOf, Type


def position(match: Match, turn: str, fields: Mapping[str, Mapping[str, str]]) -> Match:
    """The match stands where somebody decides, with this player to move; what is not named stays as it is."""
    state = match.state[:]
    for name, values in fields.items():
        places = {", ".join(index): at for at, index in enumerate(indices(match.game, name))}
        for index, value in values.items():
            state[match.game.offsets[name] + places[index]] = number(match.game, type_of(match.game, name), value)
    (clock,) = [name for name in match.game.offsets if ".turn#" in name]
    state[match.game.offsets[clock]] = match.game.players.index(turn)
    match._commit(state, [])
    return match


def indices(game: Game, name: str) -> list[tuple[str, ...]]:
    """What a field is kept for, in the order of its entries."""
    (slot,) = [slot for slot in game.machine.fields if slot.name == name]
    return list(product(*(values(game, base) for base in slot.indices)))


def type_of(game: Game, name: str) -> Type:
    (slot,) = [slot for slot in game.machine.fields if slot.name == name]
    return slot.type


def values(game: Game, type: Type) -> list[str]:
    match type:
        case Bool():
            return ["no", "yes"]
        case Int(low, high):
            return [str(n) for n in range(low, high + 1)]
    return list(game.machine.members[type.kind])


def number(game: Game, type: Type, text: str) -> int:
    """A value as the record has it."""
    match type:
        case Either(of, words) if text in words:
            assert words == ("none",), "only `none` is needed so far"
            return -1
        case Either(of, _):
            return number(game, of, text)
        case Int():
            return int(text)
        case SetOf(of):
            return sum(1 << values(game, of).index(word) for word in text.split())
        case BagOf(of, bits):
            return sum(1 << bits * values(game, of).index(word) for word in text.split())
    return values(game, type).index(text)


def perft(match: Match, depth: int) -> int:
    """How many sequences of so many moves there are; the last move is counted, not made."""
    return ways(match.game, match.state, depth)


def ways(game: Game, state: State, depth: int) -> int:
    options = game.engine.run(state)
    if depth == 1:
        return len(options)
    count = 0
    for move in options:
        after = state[:]
        game.engine.act(after, move)
        count += ways(game, after, depth - 1)
    return count
