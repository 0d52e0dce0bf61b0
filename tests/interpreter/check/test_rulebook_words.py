"""Lines as rulebooks say them: one answer, which names the line to write, and a fix that makes the file sound."""

from __future__ import annotations

from textwrap import indent

import pytest

from astro_referee.grammar.edits import applied, text_edit
from astro_referee.grammar.problems import Problem, Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination

GAME = """astro 1
game Rulebook for 2..4 players
ruling R1 "Once." from "page 1"
kind Suit: moon, sun
kind Value: handshake, 2..10
card Card: each suit in Suit, value in Value
kind Pit
  name | facing: Pit or none
  a1 | a2
  a2 | -
zone deck: pile of Card, seen by nobody
  "The cards to draw."
zone hand for each player: Card, seen by owner
zone stack: pile of Card, seen by everyone
zone table: Card, seen by everyone
zone table_row: row of 3 Card, seen by everyone
card Coin: 9
zone purse: Coin, seen by everyone
zone coins: pile of Coin, seen by everyone
var score for each player: 0..99
var total: 0..31
var pot: 0..9
(margin)
phase play until deck is empty
  begin
    put all Card into deck
    for p in players
      deal 2 from deck into hand[p]
    (setup)
  turns clockwise from P1
    move play(card in hand[me])
      then
        put card from hand[me] on stack
        total = (0 if total > 20 else total + 1)
        pot = (0 if Pit[a1].facing is none else total mod 2)
        (step)
    otherwise
      deal 1 from deck into table @R1
end
  rank p in players by highest score[p]
"""

# Where it is tried; what is tried; a part of the answer; what the fix makes of it, if there is one.
TRIED = [
    ("step", "put card from table on top of stack", "`on stack`", "put card from table on stack"),
    ("step", "put card from table to the bottom of stack", "`under stack`", "put card from table under stack"),
    ("step", "for p in players except me\n  score[p] += 1", "`others`", "for p in others\n  score[p] += 1"),
    ("step", "for p in all players but me\n  score[p] += 1", "`others`", "for p in others\n  score[p] += 1"),
    ("step", "for p in the other players\n  score[p] += 1", "`others`", "for p in others\n  score[p] += 1"),
    ("step", "for p in players - me\n  score[p] += 1", "`players - {me}`", "for p in players - {me}\n  score[p] += 1"),
    ("step", "for p in players except P1\n  score[p] += 1", "", "for p in players - {P1}\n  score[p] += 1"),
    ("step", "put top of deck into table", "`deal 1 from deck into table`", "deal 1 from deck into table"),
    ("step", "put the top card of deck into table", "`deal 1 from deck into table`", "deal 1 from deck into table"),
    ("step", "put top 3 of deck into table", "`deal 3 from deck into table`", "deal 3 from deck into table"),
    ("step", "deal 2 cards from deck into table", "`deal 2 from deck into table`", "deal 2 from deck into table"),
    ("step", "put 2 of table into deck", "`deal 2 at random from table into deck`", None),
    ("step", "put deck.top into table", "`deal 1 from deck into …`", None),
    (
        "setup",
        "deal 1 from deck to each player",
        "`for p in players`, and below it, further in, `deal 1 from deck into hand[p]`",
        "for p in players\n  deal 1 from deck into hand[p]",
    ),
    ("setup", "deal 1 card to each player @R1", "", "for p in players\n  deal 1 from deck into hand[p] @R1"),
    ("setup", "deal 1 from deck into each hand", "", "for p in players\n  deal 1 from deck into hand[p]"),
    ("step", "score[me] += 2 * (total is 15)", "", "score[me] += (2 if total is 15 else 0)"),
    ("step", "score[me] += (total is 15) * 2", "", "score[me] += (2 if total is 15 else 0)"),
    ("step", "score[me] += total is 15", "`(1 if total is 15 else 0)`", "score[me] += (1 if total is 15 else 0)"),
    ("step", "score[me] = 1 + (total is 15)", "", "score[me] = 1 + (1 if total is 15 else 0)"),
    ("step", "score[me] = 3 if pot is 2 otherwise 4", "", "score[me] = (3 if pot is 2 else 4)"),
    ("step", "let x = 3 if pot is 2 otherwise 4\npot = x", "", "let x = (3 if pot is 2 else 4)\npot = x"),
    ("step", "score[me] = 3 if pot is 2 else 4 @R1", "", "score[me] = (3 if pot is 2 else 4) @R1"),
    ("step", "score[me] = (3 if pot is 2 otherwise 4) + 1", "", "score[me] = (3 if pot is 2 else 4) + 1"),
    ("step", "score[me] = if pot is 2 then 3 else 4", "", "score[me] = (3 if pot is 2 else 4)"),
    ("step", "score[me] = min(3 if pot is 2 else 4, 5)", "", "score[me] = min((3 if pot is 2 else 4), 5)"),
    ("step", "pot = 3 if pot is 2 else 4 if pot is 1 else 5", "", "pot = (3 if pot is 2 else (4 if pot is 1 else 5))"),
    ("step", "pot = (3 if pot < 2 else 4 if pot < 1 else 5)", "", "pot = (3 if pot < 2 else (4 if pot < 1 else 5))"),
    ("step", 'say "{pot} {("card" if pot is 1 else "cards")}"', "say it in a def", None),
    ("step", "say \"{pot} {('card' if pot is 1 else 'cards')}\"", "say it in a def", None),
    ("step", 'say "{pot} {“card” if pot is 1 else “cards”}"', "say it in a def", None),
    ("step", "if total is 15 or 31\n  score[me] += 2", "", "if total in {15, 31}\n  score[me] += 2"),
    ("step", "if total is 5 or 15 or 31\n  score[me] += 2", "", "if total in {5, 15, 31}\n  score[me] += 2"),
    ("step", "if total is 5, 15 or 31\n  score[me] += 2", "", "if total in {5, 15, 31}\n  score[me] += 2"),
    ("step", "if total is not 15 or 31\n  score[me] += 2", "", "if total not in {15, 31}\n  score[me] += 2"),
    ("step", "if card.suit is moon or sun\n  pot = 2", "", "if card.suit in {moon, sun}\n  pot = 2"),
    ("step", "if total > 15 or 31\n  pot = 2", "", "if total > 15 or total > 31\n  pot = 2"),
    ("step", "if pot is 2 or total is 5 or 15\n  pot = 2", "", "if pot is 2 or total in {5, 15}\n  pot = 2"),
    (
        "step",
        "if some p in players where score[p] is 9\n  winner p",
        "`if some p in players where … as p`",
        None,
    ),
    ("margin", "def near = set of Suit for c in players", "`union of Suit for c in players`", None),
    (
        "margin",
        "kind Hole\n  name | facing: Hole\n  h1 | h2\n  h2 | -\ndef seen(h: Hole) = h.facing is none",
        "`facing: Hole or none`",
        "kind Hole\n  name | facing: Hole or none\n  h1 | h2\n  h2 | -\ndef seen(h: Hole) = h.facing is none",
    ),
    (
        "margin",
        'zone store: Card, seen by everyone\n  "Kept." @R1\n  "For ever."',
        "at the end of the line of this `zone`",
        'zone store: Card, seen by everyone @R1\n  "Kept."\n  "For ever."',
    ),
    (
        "margin",
        "phase bids\n  turns once in players by highest score[p]\n    move bid\n      then\n        pot = 1",
        "`turns once p in …`",
        "phase bids\n  turns once p in players by highest score[p]\n    move bid\n      then\n        pot = 1",
    ),
    ("step", "deal 1 from deck into stack", "`on stack`", "deal 1 from deck on stack"),
    (
        "setup",
        "put all Card into stack",
        "`put all Card into deck`, then `deal deck.size from deck on stack`",
        "put all Card into deck\ndeal deck.size from deck on stack",
    ),
    (
        "step",
        "put all from hand[me] into stack",
        "`for each_card in hand[me]`, and below it, further in, `put each_card from hand[me] on stack`",
        "for each_card in hand[me]\n  put each_card from hand[me] on stack",
    ),
    ("step", "put all from deck into stack", "", "deal deck.size from deck on stack"),
    ("step", "put card into stack", "", "put card on stack"),
    ("step", "shuffle stack", "put them into a pile that nobody sees", None),
    ("margin", "def utility(n: 0..9) = n", "`def utility(p: player) = coins[p]`", None),
    ("margin", "def mine = owner is P1", "declare something of this name", None),
    ("margin", "var where: 0..5\ndef better = where + 1\ndef much = where > 3", "`where_one`", None),
]

UNDERSTOOD = [
    ("step", "for value in {handshake, 5, 7}\n  if card.value is value\n    score[me] += 1"),
    ("step", "if card.value in {5, handshake}\n  score[me] += 1"),
    ("step", "pot = random from 1..6"),
    ("step", "put card from stack on table_row"),
    ("step", "put 2 of coin from purse on coins"),
    ("margin", "phase first\n  last = last + 1\nvar last: 0..9"),
    ("margin", "kind House\n  name | owner: player or none\n  h1 | P1\n  h2 | -\ndef mine(h: House) = h.owner is P1"),
    ("margin", "kind File\n  name | side: 0..3\n  a | 1\n  b | 2\nvar file: File\nprocedure on(h: File)\n  file = b"),
    ("margin", "var ordered: 0..9\nvar under: 0..9\nprocedure more\n  ordered = under + 1\n  under = ordered"),
    ("margin", "var owner: player or none\nprocedure own(p: player)\n  owner = p"),
]


def filled(place: str, lines: str) -> str:
    text = GAME
    for name in ("(margin)", "(setup)", "(step)"):
        before = text[: text.index(name)].rpartition("\n")[2]
        text = text.replace(name, indent(lines if name == f"({place})" else "", before).lstrip())
    return text


def errors(text: str) -> list[Problem]:
    found = examination.examine(Source("rulebook.astro", text)).problems
    return [problem for problem in found if problem.severity is Severity.ERROR]


@pytest.mark.parametrize(("place", "tried", "answer", "mended"), TRIED, ids=lambda part: part and part.split("\n")[0])
def test_what_rulebooks_say_is_answered_with_what_to_write(
    place: str, tried: str, answer: str, mended: str | None
) -> None:
    source = Source("rulebook.astro", filled(place, tried))
    [problem] = errors(source.text)
    assert answer in problem.label
    if mended is not None:
        edit = text_edit(source, problem.fixes[0])
        assert edit is not None
        text = applied(source.text, [edit])
        assert text == filled(place, mended)
        assert errors(text) == []


# What is wrong with a declaration, and lines that speak of it.
DECLARED_WRONGLY = [
    "var owner: playr or none\ndef mine(p: player) = owner is p",
    "card Jewel: each suit in Siut\nzone box for each player: Jewel, seen by owner\ndef n(p: player) = box[p].size",
    "zone box for each player: Crad, seen by owner\ndef n(p: player) = box[p].size",
    "token Fox on Feild\ndef at_home = Fox.at is none",
    "graph Town\n  name | links: set of Twon\n  Ulm | Bonn\n  Bonn | -\ndef n(t: Town) = t.neighbours.size",
    "grid Cell: each column in Colum, row in 1..3\nvar mark for each Cell: player or none\ndef n(c: Cell) = mark[c]",
    "die pips for each 1..3 1..6\ndef x = pips[1] + pips[2]",
    "option size 3..5 = 4\nvar width: 1..size\ndef x = width + size",
    "table Price by godos\n  goods: Suit | cost\n  moon | 3\ndef price(s: Suit) = Price[s].cost",
    "kind Tile\n  name | edge for each Sdie: 0..3\n  t1 | 1 2\ndef n(t: Tile) = t.edge[moon]",
    "def worth(p: playr) = 3\ndef more(p: player) = worth(p) + 1",
    "procedure give(p: playr)\n  pot = 1\nprocedure more\n  do give(P1)",
    "team Side left, right\nvar won for each Side: 0..9\ndef n(p: player) = won[p.side]",
    "history seen of pto\ndef often = seen.times",
]


@pytest.mark.parametrize("lines", DECLARED_WRONGLY, ids=lambda lines: lines.split("\n")[0])
def test_a_mistake_in_a_declaration_is_told_once_and_nothing_that_follows_from_it(lines: str) -> None:
    [problem] = errors(filled("margin", lines))
    shown = filled("margin", lines)[problem.span.start :].partition("\n")[0]
    assert shown in lines


@pytest.mark.parametrize(("place", "tried"), UNDERSTOOD)
def test_what_rulebooks_say_is_understood(place: str, tried: str) -> None:
    assert errors(filled(place, tried)) == []
