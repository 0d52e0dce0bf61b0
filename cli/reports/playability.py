"""What `astro check --play` shows: a source in, what playing has found out."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING

import click
from attrs import frozen

from astro_referee.cli.terminal import put, talk
from astro_referee.interpreter.play.game import read_options
from astro_referee.interpreter.values.text import Paint, clean, plural

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

    from astro_referee.grammar.source import Source
    from astro_referee.interpreter.check.setups import SetUp
    from astro_referee.interpreter.study.playability import Playability
    from astro_referee.interpreter.study.playability.examination import Played
    from astro_referee.interpreter.study.playability.findings import Finding

SECOND, PATIENCE = 1.0, 20.0
"""Seconds between two signs of life: at a terminal, where they take the place of each other, and elsewhere."""
LONGEST_NOTE = 12
"""Lines of a script that is shown with a mere note; longer ones are among the data."""


@frozen
class PlayRequest:
    """How a game is to be tried."""

    players: int | None
    options: dict[str, str]
    games: int
    positions: int
    set_ups: int
    seed: int
    more: int = 0
    engine: str | None = None


def play_games(source: Source, request: PlayRequest) -> Playability:
    """Plays, with a bar for whoever waits at a terminal."""
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.study.playability import planned, try_out

    rules = library.load(source)
    plain, others = planned(rules, request.players, read_options(rules, request.options))
    length = request.games * (len(plain) + bool(others[: request.set_ups])) + request.more * len(plain)
    waiting = ProgressNote(source.name)
    with click.progressbar(
        length=length,
        label="playing",
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
        item_show_func=waiting.so_far,
    ) as bar:
        return try_out(
            rules,
            request.players,
            request.options,
            request.games,
            request.seed,
            request.positions,
            request.set_ups,
            lambda: bar.update(1),
            lambda: waiting.beat(bar),
            request.more,
            request.engine,
        )


class ProgressNote:
    """Tells whoever waits that something goes on: at a terminal beside the bar, else by a line from time to time."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.began = self.last_note = monotonic()

    def so_far(self, _: int | None = None) -> str:
        return f"{monotonic() - self.began:.0f} s"

    def beat(self, bar: ProgressBar[int | None]) -> None:
        now = monotonic()
        if now - self.last_note < (SECOND if not bar.hidden else PATIENCE):
            return
        self.last_note = now
        if bar.hidden:
            talk(f"astro: still playing {clean(self.name)}: {plural(bar.pos, 'game')} so far, {self.so_far()}", "note")
        else:
            bar.render_progress()


def show(file: str, found: Playability, paint: Paint) -> None:
    """All that was found, the worst first, a line for each number of players, and which other set-ups were tried."""
    from astro_referee.grammar import report

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
        put(f"{clean(file)}: {setup_line(played)}")
    for row in other_setups(found):
        put(f"{clean(file)}: {clean(row)}")
    for finding in missed:
        at = finding.problem.span.start
        put(f"{clean(file)}: {finding.problem.message} ({source.file(at)}:{source.place(at)[0]})")
    errors = sum(finding.severe for finding in found.findings)
    put(
        f"{clean(file)}: "
        + (paint("playable", "good") if found.ok else paint(plural(errors, "failure") + " in play", "error"))
    )


def setup_line(played: Played) -> str:
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


def other_setups(found: Playability) -> Iterator[str]:
    """The other set-ups: those that were tried, and those that were not."""
    if found.others:
        games, events = (sum(counts) for counts in zip(*((o.games, o.events) for o in found.others), strict=True))
        how = f"{plural(games, 'game')} with {plural(events, 'event')}" if games else plural(events, "event")
        yield f"other options, {how}: {grouped(found, [(o.game.seats, o.game.chosen) for o in found.others])}"
    rest = not_played(found)
    if rest:
        yield f"not tried: {'; '.join(rest)}"


def grouped(found: Playability, set_ups: Sequence[SetUp]) -> str:
    """Set-ups by their options; with how many play, if that is not as in all others."""
    from astro_referee.interpreter.check.setups import values_of

    rules, usual = found.rules, [played.game.seats for played in found.played]
    numbers: dict[str, list[int]] = {}
    for seats, chosen in set_ups:
        values = values_of(rules.options, rules.kinds, chosen)
        numbers.setdefault(", ".join(f"{name} = {value}" for name, value in values.items()), []).append(seats)
    return "; ".join(
        said if some == usual else f"{said} with {' and '.join(map(str, some))} players"
        for said, some in numbers.items()
    )


def not_played(found: Playability) -> list[str]:
    """What was left out, and what lies between."""
    from math import prod

    from astro_referee.interpreter.check.setups import ends, values

    low, high = found.rules.seats
    free = [option for option in found.rules.options if option.name not in found.played[0].game.chosen]
    if free and not found.others:
        return ["other options"]
    rest = [grouped(found, found.left_out)] if found.left_out else []
    between = [option.name for option in free if values(option.type) > len({*ends(option.type), option.default})]
    rest += [f"other values of {', '.join(between)}"] if between else []
    known = {tuple(played.game.settings()) for played in (*found.played, *found.others)}
    rest += (
        ["other combinations of options"] if len(free) > 1 and prod(values(o.type) for o in free) > len(known) else []
    )
    rest += ["other numbers of players"] if len(found.played) > 1 and high - low > 1 else []
    return rest


def data(found: Playability) -> dict[str, object]:
    from astro_referee.interpreter.check.setups import values_of

    rules = found.rules
    return {
        "ok": found.ok,
        "played": [played_data(played) for played in found.played],
        "others": [played_data(played) for played in found.others],
        "left_out": [
            {"players": seats, "options": values_of(rules.options, rules.kinds, chosen)}
            for seats, chosen in found.left_out
        ],
        "findings": [finding_data(found, finding) for finding in found.findings],
    }


def played_data(played: Played) -> dict[str, object]:
    return {
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


def finding_data(found: Playability, finding: Finding) -> dict[str, object]:
    from astro_referee.grammar import report

    return {**report.data(found.rules.source, finding.problem), "script": finding.script}
