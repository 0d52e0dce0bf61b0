"""What was shown to somebody may be named to them, and to nobody else, as long as it lies there."""

from __future__ import annotations

import pytest

from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source
from astro_referee.interpreter.check import check

GAME = """astro 1
game Peeping for 3 players
kind Suit: moon, sun
card Card: 3 of each suit in Suit
zone deck: pile of Card, seen by nobody
zone locker: Card, seen by nobody
zone hand for each player: Card, seen by owner
var aim: player = P1
var note for each player: 0..3, seen by owner
die pips: 3 of 1..6, seen by nobody

def card_of(p: player) = only card in hand[p]
def has_sun(p: player, q: player) = some c in hand[q] where c.suit is sun

procedure tell(p: player, q: player)
  say "{hand[p]}" to q

phase play
  begin
    put all Card into deck
    deal 1 from deck into locker
    roll pips
    aim = random from players
    for p in players
      deal 1 from deck into hand[p]
  turns once clockwise from P1
    move look(whom in others, other in others) as "look at {whom} and {other}"
      then
        STEPS
    move wait
end
  draw
"""


def problems(steps: str) -> list[str]:
    """The codes of what is wrong with some steps, or tells something."""
    source = Source("peeping.astro", GAME.replace("STEPS", "\n        ".join(steps.strip().split("\n"))))
    file, found = read(source)
    assert file is not None, found
    _, found = check(file, source, 3, {}, 3)
    codes = {problem.code for problem in found}
    assert codes <= {"hidden-in-text", "tells", "unused"}, [problem.message for problem in found]
    return sorted(codes & {"hidden-in-text", "tells"})


KNOWN = {
    "the zone": 'show hand[whom] to me\nsay "{hand[whom]}" to me',
    "a card in it": 'show hand[whom] to me\nsay "{only c in hand[whom]}" to me',
    "a def of it": 'show hand[whom] to me\nsay "{card_of(whom)} {has_sun(other, whom)}" to me',
    "the other reader": 'show hand[me] to whom\nsay "{hand[me]}, {card_of(me)}" to whom',
    "a fixed player": 'show hand[P2] to P1\nsay "{hand[P2]}, {card_of(P2)}" to P1',
    "all": 'show hand[whom] to everyone\nsay "{hand[whom]}"\nsay "{card_of(whom)}" to other',
    "one zone": 'show locker to me\nsay "{locker}" to me',
    "a cup": 'show pips to me\nsay "{pips}" to me',
    "by cases": """show hand[whom] to me
if card_of(whom).suit is sun
  say "A sun." to me
else
  say "No sun but a {card_of(whom)}." to me""",
    "what it was": """show hand[whom] to me
let card = card_of(whom)
deal 1 from deck into hand[whom]
say "It was {card}." to me""",
    "something else has changed": """show hand[whom] to me
aim = other
deal 1 from deck into locker
say "{hand[whom]}" to me""",
    "a note": "show hand[whom] to me\nnote[me] = (1 if card_of(whom).suit is sun else 2)",
    "in both cases": """show hand[whom] to me
if aim is P1
  say "P1" to me
say "{hand[whom]}" to me""",
    "one after the other": """for p in players
  show hand[p] to me
  say "{hand[p]}" to me""",
}
HIDDEN = {
    "before": 'say "{hand[whom]}" to me\nshow hand[whom] to me',
    "somebody else's": 'show hand[whom] to me\nsay "{hand[other]}" to me',
    "to somebody else": 'show hand[whom] to me\nsay "{hand[whom]}" to other',
    "to all": 'show hand[whom] to me\nsay "{hand[whom]}"',
    "to all, by a name": 'show hand[whom] to me\nlet card = card_of(whom)\nsay "{card}"',
    "to two": 'show hand[whom] to {me, other}\nsay "{hand[whom]}" to {me, other}',
    "cards have come": 'show hand[whom] to me\ndeal 1 from deck into hand[whom]\nsay "{hand[whom]}" to me',
    "cards were exchanged": 'show hand[whom] to me\nswap hand[whom] with locker\nsay "{hand[whom]}" to me',
    "cards came to one of the others": "show hand[whom] to me\nput all from locker into hand[other]\n"
    'say "{hand[whom]}" to me',
    "dice were rolled": 'show pips to me\nroll pips\nsay "{pips}" to me',
    "another place is meant now": 'show hand[aim] to me\naim = other\nsay "{hand[aim]}" to me',
    "only in one case": 'if aim is P1\n  show hand[whom] to me\nsay "{hand[whom]}" to me',
    "changed in one case": """show hand[whom] to me
if aim is P1
  deal 1 from deck into hand[whom]
say "{hand[whom]}" to me""",
    "a def that is asked of another": 'show hand[whom] to me\nsay "{card_of(other)}" to me',
    "a def that is asked the other way round": 'show hand[whom] to me\nsay "{has_sun(whom, other)}" to me',
    "in a phrase that means another": """show hand[whom] to me
say "{count p in others where card_of(p).suit is sun}" to me""",
    "in a procedure": "show hand[whom] to me\ndo tell(other, me)",
    "the next time round": """for n in 1..2
  if n is 2
    say "{hand[whom]}" to me
  show hand[whom] to me
  deal 1 from deck into hand[whom]""",
    "somebody else is asked": """show hand[whom] to me
ask other
  move nod as "nod {hand[whom].size}"
    "Nod, and see {hand[whom]}."
""",
}


@pytest.mark.parametrize("steps", KNOWN.values(), ids=KNOWN)
def test_what_was_shown_may_be_named(steps: str) -> None:
    assert problems(steps) == []


@pytest.mark.parametrize("steps", HIDDEN.values(), ids=HIDDEN)
def test_what_was_not_shown_may_not(steps: str) -> None:
    assert "hidden-in-text" in problems(steps)


def test_whether_something_holds_tells_those_nothing_who_were_shown_it() -> None:
    held = 'if card_of(whom).suit is sun\n  say "A sun." to {}'
    assert problems("show hand[whom] to me\n" + held.format("me")) == []
    assert problems("show hand[whom] to me\n" + held.format("other")) == ["tells"]
    assert problems(held.format("me")) == ["tells"]
