"""Features of generated rules: kinds, boards, tables, tokens and cards, each in a phase of its own that uses them."""

from __future__ import annotations

COMPONENTS = (
    """
kind Fish: perch, pike, 1..«2~3», 7« @R1»
«  "What swims."
»ring Chime: 4..1, c..e
«  "What rings."
»var caught: set of Fish
var rung: Chime
phase angling
  for f in Fish where f «is not~>=» «7~pike»
    add f to caught
  rung = «rung.next~rung + 2~Chime[c]~e»
  say "{caught} {rung} {rung - Chime[c]}"
""",
    """
kind Flag
  name
  plain_flag
  cross_flag
kind Rig: each mast in 1..2, sail in 1..2, flag in Flag named "rig{mast}{sail}{flag.index}"
table Tide by hour, letters
  hour        | letters: Letter | height
  0, 2, 4     | a..b            | 3
  1           | c               | 2
kind Letter: a..c
var rig: Rig
kind Boat
«  "What floats."
»  name  | «speed~speed: 0..9» | deep | kept | mood   | berth            | ports: set of Port
  Ferry | 3     | -2   | yes  | "calm" | «Pier~-» | Pier Quay
  Canoe | 1     | 0    | no   | "wild" | Quay | -
  Yacht | «2~0»     | -1   | no   | ""     | - | Quay
kind Port: Pier, Quay, Dock
var boat: Boat« = Canoe»
phase sailing
  rig = Rig[«1~2», 2, «plain_flag~cross_flag»]
  say "{rig.flag} {sum of row.height for row in Tide}"
  boat = «last b in Boat where not b.kept~first best b in Boat by highest b.speed~item 2 of Boat»
  if boat.berth is not none and boat.berth in boat.ports
    say "{boat} {boat.berth.next} {boat.mood}"
  let fleet = all b in Boat where b.deep < «0~-1»
  say "{fleet} {fleet.size} {longest_run(fleet)}"
""",
    """
ring Berth« @R1»
  side: Side | depth: 1..3
  port       | 1..3
  starboard  | 3..1
kind Side: port, starboard
token Ship on Berth: each owner in player« named "ship of {owner}"»« @R1»
«  "Hulls."
»token Buoy on Berth
var berths: 0..99
def moored(p: player) = Ship[p].at
phase harbour
  put Ship[P1] on port1
  put Ship[P2] «on starboard2~on port1»
  «put Buoy on starboard3~remove Buoy»
  «swap Ship[P1].at with Ship[P2].at»
  turns once clockwise from P1
    move sail(to in Berth where to is empty)
      when moored(me) is not none and to - «moored(me)~port2» in 1..«2~4»« else "too far: {to}"»
      then
        put Ship[me] on to
        berths = min(berths + (count b in Berth where b is not empty), 99)
    move wait_there
  «remove Ship[P2]~remove all Ship~put all Ship on port3»
""",
    """
player«: P1, P2, P3« @R1»~
  name | pace
  P1   | 3
  P2   | -1
  P3   | 2»
phase seating
  for p in clockwise from P2
    say "{p} {p.next} {p.index}"
""",
    """
kind Man: each side in player, grade in Rank« named "{grade}{side.index}"»« @R1»
«  "Who walks."
»ring Step: each flight in 1..2, stair in 1..2« where flight is 1 or stair is 2»« named "s{flight}{stair}"»
var on for each Step: Man or none
phase climbing
  for s in Step
    on[s] = «Man[P1, low]~Man[P2, high]~none»
  on[Step[1, 2]] = Man[«P1~P2», middle]
  for s in Step
    if on[s] is not none and on[s].side is P1
      on[s.next] = on[s]
  say "{set of on[s].grade for s in Step where on[s] is not none}"
""",
    """
hexgrid Hex: each x in 1..3, y in 1..3 where x + y > 2« named "h{x}{y}"»« @R1»
kind Line: a..c
grid Square: each file in Line, level in 1..2« named "{file}/{level}"»
graph Town«
  "Where people live."»
  name | links: set of Town | size
  Ulm  | Bonn Jena          | 3
  Bonn | Kiel               | 1..1
  Jena | -                  | 2
  Kiel | -                  | 2
var here: Hex
var there: set of Town
var squares: set of Square
phase travelling
  here = «Hex[2, 2]~first h in Hex where h.neighbours.size > 4~here»
  there = reach t from {«Ulm~Kiel»} by t.neighbours« where t.size < 3»
  squares = «reach s from {Square[a, 1]} by s.steps({north}) + s.around where s.level is 2~Square[b, 1].rays(diagonal)»
  say "{here.steps(diagonal)} {there} {squares} {between(Hex[1, 3], here)} {Hex.lines(2).size}"
  for t in there« where t.size is «2~3»»
    say "{t.links}"
""",
    """
table Toll by gate, hour
«  "What it costs."
»  gate: Gate | hour: 0..3 | toll: 0..9 or none | open: bool | alms: Suit or none
  arch       | 0..1       | 2                  | yes        | none
  arch       | 3          | «1~0~-»            | no         | «moon~star»
  bridge     | 0, 2       | 5                  | yes        | -
kind Gate: arch, bridge
var gate: Gate
var hour: 0..3
var paid: 0..99
def toll(g: Gate, h: 0..3) = Toll[g, h].toll
phase passing
  gate = random from Gate
  hour = random from {0, 1, «2, 3~3»}
  if «toll(gate, hour) is not none and toll(gate, hour) > 1~Toll[gate, hour] is not none»
    paid += «highest of row.hour for row in Toll where row.gate is gate~2»
""",
)

CARDS = (
    """
card Leaf: 2 of each tree in Tree, hue in 1..2« where tree is oak or hue is 1»« named "{tree}:{hue}"»« @R1»
«  "What falls."
»kind Tree: oak, elm
zone heap as "the heap": pile of Leaf, seen by nobody
zone ground: Leaf, seen by everyone«, not shown»
zone rake« as "rakes"» for each player«, 1..2»: Leaf, seen by owner
zone bin for each Tree: «pile of »Leaf, seen by «everyone~nobody~{P1}»
phase autumn
  put all Leaf into heap
  shuffle heap« @R1»
  «deal 2 from heap into ground~deal up to 9 from heap into ground~deal up to 2 at random from heap into ground»
  «deal 1 at random from ground into bin[oak]»
  «put up to 2 of Leaf[oak, 1] from ground into bin[elm]~put all from ground into bin[oak]»
  «show ground to everyone~show bin[oak] to P1~show bin[elm] to {P2}»« @R1»
  say "{ground} {ground.size} {count l in ground where l.hue is 1} {sum of l.hue for l in ground}"
  say "{set of l.tree for l in ground} {all l in ground where l.tree is oak}"
""",
    """
card Gift« @R1»
  name   | worth: 0..9
  Ribbon | 1
  Bell   | 5
  Lamp   | 3
card Wish named "wish {worth}"
  worth | kind: bool
  1..2  | yes
  3     | no
zone wishes: Wish, seen by everyone
zone chest« as "a chest"»: pile of Gift, seen by nobody« @R1»
zone gifts« as "their gifts"» for each player: «pile of »Gift, seen by «owner~everyone»
zone aside as "what is left": Gift, seen by «nobody~peepers~P1»
zone leftovers: Gift, seen by nobody
var peepers: set of player
phase giving
  put all Gift into chest
  put all Wish into wishes
  peepers = {«P1~P1, P2~»}
  «put Gift[Ribbon] from chest into leftovers~put Gift[Lamp] into aside~\
put {Gift[Bell], Gift[Lamp]} from chest into leftovers»
  for p in players
    deal «up to »1« at random» from chest into gifts[p]
  turns once clockwise from P1
    move unwrap(g in «gifts[me]~1 of gifts[me]»)« as "{g}"»
      then
        put g from gifts[me] into aside
    otherwise« @R1»
      say "{me} has nothing."
  «put all from aside into leftovers~put all Gift into leftovers»
""",
    """
card Seed: each plant in Plant named "{plant}"
card Nut: 3 of each plant in Plant« named "nut of {plant}"»
card Root: each plant in Plant
kind Plant: bean, pea
zone sack: pile of Seed, seen by nobody
zone soil for each 1..2: Seed, seen by everyone
zone shell: Nut, seen by everyone
zone bowl: Nut, seen by everyone
zone store: Root, seen by everyone
var grown: 0..40
phase sowing until grown > «3~5»
  begin
    put all Seed into sack
    put all Nut into shell
    put all Root into store
  deal up to 1 from sack into soil[«1~2»]
  put «1 of Nut[pea]~Nut[bean]~up to 2 of Nut[bean]» from shell into bowl
  put Root[«pea~bean»] into store
  put all from «bowl~bowl» into shell
  grown += «2~3»
""",
)
