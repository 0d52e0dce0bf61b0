"""What fails, each sort of it once and by the shortest script that shows it: ways in, findings out."""

from __future__ import annotations

from attrs import define, field

from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.play.faults import problem_of
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.study.playability import scripts
from astro_referee.interpreter.study.playability.findings import Finding, FindingWriter
from astro_referee.interpreter.study.playability.invariants import Inventory
from astro_referee.interpreter.study.playability.state_space import explore
from astro_referee.interpreter.study.playability.transitions import Explorer, Way
from astro_referee.interpreter.testing.shrinking import Fails, Script, Step, go, shortest, written

POSITIONS_BEHIND = 2_000
"""Positions behind a game that was cut, gone through to see whether it could end at all."""
MOST_TRIED = 200
"""Positions that are looked at closely to make one script shorter."""


@define
class Failures:
    """All that was found in one game."""

    game: Game
    explorer: Explorer
    inventory: Inventory
    seed: int
    writer: FindingWriter = field(init=False)
    found: dict[tuple[str, int, str], Finding] = field(factory=dict)
    shapes: set[object] = field(factory=set)
    """What has been told already; one example of each is enough."""

    def __attrs_post_init__(self) -> None:
        self.writer = FindingWriter(self.game, self.seed)

    def report(self, finding: Finding) -> None:
        self.found.setdefault(finding.key, finding)

    def new(self, *shape: object) -> bool:
        """Whether something of this shape has not been told yet."""
        if shape in self.shapes:
            return False
        self.shapes.add(shape)
        return True

    def script_of(self, way: Way) -> Script:
        return scripts.script_of(self.game, self.seed, way)

    def shortest(self, way: Way, fails: Fails) -> Script:
        def still(match: Match, fault: FaultyRules | None) -> bool:
            self.explorer.beat()
            return fails(match, fault)

        return shortest(self.game, self.seed, tuple(map(Step, way)), still)

    def fault(self, way: Way, error: RuleFault | EndlessLoop) -> None:
        problem = problem_of(self.explorer.marked.game, error)
        if self.new("fault", problem.code, problem.span.start):

            def fails(match: Match, fault: FaultyRules | None) -> bool:
                # Where a circle of the rules is noticed depends on where it was come into.
                if fault is None or fault.problem.code != problem.code:
                    return False
                return problem.code == "endless" or fault.problem.span == problem.span

            # Before the first event there is no match that a script could be played in.
            self.report(self.writer.fault(self.shortest(way, fails) if way else (), problem))

    def lost(self, way: Way, said: str) -> None:
        """Something is wrong with the components; of each sort of card it is told once."""
        sort = said.split()[0]
        if self.new("lost-card", sort):
            before: list[tuple[int, ...] | None] = [None]
            last = [said]

            def fails(match: Match, fault: FaultyRules | None) -> bool:
                wrong = self.inventory.wrong(match.state, before[0] if match.number else None)
                before[0] = self.inventory.totals(match.state)
                last[0] = wrong or last[0]
                return fault is None and wrong.split()[:1] == [sort]

            script = self.shortest(way, fails)
            self.report(self.writer.lost(script, last[0]))

    def repeated(self, way: Way) -> None:
        """A position has come again."""
        places: set[tuple[int, ...]] = set()

        def fails(match: Match, fault: FaultyRules | None) -> bool:
            if not match.number:
                places.clear()
            if fault is not None or match.decision is None:
                return False
            here = tuple(match.state)
            again = here in places
            places.add(here)
            return again

        script = self.complete(self.shortest(way, fails))
        last = self.state(script)
        first = next(number for number in range(len(script)) if self.state(script[:number]) == last)
        self.report(self.writer.unbounded(script[:first], script[first:]))

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
        return self.writer.match(script).state

    def after_cut(self, state: State, way: Way) -> None:
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
        self.report(self.writer.trap(self.shortest(way, fails)))

    def hopeless(self, state: State) -> bool:
        graph = explore(Explorer(self.explorer.marked, self.explorer.beat), self.inventory, POSITIONS_BEHIND, state)
        return graph.complete and graph.trap() == 0
