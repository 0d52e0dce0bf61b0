"""Teams: partners share zones, places, numbers and wins, in results, simulations and the worth of a position."""

from __future__ import annotations

from agreement import Engines, built, compared, unsound
from written_games import do, start, story

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.study import simulation
from astro_referee.interpreter.study.bots.evaluation import PositionValue, by_place

PAIRS = """astro 1
game Pairs for 4 players
team Side: north_south, east_west
kind Suit: red, blue
card Card: each suit in Suit, rank in 1..4
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone tricks for each Side: Card, seen by owner
var score for each Side: 0..9
phase play
  begin
    put all Card into deck
    for p in players
      deal 2 from deck into hand[p]
  turns clockwise from P1 until every p in players: hand[p] is empty
    move keep(card in hand[me]) as "keep {card}"
      when tricks[me.side].size < 9 or card in tricks[me.side] else "{tricks[me.side]} are enough"
      then
        put card from hand[me] into tricks[me.side]
        score[me.side] += 1
        say "seen by {me.side}" to me.side
    move give(card in hand[me]) as "give {card}"
      then
        put card from hand[me] into tricks[me.side.next]
    move claim
      then
        winner me.side because "{me.partners} helped"
end
  rank s in Side by highest score[s]
"""

SIDES = """astro 1
game Sides for 2..4 players
team Side: hares, dogs
player
  name | side: Side
  Ann  | hares
  Bob  | dogs
  Cat  | dogs
  Dan  | dogs
var score for each Side: 0..9
phase play
  turns once clockwise from Ann
    move go
      then
        score[me.side] += 1
    move out
      then
        retire me
end
  say "{hares.players.size} {dogs.players} {Bob.partners.size} {Bob.side.next}"
  winner best s in Side by highest score[s]
"""


def play_out(sides: dict[int, str]) -> Match:
    """A game of pairs in which the seats of a side all keep, or all give."""
    match = start(PAIRS)
    match.settle_all()
    for turn in range(8):
        seat = turn % 4
        card = next(match.written(m) for m in match.legal(seat) if match.written(m).startswith(sides[seat % 2]))
        do(match, f"P{seat + 1} {card}")
    return match


def test_partners_have_one_place_and_one_number() -> None:
    match = play_out({0: "keep", 1: "give"})
    result = match.result
    assert result is not None
    assert (result.places, result.scores, result.winners) == ((1, 2, 1, 2), (4, 0, 4, 0), (0, 2))
    assert narration.ending(match) == [
        "P1 and P3 (north_south) win.",
        "  place 1: P1 and P3 (north_south) with 4",
        "  place 2: P2 and P4 (east_west) with 0",
    ]
    data = narration.result_data(match)
    assert data is not None and data["teams"] == ["north_south"]


def test_a_team_wins_by_name() -> None:
    match = start(PAIRS)
    match.settle_all()
    do(match, "P1 claim")
    assert match.result is not None
    assert (match.result.winners, match.result.text) == ((0, 2), "P3 helped")


def test_equal_teams_are_drawn() -> None:
    match = play_out({0: "give", 1: "give"})
    assert match.result is not None
    assert match.result.draw and match.result.places == (1, 1, 1, 1)


def test_a_zone_of_a_team_is_seen_by_its_players() -> None:
    match = start(PAIRS)
    match.settle_all()
    card = next(match.written(m) for m in match.legal(0) if match.written(m).startswith("keep"))
    do(match, f"P1 {card}")
    for seat in range(4):
        tricks = next(f for f in match.view(seat).fields if f.name == "tricks")
        assert (card.removeprefix("keep ") in str(tricks)) == (seat in (0, 2))
    heard = [line.to for event in match.events for line in event.said]
    assert heard == [0b0101]


def test_a_column_says_who_plays_for_whom() -> None:
    match = start(SIDES, 4)
    do(match, "Ann go", "Bob out", "Cat go", "Dan go")
    assert story(match) == ["1 Cat and Dan 2 hares"]
    assert match.result is not None
    assert (match.result.winners, match.result.places) == ((1, 2, 3), (2, 1, 1, 1))


def test_simulations_count_partners_together() -> None:
    tally = simulation.part(start(PAIRS).game, 1, 0, 40)
    assert tally.wins[0] == tally.wins[2] and tally.wins[1] == tally.wins[3]
    assert tally.wins[0] + tally.wins[1] + tally.draws == 40


def test_a_partner_is_no_rival_to_a_bot() -> None:
    assert by_place((1, 2, 1, 2), True, (0, 1, 0, 1)) == (1, 0, 1, 0)
    worth = PositionValue(start(PAIRS).game)
    for points in ([0, 1, 0, 1], [4, 0, 4, 0]):
        ahead = worth.by_lead(points)
    assert ahead[0] == ahead[2] > 0.5 > ahead[1] == ahead[3]


def test_all_engines_agree() -> None:
    for text, seats in ((PAIRS, 4), (SIDES, 3)):
        machine = built(Source("teams.astro", text), seats)
        assert machine is not None
        assert not list(unsound(machine))
        assert compared(Engines(machine), 2, 200)
