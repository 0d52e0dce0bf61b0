"""What is played is the only move, legal or not, that a text can mean: shortenings of legal moves in every game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from math import prod
from pathlib import Path

import pytest
import shelf
from plain_reader import meanings

import astro_referee as astro
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.typed_moves import verdict

POSITIONS, MOVES, TEXTS = 3, 2, 40
"""Positions of each game, moves in each position and texts for each move in a short run."""
MANY_POSITIONS, MANY_MOVES, MANY_TEXTS = 200, 20, 200
"""The same with `--thorough`; of a move with more shortenings than that, so many are picked."""
BETWEEN = 7
"""Moves between two positions that are looked at: further on, other things are asked."""


def positions(file: Path, most: int) -> Iterator[Match]:
    """Positions of games at random, one after the other."""
    pick, seed = random.Random(7), 0
    match = astro.start(file, seed=seed)
    for number in range(most * BETWEEN):
        match.settle_all()
        if match.over:
            seed += 1
            match = astro.start(file, seed=seed)
            match.settle_all()
        if number % BETWEEN == 0:
            yield match
        match.play(pick.choice(match.legal()))


def shortenings(text: str, most: int, pick: random.Random) -> list[str]:
    """A move with each of its words whole, cut short or left out; without a blank; with two words exchanged."""
    words = text.split()
    ways = [[word[:length] for length in range(len(word) + 1)] for word in words]
    if prod(map(len, ways)) <= most:
        cut = [" ".join(filter(None, each)) for each in product(*ways)]
    else:
        cut = [" ".join(filter(None, (pick.choice(way) for way in ways))) for _ in range(most)]
    cut += [text[:length] for length in range(len(text) + 1)]
    cut += [text[:at] + text[at + 1 :] for at, sign in enumerate(text) if sign == " "]
    for at in range(len(words) - 1):
        cut.append(" ".join([*words[:at], words[at + 1], words[at], *words[at + 2 :]]))
    return list(dict.fromkeys(cut))


@pytest.fixture(autouse=True)
def nothing_is_suggested(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look for what is spelled nearly so takes longer than all the rest, and is only said."""
    monkeypatch.setattr(verdict, "closest", lambda *_: [])


def assert_nothing_else_is_played(file: Path, most: int, moves: int, texts: int) -> int:
    pick, played = random.Random(3), 0
    for match in positions(file, most):
        seat = match.actors[0]
        legal = match.legal(seat)
        tried: set[str] = set()
        for move in pick.sample(legal, min(moves, len(legal))):
            written = match.written(move)
            verdict = match.judge(seat, written)
            assert (verdict.ok, verdict.move) == (True, move), written
            tried.update(shortenings(written, texts, pick))
        for text in sorted(tried):
            verdict = match.judge(seat, text)
            if verdict.ok:
                assert meanings(match, seat, text) == {verdict.move}, (text, verdict.text)
                played += 1
            elif verdict.message.endswith("is no move here"):
                assert not meanings(match, seat, text), text
    return played


@pytest.mark.parametrize("file", shelf.each(shelf.ORIGINALS))
def test_what_is_played_is_all_that_the_text_can_mean(file: Path) -> None:
    assert assert_nothing_else_is_played(file, POSITIONS, MOVES, TEXTS) > 0


@pytest.mark.thorough
@pytest.mark.timeout(0)
@pytest.mark.parametrize("file", shelf.ORIGINALS, ids=lambda path: path.stem)
def test_what_is_played_is_all_that_the_text_can_mean_everywhere(file: Path) -> None:
    assert assert_nothing_else_is_played(file, MANY_POSITIONS, MANY_MOVES, MANY_TEXTS) > 0
