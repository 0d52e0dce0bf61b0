"""Features of generated rules: options, rulings, variables, dice, histories, and words of their own."""

from __future__ import annotations

MEMORY = (
    """
option most: 1..5« = 3»«, asked»« @R1»
«  "The most."
»«  when most > 0 else "more than {most}"
»«  when most < 6« @R1»
»option open: bool« = «yes~no»»
option day: 1..31« = 4», asked today.day
option moon_month: 1..12 = 2, asked today.month
var count_down« as "left"»: 0..most« = 1»«, seen by everyone»
var other_count« as "others"»: 0..most« = 1»«, not shown»
var hint« as "a hint"» for each player: 0..most« = most»«, seen by «owner~nobody~everyone»»
var secret« as "sealed"»: 0..9« = 3», seen by nobody
var gauge« as "gauges"» for each player, Suit, 1..2: 0..9« = 4», seen by «owner~everyone»
«  "How high."
  "And how low."
»var veil« as "behind a veil"» for each 1..2, player: bool« = yes»« @R1»
«  "What is hidden."
»phase options
  count_down = min(most, day mod 4, moon_month)
  if «open~not open~most is 3»
    hint[P1] = «most~0»
  gauge[P1, moon, 2] = 3
  other_count = 0
  veil[«1, P1~2, P2»] = no
  secret = random from (set of n for n in 0..«4~most~9»)
""",
    """
ruling R3 "Read so."« from "page 2"»« if brisk»
ruling R4 "Or so."« from "page 3"»« if not brisk»
option brisk: bool = «yes~no»
die signal« as "the light"»: «red, red, green~red, amber, green»« @R3»
die wheels: 1..«4~6»«, not shown»
die third: 1, 2
«  "What turns."
»kind Light: red, amber, green
var way for each player: 0..30
phase driving @R4
  turns once clockwise from P1
    roll signal, wheels«, third» @R3
    if signal is not red
      way[me] = min(way[me] + wheels, 30)
    «if wheels is 1~if wheels > 2 and signal is green»
      repeat turn
    say "{way[me]}"
""",
    """
ring Seat: s1, s2, s3, s4
token Guest on Seat: each owner in player
var shifts: 0..40
history scenes of Guest, shifts« @R1»
«  "What was seen."
»history tables for each player of Guest
procedure shift(p: player, to: Seat)« @R1»
«  "One takes another seat."
»  put Guest[p] on to
procedure again
  shifts = 0
phase sitting
  begin
    put Guest[P1] on s1
    put Guest[P2] on s3
    remember scenes
  turns clockwise «from~after» P1 until shifts > «3~6»
    remember tables[me]« @R1»
    if tables[me].times > 2
      say "again {scenes.times}"
      leave sitting
    move go(to in Seat)
      when to is empty
      when after do shift(me, to): tables[me].times < «1~2» else "not again"
«      when after do again: scenes.times < 9
»      then
        do shift(me, to)
        shifts += 1
    move stay
      then
        shifts += 1
""",
)

WORDS = (
    """
def plain_word = «total + 1~<number>»« @R1»
«  "A word."
»def typed_word: 0..99 = min(total, «9~<n>»)
def twice(n: 0..9) = n * «2~n»
def half(n: 0..9, m: 1..3): 0..9 = n / m
def cases_here« @R1»
«  "It depends."
»«  let third = total / 3
»  1 «if total > 20~if <test>»
  «2~total mod 5» otherwise
def sole_case
  total« @R1»
def cases_typed: 0..5
  3 if total is 0« @R1»
  total mod 4 otherwise
def cases_of(s: Suit)
«  let l = s.index
»  1 if s is moon
  2 if s is sun
  0 if s is star
def cases_full(s: Suit, n: 0..9): Suit« or none»
«  "Of both."
»«  let later = s.next
  let even = n mod 2
»  s «if n > 4~if s is not moon»
  «star~s» otherwise
phase speaking
  total = min(«plain_word~plain_word()~sole_case» + typed_word + twice(3) + half(«7~4», «1~2~3»), 99)
  say "{cases_here} {cases_typed} {cases_of(<suit>)} {cases_full(<suit>, 5)}"
""",
    """
def from_to(from: 0..9, to: 0..9) = to - from
procedure carry(by: 1..3, with: Suit)
  total = min(total + by, 99)
  tint = with
procedure stop_here
  if total > «30~60»
    leave stop_here
  total = min(total + 1, 99)
  ask P1
    move on
      then
        leave stop_here
    move off
phase soft_words
  do carry(«1~2», <suit>)« @R1»
  do stop_here
  for on in «Suit~{moon, star}»
    if on is not sun and from_to(1, 3) is 2
      tint = on
""",
    """
def any_of(x: 0..9 or none, s: set of Suit, w: 1..3 or low_word or high_word)
  0 if x is none
  1 if w is «low_word~high_word»
  x otherwise
var mood: 1..7 or joker or none = «joker~none~4»
var three: 1..3 or low_word or high_word
phase either
  «mood = joker~mood = 7~mood = none»
  «three = low_word~three = 2»
  if mood is not none and mood is not joker and mood > 2
    total = min(total + mood, 99)
  total = min(total + any_of(bid, {moon}, three), 99)
""",
)
