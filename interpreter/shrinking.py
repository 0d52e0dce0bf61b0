"""The shortest way to a failure: a game and what happened in it go in, as little of it as still fails comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from astro_referee.interpreter.chance import Generator
from astro_referee.interpreter.game import Game, Move
from astro_referee.interpreter.runtime import EndlessLoop, RuleFault

Script = tuple[Move | int, ...]
"""Moves, and what chance brought, one after the other from the start."""
Fails = Callable[[Script], bool]

MOST_EVENTS = 100_000
"""Events played while a script is made shorter; what is the shortest by then has to do."""


def shortest(game: Game, seed: int, script: Script, fails: Fails) -> Script:
    """Leaves out pieces of a script, large ones first, as long as what is left still fails.

    Where something is left out, later events may not be legal any more: these are dropped, too, and where chance must
    decide something that is not told, the seed does.
    """
    spent, size = 0, max(1, len(script) // 2)
    while True:
        shorter = None
        for first in range(0, len(script), size):
            wishes = script[:first] + script[first + size :]
            tried = as_far_as_legal(game, seed, wishes, len(script) - 1)
            spent += len(tried)
            if len(tried) < len(script) and fails(tried):
                shorter = tried
                break
            if spent > MOST_EVENTS:
                return script
        if shorter is not None:
            script = shorter
            size = min(size, max(1, len(script) // 2))
        elif size == 1:
            return script
        else:
            size //= 2


def as_far_as_legal(game: Game, seed: int, wishes: Script, most: int) -> Script:
    """What happens if each wish is granted that can be, in their order; at most so many events."""
    code, done, left = game.code, list[Move | int](), iter(wishes)
    state = code["start"]()
    try:
        options = code["run"](state)
        while state[0] and len(done) < most:
            if options is code["CHANCE"]:
                weights = code["outcomes"](state)
                left, told = asked(left, [value for value, _ in weights])
                outcome = told if told is not None else drawn(seed, len(done), weights)
                done.append(outcome)
                code["happen"](state, outcome)
            else:
                wish = next((event for event in left if event in options), None)
                if wish is None:
                    break
                done.append(wish)
                code["act"](state, wish)
            options = code["run"](state)
    except (RuleFault, EndlessLoop):
        pass
    return tuple(done)


def asked(left: Iterator[Move | int], outcomes: list[int]) -> tuple[Iterator[Move | int], int | None]:
    """The next wish for chance, if there is one before the next move, and the wishes behind it."""
    rest = list(left)
    for number, event in enumerate(rest):
        if not isinstance(event, int):
            return iter(rest[number:]), None
        if event in outcomes:
            return iter(rest[number + 1 :]), event
    return iter(()), None


def drawn(seed: int, number: int, weights: list[tuple[int, int]]) -> int:
    left = Generator(seed, number).below(sum(weight for _, weight in weights))
    for value, weight in weights:
        left -= weight
        if left < 0:
            return value
    raise AssertionError("weights are positive")
