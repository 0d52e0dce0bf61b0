"""The words of generated rules: declarations, and values, tests and steps as patterns with holes such as `<cell>`.

Nearly everything may be `none`, and is asked about behind a test: in each hole stands a value that is surely there, or
that a test around it has found to be there.
"""

from __future__ import annotations

import re

from attrs import frozen

DECLARATIONS = """
ruling R1 "So it is read."
kind Suit: moon, sun, star
kind Rank: low, middle, high
ring Post: o1, o2, o3, o4
grid Cell: each column in 1..3, row in 1..3 named "{column}-{row}"
card Card: each suit in Suit, value in 1..4
token Pin on Post: each number in 1..3
table Price by suit, amount
  suit: Suit | amount: 1..3 | cost: 0..5 or none | gift: Suit or none
  moon       | 1            | 2                  | sun
  moon       | 2, 3         | 5                  | -
  star       | 1            | 0                  | moon

zone waste: Card, seen by everyone
zone hand for each player: Card, seen by everyone
var bid: 0..5 or none
var spot: Cell or none
var who: player or none
var tint: Suit or none
var rank: Rank or none
var tints: set of Suit or none
var held: Card or none
var score for each player: 0..9
var fond for each player: Suit or none
var mate for each player: player or none
var holder for each Cell: player or none
var mark for each Cell: 0..5 or none
var home for each Suit: Cell or none
var chosen: set of Cell
var numbers: set of 0..5
var total: 0..99

def opener
  none                              if waste is empty
  first c in waste where c.value > 1 otherwise
def ahead
  none            if spot is none
  spot.step(north) otherwise
def fancy(c: Cell)
  none          if holder[c] is none
  fond[holder[c]] otherwise
def dear(c: Card) = Price[c.suit, min(c.value, 3)].cost
def reached(c: Cell) = reach q from {c} by q.neighbours where mark[q] is mark[c]
"""


def declared(text: str) -> str:
    """The declarations that a text mentions, with those that these mention in turn."""
    items = re.findall(r"^\S.*(?:\n +.*)*", DECLARATIONS, re.MULTILINE)
    taken: list[str] = []
    while True:
        words = set(re.findall(r"\w+", "\n".join([text, *taken])))
        more = [item for item in items if item not in taken and gives(item) & words]
        if not more:
            return "\n".join(item for item in items if item in taken)
        taken += more


def gives(item: str) -> set[str]:
    """The names that an item declares: its own, and those of the members of a kind."""
    name, _, rest = item.split(" ", 1)[1].partition(":")
    members = rest.split(", ") if item.startswith(("kind", "ring")) else []
    places = re.findall(r"^token \w+ on (\w+)", item)  # where there is no token, nothing is empty
    return {re.split(r"\W", name)[0], *map(str.strip, members), *places}


@frozen
class Sort:
    """A sort of values: those that are always there, those that may be none, and what can be gone through for them."""

    sure: tuple[str, ...]
    maybe: tuple[str, ...]
    domains: tuple[str, ...]


SORTS = {
    "cell": Sort(
        ("Cell[2, 2]", "Cell[<n>, <n>]"),
        ("spot", "home[<suit>]", "<cell>.step(<way>)", "ahead", "(first k in chosen where k.row > 1)"),
        ("Cell", "chosen", "<cell>.neighbours", "<cell>.ray(<way>)", "<cell>.rays(orthogonal)", "reached(<cell>)"),
    ),
    "suit": Sort(
        ("moon", "star", "<card>.suit"),
        (
            "tint",
            "fond[<player>]",
            "(<suit> + total)",
            "Price[<suit>, min(total + 1, 3)].gift",
            "fancy(<cell>)",
            "held.suit",
            "opener.suit",
        ),
        ("Suit", "{<suit>, <suit>}"),
    ),
    "player": Sort(
        ("me", "P1", "<player>.next"),
        ("who", "mate[<player>]", "holder[<cell>]"),
        ("players", "clockwise from <player>"),
    ),
    "number": Sort(
        ("0", "3", "<cell>.row", "<n>", "(score[<player>] mod 6)", "(<number> mod 4)", "abs(<number> - <number>)"),
        (
            "bid",
            "mark[<cell>]",
            "Price[<suit>, min(total + 1, 3)].cost",
            "dear(<card>)",
            "(first k in numbers where k > 1)",
        ),
        ("0..5", "numbers", "0..<number>", "0..9"),
    ),
    "card": Sort(("Card[sun, 2]", "Card[<suit>, <n>]"), ("held", "opener"), ("waste", "hand[<player>]", "Card")),
    "post": Sort(("o1", "<post>.next", "(<post> + 1)"), ("Pin[<n>].at",), ("Post", "clockwise after <post>")),
    "rank": Sort(("low", "high"), ("rank", "(<rank> + total).next", "(<rank> + total)"), ("Rank",)),
    "n": Sort(("1", "2", "3", "<cell>.column", "min(max(<number>, 1), 3)"), (), ("1..3",)),
    "way": Sort(("north", "east", "southwest"), (), ("orthogonal",)),
}
CHOSEN = ("cell", "suit", "player", "number", "card", "post", "rank")
"""Sorts of what tests are about and moves choose."""

TESTS: tuple[str, ...] = (
    "<cell> is <cell>",
    "<suit> is not <suit>",
    "<player> is <player>",
    "<number> is <number> + 1",
    "<number> < <number>",
    "<number> in numbers",
    "<cell> in chosen",
    "<cell> in <cell>.neighbours",
    "<card> in hand[<player>]",
    "<suit> in {<suit>, <suit>}",
    "<number> in 0..<number>",
    "<post> is empty",
    "<rank> < <rank>",
    "score[<player>] > <number>",
    "mark[<cell>] is <number>",
    "holder[<cell>] is not <player>",
    "fond[<player>] is <suit>",
    "home[<suit>] is <cell>",
    "<cell>.row is <number>",
    "<card>.suit is <suit>",
    "Price[<suit>, min(total + 1, 3)].cost is <number>",
    "(some line in Cell.lines(2) where <cell> in line and (every k in line: mark[k] is none))",
    "between(<cell>, <cell>) is empty",
)
STEPS: tuple[str, ...] = (
    "total = min(total + <number>, 99)",
    "score[<player>] = <number>",
    "bid = min(<number>, 5)",
    "bid = none",
    "spot = <cell>",
    "who = <player>",
    "tint = <suit>",
    "rank = <rank>",
    "held = <card>",
    "mark[<cell>] = <number> mod 6",
    "holder[<cell>] = <player>",
    "holder[<cell>] = none",
    "fond[<player>] = <suit>",
    "home[<suit>] = <cell>",
    "add <cell> to chosen",
    "remove <cell> from chosen",
    "add <number> mod 6 to numbers",
    "chosen = {<cell>, <cell>}",
    "tints = {<suit>}",
    "numbers = all k in 0..5 where k is <number>",
    "put <card> into hand[<player>]",
    "put Pin[<n>] on <post>",
    "swap holder[<cell>] with holder[<cell>]",
    'say "{<cell>} {<suit>} {<number>}"',
)
