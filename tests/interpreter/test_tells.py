"""Notes on what the flow gives away: where something is told, and only there."""

from __future__ import annotations

import pytest

from astro_referee.grammar.source import Source
from astro_referee.interpreter import pipeline

GAME = """astro 1
game Secrets for 3 players
kind Suit: moon, sun
card Card: each suit in Suit, number in 1..6
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone away: Card, seen by nobody
zone open: Card, seen by everyone
var secret: 0..6, seen by nobody
var told: 0..6

phase play until told is 6 or FLOW
  begin
    put all Card into deck
    for p in players
      deal 2 from deck into hand[p]
    deal 1 from deck into open
    secret = random from {1, 2}
  STEP
  turns once clockwise from P1
    move play(card in hand[me] WHERE)
      then
        EFFECT
    otherwise
      told = 6
end
  draw
"""
SOUND = {
    "FLOW": "deck is empty",
    "STEP": 'say "On."',
    "WHERE": "",
    "EFFECT": "put card from hand[me] into away",
}

SILENT = [
    ("FLOW", "no c in hand[P1]"),
    ("FLOW", "not (some c in deck)"),
    ("FLOW", "every p in players: hand[p].size is 0"),
    ("STEP", "if secret is 2\n    secret = 1"),
    ("STEP", "for c in hand[P1] where c.number > 2\n    secret = c.number"),
    ("EFFECT", "put card from hand[me] into away\n        secret = card.number"),
    ("EFFECT", "if card.suit is moon\n          told = 1\n        put card from hand[me] into open"),
    (
        "EFFECT",
        "let all_of_it = {card}\n        told = card.number\n        put all_of_it from hand[me] into open",
    ),
]
TOLD = [
    ("FLOW", "no c in hand[P1] where c.suit is moon", "hand"),
    ("STEP", "if secret is 2\n    told = 1", "secret"),
    ("STEP", "if secret is 2\n    put all from open into deck", "secret"),
    ("STEP", "for c in hand[P1]\n    told = c.number", "hand"),
    ("WHERE", "where card.suit is moon", "hand"),
    ("EFFECT", "put card from hand[me] into away\n        if card.suit is moon\n          told = 1", "hand"),
    ("EFFECT", "put card from hand[me] into away\n        told = card.number", "hand"),
]


def notes(place: str, lines: str) -> list[str]:
    text = GAME
    for name, sound in SOUND.items():
        text = text.replace(name, lines if name == place else sound)
    problems = pipeline.examine(Source("game.astro", text)).problems
    assert all(problem.code in ("tells", "never-stored", "unused") for problem in problems), problems
    return [problem.message for problem in problems if problem.code == "tells"]


@pytest.mark.parametrize(("place", "lines"), SILENT)
def test_nothing_is_told(place: str, lines: str) -> None:
    assert notes(place, lines) == []


@pytest.mark.parametrize(("place", "lines", "secret"), TOLD)
def test_something_is_told(place: str, lines: str, secret: str) -> None:
    found = notes(place, lines)
    assert found
    assert all(note.endswith(f"something about `{secret}`") for note in found)
