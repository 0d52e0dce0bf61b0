"""`mcts` in C chooses as in Python: the same moves tried as often, worth the same, by the same numbers."""

from __future__ import annotations

from _thread import interrupt_main
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from time import process_time

import pytest
import shelf
from attrs import evolve

import astro_referee as astro
from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library, native
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.information_set import InformationSet, information_set
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.study import simulation
from astro_referee.interpreter.study.bots import mcts, native_mcts
from astro_referee.interpreter.study.bots.budget import Budget
from astro_referee.interpreter.study.bots.evaluation import PositionValue
from astro_referee.interpreter.study.bots.playouts import Player
from astro_referee.interpreter.study.simulation import Tally

USUAL = ("tic_tac_toe", "kuhn_poker", "liars_dice", "hearts", "go", "ptolemy")
"""Unlike each other: a board, secrets, dice, tricks and cards passed on, histories, rings and a score."""
SECONDS, MANY_SECONDS = 0.3, 10.0
"""CPU time for the search in Python."""
ROUNDS = (3, 40)
"""Rounds of the searches in a position: a few, and enough for moves to be tried again."""
EVENTS = 120


def both(game: Game, sight: InformationSet, seed: int, rounds: int) -> tuple[object, object]:
    """What a search has tried on both engines, in order, and where its generator is then."""
    python, here = Generator(seed, 5), Generator(seed, 5)
    engine = native.engine_of(game) if not native.is_native(game.engine) else game.engine
    game.engine = native.python_of(game.engine)
    search = mcts.Search(sight, Player(game, python.below), PositionValue(game))
    for _ in range(rounds):
        search.round()
    arms = search.root.choice(sight.known[0], sight.seat).arms
    game.engine = engine
    natively = native_mcts.searched(engine, sight, Budget(rounds=rounds), mcts.NUMBERS, here).arms  # type: ignore[arg-type]
    game.engine = native.python_of(engine)
    return (
        ([(arm.move, arm.visits, arm.total) for arm in arms.values()], python.state),
        ([(arm.move, arm.visits, arm.total) for arm in natively.values()], here.state),
    )


def compared(game: Game, seconds: float, seeds: int = 3) -> int:
    """Plays a game at random and searches here and there; in how many positions."""
    until, engine, searched = process_time() + seconds, native.engine_of(game), 0
    for seed in range(seeds):
        match, below = Match(game, seed, game.players, keep_log=False), Generator(seed, 9).below
        try:
            while not match.over and match.number < EVENTS and process_time() < until:
                if match.chance is not None:
                    match.settle()
                    continue
                seat = match.actors[below(len(match.actors))]
                if len(match.legal(seat)) > 1 and not below(4):
                    for rounds in ROUNDS:
                        game.engine = engine
                        one, two = both(game, information_set(game, match.state, seat), seed, rounds)
                        assert one == two
                    searched += 1
                match.play(match.options[below(len(match.options))])
        except FaultyRules:
            continue
    return searched


@pytest.mark.parametrize("path", [pytest.param(p, id=p.stem) for p in shelf.GAMES if p.stem in USUAL])
def test_it_tries_what_python_tries(path: Path) -> None:
    assert compared(library.prepare(library.load(shelf.SOURCES[path])), SECONDS) > 0


@pytest.mark.thorough
@pytest.mark.timeout(900)
@pytest.mark.parametrize("path", [pytest.param(p, id=p.stem) for p in shelf.GAMES])
def test_it_tries_what_python_tries_in_every_game(path: Path) -> None:
    rules = library.load(shelf.SOURCES[path])
    for seats in sorted({*rules.seats}):
        compared(library.prepare(rules, seats), MANY_SECONDS, 20)


SECRETS = """
astro 1

game Secrets for 2 players
kind Suit: sun, moon, star, comet
card Card: 20 of each suit in Suit
kind Spot: 1..70
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone away for each player: Card, seen by nobody
var wide: set of Spot, seen by nobody
var suits: set of Suit, seen by nobody
var guess for each player: 1..6 or none = none, seen by nobody
var spies: set of player, seen by spies
var score for each player: 0..60

phase play
  begin
    put all Card into deck
    wide = Spot
    suits = {sun}
    for p in players
      deal 4 from deck into hand[p]
      guess[p] = 3
  ask together p in players
    move lay(card in hand[me]) as "{card}"
      then
        put card from hand[me] into away[me]
        score[me] += 1
  turns clockwise from P1
    move give(card in hand[me]) as "give {card}"
      then
        put card from hand[me] into away[me.next]
        spies = {me}
        score[me] += 2
    move bet(n in 1..4) as "{n}"
      when score[me] + n <= 30   else "too much"
      then
        score[me] += n
        if guess[me.next] is 6 and n is 4
          never because "nobody has a six"
        if score[me] > 20
          winner me
    otherwise
      draw
"""


@pytest.mark.parametrize("drawn_by", ["python", "c"])
def test_secrets_are_drawn_and_faults_are_judged_as_in_python(drawn_by: str) -> None:
    """Cards chosen in secret, hidden values, and rules that imagined games break; Python draws large sets and such as
    say who sees them.
    """
    lines = SECRETS.lstrip().splitlines(keepends=True)
    text = "".join(line for line in lines if drawn_by == "python" or not ("wide" in line or "spies" in line))
    game = library.prepare(library.load(Source("secrets.astro", text)))
    assert compared(game, 1.0) > 3


def test_a_bot_uses_the_engine_of_the_match_and_chooses_alike() -> None:
    chosen = []
    for engine in (native.PYTHON, native.NATIVE):
        match = astro.start("tic-tac-toe", seed=4)
        native.begin(match.game, engine)()
        for _ in range(4):
            match.play(astro.bot("mcts:60").choose(match))
        chosen.append([event.text for event in match.events])
    assert chosen[0] == chosen[1]


def test_time_is_kept() -> None:
    match = astro.start("tic-tac-toe", seed=4)
    native.begin(match.game, native.NATIVE)()
    before = process_time()
    assert astro.bot("mcts:0.1s").choose(match) in match.legal()
    assert process_time() - before < 0.5


def test_an_interrupt_is_heard() -> None:
    match = astro.start("tic-tac-toe", seed=4)
    native.begin(match.game, native.NATIVE)()
    timer = Timer(0.1, interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        astro.bot("mcts:999999999").choose(match)
    timer.join()
    assert astro.bot("mcts:50").choose(match) in match.legal(), "and the engine is as good as before"


def test_processes_begin_anew_with_an_engine_that_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that think in other processes: those begin anew when a native engine is there, with what is left to do."""
    game, asked = library.prepare(library.load("tic-tac-toe")), []

    def processes(game: Game, todo: list[tuple[int, int]], *_: object) -> Iterator[Tally]:
        asked.append((native.is_native(game.engine), list(todo)))
        for _ in todo[: 2 if len(asked) == 1 else None]:
            yield Tally(2, games=1)
        game.take_over()

    monkeypatch.setattr(simulation, "by_processes", processes)
    game.relief = lambda: native.engine_of(game)
    bots = {0: astro.bot("mcts:5")}
    assert sum(tally.games for tally in simulation.simulate(game, 5, 1, 2, bots)) == 5
    assert asked == [(False, [(n, 1) for n in range(5)]), (True, [(n, 1) for n in range(2, 5)])]


def test_a_full_tree_goes_on_without_growing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcts, "NUMBERS", evolve(mcts.NUMBERS, most_bytes=100_000))
    for name in ("tic-tac-toe", "ptolemy"):
        match = astro.start(name, seed=4)
        native.begin(match.game, native.NATIVE)()
        match.settle_all()
        assert astro.bot("mcts:9000").choose(match) in match.legal()
