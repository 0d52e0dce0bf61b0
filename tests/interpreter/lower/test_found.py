"""`if some p in players where … as p`: the first one that is found has a name in the block."""

from __future__ import annotations

import pytest
from agreement import Engines, built, compared, unsound
from written_games import do, start, story

from astro_referee.grammar.source import Source

BIDS = """astro 1
game Bids for 3 players
var bid for each player: 0..3
var asked: player or none
phase play
  turns once clockwise from P1
    move offer_coins(n in 0..3) as "{n}"
      then
        bid[me] = n
  if some p in players where bid[p] is 1 as p
    say "{p} asks"
    ask p
      move take
        then
          asked = p
      move leave_it
    if asked is p
      winner p
    winner p.next
  else if some n in 2..3 where (every p in players: bid[p] is n) as level
    say "all bid {level}"
  else
    say "nothing"
  if some p in clockwise from P3 where bid[p] is 0 as p
    say "{p} bid nothing"
end
  draw
"""


@pytest.mark.parametrize(
    ("bids", "said"),
    [
        ((2, 1, 1), ["P2 asks"]),
        ((3, 3, 3), ["all bid 3"]),
        ((0, 0, 2), ["nothing", "P1 bid nothing"]),
        ((2, 3, 2), ["nothing"]),
    ],
)
def test_the_first_that_is_found_has_the_name(bids: tuple[int, ...], said: list[str]) -> None:
    match = start(BIDS)
    do(match, *(f"P{seat} {n}" for seat, n in enumerate(bids, 1)))
    assert story(match) == said


def test_the_name_is_kept_behind_a_decision() -> None:
    match = start(BIDS)
    do(match, "P1 2", "P2 1", "P3 1", "P2 take")
    assert match.result is not None
    assert match.result.winners == (1,)


def test_all_engines_agree() -> None:
    machine = built(Source("bids.astro", BIDS))
    assert machine is not None
    assert not list(unsound(machine))
    assert compared(Engines(machine), 2, 200)
