"""Notes on what the flow gives away: where something is told, and only there."""

from __future__ import annotations

import pytest

from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination

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
var mine for each player: 0..6, seen by owner
var theirs for each player: 0..6, seen by chief
var chief: player = P2
var boss: player, seen by nobody
var spies: set of player, seen by spies

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
    ("STEP", "for p in players\n    if some c in hand[p] where c.suit is moon\n      mine[p] = 1"),
    ("STEP", 'for p in players\n    if some c in hand[p] where c.suit is moon\n      say "You have a moon." to p'),
    ("STEP", "for p in players where hand[p] is not empty and mine[p] < 3\n    mine[p] += 1"),
    ("EFFECT", "if mine[me] < 3\n          mine[me] = card.number\n        put card from hand[me] into away"),
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
    ("STEP", "for p in players\n    if some c in hand[p] where c.suit is moon\n      mine[p.next] = 1", "hand"),
    ("STEP", 'for p in players\n    if mine[p] is 1\n      say "Your neighbour has one." to p.next', "mine"),
    ("STEP", "for p in players\n    theirs[p] = mine[p]", "mine"),
    ("STEP", "if secret is 1\n    add P1 to spies", "secret"),
    ("STEP", "if mine[P1] is 1\n    mine[P2] = 1", "mine"),
    ("WHERE", "where card.suit is moon", "hand"),
    ("EFFECT", "put card from hand[me] into away\n        if card.suit is moon\n          told = 1", "hand"),
    ("EFFECT", "put card from hand[me] into away\n        told = card.number", "hand"),
]


def notes(place: str, lines: str) -> list[str]:
    source, found = examined(place, lines)
    assert all(source.place(problem.span.start)[0] > 12 for problem in found), "a note stands where something is told"
    return [problem.message for problem in found]


def examined(place: str, lines: str) -> tuple[Source, list[Problem]]:
    text = GAME
    for name, sound in SOUND.items():
        text = text.replace(name, lines if name == place else sound)
    source = Source("game.astro", text)
    problems = examination.examine(source).problems
    assert all(problem.code in ("tells", "never-stored", "unused") for problem in problems), problems
    return source, [problem for problem in problems if problem.code == "tells"]


@pytest.mark.parametrize(("place", "lines"), SILENT)
def test_nothing_is_told(place: str, lines: str) -> None:
    assert notes(place, lines) == []


@pytest.mark.parametrize(("place", "lines", "secret"), TOLD)
def test_something_is_told(place: str, lines: str, secret: str) -> None:
    found = notes(place, lines)
    assert found
    assert all(note.endswith(f"something about `{secret}`") for note in found)


def test_a_note_without_a_place_of_its_own_stands_at_its_step() -> None:
    source, (note,) = examined("STEP", "boss = random from players\n  add boss to spies")
    assert note.message == "storing this in `spies` tells those who see it something about `boss`"
    assert source.slice(note.span) == "add boss to spies"


@pytest.mark.parametrize(
    "lines", ["if secret is 2  # may tell: {why}\n    told = 1", "# may tell: {why}\n  if secret is 2\n    told = 1"]
)
def test_a_note_that_is_meant_is_accepted_on_its_line(lines: str) -> None:
    assert notes("STEP", lines.format(why="all hear whether it is two")) == []
    assert notes("STEP", lines.format(why=""))
    assert notes("STEP", f"{lines.format(why='of course')}\n  if secret is 1\n    told = 2") == [
        "whether this holds tells all players something about `secret`"
    ]


AUDIENCES = """astro 1
game Audiences for 3 players
def insiders = chiefs
var first_one: 0..6, seen by AUDIENCE
var chiefs: set of player, seen by nobody
var spies: set of player, seen by spies
var last_one: 0..6, seen by AUDIENCE
phase play
  turns once clockwise from P1
    move wait
end
  draw
"""


@pytest.mark.parametrize(
    ("audience", "secret"), [("chiefs", "chiefs"), ("insiders", "chiefs"), ("spies - {P1}", "spies")]
)
def test_who_sees_something_does_not_depend_on_what_is_hidden(audience: str, secret: str) -> None:
    problems = examination.examine(Source("game.astro", AUDIENCES.replace("AUDIENCE", audience))).problems
    refused = [problem.message for problem in problems if problem.code == "wrong-audience"]
    assert refused == [f"who sees this would tell all players about `{secret}`"] * 2
