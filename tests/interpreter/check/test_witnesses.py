"""A condition that should hold for all names the first thing for which it fails, to those who may know it."""

from __future__ import annotations

import pytest

from astro_referee import Match
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source
from astro_referee.interpreter.check import check
from astro_referee.interpreter.play import library

RULES = """astro 1
game Witnesses for 2 players
kind Column: a..c
grid Cell: each column in Column, row in 1..2
kind Suit: moon, sun
card Card: each suit in Suit, number in 1..3
var load for each Cell: 0..9
var tired for each player: bool
var mate for each Cell: Cell or none
zone hand for each player: Card, seen by owner
zone open: Card, seen by everyone

procedure heap(at: Cell, n: 1..9)
  load[at] = min(9, load[at] + n)
  load[b2] = 9

phase play
  begin
    put {Card[moon, 1], Card[moon, 2]} into hand[P1]
    put {Card[sun, 1], Card[sun, 2]} into hand[P2]
    put {Card[sun, 3], Card[moon, 3]} into open
    load[c1] = 7
    load[c2] = 8
    tired[P2] = yes
    mate[a1] = b1
  turns clockwise from P1
    move each_one
      when every s in Cell: load[s] < 7 else "{s} has {load[s]}, below it {s.row}"
    move none_such
      when no s in Cell where load[s] > 7 else "{s} has {load[s]}"
    move not_some
      when not (some s in Cell where load[s] > 7) else "{s} has {load[s]}"
    move some_only
      when every s in Cell where s.column is c: load[s] < 8 else "{s} has {load[s]}"
    move within
      when every p in players where tired[p]: every s in Cell: load[s] < 8 + p.index - p.index else "{p} sees {s}"
    move either
      when tired[me] or no s in Cell where load[s] is 7 else "you are awake, and {s} has 7"
    move ahead(at in Cell) as "ahead {at}"
      when after do heap(at, 3): every s in Cell: load[s] < 9 else "{s} would have {load[s]}, not {load[at]}"
    move this(at in Cell) as "this {at}"
      when after this: every s in Cell: load[s] < 9 else "{s} would have {load[s]}"
      then
        do heap(at, 1)
    move narrowed
      when no s in Cell where mate[s] is not none else "{s} goes with {mate[s]}, in column {mate[s].column}"
    move own
      when every s in Cell: load[s] < 7 else "there are {all s in Cell where load[s] >= 7}, {count s in Cell} in all"
    move duty(at in Cell) as "duty {at}"
      must every s in at.neighbours: load[s] < 8 if able else "{s} is next to {at}"
    move found
      when some card in open where card.number < 3 else "no small card"
    move together
      when tired[me] and (every s in Cell: load[s] < 7) else "not now"
    move cards
      when every p in players: hand[p].size < 2 else "{p} holds {hand[p].size}"
    move mine
      when no card in hand[me] where card.number > 1 else "you hold {card}"
    move wait
      then
        load[a1] = 1
        tired[me] = no
        mate[a1] = none
        put all from hand[me] into open
"""


@pytest.fixture(scope="module")
def match() -> Match:
    game = library.prepare(library.load(Source("test.astro", RULES)), 2)
    return Match(game, 1, game.players)


@pytest.mark.parametrize(
    ("typed", "text", "seen"),
    [
        ("each one", "c1 has 7, below it 1", {"s": "c1", "load[s]": "7"}),
        ("none such", "c2 has 8", {"s": "c2", "load[s]": "8"}),
        ("not some", "c2 has 8", {"s": "c2", "load[s]": "8"}),
        ("some only", "c2 has 8", {"s": "c2", "load[s]": "8"}),
        ("within", "P2 sees c2", {"p": "P2", "s": "c2", "load[s]": "8", "p.index": "1"}),
        ("either", "you are awake, and c1 has 7", {"tired[me]": "no", "s": "c1", "load[s]": "7"}),
        ("ahead a1", "b2 would have 9, not 0", {"s": "b2", "load[s]": "9"}),
        ("this c2", "b2 would have 9", {"s": "b2", "load[s]": "9"}),
        ("narrowed", "a1 goes with b1, in column b", {"s": "a1", "mate[s]": "b1"}),
        ("own", "there are c1 and c2, 6 in all", {"s": "c1", "load[s]": "7"}),
        ("duty b2", "c2 is next to b2", {"s": "c2", "load[s]": "8"}),
        ("found", "no small card", {"open": "moon 3 and sun 3"}),
        ("together", "not now", {"tired[me]": "no"}),
        ("cards", "P1 holds 2", {"p": "P1", "hand[p].size": "2"}),
        ("mine", "you hold moon 2", {"card": "moon 2", "card.number": "2"}),
    ],
)
def test_the_witness_is_named(match: Match, typed: str, text: str, seen: dict[str, str]) -> None:
    (reason,) = match.judge(0, typed).reasons
    assert (reason.text, dict(reason.seen)) == (text, seen)


def problems(line: str) -> list[str]:
    """Codes of what is wrong with one more `when` line."""
    source = Source("test.astro", RULES.replace("    move wait\n", f"    move wait\n      {line}\n"))
    file, _ = read(source)
    assert file is not None
    return [problem.code for problem in check(file, source, 2)[1]]


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ('when no card in hand[me.next] else "{card}"', ["hidden-in-text"]),
        ('when no card in hand[me.next] else "there are {hand[me.next].size}"', []),
        ('when every p in players: hand[p].size < 2 else "{hand[p]}"', ["hidden-in-text"]),
        ('when tired[me] and (every s in Cell: load[s] < 7) else "{s}"', ["unknown-name"]),
        ('when every two in 2 of Cell: load[a1] < two.size else "{two}"', ["unknown-name"]),
        ('when some s in Cell where load[s] > 8 else "{s}"', ["unknown-name"]),
    ],
)
def test_only_a_witness_that_is_there_and_that_the_reader_sees_can_be_named(line: str, codes: list[str]) -> None:
    assert problems(line) == codes


def test_of_cards_that_nobody_may_see_no_witness_is_told() -> None:
    """All know that there are some; which of them is first is hidden."""
    line = 'when no card in hand[me.next] else "there are {hand[me.next].size}"'
    rules = RULES.replace("    move wait\n", f"    move wait\n      {line}\n")
    game = library.prepare(library.load(Source("test.astro", rules)), 2)
    (reason,) = Match(game, 1, game.players).judge(0, "wait").reasons
    assert (reason.text, reason.seen) == ("there are 2", ())
