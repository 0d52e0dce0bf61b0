"""Generated code is written for speed; it must do what the machine says, function by function, move for move."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import shelf
from shelf import ROOT

from astro_referee.grammar.source import Source
from astro_referee.interpreter import pipeline
from astro_referee.interpreter.backends.python.engine import PythonEngine
from astro_referee.interpreter.backends.python.writer import Writer
from astro_referee.interpreter.machine import runtime
from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.pipeline import written
from astro_referee.interpreter.play.chance import Generator

GAMES, LONG_GAMES = 6, 1
LONG = 1_900
"""Characters of a rule file whose games are long, so that few of them do."""
MANY_GAMES = 60
"""For the files below, which hold what a pass could get wrong."""
LONGEST = 400
"""Random numbers after which a game is given up."""

# Phrases inside phrases in every position: as a test, in a value, behind `and`, `or` and `not`, in cases and in loops.
PHRASES = """astro 1

game Weave for 2..3 players
  "Puts threads on a loom."

kind Colour: red, blue, green, gold
kind Column: w..z
grid Knot: each column in Column, row in 1..4
ring Peg: p1, p2, p3, p4, p5, p6, p7
card Thread: each colour in Colour, length in 1..4
token Pin on Peg: each number in 1..4
table Price by colour, length
  colour | length | cost
  red    | 1      | 3
  gold   | 4      | 9

zone basket: pile of Thread, seen by nobody
zone hand for each player: Thread, seen by everyone
zone cloth: Thread, seen by everyone
var tied for each Knot: player or none
var score for each player: 0..99
var seen: set of Colour
var newest: Thread or none
var steps: 0..60

def pair_of(p: player) = some line in Knot.lines(2) where every k in line: tied[k] is p
def line_of(p: player) = some line in Knot.lines(3) where every k in line: tied[k] is p
def crowded
  every p in players: some k in Knot where tied[k] is p and (some n in k.neighbours where tied[n] is p)
def lonely(k: Knot) = no n in k.neighbours where tied[n] is not none
def spare(c: Colour)
  0                                                   if no t in cloth where t.colour is c
  count t in cloth where t.colour is c                if c in seen
  sum of t.length for t in cloth where t.colour is c  otherwise
def next_peg(n: 1..4): Peg
  p1                                                                    if Pin[n].at is none
  item n of all p in clockwise after Pin[n].at where p is empty         otherwise
def worth(t: Thread): 0..9
  let price = Price[t.colour, t.length]
  price.cost                            if price is not none
  min(spare(t.colour) + t.length, 9)    otherwise
def rival(p: player) = first best q in players where q is not p by highest score[q] then lowest hand[q].size

phase play until steps >= 40 or some p in players where hand[p] is empty
  begin
    put all Thread into basket
    shuffle basket
    for p in players
      deal 4 from basket into hand[p]
    put Pin[1] on p3

  turns once clockwise from P1
    steps += 1
    move weave(thread in hand[me], knot in Knot)
      let value = worth(thread)
      when tied[knot] is none else "{knot} is tied"
      when lonely(knot) or value > 2 and some n in knot.neighbours where tied[n] is me
        else "nothing holds {knot}"
      when not (line_of(me) and crowded) else "the cloth is done"
      must thread.colour not in seen if able else "a new colour first"
      then
        tied[knot] = me
        add thread.colour to seen
        if pair_of(me)
          score[me] += value
          if (some line in Knot.lines(3) where every k in line: tied[k] is me) and steps > 3
            score[me] += highest of k.row for k in Knot where tied[k] is me
        else if every c in Colour: spare(c) > 0
          score[rival(me)] += 1
        newest = thread
        put thread from hand[me] into cloth
    move pin(number in 1..4)
      let to = next_peg(number)
      when to is empty else "{to} is taken"
      when Pin[number].at is not none or (count p in Peg where p is empty) > 4 or newest is not none
      then
        put Pin[number] on to
        for k in Knot where k.row is number and tied[k] is none
          if some c in seen where spare(c) > 1
            tied[k] = me.next
            leave turn
        score[me] += (count p in Peg where p is not empty) - (sum of 1 for n in 1..4 where Pin[n].at is none)
    move draw_one
      when basket is not empty
      then
        deal 1 from basket into hand[me]
        if score[me] > 0
          score[me] -= 1
    otherwise
      say "{me} has nothing to do."

end
  rank p in players by highest score[p] then lowest hand[p].size
"""

# Goes round in circles once a move is made, in a way no checker can see.
ENDLESS = """astro 1
game Round for 2 players
var laps: 0..9
var up: bool

phase play
  turns clockwise from P1
    move start
      then
        up = yes
    phase lap until laps is 9
      if up
        laps = 3
        up = no
      else
        laps = 2
        up = yes
end
  draw
"""

# As many loops as a move has parameters.
DEEP = """astro 1
game Deep for 2 players
var total: 0..9
phase play
  turns clockwise from P1
    move choose(PARAMS)
      then
        total = n0
        if total is 1
          winner me
"""

# Faults of many sorts, one behind the other, so that their order shows.
FAULTS = """astro 1

game Brink for 2 players

kind Stone: s1, s2, s3, s4, s5
ring Post: o1, o2, o3, o4
token Flag on Post: each number in 1..3
var pile: 0..6 = 4
var marks for each Stone: 0..3
var chosen: set of Stone = {s2}
var height: 1..6 = 1

def post(n: 1..3): Post = Flag[n].at
def open_post: Post = first o in Post where o is empty
def lowest_mark = only s in Stone where marks[s] is (highest of marks[t] for t in chosen)
def share = 6 / pile
def at_edge(s: Stone): 0..3
  marks[s]               if s in chosen
  marks[lowest_mark] + 1 otherwise

phase play
  turns clockwise from P1
    move mark(stone in Stone)
      then
        marks[stone] += 1
        if stone in chosen and at_edge(stone) > 1 and share > 2
          height += share
        add stone to chosen
    move lift(number in 1..3)
      then
        if pile > 3 and (some s in chosen where marks[s] > at_edge(s))
          put Flag[number] on post(number) + 1
        pile -= number
    move plant(number in 1..3)
      when pile > 0 else "no pile"
      then
        put Flag[number] on open_post
        height = share + at_edge(s3)
    move heap
      then
        pile = min(pile + 2, 6)
    move lower
      when height > 1 and (chosen is empty or lowest_mark is not s5)
      then
        height -= 1
        remove s4 from chosen
        if post(1) is post(2) and share > 1
          winner me
"""

# Loops that quick code makes shorter: tests without the position, sets gone through at once, tables row by row, duties.
SHORTER = """astro 1

game Sieve for 2 players

kind Shade: pale, dim, dark
grid Cell: each column in 1..4, row in 1..4 named "{column}-{row}"
var stone for each Cell: player or none
var latest: Cell or none
var shade: Shade
var gone: 0..30

def stones(p: player) = all c in Cell where stone[c] is p
def edge(c: Cell) = c.row is 1 or c.column is 4
def lowest_in(n: 1..4) = first c in Cell where c.column is n and stone[c] is none
def chain(p: player) = reach c from (all s in stones(p) where edge(s)) by c.neighbours where stone[c] is p
def around(c: Cell) = reach q from {c} by q.neighbours where stone[q] is stone[c]
def blocked(c: Cell) = every way in Direction: c.step(way) is none or stone[c.step(way)] is not none
def shaded(c: Cell) = count d in Cell where d.row + d.column is c.row + c.column and stone[d] is not none

phase play
  turns clockwise from P1 until gone is 30
    gone += 1
    move drop(n in 1..4)
      let place = lowest_in(n)
      when place is not none else "column {n} is full"
      must n is not 2 or gone > 3 if able else "not in the second column yet"
      must shade is not dark or n > 2 if able else "keep to the right"
      must maximise shaded(place)
      then
        stone[place] = me
        latest = place
        if some line in Cell.lines(3) where place in line and (every c in line: stone[c] is me)
          shade = dark
    move lift(from in stones(me), to in Cell)
      when stone[to] is none else "{to} is taken"
      when to in from.neighbours or stones(me).size < 3 else "{to} is too far"
      must not edge(to) if able else "to the middle"
      must latest is none or to.row >= latest.row if able else "not below the last one"
      then
        stone[from] = none
        for c in stones(me.next) where c.row is to.row
          stone[c] = none
        stone[to] = me
        shade = dim
    move close(c in chain(me))
      when blocked(c) and around(c).size > 1 else "{c} is open"
      then
        for d in around(c)
          stone[d] = none
        shade = pale

    otherwise
      leave turn

end
  rank p in players by highest stones(p).size then highest chain(p).size
"""

# Positions remembered and asked about where quick code keeps their parts in locals.
PASTS = """astro 1

game Diary for 2 players

var page: 0..9
var mood: 0..3
history pages of page, mood
history moods for each player of mood

phase play
  turns clockwise from P1
    move write(lines in 1..4)
      when pages.times < 3 else "{pages.times} times"
      then
        for line in 1..lines
          remember pages
          page = (page + mood) mod 10
          remember pages
          remember moods[me]
        mood = min(moods[me].times + moods[me.next].times, 3)
        if page > 7 and mood is 3
          winner me because "{pages.times} and {pages.times + page}"
    move tear
      then
        for line in 1..3
          remember pages
          mood = line - line / 2
        page = pages.times mod 10
"""


ON_THE_SHELF = {path.name: source for path, source in shelf.SOURCES.items()}
"""The games and examples, which the evaluator is compared with in every run."""


def rule_files() -> dict[str, Source]:
    """The rule files of the games, examples and documents, and those above."""
    found = dict(ON_THE_SHELF)
    for page in sorted(ROOT.glob("docs/*.md")):
        for number, block in enumerate(re.findall(r"^```astro\n(.*?)^```", page.read_text(), re.S | re.M)):
            if not re.search("^(use|variant|tests) ", block, re.M):  # what stands in two files is run with the pages
                found[f"{page.name}-{number}"] = Source("game.astro", block)
    found |= {"phrases": Source("game.astro", PHRASES), "faults": Source("game.astro", FAULTS)}
    found |= {"shorter": Source("game.astro", SHORTER), "pasts": Source("game.astro", PASTS)}
    return {name: source for name, source in found.items() if not source.is_library}


FILES = rule_files()


def modules(source: Source, seats: int | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """The module as the machine has it, and the quick one."""
    built, problems = pipeline.build(source, seats)
    if built is None:
        pytest.fail("\n".join(f"{p.code}: {p.message} {source.slice(p.span)}" for p in problems))
    plain, quick = written(built.machine, quick=False), written(built.machine)
    return module(plain), module(quick)


def module(writer: Writer) -> dict[str, Any]:
    return PythonEngine.of(writer).module


def outcome(code: dict[str, Any], word: str, state: list[int], *args: object) -> object:
    """What a step comes to: its value, or its fault."""
    try:
        return code[word](state, *args)
    except RuleFault as fault:
        return f"fault {fault.number}"
    except EndlessLoop as loop:
        return f"endless {loop.labels}"


class Rolls:
    """Random numbers that come to an end."""

    def __init__(self, seed: int) -> None:
        self.generator = Generator(seed)
        self.left = LONGEST

    def below(self, n: int) -> int:
        self.left -= 1
        if not self.left:
            raise OutOfRolls
        return self.generator.below(n)


class OutOfRolls(Exception):
    """A game that has gone on long enough."""


# --- Step by step -----------------------------------------------------------------------------------------------------


def go_along(plain: dict[str, Any], quick: dict[str, Any], below: Callable[[int], int]) -> None:
    """Plays one game with both; all states, options, weights, texts and faults must agree."""
    first, second = plain["start"](), quick["start"]()
    told: tuple[list[object], list[object]] = ([], [])
    while True:
        options = outcome(plain, "run", first, told[0])
        assert outcome(quick, "run", second, told[1]) == options
        if isinstance(options, str) and options != plain["CHANCE"]:
            return
        assert first == second
        assert told[0] == told[1]
        if not first[0]:
            return
        if isinstance(options, str):
            step, what = "happen", drawn(plain, quick, first, below)
        else:
            assert isinstance(options, list)
            step, what = "act", options[below(len(options))]
        one = outcome(plain, step, first, what, told[0])
        other = outcome(quick, step, second, what, told[1])
        if one != other:  # what follows a step may be carried out with it, and may fail then
            one = outcome(plain, "run", first, told[0])
        assert one == other
        if one is not None:
            return


def drawn(plain: dict[str, Any], quick: dict[str, Any], state: list[int], below: Callable[[int], int]) -> int:
    """An outcome of chance; both must have the same ones, and draw the same one."""
    weights: list[tuple[int, int]] = plain["outcomes"](state)
    assert quick["outcomes"](state) == weights
    spread = [value for value, weight in weights for _ in range(weight)]
    number = below(len(spread))
    for code in (plain, quick):
        assert code["SAMPLE"][state[0]](state, lambda n: number if n == len(spread) else -1) == spread[number]
    return spread[number]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.thorough] if name in ON_THE_SHELF else []) for name in FILES],
)
def test_quick_code_plays_the_same_games(name: str, thorough: bool) -> None:
    """Step by step, and in one go. Variants differ little from their bases: they are left to thorough runs.

    So are large files with the fewest players: to build one takes longer than all its games.
    """
    source, more = FILES[name], 3 if thorough else 1
    fewest, most = re.findall(r"^game .* for ([0-9]+)(?:\.\.([0-9]+))? player", source.own, re.M)[0]
    for seats in {most or fewest} | ({fewest} if thorough or not shelf.is_large(source) else set()):
        plain, quick = modules(source, int(seats))
        for seed in range(more * (MANY_GAMES if name in ("phrases", "faults", "shorter") else games(name))):
            with suppress(OutOfRolls):
                go_along(plain, quick, Rolls(seed).below)
        for seed in range(more * games(name)):
            assert played_out(quick, seed) == played_out(plain, seed)


def games(name: str) -> int:
    return GAMES if len(FILES[name].own) < LONG else LONG_GAMES


# --- In one go --------------------------------------------------------------------------------------------------------


def played_out(code: dict[str, Any], seed: int) -> tuple[object, int, list[int] | None]:
    """What a playout gives, how many random numbers it took, and where it ended."""
    rolls, state = Rolls(seed), code["start"]()
    try:
        moves = outcome(code, "playout", state, rolls.below)
    except OutOfRolls:
        return "goes on", rolls.left, None
    return moves, rolls.left, state if isinstance(moves, int) else None


def test_an_endless_game_is_told_by_the_same_circle() -> None:
    plain, quick = modules(Source("game.astro", ENDLESS), None)
    state, other = plain["start"](), quick["start"]()
    assert outcome(plain, "run", state) == outcome(quick, "run", other)
    plain["act"](state, (0, 0))
    quick["act"](other, (0, 0))
    told = outcome(plain, "run", state)
    assert str(told).startswith("endless")
    assert outcome(quick, "run", other) == told


def test_a_long_game_is_not_an_endless_one() -> None:
    for code in modules(FILES["pig.astro"], None):
        code["FUEL"] = 20
        assert isinstance(outcome(code, "playout", code["start"](), Generator(4).below), int)


@pytest.mark.parametrize(("loops", "refused"), [(16, False), (17, True)])
def test_no_more_loops_inside_each_other_than_python_takes(loops: int, refused: bool) -> None:
    params = ", ".join(f"n{number} in 1..2" for number in range(loops))
    text = DEEP.replace("PARAMS", params)
    built, problems = pipeline.build(Source("deep.astro", text))
    assert [p.code for p in problems if p.code != "unused"] == (["too-deep"] if refused else [])
    if built is not None:
        compile(built.module, "deep", "exec")


# --- What generated code calls ----------------------------------------------------------------------------------------


def test_members_are_the_bits_of_a_set() -> None:
    below = Generator(3).below
    for size in (1, 5, 12, 13, 14, 25, 26, 27, 52, 64, 200):
        for _ in range(20):
            value = sum(1 << i for i in range(size) if below(2))
            assert list(runtime.members(value)) == list(runtime.bits(value))
            assert [runtime.nth_bit(value, n) for n in range(value.bit_count())] == list(runtime.bits(value))


def test_a_flood_comes_to_all_places_step_by_step() -> None:
    below = Generator(5).below
    for size in (1, 6, 40):
        for _ in range(20):
            table = [sum(1 << i for i in range(size) if not below(size // 2 + 1)) for _ in range(size)]
            edge, through = below(1 << size), below(1 << size)
            found = edge
            for _ in range(size):
                for place in runtime.bits(found):
                    found |= table[place] & through
            assert runtime.flood(edge, runtime.ways(table), through) == found


def test_a_bag_is_picked_from_by_its_copies() -> None:
    bag = 2 | 0 << 3 | 3 << 6 | 1 << 9
    assert [runtime.bag_pick(bag, n, 3) for n in range(6)] == [0, 0, 2, 2, 2, 3]
