"""Many more random games: a marked game and a count in; what they come to out, and those in which the rules fail.

Nothing is compared or tried out in them, so that a native engine can play them on its own. A game in which the rules
fail is played again on Python, which tells of it; so the findings are the same on every engine.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, cast

from attrs import define, field

from astro_referee.interpreter.play import native
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.study.playability.failures import Failures
from astro_referee.interpreter.study.playability.transitions import COUNTED, FAULTS, MOST_TOLD, Event, Explorer

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.c.engine import NativeEngine

STREAM = 1 << 32
"""Their streams lie behind those of the games that are looked at closely."""
A_WHILE = 0.05
"""Seconds of games at a time: in between, whoever waits is told."""
MOST_FAULTY = 20
"""Games in which the rules fail, after which no more are played."""


@define
class MoreGames:
    """Random games of one set-up, and what they came to."""

    explorer: Explorer
    failures: Failures
    seed: int
    most: int
    """Events of one game."""
    tick: Callable[[], None]
    played: int = 0
    cut: int = 0
    events: int = 0
    longest: int = 0
    faulty: int = field(init=False, default=0)

    def play(self, games: int, choice: str | None) -> None:
        """Raises NoNativeEngine if that is asked for and there is none."""
        marked = self.explorer.marked.game
        game = Game(marked.rules, marked.machine, marked.chosen, marked.engine, "marked")
        close = native.begin(game, choice)
        try:
            some = 1
            while self.played < games and self.faulty < MOST_FAULTY:
                game.take_over()
                if not native.is_native(game.engine):
                    self.one()
                    continue
                begun = monotonic()
                done = self.many(cast("NativeEngine", game.engine), min(some, games - self.played))
                some = max(1, min(10 * some, int(done * A_WHILE / max(monotonic() - begun, 1e-6))))
        finally:
            close()

    def many(self, engine: NativeEngine, games: int) -> int:
        """Some games natively, and the one behind them in which the rules fail; how many."""
        machine, explorer = self.explorer.marked.game.machine, self.explorer
        wide = max((len(decision.moves) for decision in machine.decisions), default=0) or 1
        said, offered = bytearray(len(machine.texts) + 1), bytearray(engine.stops[0] * wide)
        first = STREAM + self.played
        done, (events, longest, cut), error = engine.tour(self.seed, first, games, self.most, MOST_TOLD, said, offered)
        self.played, self.cut, self.events = self.played + done, self.cut + cut, self.events + events
        self.longest = max(self.longest, longest)
        marks = explorer.marked.marks
        explorer.met.update(marks[n] for n in marks if said[n] and marks[n].sort in COUNTED)
        explorer.moves.update(divmod(at, wide) for at, is_offered in enumerate(offered) if is_offered)
        for _ in range(done):
            self.tick()
        explorer.beat()
        if error is not None:
            self.one()
        return done + (error is not None)

    def one(self) -> None:
        """A game on Python; where the rules fail, that is told."""
        explorer, below = self.explorer, Generator(self.seed, STREAM + self.played).below
        state, way, moves = explorer.begin(), list[Event](), 0
        try:
            options = explorer.advance(state)
            while state[0] and len(way) < self.most:
                sample = explorer.marked.game.engine.sample
                event: Event = options[below(len(options))] if options else sample(state, below)
                way.append(event)
                moves += not isinstance(event, int)
                explorer.happen(state, event)
                options = explorer.advance(state)
            self.cut += state[0] != 0
            self.events += len(way)
            self.longest = max(self.longest, moves)
        except FAULTS as error:
            self.faulty += 1
            self.failures.fault(tuple(way), error)
        self.played += 1
        self.tick()
