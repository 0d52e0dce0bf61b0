"""One game put to the test, for one number of players and one choice of options.

First every position is gone through, if there are not too many. Where there are, games are played: every other one at
random, the rest looking for moves, phases and endings that have not been met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from attrs import define, field, frozen

from astro_referee.interpreter.chance import Generator
from astro_referee.interpreter.faults import problem_of
from astro_referee.interpreter.game import Game, Move, State
from astro_referee.interpreter.match import FaultyRules, Match
from astro_referee.interpreter.playability import scripts
from astro_referee.interpreter.playability.components import Inventory
from astro_referee.interpreter.playability.findings import Finding, Teller
from astro_referee.interpreter.playability.graph import Graph, explore
from astro_referee.interpreter.playability.marks import Mark, marked
from astro_referee.interpreter.playability.secrets import Leak, leak_behind, leak_here
from astro_referee.interpreter.playability.steps import FAULTS, Event, Stage, Way
from astro_referee.interpreter.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.shrinking import Fails, Script, Step, go, shortest, written
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
MOST_TRIED = 200
"""Positions looked at in the same way to make the script of a failure shorter."""

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
    teller: Teller = field(init=False)
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
        self.teller = Teller(self.game, self.seed)
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
                self.tell(self.teller.unfinished(played, cut, self.most))
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
        for way, error in graph.faults:
            self.fault(way, error)
        for way, said in graph.lost:
            self.lost(way, said)
        if graph.complete:
            trap, circle = graph.trap(), graph.circle()
            if trap is not None:
                self.tell(self.teller.trap(self.told(graph.way_to(trap))))
            if circle is not None:
                self.repeats = True
                script = self.told((*circle[0], *circle[1]))
                self.tell(self.teller.unbounded(script[: len(circle[0])], script[len(circle[0]) :]))
            below = Generator(self.seed).below
            for node in spread(len(graph.states), STEPS * (len(self.game.decisions) + len(self.game.chances))):
                if graph.after[node]:
                    event = graph.after[node][below(len(graph.after[node]))][0]
                    self.look(list(graph.states[node]), graph.way_to(node), event, below)
        return graph

    # --- Games -------------------------------------------------------------------------------------------------------

    def play(self, number: int, guided: bool) -> bool:
        """Plays a game; gives whether it came to its end, or to where the rules fail."""
        stage, below = self.stage, Generator(self.seed, number).below
        state, way, moves = stage.begin(), list[Event](), 0
        places: dict[tuple[int, ...], int] = {}
        watch = not self.repeats and not any(isinstance(s.type, PastOf) for s in self.game.machine.fields)
        try:
            options = stage.stand(state)
            while state[0]:
                self.longest = max(self.longest, moves)
                if len(way) >= self.most:
                    self.behind(state, tuple(way))
                    return False
                if watch and options:
                    first = places.setdefault(tuple(state), len(way))
                    if first < len(way):
                        watch = False
                        self.again(tuple(way))
                event = self.choose(state, options, way, below, guided)
                self.look(state, tuple(way), event, below)
                totals = self.inventory.totals(state)
                way.append(event)
                self.events += 1
                moves += not isinstance(event, int)
                stage.happen(state, event)
                options = stage.stand(state)
                wrong = self.inventory.wrong(state, totals)
                if wrong:
                    self.lost(tuple(way), wrong)
        except FAULTS as error:
            self.fault(tuple(way), error)
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
                    self.fault((*way, event), error)
                    continue
                if self.stage.seen() > before:
                    return event
        keys = [(state[0], event) if isinstance(event, int) else (state[0], *event[1:]) for event in choices]
        least = min(self.tried[key] for key in keys)
        rare = [number for number, key in enumerate(keys) if self.tried[key] == least or below(2)]
        chosen = rare[below(len(rare))]
        self.tried[keys[chosen]] += 1
        return choices[chosen]

    # --- Failures, as short as can be --------------------------------------------------------------------------------

    def told(self, way: Way) -> Script:
        return scripts.told(self.game, self.seed, way)

    def shortest(self, way: Way, fails: Fails) -> Script:
        return shortest(self.game, self.seed, tuple(map(Step, way)), fails)

    def fault(self, way: Way, error: RuleFault | EndlessLoop) -> None:
        problem = problem_of(self.stage.marked.game, error)
        if self.new("fault", problem.code, problem.span.start):

            def fails(match: Match, fault: FaultyRules | None) -> bool:
                # Where a circle of the rules is noticed depends on where it was come into.
                same = fault is not None and fault.problem.code == problem.code
                return same and fault is not None and (problem.code == "endless" or fault.problem.span == problem.span)

            # Before the first event there is no match that a script could be played in.
            self.tell(self.teller.fault(self.shortest(way, fails) if way else (), problem))

    def lost(self, way: Way, said: str) -> None:
        if self.new("lost", said):
            before: list[tuple[int, ...] | None] = [None]

            def fails(match: Match, fault: FaultyRules | None) -> bool:
                wrong = self.inventory.wrong(match.state, before[0] if match.number else None)
                before[0] = self.inventory.totals(match.state)
                return fault is None and wrong == said

            self.tell(self.teller.lost(self.shortest(way, fails), said))

    def again(self, way: Way) -> None:
        """A position has come again."""
        self.repeats = True
        places: list[State] = []

        def fails(match: Match, fault: FaultyRules | None) -> bool:
            if not match.number:
                places.clear()
            if fault is not None or match.decision is None:
                return False
            places.append(match.state)
            return match.state in places[:-1]

        script = self.complete(self.shortest(way, fails))
        first = next(number for number in range(len(script)) if self.state(script[:number]) == self.state(script))
        self.tell(self.teller.unbounded(script[:first], script[first:]))

    def complete(self, script: Script) -> Script:
        """A script with what the seed brings told as well."""
        match, full = Match(self.game, self.seed, self.game.players), list[Step]()
        match.keep_log = False
        for step in script:
            while step.player is not None and match.chance is not None:
                drawn = match.drawn()
                full.append(Step(drawn, written(match, drawn)))
                go(match, full[-1])
            full.append(step)
            go(match, step)
        return tuple(full)

    def state(self, script: Script) -> State:
        return self.teller.match(script).state

    def behind(self, state: State, way: Way) -> None:
        """A game that was cut: whether any way leads from there to an end."""
        if not self.new("cut", state[0]) or not self.hopeless(state):
            return
        known: dict[tuple[int, ...], bool] = {}

        def fails(match: Match, fault: FaultyRules | None) -> bool:
            key = tuple(match.state)
            if fault is None and key not in known:
                known[key] = len(known) < MOST_TRIED and self.hopeless(match.state)
            return fault is None and known[key]

        known[tuple(state)] = True
        self.tell(self.teller.trap(self.shortest(way, fails)))

    def hopeless(self, state: State) -> bool:
        graph = explore(Stage(self.stage.marked), self.inventory, POSITIONS_BEHIND, state)
        return graph.complete and graph.trap() == 0

    # --- Secrets -----------------------------------------------------------------------------------------------------

    def look(self, state: State, way: Way, event: Event, below: Callable[[int], int]) -> None:
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
            for player in range(self.game.seats):
                for _ in range(WORLDS):
                    found, compared = leak_here(self.standing(state), player, below)
                    self.looks += compared
                    if found is not None:
                        self.leaked(state, way, found, None)
        if self.looked["behind", label] < STEPS:
            self.looked["behind", label] += 1
            for player in range(self.game.seats):
                self.look_behind(state, way, event, player, below)

    def choices_at(self, state: State) -> list[Event]:
        return self.stage.choices(state, self.standing(state).legal())

    def standing(self, state: State) -> Match:
        return Match.at(self.game, self.seed, self.game.players, state[:])

    def look_behind(self, state: State, way: Way, event: Event, player: int, below: Callable[[int], int]) -> None:
        told = self.stage.marked.told
        try:
            for _ in range(WORLDS):
                found = leak_behind(self.stage, state, event, player, below, told)
                self.looks += 1
                if found is not None:
                    self.leaked(state, way, found, event)
            found = leak_behind(self.stage, state, event, player, below, frozenset()) if told else None
            if found is not None and self.new("tells", found.way, found.span.start):
                self.tell(self.teller.leak(self.told(way), found, event, noted=True))
        except FAULTS:
            return  # told where the event happens

    def leaked(self, state: State, way: Way, found: Leak, event: Event | None) -> None:
        """Tells of a leak as soon as it can be shown: where the same decision or event gives the same away."""
        if not self.new("leak", found.way, found.span.start):
            return
        known: dict[tuple[int, ...], tuple[Leak, Event | None] | None] = {tuple(state): (found, event)}

        def fails(match: Match, fault: FaultyRules | None) -> bool:
            if fault is not None or match.state[0] != state[0]:
                return False
            key = tuple(match.state)
            if key not in known:
                known[key] = self.leak_again(match.state, found, event) if len(known) < MOST_TRIED else None
            return known[key] is not None

        script = self.shortest(way, fails)
        again = known[tuple(self.state(script))]
        assert again is not None
        self.tell(self.teller.leak(script, *again))

    def leak_again(self, state: State, found: Leak, event: Event | None) -> tuple[Leak, Event | None] | None:
        """The same leak in another position, with the same sort of event."""
        below = Generator(self.seed, len(self.shapes)).below
        events = [None] if event is None else alike(self.choices_at(state), event)
        for one in events:
            for _ in range(WORLDS):
                try:
                    if one is None:
                        again, _ = leak_here(self.standing(state), found.player, below)
                    else:
                        again = leak_behind(self.stage, state, one, found.player, below, self.stage.marked.told)
                except FAULTS:
                    break
                if again is not None and (again.way, again.span) == (found.way, found.span):
                    return again, one
        return None


def alike(events: list[Event], event: Event) -> list[Event | None]:
    """Some of the events that are what another one was: chance, or a move of the same name."""
    same = [one for one in events if isinstance(one, int) or (isinstance(event, tuple) and one[1] == event[1])]
    return list(same[:LOOKS])


def spread(count: int, most: int) -> list[int]:
    """At most so many of the numbers below a count, picked from all over, in no order."""
    return sorted(range(count), key=lambda number: Generator(number).next())[:most]
