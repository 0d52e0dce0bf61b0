"""Rule files made up at random, in which nearly everything may be `none`, and is asked about behind a test.

What comes out is in order by construction: where a value is needed stands one that is surely there, or one that a test
around it has found to be there. A value that may be none stands wherever an index can: in fields, tables, sets, on
boards, in defs, in phrases, in guards and in what moves do.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from attrs import define, evolve, field, frozen

HEAD = """astro 1

game Nowhere for 2 players

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


@frozen
class Known:
    """What can be said at a place: names with their sorts, and what tests have found to be there."""

    names: tuple[tuple[str, str], ...] = ()
    there: tuple[tuple[str, str], ...] = ()

    def of(self, sort: str) -> list[str]:
        return [text for text, held in (*self.names, *self.there) if held == sort]

    def with_name(self, name: str, sort: str) -> Known:
        return evolve(self, names=(*self.names, (name, sort)))

    def with_there(self, text: str, sort: str) -> Known:
        return evolve(self, there=(*self.there, (text, sort)))

    def later(self) -> Known:
        """Behind a step that changes something; names stay what they are."""
        kept = tuple((text, sort) for text, sort in self.there if text.isidentifier() and text.startswith("maybe"))
        return evolve(self, there=kept)


@define
class Inventor:
    random: Random
    made: int = 0
    tested_here: set[str] = field(factory=set)
    """What was asked about in this move: it may be known to be there or not."""
    lines: list[str] = field(factory=list)

    def pick(self, *makers: Callable[[], str]) -> str:
        return self.random.choice(makers)()

    def likely(self, chance: float) -> bool:
        return self.random.random() < chance

    def name(self, stem: str = "x") -> str:
        self.made += 1
        return f"{stem}{self.made}"

    # --- Expressions --------------------------------------------------------------------------------------------------

    def filled(self, pattern: str, known: Known, depth: int) -> str:
        """A pattern with values that are surely there in its holes."""
        while "<" in (rest := pattern.replace(" < ", "   ")) and ">" in rest:
            start = rest.index("<")
            end = rest.index(">", start)
            if not rest[start + 1 : end].isalpha():
                break
            value = self.value(rest[start + 1 : end], known, depth - 1)
            pattern = pattern[:start] + value + pattern[end + 1 :]
        self.tested_here |= set(re.findall(r"\b(?:holder|mark|fond|home)\[.*\](?= is)", pattern))
        return pattern

    def value(self, sort: str, known: Known, depth: int) -> str:
        here = known.of(sort)
        if here and self.likely(0.8):
            return self.random.choice(here)
        simple = [text for text in SORTS[sort].sure if depth > 0 or "<" not in text]
        return self.filled(self.random.choice(simple), known, depth)

    def maybe(self, sort: str, known: Known, new: bool = False) -> str:
        """Something of which nobody knows yet whether it is there; a new one was not tested in this move before."""
        for _ in range(9):
            text = self.filled(self.random.choice(SORTS[sort].maybe), known, 1)
            root = text.rpartition(".")[0] if text.endswith((".suit", ".next")) else text
            if (root == text and not new) or not {root, text} & self.tested_here:
                self.tested_here |= {text, root}
                return text
        name = self.name("z")
        return f"(first {name} in {SORTS[sort].domains[0]} where {name} is not {self.value(sort, known, 1)})"

    def domain(self, sort: str, known: Known) -> str:
        return self.filled(self.random.choice(SORTS[sort].domains), known, 1)

    def sort(self, known: Known) -> str:
        """One of the sorts, rather one of which something is at hand to be compared with."""
        near = [sort for _, sort in known.names if sort in CHOSEN]
        return self.random.choice(near if near and self.likely(0.5) else CHOSEN)

    def test(self, known: Known, depth: int = 2) -> str:
        """A condition; whatever may be none in it is tested before it is used."""
        makers = [lambda: self.filled(self.random.choice(TESTS), known, 1)] * 2
        if depth:
            makers += [lambda: self.tested(known, depth)] * 5
            makers += [lambda: self.phrase(known, depth)] * 2
            makers += [
                lambda: f"({self.test(known, depth - 1)} and {self.test(known, depth - 1)})",
                lambda: f"({self.test(known, depth - 1)} or {self.test(known, depth - 1)})",
                lambda: f"not ({self.test(known, depth - 1)})",
            ]
        return self.pick(*makers)

    def tested(self, known: Known, depth: int) -> str:
        """Something that may be none, excluded before it is spoken of."""
        sort = self.sort(known)
        text = self.maybe(sort, known)
        inner = self.using(text, sort, known, depth - 1)
        return self.pick(
            lambda: f"({text} is not none and {inner})",
            lambda: f"({text} is none or {inner})",
            lambda: f"not ({text} is none or {inner})",
        )

    def using(self, text: str, sort: str, known: Known, depth: int) -> str:
        """A test about just this, if there is one that can be."""
        fitting = [pattern for pattern in TESTS if f"<{sort}>" in pattern]
        if not fitting or (depth and self.likely(0.2)):
            return self.test(known.with_there(text, sort), depth)
        pattern = self.random.choice(fitting).replace(f"<{sort}>", text, 1)
        return self.filled(pattern, known.with_there(text, sort), 1)

    def phrase(self, known: Known, depth: int) -> str:
        sort = self.random.choice(CHOSEN)
        name, domain = self.name(), self.domain(sort, known)
        inner = known.with_name(name, sort)
        about = self.using(name, sort, inner, 0)
        where = self.pick(
            lambda: about,
            lambda: f"not ({self.tested(inner, depth)} or {about})",
            lambda: f"({self.tested(inner, depth)} or {about})",
            lambda: f"not (not {self.tested(inner, depth)} or {about})",
        )
        word = self.random.choice(("some", "no", "every"))
        return (
            f"({word} {name} in {domain}: {where})" if word == "every" else f"({word} {name} in {domain} where {where})"
        )

    # --- Steps --------------------------------------------------------------------------------------------------------

    def put(self, indent: int, text: str) -> None:
        self.lines.append("  " * indent + text)

    def block(self, known: Known, indent: int, depth: int) -> None:
        for _ in range(self.random.randint(1, 3)):
            known = self.step(known, indent, depth)

    def step(self, known: Known, indent: int, depth: int) -> Known:
        if not depth or self.likely(0.3):
            self.put(indent, self.filled(self.random.choice(STEPS), known, 2))
            return known.later()
        kind = self.random.choice(("if", "there", "there", "for", "for", "let"))
        sort = self.sort(known)
        if kind == "let":
            name = self.name("maybe")
            self.put(indent, f"let {name} = {self.maybe(sort, known, new=True)}")
            self.put(indent, f"if {name} is not none")
            self.block(known.with_there(name, sort), indent + 1, depth - 1)
        elif kind == "for":
            name, domain = self.name(), self.domain(sort, known)
            inner = known.later().with_name(name, sort)
            where = self.pick(
                lambda: "", lambda: f" where {self.test(inner)}", lambda: f" where {self.tested(inner, 1)}"
            )
            self.put(indent, f"for {name} in {domain}{where}")
            self.block(inner, indent + 1, depth - 1)
        elif kind == "there":
            text = self.maybe(sort, known)
            self.put(indent, f"if {text} is not none and {self.using(text, sort, known, 1)}")
            self.block(known.with_there(text, sort), indent + 1, depth - 1)
        else:
            self.put(indent, f"if {self.test(known)}")
            self.block(known, indent + 1, depth - 1)
            if self.likely(0.4):
                self.put(indent, "else")
                self.block(known, indent + 1, depth - 1)
        return known.later()

    # --- The whole ----------------------------------------------------------------------------------------------------

    def move(self, number: int) -> None:
        known, self.tested_here = Known(), set()
        params: list[str] = []
        for _ in range(self.random.randint(0, 2)):
            sort, name = self.random.choice(CHOSEN), self.name("p")
            domain = self.domain(sort, known)
            known = known.with_name(name, sort)
            where = f" where {self.test(known, 1)}" if self.likely(0.3) else ""
            params.append(f"{name} in {domain}{where}")
        self.put(2, f"move act{number}({', '.join(params)})" if params else f"move act{number}")
        for _ in range(self.random.randint(0, 3)):
            sort = self.sort(known)
            if self.likely(0.4):
                text = self.name("maybe")
                self.put(3, f"let {text} = {self.maybe(sort, known, new=True)}")
            else:
                text = self.maybe(sort, known)
            if self.likely(0.6):
                self.put(3, f"when {text} is not none")
                known = known.with_there(text, sort)
            self.put(3, f"{'must' if self.likely(0.2) else 'when'} {self.test(known)}")
            if self.lines[-1].lstrip().startswith("must"):
                self.lines[-1] += " if able"
        self.put(3, "then")
        self.block(known, 4, 2)

    def rules(self) -> str:
        self.lines = [HEAD, "phase play", "  turns clockwise from P1"]
        for number in range(4):
            self.move(number)
        self.lines += ["    move rest", "      then", "        total = min(total + 1, 99)"]
        return "\n".join([*self.lines, ""])
