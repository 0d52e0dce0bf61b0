"""What players are told, and what they are not: sentences of moves, dice and planets; questions and hidden hands."""

from __future__ import annotations

import pytest
from vediic.chart import COLOURS
from vediic.table import Stands, go, in_set_up, submit, throw

import astro_referee as astro
from astro_referee import Match


def said(match: Match) -> list[str]:
    return [line.text for event in match.events for line in event.said]


def test_every_move_has_a_sentence() -> None:
    """Who types `done` knows which step is left by that."""
    decisions = astro.start("vediic").game.machine.decisions
    assert [move.name for decision in decisions for move in decision.moves if move.about is None] == []


def test_dice_say_whose_they_are() -> None:
    """Rules: R17, R21. Two dice for each player, and then for each planet."""
    match = in_set_up(2, {})
    throw(match, *[2] * 14)
    lines = said(match)
    assert lines[:3] == ["P1 throws 2.", "P2 throws 12.", "P2 is first."]
    assert [line for line in lines if "goes on by" in line][:2] == ["Jupiter goes on by 4.", "Saturn goes on by 4."]
    assert lines[-1] == "P2 begins the round."


def test_a_die_of_a_retrograde_planet_and_who_goes_free_are_told(stands: Stands) -> None:
    """Rules: R4, R10. Purple is at home; red comes home to P2, who has no card."""
    match = stands("move", pawns={"P2 1": 12}, planets={"purple": 11, "red": 12})
    submit(match, go(2, 8))
    throw(match, 3)
    lines = said(match)
    assert "Saturn was retrograde, and goes on by 3." in lines
    assert "P2 has no card to pay." in lines


@pytest.mark.parametrize("colour", [colour for colour in COLOURS if colour != "gray"])
def test_questions_tell_nothing_about_a_hand(stands: Stands, colour: str) -> None:
    """Rules: A35. Whatever the three cards are, P1 is asked for the same steps, and then for the penalty."""
    assert questions(stands, colour) == questions(stands, "gray")


def questions(stands: Stands, card: str) -> list[tuple[int, str]]:
    """All that is asked in a turn of P1, who has three cards, stands at a planet, and is found by a retrograde one."""
    match = stands(
        pawns={"P1 1": 18, "P1 2": 35, "P2 2": 33},
        planets={"blue": 4, "red": 12},
        hands={"P1": f"{card} {card} {card}", "P2": "gray"},
        charity="red",
        colours={"P1": "green", "P2": "purple"},
    )
    asked = []
    for answer in ("done", "done", "done", go(1, 2), "done", "done", "pay"):
        assert match.decision is not None
        asked.append((match.actors[0], match.decision.name))
        submit(match, answer)
    return asked
