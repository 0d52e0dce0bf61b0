"""Before C, questions about places become questions about sets; engines do not notice."""

from __future__ import annotations

from random import Random

import pytest
import shelf
from agreement import Engines, built, compared, unsound
from side_by_side import played_out

from astro_referee.grammar.source import Source
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c import compiler
from astro_referee.interpreter.backends.c.sets import lines
from astro_referee.interpreter.backends.c.sets.drawing import is_drawn
from astro_referee.interpreter.machine import runtime
from astro_referee.interpreter.machine.expressions import Const, ExpressionBase, Op
from astro_referee.interpreter.machine.traversal import all_terms, walk_code
from astro_referee.interpreter.optimise.passes import optimised
from astro_referee.interpreter.optimise.sets.weighted_sums import layers
from astro_referee.interpreter.values.types import Member

SIGHTS = """astro 1

game Sights for 3 players
  "Stones are laid where one of another player is in sight, not too near, and go in the directions of their player."

player
  name  | ways: set of Direction
  White | north east
  Black | south
  Grey  | west northwest southwest

kind Column: a..e
grid Square: each column in Column, row in 1..4
var stone for each Square: player or none
var laid: 0..99

def worth(s: Square): -2..9
  9    if s is c2
  -2   if s.row is 1
  3    if s.column is b
  0    otherwise
def far(s: Square, way: Direction): set of Square
  let stop = first t in s.ray(way) where stone[t] is not none
  between(s, stop)   if stop is not none and stone[stop] is not me
  empty              otherwise
def worths(p: player) = sum of worth(s) for s in Square where stone[s] is p

phase play
  begin
    stone[c2] = White
    stone[a4] = Black
    stone[e1] = Grey

  turns clockwise from White
    move lay(s in Square) as "{s}"
      when stone[s] is none                                     else "taken"
      when some way in Direction where far(s, way) is not empty   else "nobody is in sight"
      then
        for way in Direction
          for t in far(s, way)
            stone[t] = none
        stone[s] = me
        laid += 1
        if some line in Square.lines(3) where s in line and (every t in line: stone[t] is me)
          winner me because "three in a line"
    move go(from in Square where stone[from] is me, way in me.ways) as "{from}-{way}"
      let to = from.step(way)
      when to is not none           else "the board ends there"
      when stone[to] is not me      else "yours"
      then
        stone[from] = none
        stone[to] = me
        laid += 1
        if laid > 80
          rank p in players by highest worths(p)
    otherwise
      rank p in players by highest worths(p)
"""
"""Rays, lines, steps in directions of the players, and sums, for an odd number of players on an odd board."""

BOARDS = """astro 1

game Boards for 2 players
  "Each player notes on a board of one's own, and both paint on boards one above the other."

kind Column: a..c
grid Square: each column in Column, row in 1..3
kind Layer: low, high
kind Paint: red, green, blue, white, black
var noted for each player, Square: player or none
var paint for each Layer, player, Square: Paint or none
var moves: 0..60

def bare(l: Layer, p: player) = all s in Square where paint[l, p, s] is none
def reach_of(with: Paint, s: Square): set of Square
  s.steps({north, east})   if with is red
  s.rays(orthogonal)       otherwise
def warm(l: Layer, p: player) = count s in Square where paint[l, p, s] in {red, white}

phase play
  turns clockwise from P1
    move note(s in Square) as "{s}"
      when noted[me, s] is none                          else "noted"
      when noted[me.next, s] is not me.next or s.row is 2   else "not there"
      then
        noted[me, s] = (me if noted[me.next, s] is none else me.next)
        for t in s.steps({east, north}) where noted[me, t] is not none
          noted[me, t] = none
        moves += 1
    move brush(l in Layer, with in Paint, s in bare(l, me)) as "{l} {with} {s}"
      when (some t in s.steps({west, south}) where paint[l, me.next, t] is with) or warm(l, me) < 3   else "too warm"
      then
        paint[l, me, s] = with
        for t in bare(high, me.next) where t.row is s.row
          paint[high, me.next, t] = black
        moves += 1
        if moves > 50
          rank p in players by highest warm(high, p) - (count t in Square where noted[p, t] is p)
    move carry(from in Square, to in Square) as "{from}-{to}"
      let with = paint[low, me, from]
      when with is not none and to in reach_of(with, from)                   else "not that far"
      when every t in between(from, to): paint[low, me.next, t] is none      else "not past {from}"
      when paint[low, me, to] is not with and noted[me, to] is not me.next   else "not there"
      then
        paint[low, me, from] = none
        paint[low, me, to] = with
        moves += 1
        if moves > 50
          rank p in players by highest warm(low, p)
    otherwise
      rank p in players by highest warm(low, p)
"""
"""Fields of several boards: of few values, kept as sets alone, and of more, beside their entries."""

LOOKUPS = """astro 1

game Lookups for 2 players
  "Stones slide along free lines as far as the line has stones, and runs of cards beat lower runs."

kind Column: a..f
grid Square: each column in Column, row in 1..5
var stone for each Square: player or none
kind Rank: weak, fair, good, ace
card Card: 3 of each rank in Rank
kind Run: each low in Rank, high in Rank, width in 1..2
  where low <= high named "{width} of {low} to {high}"
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone played: Card, seen by everyone
var led: Run or none
var led_low: Rank
var length: 0..3
var moves: 0..60

def held(r: Rank) = count c in hand[me] where c.rank is r
def beats(run: Run)
  yes                                                                 if led is none
  run.low > led_low and run.high.index - run.low.index is length   if run.width is 1
  run is not led                                                      otherwise
def can_lay(run: Run)
  when no r in Rank where r >= run.low and r <= run.high and held(r) < run.width   else "you have too few"
  when beats(run)                                                                  else "that is too low"
  when (count r in Rank where r > run.high and held(r) > 1) < 3                    else "lay the others"
  when (sum of held(r) for r in Rank where r < run.low) < 5                        else "lay lower ones"
  when (count r in Rank where r < run.high and held(r) is 2) < 3                   else "lay pairs"
def on_line(from: Square, way: Direction) = count s in from.rays({way, way.opposite}) where stone[s] is not none

phase play
  begin
    put all Card into deck
    shuffle deck
    for p in players
      deal 6 from deck into hand[p]
    for s in Square where s.row is 1 or s.column is c
      stone[s] = (P1 if s.row is 1 else P2)

  turns clockwise from P1
    move slide(from in Square where stone[from] is me, to in from.rays(Direction)) as "{from}-{to}"
      let way = only w in Direction where to in from.ray(w)
      when every s in between(from, to): stone[s] is none         else "not past stones"
      when between(from, to).size < on_line(from, way) + 1       else "too far"
      when stone[to] is not me                                   else "yours"
      then
        stone[from] = none
        stone[to] = me
        moves += 1
        if moves > 40
          winner me because "that was long"
    move lay(run in Run) as "{run}"
      when can_lay(run)
      then
        for r in Rank where r >= run.low and r <= run.high
          put run.width of Card[r] from hand[me] into played
        led = run
        led_low = run.low
        length = run.high.index - run.low.index
        moves += 1
    move let_go
      when led is not none   else "nothing is led"
      then
        led = none
        moves += 1
        if moves > 40
          winner me because "that was long"
    otherwise
      winner me because "nothing is left"
"""
"""What lies in the way, lists asked whether something is in them, copies of cards, and comparisons."""

TAKES = {"othello": "sights", "connect_four": "covers", "hex": "flood", "breakthrough": "sources"}
"""Games, and the operation by which each of them is to be played."""


@pytest.mark.parametrize(("name", "word"), TAKES.items())
def test_moves_are_drawn_from_sets(name: str, word: str) -> None:
    path = next(path for path in shelf.GAMES if path.stem == name)
    machine = built(shelf.SOURCES[path])
    assert machine is not None
    quick = optimised(machine, native=True)
    bodies = {function.name: function.body for function in quick.functions}
    (decision,) = quick.decisions
    assert is_drawn(decision, bodies[decision.options])
    asked = [decision.options, *(move.apply for move in decision.moves)]
    assert any(isinstance(term, Op) and term.op == word for name in asked for term in all_terms(bodies[name]))
    assert not any(isinstance(line, m.Append) for name in asked for line in bodies[name])


def test_a_game_of_lines_of_sight_is_the_same_in_all_engines() -> None:
    machine = built(Source("sights.astro", SIGHTS))
    assert machine is not None
    assert unsound(machine) == []
    native = compiler.find() is not None
    words = {
        term.op
        for function in optimised(machine, native=True).functions
        for term in all_terms(function.body)
        if isinstance(term, Op)
    }
    assert {"sights", "covers", "sources", "greatest"} <= words
    engines = Engines(machine, native)
    assert compared(engines, 1.0, 120) > 20
    if native:
        for seed in range(8):
            played_out([engines.python[1], engines.native[0]], seed)


def test_fields_of_several_boards_are_sets_of_places_in_all_engines() -> None:
    machine = built(Source("boards.astro", BOARDS))
    assert machine is not None
    assert unsound(machine) == []
    native = compiler.find() is not None
    terms = [term for f in optimised(machine, native=True).functions for term in all_terms(f.body)]
    asked = {len(term.args) for term in terms if isinstance(term, Op) and term.op == "holders"}
    assert asked == {3, 4}, "with one other index, and with two"
    quick = optimised(machine, native=True)
    (listing,) = (f for f in quick.functions if f.name == quick.decisions[0].options)
    loops = [line for line in walk_code(listing.body) if isinstance(line, m.Loop) and line.name == "to"]
    assert loops and all(
        isinstance(loop.domain, ExpressionBase) and not isinstance(loop.domain, Const) for loop in loops
    )
    engines = Engines(machine, native)
    assert compared(engines, 2.0, 40) > 20
    if native:
        for seed in range(8):
            played_out([engines.python[1], engines.native[0]], seed)


def test_what_is_looked_up_is_the_same_in_all_engines() -> None:
    machine = built(Source("lookups.astro", LOOKUPS))
    assert machine is not None
    assert unsound(machine) == []
    native = compiler.find() is not None
    quick = optimised(machine, native=True)
    (listing,) = (f for f in quick.functions if f.name == quick.decisions[0].options)
    terms = [*all_terms(listing.body)]
    assert any(isinstance(term, Op) and term.op == "adjoining" and len(term.args) == 3 for term in terms)
    assert any("by place" in name for name in quick.tables) and any("by value" in name for name in quick.tables)
    loops = [line for line in walk_code(listing.body) if isinstance(line, m.Loop)]
    assert not any(isinstance(loop.type, Member) and loop.type.kind == "Card" for loop in loops)
    engines = Engines(machine, native)
    assert compared(engines, 2.0, 40) > 20
    if native:
        for seed in range(8):
            played_out([engines.python[1], engines.native[0]], seed)


def test_what_cannot_beat_the_lead_is_never_looked_at() -> None:
    path = next(path for path in shelf.GAMES if path.stem == "dou_dizhu")
    machine = built(shelf.SOURCES[path])
    assert machine is not None
    quick = optimised(machine, native=True)
    lines = [line for function in quick.functions for line in walk_code(function.body)]
    chains = [line.domain for line in lines if isinstance(line, m.Loop) and line.name == "chain"]
    assert any(isinstance(one, Op) for one in chains), "a comparison behind a search is asked first, of all at once"
    assert any(name.startswith("compared") for name in quick.tables)


def test_what_comes_into_sight_first() -> None:
    pick = Random(4)
    table = tuple((tuple(range(place + 1, 8)), tuple(range(place - 1, -1, -1))) for place in range(8))
    for _ in range(200):
        through, wanted, least, way = pick.getrandbits(8), pick.getrandbits(8), pick.randrange(3), pick.randrange(2)
        expected = 0
        for place, rows in enumerate(table):
            stops = [(n, there) for n, there in enumerate(rows[way]) if not through >> there & 1]
            if stops and stops[0][0] >= least and wanted >> stops[0][1] & 1:
                expected |= 1 << place
        assert runtime.sights(through, wanted, table, least, way) == expected


def test_lines_are_found_by_shifts() -> None:
    pick = Random(5)
    for places in ([0, 1], [0, 3, 6], [0, 5, 10, 15, 20], [0, 1, 4], [0]):
        moved = {shift for what, shift in lines.steps(places) if what == "set"}
        assert not moved or moved == set(places[1:])
        for _ in range(100):
            group = pick.getrandbits(40) | pick.getrandbits(40)
            x = group
            for what, by in lines.steps(places):
                x &= (group if what == "set" else x) >> by
            assert x == sum(1 << start for start in range(40) if all(group >> start + at & 1 for at in places))


def test_a_sum_is_no_more_than_all_members_can_count() -> None:
    weights = {13: 0b1, 1: 0b110, -2: 0b1000, -5: 0b110000}
    for group in range(1 << 7):
        wanted = sum(worth * (group & places).bit_count() for worth, places in weights.items())
        assert sum(step * (group & places).bit_count() for step, places in layers(weights)) == wanted
    up = [step for step, _ in layers(weights) if step > 0]
    assert sum(up) == 13
