"""How rounds follow each other."""

from __future__ import annotations

from vediic.chart import COLOURS
from vediic.table import Stands, finish, go, house, submit, throw

import astro_referee as astro


def test_planets_go_one_on_and_retrograde_ones_by_a_die(stands: Stands) -> None:
    """Vector 5 and scenario 7. Rules: R2, R3, R4. Yellow from 8 to 9, which is its home; then a 4 leads to 1."""
    match = stands("move", planets={"yellow": 8, "purple": 11, "gray": 12})
    submit(match, go(2, 8))
    finish(match)
    throw(match, 3)
    finish(match)
    assert [house(match, colour) for colour in COLOURS] == [9, 2, 9, 2, 6, 3, 1]
    while match.chance is None:
        done = match.judge(match.actors[0], "done")
        match.play(done.move if done.ok and done.move else match.legal()[0])
    throw(match, 4)
    assert house(match, "yellow") == 1
    assert house(match, "purple") == 3


def test_the_first_player_moves_on_from_round_to_round(stands: Stands) -> None:
    """Scenario 9. Rules: R23, R24, A22. P2 was first of four, so the next round is 3, 4, 1, 2."""
    match = stands("move", players=4)
    submit(match, go(2, 8))
    finish(match)
    order: list[int] = []
    while match.chance is None and len(order) < 5:
        if match.actors[0] not in order[-1:]:
            order.append(match.actors[0])
        match.play(match.legal()[0])
    assert [seat + 1 for seat in order] == [3, 4, 1, 2, 4]


def test_a_number_of_rounds_can_be_agreed_on() -> None:
    """Rules: A40."""
    match = astro.start("vediic", 2, {"most_rounds": "2"}, seed=4)
    while not match.over:
        if match.chance is not None:
            match.settle()
        else:
            match.play(match.legal()[-1])
    assert match.result is not None
    assert match.result.draw
    assert match.result.text == "nobody has reached enlightenment in 2 rounds"
