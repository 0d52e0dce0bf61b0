"""What tests and random games reach: small games where it is known by hand, and that counting changes nothing.

Behind `#:` each rule of these games says what is reached on its line, and with a `-` before it what is not.
"""

from __future__ import annotations

import re
from math import prod
from pathlib import Path

import pytest
import shelf

import astro_referee as astro
from astro_referee import Coverage
from astro_referee.grammar.source import Source
from astro_referee.interpreter import machine as m
from astro_referee.interpreter import pipeline
from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.records import records
from astro_referee.interpreter.values.types import Int, Member

LONGEST = 40
"""Moves of a game that is played twice: enough to get into the middle of any."""
MOST_SEEDS = 30
"""Games that are begun until one comes to a guard: some have few."""
OFTEN = 3
"""Moves from one decision that is gone through by hand to the next."""
MOST_CANDIDATES = 2_000
"""Combinations of parameters that are gone through."""

GUARDS = """astro 1
game Guards for 2 players
var heap: 0..9 = 9
phase play                                                #: reached
  turns clockwise from P1
    move take(number in 1..4) as "take {number}"          #: made
      when heap > 0          else "nothing is left"       #: allowed -refused
      when number < 4        else "four are too many"     #: allowed refused
      when number is not 4   else "nor may it be four"    #: allowed -refused
      when number < 9        else "far too many"          #: allowed -refused
      then
        heap -= number
    move rest                                             #: -made
      when heap < 9          else "nobody is tired yet"   #: allowed refused
      when heap < 1          else "there is more to do"   #: -allowed refused
    otherwise                                             #: -reached
      draw                                                #: -reached

test "one move"
  P1 "take 2"
"""
TOLD = """astro 1
game Told for 2 players
phase play                                              #: reached
  turns once clockwise from P1
    move take(number in 1..4) as "take {number}"        #: -made
      when number < 3    else "three are too many"      #: allowed refused
      when number < 4    else "and four even more so"   #: allowed refused
      when number > -9   else "never told"              #: allowed -refused
end
  draw                                                  #: -reached

test "both reasons are told"
  refuse P1 "take 4" because "even more so"
"""
DUTIES = """astro 1
game Duties for 2 players
var high: 0..9
phase play                                              #: reached
  turns once clockwise from P1
    move take(number in 1..4) as "take {number}"        #: made
      must number > high if able    else "go higher"    #: allowed -refused
      must number is 9 if able      else "take nine"    #: -allowed -refused
      must maximise min(number, 3)  else "take much"    #: allowed refused
      then
        high = number
end
  draw                                                  #: reached

test "three or four"
  offers P1 only "take 3", "take 4"
  P1 "take 4"
  P2 "take 3"
"""
FLOW = """astro 1
game Flow for 2 players
option short: bool = no
var steps: 0..9
var late: bool
die pip: 1..6
def size
  0   if steps is 0                                     #: -reached
  1   if steps is 9                                     #: -reached
  2   otherwise                                         #: reached
def single = 3
procedure walk(far: 0..6)
  if far > 2                                            #: reached -skipped
    steps += 2
  for n in 1..2, k in n..1                              #: reached
    steps += 0
  for n in 3..far - 2                                   #: -reached
    steps += 1
phase opening until late                                #: reached
  begin
    if short                                            #: -reached skipped
      steps = single
  as soon as steps >= 2                                 #: reached
    late = yes
  as soon as steps is 9                                 #: -reached
    late = no
  roll pip
  if pip is 1                                           #: -reached
    steps = 1
  else if pip is 6                                      #: -reached
    roll pip
  else                                                  #: reached
    do walk(pip)
  ask P1
    move go_on                                          #: made
      "{size} steps."
phase second                                            #: reached
  ask P2
    move stop                                           #: made
      then
        winner P2 because "{size}"                      #: reached
    otherwise
      never because "anybody can stop"
phase third                                             #: -reached
  if steps is 3                                         #: -reached
    draw                                                #: -reached
  else                                                  #: -reached
    rank p in players by highest p.index                #: -reached

test "through"
  chance "4"
  P1 "go on"
  expect steps is 2
  P2 "stop"
"""
THOUGHT = """astro 1
game Thought for 2 players
var heap: 0..9 = 6
procedure burn
  if heap > 1                                           #: -reached -skipped
    heap -= 1
procedure freeze
  if heap > 1
    heap -= 1
def left = (after do burn: heap) + (after do freeze: heap)
phase play                                              #: reached
  if left is 3                                          #: -reached skipped
    do burn
  ask P1
    move look                                           #: made
      when possible(take)             else "nothing"    #: allowed -refused
      when streak(take, 2) is 2       else "too few"    #: allowed -refused
    otherwise
      never because "one can take twice"
  ask P1
    move take(number in 1..2) as "take {number}"        #: made
      when after this: heap > 3       else "too low"    #: allowed refused
      then
        heap -= number
        if number is 2                                  #: -reached skipped
          heap -= 1
    otherwise                                           #: -reached
      draw                                              #: -reached
end
  draw                                                  #: reached

test "one turn"
  P1 "look"
  P1 "take 1"
"""
MANY = """astro 1
game Many for 3 players
var bid for each player: 0..3
var coins for each player: 0..3 = 1
phase play                                              #: reached
  begin
    coins[P3] = 0
  ask together p in players
    move offer_coins(number in 1..2) as "{number}"      #: made
      when number <= coins[me]   else "too many"        #: allowed refused
      when coins[me] > 0         else "no coins"        #: allowed -refused
      when me is not P2          else "not you"         #: allowed refused
      then
        bid[me] = number
        if bid[me] is 2                                 #: -reached skipped
          coins[me] = 0
  ask together p in players
    move steal                                          #: -made
      when coins[me] > 1         else "too poor"        #: -allowed refused
    otherwise                                           #: reached
      coins[P1] = 2
  ask any p in players
    move shout                                          #: -made
    otherwise                                           #: reached
      draw                                              #: reached
end
  draw                                                  #: -reached

test "in secret"
  refuse P3 "1" because "turn"
  P1 "1"
  P1 "let it pass", P2 "let it pass", P3 "let it pass"
  expect draw
"""
ROWS = """astro 1
game Rows for 2 players
kind Goods
  name  | worth
  wood  | 1                                             #: -reached
  stone | 2                                             #: reached
  gold  | 9
  silk  | 7                                             #: -reached
kind Colour
  name  | warm
  red   | yes
table Price by goods, amount
  goods: Goods | amount: 1..3 | cost: 0..9 or none
  wood         | 1, 2         | 3                       #: reached
  wood         | 3            | 4                       #: -reached
  stone        | 1..3         | 5                       #: reached
var spent: 0..30
def cost(goods: Goods, amount: 1..3): 0..9 = Price[goods, amount].cost
phase play                                              #: reached
  ask P1
    move buy(goods in {wood, stone}, amount in 1..2)    #: made
      when cost(goods, amount) > 4 else "cheap"         #: allowed refused
      then
        spent = goods.worth + gold.worth
  draw because "{spent}{red.warm}"                      #: reached

test "bought"
  P1 "buy stone 1"
"""
SPREAD = """astro 1
game Spread for 2 players
kind Ground: field, road
kind Unit
  name  | cost for each Ground
  foot  | 1 2                                           #: reached
  horse | 2 1                                           #: -reached
kind Town: Ulm, Bonn
kind Route
  name  | ends: set of Town | length
  north | Ulm Bonn          | 3
var spent: 0..30
phase play                                              #: reached
  ask P1
    move go(unit in Unit, ground in Ground)             #: made
      then
        spent = unit.cost[ground] + longest_trail(Route)
  draw because "{spent}"                                #: reached

test "gone"
  P1 "go foot road"
"""
SMALL = [GUARDS, TOLD, DUTIES, FLOW, THOUGHT, MANY, ROWS, SPREAD]


def covered(folder: Path, text: str, name: str = "game.astro", playouts: int = 0) -> Coverage:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return astro.cover(path, playouts)


def said(text: str) -> dict[int, set[str]]:
    """What the remarks of a text say is reached, by line."""
    remarks = {number: re.search("#:(.*)", line) for number, line in enumerate(text.split("\n"), 1)}
    return {number: set(found[1].split()) for number, found in remarks.items() if found is not None}


def seen(coverage: Coverage) -> dict[int, set[str]]:
    made: dict[int, set[str]] = {}
    for one in coverage.points:
        if one.times or not one.excuse:
            made.setdefault(one.line, set()).add(("" if one.times else "-") + one.point.goal)
    return made


@pytest.mark.parametrize("text", SMALL, ids=lambda text: text.split()[3])
def test_it_is_as_counted_by_hand(text: str, tmp_path: Path) -> None:
    coverage = covered(tmp_path, text)
    assert [test.failure for test in coverage.tests] == [None] * len(coverage.tests)
    assert seen(coverage) == said(text)
    assert coverage.warnings == ()


def test_how_often_and_how_much(tmp_path: Path) -> None:
    coverage = covered(tmp_path, GUARDS)
    times = {(one.line, str(one.point.goal)): one.times for one in coverage.points}
    assert times[6, "made"] == 1
    # At two decisions there are four numbers to take. The first guard knows none of them, and is asked once.
    assert (times[7, "allowed"], times[8, "allowed"], times[8, "refused"], times[9, "allowed"]) == (2, 6, 2, 6)
    reached, of = coverage.counted
    assert (reached, of, coverage.percent) == (10, 17, 100 * 10 / 17)
    assert [(one.line, one.verdict) for one in coverage.missing][:2] == [(7, "never refused"), (9, "never refused")]


def test_random_games_are_spread_over_set_ups(tmp_path: Path) -> None:
    text = """astro 1
game Setups for 2..4 players
option fast: bool = no
phase play
  if fast
    draw because "fast"
  if players.size is 4
    draw because "many"
  draw because "slow"

test "nothing is set"
  expect draw
"""

    def lines(found: Coverage) -> list[int]:
        return [one.line for one in found.missing]

    assert lines(covered(tmp_path, text)) == [5, 6, 7, 8]
    assert lines(covered(tmp_path, text, playouts=1)) == [5, 6, 7, 8]
    assert lines(covered(tmp_path, text, playouts=3)) == []
    more = 'test "others"\n  with 4 players\n  expect draw\n\ntest "fast"\n  with fast = yes\n  expect draw\n'
    assert lines(covered(tmp_path, text + more)) == []


def test_libraries_and_variants_are_counted_where_they_stand(tmp_path: Path) -> None:
    (tmp_path / "luck.astro").write_text(
        """astro 1
library Luck
die pip: 1..6
def lucky
  yes   if pip is 6
  no    otherwise
def unlucky
  yes   if pip is 1   # not reached: nobody asks, in this game
  no    otherwise
""",
        encoding="utf-8",
    )
    covered(
        tmp_path,
        """astro 1
game Toss for 2 players
use "luck.astro"
phase play
  roll pip
  if lucky
    winner P1
  draw

test "the base"
  chance "6"
  expect winner P1
""",
    )
    text = """astro 1
variant Toss2 of "game.astro"
insert before play
  phase warm_up
    if lucky
      draw
    roll pip

test "the variant"
  chance "3", "2"
  expect draw
"""
    coverage = covered(tmp_path, text, "other.astro")
    found = {(Path(one.file).name, one.line, one.point.goal): one.times for one in coverage.points}
    assert found == {
        ("luck.astro", 5, "reached"): 0,
        ("luck.astro", 6, "reached"): 2,
        ("other.astro", 4, "reached"): 1,
        ("other.astro", 5, "reached"): 0,
        ("other.astro", 5, "skipped"): 1,
        ("other.astro", 6, "reached"): 0,
        ("game.astro", 4, "reached"): 1,
        ("game.astro", 6, "reached"): 0,
        ("game.astro", 6, "skipped"): 1,
        ("game.astro", 7, "reached"): 0,
        ("game.astro", 8, "reached"): 1,
    }
    assert coverage.warnings == ()


def test_playthroughs_count_and_are_not_compared(tmp_path: Path) -> None:
    coverage = covered(tmp_path, ROWS.replace('test "bought"\n  P1 "buy stone 1"', 'playthrough "to the end"'))
    assert [(test.title, test.ok) for test in coverage.tests] == [("to the end", True)]
    assert seen(coverage) == said(ROWS)
    assert [path.name for path in tmp_path.iterdir()] == ["game.astro"]


def test_a_file_of_tests_stands_for_its_game(tmp_path: Path) -> None:
    covered(tmp_path, GUARDS)
    alone = covered(
        tmp_path, 'astro 1\ntests of "game.astro"\ntest "rest"\n  refuse P1 "rest" because "tired"\n', "game_test.astro"
    )
    assert [test.title for test in alone.tests] == ["rest"]
    assert [test.title for test in astro.cover(tmp_path / "game.astro").tests] == ["one move", "rest"]
    assert {Path(one.file).name for one in alone.points} == {"game.astro"}


# --- Excuses ---------------------------------------------------------------------------------------------------------

EXCUSED = """astro 1
game Excused for 2 players
var heap: 0..9 = 9
phase play
  turns clockwise from P1
    move take
      when heap > 0 else "none"   # never refused: the game is over first
      # never refused: a comment may stand above
      # and go on
      when heap > 1 else "few"    # "never allowed: not a text"
      then
        heap -= 3
        if heap is 3              # never skipped: who takes nine?
          draw
    move rest                     # not reached: nobody wants to
      when heap < 9 else "more"   # never allowed: it is only a joke
      then
        if heap is 2
          winner me
    otherwise                     # not reached: there is always a stone
      winner me
"""


def test_excuses(tmp_path: Path) -> None:
    coverage = covered(tmp_path, EXCUSED, playouts=1)
    excused = {(one.line, one.point.goal): one.excuse for one in coverage.points if not one.times and one.excuse}
    assert excused == {
        (7, "refused"): "the game is over first",
        (10, "refused"): "a comment may stand above",
        (15, "made"): "nobody wants to",
        (18, "reached"): "nobody wants to",
        (18, "skipped"): "nobody wants to",
        (19, "reached"): "nobody wants to",
        (20, "reached"): "there is always a stone",
        (21, "reached"): "there is always a stone",
    }
    assert [(one.line, one.message) for one in coverage.warnings] == [
        (13, "`never skipped` is not so: it was skipped after all"),
        (16, "`never allowed` is not so: it was allowed after all"),
    ]
    assert coverage.missing == ()
    assert coverage.percent == 100


def test_a_table_may_be_excused_as_a_whole(tmp_path: Path) -> None:
    name = "kind Goods"
    coverage = covered(tmp_path, ROWS.replace(name, f"{name}  # not reached: all goods are alike"))
    assert [one.line for one in coverage.missing] == [15]
    assert coverage.warnings == ()
    coverage = covered(tmp_path, ROWS.replace("silk  | 7", "").replace(name, f"{name}  # not reached: not so"))
    assert coverage.warnings == ()  # one row is still not reached
    used = ROWS.replace("spent = goods.worth", "spent = (sum of g.worth for g in Goods)")
    coverage = covered(tmp_path, used.replace(name, f"{name}  # not reached: not so"))
    assert [(one.line, one.message) for one in coverage.warnings] == [
        (3, "`not reached` is not so: it was reached after all")
    ]


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("never refuesd: a slip", "`never refuesd` excuses nothing; did you mean `never refused`?"),
        ("never skipped: not an if", "`never skipped` excuses nothing here"),
        ("never refused:", "`never refused` must say why"),
        ("not reached: this is the header", ""),
        ("never mind: this is no excuse", None),
        ("never refused, as was said", None),
    ],
)
def test_what_cannot_be_an_excuse_is_told(comment: str, message: str | None, tmp_path: Path) -> None:
    line = 'when heap > 0          else "nothing is left"       #: allowed -refused'
    text = GUARDS.replace(line, line.replace("#: allowed -refused", f"# {comment} "))
    if message == "":
        text, message = f"# {comment}\n{GUARDS}", "`not reached` excuses nothing here"
    coverage = covered(tmp_path, text)
    assert [warning.message for warning in coverage.warnings] == ([message] if message is not None else [])
    assert len(coverage.missing) == 7


# --- Nothing else changes --------------------------------------------------------------------------------------------


def played(game: Game, seed: int) -> str:
    """The record of a random game, begun and played on for a while."""
    match, below = Match(game, seed, game.players), Generator(seed, 1).below
    for _ in range(LONGEST):
        match.settle_all()
        if match.over:
            break
        legal = match.legal()
        match.play(legal[below(len(legal))])
    return records.text_of(match)


@pytest.mark.parametrize("path", shelf.each(turns="marked"))
def test_a_marked_game_plays_as_the_game_itself(path: Path) -> None:
    source = library.load_source(path, path.name)
    plain, marked = (library.built(source, None, {}, marked) for marked in (False, True))
    assert plain.machine.points == () and marked.machine.points
    assert played(plain, 1) == played(marked, 1)
    assert sum(marked.engine.seen) > 0


LAID_AND_DEALT = """astro 1
game Deals for 2 players
card Card: each value in 1..30
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
var total: 0..99
phase play
  put all Card into deck
  shuffle deck
  turns clockwise from P1 until total > 6
    total += 1
    deal 4 from deck into hand[me]
    move back(c in hand[me])
      then
        put c from hand[me] on deck
    otherwise
      draw
end
  draw
"""


def test_deals_from_a_pile_are_told_together_in_a_marked_game_too() -> None:
    """Between two draws it is asked whether a card lies on top, which marking makes a state of its own."""
    source = Source("deals.astro", LAID_AND_DEALT)
    plain, marked = (library.built(source, None, {}, marked) for marked in (False, True))
    assert played(plain, 1) == played(marked, 1)
    assert re.search(r"chance, deal to hand of P1: \d+, \d+, \d+\n", played(plain, 1))


@pytest.mark.parametrize("path", shelf.each(turns="guards"))
def test_guards_answer_one_by_one(path: Path) -> None:
    """What the list of moves has marked is what asking each guard of each candidate by itself would mark."""
    source = library.load_source(path, path.name)
    game = library.built(source, None, {}, marked=True)
    looked_at, seed = 0, 2
    while not looked_at and seed < MOST_SEEDS:
        match, below = Match(game, seed, game.players), Generator(seed, 1).below
        for number in range(LONGEST):
            match.settle_all()
            if match.over:
                break
            if number % OFTEN == 0 and match.decision is not None:
                looked_at += compared(game, match.state, match.decision, match.actors)
            legal = match.legal()
            match.play(legal[below(len(legal))])
        seed += 1
    moves = [slot for decision in game.machine.decisions for slot in decision.moves if ranges_of(slot) is not None]
    assert looked_at or all(guard.duty for slot in moves for guard in slot.guards)


def compared(game: Game, state: State, decision: m.Decision, actors: tuple[int, ...]) -> int:
    """Compares the marks of one decision; gives how many guards were asked."""
    seen = game.engine.seen
    seen[:] = [0] * len(seen)
    game.engine.options(state)
    marked = {number for number, times in enumerate(seen) if times}
    count = 0
    for slot in decision.moves:
        when = [guard for guard in slot.guards if not guard.duty]
        found = [candidates(game, slot, state, player) for player in actors]
        if any(some is None for some in found):
            continue
        expected: set[int] = set()
        for player, some in zip(actors, found, strict=True):
            assert some is not None
            for args in some[0]:
                for guard in when:
                    holds = game.function(guard.test)(state, player, *args)
                    expected.add(guard.mark if holds else guard.mark + 1)
                    if not holds:
                        break
        others = {guard.mark for other in decision.moves if other is not slot for guard in other.guards}
        own = {guard.mark + side for guard in when if guard.mark not in others for side in (0, 1)}
        assert expected <= marked
        if all(some is not None and some[1] for some in found):
            assert marked & own == expected & own  # lines that several moves share are marked by each
            count += len(expected)
    return count


def ranges_of(slot: m.MoveSlot) -> list[range] | None:
    """What may be chosen for each parameter, whatever the position; None if that is too much to go through."""
    ranges: list[range] = []
    for param in slot.params:
        match param.type:
            case Member(_, size):
                ranges.append(range(size))
            case Int(low, high):
                ranges.append(range(low, high + 1))
            case _:
                return None
    return ranges if prod(map(len, ranges)) <= MOST_CANDIDATES else None


def candidates(game: Game, slot: m.MoveSlot, state: State, player: int) -> tuple[list[tuple[int, ...]], bool] | None:
    """All candidates of a move, and whether each choice of some parameters can be completed; None if there are many."""
    ranges = ranges_of(slot)
    if ranges is None:
        return None
    rest = tuple(some[0] for some in ranges)
    found: list[tuple[int, ...]] = [()]
    complete = True
    for depth, (param, values) in enumerate(zip(slot.params, ranges, strict=True)):
        longer: list[tuple[int, ...]] = []
        for args in found:
            tried = [(*args, value, *rest[depth + 1 :]) for value in values]
            tests = [game.function(test) for test in (param.test, param.where) if test is not None]
            fine = [full[: depth + 1] for full in tried if all(test(state, player, *full) for test in tests)]
            complete = complete and bool(fine)
            longer += fine
        found = longer
    return found, complete


def test_a_game_that_is_played_has_no_marks() -> None:
    source = Source("flow.astro", FLOW)
    before, _ = pipeline.build(source)
    marked, _ = pipeline.build(source, marked=True)
    after, _ = pipeline.build(source)
    assert before is not None and marked is not None and after is not None
    assert before.module == after.module
    assert before.machine == after.machine
    assert "SEEN" in marked.module and "SEEN" not in before.module and "seen" not in before.module
