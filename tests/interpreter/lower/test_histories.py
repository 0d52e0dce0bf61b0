"""What a game remembers of positions that have been: kept for each player, compared as a whole, looked ahead to."""

from __future__ import annotations

import pytest

from astro_referee.grammar import report
from astro_referee.grammar.source import Source
from astro_referee.interpreter import api, examination
from astro_referee.interpreter.machine.runtime import LONGEST_PAST
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.records import records


def start(text: str) -> Match:
    source = Source("test.astro", text)
    try:
        game = library.prepare(library.load(source))
    except library.BadRules as bad:
        pytest.fail(report.frames(source, bad.problems))
    return Match(game, 1, game.players)


def do(match: Match, *moves: str) -> None:
    for text in moves:
        seat = match.legal()[0][0]
        verdict = match.submit(seat, text)
        assert verdict.ok, (text, verdict)


def last_said(match: Match) -> str:
    said = [line.text for line in (match.opening, *(event.said for event in match.events))[-1]]
    return said[-1]


LAMPS = """astro 1
game Lamps for 2 players
kind Lamp: left, right
var lit for each Lamp: bool
var latest: Lamp or none
var hidden_count: 0..99, seen by nobody

history both of lit, latest
history lamps for each player of lit

procedure toggle(lamp: Lamp)
  lit[lamp] = not lit[lamp]

procedure toggle_and_remember(lamp: Lamp)
  do toggle(lamp)
  remember lamps[P1]

phase play until hidden_count is 99
  turns clockwise from P1 until hidden_count is 99
    remember both
    remember lamps[me]
    hidden_count += 1
    say "{both.times} {lamps[P1].times} {lamps[P2].times}"
    move flip(lamp in Lamp) as "{lamp}"
      "{after do toggle(lamp): lamps[me].times} {after do toggle_and_remember(lamp): lamps[P1].times}"
      when after this: lamps[me].times < 3 else "it was so often enough"
      then
        do toggle(lamp)
        latest = lamp
    move rest
end
  draw
"""


def test_each_history_counts_what_it_has_remembered() -> None:
    match = start(LAMPS)
    told = [last_said(match)]
    for move in ("left", "left", "rest", "right", "right", "rest"):
        do(match, move)
        told.append(last_said(match))
    assert told == [
        "1 1 0",  # all dark, remembered for P1
        "1 0 1",  # the left one burns, for P2
        "1 2 0",  # all dark again, but `latest` is another one now
        "2 2 1",  # the same position for P2
        "1 1 0",  # the right one burns, for P1
        "1 2 2",  # all dark, and the right one was last
        "2 3 2",
    ]


def test_looking_ahead_asks_the_past_and_leaves_no_trace() -> None:
    match = start(LAMPS)
    do(match, "left")
    before = list(match.state)
    abouts = [match.about(move) for move in match.legal() if match.written(move) != "rest"]
    # P2 has never had the turn in the dark, P1 has once; with one more remembered it is twice
    assert abouts == ["0 2", "0 1"]
    assert list(match.state) == before


def test_a_guard_may_forbid_a_repetition() -> None:
    match = start(LAMPS)
    do(match, "rest", "rest", "rest", "rest", "left")
    # for P1 it was dark three times
    do(match, "rest")
    refused = match.judge(0, "left")
    assert [reason.text for reason in refused.reasons] == ["it was so often enough"]


def test_positions_are_equal_if_their_pasts_are() -> None:
    one, other, third = start(LAMPS), start(LAMPS), start(LAMPS)
    do(one, "left", "left", "rest", "rest")
    do(other, "left", "left", "rest", "rest")
    assert one.state == other.state
    do(third, "rest", "rest", "left", "left")
    assert one.state != third.state


def test_a_record_brings_the_past_back() -> None:
    match = start(LAMPS)
    do(match, "left", "left", "rest", "right")
    again = records.replay(records.read(api.save(match)), match.game)
    assert again.state == match.state


FULL = """astro 1
game Full for 1 player
var n: 0..5000
history past of n
phase play until n is 5000
  n += 1
  remember past  # here
  if n mod 500 is 0
    ask P1
      move on
end
  draw because "{past.times}"
"""


def test_a_history_that_is_full_stops_the_game_at_its_line() -> None:
    match = start(FULL)
    for _ in range(LONGEST_PAST // 500 - 1):
        do(match, "on")
    before = list(match.state)
    with pytest.raises(FaultyRules) as fault:
        do(match, "on")
    assert fault.value.problem.code == "too-costly"
    line = match.game.rules.source.place(fault.value.problem.span.start)[0]
    assert match.game.rules.source.text.splitlines()[line - 1].endswith("# here")
    assert list(match.state) == before


# --- Single entries ---------------------------------------------------------------------------------------------------

ENTRIES = """astro 1
game Entries for 2 players
var lapses for each player: 0..3
token Man on Spot: each owner in player
ring Spot: s1, s2, s3
zone hand for each player: Card, seen by owner
card Card: 4
history first of lapses[P1], Man[P2]
history whole of lapses, Man

phase play
  begin
    put all Card into hand[P1]
    put all Man on s1
  turns clockwise from P1
    remember one
    remember whole
    say "{one.times} {whole.times}"
    move lapse(n in 0..3)
      then
        lapses[me] = n
    move walk(to in Spot)
      then
        put Man[me] on to
    move look_ahead
      when after do lapse_of(me): one.times is 0 else "{one.times}"

procedure lapse_of(p: player)
  lapses[p] = 3
""".replace("history first", "history one")


def test_a_history_of_single_entries_minds_nothing_else() -> None:
    match = start(ENTRIES)
    do(match, "lapse 0", "lapse 2", "walk s2")
    assert last_said(match) == "4 1"
    do(match, "walk s3")
    assert last_said(match) == "1 1"
    do(match, "walk s1", "walk s1")
    assert last_said(match) == "5 2"
    do(match, "lapse 3", "walk s2")
    assert last_said(match) == "1 1"
    assert not match.judge(match.actors[0], "look ahead").ok
    do(match, "lapse 0")
    assert match.judge(match.actors[0], "look ahead").reasons[0].text == "1"


def test_records_of_single_entries_read_back() -> None:
    match = start(ENTRIES)
    do(match, "lapse 1", "walk s2", "lapse 1", "walk s1")
    again = records.replay(records.read(api.save(match)), match.game)
    assert again.state == match.state


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ("lapses[P3]", "unknown-name"),
        ("lapses[s1]", "wrong-type"),
        ("lapses[P1, P2]", "wrong-index"),
        ("lapses[one]", "bad-type"),
        ("hand[P1]", "wrong-audience"),
        ("lapses[lapses[P1]]", "wrong-type"),
    ],
)
def test_entries_that_are_none(part: str, code: str) -> None:
    text = ENTRIES.replace("lapses[P1], Man[P2]", part)
    assert code in [problem.code for problem in examination.examine(Source("test.astro", text)).problems]


def test_the_index_of_an_entry_does_not_change() -> None:
    text = ENTRIES.replace("lapses[P1], Man[P2]", "lapses[chief]").replace("token Man", "var chief: player\ntoken Man")
    assert [p.code for p in examination.examine(Source("test.astro", text)).problems if p.code == "not-fixed"]


QUEUE = """astro 1
game Queue for 2 players
kind Colour: red, blue, green
card Card: 2 of each colour in Colour
zone line: row of 3 Card, seen by everyone
zone stacks for each player: pile of Card, seen by everyone
zone box: Card, seen by everyone
history lines of line
history stacked of stacks[P1]

phase play
  begin
    put all Card into box
    for c in Colour
      put Card[c] from box into line
  turns clockwise from P1
    remember lines
    remember stacked
    say "{lines.times} {stacked.times}"
    move last(colour in Colour) as "{colour}"
      then
        put Card[colour] from line into line
    move lay(colour in Colour) as "lay {colour}"
      when Card[colour] in box
      then
        put Card[colour] from box on stacks[P1]
    move lift
      when stacks[P1].size is 2
      then
        put stacks[P1] from stacks[P1] into box
    move stop
      then
        draw
"""


def test_cards_in_another_order_are_another_position() -> None:
    match = start(QUEUE)
    told = []
    for move in (
        "red",
        "blue",
        "green",
        "lay red",
        "lay blue",
        "lift",
        "lay blue",
        "lay red",
        "lift",
        "lay red",
        "lay blue",
    ):
        do(match, move)
        told.append(last_said(match))
    assert told[:3] == ["1 2", "1 3", "2 4"]
    assert [line.split()[1] for line in told[3:]] == ["1", "1", "5", "1", "1", "6", "2", "2"]
