"""Two engines of one game, played side by side: states, moves, logs, faults and the generator must be the same."""

from __future__ import annotations

from math import inf
from time import process_time
from typing import Any

from astro_referee.interpreter.backends.engine import Engine
from astro_referee.interpreter.machine.runtime import CHANCE, EndlessLoop, Log, RuleFault
from astro_referee.interpreter.play import native
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game

PLAYOUTS, FEWEST_PLAYOUTS = 3, 20
"""Playouts whose ends are compared, and the fewest when they are given time."""
LONGEST = 3_000
"""Moves of a playout."""


def answered(ask: Any, *args: Any) -> Any:
    """What an engine gives, or why it cannot."""
    try:
        given = ask(*args)
    except RuleFault as fault:
        return type(fault).__name__, fault.number
    except EndlessLoop as loop:
        return "endless", loop.labels
    return list(given) if isinstance(given, list | tuple) else given


def is_failure(answer: Any) -> bool:
    return isinstance(answer, tuple)


def both(name: str, engines: list[Engine], states: list[list[int]], *args: Any) -> Any:
    """The same question to both, with a log each; what they answer."""
    logs = [Log(), Log()]
    answers = [
        answered(getattr(engine, name), state, *args, log)
        for engine, state, log in zip(engines, states, logs, strict=True)
    ]
    assert answers[0] == answers[1], name
    assert logs[0] == logs[1], name
    assert is_failure(answers[0]) or states[0] == states[1], name
    return answers[0]


def followed(engines: list[Engine], seed: int, most: int, until: float) -> int:
    """A random game in both; how many events there were."""
    states = [engine.start() for engine in engines]
    assert states[0] == states[1]
    streams = [Generator(seed, 7), Generator(seed, 7)]
    for events in range(most):
        offered = both("run", engines, states)
        if is_failure(offered) or not states[0][0] or process_time() > until:
            return events
        assert [*engines[1].options(states[1])] == [*engines[0].options(states[0])]
        if offered == [*CHANCE] or offered == CHANCE:
            assert engines[0].outcomes(states[0]) == engines[1].outcomes(states[1])
            drawn = [e.sample(s, g.below) for e, s, g in zip(engines, states, streams, strict=True)]
            assert drawn[0] == drawn[1]
            given = both("happen", engines, states, drawn[0])
        else:
            move = offered[streams[0].below(len(offered))]
            streams[1].below(len(offered))
            given = both("act", engines, states, move)
        if is_failure(given):
            return events
    return most


def played_out(engines: list[Engine], seed: int, most: int = PLAYOUTS, until: float = inf) -> int:
    """Playouts from the start end alike, and leave the generator alike; how many there were."""
    for number in range(most):
        if number >= FEWEST_PLAYOUTS and process_time() > until:
            return number
        streams = [Generator(seed, number), Generator(seed, number)]
        states = [engine.start() for engine in engines]
        pairs = zip(engines, states, streams, strict=True)
        given = [answered(engine.playout, state, stream.below, LONGEST) for engine, state, stream in pairs]
        assert given[0] == given[1]
        assert is_failure(given[0]) or (states[0] == states[1] and streams[0].state == streams[1].state)
    return most


def both_engines(game: Game) -> list[Engine]:
    return [native.python_of(game.engine), native.engine_of(game)]


def compared(game: Game, seconds: float, most: int = 1 << 62) -> int:
    """A game on Python and in C, until the time is up; how many events there were."""
    engines = both_engines(game)
    until, games, events = process_time() + seconds, 0, 0
    played_out(engines, 3)
    while events < most and (not games or process_time() < until):
        events += followed(engines, games, most - events, until)
        games += 1
    return events
