"""A def that may be none is refused wherever a value is needed, and behind a test it can stand in all those places."""

from __future__ import annotations

import pytest
import strict

from astro_referee.grammar.problems import Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import pipeline
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match

DEFS = {
    "none first": ["none                                    if waste is empty", "first c in waste otherwise"],
    "none last": [
        "only best c in waste by highest c.size then highest c.suit if waste is not empty",
        "none otherwise",
    ],
    "a fixed card": ["Card[sun, 1]                            if waste is not empty", "none otherwise"],
    "none twice": ["none if waste is empty", "none if waste.size is 1", "Card[sun, 1] otherwise"],
    "a let": ["let x = first c in waste", "none if x is none", "x otherwise"],
}
NEEDED = [
    "put pick from waste into gone",
    "put pick into gone",
    "add pick to marked",
    "remove pick from marked",
    "marked = {pick}",
    "marked = marked + {pick, Card[sun, 2]}",
    "score[pick] = 1",
    "total = score[pick]",
    "total = worth(pick)",
    "total = count q in {pick} where q.size > 1",
    "marked = set of pick for n in 1..2",
    "total = count q in Card where q < pick",
    "put Card[moon, 1] into row[pick]",
]
"""Lines that can do nothing with `none`."""
ANYWAY = [
    "total = count q in marked where q is pick",
    "held = pick",
    "total = count q in 1..2 where (q is 1 or pick in marked)",
]
"""Lines in which it is allowed."""

RULES = """astro 1

game Pick for 1 player

kind Suit: moon, sun
card Card: each suit in Suit, size in 1..SIZE
zone waste: Card, seen by everyone
zone gone: Card, seen by everyone
zone row for each Card: Card, seen by everyone
var marked: set of Card
var score for each Card: 0..3
var total: 0..9999
var held: Card or none

def worth(c: Card) = c.size
def pick
  CASES

phase play
  turns clockwise from P1
    move start
      then
        put all Card into waste
"""


def rules(cases: list[str], lines: list[str], behind: str = "", size: int = 3) -> str:
    text = RULES.replace("CASES", "\n  ".join(cases)).replace("SIZE", str(size))
    for number, line in enumerate(lines):
        text += f"    move act{number}\n      then\n"
        text += f"        {behind}\n          {line}\n" if behind else f"        {line}\n"
    return text


@pytest.mark.parametrize("cases", DEFS.values(), ids=DEFS)
def test_every_place_that_needs_a_value_refuses_it(cases: list[str]) -> None:
    source = Source("pick.astro", rules(cases, [*NEEDED, *ANYWAY]))
    _, problems = pipeline.build(source)
    refused = {source.place(p.span.start)[0] for p in problems if p.code == "may-be-none"}
    lines = source.text.splitlines()
    assert sorted(lines[number - 1].strip() for number in refused) == sorted(NEEDED)
    assert {p.code for p in problems} <= {"may-be-none", "unused"}
    assert all(p.message == "`pick` may be `none` here" for p in problems if p.code == "may-be-none")


@pytest.mark.parametrize("size", [3, 300])  # of two sets, only the smaller one has its bits in a table
@pytest.mark.parametrize("cases", DEFS.values(), ids=DEFS)
def test_behind_a_test_it_can_stand_there(cases: list[str], size: int) -> None:
    lines = [*NEEDED, *ANYWAY]
    if size > 3:
        lines = [line for line in lines if "score" not in line and "row" not in line]
    source = Source("pick.astro", rules(cases, lines, "if pick is not none", size))
    built, problems = pipeline.build(source)
    assert built is not None, problems
    codes = [strict.module(built.machine, quick) for quick in (True, False)]
    for begun in (False, True):
        for number in range(len(lines)):
            ends: list[list[int]] = []
            for code in codes:
                state = code["start"]()
                for move in [0, number + 1] if begun else [number + 1]:
                    code["run"](state)
                    code["act"](state, (0, move))
                code["run"](state)
                ends.append(state)
            assert ends[0] == ends[1]


# --- What is learnt, and when it is forgotten -------------------------------------------------------------------------

LEARNT = """astro 1
game Learnt for 2 players
kind Metal: tin, lead
card Coin: each metal in Metal, worth in 1..3
zone purse: Coin, seen by everyone
zone chest: Coin, seen by everyone
zone stack: pile of Coin, seen by everyone
var ore: Metal or none
var whose for each player: Metal or none
var count_of for each Metal: 0..9
var total: 0..9
die pip: 1..2
def chosen = (ore if total is 0 else none)
procedure change
  ore = none
phase play
  begin
    put all Coin into purse
    put Coin[lead, 1] from purse on stack
    ore = lead
    whose[P1] = tin
  turns clockwise from P1
    move act
      then
        if ore is not none and stack.top is not none and whose[me] is not none and chosen is not none
          LINE
          USE
        total = (total + pip) mod 2
"""


@pytest.mark.parametrize(
    "use", ["count_of[ore] += 1", "put stack.top from stack into purse", "count_of[whose[me]] += 1"]
)
@pytest.mark.parametrize(
    "line", ['say "so"', "show stack to everyone", "total = 1", "put Coin[tin, 1] from purse into chest"]
)
def test_a_test_holds_until_what_it_is_about_changes(line: str, use: str) -> None:
    assert problems_below(line, use) == []


@pytest.mark.parametrize(
    ("line", "use"),
    [
        ("ore = tin", "count_of[ore] += 1"),
        ("whose[P1] = none", "count_of[whose[me]] += 1"),
        ("put Coin[lead, 1] from stack into purse", "put stack.top from stack into purse"),
        ("put Coin[tin, 1] from purse on stack", "put stack.top from stack into purse"),
        ("total = 1", "count_of[chosen] += 1"),
        ("roll pip", "count_of[ore] += 1"),
        ("do change", "count_of[ore] += 1"),
    ],
)
def test_it_is_forgotten_as_soon_as_that_may_be(line: str, use: str) -> None:
    assert problems_below(line, use) == ["may-be-none"]


def problems_below(line: str, use: str) -> list[str]:
    """The errors of a step that needs a value, behind a test and then another step; what is sound is proved to be."""
    source = Source("learnt.astro", LEARNT.replace("LINE", line).replace("USE", use))
    built, problems = pipeline.build(source)
    if built is not None:
        assert strict.module(built.machine, True)
    return [p.code for p in problems if p.severity is Severity.ERROR]


# --- Places that depend on what a step changes ------------------------------------------------------------------------

PLACES = """astro 1

game Places for 1 player

kind Spot: s1, s2, s3
card Card: each rank in 1..3
zone hand for each Spot: Card, seen by everyone
zone bin for each Spot: Card, seen by everyone
var mark for each Spot: 0..3
var other for each Spot: 0..3 = 3

def full = first s in Spot where hand[s] is not empty
def free = first s in Spot where mark[s] is 0

phase play
  put all Card into hand[s2]
  mark[s1] = 1
  mark[s3] = 2
  turns clockwise from P1
    move act
      then
        if full is not none and free is not none
          STEP
        say "{hand[s1]}, {hand[s2]}, {hand[s3]}"
        say "{bin[s1]}, {bin[s2]}, {bin[s3]}"
        say "{mark[s1]} {mark[s2]} {mark[s3]} {other[s1]} {other[s2]} {other[s3]}"
"""


@pytest.mark.parametrize(
    ("step", "hand", "bin", "marks"),
    [
        (
            "put all from hand[s2] into bin[full]",
            "nothing, nothing, nothing",
            "nothing, 1, 2 and 3, nothing",
            "1 0 2 3 3 3",
        ),
        ("put hand[s2] into bin[full]", "nothing, nothing, nothing", "nothing, 1, 2 and 3, nothing", "1 0 2 3 3 3"),
        ("put all Card into bin[full]", "nothing, nothing, nothing", "nothing, 1, 2 and 3, nothing", "1 0 2 3 3 3"),
        (
            "deal 3 at random from hand[full] into bin[full]",
            "nothing, nothing, nothing",
            "nothing, 1, 2 and 3, nothing",
            "1 0 2 3 3 3",
        ),
        ("swap mark[s3] with mark[free]", "nothing, 1, 2 and 3, nothing", "nothing, nothing, nothing", "1 2 0 3 3 3"),
        ("swap mark[s2] with other[free]", "nothing, 1, 2 and 3, nothing", "nothing, nothing, nothing", "1 3 2 3 0 3"),
        ("swap mark[free] with mark[s1]", "nothing, 1, 2 and 3, nothing", "nothing, nothing, nothing", "0 1 2 3 3 3"),
    ],
)
def test_a_place_is_the_one_it_was_before_the_step(step: str, hand: str, bin: str, marks: str) -> None:
    """While the step is carried out, it may come to be none."""
    source = Source("places.astro", PLACES.replace("STEP", step))
    game = library.prepare(library.load(source))
    match = Match(game, 1, game.players)
    assert match.submit(0, "act").ok
    while match.chance is not None:
        match.settle()
    assert [said.text for event in match.events for said in event.said] == [hand, bin, marks]
