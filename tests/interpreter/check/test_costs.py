"""What may cost how much: refused where no size is small, else counted in play, from one stop to the next."""

from __future__ import annotations

import pytest

from astro_referee.grammar.problems import Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination, pipeline
from astro_referee.interpreter.machine.costs import DEAREST
from astro_referee.interpreter.pipeline import written
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.study import simulation

SUBSETS = """astro 1
game Costs for 1 player
kind Suit: clubs, hearts
card Card: each suit in Suit, number in 1..26
zone hand: Card, seen by everyone

def near(a: Card, b: Card) = abs(a.number - b.number) < 3
def crowd(cards: set of Card) = count a in cards where tight(cards, a)
def tight(cards: set of Card, a: Card) = some b in cards where near(a, b) and close(cards, a, b)
def close(cards: set of Card, a: Card, b: Card) = every c in cards: near(a, c) or near(b, c)

phase play
  begin
    put all Card into box
    put (all c in Card where c.number > 23) from box into hand
  say "{count few in 3 of hand where crowd(few) > 2}"
zone box: Card, seen by everyone
end
  draw
"""


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASTRO_CACHE", "")


def game_of(text: str, most: int = DEAREST) -> Game:
    """A game that may take so many steps between two stops."""
    game = library.prepare(library.load(Source("costs.astro", text)))
    game.engine.module["DEAREST"] = most
    return game


def test_what_is_small_in_play_is_not_refused() -> None:
    """A subset of a whole pack, three times over, would take too long; three cards do not."""
    game = game_of(SUBSETS)
    match = Match(game, 1, game.players)
    assert [line.text for line in match.opening] == ["20"]


def test_what_is_large_whatever_happens_is_refused() -> None:
    wide = (
        "def wide = " + "".join(f"some {name} in Card where (" for name in "vwxyz") + "v < w or x < y or y < z)))))\n"
    )
    text = SUBSETS.replace("crowd(few) > 2", "(crowd(few) > 2 or wide)").replace("phase", f"{wide}\nphase")
    problems = examination.examine(Source("costs.astro", text)).problems
    assert [problem.code for problem in problems if problem.severity is Severity.ERROR] == ["too-costly"]


# --- Counting in play ------------------------------------------------------------------------------------------------

HEAP = """astro 1
game Heap for 2 players
die pip: 1..2
var heap: set of 1..300
var middle: 0..300
var rounds: 0..99

def middles = count n in heap where (some a in heap where a < n and (some b in heap where a + b is 2 * n))  # here

FLOW
end
  draw
"""

ASKING = """\
phase play
  turns clockwise from P1
    move gather(n in {3, 30, 300})
      then
        heap = all m in 1..300 where m <= n
    move look
      then
        middle = middles
"""

ROLLING = """\
phase play until rounds is 99
  begin
    heap = all n in 1..300 where n <= 30
  rounds += 1
  roll pip
  middle = middles
"""

LISTING = """\
phase play
  begin
    heap = all n in 1..300 where n <= 30
  ask P1
    move start
  turns clockwise from P1
    move take
      when middles > heap.size
    otherwise
      rounds = 1
"""


def spent_by(text: str) -> int:
    """Steps that were counted when the heap of thirty was looked at."""
    game = game_of(text)
    match = Match(game, 1, game.players)
    assert match.submit(0, "gather 30").ok
    assert match.submit(1, "look").ok
    spent = game.engine.module["SPENT"][0]
    assert isinstance(spent, int)
    return spent


def test_what_takes_too_long_stops_at_its_line_and_the_match_goes_on() -> None:
    text = HEAP.replace("FLOW", ASKING)
    game = game_of(text, 2 * spent_by(text))
    match = Match(game, 1, game.players)
    assert match.submit(0, "gather 300").ok
    before, options, events = match.state[:], match.options[:], len(match.events)
    for _ in range(2):
        with pytest.raises(FaultyRules) as caught:
            match.submit(1, "look")
        source, problem = caught.value.source, caught.value.problem
        assert problem.code == "too-costly"
        assert source.text.splitlines()[source.place(problem.span.start)[0] - 1].endswith("# here")
        assert (match.state, match.options, len(match.events)) == (before, options, events)
    assert match.submit(1, "gather 30").ok
    assert match.submit(0, "look").ok
    assert game.value(match.state, "middle") == 28


def test_steps_are_counted_from_one_decision_to_the_next() -> None:
    text = HEAP.replace("FLOW", ASKING)
    game = game_of(text, 2 * spent_by(text))
    match = Match(game, 1, game.players)
    assert match.submit(0, "gather 30").ok
    for turn in range(1, 12):
        assert match.submit(turn % 2, "look").ok
    other = Match(game, 1, game.players)
    assert other.submit(0, "look").ok


def test_steps_are_counted_from_one_chance_event_to_the_next() -> None:
    game = game_of(HEAP.replace("FLOW", ROLLING), 2 * spent_by(HEAP.replace("FLOW", ASKING)))
    match = Match(game, 1, game.players)
    match.settle_all()
    assert match.over
    below = Generator(1).below
    assert simulation.walk(game.engine, game.engine.start(), below, []).over
    assert game.engine.playout(game.engine.start(), below) == 0


def test_looking_for_moves_that_are_not_there_is_counted_together() -> None:
    game = game_of(HEAP.replace("FLOW", LISTING), 9 * spent_by(HEAP.replace("FLOW", ASKING)))
    match = Match(game, 1, game.players)
    with pytest.raises(FaultyRules) as caught:
        match.submit(0, "start")
    assert caught.value.problem.code == "too-costly"


def test_what_is_cheap_is_not_counted() -> None:
    built, _ = pipeline.build(
        Source("costs.astro", HEAP.replace("FLOW", ASKING).replace("300", "20").replace("30,", "10,"))
    )
    assert built is not None
    assert "SPENT[0] +=" not in written(built.machine).module()


DUTY = """astro 1
game Duty for 2 players
var n: 0..999
phase play
  turns clockwise from P1 until n > 900
    move go(k in 1..200) as "{k}"
      when k <= n + 3
      must maximise (count m in 1..99 where (m + n) mod (k + 1) is 0)  # here
      then
        n = k
    move leap
      then
        n = 200
end
  draw
"""


def test_a_duty_is_counted_for_each_candidate() -> None:
    game = game_of(DUTY, 20_000)
    match = Match(game, 1, game.players)
    assert [match.written(move) for move in match.legal()] == ["1", "leap"]
    before = match.state[:]
    with pytest.raises(FaultyRules) as caught:
        match.submit(0, "leap")
    source, problem = caught.value.source, caught.value.problem
    assert problem.code == "too-costly"
    assert source.text.splitlines()[source.place(problem.span.start)[0] - 1].endswith("# here")
    assert match.state == before
    assert match.submit(0, "1").ok


PIECES = """astro 1
game Pieces for 1 player
kind Column: a..j
grid Cell: each column in Column, row in 1..10
kind Piece
  name  | drawing
  hook  | "#.. / ###"
  crook | "#... / ####"
  sprig | ".#.. / ####"
  clump | "##. / ###"
var grown: set of Cell = {f6}
def aslant(c: Cell) = some n in c.steps(diagonal) where n in grown

phase play
  turns once clockwise from P1
    move lay(piece in Piece, cells in Cell.placements(piece.drawing)) as "{piece} {cells}"
      when some c in cells where aslant(c) else "it touches no corner"
      then
        add cells to grown
    otherwise
      never because "there is room"
end
  draw
"""


def test_a_piece_costs_as_much_as_it_has_squares() -> None:
    """Not as much as the board has: it is asked of every placement."""
    game = game_of(PIECES)
    match = Match(game, 1, game.players)
    assert len(match.legal()) > 400
    assert game.engine.module["SPENT"][0] < DEAREST / 10
