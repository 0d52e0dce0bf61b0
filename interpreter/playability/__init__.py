"""Whether a game can be played: a rule file in; out comes what playing it has shown, each failure with a script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from attrs import frozen

from astro_referee.interpreter import api, library
from astro_referee.interpreter.game import Rules
from astro_referee.interpreter.playability import findings
from astro_referee.interpreter.playability.findings import Finding
from astro_referee.interpreter.playability.trial import Played, Trial

GAMES = 50
"""Games that are played if nobody says how many."""
POSITIONS = 20_000
"""Positions that are gone through before a game counts as too large for that."""


@frozen
class Playability:
    """What playing a rule file has shown: each set-up that was tried, and all that was found."""

    rules: Rules
    played: tuple[Played, ...]
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        return not any(finding.severe for finding in self.findings)


def try_out(
    game: str | Path | Rules,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    games: int = GAMES,
    seed: int = 0,
    positions: int = POSITIONS,
    tick: Callable[[], None] = lambda: None,
) -> Playability:
    """Plays a game with the fewest and the most players, if it is not said how many.

    Goes through all its positions if there are not more than `positions`, and plays `games` games if there are.
    Raises BadOption as `start` does. `tick` is called after each game.
    """
    rules = game if isinstance(game, Rules) else library.load(game)
    chosen = api.read_options(rules, options or {})
    done = tuple(
        Trial(library.prepare(rules, number, chosen), seed, games, tick).run(positions)
        for number in numbers(rules, players)
    )
    once = {finding.key: finding for each in reversed(done) for finding in reversed(each.findings)}
    found = sorted(
        [*once.values(), *unmet(rules, done)], key=lambda f: (f.problem.severity != "error", f.problem.span.start)
    )
    return Playability(rules, done, tuple(found))


def numbers(rules: Rules, players: int | None) -> list[int]:
    """How many play: as many as was said, else the fewest and the most."""
    return [players] if players is not None else sorted({*rules.seats})


def unmet(rules: Rules, done: tuple[Played, ...]) -> list[Finding]:
    """Phases, endings and moves that were met with no number of players."""
    met = frozenset[object]().union(*(each.met for each in done))
    marks = {mark for each in done for mark in each.unmet if mark not in met}
    complete = all(each.complete for each in done)
    low, high = rules.seats
    fails = any(finding.fault for each in done for finding in each.findings)
    every = complete and not rules.options and {each.game.seats for each in done} == {*range(low, high + 1)}
    games = sum(each.games for each in done)
    if complete:
        how = " before the rules fail" if fails else "" if every else " with these players and options"
    else:
        how = f" in {games:,} games" + (" with these options" if rules.options else "")
    return [
        findings.unmet(mark, how, sure=not how) for mark in sorted(marks, key=lambda mark: (mark.span.start, mark.sort))
    ]
