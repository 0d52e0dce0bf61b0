"""What the verifier knows behind each pass of the optimiser."""

from __future__ import annotations

from agreement import built, in_agreement, unsound

from astro_referee.grammar.source import Source

FIELD_IN_A_LOCAL = """astro 1
game Ahead for 2 players
grid Cell: each column in 1..3, row in 1..3 named "{column}-{row}"
var spot: Cell or none
var mark for each Cell: 0..5 or none
var total: 0..99
def ahead
  none             if spot is none
  spot.step(north) otherwise
phase play
  turns clockwise from P1
    move look(n in 1..3 where not (spot is none or spot in spot.neighbours))
      when total is n
        or ahead is not none and (no line in Cell.lines(2) where ahead in line and (every k in line: mark[k] is none))
      then
        total = n
    move rest
"""


def test_what_is_known_of_a_local_is_known_of_the_field_that_it_holds() -> None:
    """A question requires that `ahead` is there, said by the field; whoever asks it has the field in a local."""
    machine = built(Source("ahead.astro", FIELD_IN_A_LOCAL))
    assert machine is not None
    assert unsound(machine) == []


ONE_AFTER_THE_OTHER = """astro 1
game Chain for 2 players
kind Rank: low, middle, high
var total: 0..9
phase play
  turns clockwise from P1
    move climb
      let step = (low + total).next
      when step is not none
      when step + total is not none
      when every n in 0..3: step + total + total is none or total is n
      then
        total = 1
    move rest
"""


def test_a_question_requires_one_thing_that_leads_to_another() -> None:
    """The sum must be there; that it is asked for shows only once `step` is known to be there."""
    machine = built(Source("chain.astro", ONE_AFTER_THE_OTHER))
    assert machine is not None
    assert unsound(machine) == []


ASKED_ANEW = """astro 1
game Anew for 2 players
grid Cell: each column in 1..3, row in 1..3 named "{column}-{row}"
var holder for each Cell: player or none
var chosen: set of Cell
var score for each player: 0..9
phase play
  turns clockwise from P1
    move praise
      when (first c in chosen where c.row > 1) is not none
      then
        if holder[(first c in chosen where c.row > 1)] is not none
          score[holder[(first c in chosen where c.row > 1)]] = 1
    move rest
"""


def test_what_is_tested_of_an_entry_is_known_where_its_index_is_asked_for_anew() -> None:
    """Phrases that say the same are one function."""
    machine = built(Source("anew.astro", ASKED_ANEW))
    assert machine is not None
    assert unsound(machine) == []


TESTED_BEFORE_A_STOP = """astro 1
game Waiting for 2 players
kind Suit: moon, sun, star
card Card: each suit in Suit, value in 1..4
var waiting: row of 9 Card
var total: 0..99
procedure go
  phase run until waiting is empty
    let c = item 1 of waiting
    if c is none
      never because "there is one"
    remove c from waiting
    total = min(99, total + c.value)
    if c.value > 2
      ask P1
        move stay
        move more
          then
            total = min(99, total + c.value)
phase play until total > 20
  turns clockwise from P1 until total > 20
    move push(c in Card)
      when waiting.size < 9 else "full"
      then
        add c to waiting
        total = min(99, total + 1)
    otherwise
      total = min(99, total + 1)
  do go
end
  draw
"""


def test_what_never_leaves_open_is_known_behind_a_stop() -> None:
    """`never` ends the way on which the item is none, so it is there when the move asks about it."""
    machine = built(Source("waiting.astro", TESTED_BEFORE_A_STOP))
    assert machine is not None
    assert unsound(machine) == []


ASKED_DEEP_INSIDE = """astro 1
game Held for 2 players
kind Suit: moon, sun, star
grid Cell: each column in 1..3, row in 1..3 named "{column}-{row}"
card Card: each suit in Suit, value in 1..4
zone waste: Card, seen by everyone
var held: Card or none
var holder for each Cell: player or none
var chosen: set of Cell
var home: Cell or none
var total: 0..99
phase play
  turns clockwise from P1
    move take(p in chosen where total is 0 or p.row is 2)
      when (first k in chosen where k.row > 1) is not none
        and holder[first k in chosen where k.row > 1] is me
      when held is not none
      when (first k in chosen where k.row > 2) is not none
        and holder[first k in chosen where k.row > 2] is me
      let spot = home
      when spot is not none
      when not (every c in waste: held is none or held.suit is moon or c.suit is moon)
      then
        total = 1
    move rest
"""


def test_a_question_that_leans_on_a_test_is_not_asked_before_it() -> None:
    """It asks itself whether `held` is there, but its types say so already."""
    assert in_agreement(ASKED_DEEP_INSIDE) > 0


TESTED_BY_ITS_SET = """astro 1
game Steps for 2 players
grid Cell: each column in 1..3, row in 1..3 named "{column}-{row}"
var mark for each Cell: 0..5 or none
phase play
  turns clockwise from P1
    move go(c in Cell where c.step(east) is not none and mark[c.step(east)] is none)
      then
        mark[c] = 3
        for d in Direction where c.step(d) is not none
          mark[c.step(d)] = 2
    move rest
"""


def test_a_loop_through_those_that_pass_a_test_needs_no_test() -> None:
    """Steps that lead off the board are none: a pass lets the loop go through the places that have one."""
    assert in_agreement(TESTED_BY_ITS_SET) > 0


TESTED_IN_FRONT = """astro 1
game Call for 2 players
kind Suit: moon, sun, star
card Card: each suit in Suit, value in 1..4
zone hand: Card, seen by everyone
var trump: Suit or grand or null
var total: 0..99
def is_trump(c: Card) = trump is not null and (c.value is 4 or c.suit is trump)
phase play
  turns clockwise from P1
    move call
      then
        trump = null
        total = count c in Card where is_trump(c)
          and (some d in Card where is_trump(d) and d.value < c.value and d in hand)
    move rest
"""


def test_a_loop_that_is_not_gone_through_unless_a_test_holds_needs_no_test() -> None:
    assert in_agreement(TESTED_IN_FRONT) > 0


WAYS = """astro 1
game Ways for 2 players
grid Cell: each column in 1..3, row in 1..3 named "{column}-{row}"
token Pawn on Cell: each side in player
var wall: set of Cell
var total: 0..99
def links(c: Cell) = (c.steps({north}) if c not in wall else empty) + c.steps({south})
def place(p: player): Cell = Pawn[p].at
def ahead(p: player) = reach c from {place(p)} by links(c)
phase play
  begin
    put Pawn[P1] on Cell[1, 1]
    put Pawn[P2] on Cell[3, 3]
  turns clockwise from P1
    move go(c in Cell)
      when c not in wall
      when every p in players: some s in ahead(p) where s.row is 2
      then
        add c to wall
    move rest
"""


def test_places_that_are_come_to_are_noted_once_wherever_the_first_is_worked_out() -> None:
    """The place a pawn stands on is asked for twice, and tested each time."""
    assert in_agreement(WAYS) > 0


NEVER_GONE_THROUGH = """astro 1
game Prices for 2 players
kind Suit: moon, sun, star
kind Rank: low, middle, high
card Card: each suit in Suit, value in 1..4
table Price by suit, amount
  suit: Suit | amount: 1..3 | cost: 0..5 or none
  moon       | 1            | 2
  moon       | 2, 3         | 5
  star       | 1            | 0
var total: 0..99
def dear(c: Card) = Price[c.suit, min(c.value, 3)].cost
phase play
  turns clockwise from P1
    move bid(suit in Suit where (no r in Rank where not (dear(Card[sun, 2]) is none or Price[suit, min(total + 1, 3)].cost is dear(Card[sun, 2]) or r < low)))
      then
        total = min(total + 1, 99)
    move rest
"""  # noqa: E501


def test_a_loop_through_nothing_knows_nothing_of_what_is_none() -> None:
    """A sun has no price, so that no rank is gone through; what would be asked there is of a price that is none."""
    assert in_agreement(NEVER_GONE_THROUGH) > 0


TWO_SORTS_OF_CARDS = """astro 1
game Sorts for 2 players
card Leaf: (2 if vein is 1 else 1) of each vein in 1..4
card Petal: each bloom in 1..2, size in 1..3
zone stack: Leaf, seen by everyone
zone twigs: Leaf, seen by everyone
zone garden: Petal, seen by everyone
zone vase: Petal, seen by everyone
phase autumn
  put all Leaf into twigs
  put all from twigs into stack
phase picking
  put all Petal into garden
  put {Petal[1, 1]} from garden into vase
phase play
  turns clockwise from P1
    move rest
"""


def test_states_that_run_together_have_names_for_each_sort_of_thing() -> None:
    """Cards that move from zone to zone have one name in all states: here a bag of leaves, there a set of petals."""
    assert in_agreement(TWO_SORTS_OF_CARDS) > 0


BESIDE_THE_BOARD = """astro 1
game Fences for 2 players
grid Plot: each x in 1..3, y in 1..3 named "pl{x}{y}"
kind Fence: each plot in Plot, side in Direction where side in {north, east} named "{plot}-{side}"
var fences: set of Fence
def beyond(c: Plot, way: Direction) = c.offset((1 if way is east else 0), (1 if way is north else 0))
def fenced(c: Plot): bool = some way in {north, east} where Fence[beyond(c, way), north] in fences
phase play
  turns clockwise from P1
    move build(fence in Fence)
      when fence not in fences and not fenced(fence.plot)
      then
        add fence to fences
    move rest
"""


def test_a_place_that_may_be_none_is_told_apart_before_it_is_a_coordinate() -> None:
    """Beyond the last plot there is none, and none has no fence."""
    assert in_agreement(BESIDE_THE_BOARD) > 0
