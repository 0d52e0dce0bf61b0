"""Cards of Ecliptic by hand: how they are written, read and counted, without a word of the rule file.

A card is written by the number of its sign and the first letter of its symbol (`t` is the star): `5s` is Leo sun.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

Card = tuple[int, int]
"""Sign and symbol, both counted from 0."""

SIGNS = ("Aries", "Taurus", "Gemini", "Cancer", "Leo", "Virgo")
SIGNS += ("Libra", "Scorpio", "Sagittarius", "Capricorn", "Aquarius", "Pisces")
SYMBOLS = {"s": "sun", "m": "moon", "t": "star", "g": "galaxy", "p": "planet", "c": "comet"}
PACK: list[Card] = [(sign, symbol) for sign in range(12) for symbol in range(6)]


def name(one: Card) -> str:
    return f"{SIGNS[one[0]]} {list(SYMBOLS.values())[one[1]]}"


NAMES = {name(one): one for one in PACK}


def card(short: str) -> Card:
    return int(short[:-1]) - 1, list(SYMBOLS).index(short[-1])


def cards(text: str) -> set[Card]:
    return {card(short) for short in text.split()}


def short(group: Iterable[Card]) -> str:
    """Cards as these tests write them."""
    return " ".join(f"{sign + 1}{list(SYMBOLS)[symbol]}" for sign, symbol in group)


def listed(group: Iterable[Card]) -> str:
    """Cards as the referee writes them."""
    *most, last = [name(one) for one in sorted(group)] or ["nothing"]
    return f"{', '.join(most)} and {last}" if most else last


def read(text: str) -> set[Card]:
    """Cards as the referee writes them, read back."""
    return {NAMES[one] for one in set(re.split(", | and ", text)) - {"nothing", "empty"}}


def played(text: str) -> str:
    """`2s 2m 7t`: the pair is put down for the third card."""
    *pair, third = text.split()
    return f"{listed(map(card, pair))} for {name(card(third))}"


# --- Counting --------------------------------------------------------------------------------------------------------


def longest(signs: set[int]) -> int:
    """The longest series of signs, counted step by step round the zodiac."""
    lengths = [0]
    for first in signs:
        steps = 1
        while steps < 12 and (first + steps) % 12 in signs:
            steps += 1
        lengths.append(steps)
    return max(lengths)


def frequent(group: Iterable[Card]) -> int:
    """The most cards of one symbol."""
    return max(Counter(symbol for _, symbol in group).values(), default=0)


def sums(group: Iterable[Card]) -> tuple[int, int]:
    """A and B of the rulebook."""
    return longest({sign for sign, _ in group}), frequent(group)


def standing(side: set[Card], birth: int, today: int) -> tuple[int, int, int, bool]:
    """What counts at the end, in order; higher is better."""
    signs = {sign for sign, _ in side}
    total = longest(signs) + frequent(side) + (birth in signs)
    return total, len(signs), -len({symbol for _, symbol in side}), today in signs
