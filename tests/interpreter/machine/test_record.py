"""How a position is laid out: plain whole numbers, and histories behind them."""

from __future__ import annotations

import pytest
from agreement import Engines, built

from astro_referee.grammar.source import Source
from astro_referee.interpreter.machine.record import entry_count, is_history, number_count, offsets
from astro_referee.interpreter.machine.runtime import Past
from astro_referee.interpreter.play.chance import Generator

RULES = """astro 1
game Pasts for 2 players
kind Lamp: left, right
history both of lit, latest
var lit for each Lamp: bool
history lamps for each player of lit
var latest: Lamp or none
phase play
  turns clockwise from P1
    remember both
    remember lamps[me]
    move flip(lamp in Lamp)
      then
        lit[lamp] = not lit[lamp]
        latest = lamp
"""


@pytest.fixture(scope="module")
def engines() -> Engines:
    machine = built(Source("pasts.astro", RULES))
    assert machine is not None
    return Engines(machine)


def test_numbers_come_first_in_their_order_and_then_histories(engines: Engines) -> None:
    machine = engines.machine
    places = offsets(machine)
    assert places["lit"] < places["latest"] < places["both"] < places["lamps"]
    filled = sorted(
        place + n for slot in machine.fields for place in [places[slot.name]] for n in range(entry_count(slot))
    )
    assert filled == list(range(1, len(engines.evaluator.start())))
    assert [places[slot.name] >= number_count(machine) for slot in machine.fields] == [*map(is_history, machine.fields)]


@pytest.mark.parametrize("number", range(3))
def test_everything_before_the_histories_is_a_plain_number(engines: Engines, number: int) -> None:
    engine = [engines.evaluator, *engines.python][number]
    state, below = engine.start(), Generator(1).below
    for _ in range(9):
        moves = engine.run(state)
        engine.act(state, moves[below(len(moves))])
        numbers, pasts = state[: number_count(engines.machine)], state[number_count(engines.machine) :]
        assert {type(one) for one in numbers} == {int}
        assert {type(one) for one in pasts} == {Past}


def test_a_copy_keeps_its_past_and_equal_pasts_are_equal_keys(engines: Engines) -> None:
    engine = engines.python[1]
    state = engine.start()
    engine.run(state)
    before, key = state[:], tuple(state)
    engine.act(state, (0, 0, 1))
    engine.run(state)
    assert before[-1] == key[-1] != state[-1]
    again = before[:]
    engine.act(again, (0, 0, 1))
    engine.run(again)
    assert again == state and hash(tuple(again)) == hash(tuple(state))
