"""A table of Vediic: how it is set, what players see and type, and what they are told.

Stations have the numbers of `chart.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping

from vediic.chart import BY_NAME, COLOURS, NAME, Pawns, Planets

import astro_referee as astro
from astro_referee import Match

SetUp = Callable[[Match, Mapping[str, object]], Match]
Stands = Callable[..., Match]
Seen = Callable[[Match, int | None], dict[str, str]]
OFF = None
"""Off the board."""
GUIDED = {"colours": {"P1": "green", "P2": "gray"}}
"""Colours of the pawns, where a favourite would disturb."""

QUIET = {"yellow": 11, "purple": 3, "orange": 8, "blue": 1, "green": 5, "red": 2, "gray": 9}
"""Houses in which planets make no station active, and none but 13, 29 and 37 (green) when they have gone one on."""
AWAY = (12, 35, 34, 28, 32, 27, 11, 33, 10, 31, 30, 26, 36, 7)
"""Stations far from the middle, two for each player."""


def spread(players: int) -> Pawns:
    return {(f"P{n // 2 + 1}", n % 2 + 1): AWAY[n] for n in range(2 * players)}


def throw(match: Match, *faces: int) -> None:
    """Dice that fall as told; faces are the numbers of the outcomes."""
    for face in faces:
        match.settle({shown: value for value, _, shown in match.outcomes()}[str(face)])


def in_set_up(players: int, options: Mapping[str, str], throws: Collection[int] = ()) -> Match:
    """P2 has thrown most, and the players have chosen their colours, cards, planet and places; planets are to move."""
    match = astro.start("vediic", players, options)
    throw(match, *(throws or [face for n in range(players) for face in ((6, 6) if n == 1 else (1, 1))]))
    while match.chance is None:
        colour = COLOURS[match.actors[0]]
        places = [NAME[station] for station in AWAY[2 * match.actors[0] :][:2]]
        typed = next(text for text in (colour, *places) if match.judge(match.actors[0], text).ok)
        assert match.submit(match.actors[0], typed).ok
    return match


def seated(players: int, set_up: SetUp, options: Mapping[str, str]) -> Match:
    """P1, the last of the first round, is asked for step 1 of a turn. Nothing else about the position matters."""
    match = in_set_up(players, options)
    throw(match, *[1] * 14)
    while match.actors != (0,):
        assert match.decision is not None
        charity = {"charity": ["red"]} if match.decision.name.endswith("move_a_pawn") else {}
        match = set_up(match, charity)
        done = match.judge(match.actors[0], "done")
        match.play(done.move if done.ok and done.move else match.legal()[0])
    return match


def fields(
    players: int,
    pawns: Pawns,
    planets: Planets,
    hands: Mapping[str, Collection[str]],
    charity: Collection[str] = (),
    merit: Mapping[str, int] | None = None,
    colours: Mapping[str, str] | None = None,
    **others: object,
) -> dict[str, object]:
    """A whole position as fields of a state; cards that are nowhere are in the supply."""
    seats = [f"P{n}" for n in range(1, players + 1)]
    used = Counter(card for held in (*hands.values(), charity) for card in held)
    earned = merit or {}
    written: dict[str, object] = {
        "supply": [card for card in COLOURS for _ in range(11 - used[card])],
        "charity": list(charity),
        "temple": ["enlightenment"] * (13 - sum(earned.values())),
    }
    for n, seat in enumerate(seats):
        written[f"hand[{seat}]"] = list(hands.get(seat, ()))
        written[f"merit[{seat}]"] = ["enlightenment"] * earned.get(seat, 0)
        written[f"pawn_colour[{seat}]"] = (colours or {}).get(seat, COLOURS[n])
    for (seat, number), station in pawns.items():
        written[f"Pawn.at[{seat} {number}]"] = "none" if station is None else NAME[station]
    written |= {f"Planet.at[{colour}]": house for colour, house in planets.items()}
    return written | others


# --- What is typed and seen -------------------------------------------------------------------------------------------


def to_step(match: Match, step: str) -> None:
    """Goes on without doing anything, as far as a step."""
    words = {"charity": "charity", "trade": "trading", "steal": "stealing", "move": "move_a_pawn", "yellow": "yellow"}
    while match.decision is None or not match.decision.name.endswith(words[step]):
        submit(match, "done")


def submit(match: Match, *typed: str) -> None:
    for text in typed:
        verdict = match.submit(match.actors[0], text)
        assert verdict.ok, (text, verdict)


def why(match: Match, typed: str) -> list[str]:
    """The reasons of a refusal."""
    before = match.state[:]
    verdict = match.submit(match.actors[0], typed)
    assert not verdict.ok
    assert match.state == before
    return [reason.text for reason in verdict.reasons]


def legal(match: Match) -> set[str]:
    return {match.written(move) for move in match.legal()}


def targets(match: Match, words: str) -> set[int]:
    """The stations of the legal moves that begin with these words."""
    found = {text.removeprefix(f"{words} ") for text in legal(match) if text.startswith(f"{words} ")}
    return {BY_NAME[name] for name in found}


def values(match: Match) -> dict[str, str]:
    return {
        f"{field.name}[{', '.join(entry.index)}]" if entry.index else field.name: entry.text
        for field in match.view(None).fields
        for entry in field.entries
    }


def cards(match: Match, zone: str) -> Counter[str]:
    """What lies in a zone."""
    text = values(match)[zone]
    return Counter() if text in ("nothing", "empty") else Counter(text.replace(" and ", ", ").split(", "))


def hand(match: Match, player: str = "P1") -> Counter[str]:
    return cards(match, f"hand[{player}]")


def at(match: Match, pawn: str) -> int | None:
    return BY_NAME.get(values(match)[f"Pawn.at[{pawn}]"])


def house(match: Match, colour: str) -> int:
    return int(values(match)[f"Planet.at[{colour}]"])


def held(text: str) -> Counter[str]:
    return Counter(text.split())


def finish(match: Match) -> None:
    """Ends the turn of P1 without doing anything more; planets move, and the first question after that is asked."""
    while match.decision is not None and "steps" in match.decision.name and values(match)["starter"] == "P2":
        submit(match, "done")


def end_round(match: Match) -> None:
    """P1 walks with a pawn that nobody cares about, and the round is over."""
    to_step(match, "move")
    submit(match, "walk 2 to " + NAME[37 if at(match, "P1 2") == 8 else 8])
    finish(match)


def go(pawn: int, to: int, how: str = "walk") -> str:
    return f"{how} {pawn} to {NAME[to]}"


def via(pawn: int, to: int, how: str = "walk") -> str:
    return f"{how} {pawn} via {NAME[to]}"
