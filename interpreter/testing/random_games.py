"""Random games from a position: what must always hold goes in; the shortest game in which it does not comes out."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.testing.shrinking import Script, Step, choices, go, played, shortest

MOST_MOVES = 1_000
"""Moves of a random game unless somebody says how many: rules that go on for ever are nothing to wait for."""
MOST_CHANCES = 1_000
"""Chance events in a row after which a random game is left: whoever rolls that often is never asked."""

Broken = Callable[[Match], object]
"""What does not hold in a position; None if everything does."""


@frozen
class FailingGame:
    """A game that fails: the steps to it, and what is broken then, or the fault of the rules at the last step."""

    script: Script
    broken: object
    fault: FaultyRules | None

    def shrunk(self, opening: Match, broken: Broken) -> FailingGame:
        """The shortest game that fails in the same way."""

        def fails(match: Match, fault: FaultyRules | None) -> bool:
            if self.fault is not None:
                return fault is not None and fault.problem == self.fault.problem
            return fault is None and broken(match) is self.broken

        return FailingGame(shortest(opening.game, opening.seed, self.script, fails, opening), self.broken, self.fault)

    def match(self, opening: Match) -> Match:
        """Where it stands when it fails."""
        return played(opening, self.script)


def failing(opening: Match, games: int, moves: int | None, broken: Broken) -> FailingGame | None:
    """The shortest failure that some random games lead to; None if there is none."""
    best: FailingGame | None = None
    for number in range(games):
        longest = len(best.script) - 1 if best is not None else None
        below = Generator(opening.seed, -1 - number).below
        best = random_game(opening, below, MOST_MOVES if moves is None else moves, longest, broken) or best
    return best.shrunk(opening, broken) if best is not None else None


def random_game(
    opening: Match, below: Callable[[int], int], moves: int, longest: int | None, broken: Broken
) -> FailingGame | None:
    """How a game fails; nothing if it does not, or only after more events than one wants to hear of."""
    match = opening.copy()
    match.keep_log = False
    script: list[Step] = []
    rolls = 0
    while not match.over and rolls < MOST_CHANCES and (longest is None or len(script) < longest):
        if match.chance is not None:
            script.append(Step(match.game.engine.sample(match.state, below)))
            rolls += 1
        elif moves:
            legal = choices(match)
            script.append(Step(legal[below(len(legal))]))
            moves, rolls = moves - 1, 0
        else:
            return None
        try:
            go(match, script[-1])
        except FaultyRules as fault:
            return FailingGame(tuple(script), None, fault)
        wrong = broken(match)
        if wrong is not None:
            return FailingGame(tuple(script), wrong, None)
    return None
