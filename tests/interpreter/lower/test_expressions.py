"""What expressions are worth: each line of the table is said by a small game and compared with what it must print."""

from __future__ import annotations

import pytest

from astro_referee.grammar import report
from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match

GAME = """astro 1

game Sampler for 3 players
  "Says what expressions are worth."

option size: 1..9 = 4

kind Suit: clubs, hearts, spades
kind Rank: 2..6, jack, ace
ring Sign: ram, bull, twins, crab, lion, maid
kind Column: w..z
grid Cell: each column in Column, row in 1..4
card Card: each suit in Suit, rank in Rank named "{rank} of {suit}"
card Gem: 3 of each sign in Sign
kind Body
  name | speed | sign | friends: set of Sign | mood   | shape
  moon | 3     | crab | ram bull             | "calm" | "full"
  sun  | 1     | -    | -                    | "warm" | "hot"
table Price by sign, speed
  sign | speed | cost: 0..9 or none
  ram  | 1     | 5
  bull | 3     | 7
token Piece on Sign: each body in Body
token Marker on Cell

zone hand for each player: Card, seen by everyone
zone rest: Card, seen by everyone
zone bank: Gem, seen by everyone
zone purse for each player: Gem, seen by everyone
var score for each player: -20..20
var grid_value for each Cell: 0..9
var chosen: set of Sign
var lucky: Sign or none
var counts for each 2..4: 0..9
var holes: set of 3..8

def twice(n: 0..50) = n * 2
def grade(p: player): 1..3
  3   if score[p] >= 10
  2   if score[p] >= 5
  1   otherwise
def runner = P2
def told(b: Body)
  b.mood    if score[P1] > 7
  b.shape   otherwise
def sum_of_three
  let base = 3
  base + size

phase play
  begin
    put all Card into rest
    put {Card[clubs, 2], Card[clubs, 5], Card[hearts, 5], Card[spades, ace]} from rest into hand[P1]
    put {Card[clubs, 3], Card[hearts, ace]} into hand[P2]
    put all Gem into bank
    put 2 of Gem[lion] from bank into purse[P1]
    put up to 9 of Gem[ram] from bank into purse[P1]
    put Gem[bull] from bank into purse[P2]
    put Piece[moon] on crab
    put Marker on x2
    score[P1] = 7
    score[P2] = 12
    score[P3] = 7
    chosen = {maid, ram, bull}
    for c in Cell
      grid_value[c] = c.column.index + c.row
    counts[3] = 8
    counts[3] -= 2
    add 4 to holes
    add {5, 8} to holes
    remove 5 from holes
LINES
  ask P1
    move stop
      then
        draw
"""

CASES = {
    # numbers
    "2 + 3 * 4": "14",
    "(2 + 3) * 4": "20",
    "-7 / 2": "-4",
    "-7 mod 3": "2",
    "7 / -2": "-4",
    "7 mod -3": "-2",
    "10 - 4 - 3": "3",
    "min(4, 2, 9) + max(1, 3) + abs(-6)": "11",
    "twice(score[P1])": "14",
    "sum_of_three": "7",
    "size - 1": "3",
    # truth
    "yes and not no": "yes",
    "1 < 2 or 1 / (score[P1] - 7) is 0": "yes",
    "3 in 1..3": "yes",
    "0 not in 1..3": "yes",
    "score[P1] in {1, 7}": "yes",
    "score[P1] >= 7 and score[P1] <= 7": "yes",
    # members, rings, kinds
    "maid + 1": "ram",
    "ram - 1": "maid",
    "ram - lion": "2",
    "lion - ram": "4",
    "crab.next": "lion",
    "ram.previous": "maid",
    "twins.index": "2",
    "hearts + 1": "spades",
    "hearts + 2": "none",
    "spades - clubs": "2",
    "clubs < spades": "yes",
    "Rank[5]": "5",
    "Rank[5] < jack": "yes",
    "Card[hearts, 5].rank is 5": "yes",
    "Card[spades, ace]": "ace of spades",
    "moon.speed": "3",
    "moon.sign": "crab",
    "sun.sign": "none",
    "moon.friends": "ram and bull",
    "sun.friends.size": "0",
    "sun.mood": "warm",
    "told(moon)": "full",
    "(only b in Body where b.speed is 1).shape": "hot",
    "Price[ram, 1].cost": "5",
    "Price[ram, score[P1] - 4]": "none",
    "Price[bull, score[P1] - 4].cost": "7",
    "runner.next": "P3",
    "P1.previous": "P3",
    # places
    "Piece[moon].at": "crab",
    "Piece[sun].at": "none",
    "Marker.at": "x2",
    "x2 is empty": "no",
    "x3 is empty": "yes",
    "Cell[y, 2].neighbours": "x2, y1, y3 and z2",
    "w1.neighbours.size": "2",
    "w1.step(northeast)": "x2",
    "w1.step(west)": "none",
    "Cell[y, 1 + 2]": "y3",
    "x2.column": "x",
    "x2.row + 1": "3",
    "count line in Cell.lines(4)": "10",
    "count line in Cell.lines(3) where x2 in line": "7",
    # sets and bags
    "chosen": "ram, bull and maid",
    "chosen - {ram}": "bull and maid",
    "chosen + {twins}": "ram, bull, twins and maid",
    "chosen is {bull, maid, ram}": "yes",
    "longest_run(chosen)": "3",
    "longest_run(chosen - {ram})": "1",
    "longest_run(set of c.suit for c in hand[P1])": "3",
    "holes": "4 and 8",
    "3 in holes": "no",
    "8 in holes": "yes",
    "holes is {8, 4}": "yes",
    "holes.size": "2",
    "hand[P1].size": "4",
    "hand[P3] is empty": "yes",
    "rest.size": "15",
    "bank.size": "12",
    "purse[P1].size": "5",
    "purse[P1]": "ram, ram, ram, lion and lion",
    "Gem[ram] in bank": "no",
    "Gem[lion] in bank": "yes",
    "count g in purse[P1] where g.sign is ram": "3",
    "count g in purse[P1] + purse[P2] where g.sign is not ram": "3",
    "sum of g.sign.index for g in purse[P1]": "8",
    "set of g.sign for g in purse[P1]": "ram and lion",
    "all g in purse[P1] where g.sign is lion": "lion and lion",
    # phrases
    "some p in players where score[p] > 10": "yes",
    "no p in players where score[p] > 12": "yes",
    "every p in players: score[p] >= 7": "yes",
    "every p in players where p is not P2: score[p] is 7": "yes",
    "count c in hand[P1] where c.rank is 5": "2",
    "all c in hand[P1] where c.suit is clubs": "2 of clubs and 5 of clubs",
    "only c in hand[P1] where c.rank is ace": "ace of spades",
    "first c in hand[P1] where c.rank > 2": "5 of clubs",
    "last c in hand[P1] where c.rank < ace": "5 of hearts",
    "first c in hand[P3]": "none",
    "sum of score[p] for p in players": "26",
    "highest of c.rank for c in hand[P1]": "ace",
    "lowest of score[p] for p in players": "7",
    "set of grade(p) for p in players": "2 and 3",
    "best p in players by highest score[p]": "P2",
    "best p in players by lowest score[p]": "P1 and P3",
    "only best p in players by highest score[p]": "P2",
    "first best p in players by lowest score[p] then highest hand[p].size": "P1",
    "only best p in players by lowest score[p] then lowest hand[p].size": "P3",
    "best p in players by highest (set of c.rank for c in hand[p])": "P1",
    "best p in players by lowest (set of c.rank for c in hand[p])": "P3",
    "best p in {P1, P2} by highest (set of c.rank for c in hand[p] where c.rank > 5)": "P1 and P2",
    "best p in {P1, P2} by highest (set of c.suit for c in hand[p])": "P1",
    "best b in Body by highest (all n in {2, 3} where n < b.speed)": "moon",
    "item 2 of clockwise after lion": "ram",
    "item 2 of all s in clockwise from bull where s in chosen": "maid",
    "item 1 of anticlockwise after ram": "maid",
    "item 9 of chosen": "none",
    "item 3 of chosen": "maid",
    "clockwise from P2": "P2, P3 and P1",
    "count pair in 2 of hand[P1]": "6",
    "count pair in 2 of hand[P1] where (set of c.suit for c in pair).size is 1": "1",
    "count few in 1..2 of chosen where ram in few": "3",
    "count two in 2 of purse[P1]": "3",
    "highest of (sum of c.rank.index for c in two) for two in 2 of hand[P1]": "9",
    "grid_value[Cell[z, 4]]": "7",
    "sum of grid_value[c] for c in Cell where c.row is 1": "10",
    "lucky is none": "yes",
    "lucky is ram": "no",
    "counts[3]": "6",
    "count n in 2..4 where counts[n] is 0": "2",
    "others.size": "2",
    "me": "P1",
}


def said(lines: list[str]) -> list[str]:
    """What a game says that has these texts in its first decision's phase."""
    asked = [line for line in lines if "others" in line or line == "me"]
    body = "".join(f'    say "{{{line}}}"\n' for line in lines if line not in asked)
    text = GAME.replace("LINES\n", body)
    about = " | ".join(f"{{{line}}}" for line in asked)
    text = text.replace("move stop\n", f'move stop\n      "{about}"\n')
    source = Source("sampler.astro", text)
    try:
        match = Match(library.prepare(library.load(source)), 1, ("P1", "P2", "P3"))
    except library.BadRules as bad:
        pytest.fail(report.frames(source, bad.problems))
    spoken = iter(line.text for line in match.opening)
    shown = iter(match.about(match.legal()[0]).split(" | "))
    return [next(shown) if line in asked else next(spoken) for line in lines]


def test_expressions_are_worth_what_they_say() -> None:
    lines = list(CASES)
    assert dict(zip(lines, said(lines), strict=True)) == CASES
