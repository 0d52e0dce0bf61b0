"""Positions of Ecliptic, by the cards that lie where."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from ecliptic.cards import PACK, SIGNS, Card, cards, name
from ecliptic.table import PLAYERS, Position, opened

from astro_referee import Match

SetUp = Callable[[Match, Mapping[str, object]], Match]


@pytest.fixture
def position(set_up: SetUp) -> Position:
    """A position at the start of a turn of P1. Cards that are nowhere else are discarded."""

    def stands(
        hand: str, other: str, side: str = "", opposite: str = "", stock: str | int = 30, **options: str
    ) -> Match:
        match = opened(tuple(options.items()))
        used = [cards(text) for text in (hand, other, side, opposite)]
        left = [one for one in PACK if not any(one in group for group in used)]
        drawn = cards(stock) if isinstance(stock, str) else set(left[len(left) - stock :])
        assert len(set().union(*used, drawn)) == sum(map(len, used)) + len(drawn), "a card is in two places"
        lie: dict[str, set[Card]] = {"stock": drawn, "discards": {one for one in left if one not in drawn}}
        for player, held, placed in zip(PLAYERS, used[:2], used[2:], strict=True):
            assert len({sign for sign, _ in placed}) == len(placed), "a side has a sign only once"
            lie |= {f"hand[{player}]": held, f"chosen[{player}]": set(), f"catch[{player}]": set()}
            for number, sign in enumerate(SIGNS):
                lie[f"side[{player}, {sign}]"] = {one for one in placed if one[0] == number}
        (last_turn,) = [field for field in match.game.offsets if ".last_turn#" in field]
        fields = {zone: [name(one) for one in group] for zone, group in lie.items()}
        return set_up(match, {**fields, last_turn: "no" if drawn else "yes", "asked": "P1"})

    return stands
