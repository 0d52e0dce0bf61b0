"""From the first throw to the first gifts."""

from __future__ import annotations

from vediic.chart import COLOURS, NAME
from vediic.table import hand, held, house, in_set_up, legal, submit, throw, values, why

import astro_referee as astro


def test_the_highest_throw_is_first_and_ties_throw_again() -> None:
    """Rules: R17, A23. P1 and P3 tie with 9; P2, who threw 8, is not asked again, though P1 and P3 throw less now."""
    match = astro.start("vediic", 3)
    throw(match, 4, 5, 4, 4, 6, 3)
    throw(match, 1, 1, 1, 1)
    throw(match, 2, 1, 1, 1)
    assert match.chance is None
    assert values(match)["starter"] == "P1"
    match = astro.start("vediic", 3)
    throw(match, 1, 1, 2, 3, 1, 3)
    assert match.actors == (1,)


def test_players_choose_in_turn_from_the_first() -> None:
    """Rules: R18, R19, R20, A31. Colours are free only once, two cards may be alike, the last names the planet."""
    match = astro.start("vediic", 3)
    throw(match, 1, 1, 6, 6, 1, 1)
    submit(match, "red", "gray", "gray")
    assert match.actors == (2,)
    assert why(match, "red") == ["P2 has taken red"]
    submit(match, "blue", "red", "green")
    submit(match, "gray", "yellow", "yellow")
    assert [hand(match, player) for player in ("P1", "P2", "P3")] == [
        held("yellow yellow"), held("gray gray"), held("red green"),
    ]  # fmt: skip
    assert match.actors == (0,)
    assert legal(match) == set(COLOURS)
    submit(match, "red")
    assert values(match)["black_disk"] == "red"
    assert match.actors == (1,)
    submit(match, NAME[1])
    assert why(match, NAME[1]) == [f"there is a pawn on {NAME[1]}"]
    submit(match, NAME[2])
    assert match.actors == (2,)
    submit(match, NAME[3], NAME[4])
    assert match.actors == (0,)
    assert why(match, NAME[2]) == [f"there is a pawn on {NAME[2]}"]


def test_planets_start_at_home_and_go_on_by_two_dice() -> None:
    """Vector 1. Rules: R21, R2, A32. Red from 1 by 7, orange from 5 by 12, which is home again, purple from 11 by 3."""
    match = in_set_up(2, {})
    throws = {"red": (3, 4), "orange": (6, 6), "purple": (1, 2)}
    for colour in COLOURS:
        throw(match, *throws.get(colour, (1, 1)))
    assert {colour: house(match, colour) for colour in throws} == {"red": 8, "orange": 5, "purple": 2}
    assert any("Sun (orange) is retrograde" in line.text for line in match.events[-1].said)


def test_set_up_ends_with_penalties_and_gifts() -> None:
    """Rules: R22. Red comes to 8, where both pawns of P1 and one of P2 stand; then P2, who threw most, has a turn."""
    match = in_set_up(2, {})
    for colour in COLOURS:
        throw(match, *((3, 4) if colour == "red" else (1, 1)))
    assert house(match, "red") == 8
    assert hand(match, "P1") == held("yellow yellow red red")
    assert hand(match, "P2")["red"] == 1
    assert match.actors == (1,)
    assert values(match)["starter"] == "P2"


def test_seven_find_a_colour_and_a_place_each() -> None:
    """Rules: R18, R19, R20. P2 is first; P1 as the last of seven takes the colour that is left, and names a planet."""
    match = in_set_up(7, {})
    found = values(match)
    assert {found[f"pawn_colour[P{n}]"] for n in range(1, 8)} == set(COLOURS)
    assert len({found[f"Pawn.at[P{n} {number}]"] for n in range(1, 8) for number in (1, 2)}) == 14
    assert [event.text for event in match.events if event.player == 0][:4] == ["yellow"] * 4
    assert found["black_disk"] == "yellow"
