"""What is counted natively is what Python counts: tallies game by game, sequences, playouts, however it is shared."""

from __future__ import annotations

import gc
import resource
from pathlib import Path

import pytest
import shelf

from astro_referee.grammar.source import Source
from astro_referee.interpreter.machine.runtime import CHANCE
from astro_referee.interpreter.play import library, native
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules
from astro_referee.interpreter.play.perft import Counter, TooManyPositions
from astro_referee.interpreter.study import simulation
from astro_referee.interpreter.study.bots import bot
from astro_referee.interpreter.study.simulation import Tally, simulate

KUHN = "examples/kuhn_poker.astro"

FAULTY = """astro 1

game Faulty for 2 players
  "It breaks now and then."

die pip: 1..6
var sum: 0..40

phase play
  turns clockwise from P1
    roll pip
    move add as "add"
      "Add {pip}."
      then
        sum += pip
    move rest as "rest"
      "Rest."
      then
        if sum > 20
          winner me because "enough"
    otherwise
      draw
"""
"""Whoever adds on and on comes to a number that `sum` cannot hold."""

ENDLESS = """astro 1

game Endless for 2 players
  "Some games never end."

die pip: 1..6
var wheel: 0..6

phase play
  begin
    roll pip
    wheel = pip
  turns clockwise from P1
    move wait as "wait"
      "Wait."
      then
        if wheel < 3
          winner me because "at once"
    otherwise
      draw
"""
"""Two games of three never end."""

SHUFFLED = """astro 1

game Shuffled for 2 players
  "A large pack."

card Card: each number in 1..40
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner

phase play
  begin
    put all Card into deck
    for p in players
      deal 12 from deck into hand[p]
  turns clockwise from P1
    move stop as "stop"
      "Stop."
      then
        draw
    otherwise
      draw
"""
ROLLING = """astro 1

game Rolling for 2 players
  "It may roll for ever."

die pip: 1..2
var times: 0..1

phase wheel until times is 1
  roll pip
  if pip is 2
    times = 1

phase play
  turns clockwise from P1
    move stop as "stop"
      "Stop."
      then
        draw
    otherwise
      draw
"""


def game_of(text: str) -> Game:
    return library.prepare(library.load(Source("test.astro", text)))


def prepared(name: str) -> Game:
    return library.prepare(library.load(name))


def natively(game: Game) -> Game:
    game.engine = native.engine_of(game)
    return game


def total(game: Game, games: int, seed: int = 5, jobs: int = 1) -> Tally:
    tally = Tally(game.seats)
    for part in simulate(game, games, seed, jobs):
        tally.add(part)
    return tally


def same(one: Tally, other: Tally) -> None:
    """Equal in everything, and in the order in which endings were met."""
    assert one == other
    assert list(one.endings) == list(other.endings)


# --- Simulations -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tic-tac-toe", KUHN, "ptolemy", "liars-dice", "examples/rock_paper_scissors.astro"])
def test_tallies_are_the_same(name: str) -> None:
    python = total(prepared(name), 110)
    same(total(natively(prepared(name)), 110), python)
    same(total(natively(prepared(name)), 110, jobs=3), python)


@pytest.mark.thorough
@pytest.mark.timeout(900)
@pytest.mark.parametrize("path", shelf.each(thorough=lambda source: False, sample=False))
def test_tallies_of_all_games_are_the_same(path: Path) -> None:
    rules = library.load(shelf.SOURCES[path])
    same(total(natively(library.prepare(rules)), 12), total(library.prepare(rules), 12))


def test_a_fault_is_met_in_the_same_game() -> None:
    python = total(game_of(FAULTY), 5000)
    assert len(python.faults) == 1 and python.faults[0].number > 0
    same(total(natively(game_of(FAULTY)), 5000), python)
    same(total(natively(game_of(FAULTY)), 5000, jobs=2), python)


@pytest.mark.parametrize("longest", [50, 2])
def test_games_that_do_not_end_are_given_up_alike(longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from astro_referee.interpreter.study import native_games

    for module in (simulation, native_games):
        monkeypatch.setattr(module, "LONGEST_GAME", longest)
    for seed in range(6):
        python = total(game_of(ENDLESS), 200, seed)
        assert python.unfinished
        same(total(natively(game_of(ENDLESS)), 200, seed), python)
        same(total(natively(game_of(ENDLESS)), 200, seed, jobs=2), python)


@pytest.mark.parametrize("after", [0, 1, 30, 49, 70])
def test_an_engine_that_takes_over_changes_nothing(after: int) -> None:
    python = total(prepared("tic-tac-toe"), 130)
    game = prepared("tic-tac-toe")
    engine, asked = native.engine_of(game), 0

    def relief() -> object:
        nonlocal asked
        asked += 1
        return engine if asked > after else None

    game.relief = relief  # type: ignore[assignment]
    same(total(game, 130), python)
    assert game.engine is engine


def test_given_up_alike_where_an_engine_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    from astro_referee.interpreter.study import native_games

    for module in (simulation, native_games):
        monkeypatch.setattr(module, "LONGEST_GAME", 50)
    for after in range(4):
        python, game = total(game_of(ENDLESS), 200), game_of(ENDLESS)
        engine, asked = native.engine_of(game), [0]

        def relief(after: int = after, asked: list[int] = asked, engine: object = engine) -> object:
            asked[0] += 1
            return engine if asked[0] > after else None

        game.relief = relief  # type: ignore[assignment]
        same(total(game, 200), python)


def test_bots_choose_the_same_on_both_engines() -> None:
    for name in ("tic-tac-toe", KUHN):
        tallies = []
        for game in (prepared(name), natively(prepared(name))):
            tally = Tally(game.seats)
            for part in simulate(game, 4, 3, bots={0: bot("mcts:30"), 1: bot("greedy:3")}):
                tally.add(part)
            tallies.append(tally)
        same(*tallies)


# --- Sequences -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("skip_last", [False, True])
@pytest.mark.parametrize(("name", "depth"), [("tic-tac-toe", 9), (KUHN, 4), ("connect-four", 5), ("go", 1), (KUHN, 9)])
def test_sequences_are_the_same(name: str, depth: int, skip_last: bool) -> None:
    counter = Counter(natively(prepared(name)), skip_last=skip_last)
    assert list(counter.plies(depth)) == list(Counter(prepared(name), skip_last=skip_last).plies(depth))
    assert counter.engine_used == native.NATIVE


def test_known_counts_of_chess() -> None:
    assert [count.sequences for count in prepared("chess").perft(3, "native")] == [1, 20, 400, 8902]


def test_what_cannot_be_counted_natively_is_said_by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many ways to deal, chance without an end, and faults: Python says where."""
    monkeypatch.setattr("astro_referee.interpreter.play.perft.MOST_SET_UPS", 1_000)
    with pytest.raises(TooManyPositions):
        natively(game_of(SHUFFLED)).perft(1, "native")
    with pytest.raises(TooManyPositions):
        natively(game_of(ROLLING)).perft(1, "native")
    with pytest.raises(FaultyRules):
        natively(game_of(FAULTY)).perft(8, "native")


def test_sequences_that_come_to_the_same_positions_are_counted_once() -> None:
    """Twenty moves in any order: one by one they would take years."""
    rules = library.load("examples/nim.astro")
    game = library.prepare(rules, None, {"heaps": 5, "largest": 5})
    python = list(Counter(game).plies(15))
    assert library.prepare(rules, None, {"heaps": 5, "largest": 5}).perft(15, "native") == python


# --- Playouts --------------------------------------------------------------------------------------------------------


STUCK = """astro 1

game Stuck for 2 players
  "Who has no stone left is passed over, and chance may have nothing to bring."

var stones for each player: 0..4 = 3
card Card: each number in 1..3
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner

phase play
  begin
    put all Card into deck
  turns clockwise from P1 until every p in players: stones[p] is 0
    move drop(n in 1..2)
      when n <= stones[me]
      then
        stones[me] -= n
        say "{me} drops {n}"
        if deck is not empty
          deal 1 from deck into hand[me]
    otherwise
      say "{me} is passed over"

end
  rank p in players by highest (count c in hand[p])
"""
"""Decisions without a move, on the way to others."""

TWO_WAYS = """astro 1

game TwoWays for 2 players
  "Two moves take a place of one board, and a card is drawn."

kind Column: a..c
grid Cell: each column in Column, row in 1..3
var mark for each Cell: player or none
var wall for each Cell: bool
card Card: each number in 1..9
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner

phase play
  begin
    put all Card into deck
  turns clockwise from P1
    move place(cell in Cell)
      when mark[cell] is none
      then
        mark[cell] = me
        if deck is not empty
          deal 1 from deck into hand[me]
    move block(cell in Cell)
      when not wall[cell] and mark[cell] is P1
      then
        wall[cell] = yes
        mark[cell] = P2
    move drop(c in hand[me])
      when c.number > 2
      then
        put c into deck
        if some line in Cell.lines(3) where every spot in line: mark[spot] is P2
          winner me because "three"
    otherwise
      rank p in players by highest (count c in hand[p])
"""
"""Two moves that take a member of two sets by one name, and cards of a hand."""


@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("tic-tac-toe", 60),
        (KUHN, 60),
        ("ptolemy", 60),
        ("leduc-poker", 60),
        ("hearts", 3),
        (STUCK, 60),
        (TWO_WAYS, 200),
    ],
)
def test_playouts_are_the_same(name: str, games: int) -> None:
    game = game_of(name) if "\n" in name else prepared(name)
    python, compiled = game.playouts(games, 4, "python"), game.playouts(games, 4, "native")
    assert python.numbers == compiled.numbers
    assert (python.engine, compiled.engine) == ("python", "native")
    assert python.wins == compiled.wins == total(game, games, 4).wins
    assert python.moves == sum(python.lengths)


@pytest.mark.parametrize(("games", "jobs"), [(1, 4), (7, 3), (2001, 2)])
def test_threads_share_playouts(games: int, jobs: int) -> None:
    game = prepared("tic-tac-toe")
    assert game.playouts(games, 4, "native", jobs).numbers == game.playouts(games, 4, "native").numbers


def test_a_fault_in_a_playout_is_told() -> None:
    for engine, jobs in (("python", 1), ("native", 1), ("native", 3)):
        with pytest.raises(FaultyRules):
            game_of(FAULTY).playouts(5000, 5, engine, jobs)


@pytest.mark.thorough
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("name", "games"), [("tic-tac-toe", 1_000_000), ("go", 3_000), ("ptolemy", 100_000)])
def test_memory_stays_flat(name: str, games: int) -> None:
    game = natively(prepared(name))
    engine = game.engine
    engine.playouts(1, 0, games // 20)  # type: ignore[attr-defined]
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for part in range(20):
        engine.playouts(1, part * games // 20, games // 20)  # type: ignore[attr-defined]
    for number in range(200):
        state = engine.start()
        if engine.run(state) != CHANCE:
            engine.options(state)
        engine.another() if number % 20 == 0 else None  # type: ignore[attr-defined]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000
