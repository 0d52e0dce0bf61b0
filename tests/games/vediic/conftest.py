"""Positions of Vediic at a step of a turn."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from vediic.table import QUIET, SetUp, Stands, fields, seated, spread, to_step

from astro_referee import Match


@pytest.fixture(scope="session")
def tables() -> dict[object, Match]:
    return {}


@pytest.fixture
def stands(tables: dict[object, Match], set_up: SetUp) -> Stands:
    """A turn of P1, the last of a round, at one of its steps; cards are written `red red blue`.

    Pawns that are not given stand far off, planets are where they reach nobody, and nobody has cards.
    """

    def position(
        step: str = "charity",
        players: int = 2,
        pawns: Mapping[str, int | None] | None = None,
        planets: Mapping[str, int] | None = None,
        hands: Mapping[str, str] | None = None,
        charity: str = "",
        options: Mapping[str, str] | None = None,
        **others: object,
    ) -> Match:
        key = (players, tuple((options or {}).items()))
        if key not in tables:
            tables[key] = seated(players, set_up, options or {})
        placed = {(seat.split()[0], int(seat.split()[1])): at for seat, at in (pawns or {}).items()}
        held = {seat: cards.split() for seat, cards in (hands or {}).items()}
        written = fields(
            players, spread(players) | placed, {**QUIET, **(planets or {})}, held, charity.split(), **others
        )
        match = set_up(tables[key], written)
        to_step(match, step)
        return match

    return position
