"""A game that fails in, the shortest one that still fails out, by leaving out events and taking simpler ones.

A script is what `test` has in its lines: what players do, and what chance brings. What is not legal any more once
something before it was left out is left out, too; and chance that a script does not tell comes from the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, evolve, field, frozen

from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules, Match

MOST_EVENTS = 60_000
"""Events of all games together that are played again in search of a shorter one: some seconds. Nobody waits longer for
a script that is shorter still.
"""
WIDTH = 100
MOST_SIMPLER = 6
"""Simpler choices that are tried in the place of one."""
MOST_CHANCES = 1_000
"""Chance events that may follow each other without being told."""

Fails = Callable[[Match, FaultyRules | None], bool]
"""Asked at the start and after each event whether what was found is there; or whether it is this fault of the rules,
which came when the match tried to go on from where it stands."""


@frozen
class Step:
    """What a player does, or what chance brings. How it is written and what else was possible does not count."""

    value: Move | int
    text: str = field(default="", eq=False)
    simpler: tuple[Move | int, ...] = field(default=(), eq=False, repr=False)
    """The first choices that come before this one in the list."""

    @property
    def player(self) -> int | None:
        return self.value[0] if isinstance(self.value, tuple) else None


Script = tuple[Step, ...]


def script_of(match: Match) -> Script:
    """All that has happened in a match."""
    return tuple(Step(event.value, event.text) for event in match.events)


def lines_of(game: Game, script: Script) -> list[str]:
    """A script as lines of a test, as much in one as one reads at a glance."""
    rows: list[str] = []
    by_chance = False
    for step in script:
        text, chance = f'"{step.text}"', step.player is None
        said = text if step.player is None else f"{game.players[step.player]} {text}"
        if rows and chance is by_chance and len(rows[-1]) + len(said) < WIDTH:
            rows[-1] += f", {said}"
        else:
            rows.append(f"chance {said}" if chance else said)
        by_chance = chance
    return rows


def shortest(game: Game, seed: int, script: Sequence[Step], fails: Fails, opening: Match | None = None) -> Script:
    """The shortest script that can be found with which a game still fails; the script itself must. It goes on from the
    opening, if there is one.

    Chance at its end is always told, so that the script leads to the very event at which the game fails.
    """
    search = Shrinker(opening or Match(game, seed, game.players), fails)
    best = search.replay(script)
    assert best is not None, "only a script that fails can be made shorter"
    known: Script | None = None
    while best != known and search.goes_on:
        known = best
        best = search.simpler(search.fewer(best))
    written = search.replay(best, write=True)
    assert written is not None, "the same script fails again"
    return written


@define
class Shrinker:
    """Replays scripts, and counts what happens in them."""

    opening: Match
    fails: Fails
    events: int = 0

    @property
    def goes_on(self) -> bool:
        return self.events < MOST_EVENTS

    def replay(self, script: Sequence[Step], write: bool = False) -> Script | None:
        """The part of a script that is legal and leads to the failure; None if it leads to none."""
        match = self.opening.copy()
        match.keep_log = False
        kept: list[Step] = []
        untold: list[Step] = []
        waiting = list(reversed(script))
        failed = self.fails(match, None)
        while not failed and not match.over and len(untold) < MOST_CHANCES:
            step = waiting.pop() if waiting else None
            known = choices(match)
            if step is not None and step.value in known:
                kept.append(step)
                untold = []
            elif match.chance is not None and (step is None or step.player is not None):
                waiting += [step] if step is not None else []
                step = Step(match.drawn())
                untold.append(step)
            elif step is None:
                return None
            else:
                continue
            self.events += 1
            at = known.index(step.value)
            last = untold if untold else kept
            last[-1] = evolve(
                step, text=written(match, step.value) if write else "", simpler=tuple(known[: min(at, MOST_SIMPLER)])
            )
            try:
                go(match, step)
                failed = self.fails(match, None)
            except FaultyRules as fault:
                return (*kept, *untold) if self.fails(match, fault) else None
        return (*kept, *untold) if failed else None

    def fewer(self, script: Script) -> Script:
        """Leaves out as many steps as possible: first large parts, then single ones (Zeller and Hildebrandt 2002)."""
        size = max(1, len(script) // 2)
        while True:
            at = 0
            while at < len(script) and self.goes_on:
                found = self.replay(script[:at] + script[at + size :])
                if found is not None and len(found) < len(script):
                    script = found
                else:
                    at += size
            if size == 1:
                return script
            size //= 2

    def simpler(self, script: Script) -> Script:
        """Takes the first choice that does as well: those that come first in the list are the simplest."""
        at = 0
        while at < len(script):
            for other in script[at].simpler:
                found = self.replay((*script[:at], Step(other), *script[at + 1 :])) if self.goes_on else None
                if found is not None and len(found) <= len(script):
                    script = found
                    break
            at += 1
        return script


def played(opening: Match, script: Script) -> Match:
    """Where a script leads; if the rules cannot go on, where they stop."""
    match = opening.copy()
    for step in script:
        while step.player is not None and match.chance is not None:
            match.settle()
        try:
            go(match, step)
        except FaultyRules:
            break
    return match


def go(match: Match, step: Step) -> None:
    """Makes one step, which must be possible."""
    if isinstance(step.value, tuple):
        match.play(step.value)
    else:
        match.settle(step.value)


def choices(match: Match) -> list[Move | int]:
    """Everything that can happen next."""
    if match.chance is None:
        return list(match.options)
    return [value for value, _ in match.game.engine.outcomes(match.state)]


def written(match: Match, value: Move | int) -> str:
    """A move or an outcome as it is typed in; a move that cannot be written goes by its id."""
    if isinstance(value, tuple):
        try:
            return match.written(value)
        except FaultyRules:
            return match.id_of(value)
    return next(text for outcome, _, text in match.outcomes() if outcome == value)
