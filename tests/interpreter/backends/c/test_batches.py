"""Games side by side are the same in C as on Python, step by step."""

from __future__ import annotations

from array import array

import pytest

import astro_referee as astro
from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library, native
from astro_referee.interpreter.play.batch import Batch
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game

GAMES, STEPS = 6, 40

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


def told(batch: Batch) -> list[object]:
    states = [batch.state(at) for at in range(len(batch)) if at not in batch.faults]
    arrays = (batch.counts, batch.actors, batch.over, batch.endings, batch.places, batch.numbers)
    return [*map(list, arrays), states, {at: str(problem) for at, problem in batch.faults.items()}]


def both(game: Game) -> int:
    """The same steps in both; how many games came to an end."""
    batches = [game.batch(GAMES, 7, engine) for engine in (native.PYTHON, native.NATIVE)]
    stream, ended = Generator(3), 0
    for _ in range(STEPS):
        assert told(batches[0]) == told(batches[1])
        choices = array("q", [stream.below(count) if count else 0 for count in batches[0].counts])
        for batch in batches:
            batch.step(choices)
        worths = [list(batch.utilities()) for batch in batches]
        assert worths[0] == worths[1]
        assert any(worths[0]) <= game.machine.utility
        restarted = [batch.restart() for batch in batches]
        assert restarted[0] == restarted[1]
        ended += restarted[0]
    assert [batch.engine for batch in batches] == [native.PYTHON, native.NATIVE]
    return ended


@pytest.mark.parametrize("name", ["tic-tac-toe", "liars-dice", "go", "hearts", "leduc-poker"])
def test_they_are_the_same_in_c(name: str) -> None:
    """A board; dice and secrets; histories, so each game has a context of its own; cards and choices made together;
    ends that are worth more or less.
    """
    assert both(astro.prepare(name)) > (-1 if name in ("go", "hearts") else 0)


def test_faults_are_the_same_in_c() -> None:
    assert both(library.prepare(library.load(Source("broken.astro", BROKEN.lstrip())))) > 0


def test_games_go_on_in_c_from_where_they_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    game = astro.prepare("liars-dice")
    monkeypatch.setattr(native, "begin", lambda *_: lambda: None)
    python, other = game.batch(4, 1, native.PYTHON), game.batch(4, 1, native.AUTO)
    for batch in (python, other):
        batch.step([0] * 4)
    assert other.engine == native.PYTHON
    game.relief = lambda: native.engine_of(game)
    for batch in (other, python):
        for _ in range(3):
            batch.step([0] * 4)
    assert [python.engine, other.engine] == [native.PYTHON, native.NATIVE]
    assert told(python) == told(other)


def test_what_is_no_choice_is_refused_in_c() -> None:
    batch = astro.prepare("tic-tac-toe").batch(2, engine=native.NATIVE)
    with pytest.raises(ValueError, match="game 1 has 9 legal moves"):
        batch.step([0, 9])
    assert list(batch.counts) == [9, 9]
