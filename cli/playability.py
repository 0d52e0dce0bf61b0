"""What `astro check --play` shows: a source in, what playing has found out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
from attrs import frozen

from astro_referee.cli.terminal import Paint, clean, plural, put

if TYPE_CHECKING:
    from astro_referee.grammar.source import Source
    from astro_referee.interpreter.playability import Playability
    from astro_referee.interpreter.playability.findings import Finding
    from astro_referee.interpreter.playability.trial import Played

LONGEST_NOTE = 12
"""Lines of a script that is shown with a mere note; longer ones are among the data."""


@frozen
class Request:
    """How a game is to be tried."""

    players: int | None
    options: dict[str, str]
    games: int
    positions: int
    seed: int


def tried(source: Source, request: Request) -> Playability:
    """Plays, with a bar for whoever waits at a terminal."""
    from astro_referee.interpreter import library
    from astro_referee.interpreter.playability import numbers, try_out

    rules = library.load(source)
    length = request.games * len(numbers(rules, request.players))
    with click.progressbar(length=length, label="playing", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        return try_out(
            rules,
            request.players,
            request.options,
            request.games,
            request.seed,
            request.positions,
            lambda: bar.update(1),
        )


def show(file: str, found: Playability, paint: Paint) -> None:
    """All that was found, the worst first, and a line for each number of players."""
    from astro_referee.interpreter import report

    source = found.rules.source
    missed = [finding for finding in found.findings if finding.problem.code == "unreached" and not finding.severe]
    for finding in found.findings:
        if finding in missed:
            continue
        put()
        put(report.frame(source, finding.problem, paint))
        if finding.script and (finding.severe or finding.script.count("\n") < LONGEST_NOTE):
            put()
            for line in finding.script.splitlines():
                put(f"    {clean(line)}")
    if len(missed) < len(found.findings):
        put()
    for played in found.played:
        put(f"{clean(file)}: {told(played)}")
    for finding in missed:
        at = finding.problem.span.start
        put(f"{clean(file)}: {finding.problem.message} ({source.file(at)}:{source.place(at)[0]})")
    errors = sum(finding.severe for finding in found.findings)
    put(
        f"{clean(file)}: "
        + (paint("playable", "good") if found.ok else paint(plural(errors, "failure") + " in play", "error"))
    )


def told(played: Played) -> str:
    """How a set-up was tried, how long games are, and what was met."""
    counts = {sort: sum(mark.sort == sort for mark in played.met) for sort in ("phase", "ending", "move")}
    met = ", ".join(plural(count, sort) for sort, count in counts.items())
    if played.complete:
        how = f"exhaustive: {plural(played.positions, 'position')}"
        length = "length unbounded" if played.unbounded else f"at most {plural(played.longest, 'move')}"
    else:
        how = f"{plural(played.games, 'game')} with {plural(played.events, 'event')}"
        length = f"the longest had {plural(played.longest, 'move')}"
        length += ", length unbounded" if played.unbounded else ""
    return f"{plural(played.game.seats, 'player')}, {how}; {length}; met {met}"


def data(found: Playability) -> dict[str, object]:
    return {
        "ok": found.ok,
        "played": [
            {
                "players": played.game.seats,
                "options": dict(played.game.settings()),
                "exhaustive": played.complete,
                "positions": played.positions,
                "games": played.games,
                "unfinished": played.unfinished,
                "events": played.events,
                "bounded": played.complete and not played.unbounded,
                "unbounded": played.unbounded,
                "longest": played.longest,
                "compared": played.looks,
            }
            for played in found.played
        ],
        "findings": [finding_data(found, finding) for finding in found.findings],
    }


def finding_data(found: Playability, finding: Finding) -> dict[str, object]:
    from astro_referee.interpreter import report

    return {**report.data(found.rules.source, finding.problem), "script": finding.script}
