"""Where a game is looked at for what it gives away: positions and events of all sorts, a few of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from attrs import define, field

from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.study.playability.failures import MOST_TRIED, Failures
from astro_referee.interpreter.study.playability.noninterference import Leak, leak_after, leak_here
from astro_referee.interpreter.study.playability.transitions import FAULTS, Event, Explorer, Way

LOOKS = 6
"""Positions of each decision that are looked at closely, if all together do not become too many."""
STEPS = 24
"""Events behind each stop that are looked at in the same way."""
WORLDS = 2
"""Other positions that each of them is compared with, for each player."""


@define
class LeakSampler:
    """What has been looked at, and how often something could be compared."""

    game: Game
    seed: int
    explorer: Explorer
    failures: Failures
    most: int
    """Positions that are looked at closely altogether."""
    looked: Counter[tuple[str, int]] = field(factory=Counter)
    compared: int = 0

    def look(self, state: State, way: Way, event: Event, below: Callable[[int], int]) -> None:
        """Compares what each player gets here with what that player would get if hidden things were different."""
        label = state[0]
        if not any(slot.hidden or slot.sort == "choice" for slot in self.game.machine.fields):
            return
        each = max(LOOKS, self.most // max(1, len(self.game.decisions)))
        close = self.looked["here", label] < each and self.looked["here", 0] < self.most
        if close and label in self.game.decisions and not below(2):
            self.looked["here", label] += 1
            self.looked["here", 0] += 1
            for player in range(self.game.seats):
                for _ in range(WORLDS):
                    found, compared = leak_here(self.match_at(state), player, below)
                    self.compared += compared
                    if found is not None:
                        self.leaked(state, way, found, None)
        if self.looked["behind", label] < STEPS and self.looked["behind", 0] < STEPS * self.most // LOOKS:
            self.looked["behind", label] += 1
            self.looked["behind", 0] += 1
            for player in range(self.game.seats):
                self.sample_after(state, way, event, player, below)

    def choices_at(self, state: State) -> list[Event]:
        return self.explorer.choices(state, self.match_at(state).legal())

    def match_at(self, state: State) -> Match:
        return Match.at(self.game, self.seed, self.game.players, state[:])

    def sample_after(self, state: State, way: Way, event: Event, player: int, below: Callable[[int], int]) -> None:
        disclosed = self.explorer.marked.disclosed
        try:
            for _ in range(WORLDS):
                found = leak_after(self.explorer, state, event, player, below, disclosed)
                self.compared += 1
                if found is not None:
                    self.leaked(state, way, found, event)
            found = leak_after(self.explorer, state, event, player, below, frozenset()) if disclosed else None
            if found is not None and self.failures.new("tells", found.way, found.span.start):
                self.failures.report(self.failures.writer.leak(self.failures.script_of(way), found, event, noted=True))
        except FAULTS:
            return  # told where the event happens

    def leaked(self, state: State, way: Way, found: Leak, event: Event | None) -> None:
        """Tells of a leak as soon as it can be shown: where the same decision or event gives the same away."""
        if not self.failures.new("leak", found.way, found.span.start):
            return
        known: dict[tuple[int, ...], tuple[Leak, Event | None] | None] = {tuple(state): (found, event)}

        def fails(match: Match, fault: FaultyRules | None) -> bool:
            if fault is not None or match.state[0] != state[0]:
                return False
            key = tuple(match.state)
            if key not in known:
                known[key] = self.leak_again(match.state, found, event) if len(known) < MOST_TRIED else None
            return known[key] is not None

        script = self.failures.shortest(way, fails)
        again = known[tuple(self.failures.state(script))]
        assert again is not None
        self.failures.report(self.failures.writer.leak(script, *again))

    def leak_again(self, state: State, found: Leak, event: Event | None) -> tuple[Leak, Event | None] | None:
        """The same leak in another position, with the same sort of event."""
        below = Generator(self.seed, len(self.failures.shapes)).below
        events = [None] if event is None else alike(self.choices_at(state), event)
        for one in events:
            for _ in range(WORLDS):
                try:
                    if one is None:
                        again, _ = leak_here(self.match_at(state), found.player, below)
                    else:
                        again = leak_after(
                            self.explorer, state, one, found.player, below, self.explorer.marked.disclosed
                        )
                except FAULTS:
                    break
                if again is not None and (again.way, again.span) == (found.way, found.span):
                    return again, one
        return None


def alike(events: list[Event], event: Event) -> list[Event | None]:
    """Some of the events that are what another one was: chance, or a move of the same name."""
    same = [one for one in events if isinstance(one, int) or (isinstance(event, tuple) and one[1] == event[1])]
    return list(same[:LOOKS])
