"""What people try who know rulebooks and other languages better than Astro, and what they are told.

Tries are parted by empty lines. Each is put into a sound file by itself; the snapshots read as one long dialogue.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest
from syrupy.assertion import SnapshotAssertion

from astro_referee.grammar import report
from astro_referee.grammar.problems import Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.play import library

GAME = """astro 1
game Sample for 2 players
option most: 1..5 = 3
option fast: bool
ruling R1 "Once." from "page 1"
kind Suit: moon, sun
card Card: each suit in Suit, number in 1..5
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone open: Card, seen by everyone
var score for each player: 0..20
(margin)
def worth(c: Card) = c.number
procedure refill(p: player, number: 0..5)
  deal up to number from deck into hand[p]
phase play (until)
  begin
    put all Card into deck
    for p in players
      do refill(p, 2)
    (step)
  turns once clockwise from P1
    move play(card in hand[me])
      (rule)
      when card.number <= most or fast else "too high" @R1
      then
        put card from hand[me] into open
        score[me] += worth(card)
        (effect)
    otherwise
      do refill(me, 1)
  ask P1
    move stop
      then
        draw
end
  (end)
"""
SOUND = {"(until)": "until deck is empty", "(end)": "rank p in players by highest score[p]"}

TRIED = {
    "(step)": """
draw 2 from deck

total = 3 + 4
score[P1] = total

if score[P1] > 3
  score[P1] = 0
otherwise
  score[P1] = 1

if score[P1] > 3
  score[P1] = 0
elif score[P2] > 3
  score[P1] = 1

if score[P1] is greater than 3
  score[P1] = 0

if deck contains Card[moon, 1]
  score[P1] = 0

if true
  score[P1] = 0

for every p in players
  score[p] = 0

each player
  score[P1] = 0

repeat 3 times
  score[P1] += 1

when score[P1] is 2
  score[P1] = 0

P1 chooses a card

shuffle deck
deal one from deck into open
""",
    "(effect)": """
reveal hand[me]

show hand[me]

score[me] is 3

set score[me] to 3

increase score[me] by 2

score[me]++

next player

score[next player] = 1

end turn

end game

return

var n = 3

deal 1 to me

discard card
""",
    "(rule)": """
if card.number > 2 else "too low"

require card.number > 2

where card.number > 2

when card.number > 2, "too low"

unless card.number > 2
""",
    "(margin)": """
zone row for each player: Card, seen by me

zone row: Card, seen by all

zone row: Card, seen by none

zone row: Card, hidden

zone row

zone row of Card

zone row: set of Card, seen by everyone

var n: number

var n: boolean

var n: string

var n = 0

var n: list of Card

let n = 3

option short: yes

procedure enrich(p: player)
  score[p] = 9
def idle = 3
test "a rich player"
  given
    do enrich(P1)
  expect score[P1] is 9
""",
    "(until)": """
until all hands are empty

until hand[P1] are empty

until every hand is empty

until someone has 3

until any p in players where score[p] is 3
""",
    "(end)": """
winner highest score

winner p with highest score[p]

highest score wins

winner p in players by highest score[p]

win P1

loser P1
""",
}

CHANGED = """
def worth(c: Card) = 2

zone hand for each player: Card, seen by everyone

phase play
  draw

end
  draw

move stop
  then
    draw

remove stop

change stop
  move stop

add to play
  say "On."

set most = 4

option most: 4

replace deal up to number
  deal 1 from deck into hand[p]

replace begin.put
  put all Card into open

drop move stop

insert in begin
  say "On."

replace stop with halt

replace refill
  deal up to 1 from deck into hand[p]

replace refill
  procedure fill(p: player, number: 0..5)
    deal up to number from deck into hand[p]

replace worth
  c.number + 1

replace begin
  put all Card into deck

replace play "too high"
  card.number < 3

drop R1

drop stop

drop play.play

drop then

drop end

option most = 40

replace refill
  procedure refill(p: player, number: 0..5)
    deal up to 1 from deck into hand[p]

replace play.play.then
  then
    score[me] += 1
"""


def tries(text: str) -> list[str]:
    return text.strip("\n").split("\n\n")


def filled(place: str, lines: str) -> str:
    """The game with some lines at one of its places."""
    text = GAME
    for name in ["(margin)", "(step)", "(rule)", "(effect)", "(until)", "(end)"]:
        put = lines if name == place else SOUND.get(name, "")
        before = text[: text.index(name)].rpartition("\n")[2]
        text = text.replace(name, indent(put, before if before.isspace() else "").lstrip())
    return text


def answer(tried: str, source: Source) -> str:
    """Some lines, and what is said about them."""
    told = [tried, ""]
    for problem in examination.examine(source).problems:
        if problem.severity is Severity.NOTE:
            continue
        line, column = source.place(problem.span.start)
        told += [f"  {source.file(problem.span.start)}:{line}:{column} {problem.severity.value}[{problem.code}]"]
        told += [f"    {said}" for said in (problem.message, problem.label, *report.all_notes(source, problem)) if said]
    return "\n".join([*(told if len(told) > 2 else [*told, "  nothing"]), ""])


def test_the_frame_is_sound() -> None:
    assert examination.examine(Source("sample.astro", filled("", ""))).ok


@pytest.mark.parametrize("place", TRIED)
def test_tried_in_a_game(place: str, snapshot: SnapshotAssertion) -> None:
    answers = [answer(tried, Source("sample.astro", filled(place, tried))) for tried in tries(TRIED[place])]
    assert "\n".join(answers) == snapshot


def test_tried_in_a_variant(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    (tmp_path / "sample.astro").write_text(filled("", ""), encoding="utf-8")
    path = tmp_path / "mine.astro"
    answers = []
    for tried in tries(CHANGED):
        path.write_text(f'astro 1\nvariant Mine of "sample.astro"\n{tried}\n', encoding="utf-8")
        answers.append(answer(tried, library.load_source(path, "mine.astro")))
    assert "\n".join(answers) == snapshot
