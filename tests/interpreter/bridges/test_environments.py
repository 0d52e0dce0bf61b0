"""Games as environments of others, by the tests that those others have for them."""

from __future__ import annotations

import warnings
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import numpy as np
import pytest
from shelf import ROOT

pytest.importorskip("pettingzoo", reason="the extra `rl` is not installed")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from astro_referee.interpreter.bridges import gymnasium, pettingzoo
from astro_referee.interpreter.bridges.actions import actions_of
from astro_referee.interpreter.bridges.environment import NotBegun
from astro_referee.interpreter.bridges.observations import observer_of
from astro_referee.interpreter.bridges.parallel import OneAfterTheOther, parallel_env
from astro_referee.interpreter.bridges.rewards import returns
from astro_referee.interpreter.bridges.vector import vector
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.information_set import resample
from astro_referee.interpreter.play.match import Match

FEW = ["tic-tac-toe", str(ROOT / "examples/kuhn_poker.astro"), "ptolemy", "gin_rummy", "ecliptic"]
"""One of each sort: open, hidden, chance, many moves, moves by their place."""
SECRET = ["ptolemy", "gin_rummy", "hearts", "vediic", "ophiuchus"]
EVERY = [name for name in library.bundled() if name not in FEW]
LISTED = ["tic-tac-toe", "ptolemy", "ecliptic", "goofspiel"]
UNLISTED = [name for name in library.bundled() if name not in LISTED]


@pytest.mark.parametrize("game", [*FEW, *(pytest.param(name, marks=pytest.mark.thorough) for name in EVERY)])
def test_every_game_is_an_environment(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # theirs, about observations that are dictionaries
        api_test(pettingzoo.env(game), num_cycles=40, verbose_progress=False)
        seed_test(lambda: pettingzoo.env(game), num_cycles=20)
        check_env(gymnasium.make(game), skip_render_check=True)


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    spec = spec_from_file_location("bridges", ROOT / "docs" / "bridges.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", [*LISTED, *(pytest.param(name, marks=pytest.mark.thorough) for name in UNLISTED)])
def test_the_list_says_how_a_game_can_be_played(game: str, writer: ModuleType) -> None:
    assert writer.row(game) in writer.PAGE.read_text(encoding="utf-8"), "stale: run `python docs/bridges.py`"


def test_the_list_has_every_game(writer: ModuleType) -> None:
    lines = writer.PAGE.read_text(encoding="utf-8").removeprefix(writer.HEAD).splitlines()
    assert len(lines) == len(library.bundled())


@pytest.mark.parametrize("game", SECRET)
def test_an_agent_sees_no_more_than_its_seat(game: str) -> None:
    """Whatever is hidden is dealt anew, and the numbers stay the same."""
    ready = library.prepare(library.load(game))
    observer, luck = observer_of(ready), Generator(3).below
    match = Match(ready, 3, ready.players, keep_log=False)
    match.settle_all()
    for _ in range(15):
        if match.over:
            break
        for seat in range(ready.seats):
            seen = observer.observe(match, seat)
            assert seen.min() >= 0 and seen.max() <= 1
            other = Match.at(ready, 3, ready.players, resample(ready, match.state, seat, luck))
            if other.actors == match.actors:
                assert np.array_equal(observer.observe(other, seat), seen)
        moves = match.legal()
        match.play(moves[luck(len(moves))])
        match.settle_all()


@pytest.mark.parametrize("game", ["tic-tac-toe", "ptolemy", "chess", "gin_rummy"])
def test_a_number_means_one_move(game: str) -> None:
    ready = library.prepare(library.load(game))
    actions, luck = actions_of(ready), Generator(5).below
    assert actions.fixed
    match = Match(ready, 5, ready.players, keep_log=False)
    meant: dict[int, tuple[object, ...]] = {}
    for _ in range(30):
        match.settle_all()
        if match.over or match.decision is None:
            break
        legal = match.legal(match.actors[0])
        numbers = actions.numbers(match.decision, legal)
        assert len(set(numbers)) == len(legal)
        for number, move in zip(numbers, legal, strict=True):
            assert 0 <= number < actions.size
            named = (match.decision.moves[move[1]].name, *move[2:])
            assert meant.setdefault(number, named) == named
        match.play(legal[luck(len(legal))])


def test_rewards_come_to_nothing_and_an_illegal_move_is_refused() -> None:
    table = pettingzoo.env("tic-tac-toe")
    table.reset(seed=1)
    for square in (0, 3, 1, 4, 2):
        table.step(square)
    assert table.rewards == {"X": 1.0, "O": -1.0}
    table.reset(seed=1)
    table.step(0)
    with pytest.raises(ValueError, match="0 is no legal move of O"):
        table.step(0)
    seat = gymnasium.make("tic-tac-toe")
    seat.reset(seed=1)
    seat.step(0)
    _, reward, ended, _, info = seat.step(0)
    assert (reward, ended, info["illegal"]) == (-1.0, True, 0)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="has 2 seats, counted from 0, so there is no seat -1"):
        gymnasium.make("tic-tac-toe", seat=-1)
    for table in (pettingzoo.env("tic-tac-toe"), gymnasium.make("tic-tac-toe")):
        with pytest.raises(NotBegun, match="reset"):
            table.step(0)
    with pytest.raises(ValueError, match="choices are whole numbers, not float64"):
        vector("tic-tac-toe", 3).step(np.full(3, 0.5))


TOGETHER = [str(ROOT / "examples/rock_paper_scissors.astro"), "goofspiel"]


@pytest.mark.parametrize("game", TOGETHER)
def test_all_who_choose_together_act_at_once(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(parallel_env(game), num_cycles=30)
        parallel_seed_test(lambda: parallel_env(game), num_cycles=10)


def test_a_choice_that_is_not_legal_changes_nothing() -> None:
    table = parallel_env(TOGETHER[0])
    table.reset(seed=1)
    with pytest.raises(ValueError, match="no legal move"):
        table.step(dict.fromkeys(table.agents, 99))
    assert table.match.number == 0


def test_games_of_turns_are_not_parallel() -> None:
    with pytest.raises(OneAfterTheOther, match="not all choose together"):
        parallel_env("tic-tac-toe")


@pytest.mark.parametrize("game", ["tic-tac-toe", FEW[1], "goofspiel"])
def test_many_games_bring_what_each_of_them_does(game: str) -> None:
    """Rewards of ended games are those of the matches that they were: draws, winners, utilities."""
    games, luck = vector(game, 20, seed=4, engine="python"), Generator(9).below
    for _ in range(60):
        before = [games.batch.match(at) for at in range(len(games))]
        choices = np.array([luck(int(count)) for count in games.counts])
        for match, choice in zip(before, choices, strict=True):
            match.play(match.legal()[choice])
        rewards, ended = games.step(choices)
        for match, reward, over in zip(before, rewards, ended, strict=True):
            result = match.result
            if not match.chance:  # what chance brings next is up to the stream of the game
                assert (result is not None) == over
                assert list(reward) == pytest.approx(returns(result) if result is not None else [0] * len(reward))
    assert min(games.batch.numbers) > 0
    with pytest.raises(ValueError, match="there is no number 99"):
        games.step(np.full(20, 99))
