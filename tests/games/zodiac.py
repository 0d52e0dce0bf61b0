"""The sky of Ephemeris by hand, from the rulings: who blocks whom, and the positions of the figures."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping

SIGNS = ("Aries", "Taurus", "Gemini", "Cancer", "Leo", "Virgo")
SIGNS += ("Libra", "Scorpio", "Sagittarius", "Capricorn", "Aquarius", "Pisces")
COLOURS = ("red", "blue", "yellow")
RANK = {"Moon": 3, "Sun": 2, "Mercury": 1, "Venus": 1, "Mars": 1, "Jupiter": 0, "Saturn": 0, "Uranus": 0, "Neptune": 0}
BODIES = tuple(RANK)
COLOUR = {body: ("blue", "red", "yellow", "yellow")[rank] for body, rank in RANK.items()}

Sky = dict[str, str]
Step = tuple[str, int]
"""A body and how many signs it goes."""

START: Sky = {
    "Mars": "Aries", "Venus": "Taurus", "Mercury": "Gemini", "Moon": "Cancer", "Sun": "Leo",
    "Jupiter": "Sagittarius", "Saturn": "Capricorn", "Uranus": "Aquarius", "Neptune": "Pisces",
}  # fmt: skip
FIGURE_3: Sky = {
    **START,
    "Saturn": "Aquarius", "Mars": "Capricorn", "Jupiter": "Sagittarius", "Moon": "Scorpio", "Venus": "Leo",
}  # fmt: skip
FIGURE_5: Sky = {
    "Sun": "Leo", "Mercury": "Leo", "Venus": "Leo", "Moon": "Scorpio", "Mars": "Scorpio",
    "Jupiter": "Sagittarius", "Saturn": "Capricorn", "Uranus": "Aquarius", "Neptune": "Pisces",
}  # fmt: skip
FIGURE_6: Sky = {
    "Jupiter": "Leo", "Sun": "Leo", "Saturn": "Libra", "Venus": "Libra", "Uranus": "Scorpio", "Mars": "Scorpio",
    "Neptune": "Aries", "Mercury": "Gemini", "Moon": "Capricorn",
}  # fmt: skip
FIGURE_7: Sky = {
    "Saturn": "Libra", "Mars": "Libra", "Jupiter": "Aries", "Sun": "Aries", "Uranus": "Taurus", "Moon": "Taurus",
    "Neptune": "Cancer", "Venus": "Cancer", "Mercury": "Cancer",
}  # fmt: skip


def on(sign: str, steps: int) -> str:
    return SIGNS[(SIGNS.index(sign) + steps) % 12]


def blocks(other: str, body: str) -> bool:
    return RANK[other] > RANK[body]


def far(sky: Sky, body: str) -> int:
    """How many signs a body may go: it may leave a sign only if no blocker stands in it, and makes no whole lap."""
    held = {sky[other] for other in BODIES if blocks(other, body)}
    start = SIGNS.index(sky[body])
    return next((k for k in range(11) if SIGNS[(start + k) % 12] in held), 11)


def steps(sky: Sky, colours: Iterable[str] = COLOURS) -> set[Step]:
    """All single moves of bodies of these colours."""
    return {(body, k) for body in BODIES if COLOUR[body] in colours for k in range(1, far(sky, body) + 1)}


def moved(sky: Sky, step: Step) -> Sky:
    body, signs = step
    return {**sky, body: on(sky[body], signs)}


def aligned(sky: Sky, planets: Iterable[str], zodiac: Iterable[str]) -> bool:
    return Counter(sky[body] for body in planets) == Counter(zodiac)


def placed(sky: Mapping[str, str]) -> dict[str, object]:
    """The sky as fields of a state."""
    return {f"Piece.at[{body}]": sign for body, sign in sky.items()}


def hand(player: str, planets: Iterable[str], zodiac: Iterable[str]) -> dict[str, object]:
    return {f"planets[{player}]": list(planets), f"zodiac[{player}]": list(zodiac)}


def any_sky(pick: random.Random) -> Sky:
    """Bodies anywhere, or crowded into few signs, where more of them are blocked."""
    signs = SIGNS if pick.random() < 0.5 else pick.sample(SIGNS, pick.randint(2, 6))
    return {body: pick.choice(signs) for body in BODIES}


def fits(zodiac: Iterable[str]) -> bool:
    """There are two cards of each sign."""
    return max(Counter(zodiac).values()) <= 2
