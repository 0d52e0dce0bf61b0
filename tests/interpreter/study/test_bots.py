"""Bots: they know what their seat may know, they play every game, and those that think beat those that do not."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
import shelf

import astro_referee as astro
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.information_set import information_set, resample
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.study.bots import Bot
from astro_referee.interpreter.study.bots.budget import Budget, read_budget
from astro_referee.interpreter.study.bots.evaluation import PositionValue, by_place

FILES = {path.stem: path for path in shelf.GAMES}
every_game = pytest.mark.parametrize("path", shelf.each())
WORKED_OUT = {"vediic", "short_vediic", "open_ptolemy", "strict_and_open_ptolemy"}
"""Games whose hidden cards follow from what two players see: all others lie open."""
LOOKS, OFTEN = 30, 30
"""Positions of each game in which what a seat knows is compared, and how often bots think in one of them."""
BOTS = ["random", "greedy:1", "mcts:3"]
"""A few rounds show what a choice depends on as well as many do."""


@cache
def game_of(name: str) -> Game:
    return astro.start(FILES[name]).game


def decisions(game: Game, seed: int) -> Iterator[Match]:
    """A random game; gives the match at every decision with something to choose."""
    match, pick = Match(game, seed, game.players), random.Random(seed)
    match.settle_all()
    while not match.over:
        if len(match.legal(match.actors[0])) > 1:
            yield match
        match.play(pick.choice(match.options))
        match.settle_all()


def many_decisions(game: Game, count: int) -> Iterator[Match]:
    return islice((match for seed in range(count) for match in islice(decisions(game, seed), 40)), count)


# --- What they know --------------------------------------------------------------------------------------------------


def peeking(match: Match, seat: int) -> tuple[int, ...]:
    """A bot that looks at everything."""
    moves = match.legal(seat)
    return moves[hash(tuple(match.state)) % len(moves)]


@every_game
def test_a_choice_does_not_change_with_what_the_seat_cannot_see(path: Path) -> None:
    game, below, changed, caught = game_of(path.stem), random.Random(1).randrange, 0, 0
    hides = any(slot.hidden or slot.sort == "choice" for slot in game.machine.fields)
    for number, match in enumerate(many_decisions(game, LOOKS if hides else 3)):
        for seat in match.actors:
            other = match.copy()
            other.state = resample(game, match.state, seat, below)
            assert information_set(game, other.state, seat) == information_set(game, match.state, seat)
            changed += other.state != match.state
            caught += peeking(other, seat) != peeking(match, seat)
            for spec in BOTS if hides and number % OFTEN == 0 else []:
                bot = astro.bot(spec)
                assert bot.choose(other, seat) == bot.choose(match, seat)
    assert path.stem in WORKED_OUT or bool(changed) == hides, "something hidden should have changed"
    assert path.stem in WORKED_OUT or bool(caught) == hides, "a bot that peeks should have been caught"


@every_game
def test_nothing_hidden_is_left_in_a_sight(path: Path) -> None:
    """Even its numbers are gone: a zone that is not seen is empty, and its cards lie in order."""
    game = game_of(path.stem)
    for match in many_decisions(game, 10):
        for seat in match.actors:
            seen = information_set(game, match.state, seat)
            for heap in seen.hidden_cards:
                assert list(heap.cards) == sorted(heap.cards)
                assert sum(zone.count for zone in heap.zones) == len(heap.cards)
                assert all(seen.known[zone.place] == zone.known for zone in heap.zones)


def test_a_dealt_position_looks_the_same_and_every_deal_comes_up() -> None:
    match = next(decisions(game_of("kuhn_poker"), 3))
    seat = match.actors[0]
    below, seen = random.Random(2).randrange, information_set(match.game, match.state, match.actors[0])
    dealt = [seen.draw(below) for _ in range(600)]
    hands = match.game.offsets["hand"]
    assert {state[hands + seat] for state in dealt} == {match.state[hands + seat]}
    times = [sum(state[hands + 1 - seat] == 1 << card for state in dealt) for card in range(3)]
    assert sorted(times)[0] == 0
    assert min(sorted(times)[1:]) > 250


# --- What they play --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", shelf.each(turns="bots"))
def test_they_play_every_game(path: Path) -> None:
    game, bots = game_of(path.stem), [astro.bot(spec) for spec in BOTS]
    match = Match(game, 5, game.players)
    for number in range(2 * len(bots)):
        match.settle_all()
        if match.over:
            break
        seat = match.actors[number % len(match.actors)]
        match.play(bots[number % len(bots)].choose(match, seat))


@pytest.mark.parametrize("spec", ["greedy", "mcts:150"])
def test_a_win_is_taken_and_a_loss_kept_off(spec: str) -> None:
    for typed, wanted in [(["a1", "b1", "a2", "b2"], "a3"), (["b1", "a1", "c3", "a2"], "a3")]:
        match = astro.start("tic-tac-toe")
        for text in typed:
            assert match.submit(match.actors[0], text).ok
        assert match.written(astro.bot(spec).choose(match)) == wanted


RISKY = """astro 1
game Risky for 2 players
kind Coin: gold, silver
card Card: 3 of each coin in Coin
zone deck: pile of Card, seen by nobody
var chosen for each player: 0..3
var secret: 1..6 = 3, seen by nobody
option strict: bool = no
phase play
  begin
    put all Card into deck
  ask together p in players
    move pick(n in 1..3) as "{n}"
      then
        chosen[me] = n
  if strict and secret is not 3
    never because "it is three"
end
  rank p in players by highest chosen[p]
"""


def risky(tmp_path: Path, strict: str) -> Match:
    path = tmp_path / "risky.astro"
    path.write_text(RISKY, encoding="utf-8")
    return astro.start(path, options={"strict": strict})


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("strict", ["no", "yes"])
def test_choices_made_together(tmp_path: Path, strict: str, first: int) -> None:
    """The best number does not depend on what the other one has chosen; imagined games may break off."""
    match = risky(tmp_path, strict)
    for seat in (first, 1 - first):
        match.play(astro.bot("mcts:60").choose(match, seat))
    assert match.over
    assert {match.game.value(match.state, "chosen", seat) for seat in (0, 1)} == {3}


# --- How well --------------------------------------------------------------------------------------------------------


LONGER = {"ecliptic": "mcts:100"}
"""How bots think in long contests, where a few rounds are enough for a short one only."""


def contest(name: str, bot: Bot, games: int) -> Iterator[tuple[int, float]]:
    """A bot against random ones, in every seat by turns: its place, and the average place of the others."""
    game, others = game_of(name), astro.bot("random")
    for number in range(games):
        match, own = Match(game, number, game.players, keep_log=False), number % game.seats
        match.settle_all()
        while not match.over:
            match.play((bot if match.actors[0] == own else others).choose(match))
            match.settle_all()
        assert match.result is not None
        places = match.result.places
        yield places[own], (sum(places) - places[own]) / (game.seats - 1)


@pytest.mark.parametrize(
    ("name", "spec", "games", "least"),
    [
        ("tic_tac_toe", "mcts:300", 12, 11),
        ("connect_four", "mcts:40", 6, 5),
        ("connect_four", "greedy:4", 20, 14),
        ("ptolemy", "mcts:20", 4, 4),
        pytest.param("ecliptic", "mcts:30", 2, 2, marks=pytest.mark.thorough),
        ("hearts", "mcts:15", 1, 1),
    ],
)
def test_thinking_helps(name: str, spec: str, games: int, least: int, pytestconfig: pytest.Config) -> None:
    """Games in which the bot's place is better than the average of the others; with `--games 200`, three quarters."""
    asked = pytestconfig.getoption("games")
    if asked:
        games, least, spec = asked, math.ceil(0.75 * asked), LONGER.get(name, spec)
    found = list(contest(name, astro.bot(spec), games))
    assert sum(own < others for own, others in found) >= least
    if name == "tic_tac_toe":
        assert not any(own > others for own, others in found)


# --- What a game is worth --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "named", "worth"),
    [
        ((1, 2), True, (1, 0)),
        ((1, 1), False, (0.5, 0.5)),
        ((1, 1), True, (1, 1)),
        ((2, 1, 2), True, (0.25, 1, 0.25)),
        ((1, 4, 2, 2), False, (1, 0, 0.5, 0.5)),
        ((1,), True, (1,)),
        ((2,), True, (0,)),
    ],
)
def test_places_are_worth_something(places: tuple[int, ...], named: bool, worth: tuple[float, ...]) -> None:
    assert by_place(places, named) == worth


def test_a_lead_counts_beside_what_is_usual() -> None:
    worth = PositionValue(game_of("hearts"))
    for points in ([0, -5, -8, -13], [-13, -5, 0, -8], [-3, -5, -5, -13]):
        ahead = worth.by_lead(points)
    assert all(0 <= value <= 1 for value in ahead)
    assert ahead[0] > 0.5 > ahead[3]


# --- How long --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("2s", Budget(2.0)),
        ("0.25s", Budget(0.25)),
        ("500", Budget(None, 500)),
        *((bad, None) for bad in ["", "0", "0s", "-1", "1.5", "s", "9999s", "1e3", "٣", "10000000000"]),
    ],
)
def test_budgets(text: str, budget: Budget | None) -> None:
    assert read_budget(text) == budget


def test_whoever_has_no_time_still_moves() -> None:
    match = next(decisions(game_of("chess"), 1))
    assert astro.bot("mcts:0.001s").choose(match) in match.legal()
    assert len(list(Budget(0.001).count())) >= 1


@pytest.mark.parametrize("spec", ["", "chess", "mcts:", "mcts:soon", "random:3", "mcts:0"])
def test_bots_that_are_none(spec: str) -> None:
    with pytest.raises(astro.NoBot):
        astro.bot(spec)


def test_only_who_is_asked_can_choose() -> None:
    match = next(decisions(game_of("tic_tac_toe"), 1))
    with pytest.raises(ValueError, match="not asked"):
        astro.bot("random").choose(match, 1)
