"""Games side by side: arrays that say how each stands, steps in all of them, and what is refused."""

from __future__ import annotations

from array import array

import pytest

import astro_referee as astro
from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.batch import Batch
from astro_referee.interpreter.play.chance import Generator

BROKEN = """
astro 1

game Broken for 2 players
var heap: 0..9 = 5

phase play
  turns clockwise from P1
    move take(n in 1..3) as "{n}"
      then
        heap = heap - n
        if heap is 0
          winner me
"""


def random_choices(batch: Batch, below: Generator) -> array[int]:
    return array("q", [below.below(count) if count else 99 for count in batch.counts])


def test_games_go_on_side_by_side_to_their_ends() -> None:
    batch = astro.prepare("tic-tac-toe").batch(20, seed=1, engine="python")
    assert list(batch.counts) == [9] * 20
    assert list(batch.actors) == [0] * 20
    over, stream = memoryview(batch.over), Generator(1)
    for steps in range(9):
        assert steps < 5 or not batch.done
        batch.step(random_choices(batch, stream))
    assert batch.done
    assert list(over) == [1] * 20, "arrays stay the same"
    for at in range(20):
        match = batch.match(at)
        assert match.over
        assert match.result is not None
        assert tuple(batch.places[2 * at : 2 * at + 2]) == match.result.places
        assert batch.counts[at] == 0
        assert batch.actors[at] == -1


def test_a_match_has_the_moves_in_the_order_of_their_numbers() -> None:
    game = astro.prepare("tic-tac-toe")
    batch = game.batch(2, engine="python")
    batch.step([3, 8])
    assert batch.match(0).legal() == batch.match(0).options
    assert [len(batch.match(at).legal()) for at in (0, 1)] == list(batch.counts) == [8, 8]
    assert batch.state(0) != batch.state(1)


def test_chance_goes_by_the_streams_of_the_seed() -> None:
    game = astro.prepare("examples/pig.astro")
    first, again, other = (game.batch(5, seed=seed, engine="python") for seed in (1, 1, 2))
    for batch in (first, again, other):
        for _ in range(3):
            batch.step([0] * 5)
    assert [first.state(at) for at in range(5)] == [again.state(at) for at in range(5)]
    assert [first.state(at) for at in range(5)] != [other.state(at) for at in range(5)]
    assert len({tuple(first.state(at)) for at in range(5)}) > 1


def test_finished_games_begin_anew_with_other_numbers() -> None:
    game = astro.prepare("tic-tac-toe")
    batch = game.batch(2, engine="python")
    for choices in ([0, 0], [2, 0], [0, 0], [1, 0], [0, 0]):
        batch.step(choices)
    assert list(batch.over) == [1, 0]
    going_on = batch.state(1)
    assert batch.restart() == 1
    assert list(batch.over) == [0, 0]
    assert list(batch.numbers) == [2, 1]
    assert list(batch.counts) == [9, 4]
    assert batch.state(1) == going_on
    assert batch.restart() == 0


@pytest.mark.parametrize(
    ("choices", "why"),
    [
        ([0], "there are 2 games, so not 1 choice"),
        ([0, 9], "game 1 has 9 legal moves, counted from 0, so there is no number 9"),
        ([-1, 0], "game 0 has 9 legal moves, counted from 0, so there is no number -1"),
    ],
)
def test_what_is_no_choice_changes_nothing(choices: list[int], why: str) -> None:
    batch = astro.prepare("tic-tac-toe").batch(2, engine="python")
    with pytest.raises(ValueError, match=why):
        batch.step(choices)
    assert list(batch.counts) == [9, 9]


def test_there_is_at_least_one_game() -> None:
    with pytest.raises(ValueError, match="a batch has 1 to"):
        astro.prepare("tic-tac-toe").batch(0)


def test_numbers_of_every_width_are_read() -> None:
    batch = astro.prepare("tic-tac-toe").batch(3, engine="python")
    for choices in (array("b", [1, 2, 3]), array("q", [0, 1, 2]), (0, 0, 0), iter([2, 2, 2])):
        batch.step(choices)
    assert list(batch.counts) == [5, 5, 5]


def test_a_game_that_cannot_go_on_is_flagged_and_the_others_go_on() -> None:
    batch = library.prepare(library.load(Source("broken.astro", BROKEN.lstrip()))).batch(2, engine="python")
    for choices in ([2, 0], [2, 0], [0, 0]):
        batch.step(choices)
    assert list(batch.over) == [-1, 0]
    assert batch.faults[0].code == "out-of-range"
    assert list(batch.counts) == [0, 3]
    assert batch.restart() == 1
    assert batch.faults == {}
