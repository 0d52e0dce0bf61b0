"""Bots for every game: a match in, the move of one seat out. They see an information set, and nothing more."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.information_set import Below, InformationSet, information_set
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.study.bots import greedy, mcts
from astro_referee.interpreter.study.bots.budget import Budget, read_budget
from astro_referee.interpreter.values.brief import brief

STREAM = 1 << 40
"""Bots draw from streams far behind those of chance (numbered by event), so that the two never move together."""

Think = Callable[[InformationSet, Sequence[Move], Budget, Below], Move]


THINKERS: dict[str, tuple[Think | None, Budget]] = {
    "random": (None, Budget(rounds=0)),
    "greedy": (greedy.think, Budget(rounds=20)),
    "mcts": (mcts.think, Budget(seconds=1.0)),
}
"""All bots: how they think, if they do, and for how long if they are not told."""


class NoBot(ValueError):
    """There is no bot of that name, or it cannot be told to think so long."""


@frozen
class Bot:
    """A way to play. With a budget in rounds, its choice depends on what the seat sees and the seed, and on nothing
    else.
    """

    name: str
    think: Think | None
    budget: Budget

    def __repr__(self) -> str:
        return brief(self, str(self))

    def __str__(self) -> str:
        return self.name if self.think is None else f"{self.name}:{self.budget}"

    def choose(self, match: Match, seat: int | None = None) -> Move:
        """The move of a seat that is asked; without a seat, of the first one asked."""
        seat = match.actors[0] if seat is None and match.actors else seat
        moves = match.legal(seat)
        if seat is None or not moves:
            raise ValueError("that seat is not asked")
        match.game.take_over()
        return self.pick(match.game, match.state, moves, Generator(match.seed, STREAM + match.number).below)

    def pick(self, game: Game, state: State, moves: Sequence[Move], below: Below) -> Move:
        """One of the legal moves of one seat."""
        if self.think is None or len(moves) == 1:
            return moves[below(len(moves))]
        return self.think(information_set(game, state, moves[0][0]), moves, self.budget, below)


def bot(spec: str) -> Bot:
    """A bot by its name; behind a colon, how long it thinks: `mcts:2s` for two seconds, `mcts:500` for 500 rounds.

    Raises NoBot if there is none.
    """
    name, colon, text = (part.strip() for part in spec.casefold().partition(":"))
    if name not in THINKERS:
        raise NoBot(f"there is no bot called {name or 'that'}; there are {', '.join(THINKERS)}")
    think, budget = THINKERS[name]
    if not colon:
        return Bot(name, think, budget)
    given = read_budget(text)
    if name == "random" or given is None:
        wanted = "does not think" if name == "random" else "thinks for so many seconds or rounds"
        example = "random" if name == "random" else f"{name}:2s or {name}:500"
        raise NoBot(f"{name} {wanted}: {example}, not {spec.strip()}")
    return Bot(name, think, given)
