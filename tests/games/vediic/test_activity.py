"""Which stations planets make active."""

from __future__ import annotations

from collections import Counter

import pytest
from vediic.chart import NAME, called
from vediic.table import Stands, end_round, hand, held

from astro_referee import Match


def told(match: Match) -> dict[str, str]:
    """What was said about each planet when they last moved."""
    lines = [line.text for event in match.events for line in event.said if line.text.startswith("House ")]
    return {line.split(": ")[1].split()[0]: line for line in lines}


@pytest.mark.parametrize(("first", "second", "gain"), [("blue", "green", 1), ("yellow", "green", 2)])
def test_a_planet_gives_cards_where_its_tile_touches(stands: Stands, first: str, second: str, gain: int) -> None:
    """Vector 2. Rules: R6, R9, A3. Yellow in 7 reaches 5, 17 and 25; a pawn on 17 gets one card, a yellow one two."""
    match = stands(pawns={"P1 1": 17}, planets={"yellow": 6}, colours={"P1": first, "P2": second})
    end_round(match)
    assert told(match)["Jupiter"] == f"House 7: Jupiter (yellow) reaches {NAME[17]}, {NAME[5]} and {NAME[25]}."
    assert hand(match) == Counter({"yellow": gain})


def test_a_house_without_a_tile_of_the_colour_reaches_nobody(stands: Stands) -> None:
    """Vector 2. Rules: R6. Yellow in 8 has no tile there."""
    match = stands(pawns={"P1 1": 17}, planets={"yellow": 7})
    end_round(match)
    assert told(match)["Jupiter"] == "House 8: Jupiter (yellow) reaches nothing."
    assert hand(match) == Counter()


def test_several_planets_reach_one_station(stands: Stands) -> None:
    """Vector 3. Rules: R8, R9, A42. Yellow in 1, orange in 4 and red in 10 all give to a green pawn in the middle."""
    match = stands(
        pawns={"P1 1": 1}, planets={"yellow": 12, "orange": 3, "red": 9}, colours={"P1": "green", "P2": "gray"}
    )
    end_round(match)
    assert hand(match) == held("yellow orange red")


def test_a_retrograde_planet_reaches_all_its_tiles(stands: Stands) -> None:
    """Vector 4. Rules: R3, R7. Red in 1; another planet's mark means nothing to it, as for blue in 2."""
    match = stands(planets={"red": 12})
    end_round(match)
    line = told(match)["Mars"]
    assert line.startswith("House 1: Mars (red) is retrograde")
    named = set(line.split(" harms pawns on ")[1].replace(" and ", ", ").removesuffix(".").split(", "))
    assert named == called(1, 5, 6, 8, 12, 15, 16, 17, 19, 20, 22, 25, 28, 35, 37)
    assert "retrograde" not in told(match)["Venus"]
