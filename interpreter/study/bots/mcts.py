"""`mcts`: Monte Carlo tree search over what the seat cannot see.

Each round deals the hidden cards anew, walks down one tree by what was promising so far, adds a move, plays on at
random, and remembers for every move on the way what it was worth to the player who made it (single-observer
information set search: Cowling, Powley and Whitehouse 2012; every player looks after their own worth). Moves of others
that the seat would not see do not split the tree. Where all choose together, each choice is learnt by itself, so
nobody answers a choice they could not know.

What is not done: nothing is inferred from how the others have played. Whoever could not follow suit may be dealt that
suit again; cards that were seen and then hidden are forgotten; what the flow of the rules keeps between two decisions
counts as known to all.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from attrs import define, field

from astro_referee.interpreter.backends.c.search import Numbers
from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.machine.runtime import Log
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.hidden.event_readers import readers
from astro_referee.interpreter.play.information_set import Below, InformationSet
from astro_referee.interpreter.play.native import is_native
from astro_referee.interpreter.study.bots.budget import Budget
from astro_referee.interpreter.study.bots.evaluation import BY_LEAD, SPREAD, PositionValue
from astro_referee.interpreter.study.bots.playouts import FAULTS, Player
from astro_referee.interpreter.study.bots.search_tree import CURIOSITY, FEW, WIDENING, Arm, Node

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.c.engine import NativeEngine

LONGEST = 1000
"""Moves after which an imagined game is judged as it stands."""
FAR_ENOUGH = 10
"""Moves after which it is judged already if a score has changed: what comes later says little about a move made now."""
MOST_BYTES = 1 << 30
"""A tree of a gigabyte grows no more in C; what is in it is still tried."""
NUMBERS = Numbers(FEW, LONGEST, FAR_ENOUGH, MOST_BYTES, CURIOSITY, WIDENING, BY_LEAD, SPREAD)
"""The same for a search in C."""


def think(sight: InformationSet, moves: Sequence[Move], budget: Budget, below: Below) -> Move:
    """The move that was tried most."""
    generator = getattr(below, "__self__", None)
    if is_native(sight.game.engine) and isinstance(generator, Generator):
        from astro_referee.interpreter.study.bots import native_mcts

        engine = cast("NativeEngine", sight.game.engine)
        tried = native_mcts.searched(engine, sight, budget, NUMBERS, generator)
    else:
        search = Search(sight, Player(sight.game, below), PositionValue(sight.game))
        for _ in budget.count():
            search.round()
        tried = search.root.choice(sight.known[0], sight.seat)
    return tried.best(moves) or moves[below(len(moves))]


@define
class Search:
    """One search for one move."""

    information_set: InformationSet
    player: Player
    worth: PositionValue
    root: Node = field(factory=Node)

    @property
    def game(self) -> Game:
        return self.information_set.game

    def round(self) -> None:
        """One imagined game, and what is learnt from it."""
        state = self.information_set.draw(self.player.below)
        self.game.engine.rest()
        path: list[Arm] = []
        points = self.worth.points(state)
        with suppress(*FAULTS):  # it is judged as far as it went
            self.descend(state, path)
            self.go_on(state, points)
        worth = self.worth(state)
        for arm in path:
            arm.visits += 1
            arm.total += worth[arm.move[0]]

    def go_on(self, state: State, points: list[int] | None) -> None:
        """Random moves, to the end or until the score says something."""
        if points is None:
            self.player.go_on(state, LONGEST)
            return
        for _ in range(LONGEST // FAR_ENOUGH):
            self.player.go_on(state, FAR_ENOUGH)
            if not state[0] or self.worth.points(state) != points:
                return

    def descend(self, state: State, path: list[Arm]) -> None:
        """Goes down the tree until a move is new or the game is over. `path` are the moves on the way."""
        node, new = self.root, False
        keys: tuple[tuple[int, ...], ...] = ()
        options: Sequence[Move] = self.player.settle(state)
        while state[0]:
            label = state[0]
            decision = self.game.decisions[label]
            own = options if decision.manner == "one" else self.asked(options, decision.manner, node)
            player = own[0][0]
            arm = node.choice(label, player).pick(own, self.player.below)
            path.append(arm)
            log = None if arm.key else Log()
            last = decision.manner != "together" or state[self.game.offsets[decision.actor]] == 1 << player
            self.player.act(state, arm.move, log)
            options = self.player.settle(state, log)
            if log is not None:
                new = True
                arm.key = (label, *self.seen_as(log, label, arm.move))
            keys = (*keys, arm.key)
            if last:
                if new:
                    return
                node, keys = node.after(keys), ()

    def asked(self, options: Sequence[Move], manner: str, node: Node) -> Sequence[Move]:
        """The moves of one of those who are asked: the bot itself at the top, anybody further down."""
        players = list(dict.fromkeys(move[0] for move in options))
        if node is self.root and self.information_set.seat in players:
            player = self.information_set.seat
        else:
            player = players[self.player.below(len(players)) if manner == "any" else 0]
        return [move for move in options if move[0] == player]

    def seen_as(self, log: Log, label: int, move: Move) -> tuple[int, ...]:
        """What the seat would see of a move: all of it, or only which move it was."""
        slot = self.game.decisions[label].moves[move[1]]
        return move if readers(self.game, slot, move, log) >> self.information_set.seat & 1 else move[:2]
