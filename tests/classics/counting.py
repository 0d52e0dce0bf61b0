"""How many sequences of moves there are: Astro's own counting, and the plain counting of OpenSpiel."""

from __future__ import annotations

from typing import Any

from lockstep import start

from astro_referee.interpreter.play.perft import Counter


def counts(name: str, depth: int, turns: bool = False, **options: object) -> list[int]:
    """The sequences of one move, of two and so on; the last moves are listed and not made, unless turns are counted."""
    counter = Counter(start(name, **options).game, by_turns=turns, skip_last=not turns)
    return [count.sequences for count in counter.plies(depth)][1:]


def theirs(state: Any, depth: int) -> int:
    """How many sequences of so many actions OpenSpiel has from a state."""
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(theirs(state.child(action), depth - 1) for action in actions)


def returns(winners: tuple[int, ...]) -> list[float]:
    """What OpenSpiel gives two players for a game of winning and losing; nothing for a draw."""
    return [0.0 if not winners else 1.0 if player in winners else -1.0 for player in range(2)]
