"""Every construct of the grammar, with the nodes it becomes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from astro_referee.grammar.errors.recovery import parse
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source
from astro_referee.grammar.syntax.layout import lay_out
from astro_referee.grammar.syntax.parser import lex, parser
from astro_referee.grammar.variants.parse import folded, read_variant

PHRASES = [
    ("a", "a"),
    ("42", "42"),
    ("yes", "<yes>"),
    ("none", "<none>"),
    ("empty", "<empty>"),
    ("{}", "(SetOf [])"),
    ("{a, 2}", "(SetOf [a 2])"),
    ("card.planet", "(FieldOf card planet)"),
    ("hand[me]", "(Index hand [me])"),
    ("Card[clubs, 2].suit", "(FieldOf (Index Card [clubs 2]) suit)"),
    ("f()", "(Call f [])"),
    ("f(a, b + 1).at", "(FieldOf (Call f [a (b + 1)]) at)"),
    ("to.from", "(FieldOf to from)"),
    ("not a", "(Not a)"),
    ("-a + +b", "((Signed a) + b)"),
    ("a + b - c * d / e mod f", "((a + b) - (((c * d) / e) mod f))"),
    ("(a + b) * c", "((a + b) * c)"),
    ('("c" if a else d)', "(IfElse (Quoted 'c') a d)"),
    ("a or b and c", "(a or (b and c))"),
    ("(a or b) and not c", "((a or b) and (Not c))"),
    ("a is b", "(a is b)"),
    ("a is  not b", "(a is not b)"),
    ("a in {b}", "(a in (SetOf [b]))"),
    ("a not in S", "(a not in S)"),
    ("a in 1..3", "(a in (SpanOf 1 3))"),
    ("a <= b and c > d", "((a <= b) and (c > d))"),
    ("clockwise from P1", "(Around yes no P1)"),
    ("anticlockwise after Wanderer[p].at", "(Around no yes (FieldOf (Index Wanderer [p]) at))"),
    ("some p in players where wins[p] is 2", "(Phrase 'some' p players ((Index wins [p]) is 2) - [])"),
    ("no p in players", "(Phrase 'no' p players - - [])"),
    (
        "every p in players where p is not me: hand[p] is empty",
        "(Phrase 'every' p players (p is not me) ((Index hand [p]) is <empty>) [])",
    ),
    ("all s in road(x) where s is empty", "(Phrase 'all' s (Call road [x]) (s is <empty>) - [])"),
    ("only p in players", "(Phrase 'only' p players - - [])"),
    ("first s in 1..7 where s > 2", "(Phrase 'first' s (SpanOf 1 7) (s > 2) - [])"),
    ("last s in S", "(Phrase 'last' s S - - [])"),
    ("count c in hand[p]", "(Phrase 'count' c (Index hand [p]) - - [])"),
    ("(count c in hand[p]) >= 3", "((Phrase 'count' c (Index hand [p]) - - []) >= 3)"),
    (
        "a is 2 and count c in 2 of hand[p] where c in S",
        "((a is 2) and (Phrase 'count' c (Subsets 2 2 (Index hand [p])) (c in S) - []))",
    ),
    ("some c in 1..3 of S", "(Phrase 'some' c (Subsets 1 3 S) - - [])"),
    ("(2 if a is 1 else 0)", "(IfElse 2 (a is 1) 0)"),
    ("ordered c in S by highest c.rank", "(Phrase 'ordered' c S - - [(Key yes (FieldOf c rank))])"),
    ("first 3 of S", "(Slice 'first' 3 S)"),
    ("every s in S has its own t in T", "(Matching s S (Phrase 'all' t T - - []))"),
    (
        "reach s from S by s.around within 3 costing s.cost stopping if s in T where s in U",
        "(Phrase 'reach' s S (s in U) (FieldOf s around) [] 3 (FieldOf s cost) (s in T))",
    ),
    ("within + costing", "(within + costing)"),
    ("union of s.around for s in mine", "(Phrase 'union' s mine - (FieldOf s around) [])"),
    (
        "sum of c.points for c in hand[p] where c is d",
        "(Phrase 'sum' c (Index hand [p]) (c is d) (FieldOf c points) [])",
    ),
    ("highest of c for c in S", "(Phrase 'highest' c S - c [])"),
    ("lowest of c for c in S", "(Phrase 'lowest' c S - c [])"),
    ("set of c.suit for c in S", "(Phrase 'set' c S - (FieldOf c suit) [])"),
    (
        "best p in players by highest score[p] then lowest p",
        "(Phrase 'best' p players - - [(Key yes (Index score [p])) (Key no p)])",
    ),
    ("only best p in players where a by highest b", "(Phrase 'only best' p players a - [(Key yes b)])"),
    ("first best p in players by lowest a + b", "(Phrase 'first best' p players - - [(Key no (a + b))])"),
    ("item 3 of all c in S", "(Item 3 (Phrase 'all' c S - - []))"),
    (
        "reach q from {s} by q.neighbours where open[q]",
        "(Phrase 'reach' q (SetOf [s]) (Index open [q]) (FieldOf q neighbours) [])",
    ),
    ("a in (reach q from S + T by q.links)", "(a in (Phrase 'reach' q (S + T) - (FieldOf q links) []))"),
    ("s.step(north).rays(diagonal)", "(Call (FieldOf (Call (FieldOf s step) [north]) rays) [diagonal])"),
    ("positions[me].times >= 3", "((FieldOf (Index positions [me]) times) >= 3)"),
    ("streak(step, 3)", "(Call streak [step 3])"),
    ("after this: not check(me)", "(After - [] (Not (Call check [me])))"),
    ("after do place(p, q): a", "(After place [p q] a)"),
    ("after do place: a", "(After place [] a)"),
    ("1 + count c in S", "(1 + (Phrase 'count' c S - - []))"),
    ("not some c in S", "(Not (Phrase 'some' c S - - []))"),
]

ITEMS = [
    ("zone market: row of 4 Card, seen by everyone\n", "(Zone market [] no Card everyone (Row 4))"),
    ("zone up: pile of Card, seen by nobody, top seen by everyone\n", "(Zone up [] yes Card nobody everyone)"),
    (
        "zone hand: Card, seen by owner, sorted by suit then highest rank\n",
        "(Zone hand [] no Card owner [(SortedBy no suit) (SortedBy yes rank)])",
    ),
    ("card Coin: 30\n", "(Card Coin 30 [] - -)"),
    (
        'token Fox as "sly fox" on Field @A1\n  "It runs."\n  sign "F"\n  colour "red"\n',
        "(Token Fox Field [] - [(Look sign (Quoted 'F')) (Look colour (Quoted 'red'))] 'sly fox' [@A1] 'It runs.')",
    ),
    (
        'kind Haul: one, three_alike as "three alike"\n',
        "(Kind 'kind' Haul [one (Called three_alike 'three alike')] -)",
    ),
    ("var waiting: row of 12 Effect\n", "(Var waiting [] (RowType 12 (NamedType Effect)) - -)"),
    (
        """\
option equal: bool = yes @A1 @A2
  "One line."
  "And another."
""",
        "(Option equal (NamedType bool) <yes> - [] [@A1 @A2] 'One line. And another.')",
    ),
    ("option size: 3..9", "(Option size (SpanType 3 9) - - [])"),
    ("option size: 3..9 = 4, asked @A1", "(Option size (SpanType 3 9) 4 (Asked '') [] [@A1])"),
    ("option day: 1..31, asked today.day", "(Option day (SpanType 1 31) - (Asked 'day') [])"),
    (
        'option low: 1..9\n  "About."\n  when low < high else "no"\n',
        "(Option low (SpanType 1 9) - - [(When (low < high) (Text ['no']))] 'About.')",
    ),
    (
        'ruling A1 "A card may equal the one before." from "l.45"',
        "(Ruling A1 'A card may equal the one before.' 'l.45' -)",
    ),
    ('ruling A2 "No source."', "(Ruling A2 'No source.' '' -)"),
    ('ruling A3 "Sometimes." from "l.9" if not quick', "(Ruling A3 'Sometimes.' 'l.9' (Not quick))"),
    (
        """\
kind Rank: 2..10, jack, queen @A1
  "Low to high."
""",
        "(Kind 'kind' Rank [(MemberSpan 2 10) jack queen] - [@A1] 'Low to high.')",
    ),
    (
        """\
ring Sign: a..h,
  Virgo
""",
        "(Kind 'ring' Sign [(MemberSpan a h) Virgo] -)",
    ),
    (
        """\
kind Body @A1
  "Wanderers."
  name | speed: 0..3 | signs: set of Sign | note
  Moon | 1..3 | Aries Leo | "the moon"
  Sun | -1, +2 | - | none
""",
        "(Kind 'kind' Body [] (Rows [(Column name -) (Column speed (SpanType 0 3)) (Column signs (SetType "
        "(NamedType Sign))) (Column note -)] [[(Cell [[Moon]]) (Cell [[(MemberSpan 1 3)]]) (Cell [[Aries "
        "Leo]]) (Cell [[(Quoted 'the moon')]])] [(Cell [[Sun]]) (Cell [[-1] [2]]) (Cell [[(Blank)]]) (Cell "
        "[[<none>]])]]) [@A1] 'Wanderers.')",
    ),
    ("player: White, Black", "(Kind 'player' player [White Black] -)"),
    (
        """\
player
  name | forward
  White | north
  Black | yes
""",
        "(Kind 'player' player [] (Rows [(Column name -) (Column forward -)] [[(Cell [[White]]) (Cell "
        "[[north]])] [(Cell [[Black]]) (Cell [[<yes>]])]]))",
    ),
    (
        'grid Square: each file in File, row in 1..8 where row > 1 named "{file}{row}"',
        "(Product 'grid' Square [(Param file File -) (Param row (SpanOf 1 8) (row > 1))] (Text [file row]))",
    ),
    (
        'hexgrid Cell: each x in 1..5, y in 1..5 where x + y < 9 @A1\n  "Five on a side."',
        "(Product 'hexgrid' Cell [(Param x (SpanOf 1 5) -) (Param y (SpanOf 1 5) ((x + y) < 9))] - [@A1] "
        "'Five on a side.')",
    ),
    (
        'kind Man: each side in player, rank in Rank named "{rank}"',
        "(Product 'kind' Man [(Param side player -) (Param rank Rank -)] (Text [rank]))",
    ),
    ("team Side: left, right", "(Kind 'team' Side [left right] -)"),
    ("ring Beat: each bar in 1..4", "(Product 'ring' Beat [(Param bar (SpanOf 1 4) -)] -)"),
    (
        """\
graph Point
  name | links: set of Point
  p1 | p2 p3
""",
        "(Kind 'graph' Point [] (Rows [(Column name -) (Column links (SetType (NamedType Point)))] [[(Cell "
        "[[p1]]) (Cell [[p2 p3]])]]))",
    ),
    (
        """\
table Tile by house, colour
  house | colour | where_to
  4 | blue | no
""",
        "(Table Tile [house colour] (Rows [(Column house -) (Column colour -) (Column where_to -)] [[(Cell "
        "[[4]]) (Cell [[blue]]) (Cell [[<no>]])]]))",
    ),
    ("card Benefit: 11 of each colour in Colour", "(Card Benefit 11 [(Param colour Colour -)] - -)"),
    (
        'card Card: each suit in Suit, rank in Rank named "{rank} of {suit}" @A1',
        "(Card Card 1 [(Param suit Suit -) (Param rank Rank -)] - (Text [rank ' of ' suit]) [@A1])",
    ),
    (
        """\
card Observation named "{planet}"
  planet: Planet | motion: 1..7 or eclipse or none
  Saturn | 1, 2, eclipse
""",
        "(Card Observation 1 [] (Rows [(Column planet (NamedType Planet)) (Column motion (EitherType "
        "(SpanType 1 7) [eclipse none]))] [[(Cell [[Saturn]]) (Cell [[1] [2] [eclipse]])]]) (Text [planet]))",
    ),
    (
        'token Pawn on Station: each owner in player, number in 1..2 named "{owner}"',
        "(Token Pawn Station [(Param owner player -) (Param number (SpanOf 1 2) -)] (Text [owner]))",
    ),
    ("token Eclipse on Space", "(Token Eclipse Space [] -)"),
    ("die odd: 1..3, not shown", "(Die odd [(MemberSpan 1 3)] yes)"),
    ("zone spent: Card, seen by everyone, not shown @A1", "(Zone spent [] no Card everyone yes [@A1])"),
    ("var wins: 0..2 = 0, not shown", "(Var wins [] (SpanType 0 2) 0 - yes)"),
    ("die even: red, red, 2..3", "(Die even [red red (MemberSpan 2 3)])"),
    ('die odd as "the odd die": 1..3', "(Die odd [(MemberSpan 1 3)] 'the odd die')"),
    ("zone stock: pile of Observation, seen by nobody", "(Zone stock [] yes Observation nobody)"),
    (
        """\
zone hand for each player, 1..2: Card, seen by owner @A1
  "Held."
""",
        "(Zone hand [player (SpanOf 1 2)] no Card owner [@A1] 'Held.')",
    ),
    ("zone spent: Card", "(Zone spent [] no Card -)"),
    ("var wins for each player: 0..2 = 0", "(Var wins [player] (SpanType 0 2) 0 -)"),
    (
        """\
history positions for each player, 1..2 of man, passed @A1
  "For repetitions."
""",
        "(History positions [player (SpanOf 1 2)] [man passed] [@A1] 'For repetitions.')",
    ),
    ("history seen of man", "(History seen [] [man])"),
    (
        """\
plan men of White
  "13 . 25:bar"
  "12 0 11"
""",
        "(Plan [men] White - [[(Spot '13' '') (Spot '.' '') (Spot '25' 'bar')] "
        "[(Spot '12' '') (Spot '0' '') (Spot '11' '')]])",
    ),
    ("plan Point on lines @A1", "(Plan [Point] - lines [] [@A1])"),
    ("var stock: heap of Goods", "(Var stock [] (HeapType (NamedType Goods)) - -)"),
    (
        "die cup for each player: 5 of 1..6, seen by owner",
        "(Die cup [(MemberSpan 1 6)] [player] 5 owner)",
    ),
    (
        "var debated: set of Planet or none, seen by {P1}",
        "(Var debated [] (EitherType (SetType (NamedType Planet)) [none]) - (SetOf [P1]))",
    ),
    (
        """\
def many(p: player, n: 1..3): 0..9 = count c in hand[p] where c is n @A1
  "How many."
""",
        "(Def many [(Field p (NamedType player)) (Field n (SpanType 1 3))] (SpanType 0 9) [] [(Case (Phrase "
        "'count' c (Index hand [p]) (c is n) - []) - no)] [@A1] 'How many.')",
    ),
    (
        """\
def road(planet: Planet)
  "Where to."
  let at = Wanderer[planet].at
  clockwise from day1 if at is none @A1
  clockwise after at otherwise
""",
        "(Def road [(Field planet (NamedType Planet))] - [(Let at (FieldOf (Index Wanderer [planet]) at))] "
        "[(Case (Around yes no day1) (at is <none>) no [@A1]) (Case (Around yes yes at) - yes)] 'Where to.')",
    ),
    (
        """\
def made
  "Of what."
  "gold" if a
  "lead" otherwise
""",
        "(Def made [] - [] [(Case (Quoted 'gold') a no) (Case (Quoted 'lead') - yes)] 'Of what.')",
    ),
    (
        """\
def six
  6
""",
        "(Def six [] - [] [(Case 6 - no)])",
    ),
    (
        """\
procedure lay(c: Card) @A1
  "Lay a card."
  put c into row
""",
        "(Procedure lay [(Field c (NamedType Card))] [(Put (Thing 'one' - c) - 'into' row)] [@A1] 'Lay a card.')",
    ),
    (
        """\
phase match until some p in players where wins[p] is 2 @A1
  "A match."
  begin @A2
    passes = 0
  as soon as passes is 2
    leave match
  shuffle stock
  finish
    passes = 1
""",
        "(Phase match (Phrase 'some' p players ((Index wins [p]) is 2) - []) [(Store passes '' 0)] [(Watch "
        "(passes is 2) [(Leave match)])] [(Shuffle stock)] [(Store passes '' 1)] [@A1 @A2] 'A match.')",
    ),
    ("move pass", "(Move pass [] - - [] [])"),
    (
        """\
move play(card in hand[me] where card is not x, s in 1..3 of S) as "{card}" @A1
  "Play {card},"
  "now."
  let to = landing(card)
  when to is none else "{card} cannot" @A2
  when a
  must b if able else "must b"
  must maximise c
  then @A3
    put card into spent
""",
        "(Move play [(Param card (Index hand [me]) (card is not x)) (Param s (Subsets 1 3 S) -)] (Text "
        "[card]) (Text ['Play ' card ', now.']) [(Let to (Call landing [card])) (When (to is <none>) (Text "
        "[card ' cannot']) [@A2]) (When a -) (Must no b (Text ['must b'])) (Must yes c -)] [(Put (Thing 'one' "
        "- card) - 'into' spent)] [@A1 @A3])",
    ),
    (
        """\
move wait
  "Do nothing."
""",
        "(Move wait [] - (Text ['Do nothing.']) [] [])",
    ),
    (
        """\
end @A1
  "The end."
  winner a
""",
        "(End [(Winner a -)] [@A1] 'The end.')",
    ),
]

STEPS = [
    (
        """\
phase round
  shuffle stock
""",
        "(Phase round - [] [] [(Shuffle stock)] [])",
    ),
    (
        """\
turns clockwise from P1
  offer a
""",
        "(Turns no - (Around yes no P1) - - [(Offer [a])])",
    ),
    (
        """\
turns once clockwise from P1 until no "Which?"
  offer a
""",
        "(Turns yes - (Around yes no P1) - <no> [(Offer [a])] (Text ['Which?']))",
    ),
    (
        """\
turns once p in players where p is not me until passes is 2 @A1
  "Each."
  offer a
""",
        "(Turns yes p players (p is not me) (passes is 2) [(Offer [a])] [@A1] 'Each.')",
    ),
    (
        """\
ask me.next
  offer a
""",
        "(Ask 'one' - (FieldOf me next) - [(Offer [a])])",
    ),
    (
        """\
ask together p in players where p is not me
  offer a
""",
        "(Ask 'together' p players (p is not me) [(Offer [a])])",
    ),
    (
        """\
ask any p in others @A1
  offer a
""",
        "(Ask 'any' p others - [(Offer [a])] [@A1])",
    ),
    (
        """\
ask me "Which?" @A1
  offer a
""",
        "(Ask 'one' - me - [(Offer [a])] (Text ['Which?']) [@A1])",
    ),
    (
        """\
ask together p in players where p is not me "Which?"
  offer a
""",
        "(Ask 'together' p players (p is not me) [(Offer [a])] (Text ['Which?']))",
    ),
    ("offer a, b @A1", "(Offer [a b] [@A1])"),
    (
        """\
otherwise
  leave x
""",
        "(Otherwise [(Leave x)])",
    ),
    (
        """\
if a
  leave x
else if b @A1
  leave y
else
  leave z
""",
        "(If [[a [(Leave x)]] [b [(Leave y)]]] [(Leave z)] [@A1])",
    ),
    (
        """\
for p in players where a, c in hand[p]
  leave x
""",
        "(For [(Param p players a) (Param c (Index hand [p]) -)] [(Leave x)])",
    ),
    ("let a = 1", "(Let a 1)"),
    ("a = 1 @A1", "(Store a '' 1 [@A1])"),
    ("a[1][b] += 2", "(Store (Index (Index a [1]) [b]) '+' 2)"),
    ("a -= 2", "(Store a '-' 2)"),
    ("a[b] = random from players", "(Random (Index a [b]) players)"),
    ("put card from hand[me] into spent", "(Put (Thing 'one' - card) (Index hand [me]) 'into' spent)"),
    ("put 2 of a on b", "(Put (Thing 'some' 2 a) - 'on' b)"),
    ("put up to n of a into b", "(Put (Thing 'up to' n a) - 'into' b)"),
    ("put all into a", "(Put (Thing 'all' - -) - 'into' a)"),
    ("put all Card into a", "(Put (Thing 'every' - Card) - 'into' a)"),
    ("put {a, b} on c", "(Put (Thing 'one' - (SetOf [a b])) - 'on' c)"),
    ("deal 3 from stock into hand[p] @A1", "(Deal no 3 no stock (Index hand [p]) [@A1])"),
    ("deal up to n + 1 at random from stock into row", "(Deal yes (n + 1) yes stock row)"),
    ("shuffle a", "(Shuffle a)"),
    ("swap a.at with b.at", "(Swap (FieldOf a at) (FieldOf b at))"),
    ("add a to b[c]", "(Add a (Index b [c]))"),
    ("add 2 of a to b", "(Add a b 2)"),
    ("remove all Wanderer", "(Remove (Thing 'every' - Wanderer) -)"),
    ("remove a from b[c]", "(Remove (Thing 'one' - a) (Index b [c]))"),
    ("remember a @A1", "(Remember a [@A1])"),
    ("remember a[b]", "(Remember (Index a [b]))"),
    ("roll a, b", "(Roll [a b])"),
    ("roll a[3], 2 of b", "(Roll [(Index a [3]) (Thing 'some' 2 b)])"),
    ("roll a - b @A1", "(Roll [(a - b)] [@A1])"),
    ("a = random from 1..6", "(Random a (SpanOf 1 6))"),
    ("show hand[me] to others", "(Show (Index hand [me]) others)"),
    ("retire p", "(Retire p)"),
    ("return p", "(Return p)"),
    (
        "pass hand[p] to hand[q] for p in players where a",
        "(Pass (Index hand [p]) (Index hand [q]) (Param p players a))",
    ),
    ("winner everyone with n", "(Winner everyone - n)"),
    (
        "if some p in players as q\n  leave x\n",
        "(If [[(Phrase 'some' p players - - []) [(Leave x)]]] [] [[0 q]])",
    ),
    ("do lay", "(Do lay [])"),
    ("do lay(a, b)", "(Do lay [a b])"),
    ("leave round", "(Leave round)"),
    ("repeat turn", "(Repeat turn)"),
    (
        'winner only p in players because "{p} won" @A1',
        "(Winner (Phrase 'only' p players - - []) (Text [p ' won']) [@A1])",
    ),
    ("draw", "(Draw -)"),
    ('draw because "it is"', "(Draw (Text ['it is']))"),
    ("rank p in players where a by highest b then lowest c", "(Rank p players a [(Key yes b) (Key no c)] -)"),
    ('rank p in players by highest b because "{b} is most"', "(Rank p players - [(Key yes b)] (Text [b ' is most']))"),
    ('never because "{a} is fixed"', "(Never '{a} is fixed')"),
    ('say "{p} passed" to others', "(Say (Text [p ' passed']) others)"),
    ('say "{{}} done"', "(Say (Text ['{} done']) -)"),
    ("rank = 3", "(Store rank '' 3)"),
    ("history = never", "(Store history '' never)"),
    ("card[1] = 1", "(Store (Index card [1]) '' 1)"),
    ("together = any", "(Store together '' any)"),
    ("to = from", "(Store to '' from)"),
    (
        """\
a =
  1 + (2
  + 3)
""",
        "(Store a '' (1 + (2 + 3)))",
    ),
    (
        """\
winner a
  because "b"
""",
        "(Winner a (Text ['b']))",
    ),
    (
        """\
a = b
  or c
  and d
""",
        "(Store a '' (b or (c and d)))",
    ),
]


@pytest.mark.parametrize(("text", "nodes"), PHRASES)
def test_phrase(items: Callable[[str], str], text: str, nodes: str) -> None:
    assert items(f"def x = {text}\n") == f"(Def x [] - [] [(Case {nodes} - no)])"


@pytest.mark.parametrize(("text", "nodes"), ITEMS)
def test_item(items: Callable[[str], str], text: str, nodes: str) -> None:
    assert items(text) == nodes


@pytest.mark.parametrize(("text", "nodes"), STEPS)
def test_step(steps: Callable[[str], str], text: str, nodes: str) -> None:
    assert steps(text) == nodes


VARIANT = """astro 1
variant X of "y" with "z.astro", "w.astro"
option size = 3
drop pass "no"
replace x.then
  a = 1
insert first in x
  b = 1
insert before x.1
  c = 1
var d: 1..2
"""


def test_a_variant_is_read_with_its_places() -> None:
    variant, problems = read_variant(VARIANT)
    assert not problems
    assert variant is not None
    changes = [
        (
            change.word,
            ".".join(change.path),
            change.reason,
            change.body and VARIANT[change.body.start : change.body.end],
        )
        for change in variant.changes
    ]
    assert (variant.name, variant.base, variant.mixed_in) == ("X", "y", ("z.astro", "w.astro"))
    assert changes == [
        ("option", "size", None, "3"),
        ("drop", "pass", "no", None),
        ("replace", "x.then", None, "a = 1"),
        ("first", "x", None, "b = 1"),
        ("before", "x.1", None, "c = 1"),
    ]
    assert [VARIANT[span.start : span.end] for span in variant.added] == ["var d: 1..2"]


TEST = """test "x" @A1
  "Why."
  with 3 players
  with size = 3
  seed 4
  given
    a = 1
  chance "b", "c"
  P1 "d", P2 "e"
  refuse P1 "f" because "g"
  expect h is 2
  expect winner P1 because "i"
  expect draw
  expect say "k", "l"
  expect P1 sees m[P2] as 3 cards
  expect P1 sees n as "o", "p"
  expect perft 2 is 9
  offers P2 only "j"
  always k > 1 @A2
"""
PLAYTHROUGHS = """playthrough "y"
playthrough "z" @A1
  "Why not."
playthrough "u"
  with 2 players
  seed 5
  up to 7 moves
  P1 "v"
test "w" after "x"
  games 8
  up to 9 moves
  always yes
"""


def test_a_test_is_read_line_by_line(items: Callable[[str], str]) -> None:
    lines = [
        "(Given [(Store a '' 1)])",
        "(Chance [(Quoted 'b') (Quoted 'c')])",
        "(Turn P1 'd')",
        "(Turn P2 'e')",
        "(Refuse (Turn P1 'f') (Quoted 'g'))",
        "(Expect (h is 2))",
        "(ExpectEnd P1 (Quoted 'i'))",
        "(ExpectEnd - -)",
        "(ExpectSay [(Quoted 'k') (Quoted 'l')])",
        "(ExpectSees P1 (Index m [P2]) 3 [])",
        "(ExpectSees P1 n - [(Quoted 'o') (Quoted 'p')])",
        "(ExpectPerft 2 9)",
        "(Offers P2 yes [(Quoted 'j')])",
        "(Always (k > 1) [@A2])",
    ]
    assert items(TEST) == f"(Test (Quoted 'x') - 3 [[size 3]] 4 - - [{' '.join(lines)}] [@A1] 'Why.')"


def test_a_playthrough_may_have_nothing_below_it(items: Callable[[str], str]) -> None:
    assert items(PLAYTHROUGHS).split("\n") == [
        "(Playthrough (Quoted 'y') - - [] 0 - - [])",
        "(Playthrough (Quoted 'z') - - [] 0 - - [] [@A1] 'Why not.')",
        "(Playthrough (Quoted 'u') - 2 [] 5 7 - [(Turn P1 'v')])",
        "(Test (Quoted 'w') (Quoted 'x') - [] 0 9 8 [(Always <yes>)])",
    ]


def test_rules_are_read_without_their_tests() -> None:
    rules = "astro 1\ngame X for 2 players\n\ndef y = 1\n"
    plain, tested = (Source("x.astro", text) for text in (rules, f'{rules}\n{TEST}# a remark\n\n  P1 "k"\n'))
    assert read(tested) == read(plain)
    assert tested.rules == f"{rules}"
    assert Source("x.astro", f"{rules}\n{TEST}\n{TEST}\ndef z = 2\n").rules == f"{rules}\ndef z = 2\n"
    assert Source("x.astro", f"{rules}\n{PLAYTHROUGHS}\ndef z = 2\n").rules == f"{rules}\ndef z = 2\n"
    assert read(Source("x.astro", f'{rules}\ntest "y"\n  nonsense\n')) == read(plain)


def test_the_cases_above_use_every_rule_of_the_grammar() -> None:
    phrases = "".join(f"def x = {text}\n" for text, _ in PHRASES)
    items = "".join(f"{text.rstrip()}\n" for text, _ in ITEMS)
    steps = "".join(f"  {line}\n" for text, _ in STEPS for line in text.splitlines())
    game = f'astro 1\ngame X for 2..4 players\n  design "me"\nuse "y.astro"\n{phrases}{items}end\n{steps}{TEST}'
    game += PLAYTHROUGHS
    used = set()
    for text, start in (
        (game, "file"),
        ("astro 1\nlibrary Y\n", "file"),
        ('astro 1\ntests of "y"\n', "file"),
        (VARIANT, "variant"),
    ):
        problems: list[Problem] = []
        layout = lay_out(text, lex(text))
        tree = parse(folded(layout) if start == "variant" else layout, problems, start)
        assert not problems
        assert tree is not None
        used |= {str(branch.data) for branch in tree.iter_subtrees()}
    assert used == named_rules() - {"hole", "header", "error"}


def named_rules() -> set[str]:
    """What a branch of the tree can be called: inlined rules and those Lark makes up for lists have no branches."""
    names = set()
    for rule in parser().rules:
        inlined = rule.options.expand1 and len(rule.expansion) == 1
        if rule.alias or not (inlined or rule.origin.name.startswith("_")):
            names.add(str(rule.alias or rule.origin.name))
    return names
