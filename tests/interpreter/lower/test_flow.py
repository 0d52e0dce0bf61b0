"""How the flow runs: phases, turns, decisions of every manner, procedures that ask, hypotheticals, the end."""

from __future__ import annotations

import pytest
from written_games import do, offers, start, story

from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.study import simulation

PHASES = """astro 1
game Phases for 2 players
  "Counts."
var n: 0..9
var m: 0..9
phase outer until n is 3
  begin
    say "begin"
  n += 1
  say "n {n}"
  phase inner
    begin
      m = 0
    phase again until m is 5
      m += 1
      if m is 2
        leave again
      say "m {m}"
      finish
        say "again done at {m}"
    if n is 1
      leave inner
    say "inner {n}"
    finish
      say "inner done"
  finish
    say "outer done"
end
  draw because "all counted"
"""


def test_phases_begin_repeat_leave_and_finish() -> None:
    match = start(PHASES)
    one = ["m 1", "again done at 2"]
    assert story(match) == [
        "begin",
        *["n 1", *one, "inner done"],
        *["n 2", *one, "inner 2", "inner done"],
        *["n 3", *one, "inner 3", "inner done"],
        "outer done",
        "all counted",
    ]
    assert match.result is not None and match.result.draw and match.result.text == "all counted"


TURNS = """astro 1
game Turns for 3 players
  "Who comes when."
var goes: 0..20
phase play
  turns once anticlockwise after P1 where me is not P3
    say "once {me}"
  turns p in clockwise from P2 until goes >= 5
    goes += 1
    say "{p} {goes}"
    ask me
      move on
      move again
        when goes < 4 else "no more after three"
        then
          repeat turn
      move out
        then
          retire me
          if players.size is 1
            winner players because "alone"
          leave turn
    say "{me} is done"
end
  rank p in players by lowest p.index
"""


def test_turns_go_round_repeat_and_pass_over_those_who_are_out() -> None:
    match = start(TURNS)
    do(match, "P2 again", "P2 on", "P3 out", "P1 on")
    refused = match.judge(1, "again")
    assert not refused.ok and refused.reasons[0].text == "no more after three"
    assert refused.reasons[0].seen == (("goes", "5"),)
    do(match, "P2 on")
    assert story(match) == [
        *["once P2", "once P1"],
        *["P2 1", "P2 2", "P2 is done", "P3 3", "P1 4", "P1 is done", "P2 5", "P2 is done"],
    ]
    assert match.result is not None and match.result.places == (1, 2, 3) and match.result.scores == (0, 1, 0)


def test_the_last_one_left_wins() -> None:
    match = start(TURNS)
    do(match, "P2 out", "P3 out")
    assert match.result is not None and match.result.winners == (0,) and match.result.text == "alone"


WINDOWS = """astro 1
game Windows for 3 players
  "Claims, doubts, and what follows them."
var points for each player: 0..9 = 3
var log_size: 0..9
procedure pay(p: player, amount: 1..3)
  ask p
    move give(coins in 1..amount) as "give {coins}"
      "Give up to {amount}."
      when coins <= points[me] else "you have only {points[me]}"
      then
        points[me] -= coins
        log_size += 1
        if coins < amount
          ask me
            move sorry
              then
                say "{p} says sorry for {amount - coins}"
procedure claim(p: player, price: 1..3)
  ask any q in players where q is not p
    move doubt
      when points[me] > 0 else "you have nothing to lose"
      then
        say "{me} doubts {p}"
        do pay(me, price)
        do pay(p, 1)
    otherwise
      say "nobody doubts {p}"
phase play
  turns clockwise from P1 until log_size >= 2
    do claim(me, 2)
    say "next after {me}"
end
  rank p in players by highest points[p] then lowest p.index
"""


def test_a_procedure_that_asks_keeps_its_frame() -> None:
    match = start(WINDOWS)
    assert offers(match) == ["P2 doubt", "P2 let it pass", "P3 doubt", "P3 let it pass"]
    do(match, "P3 let it pass", "P2 let it pass", "P3 doubt")
    assert match.actors == (2,)
    do(match, "P3 give 1", "P3 sorry")
    assert offers(match) == ["P2 give 1"]
    do(match, "P2 give 1")
    assert story(match) == [
        *["nobody doubts P1", "next after P1"],
        *["P3 doubts P2", "P3 says sorry for 1", "next after P2"],
    ]
    assert match.result is not None and match.result.places == (1, 2, 3) and match.result.scores == (3, 2, 2)


def test_slots_are_cleared_so_that_equal_positions_are_equal() -> None:
    one, other = start(WINDOWS), start(WINDOWS)
    do(one, "P2 let it pass", "P3 let it pass")
    do(other, "P3 let it pass", "P2 let it pass")
    assert one.state == other.state


TOGETHER = """astro 1
game Together for 3 players
  "Bids in secret."
var bid for each player: 0..5
var total: 0..15
phase play
  ask together p in players where p is not P2
    move offer_up(n in 1..5) as "{n}"
      then
        bid[me] = n
        total += n
    move nothing
      then
        say "{me} bids nothing after {total}"
  say "P1 {bid[P1]}, P3 {bid[P3]}"
end
  rank p in players by highest bid[p]
"""


def test_secret_choices_are_fixed_first_and_carried_out_in_seat_order() -> None:
    match = start(TOGETHER)
    assert match.actors == (0, 2)
    before = match.view(0).key()
    hidden = match.copy()
    do(match, "P3 nothing")
    do(hidden, "P3 4")
    assert match.view(0).key() == hidden.view(0).key() != before
    assert match.view(2).key() != hidden.view(2).key()
    assert match.actors == (0,)
    assert not match.judge(2, "4").ok
    assert match.events[-1].public == "has chosen" and match.events[-1].readers == 0b100
    do(match, "P1 5")
    assert story(match) == ["P3 bids nothing after 5", "P1 5, P3 0"]


DUTIES = """astro 1
game Duties for 2 players
  "Must if able, must maximise, after this, after do, watches."
kind Suit: clubs, hearts
kind Rank: 2..5
card Card: each suit in Suit, rank in Rank
zone hand for each player: Card, seen by owner
zone table: Card, seen by everyone
var led: Suit or none
var sum_laid: 0..20
procedure lay(player_of: player, card: Card)
  put card from hand[player_of] into table
  sum_laid += card.rank.index
phase play
  begin
    put {Card[clubs, 2], Card[clubs, 4], Card[hearts, 5]} into hand[P1]
    put {Card[hearts, 2], Card[hearts, 3], Card[hearts, 4]} into hand[P2]
  as soon as table.size >= 4
    draw because "four cards"
  turns clockwise from P1
    move play(card in hand[me]) as "{card}"
      let gain = card.rank.index
      when after do lay(me, card): sum_laid <= 5 else "more than five: {sum_laid} + {gain}"
      must led is none or card.suit is led if able else "follow {led}"
      must maximise after this: sum_laid else "lay the highest"
      then
        do lay(me, card)
        if led is none
          led = card.suit
    otherwise
      say "{me} cannot"
"""


def test_duties_bind_only_if_able_and_hypotheticals_change_nothing() -> None:
    match = start(DUTIES)
    assert offers(match) == ["P1 hearts 5"]
    refused = match.judge(0, "clubs 4")
    assert [r.text for r in refused.reasons] == ["lay the highest"]
    do(match, "P1 hearts 5")
    assert offers(match) == ["P2 hearts 4"]
    refused = match.judge(1, "hearts 2")
    assert [r.text for r in refused.reasons] == ["lay the highest"]
    do(match, "P2 hearts 4")
    assert story(match) == []
    assert offers(match) == ["P1 clubs 2"], "clubs cannot follow hearts, clubs 4 would make seven"
    refused = match.judge(0, "clubs 4")
    assert [r.text for r in refused.reasons] == ["more than five: 5 + 2"]
    do(match, "P1 clubs 2")
    assert offers(match) == ["P2 hearts 2"]
    do(match, "P2 hearts 2")
    assert match.result is not None and match.result.draw and match.result.text == "four cards"


OFFERS = """astro 1
game Offers for 2 players
  "A move offered in several places leaves whatever it stands in."
var n: 0..9
move stop
  "Leave the turn."
  then
    n += 1
    leave turn
phase play
  turns clockwise from P1 until n >= 2
    ask me
      move on
      offer stop
    say "{me} goes on"
    ask me
      offer stop
      move on
    say "{me} ends"
end
  draw
"""


def test_an_offered_move_leaves_the_turn_it_is_offered_in() -> None:
    match = start(OFFERS)
    do(match, "P1 stop", "P2 on", "P2 on", "P1 on", "P1 stop")
    assert story(match) == ["P2 goes on", "P2 ends", "P1 goes on"]
    assert match.over


LOOPS = """astro 1
game Loops for 3 players
  "Loops that ask: over a span, a set, a round, and several at once."
kind Colour: red, green, blue
var seen: 0..99
phase play
  for n in 2..3
    ask P1
      move a
        then
          say "n {n}"
  for colour in Colour where colour is not green
    ask P2
      move b
        then
          say "{colour}"
  for p in clockwise after P2, n in 1..2 where p.index < n
    ask p
      move c
        then
          seen += 1
          say "{p} {n}"
end
  draw
"""


def test_loops_with_decisions_inside_go_through_everything_in_order() -> None:
    match = start(LOOPS)
    do(match, "P1 a", "P1 a", "P2 b", "P2 b", "P1 c", "P1 c", "P2 c")
    assert match.over
    assert story(match) == ["n 2", "n 3", "red", "blue", "P1 1", "P1 2", "P2 2"]


NAMES = """astro 1
game Names for 2 players
  "Every name that generated code might want for itself."
kind Suit: clubs, hearts
card Card: each suit in Suit
zone hand for each player: Card, seen by everyone
zone box: Card, seen by everyone
var score for each player: 0..9
var place: 0..9 = 4
var ending: 0..9 = 3
def count_up(result: 0..9, found: 0..9) = (count n in 1..9 where n <= result and n > found) + place
def left(entry: 0..9) = item entry of all now in 1..9 where now > entry
phase play
  begin
    put all Card into box
    let moving = 2
    let gathered = 1
    let winners = {P2}
    put Card[clubs] from box into hand[P1]
    put Card[hearts] into hand[P2]
    score[P1] = moving + gathered
    say "{count_up(7, 2)} {left(3)} {ending} {hand[P1]} {hand[P2]} {moving} {gathered} {winners}"
    for seat in players
      for rest in 1..2 where rest is seat.index + 1
        say "{seat} {rest}"
  turns clockwise from P1
    move go(s in 0..3, log in 1..2, import in {yes}) as "{s} {log} {import}"
      let out = s + log
      when out < 5 else "{out}"
      then
        let rival = P2
        let ranked = out
        score[rival] += ranked
        rank p in players by highest score[p] then lowest p.index
"""


def test_no_name_of_a_rule_file_meets_one_of_generated_code() -> None:
    match = start(NAMES)
    assert story(match) == ["9 6 3 clubs hearts 2 1 P2", "P1 1", "P2 2"]
    do(match, "P1 2 2 yes")
    assert match.result is not None
    assert (match.result.places, match.result.scores) == ((2, 1), (3, 4))
    assert [e.text for f in match.view().fields if f.name in ("place", "ending") for e in f.entries] == ["4", "3"]


REFUSALS = """astro 1
game Refusals for 2 players
  "A guard that leans on another says nothing when that one fails."
kind Column: a..c
grid Cell: each column in Column, row in 1..3
token Man on Cell: each owner in player
var level for each Cell: 0..9
phase play
  begin
    put Man[P1] on a1
    level[c3] = 9
  turns clockwise from P1
    move step(way in Direction) as "{way} to {to}"
      let to = Man[me].at.step(way)
      when Man[me].at is not none else "you are not on the board"
      when to is not none else "the board ends there"
      when level[to] < 5 else "{to} is too high: {level[to]}"
      then
        put Man[me] on to
    move rest
"""


def test_refusals_name_only_what_they_can_judge() -> None:
    match = start(REFUSALS.replace("Man[me].at.step(way)", "a1.step(way)"))
    refused = match.judge(0, "west to none")
    assert [r.text for r in refused.reasons] == ["the board ends there"]
    refused = match.judge(0, "south")
    assert [r.text for r in refused.reasons] == ["the board ends there"]
    assert match.judge(0, "north to a2").ok


LOOKING_AHEAD = """astro 1
game Ahead for 2 players
  "What is so after a move cannot be told of a move that nobody could make."
kind Cell: c1, c2, c3
card Card: each number in 1..3
zone hand: Card, seen by everyone
var holder for each Cell: player or none
var kept: 0..9 = 3
var moved for each player: 0..9
phase play
  begin
    holder[c1] = P1
  turns clockwise from P1
    move go(from in Cell, to in Cell)
      let who = holder[from]
      when who is not none else "nobody is on {from}"
      when after this: kept is 3 else "something else was counted"
      then
        holder[to] = who
        moved[who] = min(moved[who] + 1, 9)
        if moved[who] > 8
          kept = 4
    move tell(at in Cell)
      when kept is 4 else "not now"
      when (only c in hand).number > 1 and holder[at] is not none else "not yet"
      when moved[holder[at]] is 0 else "{holder[at]} has moved"
    move rest
"""


def test_a_refusal_looks_ahead_only_where_the_move_could_be_made() -> None:
    match = start(LOOKING_AHEAD)
    assert [r.text for r in match.judge(0, "go c2 c3").reasons] == ["nobody is on c2"]
    assert match.judge(0, "go c1 c3").ok


def test_a_guard_that_cannot_be_looked_at_settles_nothing() -> None:
    """No card is in hand, so that nobody knows whether somebody is on the cell."""
    assert [r.text for r in start(LOOKING_AHEAD).judge(0, "tell c2").reasons] == ["not now"]


SECRETS = """astro 1
game Secrets for 2 players
  "What is told of a choice depends on where it goes."
kind Suit: clubs, hearts
card Card: each suit in Suit
zone hand for each player: Card, seen by owner
zone open_row: Card, seen by everyone
zone face_down: Card, seen by nobody
var trap for each player: 0..5, seen by owner
var bid for each player: 0..5
var number: 0..9, seen by {P1}
procedure hide(n: 0..5)
  let kept = n
  trap[me] = kept
phase play
  begin
    put Card[clubs] into hand[P1]
    put Card[hearts] into hand[P2]
    number = 4
    say "the number is {number}" to P1
  ask P1
    move lay(depth in 1..5, height in 1..5) as "trap {depth} {height}"
      then
        bid[me] = height
        do hide(depth)
  ask P1
    move lay_open(card in hand[me]) as "show {card}"
      then
        put card from hand[me] into open_row
  ask P2
    move lay_down(card in hand[me]) as "hide {card}"
      then
        put card from hand[me] into face_down
end
  draw
"""


def test_others_are_told_of_a_choice_only_what_they_may_see() -> None:
    match = start(SECRETS)
    assert [(line.text, line.to) for line in match.opening] == [("the number is 4", 0b01)]
    do(match, "P1 trap 2 3", "P1 show clubs", "P2 hide hearts")
    told = [(event.text, event.readers, event.public) for event in match.events]
    assert told == [
        ("trap 2 3", 0b01, "lay …"),
        ("show clubs", 0b11, "lay open …"),
        ("hide hearts", 0b10, "lay down …"),
    ]


NOTHING_CHOSEN = """astro 1
game Marks for 2 players
kind Suit: clubs, hearts
card Card: each suit in Suit
zone hand for each player: Card, seen by owner
zone marked: Card, seen by nobody
phase play
  begin
    put all Card into hand[P1]
  ask P1
    move mark(cards in 0..2 of hand[me]) as "mark {cards}"
      then
        put cards from hand[me] into marked
end
  draw
"""


def test_that_nothing_was_chosen_is_a_secret_too() -> None:
    match = start(NOTHING_CHOSEN)
    do(match, "P1 mark nothing")
    assert [(event.text, event.readers, event.public) for event in match.events] == [("mark nothing", 0b01, "mark …")]


ALIKE = """astro 1
game Alike for 2 players
  "Moves that are written alike can still be told apart."
kind Letter: A, a
kind Die: d1, d2
var done: 0..99
phase play
  turns once clockwise from P1
    move go(x in 1..3) as "go {x mod 2}"
      then
        done = x
    move pick(letter in Letter) as "{letter}"
      then
        done = 10 + letter.index
    move both(x in 1..12, y in 1..12) as "{x}{y}"
      then
        done = x
    move take(few in 0..2 of Die) as "take {few}"
      then
        done = 20 + few.size
end
  draw because "{done}"
"""


def test_every_written_move_can_be_read_back() -> None:
    match = start(ALIKE)
    moves = match.legal()
    assert len(moves) == 3 + 2 + 144 + 4
    assert [match.judge(0, match.written(move)).move for move in moves] == moves
    assert match.written(moves[0]) == "go 1 #1"
    assert match.written(moves[2]) == "go 1 #2"


HINTS = """astro 1
game Hints for 3 players
  "Who is asked must not tell what is hidden."
kind Suit: moon, sun
card Card: each suit in Suit, number in 1..3
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
phase play
  begin
    put all Card into deck
    for p in players
      deal 2 from deck into hand[p]
  ask any p in players
    move claim(card in hand[me] where card.suit is sun)
end
  draw
"""


def test_a_window_asks_everybody_if_who_could_act_is_secret() -> None:
    match = start(HINTS)
    match.settle_all()
    assert match.actors == (0, 1, 2)
    refused = [match.judge(p, "claim moon 1") for p in match.actors]
    assert all(not verdict.ok and verdict.reasons for verdict in refused)


DRAWS = """astro 1
game Draws for 2 players
  "Chance tells those who see where it strikes, whatever else happens at once."
card Card: each number in 1..9
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
var paid for each player: 0..9
var secret for each player: 1..2, seen by owner
die pip: 1, 1
phase play
  begin
    put all Card into deck
    for p in players
      deal 1 from deck into hand[p]
      paid[p] = 1
      secret[p] = random from {1}
  roll pip
  deal 1 at random from hand[P1] into hand[P2]
  deal 1 at random from hand[P2] into deck
end
  draw
"""


def test_chance_is_told_to_those_who_see_where_it_strikes() -> None:
    """Not to those who see only what the rules do right after it; and also if it leaves everything as it was."""
    match = start(DRAWS)
    match.settle_all()
    assert [(event.label, event.readers) for event in match.events] == [
        ("deal to hand of P1", 0b01),
        ("secret of P1", 0b01),
        ("deal to hand of P2", 0b10),
        ("secret of P2", 0b10),
        ("roll pip", 0b11),
        ("deal to hand of P2", 0b11),
        ("deal to deck", 0b10),
    ]


# --- Moves within a set ----------------------------------------------------------------------------------------------

WITHIN = """astro 1
game Within for 2 players
kind Column: a..c
grid Cell: each column in Column, row in 1..3
var taken: set of Cell
def close(cell: Cell) = cell.neighbours - taken
phase play
  turns clockwise from P1 until taken is Cell
    move first_guard(from in Cell, to in Cell) as "{from}{to}"
      when from is b1                 else "only from b1"
      when to in close(from)          else "{to} is not beside {from}"
      when to is not a1               else "not to the corner"
      then
        add to to taken
    move later_guard(to in Cell) as "to {to}"
      when to.row is 2                else "only in the middle"
      when to in close(b1) + taken    else "{to} is far away"
      then
        add to to taken
    move narrowed(to in Cell where to.column is c) as "far {to}"
      when to in close(c2)            else "{to} is not beside c2"
      then
        add to to taken
    move own_set(to in Cell) as "own {to}"
      when to in close(to) + taken    else "{to} is free"
      then
        taken = Cell
end
  draw
"""


def test_a_guard_that_names_a_set_leaves_what_is_in_it() -> None:
    match = start(WITHIN)
    assert offers(match) == ["P1 b1b2", "P1 b1c1", "P1 to b2", "P1 far c1", "P1 far c3"]
    do(match, "P1 to b2")
    assert offers(match) == ["P2 b1c1", "P2 to b2", "P2 far c1", "P2 far c3", "P2 own b2"]
    do(match, "P2 own b2")
    assert match.over


def test_moves_written_without_a_blank_are_refused_with_their_reasons() -> None:
    match = start(WITHIN)
    for typed, *reasons in (
        ("b1b3", "b3 is not beside b1"),
        ("b1a1", "not to the corner"),
        ("B2B3", "only from b1"),
        ("c3a1", "only from b1", "a1 is not beside c3", "not to the corner"),
    ):
        verdict = match.judge(0, typed)
        assert (verdict.message, [reason.text for reason in verdict.reasons]) == ("not legal", reasons)
    assert match.judge(0, "b1").choices == ("b1b2", "b1c1")
    assert match.judge(0, "c1").message == "nothing that begins with `c1` is legal"


# --- Asking about one thing of a set ---------------------------------------------------------------------------------

ASKING = """astro 1
game Asking for 2 players
kind Column: a..c
grid Cell: each column in Column, row in 1..3
var held for each Cell: player or none
def free(group: set of Cell) = all cell in group where held[cell] is none
def reached(cell: Cell): set of Cell
  let around = cell.neighbours
  empty                                                                    if held[cell] is none
  free(around) + (all far in Cell where far.row is cell.row)               if held[cell] is P1
  all near in (all n in around where held[n] is none) where near.row > 1   otherwise
phase play
  begin
    held[b2] = P1
    held[b3] = P2
    held[a1] = P2
  turns once clockwise from P1
    for cell in Cell, far in Cell
      let gathered = reached(cell)
      if far in reached(cell) and (no other in gathered where other is far)
        say "{cell} {far} was only asked about"
      if far not in reached(cell) and (some other in gathered where other is far)
        say "{cell} {far} was only gathered"
    say "{all far in Cell where far in reached(b2)} / {all far in Cell where far in reached(b3)}"
    say "{all far in Cell where far in (all cell in Cell where cell.column is far.column and cell.row is 1)}"
end
  draw
"""


def test_asking_about_one_thing_is_the_same_as_gathering_all() -> None:
    assert story(start(ASKING)) == ["a2, b1, b2 and c2 / a3 and c3", "a1, b1 and c1"] * 2


POSSIBLE = """astro 1
game Possible for 2 players
var heap: 0..9 = 5
phase play
  turns clockwise from P1
    let least = 2
    move take(number in 1..3)
      let rest = heap - number
      when number >= least else "take {least} or more"
      when rest >= 0 else "only {heap} left"
      then
        heap = rest
    move add(number in 1..3)
      let rest = heap + number
      when not possible(take) else "you can still take"
      when rest <= 9 else "no room"
      then
        heap = rest
    move give_up
      let limit = least
      when not possible(take) or limit > heap else "you can still take"
      then
        winner me.next
"""


def test_a_move_that_is_asked_about_has_its_own_names() -> None:
    """Both moves call something `rest`; `least` belongs to the turn, and `limit` only to the move that asks."""
    match = start(POSSIBLE)
    assert offers(match) == ["P1 take 2", "P1 take 3"]
    assert [reason.text for reason in match.judge(0, "add 1").reasons] == ["you can still take"]
    assert [reason.text for reason in match.judge(0, "give up").reasons] == ["you can still take"]
    do(match, "P1 take 2", "P2 take 2")
    assert offers(match) == ["P1 add 1", "P1 add 2", "P1 add 3", "P1 give up"]


PROMISE = """astro 1
game Promise for 2 players
kind Suit: moon, sun
card Card: 2 of each suit in Suit
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
phase play
  begin
    put all Card into deck
    for p in players
      deal 1 from deck into hand[p]
  ask P1
    move play(card in hand[me] where card.suit in {moon, sun})
    otherwise
      never because "everybody has a card"
end
  draw
"""


def test_what_never_happens_tells_nothing() -> None:
    told = PROMISE.replace('never because "everybody has a card"', "draw")
    assert [problem.code for problem in examination.examine(Source("test.astro", PROMISE)).problems] == []
    assert [problem.code for problem in examination.examine(Source("test.astro", told)).problems] == ["tells"]


TWO_PHASES_OF_ONE_NAME = """astro 1
game Twice for 2 players
var n: 0..9
var m: 0..9

procedure wind
  phase inner until m is 9
    m = 3 - m

phase one_part
  phase inner until n > 0
    n = 1
  ask P1
    move go
      then
        n = 2
        phase inner until n is 9
          n = 3 - n
          roll pip
    move turn
      then
        do wind
    move stay

phase other_part
  phase inner until n is 9  # here
    n = 3 - n
end
  draw

die pip: 1..6
"""


@pytest.mark.parametrize(
    ("typed", "circle", "heading"),
    [
        ("stay", "other_part.inner", "phase inner until n is 9  # here"),
        ("turn", "one_part.turn.wind.inner", "phase inner until m is 9"),
    ],
)
def test_an_endless_phase_is_told_where_it_stands_itself(typed: str, circle: str, heading: str) -> None:
    """Not where another phase of the same name does."""
    match = start(TWO_PHASES_OF_ONE_NAME)
    with pytest.raises(FaultyRules) as raised:
        match.submit(0, typed)
    problem = raised.value.problem
    assert problem.notes == (f"the circle: {circle}",)
    assert match.game.rules.source.text[problem.span.start :].startswith(heading)
    assert match.game.rules.source.slice(problem.span) == "phase inner"


LEVEL = """astro 1
game Level for 1..3 players
  "Everybody has the same."
var score for each player: 0..9
phase play
  ask P1
    move stop
      then
        score[P1] = ONE
end
  ENDING
"""


def level(ending: str, seats: int = 3, one: int = 0) -> Match:
    match = start(LEVEL.replace("ENDING", ending).replace("ONE", str(one)), seats)
    do(match, "P1 stop")
    return match


def test_a_ranking_in_which_all_are_equal_is_drawn_and_keeps_its_numbers() -> None:
    result = level("rank p in players by highest score[p]").result
    assert result is not None
    assert (result.draw, result.winners, result.places, result.scores) == (True, (), (1, 1, 1), (0, 0, 0))


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_best_win_even_if_all_are_equal_and_keep_their_numbers(seats: int) -> None:
    result = level("winner best p in players by highest score[p]", seats).result
    assert result is not None
    assert not result.draw and result.winners == tuple(range(seats))
    assert result.places == (1,) * seats and result.scores == (0,) * seats


def test_the_best_win_and_the_others_have_places_and_numbers_too() -> None:
    result = level("winner best p in players where p.index < 2 by highest score[p] then lowest p.index", one=5).result
    assert result is not None
    assert (result.winners, result.places, result.scores) == ((0,), (1, 2, 3), (5, 0, 0))


def test_the_best_of_nobody_have_not_won() -> None:
    result = level("winner best p in players where score[p] > 8 by highest score[p]").result
    assert result is not None
    assert not result.draw and result.winners == ()


def test_the_best_by_something_that_is_no_number_win_without_one() -> None:
    result = level("winner best p in players by highest (score[p] is 0)", seats=2).result
    assert result is not None
    assert (result.winners, result.scores) == ((0, 1), None)


@pytest.mark.parametrize("key", ["score[p]", "(score[p] is 0)"])
def test_simulations_count_a_ranking_in_which_all_are_equal_as_drawn(key: str) -> None:
    match = level(f"rank p in players by highest {key}", seats=2)
    tally = simulation.part(match.game, 1, 0, 3)
    assert (tally.draws, sum(tally.wins)) == (3, 0)
