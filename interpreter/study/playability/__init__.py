"""Whether a game can be played: a rule file in; out comes what playing it has shown, each failure with a script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from attrs import frozen

from astro_referee.grammar.problems import Severity
from astro_referee.interpreter.check import setups
from astro_referee.interpreter.check.excuses import unaccepted
from astro_referee.interpreter.check.setups import SetUp
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.game import Rules, read_options
from astro_referee.interpreter.study.playability import findings
from astro_referee.interpreter.study.playability.examination import Played, SetupExamination
from astro_referee.interpreter.study.playability.findings import Finding
from astro_referee.interpreter.values.brief import brief, count

GAMES = 50
"""Games that are played if nobody says how many."""
POSITIONS = 20_000
"""Positions that are gone through before a game counts as too large for that."""


SET_UPS = 20
"""Other choices of options that are tried if nobody says how many."""


@frozen
class Playability:
    """What playing a rule file has shown: each set-up that was tried, those that were not, and all that was found."""

    rules: Rules
    played: tuple[Played, ...]
    """With the options as they are set."""
    others: tuple[Played, ...]
    """With options at their ends, shorter."""
    left_out: tuple[SetUp, ...]
    """Set-ups that were worth a look, and got none."""
    findings: tuple[Finding, ...]

    def __repr__(self) -> str:
        return brief(self, self.rules.title, count(len(self.findings), "finding"))

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
    set_ups: int = SET_UPS,
    tick: Callable[[], None] = lambda: None,
    beat: Callable[[], None] = lambda: None,
    more: int = 0,
    engine: str | None = None,
) -> Playability:
    """Plays a game with the fewest and the most players, if it is not said how many.

    Goes through all its positions if there are not more than `positions`, and plays `games` games if there are. As much
    again is shared by up to `set_ups` other set-ups, with each option that is not given at its ends. With the options
    as they are set, `more` games are played behind these without looking at them closely, on any engine: `auto`,
    `python` or `native`, which find the same. Raises BadOption as `start` does, and NoNativeEngine. `tick` is called
    after each game, and `beat` again and again as long as it takes.
    """
    rules = game if isinstance(game, Rules) else library.load(game)
    plain, rest = planned(rules, players, read_options(rules, options or {}))
    planned_setups, left_out = rest[:set_ups], rest[set_ups:]
    done = tuple(
        SetupExamination(library.prepare(rules, *setup), seed, games, tick, beat, more=more, engine=engine).run(
            positions
        )
        for setup in plain
    )
    others: list[Played] = []
    wrong: list[Finding] = []
    for setup in planned_setups:
        try:
            examination = SetupExamination(
                library.prepare(rules, *setup), seed, max(1, games // len(planned_setups)), tick, beat, brief=True
            )
        except library.BadRules as error:
            said = setup[0], setups.values_of(rules.options, rules.kinds, setup[1])
            wrong += [Finding(setups.with_setup(p, *said)) for p in error.problems if p.severity is Severity.ERROR]
            continue
        others.append(examination.run(positions // len(planned_setups)))
    severe = [finding for each in others for finding in each.findings if finding.severe]
    once: dict[object, Finding] = {}
    for finding in [*(finding for each in done for finding in each.findings), *severe, *wrong]:
        once.setdefault(finding.key, finding)
    left = {id(problem) for problem in unaccepted(rules.source, (finding.problem for finding in once.values()))}
    found = sorted(
        [*(finding for finding in once.values() if id(finding.problem) in left), *unmet(rules, (*done, *others))],
        key=lambda f: (f.problem.severity != "error", f.problem.span.start),
    )
    return Playability(rules, done, tuple(others), tuple(left_out), tuple(found))


def planned(rules: Rules, players: int | None, chosen: dict[str, int]) -> tuple[list[SetUp], list[SetUp]]:
    """The set-ups with the options as they are set, and the others: as many players as was said, else the fewest and
    the most.
    """
    numbers = [players] if players is not None else sorted({*rules.seats})
    found = setups.set_ups(rules.options, numbers, chosen)
    return found[: len(numbers)], [one for one in found[len(numbers) :] if library.allows(rules, one)]


def unmet(rules: Rules, done: tuple[Played, ...]) -> list[Finding]:
    """Phases, endings and moves that were met in no set-up."""
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
