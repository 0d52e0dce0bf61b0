"""One step after the other on plain records: what may happen next, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.machine.runtime import CHANCE, EndlessLoop, Log, RuleFault
from astro_referee.interpreter.study.playability.tracing import Marked, TraceMark

Event = Move | int
"""A move, or what chance brings."""
Way = tuple[Event, ...]
"""Events one after the other from the start, chance and all."""
FAULTS = (RuleFault, EndlessLoop)
MOST_TOLD = 1_000_000
"""Lines at one event, those that marks say among them."""
COUNTED = ("phase", "ending")
"""Marks that every game should come to in the end."""


@define
class Explorer:
    """Plays a marked game, and keeps what has been met on the way."""

    marked: Marked
    beat: Callable[[], None] = lambda: None
    """Called whenever the rules go on, so that whoever waits can be told."""
    met: set[TraceMark] = field(factory=set)
    moves: set[tuple[int, int]] = field(factory=set)
    """Moves that were legal somewhere: the decision, and their number in it."""

    def begin(self) -> State:
        state: State = self.marked.game.engine.start()
        return state

    def advance(self, state: State, log: Log | None = None) -> list[Move] | tuple[()]:
        """Lets the rules go on until somebody must decide; gives the legal moves, none if it is up to chance or over.

        The record is changed, and may be left half-way if the rules cannot go on.
        """
        self.beat()
        engine, lines_said = self.marked.game.engine, Log.of_at_most(MOST_TOLD) if log is None else log
        engine.rest()
        try:
            options = engine.run(state, lines_said)
        finally:
            self.note(lines_said)
        if not state[0] or options == CHANCE:
            return ()
        self.moves.update((state[0], move[1]) for move in options)
        return list(options)

    def choices(self, state: State, options: list[Move] | tuple[()]) -> list[Event]:
        """All that can happen next; nothing if the game is over."""
        if options or not state[0]:
            return list(options)
        return [outcome for outcome, _ in self.marked.game.engine.outcomes(state)]

    def happen(self, state: State, event: Event, log: Log | None = None) -> None:
        """Changes a record by what happens, before the rules go on."""
        engine, lines_said = self.marked.game.engine, Log.of_at_most(MOST_TOLD) if log is None else log
        try:
            if isinstance(event, int):
                engine.happen(state, event, lines_said)
            else:
                engine.act(state, event, lines_said)
        finally:
            self.note(lines_said)

    def note(self, log: Log) -> None:
        marks = self.marked.marks
        for number, _, _ in log:
            if number in marks and marks[number].sort in COUNTED:
                self.met.add(marks[number])

    def seen(self) -> int:
        """How much has been met; more is better."""
        return len(self.met) + len(self.moves)
