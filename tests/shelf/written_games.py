"""Games written in a test: their rules go in, a match comes out that one can play and read."""

from __future__ import annotations

import pytest

from astro_referee.grammar import report
from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match


def start(text: str, seats: int | None = None) -> Match:
    """A match of a game written in a test."""
    source = Source("test.astro", text)
    try:
        game = library.prepare(library.load(source), seats)
    except library.BadRules as bad:
        pytest.fail(report.frames(source, bad.problems))
    return Match(game, 1, game.players)


def story(match: Match) -> list[str]:
    """Everything said so far."""
    return [line.text for line in match.opening] + [line.text for event in match.events for line in event.said]


def do(match: Match, *moves: str) -> None:
    """Plays moves written as `P1 move`."""
    for line in moves:
        seat, _, text = line.partition(" ")
        verdict = match.submit(match.game.players.index(seat), text)
        assert verdict.ok, (line, verdict)


def offers(match: Match) -> list[str]:
    return [f"{match.game.players[m[0]]} {match.written(m)}" for m in match.legal()]
