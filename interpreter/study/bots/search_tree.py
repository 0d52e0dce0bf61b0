"""What has been tried in imagined games: moves by the situation they were made in, and how they came out."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from attrs import define, field

from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.play.information_set import Below

CURIOSITY = 0.5
"""How much a move that was tried seldom is preferred (UCB1); worths lie between 0 and 1."""
FEW = 9
"""Moves that are all tried before one is tried again."""
WIDENING = 1.5
"""Where there are more, about so many times the root of the number of visits are tried (progressive widening): rather
some of the moves well than all of them once."""


@define(slots=True, eq=False)
class Arm:
    """A move that has been tried: how often it could have been made and was, and what it was worth to its player."""

    move: Move
    seen: int = 0
    visits: int = 0
    total: float = 0.0
    key: tuple[int, ...] = ()
    """What the bot would see of this move."""


@define(slots=True, eq=False)
class Choice:
    """One player's choice in one situation."""

    arms: dict[Move, Arm] = field(factory=dict)
    visits: int = 0

    def pick(self, moves: Sequence[Move], below: Below) -> Arm:
        """The move to try next among those that are legal now: a new one, or the most promising."""
        arms = self.arms
        known = [arms[move] for move in moves if move in arms]
        self.visits += 1
        for arm in known:
            arm.seen += 1
        if len(known) < min(len(moves), max(FEW, WIDENING * sqrt(self.visits))):
            fresh = [move for move in moves if move not in arms]
            move = fresh[below(len(fresh))]
            arms[move] = Arm(move, seen=1)
            return arms[move]
        return max(known, key=promise)

    def best(self, moves: Sequence[Move]) -> Move | None:
        """Of the moves that were tried at least half as often as any, the one that came out best; None if none was."""
        tried = [arm for arm in self.arms.values() if arm.move in moves and arm.visits]
        most = max((arm.visits for arm in tried), default=0)
        often = [arm for arm in tried if 2 * arm.visits >= most]
        return max(often, key=lambda arm: arm.total / arm.visits).move if often else None


def promise(arm: Arm) -> float:
    """What a move was worth on average, and more the less it was tried. The number of bits is near enough to a
    logarithm, and unlike that the same on every machine.
    """
    if not arm.visits:
        return 1.0
    return arm.total / arm.visits + CURIOSITY * sqrt(arm.seen.bit_length() / arm.visits)


@define(slots=True, eq=False)
class Node:
    """A situation: the moves that led to it, as far as the bot would see them. Chance is left out of account, so one
    situation stands for all that chance may bring; which decision is asked for is therefore part of the choice."""

    choices: dict[tuple[int, int], Choice] = field(factory=dict)
    following: dict[tuple[tuple[int, ...], ...], Node] = field(factory=dict)

    def choice(self, label: int, player: int) -> Choice:
        found = self.choices.get((label, player))
        if found is None:
            found = self.choices[label, player] = Choice()
        return found

    def after(self, keys: tuple[tuple[int, ...], ...]) -> Node:
        found = self.following.get(keys)
        if found is None:
            found = self.following[keys] = Node()
        return found
