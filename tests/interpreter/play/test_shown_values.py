"""Values that are worked out and stand on every screen: what is seen of them, and what cannot be shown."""

from __future__ import annotations

import pytest
from agreement import Engines, built, compared, unsound

from astro_referee.grammar.problems import Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.scene import scene_of

RULES = """astro 1
game Shown for 2 players
kind Suit: moon, sun
card Card: each suit in Suit, number in 1..3
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone row for each player: Card, seen by everyone
var bonus for each player: 0..3

def total(p: player) as "points so far" = bonus[p] + (sum of c.number for c in row[p])
  "What a player would have now."
def left as "left to draw" = deck.size
def medal(p: player) as "medal" = ("gold" if total(p) > 3 else "wood")
def share(p: player, n: 1..2) as "share" = 12 / (total(p) / n)

phase play
  begin
    put all Card into deck
    for p in players
      deal 2 from deck into hand[p]
  turns clockwise from P1
    move play(card in hand[me]) as "play {card}"
      then
        put card from hand[me] into row[me]
        bonus[me] = min(3, bonus[me] + 1)
    otherwise
      rank p in players by highest total(p)
"""


def shown(match: Match, seat: int | None) -> dict[str, list[str]]:
    return {f.title: [entry.text for entry in f.entries] for f in match.view(seat).fields if f.sort == "def"}


@pytest.fixture
def match() -> Match:
    game = library.prepare(library.load(Source("shown.astro", RULES)))
    return Match(game, 1, game.players)


def test_every_screen_shows_them_anew_in_every_position(match: Match) -> None:
    while match.chance is not None:
        match.settle()
    nothing = {"points so far": ["0", "0"], "left to draw": ["2"], "medal": ["wood", "wood"]}
    for seat in (0, 1, None):
        assert shown(match, seat) | {"share": []} == nothing | {"share": []}
    move = max(match.legal(), key=match.written)
    match.play(move)
    now = shown(match, 1)
    assert now["points so far"] == [str(1 + int(match.events[-1].text[-1])), "0"]
    assert now["left to draw"] == ["2"]


def test_what_has_no_value_in_a_position_is_a_question_mark(match: Match) -> None:
    """Nobody has points yet, so the share would be divided by nothing."""
    assert shown(match, None)["share"] == ["?"] * 4


def test_they_stand_beside_the_variables(match: Match) -> None:
    while match.chance is not None:
        match.settle()
    scene = scene_of(match.game, match.view(0), People(match.game.players, match.names))
    columns = [column[0] for table in scene.tables for column in table.columns]
    assert columns[:3] == ["bonus", "points so far", "medal"]


def test_all_engines_agree() -> None:
    machine = built(Source("shown.astro", RULES))
    assert machine is not None
    assert list(unsound(machine)) == []
    assert compared(Engines(machine), 6, 300) > 0


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('def high(p: player) as "best card" = highest of c.number for c in hand[p]', "hidden-in-text"),
        ('def mine as "my cards" = row[me].size', "nobody-asked"),
        ('def much(n: 1..300) as "too much" = n + 1', "bad-type"),
        ('def all_of as "a list" = ordered p in players by highest bonus[p]', "bad-type"),
    ],
)
def test_what_cannot_be_shown_is_refused(line: str, code: str) -> None:
    found = examination.examine(Source("shown.astro", RULES.replace("def left", f"{line}\ndef left"))).problems
    assert [problem.code for problem in found if problem.severity is Severity.ERROR] == [code]


def test_what_is_not_shown_is_no_part_of_the_rules() -> None:
    """No screen and no picture has it; programs are told of it, and records do not notice."""
    hidden = RULES.replace("player: 0..3\n", "player: 0..3, not shown\n").replace("everyone\n", "everyone, not shown\n")
    plain, without = (library.load(Source("shown.astro", text)) for text in (RULES, hidden))
    assert plain.parts == without.parts
    match = Match(library.prepare(without), 0, ("P1", "P2"))
    assert "bonus" in [field.name for field in match.view(0).fields]
    scene = scene_of(match.game, match.view(0), People(match.game.players, match.names))
    assert "row" not in [pile.name for pile in scene.piles]
    assert "bonus" not in str(scene)
