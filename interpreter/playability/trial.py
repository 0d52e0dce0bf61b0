"""One game put to the test, for one number of players and one choice of options.

First every position is gone through, if there are not too many. Where there are, games are played: every other one at
random, the rest looking for moves, phases and endings that have not been met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from attrs import define, field, frozen

from astro_referee.interpreter.chance import Generator
from astro_referee.interpreter.game import Game, Move, State
from astro_referee.interpreter.match import Match
from astro_referee.interpreter.playability import findings
from astro_referee.interpreter.playability.components import Inventory
from astro_referee.interpreter.playability.findings import Finding
from astro_referee.interpreter.playability.graph import Graph, explore
from astro_referee.interpreter.playability.marks import Mark, marked
from astro_referee.interpreter.playability.secrets import Leak, leak_behind, leak_here
from astro_referee.interpreter.playability.steps import FAULTS, Event, Stage
from astro_referee.interpreter.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.shrinking import Script, shortest
from astro_referee.interpreter.types import PastOf

EVENTS = 400
"""Events of all games together, for each game that is asked for."""
SHARE = 4
"""One game has at most this part of them, so that a long one does not take all; but at least as many as below."""
LONG = 500
GUIDED = 3
"""Every so many games one looks for what has not been met: that is dearer, since it tries all ways to go on."""
AHEAD = 40
"""Ways to go on that a guided game tries out before it chooses; where there are more, it picks."""
POSITIONS_BEHIND = 2_000
"""Positions behind a game that was cut, gone through to see whether it could end at all."""
LOOKS = 6
"""Positions of each decision that are looked at closely for what they give away; of all, one for every second game."""
STEPS = 24
"""Events behind each stop that are looked at in the same way."""
WORLDS = 2
"""Other positions that each of them is compared with, for each player."""

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
    longest: int | None
    """The most moves: of any game if all positions are known, else of those played; None if there is no bound."""
    most_moves: int
    """The same without regard to whether there is one."""
    met: frozenset[Mark]
    unmet: frozenset[Mark]
    looks: int
    """Positions and events that were compared with others that look the same."""
    findings: tuple[Finding, ...]


@define
class Trial:
    """A set-up while it is tried."""

    game: Game
    seed: int
    games: int
    tick: Tick
    stage: Stage = field(init=False)
    inventory: Inventory = field(init=False)
    found: dict[tuple[str, int, str], Finding] = field(factory=dict)
    shapes: set[object] = field(factory=set)
    """What has been shortened and told already; one example of each is enough."""
    looked: Counter[tuple[str, int]] = field(factory=Counter)
    tried: Counter[tuple[int, ...]] = field(factory=Counter)
    looks: int = 0
    events: int = 0
    longest: int = 0
    repeats: bool = False

    def __attrs_post_init__(self) -> None:
        self.stage = Stage(marked(self.game))
        self.inventory = Inventory(self.game)

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
            if cut:
                span = findings.next_place(self.game, ())
                self.tell(findings.unfinished(played, cut, self.most, span))
        met, unmet = self.marks()
        bounded = not self.repeats
        return Played(
            game=self.game,
            positions=len(graph.states),
            complete=graph.complete,
            games=played,
            unfinished=cut,
            events=graph.events if graph.complete else self.events,
            longest=self.longest if bounded else None,
            most_moves=self.longest,
            met=met,
            unmet=unmet,
            looks=self.looks,
            findings=tuple(self.found.values()),
        )

    def marks(self) -> tuple[frozenset[Mark], frozenset[Mark]]:
        """Phases, endings and moves that have been met, and the others."""
        everything = {mark for mark in self.stage.marked.marks.values() if mark.sort != "show"}
        met = {mark for mark in self.stage.met if mark.sort != "show"}
        for label, decision in self.game.decisions.items():
            for number, slot in enumerate(decision.moves):
                mark = Mark("move", slot.name, slot.span)
                everything.add(mark)
                if (label, number) in self.stage.moves:
                    met.add(mark)
        return frozenset(met), frozenset(everything - met)

    def tell(self, finding: Finding) -> None:
        self.found.setdefault(finding.key, finding)

    def new(self, *shape: object) -> bool:
        """Whether something of this shape has not been told yet."""
        if shape in self.shapes:
            return False
        self.shapes.add(shape)
        return True

    # --- Every position ----------------------------------------------------------------------------------------------

    def exhaust(self, positions: int) -> Graph:
        graph = explore(self.stage, self.inventory, positions)
        for script, error in graph.faults:
            self.fault(script, error, short=True)
        for script, said in graph.lost:
            if self.new("lost", said):
                self.tell(findings.lost(self.game, script, said))
        if graph.complete:
            trap, circle = graph.trap(), graph.circle()
            if trap is not None:
                self.tell(findings.trap(self.game, graph.script(trap)))
            if circle is not None:
                self.repeats = True
                self.tell(findings.unbounded(self.game, *circle))
            below = Generator(self.seed).below
            for node in spread(len(graph.states), STEPS * (len(self.game.decisions) + len(self.game.chances))):
                if graph.after[node]:
                    event = graph.after[node][below(len(graph.after[node]))][0]
                    self.look(list(graph.states[node]), graph.script(node), event, below)
        return graph

    # --- Games -------------------------------------------------------------------------------------------------------

    def play(self, number: int, guided: bool) -> bool:
        """Plays a game; gives whether it came to its end, or to where the rules fail."""
        stage, below = self.stage, Generator(self.seed, number).below
        state, script, moves = stage.begin(), list[Event](), 0
        places: dict[tuple[int, ...], int] = {}
        watch = not self.repeats and not any(isinstance(s.type, PastOf) for s in self.game.machine.fields)
        try:
            options = stage.stand(state)
            while state[0]:
                self.longest = max(self.longest, moves)
                if len(script) >= self.most:
                    self.behind(state, tuple(script))
                    return False
                if watch and options:
                    first = places.setdefault(tuple(state), len(script))
                    if first < len(script):
                        watch = False
                        self.again(tuple(script), first)
                event = self.choose(state, options, script, below, guided)
                self.look(state, tuple(script), event, below)
                totals = self.inventory.totals(state)
                script.append(event)
                self.events += 1
                moves += not isinstance(event, int)
                stage.happen(state, event)
                options = stage.stand(state)
                self.check(state, totals, tuple(script))
        except FAULTS as error:
            self.fault(tuple(script), error)
        self.longest = max(self.longest, moves)
        return True

    def choose(
        self,
        state: State,
        options: list[Move] | tuple[()],
        script: list[Event],
        below: Callable[[int], int],
        guided: bool,
    ) -> Event:
        """At random, or what brings something new, or has been tried least."""
        if not guided:
            if options:
                return options[below(len(options))]
            outcome: int = self.stage.marked.game.code["SAMPLE"][state[0]](state, below)
            return outcome
        choices = self.stage.choices(state, options)
        if len(choices) <= AHEAD and self.marks()[1]:
            for event in choices:
                before = self.stage.seen()
                after = state[:]
                self.events += 1
                try:
                    self.stage.happen(after, event)
                    self.stage.stand(after)
                except FAULTS as error:
                    self.fault((*script, event), error)
                    continue
                if self.stage.seen() > before:
                    return event
        keys = [(state[0], event) if isinstance(event, int) else (state[0], *event[1:]) for event in choices]
        least = min(self.tried[key] for key in keys)
        rare = [number for number, key in enumerate(keys) if self.tried[key] == least or below(2)]
        chosen = rare[below(len(rare))]
        self.tried[keys[chosen]] += 1
        return choices[chosen]

    def check(self, state: State, totals: tuple[int, ...], script: Script) -> None:
        wrong = self.inventory.wrong(state, totals)
        if wrong and self.new("lost", wrong):

            def fails(shorter: Script) -> bool:
                if not shorter:
                    return False
                before, after = (self.stage.replay(part) for part in (shorter[:-1], shorter))
                return self.inventory.wrong(after, self.inventory.totals(before)) == wrong

            self.tell(findings.lost(self.game, shortest(self.game, self.seed, script, fails), wrong))

    def fault(self, script: Script, error: RuleFault | EndlessLoop, short: bool = False) -> None:
        finding = findings.fault(self.game, script, error)
        if not self.new(*finding.key):
            return
        if not short:

            def fails(shorter: Script) -> bool:
                again = self.failure(shorter)
                return again is not None and findings.fault(self.game, (), again).key == finding.key

            script = shortest(self.game, self.seed, script, fails)
        self.tell(findings.fault(self.game, script, error))

    def failure(self, script: Script) -> RuleFault | EndlessLoop | None:
        """How the rules fail at the end of a script."""
        try:
            self.stage.replay(script)
        except FAULTS as error:
            return error
        return None

    # --- Games without end -------------------------------------------------------------------------------------------

    def again(self, script: Script, first: int) -> None:
        """A position has come again."""
        self.repeats = True

        def circle_of(tried: Script) -> int | None:
            """After how many events the position was already as it is at the end."""
            state, places = self.stage.begin(), list[State]()
            options = self.stage.stand(state)
            for event in tried:
                places.append(state[:])
                self.stage.happen(state, event)
                options = self.stage.stand(state)
            return places.index(state) if options and state in places else None

        found = shortest(self.game, self.seed, script, lambda tried: circle_of(tried) is not None)
        first = circle_of(found) or 0
        self.tell(findings.unbounded(self.game, found[:first], found[first:]))

    def behind(self, state: State, script: Script) -> None:
        """A game that was cut: whether any way leads from there to an end."""
        if not self.new("cut", state[0]) or not self.hopeless(state):
            return

        def fails(shorter: Script) -> bool:
            return self.hopeless(self.stage.replay(shorter))

        self.tell(findings.trap(self.game, shortest(self.game, self.seed, script, fails)))

    def hopeless(self, state: State) -> bool:
        graph = explore(Stage(self.stage.marked), self.inventory, POSITIONS_BEHIND, state)
        return graph.complete and graph.trap() == 0

    # --- Secrets -----------------------------------------------------------------------------------------------------

    def look(self, state: State, script: Script, event: Event, below: Callable[[int], int]) -> None:
        """Compares what each player gets here with what that player would get if hidden things were different."""
        label = state[0]
        if not any(slot.hidden or slot.sort == "choice" for slot in self.game.machine.fields):
            return
        most = max(4, self.games // 2)
        each = max(LOOKS, most // max(1, len(self.game.decisions)))
        close = self.looked["here", label] < each and self.looked["here", 0] < most
        if close and label in self.game.decisions and not below(2):
            self.looked["here", label] += 1
            self.looked["here", 0] += 1
            match = Match.at(self.game, self.seed, self.game.players, state[:])
            for player in range(self.game.seats):
                for _ in range(WORLDS):
                    found, compared = leak_here(match, player, below)
                    self.looks += compared
                    if found is not None:
                        self.leaked(script, found, None, noted=False)
        if self.looked["behind", label] < STEPS:
            self.looked["behind", label] += 1
            for player in range(self.game.seats):
                self.look_behind(state, script, event, player, below)

    def look_behind(self, state: State, script: Script, event: Event, player: int, below: Callable[[int], int]) -> None:
        told = self.stage.marked.told
        try:
            for _ in range(WORLDS):
                found = leak_behind(self.stage, state, event, player, below, told)
                self.looks += 1
                if found is not None:
                    self.leaked(script, found, event, noted=False)
            found = leak_behind(self.stage, state, event, player, below, frozenset()) if told else None
            if found is not None:
                self.leaked(script, found, event, noted=True)
        except FAULTS:
            return  # told where the event happens

    def leaked(self, script: Script, found: Leak, event: Event | None, noted: bool) -> None:
        if self.new("leak", found.way, found.span.start, noted):
            if not noted:
                script, found, event = self.shorter_leak(script, found, event)
            self.tell(findings.leak(self.game, script, found, event, noted))

    def shorter_leak(self, script: Script, found: Leak, event: Event | None) -> tuple[Script, Leak, Event | None]:
        """The same leak as soon as it can be shown."""
        last: list[tuple[Script, Leak, Event | None]] = [(script, found, event)]

        def fails(tried: Script) -> bool:
            before, final = (tried, None) if event is None else (tried[:-1], tried[-1])
            state = self.stage.replay(before)
            if not state[0] or (event is None and state[0] not in self.game.decisions):
                return False
            again = self.leak_again(state, found.player, final, Generator(self.seed, len(tried)).below)
            if again is None or (again.way, again.span) != (found.way, found.span):
                return False
            last[0] = (before, again, final)
            return True

        shortest(self.game, self.seed, script if event is None else (*script, event), fails)
        return last[0]

    def leak_again(self, state: State, player: int, event: Event | None, below: Callable[[int], int]) -> Leak | None:
        for _ in range(2 * WORLDS):
            try:
                if event is None:
                    found, _ = leak_here(Match.at(self.game, 0, self.game.players, state[:]), player, below)
                else:
                    found = leak_behind(self.stage, state, event, player, below, self.stage.marked.told)
            except FAULTS:
                return None
            if found is not None:
                return found
        return None


def spread(count: int, most: int) -> list[int]:
    """At most so many of the numbers below a count, picked from all over, in no order."""
    return sorted(range(count), key=lambda number: Generator(number).next())[:most]
