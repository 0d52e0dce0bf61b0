"""Features of generated rules: order in zones, heaps, cups, teams and ways, each in a phase of its own."""

from __future__ import annotations


def twice(template: str, sign: str, per: str, one: str, each: str) -> tuple[str, str]:
    """A template for one thing and for one of each: `sign` stands for both its declaration and its use."""
    return template.replace("PER", "").replace(sign, one), template.replace("PER", per).replace(sign, each)


LEAVES = """
option room: 2..4 = 3
card Leaf: (2 if vein is 1 else 1) of each vein in 1..4
zone stack: pile of Leaf, seen by nobody
zone litter« as "what fell"»PER: pile of Leaf, seen by nobody, top seen by everyone« @R1»
«  "Below the tree."
»zone twigs: row of «room ~3 ~»Leaf, seen by everyone
kind Twig: thin, thick
var under: 0..3
var within: 0..3
var costing: 0..3
phase autumn
  put all Leaf into stack
  under = min(within + costing, 3)
  deal «up to 2~1»« at random» from «bottom of »stack «on~under» LITTER
  deal «up to »1« at random» from «bottom of »stack into twigs
  deal «up to »1« at random» from «bottom of »stack «on~under» stack
  deal up to 1 from stack on LITTER
  for leaf in twigs
    put leaf from twigs under stack
  deal up to 2 from stack into twigs
  put all from twigs «on~under» stack
«  shuffle stack
»  say "{twigs.top} {twigs.bottom} {first 2 of twigs} {last 1 of twigs} {LITTER.top}"
"""
MARKET = """
kind Good: wool, salt
table Third by lane, row, level
  lane | row  | level | held
  1..2 | 1..2 | 1..2  | 3
table Trade by good
  good | cost: heap of Good | fee for each Good«: 1..9»
  wool | 2 salt wool        | 1 2
  salt | -                  | 3 4
var store: heap of Good
var waiting: row of 4 Good
die cup« as "dice"»PER: «3 of »1..6«, seen by «everyone~nobody»»« @R1»
«  "In a cup."
»kind Twin: elder, younger
phase market
  add «2 of »wool to store
  store += Trade[wool].cost
  if store >= Trade[wool].cost
    store -= Trade[wool].cost
  add salt to waiting
  roll CUP
  say "{store} {store.size} {waiting} {Third[1, 2, 1].held} {Trade[wool].fee[salt]}"
"""
CUP = """
kind Twin: elder, younger
card Chip: 5
zone chips: Chip, seen by everyone
die lone for each Twin: 1..4, seen by nobody
die urn« as "dice"»PER: 3 of 1..6«, seen by everyone»
var pips: 0..6
phase rolling
  put all Chip into chips
  roll lone[elder]
  roll «2 of »URN
  pips = random from «1..6~{1, 2}»
  say "{pips} {URN}"
"""

ORDER = (
    *twice(LEAVES, "LITTER", " for each Twig", "litter", "litter[thin]"),
    *twice(MARKET, "CUP", " for each Twin", "cup", "cup[elder]"),
    *twice(CUP, "URN", " for each Twin", "urn", "urn[younger]"),
)

SEATS = (
    """
team Camp: reds, blues« @R1»
card Fan: each fold in 1..6
zone fans for each player: Fan, seen by everyone
zone common for each Camp: Fan, seen by everyone
var bids for each player: 0..9
zone fan_box: pile of Fan, seen by nobody
phase camps
  put all Fan into fans[P1]
  put Fan[1] under fan_box
  pass fans[p] to fans[p.next] for p in players« where bids[p] < 5»
  swap common[reds] with common[blues]
  retire P2
  return P2
  say "{P1.partners} {reds.players} {P1.camp}"
""",
    """
team Crew
  name   | motto
  locals | "here"
  guests | "there"
phase crews
  say "{locals.players} {guests.motto}"
""",
    """
var offers for each player: 0..9
phase offering
  turns once p in players« where offers[p] < 9» by highest offers[p]« then lowest p.index»« until total > 90»« @R1»
    offers[p] = min(offers[p] + 1, 9)
  say "{best p in players where offers[p] < 9 by highest offers[p]}"
  phase some_turns
    turns p in clockwise from P1 where offers[p] < 9
      offers[p] = min(offers[p] + 1, 9)
      if offers[p] > 2
        leave some_turns
  for p in players« where offers[p] > 0» by lowest offers[p]
    total = min(total + 1, 99)
  say "{ordered p in players« where offers[p] < 9» by highest offers[p]}"
""",
    """
var luck for each player: 0..9
phase finding
  if some p in players where luck[p] is «0~3» as lucky
    luck[lucky] = 1
«  else if some p in players where luck[p] is 5 as other_one
    luck[other_one] = 2
»«  else
    luck[P1] = 3
»  if total is 98
    winner «everyone~nobody» with total« because "all together"»
""",
)

WAYS = (
    """
grid Yard: each column in Lane, row in 1..3
kind Lane: a..c
var walls: set of Yard
phase strolling
  add a2 to walls
  say "{reach s from {a1} by s.neighbours« within 3~ within 4 costing s.row~»« where s not in walls»}"
  say "{reach s from {a1} by s.neighbours within 4 costing s.row where s not in walls}"
  say "{reach s from {a1} by s.neighbours within 3 stopping if s in walls« where s not in walls»}"
  say "{reach s from {a1} by s.neighbours stopping if s in walls« where s not in walls»}"
  say "{reach s from {a1} by s.neighbours within 4 costing s.row stopping if s in walls« where s not in walls»}"
  say "{union of s.neighbours for s in walls} {a1.offset(1, «1~2»)} {north.opposite}"
""",
    """
kind Sock: wool_sock, silk_sock
kind Drawer: upper, lower
var drawers for each Sock: set of Drawer = Drawer
phase tidying
  if every s in Sock has its own d in drawers[s]« where d is upper or total < 50»
    say "each in a drawer of its own"
""",
    """
def rest_of(n: 0..9)« as "what is left"»«: 0..9» = 9 - n
def word_of(n: 0..9)
  "few"   if n < 3
  "many"  otherwise
def shown_total« as "so far"»«: 0..99» = total
def cased« as "case"»«: 0..9»
  1   if total < 5
  2   otherwise
def cased_of(n: 0..1)« as "case of"»«: 0..9»
  1   if n is 1 and total < 5
  2   otherwise
def plural(n: 0..9) = ("card" if n is 1 else "cards")
def may_rest(p: player)
  when total < 90   else "too much"
  when p is P1 or total < 80   else "not now"
history past of total, score[P1]«, score[P2]»
history single of total
history other_past for each player of score[P1]«, total»
phase telling
  remember past
  remember single
  remember other_past[P1]
  if may_rest(P1)
    say "{word_of(3)} {plural(2)} {shown_total} {rest_of(2)} {cased} {cased_of(1)} {past.times}"
""",
)

TABLES = (*ORDER, *SEATS, *WAYS)
