"""How a game felt to somebody who sees everything: positions on its way, each judged by random games from there.

| | |
|---|---|
| drama | how far the winner was behind the leader, on average over the positions |
| decisiveness | the part of the game left when the winner first had more than any loser ever had (Browne 2009) |
| stability | 1 less the part of all worth that changes hands from one position to the next, on average |
| choice | worth of the best move less that of the worst, to who moves; picked by some games, measured by others |
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import fsum

from attrs import define, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game, is_drawn
from astro_referee.interpreter.study.bots.playouts import FAULTS

POSITIONS = 12
"""Positions of a game that are judged, evenly spread."""
GAMES = 24
"""Random games from each position."""
CHOICES = 4
"""Positions of a game at which moves are compared."""
MOVES = 6
"""Moves that are compared, at most."""
EACH = 8
"""Random games after each of them, in both halves."""
CLEAR = 0.25
"""A lead counts if it is at least so large: a smaller one may be an accident of so few games."""
LONGEST = 20_000
"""Moves after which a random game from a position counts as lost by all."""
STREAM = 1 << 50
"""Judges draw from streams far from those of games and bots."""


@frozen
class Felt:
    """How often the lead changed hands, by these judgements; and drama, decisiveness, stability and choice."""

    leads: int
    drama: float
    decisiveness: float
    stability: float
    choice: float

    @property
    def numbers(self) -> tuple[float, ...]:
        return self.drama, self.decisiveness, self.stability, self.choice


NAMES = ("drama", "decisiveness", "stability", "choice")


@define
class Tension:
    """Judges positions of one game by its own stream of chance."""

    game: Game
    seed: int
    number: int
    draws: int = 0

    def below(self) -> Generator:
        """A stream for one random game, whichever engine plays it."""
        self.draws += 1
        return Generator(self.seed, STREAM + (self.number << 20) + self.draws)

    def worth(self, state: State, games: int) -> list[float]:
        """What each seat may expect, from 0 to 1, by random games from here."""
        seats, sums = self.game.seats, [0.0] * self.game.seats
        for _ in range(games):
            copy = state[:]
            below = self.below().below
            try:
                self.game.engine.playout(copy, below, LONGEST)
            except FAULTS:
                continue  # a game that cannot go on is lost by all
            if copy[0]:
                continue
            places = [self.game.value(copy, m.PLACE, seat) for seat in range(seats)]
            won = [seat for seat in range(seats) if places[seat] == 1]
            if is_drawn(self.game.value(copy, m.ENDING), len(won), seats):
                won = list(range(seats))
            for seat in won:
                sums[seat] += 1 / len(won)
        return [total / games for total in sums]

    def moved(self, state: State, move: Move) -> State:
        copy = state[:]
        self.game.engine.act(copy, move)
        return copy

    def choice(self, state: State) -> float | None:
        """Best less worst move; None if there is nothing to choose."""
        options = self.game.engine.options(state)
        seat = options[0][0]
        own = [move for move in options if move[0] == seat]
        if len(own) < 2:
            return None
        step = max(1, len(own) / MOVES)
        picked = [own[int(at * step)] for at in range(min(MOVES, len(own)))]
        after = [self.moved(state, move) for move in picked]
        first = [self.worth(one, EACH)[seat] for one in after]
        best, worst = first.index(max(first)), first.index(min(first))
        if best == worst:
            return 0.0
        return self.worth(after[best], EACH)[seat] - self.worth(after[worst], EACH)[seat]


def spread_over(count: int, wanted: int) -> list[int]:
    """So many places among `count`, evenly spread, the first one among them."""
    return sorted({at * count // wanted for at in range(min(count, wanted))} if count > wanted else range(count))


def tension(judge: Tension, states: Sequence[State], worth: Sequence[int], unit: int) -> Felt:
    """How a game felt that went through some positions and ended so."""
    seats = range(judge.game.seats)
    path = [judge.worth(states[at], GAMES) for at in spread_over(len(states), POSITIONS)]
    path.append([part / unit for part in worth])
    won = [seat for seat in seats if worth[seat]]
    lost = [seat for seat in seats if not worth[seat]]
    leads, leader = 0, -1
    for values in path:
        best, *others = sorted(values, reverse=True)
        if best - others[0] >= CLEAR:
            leads += leader not in (-1, values.index(best))
            leader = values.index(best)
    on_the_way = path[:-1]
    drama = fsum(max(values) - max(values[seat] for seat in won) for values in on_the_way) if won else 0.0
    decided = len(on_the_way)
    if won and lost:
        highest = max(values[seat] for values in on_the_way for seat in lost) if on_the_way else 0.0
        ahead = (n for n, values in enumerate(on_the_way) if max(values[seat] for seat in won) > highest)
        decided = next(ahead, len(on_the_way))
    moved = fsum(abs(b - a) for one, two in pairwise(path) for a, b in zip(one, two, strict=True))
    count = max(1, len(on_the_way))
    choices = [c for at in spread_over(len(states), CHOICES) if (c := judge.choice(states[at])) is not None]
    return Felt(
        leads,
        drama / count,
        (count - decided) / count,
        1 - moved / 2 / count,
        fsum(choices) / len(choices) if choices else 0.0,
    )
