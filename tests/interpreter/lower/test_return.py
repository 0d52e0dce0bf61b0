"""`return p`: who was out is in again, for turns, neighbours and everything that is said of the players."""

from __future__ import annotations

from agreement import Engines, built, compared, unsound
from written_games import do, offers, start, story

from astro_referee.grammar.source import Source

ROUNDS = """astro 1
game Rounds for 3 players
var round: 0..3
phase match until round is 2
  phase one_round
    begin
      return everyone
      round += 1
    turns clockwise from P1 until players.size is 1
      move fold
        then
          retire me
          say "{players} go on, {me.next} is next"
      move fetch(p in everyone where p not in players)
        then
          return p
          say "{players} are in"
end
  say "{players}"
  draw
"""


def test_who_was_out_has_turns_again() -> None:
    match = start(ROUNDS)
    do(match, "P1 fold", "P2 fold", "P1 fold", "P2 fetch P1", "P3 fold", "P1 fold")
    assert story(match) == [
        *["P2 and P3 go on, P2 is next", "P3 go on, P3 is next"],
        *["P2 and P3 go on, P2 is next", "P1, P2 and P3 are in", "P1 and P2 go on, P1 is next", "P2 go on, P2 is next"],
        "P2",
    ]


def test_a_player_who_is_in_stays_in() -> None:
    match = start(ROUNDS)
    assert offers(match) == ["P1 fold"]


def test_all_engines_agree() -> None:
    machine = built(Source("rounds.astro", ROUNDS))
    assert machine is not None
    assert not list(unsound(machine))
    assert compared(Engines(machine), 2, 200)
