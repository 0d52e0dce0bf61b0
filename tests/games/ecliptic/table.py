"""A table of Ecliptic as its players see it: who holds what, what may be played, what is said and refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ecliptic.cards import Card, card, name, played, read

import astro_referee as astro
from astro_referee import Match, Verdict

PLAYERS = ("P1", "P2")
ZONES = ("stock", "discards", "hand", "side", "chosen", "shown", "catch")

Act = Callable[..., None]
Position = Callable[..., Match]

HAND = "2s 2m 7t 7g 9p 11c 12s"
"""The hand of vector 6: the pair of Taurus may be put down for Libra star."""
OTHER = "3m 4m 6c 8c 9g 10t 12p"
TRIPLET = "5s 5m 5t 8g 9g 10c 12p"
"""The hand of vector 7: three cards of Leo."""
STRONG = "3m 4m 5m 6m 8m 9g 10t"
"""A series of four and five of a symbol."""
WEAK = "3m 4g 6c 6t 8c 8t 10p"
"""A series of two and two of a symbol."""


@cache
def opened(options: tuple[tuple[str, str], ...] = ()) -> Match:
    """A match in which all cards are dealt."""
    match = astro.start("ecliptic", options=dict(options), seed=5)
    match.settle_all()
    return match


# --- What there is ---------------------------------------------------------------------------------------------------


def zones(match: Match) -> dict[str, set[Card]]:
    """What lies in all zones, in the referee's view; a side as a whole."""
    found: dict[str, set[Card]] = {}
    for field in match.view(None).fields:
        if field.name in ZONES:
            for entry in field.entries:
                whose = f"[{entry.index[0]}]" if entry.index else ""
                found.setdefault(field.name + whose, set()).update(read(entry.text))
    return found


def zone(match: Match, name: str) -> set[Card]:
    return zones(match)[name]


def held(match: Match) -> list[int]:
    return [len(zone(match, f"hand[{player}]")) for player in PLAYERS]


def legal(match: Match) -> set[str]:
    return {match.written(move) for move in match.legal()}


def said(match: Match) -> list[str]:
    """What was told to all by the last event."""
    return [line.text for line in match.events[-1].said]


def refusal(match: Match, typed: str) -> Verdict:
    """The refusal of a move of whoever is asked; it changes nothing."""
    before = (match.state[:], list(match.options), match.number)
    verdict = match.submit(match.actors[0], typed)
    assert not verdict.ok
    assert (match.state, match.options, match.number) == before
    return verdict


def why(match: Match, typed: str) -> list[str]:
    return [reason.text for reason in refusal(match, typed).reasons]


# --- What is done ----------------------------------------------------------------------------------------------------


def show(match: Match) -> None:
    """Whoever must show cards shows the first that will do."""
    for _ in range(2):
        match.play(match.legal()[0])


def attacked(position: Position, other: str, **more: Any) -> Match:
    """P1 has attacked Libra, and is left with Libra galaxy, Sagittarius planet, Aquarius comet and Pisces sun."""
    match = position(HAND, other, "1m", "7c", **{"stock": "1s 3s 11s 12c", **more})
    assert match.submit(0, played("2s 2m 7t")).ok
    return match


def fight(match: Match, kept: str) -> None:
    """From an attack that succeeds to the end of the exchange."""
    attacker = match.actors or (0,)
    match.settle_all()
    show(match)
    assert match.actors == attacker
    assert match.submit(match.actors[0], name(card(kept))).ok
    match.settle_all()
