"""Features of generated rules: routes and what a game is worth, shapes, faces gone through one by one, shifted sets."""

from __future__ import annotations

BOARDS = (
    """
kind Haven: h1, h2, h3, h4
kind Lane
  name | ends: set of Haven | «length~toll»
  l1   | h1 h2              | 2
  l2   | h2 h3              | «1~3»
  l3   | h3 h1              | 1
  l4   | «h4~h3 h4»         | 2
var laid_by for each Lane: player or none
def lanes(p: player) = all r in Lane where laid_by[r] is p
def utility(p: player) = longest_trail(lanes(p)) - «1~p.index~longest_trail(lanes(p.next))»
phase laying
  turns once clockwise from P1
    move lay(r in Lane where laid_by[r] is none)
      «when longest_trail(lanes(me)) < 6 else "long enough"»
      then
        laid_by[r] = me
        say "{longest_trail(lanes(me) + {l1})}"
    otherwise
      leave turn
  say "{longest_trail(Lane)}"
""",
    """
grid Plot: each x in 1..4, y in 1..3« where x is not 2 or y is not 3» named "pl{x}{y}"
kind Tile
  name | drawing
  bar  | "##«#»"
  bend | "#. / ##"
  hook | «".# / .# / ##"~"### / #.."»
kind Fence: each plot in Plot, side in Direction where side in {north, east} named "{plot}-{side}"
var fences: set of Fence
def past(c: Plot, way: Direction) = c.offset((1 if way is east else 0), «1~(1 if way is north else 0)»)
var filled: set of Plot
var crop for each Plot: Tile or none
var spare: set of Tile
phase tiling
  begin
    spare = Tile
  turns once clockwise from P1
    move cover(tile in spare, cells in Plot.placements(tile.drawing«, turned~, upright~»)) as "{tile} {cells}"
      when no c in cells where c in filled else "something lies there"
      when not (Fence[past(pl33, «east~north»), «north~east»] in fences)
      «when filled is empty or some c in cells where c.offset(«1, 0~0, -1~-1, 1») in filled else "alone"»
      then
        filled = filled + cells
        remove tile from spare
    move paint(c in Plot)
      when crop[c] is none
      «when some d in c.neighbours where crop[d] is «bar~none»~when c.step(«east~north») in filled~\
when c.step(east) is not none and crop[c.step(east)] is «bar~none»~\
when c.step(south) is not none
      when crop[c.step(south)] is not bar»
      then
        crop[c] = «bar~bend»
«        for way in Direction where c.step(way) is not none
          crop[c.step(way)] = «crop[c]~hook»
»    otherwise
      leave turn
  say "{filled} {count cells in Plot.placements(bar.drawing) where pl11 in cells}"
  say "{all way in {south, west, northeast, southeast, northwest} where pl22.step(way) in filled} {north.previous}"
  say "{count way in Direction where pl22.step(way) is not none}"
«var grower for each Plot: player or none
def far(c: Plot, way: Direction): set of Plot
  let stop = first d in c.ray(way) where grower[d] is not none
  between(c, stop)   if stop is not none and grower[stop] is not me
  empty              otherwise
def open_post(n: 1..4) = (item n of all s in (clockwise from «o1~o2») where s is empty)
def onward(c: Plot) = all d in c.«neighbours~steps({east, north})» where grower[d] is none or d in filled
phase growing
  begin
    grower[pl22] = P1
    grower[«pl31~pl43»] = P2
  turns clockwise from P1 until (count c in Plot where grower[c] is not none) > 9
    move sow(c in Plot)
      when grower[c] is none
      when some way in Direction where far(c, way) is not empty
      then
        for way in Direction
          for d in far(c, way)
            grower[d] = none
        grower[c] = me
        if some line in Plot.lines(3) where c in line and (every d in line: grower[d] is me)
          add c to filled
    move go(from in Plot where grower[from] is me, way in Direction)
      let to = from.step(way)
      when to is not none
      when grower[to] is not me
      when some d in (reach t from {from} by onward(t)) where d is «pl43~pl11»
      then
        grower[from] = none
        grower[to] = me
        let free = open_post(«2~from.x»)
        if free is not none
          put Pin[1] on free
    otherwise
      leave turn
  say "{count c in (reach t from {pl22} by onward(t))}"
»""",
    """
kind Grain: oat, rye, corn
card Sack: 3 of each grain in Grain
zone barn: Sack, seen by everyone
zone loft for each player: Sack, seen by «owner~everyone»
var low_marks: set of 3..7
var wide_marks: set of 1..9
phase storing
  put all Sack into barn
  deal «3~4» at random from barn into loft[P1]
  for s in «barn~loft[P1]»
    ask P1
      move keep
      move mark(n in 3..5)
        then
          add n to low_marks
          wide_marks = low_marks« + {9}»
          if «n in wide_marks~(count k in wide_marks) is 1»
            put s from «barn~barn~loft[P1]» into loft[P2]
    «deal up to 1 at random from barn into loft[P2]»
  low_marks = «wide_marks~all n in wide_marks where n in 3..7»
  say "{wide_marks - low_marks}"
""",
)
