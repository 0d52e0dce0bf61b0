"""Features of generated rules: phases, turns, decisions, moves and endings."""

from __future__ import annotations

FLOW = (
    """
var laps: 0..20
phase running« until laps > «3~5»»« @R1»
«  "Round and round."
»«  begin« @R1»
«    "Once."
»    laps = 0
»«  as soon as laps > «4~8»« @R1»
    «total = 0~leave running»
»  phase lap
    laps += 1
    ask «P1~P2»« "Faster?"»« @R1»
«      "Faster or slower."
»      move faster« @R1»
        then« @R1»
          <steps>
      move slower
        then
          «leave lap~if laps < 9
            repeat lap»
«  finish« @R1»
    say "{laps}"
»""",
    """
var rounds: 0..30
phase rotation«
  until rounds > «3~4»»
  begin
    rounds = 0
  turns« once»« p in» «clockwise~anticlockwise» «from~after» «P1~\
P2»« where me is P1 or rounds < 3» until rounds > 4« "Where to?"»« @R1»
«    "Everybody in turn."
»    rounds += 1
    <steps>
    move step_on« as "on"»
    move step_back« as "back"»
«      "Back."
»      then
        rounds = min(rounds + 1, 30)
    move think(n in 1..«2~3»)« as "think {n}"»
      "Think {n} times."
    move jump(n in 1..3« where n > rounds mod 3»)
«      "Jump."
»«      let far = n + rounds
»«      when n is not 2« else "not {n}"»« @R1»
»«      must n > rounds if able« else "higher"»« @R1»
»«      must maximise n« else "highest"»« @R1»
»      then
        rounds = min(rounds + 1, 30)
""",
    """
var heat: 0..30
phase all_turns
  turns once clockwise from P1
    heat = min(heat + 1, 30)
  turns once q in anticlockwise after P1
    heat = min(heat + q.index, 30)
  turns once clockwise from P2 where heat < 9
    say "{heat}"
  turns once q in clockwise from P2 where q is not P1
    heat = 0
  «turns clockwise from P1 until heat > 5~turns q in clockwise from P1 until heat > 5~\
turns clockwise from P1 where heat < 9 until heat > 5~\
turns q in anticlockwise from P1 where q is P1 or heat > 2 until heat > 5»
    heat = min(heat + 2, 30)
  «turns once clockwise from P1 until heat > 8~turns once q in clockwise from P1 until heat > 8~\
turns once clockwise from P1 where heat < 9 until heat > 7~\
turns once q in clockwise from P1 where q is P1 until heat > 8»
    heat = min(heat + 3, 30)
""",
    """
phase for_ever
  turns« q in» clockwise from P1« where me is P1 or total < 90»
    total = min(total + 1, 99)
    if total > «20~40»
      leave for_ever
    move wait_more
    move hurry
      then
        total = min(total + 9, 99)
""",
    """
var bids for each player: 0..3, seen by owner
var taker: player or none
phase auction
  ask together p in «players~players where total < 50»« "What is it worth to you?"»« @R1»
    move bid_secretly(coins in 0..3)« as "{coins}"»
      then
        bids[me] = coins
    «otherwise
      total = 1»
  ask any p in «players~players where p is not P1»« "Whose is it?"»« @R1»
    move claim« as "mine"»
      then
        taker = me
    move whisper(n in 1..2) as "whisper {n}"
    move shout(n in 1..2)
      when n < 2 or total > 3
    otherwise« @R1»
      taker = none
  if taker is not none
    ask taker
      move gloat
        then
          say "{taker}: {total}"
      otherwise
        draw
""",
    """
move push(n in 1..3« where n < 3»)« as "push {n}"»« @R1»
«  "Push {n} times."
»  when total + n < 99« else "no more than {99 - total}"»
  then
    total += n
move pull« as "pull"»« @R1»
«  "Pull."
»move idle(n in 1..2)« as "idle {n}"»
«  "Idle for {n}."
»move look(s in Suit, c in {moon, s})
  when not possible(push) or «possible(pull)~possible(push, P1)~streak(push, 2) > 1~me is P1»
  when after this: total «< 99~mod 2 is 0~is 4»
  then
    total = min(total + 2, 99)
phase machinery
  turns once clockwise from P1
    offer push, pull« @R1»
    «offer idle
    offer look~offer look, idle~offer look
    offer idle»
    otherwise
      never because "one can always pull"« @R1»
""",
    """
phase branches
  if <test>« @R1»
«    "First."
»    <steps>
«  else if total > 9« @R1»
    <steps>
»«  else if total > 3
    <steps>
»«  else« @R1»
    <steps>
»  for a in 1..2, b in 1..«2~a»« where a is not b or b is 1»« @R1»
    total = min(total + a * b, 99)
  for pair in «2 of Suit~1..2 of {moon, star}~1..2 of Suit»
    total = min(total + pair.size, 99)
  for q in «clockwise from P1~anticlockwise from P2~clockwise after P1~anticlockwise after P2»
    ask q
      move nod
      move shake
        then
          <steps>
""",
    """
phase telling
  say "{total}"« to «P1~everyone~{P2}»»« @R1»
  «score[P1] += 1~score[P2] = 3~total = 9»« @R1»
  «score[P1] -= 1~total -= 3»
  who = random from players« @R1»
  «swap score[P1] with score[P2]~swap bid with bid»« @R1»
  «add {moon} to palette~add moon to palette~remove moon from palette»« @R1»
  if total > «30~3»
    «winner P1« because "enough {total}"»~draw« because "even"»~winner players~\
rank p in players« where p is P1 or total < 50» by highest score[p]«~ then lowest p.index~\
 then lowest p.index then highest (p is who)»« because "{total}"»»« @R1»
  let total_now = «total + 1~total * 2 / 3 - 1~-total mod 4~(total - 3) mod 5»« @R1»
  say "{total_now} {min(total_now, 2)} {abs(-total_now)}"
var palette: set of Suit« = {moon}~ = {}~ = empty»
""",
    """
var given_up: set of player
phase retiring
  turns once clockwise from P1
    move give_up
      when players.size > 1
      then
        add me to given_up
        retire me« @R1»
    move go_on
      then
        «show waste to me~say "{others} {everyone}"»
  if players.size is 1
    say "{only p in players} {only best p in players by highest score[p]} {clockwise from P1}"
""",
)

QUESTIONS = (
    """
phase questions
  if «not »(some s in Suit where s is not tint)« and total < 50»« or not some p in players»
    <steps>
  if total > 3 and «not »no s in Suit« where s is tint»
    <steps>
  if total < 3 or «not »every s in Suit« where s is not moon»: s.index < 3
    <steps>
  total = 3 + «count s in Suit~count s in Suit where s > moon~sum of s.index for s in Suit where s is not sun»
  if 3 < «count n in 0..9 where n mod 3 is 0~highest of n for n in 1..5~lowest of n for n in 4..6 where n > 5»
    <steps>
  if moon «in~not in» «set of s for s in Suit where s is tint~all s in Suit where s is not tint»
    <steps>
""",
    """
phase choices
  tint = «first s in Suit~last s in Suit~first s in Suit where s.next is star~last s in Suit where s is not star»
  tint = «item 1 of all s in Suit where s is not star~item total + 1 of {moon, sun}~only s in Suit where s is sun»
  who = «only best p in players by highest p.index~\
first best p in players where p is P1 or total < 50 by highest score[p] then lowest total~\
only best p in players where p is P2 by lowest score[p]~first best p in players by highest score[p]»
  chosen = «all c in Cell where c.row is 1~best c in Cell by highest c.row~\
best c in Cell where c.row < 3 by highest c.row then lowest c.column~empty~{}»
  total = «lowest of c.row for c in Cell where c not in chosen~(count c in chosen where c.row «<=~>=» 2)~\
sum of c.row for c in Cell»
  numbers = «set of c.row + 1 for c in chosen~{1, 2}~{total mod 6}»
  if «total in 1..5~total not in 1..5~(total) in numbers~chosen is not empty~\
not chosen is empty»« and not (yes and no)»« or none is who»
    <steps>
""",
)
