"""A game that tells of each step plays as the one that is played, and tells of steps that are there."""

from __future__ import annotations

import pytest

from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.study.stepping import Stepped, stepping_game

FEW = ("tic-tac-toe", "ptolemy", "hearts")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in FEW else pytest.mark.thorough) for name in library.bundled()]
)
def test_a_stepped_game_plays_the_same(name: str) -> None:
    game = library.prepare(library.load(name))
    steps: list[Stepped] = []
    stepped, usual = Match(stepping_game(game, steps.append), 3, game.players), Match(game, 3, game.players)
    for number in range(12):
        if usual.over:
            break
        if usual.chance is not None:
            usual.settle()
            stepped.settle()
        else:
            legal = sorted(usual.legal(), key=usual.written)
            text = usual.written(legal[number % len(legal)])
            usual.play(legal[number % len(legal)])
            stepped.play(next(move for move in stepped.legal() if stepped.written(move) == text))
        assert stepped.state[1:] == usual.state[1:]
        assert [[said.text for said in event.said] for event in stepped.events] == [
            [said.text for said in event.said] for event in usual.events
        ]
    source = game.rules.source
    assert steps
    assert all(source.text[step.mark.span.start : step.mark.span.end].strip() for step in steps)
    assert any(step.mark.owner.startswith("phase ") for step in steps)
