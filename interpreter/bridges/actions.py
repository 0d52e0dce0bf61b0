"""Moves by number: the same move has the same number in every position, where there are few enough of them.

Moves of one name and with the same sorts of parameters share a stretch of numbers, mixed radix over what can be chosen.
Where that would take too many, a move goes by its place in the list of legal moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.machine.runtime import MOST_LEGAL
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.values.types import Bool, Int, Member, SetOf, Type, plain

MOST_FIXED = 100_000
"""Fixed numbers of a game; a mask over more of them would be longer than it is worth."""
MOST_LISTED = min(MOST_LEGAL, 10_000)
"""Places in the list of legal moves that an agent can choose."""

Signature = tuple[str, tuple[Type, ...]]


class TooManyMoves(ValueError):
    """More legal moves than there are numbers for."""


@frozen
class Actions:
    """The numbers of a game's moves."""

    starts: dict[Signature, int]
    size: int
    fixed: bool
    """Whether a number means the same move everywhere."""

    def number(self, decision: m.Decision, move: Move, legal: Sequence[Move]) -> int:
        if not self.fixed:
            return legal.index(move)
        slot = decision.moves[move[1]]
        number = 0
        for param, value in zip(slot.params, move[2:], strict=True):
            number = number * span(param.type) + value - least(param.type)
        return self.starts[signature(slot)] + number

    def numbers(self, decision: m.Decision, legal: Sequence[Move]) -> list[int]:
        """The number of each legal move, in their order; moves that cannot be told apart share one."""
        if self.fixed:
            return [self.number(decision, move, legal) for move in legal]
        if len(legal) > self.size:
            raise TooManyMoves(f"{len(legal):,} moves are legal, and there are {self.size:,} numbers")
        return list(range(len(legal)))


def actions_of(game: Game) -> Actions:
    """Fixed numbers if there are at most so many, else places in the list of legal moves."""
    starts: dict[Signature, int] = {}
    size = 0
    for decision in game.machine.decisions:
        for slot in decision.moves:
            if signature(slot) not in starts:
                starts[signature(slot)] = size
                size += prod(span(param.type) for param in slot.params)
    return Actions(starts, size, True) if size <= MOST_FIXED else Actions({}, MOST_LISTED, False)


def signature(slot: m.MoveSlot) -> Signature:
    return slot.name, tuple(plain(param.type) for param in slot.params)


def span(type: Type) -> int:
    """How many values a parameter can have."""
    match plain(type):
        case Bool():
            return 2
        case Int(low, high):
            return high - low + 1
        case Member(_, size):
            return size
        case SetOf(of) if span(of) <= MOST_FIXED.bit_length():
            return 1 << span(of)
        case _:
            return MOST_FIXED + 1


def least(type: Type) -> int:
    match plain(type):
        case Int(low, _):
            return low
        case _:
            return 0
