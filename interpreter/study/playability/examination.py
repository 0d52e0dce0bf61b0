"""One game put to the test, for one number of players and one choice of options.

First every position is gone through, if there are not too many. Where there are, games are played: most of them at
random, the others in search of moves, phases and endings that have not been met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from attrs import define, field, frozen

from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.study.playability.failures import Failures
from astro_referee.interpreter.study.playability.findings import Finding
from astro_referee.interpreter.study.playability.invariants import Inventory
from astro_referee.interpreter.study.playability.more_games import MoreGames
from astro_referee.interpreter.study.playability.sampling import STEPS, LeakSampler
from astro_referee.interpreter.study.playability.state_space import Graph, explore
from astro_referee.interpreter.study.playability.texts import Texts
from astro_referee.interpreter.study.playability.tracing import TraceMark, marked
from astro_referee.interpreter.study.playability.transitions import COUNTED, FAULTS, Event, Explorer
from astro_referee.interpreter.values.types import PastOf

EVENTS = 400
"""Events of all games together, for each game that is asked for."""
SHARE = 4
"""One game has at most this part of them, so that a long one does not take all; but if that is little, …"""
LONG = 500
"""… so many."""
GUIDED = 3
"""Every so many games one looks for what has not been met: that is dearer, since it tries all ways to go on."""
AHEAD = 40
"""Ways to go on that a guided game tries out before it chooses; where there are more, it picks."""

Tick = Callable[[], None]


@frozen
class Played:
    """What was found out about one set-up."""

    game: Game
    positions: int
    complete: bool
    """Whether these were all positions."""
    games: int
    unfinished: int
    events: int
    longest: int
    """The most moves: of any game if all positions are known, else of those played."""
    unbounded: bool
    """Whether a position can come again, so that there is no longest game."""
    met: frozenset[TraceMark]
    unmet: frozenset[TraceMark]
    looks: int
    """Positions and events that were compared with others that look the same."""
    findings: tuple[Finding, ...]


@define
class SetupExamination:
    """A set-up while it is tried."""

    game: Game
    seed: int
    games: int
    tick: Tick
    beat: Tick = lambda: None
    brief: bool = False
    """Whether games are played without regard to positions that come again: to tell of them takes long."""
    more: int = 0
    """Games behind these that are only played."""
    engine: str | None = None
    """What plays those."""
    explorer: Explorer = field(init=False)
    inventory: Inventory = field(init=False)
    failures: Failures = field(init=False)
    looks: LeakSampler = field(init=False)
    texts: Texts = field(init=False)
    times_chosen: Counter[tuple[int, ...]] = field(factory=Counter)
    events: int = 0
    longest: int = 0
    repeats: bool = False
    """Whether some position can come again."""

    def __attrs_post_init__(self) -> None:
        self.explorer = Explorer(marked(self.game), self.beat)
        self.inventory = Inventory(self.game)
        self.failures = Failures(self.game, self.explorer, self.inventory, self.seed)
        self.looks = LeakSampler(self.game, self.seed, self.explorer, self.failures, max(4, self.games // 2))
        self.texts = Texts(self.game, self.failures)

    # --- All of it ---------------------------------------------------------------------------------------------------

    @property
    def most(self) -> int:
        """Events of one game."""
        return max(LONG, self.games * EVENTS // SHARE)

    def run(self, positions: int) -> Played:
        graph = self.exhaust(positions)
        played = cut = 0
        if graph.complete:
            self.longest = graph.longest() or 0
        else:
            while played < self.games and self.events < self.games * EVENTS:
                cut += not self.play(played, guided=played % GUIDED == GUIDED - 1)
                played += 1
                self.tick()
            if self.more:
                more = MoreGames(self.explorer, self.failures, self.seed, self.most, self.tick)
                more.play(self.more, self.engine)
                played, cut = played + more.played, cut + more.cut
                self.events, self.longest = self.events + more.events, max(self.longest, more.longest)
            if cut:
                self.failures.report(self.failures.writer.unfinished(played, cut, self.most))
        met, unmet = self.marks()
        return Played(
            game=self.game,
            positions=len(graph.states),
            complete=graph.complete,
            games=played,
            unfinished=cut,
            events=graph.events if graph.complete else self.events,
            longest=self.longest,
            unbounded=self.repeats,
            met=met,
            unmet=unmet,
            looks=self.looks.compared,
            findings=tuple(self.failures.found.values()),
        )

    def marks(self) -> tuple[frozenset[TraceMark], frozenset[TraceMark]]:
        """Phases, endings and moves that have been met, and the others."""
        everything = {mark for mark in self.explorer.marked.marks.values() if mark.sort in COUNTED}
        met = set(self.explorer.met)
        for label, decision in self.game.decisions.items():
            for number, slot in enumerate(decision.moves):
                mark = TraceMark("move", slot.name, slot.span)
                everything.add(mark)
                if (label, number) in self.explorer.moves:
                    met.add(mark)
        return frozenset(met), frozenset(everything - met)

    # --- Every position ----------------------------------------------------------------------------------------------

    def exhaust(self, positions: int) -> Graph:
        graph = explore(self.explorer, self.inventory, positions)
        for way, error in graph.faults:
            self.failures.fault(way, error)
        for way, said in graph.lost:
            self.failures.lost(way, said)
        if graph.complete:
            trap, circle = graph.trap(), graph.circle()
            if trap is not None:
                self.failures.report(self.failures.writer.trap(self.failures.script_of(graph.way_to(trap))))
            if circle is not None:
                self.repeats = True
                script = self.failures.script_of((*circle[0], *circle[1]))
                self.failures.report(self.failures.writer.unbounded(script[: len(circle[0])], script[len(circle[0]) :]))
            below = Generator(self.seed).below
            for node in spread(len(graph.states), STEPS * (len(self.game.decisions) + len(self.game.chances))):
                if graph.after[node]:
                    self.texts.look(list(graph.states[node]), graph.way_to(node))
                    event = graph.after[node][below(len(graph.after[node]))][0]
                    self.looks.look(list(graph.states[node]), graph.way_to(node), event, below)
        return graph

    # --- Games -------------------------------------------------------------------------------------------------------

    def play(self, number: int, guided: bool) -> bool:
        """Plays a game; gives whether it came to its end, or to where the rules fail."""
        explorer, below = self.explorer, Generator(self.seed, number).below
        state, way, moves = explorer.begin(), list[Event](), 0
        places: dict[tuple[int, ...], int] = {}
        remembers = any(isinstance(slot.type, PastOf) for slot in self.game.machine.fields)
        watch = not (self.brief or self.repeats or remembers)
        try:
            options = explorer.advance(state)
            while state[0]:
                self.longest = max(self.longest, moves)
                if len(way) >= self.most:
                    self.failures.after_cut(state, tuple(way))
                    return False
                if watch and options:
                    first = places.setdefault(tuple(state), len(way))
                    if first < len(way):
                        watch = False
                        self.repeats = True
                        self.failures.repeated(tuple(way))
                event = self.choose(state, options, way, below, guided)
                self.looks.look(state, tuple(way), event, below)
                self.texts.look(state, tuple(way))
                totals = self.inventory.totals(state)
                way.append(event)
                self.events += 1
                moves += not isinstance(event, int)
                explorer.happen(state, event)
                options = explorer.advance(state)
                wrong = self.inventory.wrong(state, totals)
                if wrong:
                    self.failures.lost(tuple(way), wrong)
        except FAULTS as error:
            self.failures.fault(tuple(way), error)
        self.longest = max(self.longest, moves)
        return True

    def choose(
        self,
        state: State,
        options: list[Move] | tuple[()],
        way: list[Event],
        below: Callable[[int], int],
        guided: bool,
    ) -> Event:
        """At random, or what brings something new, or has been tried least."""
        if not guided:
            if options:
                return options[below(len(options))]
            outcome: int = self.explorer.marked.game.engine.sample(state, below)
            return outcome
        choices = self.explorer.choices(state, options)
        if len(choices) <= AHEAD and self.events < self.games * EVENTS and self.marks()[1]:
            for event in choices:
                before = self.explorer.seen()
                after = state[:]
                self.events += 1
                try:
                    self.explorer.happen(after, event)
                    self.explorer.advance(after)
                except FAULTS as error:
                    self.failures.fault((*way, event), error)
                    continue
                if self.explorer.seen() > before:
                    return event
        keys = [(state[0], event) if isinstance(event, int) else (state[0], *event[1:]) for event in choices]
        least = min(self.times_chosen[key] for key in keys)
        rare = [number for number, key in enumerate(keys) if self.times_chosen[key] == least or below(2)]
        chosen = rare[below(len(rare))]
        self.times_chosen[keys[chosen]] += 1
        return choices[chosen]


def spread(count: int, most: int) -> list[int]:
    """At most so many of the numbers below a count, picked from all over, in no order."""
    return sorted(range(count), key=lambda number: Generator(number).next())[:most]
