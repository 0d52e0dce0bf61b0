"""Ecliptic against its rulebook: hands and boards worked out by hand, tricky positions, and a second referee.

Cards are written by the number of their sign and the first letter of their symbol (`t` is the star): `5s` is Leo sun.
Each test names the rules it is about by their numbers in the rule file: R1 to R19 are those of the book, A1 to A23 what
was decided where it is unclear.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

import astro_referee as astro
from astro_referee import Match, Verdict

SetUp = Callable[[Match, Mapping[str, object]], Match]
Seen = Callable[[Match, int | None], dict[str, str]]
Act = Callable[..., None]
Position = Callable[..., Match]
Card = tuple[int, int]
"""Sign and symbol, both counted from 0."""

PLAYERS = ("P1", "P2")
ZONES = ("stock", "discards", "hand", "side", "aside", "shown")
SIGNS = ("Aries", "Taurus", "Gemini", "Cancer", "Leo", "Virgo")
SIGNS += ("Libra", "Scorpio", "Sagittarius", "Capricorn", "Aquarius", "Pisces")
SYMBOLS = {"s": "sun", "m": "moon", "t": "star", "g": "galaxy", "p": "planet", "c": "comet"}
PACK: list[Card] = [(sign, symbol) for sign in range(12) for symbol in range(6)]
NAMES = {f"{SIGNS[sign]} {list(SYMBOLS.values())[symbol]}": (sign, symbol) for sign, symbol in PACK}


def card(short: str) -> Card:
    return int(short[:-1]) - 1, list(SYMBOLS).index(short[-1])


def cards(text: str) -> set[Card]:
    return {card(short) for short in text.split()}


def name(one: Card) -> str:
    return f"{SIGNS[one[0]]} {list(SYMBOLS.values())[one[1]]}"


def listed(group: Iterable[Card]) -> str:
    """Cards as the referee writes them."""
    *most, last = [name(one) for one in sorted(group)] or ["nothing"]
    return f"{', '.join(most)} and {last}" if most else last


def read(text: str) -> set[Card]:
    return {NAMES[one] for one in set(re.split(", | and ", text)) - {"nothing", "empty"}}


def played(text: str) -> str:
    """`2s 2m 7t`: the pair is put down for the third card."""
    *pair, third = text.split()
    return f"{listed(map(card, pair))} for {name(card(third))}"


@cache
def opened(options: tuple[tuple[str, str], ...]) -> Match:
    """A match in which all cards are dealt."""
    match = astro.start("ecliptic", options=dict(options), seed=5)
    match.settle_all()
    return match


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
        zones = ["hand[P1]", "hand[P2]", "side[P1]", "side[P2]", "stock", "discards", "aside[P1]", "aside[P2]"]
        groups = [*used, drawn, {one for one in left if one not in drawn}, set(), set()]
        (last_turn,) = [field for field in match.game.offsets if ".last_turn#" in field]
        held = {zone: [name(one) for one in group] for zone, group in zip(zones, groups, strict=True)}
        return set_up(match, {**held, last_turn: "no" if drawn else "yes", "asked": "P1"})

    return stands


def zones(match: Match) -> dict[str, set[Card]]:
    """What lies in all zones, in the referee's view."""
    return {
        f"{field.name}[{', '.join(entry.index)}]" if entry.index else field.name: read(entry.text)
        for field in match.view(None).fields
        if field.name in ZONES
        for entry in field.entries
    }


def zone(match: Match, name: str) -> set[Card]:
    return zones(match)[name]


def held(match: Match) -> list[int]:
    return [len(zone(match, f"hand[{player}]")) for player in PLAYERS]


def legal(match: Match) -> set[str]:
    return {match.written(move) for move in match.legal()}


def refusal(match: Match, typed: str) -> Verdict:
    """The refusal of a move of whoever is asked; it changes nothing."""
    before = (match.state[:], list(match.options), match.number)
    verdict = match.submit(match.actors[0], typed)
    assert not verdict.ok
    assert (match.state, match.options, match.number) == before
    return verdict


def why(match: Match, typed: str) -> list[str]:
    return [reason.text for reason in refusal(match, typed).reasons]


def said(match: Match) -> list[str]:
    """What was told to all by the last event."""
    return [line.text for line in match.events[-1].said]


def show(match: Match) -> None:
    """Whoever must show cards shows the first that will do."""
    for _ in range(2):
        match.play(match.legal()[0])


def fight(match: Match, kept: str) -> None:
    """From an attack that succeeds to the end of the exchange."""
    attacker = match.actors or (0,)
    match.settle_all()
    show(match)
    assert match.actors == attacker
    assert match.submit(match.actors[0], name(card(kept))).ok
    match.settle_all()


# --- Strength of hands -----------------------------------------------------------------------------------------------


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
    """A and B of the rulings."""
    return longest({sign for sign, _ in group}), frequent(group)


def asked(word: str, group: Iterable[Card]) -> int:
    """What a def of the rule file says about some cards."""
    match = opened(())
    return int(match.game.function(f"def_{word}")(match.state, sum(1 << PACK.index(one) for one in group)))


@pytest.mark.parametrize(
    ("hand", "series", "alike"),
    [
        ("11s 12m 1t 2g 2s 5s 9p", 4, 3),
        ("3m 4m 5m 7c 8c 9g 9t", 3, 3),
        ("1s 2m 3t 6s 9s 10g 12p", 4, 3),
        ("4s 4m 4t 5g 7p 7c 10s", 2, 2),
        ("5m 6m 7g 8c", 4, 2),
        ("1s 2s 3s 7m 9t", 3, 3),
        ("11s 12s 1m", 3, 2),
        ("6p", 1, 1),
        ("", 0, 0),
    ],
)
def test_strength_by_hand(hand: str, series: int, alike: int) -> None:
    """Rules: R10, A3, A4, A20."""
    group = cards(hand)
    assert (asked("series", group), asked("alike", group), asked("strength", group)) == (series, alike, series + alike)


def test_strength_of_random_hands() -> None:
    """Rules: R10, A3, A4."""
    pick = random.Random(7)
    met: set[tuple[int, int]] = set()
    for _ in range(20_000):
        hand = pick.sample(PACK, pick.choice([2, 4, 5, 7, 7, 7]))
        if pick.random() < 0.2:  # such as are rare: most cards of few signs or symbols
            few = [one for one in PACK if one[0] < 7 and one[1] < 3]
            hand = pick.sample(few, 7)
        assert (asked("series", hand), asked("alike", hand)) == sums(hand)
        met.add(sums(hand))
    assert {a for a, _ in met} == set(range(1, 8))
    assert {b for _, b in met} >= set(range(1, 7))


# --- A turn ----------------------------------------------------------------------------------------------------------


def test_two_players_only() -> None:
    for count in (1, 3):
        with pytest.raises(astro.BadOption, match=f"Ecliptic is for 2 players, not {count}"):
            astro.start("ecliptic", players=count)


def test_the_deal(seen: Seen) -> None:
    """Rules: R1, A16."""
    match = astro.start("ecliptic")
    assert {shown for _, _, shown in match.outcomes()} == {name(one) for one in PACK}
    for _ in range(14):
        match.settle()
    assert [(shown, str(chance)) for _, chance, shown in match.outcomes()] == [("P1", "1/2"), ("P2", "1/2")]
    match.settle(1)
    assert match.actors == (1,)
    assert said(match) == ["P2 starts, and has the white side."]
    assert held(match) == [7, 7]
    assert len(zone(match, "stock")) == 58
    for player, other in ((0, "P2"), (1, "P1")):
        fields = seen(match, player)
        assert (fields["stock"], fields[f"hand[{other}]"]) == ("58 cards", "7 cards")
        assert read(fields[f"hand[{PLAYERS[player]}]"]) == zone(match, f"hand[{PLAYERS[player]}]")


HAND = "2s 2m 7t 7g 9p 11c 12s"
OTHER = "3m 4m 6c 8c 9g 10t 12p"


def test_a_turn_without_a_battle(position: Position, play: Act, happen: Act, seen: Seen) -> None:
    """Rules: R1, R2, R3, R4, R7, A2."""
    match = position(HAND, OTHER, "1m", "5g", stock="3c 4c 5c 6m")
    discarded = zone(match, "discards")
    play(match, played("2s 2m 7t"))
    assert zone(match, "side[P1]") == cards("1m 7t")
    for player in (0, 1):
        assert read(seen(match, player)["discards"]) == discarded | cards("2s 2m")
    assert zone(match, "hand[P1]") == cards("7g 9p 11c 12s")
    happen(match, *(name(card(short)) for short in ("3c", "4c", "5c")))
    assert zone(match, "hand[P1]") == cards("7g 9p 11c 12s 3c 4c 5c")
    assert match.actors == (1,)
    assert zone(match, "stock") == cards("6m")


def test_what_may_be_played(position: Position) -> None:
    """Rules: R3, R5, R6, A1."""
    match = position(HAND, OTHER, "1m 12c", "7c")
    pairs = {"2s 2m", "7t 7g", "2s 12s"}
    thirds = {"2s", "2m", "7t", "7g", "9p", "11c"}
    plays = {f"{pair} {third}" for pair in pairs for third in thirds if third not in pair.split()}
    assert legal(match) == {played(text) for text in plays}, "one must play, one pair and one card"


def test_refusals_say_why(position: Position) -> None:
    """Rules: R3, R6, A2."""
    match = position(HAND, OTHER, "1m 12c", "7c")
    assert why(match, played("7t 7g 7g")) == ["Libra galaxy is one of the pair"]
    assert why(match, played("2s 7t 9p")) == ["a pair is two cards of one sign or of one symbol"]
    assert why(match, played("2s 2m 12s")) == ["your side has Pisces already"]
    assert why(match, played("2s 7t 12s")) == [
        "a pair is two cards of one sign or of one symbol",
        "your side has Pisces already",
    ]
    (told,) = refusal(match, played("2s 2m 12s")).reasons
    assert told.rulings == ("R6", "A21")
    assert why(match, played("2s 2m 3m")) == ["Gemini moon is not in your hand"]
    assert match.submit(1, played("3m 4m 6c")).message == "it is not P2's turn"


def test_a_pair_may_leave_no_third_card(position: Position) -> None:
    """Rules: R3, R6."""
    match = position("1s 2s 1m 2m 3g 1t 2t", OTHER, "1c 2g")
    assert all(text.endswith(" for Gemini galaxy") for text in legal(match))
    assert why(match, played("1s 2s 1m")) == ["your side has Aries already"]


def test_the_first_turn_brings_no_battle() -> None:
    """Rules: R7, R8."""
    match = opened(()).copy()
    match.play(match.legal()[0])
    assert not said(match)
    match.settle()
    assert match.events[-1].label == f"deal to hand of {PLAYERS[opened(()).actors[0]]}"


# --- Battles ---------------------------------------------------------------------------------------------------------

STRONG = "3m 4m 5m 6m 8m 9g 10t"
"""A series of four and five of a symbol."""
WEAK = "3m 4g 6c 6t 8c 8t 10p"
"""A series of two and two of a symbol."""


def attacked(position: Position, other: str, **more: Any) -> Match:
    """P1 has attacked Libra, and is left with Libra galaxy, Sagittarius planet, Aquarius comet and Pisces sun."""
    match = position(HAND, other, "1m", "7c", **{"stock": "1s 3s 11s 12c", **more})
    assert match.submit(0, played("2s 2m 7t")).ok
    return match


def test_the_attacker_draws_and_wins(position: Position, happen: Act, play: Act) -> None:
    """Rules: R8, R9, R11, R12, R13, A13, A14."""
    match = attacked(position, WEAK)
    assert said(match) == ["P1 attacks P2 for Libra."]
    happen(match, "Aries sun", "Gemini sun", "Aquarius sun")
    assert match.actors == (0,)
    assert held(match) == [7, 7]
    assert legal(match) == {"from Aquarius with Aquarius sun", "from Aquarius with Aquarius comet"}
    play(match, "from Aquarius with Aquarius comet")
    assert legal(match) == {"sun"}
    play(match, "sun")
    shown = listed(cards("11c 12s 1s 3s 11s"))
    assert said(match) == [
        f"P1 shows {shown}: 3 in series and 4 of a symbol make 7.",
        "P2 has no more than that: P1 wins Libra.",
    ]
    assert match.actors == (0,)
    assert legal(match) == {"Libra star", "Libra comet"}
    discarded = zone(match, "discards")
    play(match, "Libra comet")
    match.settle_all()
    assert zone(match, "side[P1]") == cards("1m 7c")
    assert zone(match, "side[P2]") == set()
    assert zone(match, "discards") == discarded | cards("7t")
    assert match.actors == (1,)
    assert zone(match, "stock") == cards("12c"), "nobody draws after the battle"


def test_the_attacker_draws_first_and_the_defender_what_is_missing(position: Position) -> None:
    """In play a defender lacks cards only when the stock is empty, so this hand of five is made up. Rules: R9, A11."""
    match = attacked(position, "3m 4g 6c 6t 8c", stock="1s 3s 11s 12c 1t 2g")
    drawn = []
    while match.chance is not None:
        match.settle()
        drawn.append(match.events[-1].label)
    assert drawn == ["deal to hand of P1"] * 3 + ["deal to hand of P2"] * 2
    assert held(match) == [7, 7]
    assert len(zone(match, "stock")) == 1


def test_the_attacker_may_keep_the_own_card(position: Position, play: Act) -> None:
    """Rules: R13."""
    match = attacked(position, WEAK)
    fight(match, "7t")
    assert (zone(match, "side[P1]"), zone(match, "side[P2]")) == (cards("1m 7t"), set())
    assert card("7c") in zone(match, "discards")


def test_the_defender_wins_and_shows(position: Position, happen: Act, play: Act) -> None:
    """Rules: R11, R12, R13, A13."""
    match = attacked(position, STRONG)
    happen(match, "Aries sun", "Gemini sun", "Aquarius sun")
    play(match, "from Aquarius with Aquarius sun", "sun")
    assert match.actors == (1,), "the defender shows"
    assert len(said(match)) == 1
    play(match, "from Gemini with nothing", "moon")
    shown = listed(cards("3m 4m 5m 6m 8m"))
    assert said(match) == [
        f"P2 shows {shown}: 4 in series and 5 of a symbol make 9.",
        "P2 is stronger and wins Libra.",
    ]
    assert legal(match) == {"Libra star", "Libra comet"}
    play(match, "Libra star")
    match.settle_all()
    assert (zone(match, "side[P1]"), zone(match, "side[P2]")) == (cards("1m"), cards("7t"))
    assert card("7c") in zone(match, "discards")
    assert match.actors == (1,)


def test_equal_sums_are_for_the_attacker(position: Position, happen: Act, play: Act) -> None:
    """Rules: R11."""
    match = position("6g 6c 8t 11s 12m 2g 5s", "1s 2m 3t 6s 9s 10g 12p", "", "8c", stock="1t 2s 9p 4c")
    play(match, played("6g 6c 8t"))
    happen(match, "Aries star", "Taurus sun", "Sagittarius planet")
    show(match)
    assert said(match)[-1] == "P2 has no more than that: P1 wins Scorpio."
    play(match, "Scorpio comet")
    assert zone(match, "side[P1]") == cards("8c")


def test_the_pair_and_the_placed_card_do_not_count(position: Position, happen: Act, play: Act) -> None:
    """Rules: A12."""
    match = position("6s 6m 7s 8s 2t 2g 4p", "1s 2s 3s 9s 10m 5t 12g", "", "7c", stock="9c 11m 11t")
    play(match, played("6s 6m 7s"))
    happen(match, "Sagittarius comet", "Aquarius moon", "Aquarius star")
    assert zone(match, "hand[P1]") == cards("8s 2t 2g 4p 9c 11m 11t")
    show(match)
    assert said(match)[0].endswith("2 in series and 2 of a symbol make 4.")
    assert match.actors == (1,), "four in series and four suns are more"


def test_which_cards_are_shown(position: Position, happen: Act) -> None:
    """Two series of three, and doubles in both of them. Rules: R12, A4."""
    match = position("9s 9m 12t 3s 4s 5m 7m", WEAK.replace("3m", "1t"), "", "12c", stock="4m 8p 9g")
    assert match.submit(0, played("9s 9m 12t")).ok
    happen(match, "Cancer moon", "Scorpio planet", "Sagittarius galaxy")
    assert legal(match) == {
        "from Gemini with Cancer sun",
        "from Gemini with Cancer moon",
        "from Libra with nothing",
    }
    assert why(match, "from Gemini with nothing") == ["your longest series has 3 cards, this one 1"]
    assert why(match, "from Gemini with Cancer sun and Cancer moon") == ["a series has only one card of each sign"]
    assert "Cancer sun would not be in that series" in why(match, "from Libra with Cancer sun")
    assert why(match, "from Cancer with Cancer sun") == ["your longest series has 3 cards, this one 2"]
    assert match.submit(0, "from Libra with nothing").ok
    assert legal(match) == {"moon"}
    assert why(match, "sun") == ["you have 3 cards of another symbol"]


def test_the_cards_shown_tell_nothing_else(position: Position, happen: Act, seen: Seen) -> None:
    """Rules: R12, A14."""
    for typed in ("from Gemini with Cancer sun", "from Libra with nothing"):
        match = position("9s 9m 12t 3s 4s 5m 7m", WEAK.replace("3m", "1t"), "", "12c", stock="4m 8p 9g 1c")
        assert match.submit(0, played("9s 9m 12t")).ok
        happen(match, "Cancer moon", "Scorpio planet", "Sagittarius galaxy")
        assert match.submit(0, typed).ok
        chosen = match.events[-1]
        assert (chosen.readers, chosen.public) == (0b01, "show series …")
        assert seen(match, 1)["aside[P1]"] == "3 cards"
        assert match.submit(0, "moon").ok
        assert said(match)[-1] == "P2 has no more than that: P1 wins Pisces."
        assert seen(match, 1)["hand[P1]"] == "7 cards"
        assert seen(match, 0)["hand[P2]"] == "7 cards"
        assert zone(match, "shown") == set()


def test_the_exchange_is_blind_and_at_once(position: Position, play: Act) -> None:
    """Rules: R14, A8, A23."""
    match = attacked(position, WEAK)
    match.settle_all()
    show(match)
    mine, yours = zone(match, "hand[P1]"), zone(match, "hand[P2]")
    play(match, "Libra star")
    taken = []
    for group in (yours, mine):
        outcomes = match.outcomes()
        assert {NAMES[shown] for _, _, shown in outcomes} == group, "the hands as they were"
        assert {str(chance) for _, chance, _ in outcomes} == {"1/7"}
        match.settle(outcomes[2][0])
        taken.append(NAMES[match.events[-1].text])
        assert (match.events[-1].readers, match.events[-1].public) == (0b11, "a card"), "taker and giver see it"
    assert zone(match, "hand[P1]") == mine - {taken[1]} | {taken[0]}
    assert zone(match, "hand[P2]") == yours - {taken[0]} | {taken[1]}


def test_a_lost_sign_may_be_placed_again(position: Position, set_up: SetUp) -> None:
    """Rules: R8, A21."""
    match = attacked(position, WEAK)
    fight(match, "7t")
    assert match.actors == (1,)
    match = set_up(match, {"hand[P2]": [name(one) for one in cards("3m 3g 7s")], "asked": "P2"})
    assert match.submit(1, played("3m 3g 7s")).ok
    assert said(match) == ["P2 attacks P1 for Libra."]


# --- Triplets --------------------------------------------------------------------------------------------------------

TRIPLET = "5s 5m 5t 8g 9g 10c 12p"


def test_a_triplet_earns_another_turn(position: Position, happen: Act, play: Act) -> None:
    """Rules: R15, A5, A7."""
    match = position(TRIPLET, OTHER.replace("9g", "9m").replace("12p", "12g"), stock="6s 6m 6t 1s 1m 1t 2s")
    play(match, played("5s 5m 5t"))
    happen(match, "Virgo sun", "Virgo moon", "Virgo star")
    assert said(match) == ["A triplet of Leo: P1 has another turn."]
    assert match.actors == (0,)
    assert held(match) == [7, 7]
    play(match, played("6s 6m 6t"))
    happen(match, "Aries sun", "Aries moon", "Aries star")
    assert match.actors == (0,), "and another one"
    play(match, played("1s 1m 8g"))
    match.settle_all()
    assert match.actors == (1,)


def test_a_triplet_in_a_battle_earns_nothing(position: Position, play: Act) -> None:
    """Rules: R15."""
    match = position(TRIPLET, WEAK, opposite="5g")
    play(match, played("5s 5m 5t"))
    assert said(match) == ["P1 attacks P2 for Leo."]
    match.settle_all()
    show(match)
    assert match.actors == (0,), "a series of three and a pair of galaxies are enough"
    play(match, "Leo star")
    match.settle_all()
    assert match.actors == (1,)


@pytest.mark.parametrize("text", ["1s 2s 3s", "5s 5m 1s"])
def test_no_triplet(position: Position, play: Act, text: str) -> None:
    """Rules: R15, A6."""
    match = position("1s 2s 3s 5s 5m 9g 10c", "3m 4m 6c 8c 9t 10t 12p")
    play(match, played(text))
    match.settle_all()
    assert match.actors == (1,)


# --- Four ways to end ------------------------------------------------------------------------------------------------


def test_after_the_last_card_the_other_has_a_turn(position: Position, play: Act) -> None:
    """Rules: R16, A9, A10."""
    match = position(HAND, "3m 3g 7s 8c 9g 10t 12p", "1m", "5g", stock="6m")
    play(match, played("2s 2m 7t"))
    match.settle()
    assert held(match) == [5, 7]
    assert zone(match, "stock") == set()
    assert match.actors == (1,)
    assert said(match) == ["The stock is empty: P2 has the last turn."]
    quiet = match.copy()
    play(quiet, played("3m 3g 8c"))
    assert quiet.over
    assert held(quiet) == [5, 4]
    play(match, played("3m 3g 7s"))
    assert match.chance is None, "there is nothing to draw for the battle"
    assert held(match) == [5, 4]
    fight(match, "7t")
    assert match.over
    assert held(match) == [5, 4]


def test_the_last_card_in_a_battle(position: Position, play: Act) -> None:
    """Rules: R16, A9, A10."""
    match = attacked(position, WEAK, stock="1s")
    match.settle()
    assert held(match) == [5, 7]
    show(match)
    assert match.actors == (0,)
    play(match, "Libra comet")
    assert not match.over
    match.settle()
    match.settle()
    assert match.over, "no turn of P2"
    assert held(match) == [5, 7]


def test_the_last_card_after_a_triplet(position: Position, play: Act) -> None:
    """Rules: R16, A9, A10."""
    match = position(
        "5s 5m 5t 8g 8s 3m 9g", STRONG.replace("5m", "7m").replace("3m", "2m").replace("9g", "9p"), "", "3c", "12m"
    )
    play(match, played("5s 5m 5t"))
    match.settle()
    assert match.actors == (0,)
    assert said(match) == [
        "A triplet of Leo: P1 has another turn.",
        "The stock is empty: P1 has the last turn.",
    ]
    assert held(match) == [5, 7]
    quiet = match.copy()
    play(quiet, played("8g 8s 9g"))
    assert quiet.over
    assert held(quiet) == [2, 7]
    play(match, played("8g 8s 3m"))
    assert held(match) == [2, 7], "two cards fight against seven"
    show(match)
    assert said(match)[0].endswith("1 in series and 1 of a symbol make 2.")
    show(match)
    play(match, "Gemini comet")
    match.settle_all()
    assert match.over
    assert held(match) == [2, 7]


def test_a_triplet_in_the_last_turn_earns_nothing(position: Position, play: Act) -> None:
    """Rules: A9."""
    match = position(TRIPLET, OTHER.replace("9g", "9m").replace("12p", "12g"), stock="")
    play(match, played("5s 5m 5t"))
    assert match.over
    assert held(match) == [4, 7]


def test_who_cannot_play_ends_the_game(position: Position, play: Act) -> None:
    """Rules: R17, A15."""
    match = position(HAND, "3s 3m 3g 4s 4m 5s 5m", "1m", "3c 4c 5c", stock=20)
    play(match, played("2s 2m 7t"))
    for _ in range(3):
        assert not match.over
        match.settle()
    assert match.over
    assert said(match)[0] == "P2 cannot place a sign."
    assert len(zone(match, "stock")) == 17


def test_a_stuck_replay_ends_the_game(position: Position, play: Act) -> None:
    """Rules: R17, A9, A15."""
    match = position("5s 5m 5t 8g 8s 3m 3g", OTHER.replace("3m", "1c"), "3c 8p", "1t", stock="3p")
    play(match, played("5s 5m 5t"))
    match.settle()
    assert match.over
    assert "P1 cannot place a sign." in said(match)


def test_all_twelve_signs(position: Position, play: Act, happen: Act) -> None:
    """Rules: R17, A22."""
    whole = " ".join(f"{sign}c" for sign in range(1, 13))
    match = position("2s 2m 7t 7g 9p 11m 12s", STRONG, "", whole)
    assert legal(match)
    play(match, played("2s 2m 7t"))
    assert said(match) == ["P1 attacks P2 for Libra."]
    match.settle_all()
    show(match)
    show(match)
    play(match, "Libra comet")
    match.settle()
    assert not match.over
    match.settle()
    assert match.over
    assert said(match)[0] == "P2 cannot place a sign."
    assert match.result is not None
    assert match.result.scores == (0, 12 + 12 + 1)


# --- Scores ----------------------------------------------------------------------------------------------------------


def finished(position: Position, side: str, opposite: str, **options: str) -> Match:
    """The game ends with these sides; P1 places the last card."""
    *rest, last = side.split()
    free = [one for one in PACK if one not in cards(f"{side} {opposite}")]
    pair = next(pair for pair in combinations(free, 2) if pair[0][0] == pair[1][0] and pair[0][0] != card(last)[0])
    codes = [f"{sign + 1}{list(SYMBOLS)[symbol]}" for sign, symbol in pair]
    other = next(one for one in free if one not in pair)
    held = f"{other[0] + 1}{list(SYMBOLS)[other[1]]}"
    match = position(" ".join([*codes, last]), held, " ".join(rest), opposite, "", **options)
    assert match.submit(0, played(" ".join([*codes, last]))).ok
    assert match.over
    return match


def test_points_by_hand(position: Position) -> None:
    """Rules: R18, R19."""
    options = {"birth_of_P1": "Leo", "birth_of_P2": "Aries"}
    match = finished(position, "12s 1m 2s 5s 6t", "3m 4m 7m 8g 9c 10p", **options)
    assert match.result is not None
    assert match.result.scores == (7, 7)
    assert match.result.winners == (1,), "six signs against five"
    assert said(match) == [
        "P1: 3 in series + 3 of a symbol + 1 for Leo = 7.",
        "P2: 4 in series + 3 of a symbol + 0 for Aries = 7.",
        "Equal points: more signs, then fewer symbols, then Aries decide.",
    ]


def test_fewer_symbols_decide(position: Position) -> None:
    """Rules: R19."""
    match = finished(position, "2s 4s 6m 8t", "3m 5m 9g 11g")
    assert match.result is not None
    assert (match.result.scores, match.result.winners) == ((3, 3), (1,))


def test_an_empty_side_has_no_symbols(position: Position) -> None:
    """It cannot decide a game: an empty side has no points either, and the other one has some. Rules: R18, A19."""
    match = finished(position, "2s 4s", "")
    assert zone(match, "side[P2]") == set()
    assert asked("symbols", zone(match, "side[P2]")) == 0
    assert match.result is not None
    assert (match.result.scores, match.result.winners) == ((3, 0), (0,))


@pytest.mark.parametrize(("day", "winners"), [("20", (0,)), ("21", (1,)), ("22", ())])
def test_the_sign_of_the_day_decides(position: Position, day: str, winners: tuple[int, ...]) -> None:
    """Rules: R19, A18."""
    month = "May" if day != "22" else "December"
    match = finished(position, "2s 4s 6m 8t", "3m 5m 9g 11p", month=month, day=day)
    assert match.result is not None
    assert match.result.scores == (3, 3)
    assert (match.result.winners if winners else match.result.draw) == (winners or True)


def test_both_may_have_one_birth_sign_and_lose_it(position: Position) -> None:
    """Rules: R18, A17."""
    options = {"birth_of_P1": "Libra", "birth_of_P2": "Libra"}
    match = position(HAND, WEAK, "1m", "7c", "1s", **options)
    bonus = match.game.function("def_bonus")
    assert [bonus(match.state, p) for p in (0, 1)] == [0, 1]
    assert match.submit(0, played("2s 2m 7t")).ok
    match.settle()
    show(match)
    assert match.submit(0, "Libra star").ok
    match.settle_all()
    assert match.over
    assert [line.split(" + ")[2] for line in said(match)[:2]] == ["1 for Libra = 3.", "0 for Libra = 0."]


DATES = """
Aries 21/3 19/4, Taurus 20/4 20/5, Gemini 21/5 20/6, Cancer 21/6 22/7, Leo 23/7 22/8, Virgo 23/8 22/9,
Libra 23/9 22/10, Scorpio 23/10 21/11, Sagittarius 22/11 21/12, Capricorn 22/12 19/1, Aquarius 20/1 18/2,
Pisces 19/2 20/3
"""


def test_signs_begin_and_end_on_their_days() -> None:
    """Rules: R19."""
    columns = astro.load("ecliptic").columns["Sign"]
    months, begins = (columns[name][1] for name in ("month", "begins"))
    for number, row in enumerate(DATES.replace("\n", " ").split(",")):
        sign, first, last = row.split()
        assert (SIGNS[number], f"{begins[number]}/{int(months[number]) + 1}") == (sign, first)
        after = (number + 1) % 12
        assert f"{int(begins[after]) - 1}/{int(months[after]) + 1}" == last


@pytest.mark.parametrize(
    ("month", "day", "sign"), [("March", "20", "Pisces"), ("January", "19", "Capricorn"), ("January", "20", "Aquarius")]
)
def test_the_sign_of_a_day(month: str, day: str, sign: str) -> None:
    """Rules: R19."""
    match = opened((("month", month), ("day", day)))
    assert match.game.function("def_sign_of_the_day")(match.state) == SIGNS.index(sign)


def standing(side: set[Card], birth: int, today: int) -> tuple[int, int, int, bool]:
    """What counts at the end, in order; higher is better."""
    signs = {sign for sign, _ in side}
    total = longest(signs) + frequent(side) + (birth in signs)
    return total, len(signs), -len({symbol for _, symbol in side}), today in signs


@pytest.mark.parametrize(
    "options", [(), (("birth_of_P1", "Leo"), ("birth_of_P2", "Leo"), ("month", "August"))], ids=str
)
def test_results_of_random_boards(options: tuple[tuple[str, str], ...]) -> None:
    """Rules: R18, R19, A18."""
    match = opened(options)
    births, today = ((4, 4), 4) if options else ((0, 6), 0)
    game, pick, decided = match.game, random.Random(11), Counter[int]()
    (last_turn,) = [field for field in game.offsets if ".last_turn#" in field]
    (turn,) = [field for field in game.offsets if ".turn#" in field]
    bits = {one: 1 << number for number, one in enumerate(PACK)}
    for _ in range(2_500):
        signs = pick.sample(range(12), 12)
        first = pick.randrange(1, 7)
        second = min(11 - first, max(0, first + pick.choice([-2, -1, 0, 0, 0, 0, 1, 2])))
        few = pick.choice([2, 3, 6])
        sides = [{(sign, pick.randrange(few)) for sign in part} for part in (signs[:first], signs[first:][:second])]
        third = min(sides[0])
        pair = [(signs[-1], 0), (signs[-1], 1)]
        state = match.state[:]
        used = [sides[0] - {third}, sides[1], {*pair, third}]
        rest = [one for one in PACK if not any(one in group for group in used)]
        zones = {"stock": [[]], "discards": [rest[1:]], "hand": [used[2], rest[:1]], "side": used[:2]}
        for field, groups in zones.items():
            for index, group in enumerate(groups):
                state[game.offsets[field] + index] = sum(bits[one] for one in group)
        state[game.offsets[last_turn]], state[game.offsets[turn]] = 1, 0
        end = match.copy()
        end._commit(state, [])
        assert end.submit(0, f"{listed(pair)} for {name(third)}").ok
        assert end.result is not None
        mine, yours = (standing(side, birth, today) for side, birth in zip(sides, births, strict=True))
        assert end.result.scores == (mine[0], yours[0])
        places = (1, 1) if mine == yours else (1, 2) if mine > yours else (2, 1)
        assert end.result.places == places
        decided[next((key for key in range(4) if mine[key] != yours[key]), 4)] += 1
    assert min(decided[key] for key in range(5)) > 10, "every tie-break should have decided some games"


# --- Its page --------------------------------------------------------------------------------------------------------


def test_the_page_has_every_ruling_and_option() -> None:
    rules = astro.load("ecliptic")
    page = (Path(__file__).parents[2] / "docs" / "games" / "ecliptic.md").read_text(encoding="utf-8")
    rows = {(row[0], row[1]) for row in re.findall(r"^\| (\w\d+) \| (.*) \| .* \|$", page, re.MULTILINE)}
    assert rows == {(name, text) for name, (text, _) in rules.rulings.items()}
    assert {
        name[0] + str(n) for name, most in (("R", 19), ("A", 23)) for n in range(1, most + 1)
    } == rules.rulings.keys()
    assert all(f"`{sheet.name}`" in page for sheet in rules.options)


# --- A second referee, from the text of the rulings ------------------------------------------------------------------

Request = tuple[str, object, set[str]]
"""What chance is to bring, or who is asked; and what it may be."""


class Table:
    """A table at which everything is done by hand. It says what is to be decided, and is told what was."""

    def __init__(self) -> None:
        self.stock = set(PACK)
        self.discards: set[Card] = set()
        self.hands: list[set[Card]] = [set(), set()]
        self.sides: list[dict[int, Card]] = [{}, {}]
        self.turns = 0
        self.ended = ""
        self.met: Counter[str] = Counter()

    def game(self) -> Generator[Request, str, None]:
        for player in (0, 1):
            yield from self.draw(player, 7)
        me = PLAYERS.index((yield "chance", "starter", set(PLAYERS)))
        final = ""
        while True:
            plays = self.plays(me)
            if not plays:
                self.ended = "stuck"
                return
            x, y, z = plays[(yield "ask", me, set(plays))]
            self.turns += 1
            stock = len(self.stock)
            self.hands[me] -= {x, y, z}
            self.discards |= {x, y}
            self.sides[me][z[0]] = z
            battle = z[0] in self.sides[1 - me]
            yield from self.refill(me)
            assert stock - len(self.stock) == (3 if self.turns < 20 else 1 if self.turns == 20 else 0)
            if battle:
                yield from self.refill(1 - me)
                yield from self.battle(me, z[0])
                if not self.stock:
                    self.ended = final or "battle"
                    return
            if final:
                self.ended = final
                return
            triplet = x[0] == y[0] == z[0] and not battle
            self.met["triplet"] += triplet
            if not self.stock:
                final = "replay" if triplet else "other"
            me = me if triplet else 1 - me

    def plays(self, me: int) -> dict[str, tuple[Card, Card, Card]]:
        found = {}
        for x, y in combinations(sorted(self.hands[me]), 2):
            for z in self.hands[me] - {x, y}:
                if (x[0] == y[0] or x[1] == y[1]) and z[0] not in self.sides[me]:
                    found[f"{listed([x, y])} for {name(z)}"] = (x, y, z)
        return found

    def draw(self, player: int, count: int) -> Generator[Request, str, None]:
        for _ in range(min(count, len(self.stock))):
            drawn = NAMES[(yield "chance", f"deal to hand of {PLAYERS[player]}", set(map(name, self.stock)))]
            self.stock.remove(drawn)
            self.hands[player].add(drawn)

    def refill(self, player: int) -> Generator[Request, str, None]:
        yield from self.draw(player, 7 - len(self.hands[player]))

    def battle(self, attacker: int, sign: int) -> Generator[Request, str, None]:
        mine, yours = (sum(sums(self.hands[p])) for p in (attacker, 1 - attacker))
        winner = attacker if mine >= yours else 1 - attacker
        self.met["equal" if mine == yours else "attacker" if winner == attacker else "defender"] += 1
        yield from self.show(attacker)
        if winner != attacker:
            yield from self.show(winner)
        both = {side[sign] for side in self.sides}
        kept = NAMES[(yield "ask", winner, set(map(name, both)))]
        self.sides[winner][sign] = kept
        del self.sides[1 - winner][sign]
        self.discards |= both - {kept}
        taken = []
        for taker in (attacker, 1 - attacker):
            given = set(map(name, self.hands[1 - taker]))
            taken.append(NAMES[(yield "chance", f"deal to aside of {PLAYERS[taker]}", given)])
        for taker, got, lost in ((attacker, *taken), (1 - attacker, *reversed(taken))):
            self.hands[taker] = self.hands[taker] - {lost} | {got}

    def show(self, player: int) -> Generator[Request, str, None]:
        """One of the longest series, whichever cards of doubled signs; then one of the most frequent symbols."""
        hand = self.hands[player]
        series, alike = sums(hand)
        by_sign = {sign: [one for one in hand if one[0] == sign] for sign in range(12)}
        rows = set()
        for first in range(12):
            for row in product(*(by_sign[(first + step) % 12] for step in range(series))):
                rows.add(f"from {SIGNS[first]} with {listed(one for one in row if len(by_sign[one[0]]) > 1)}")
        yield "ask", player, rows
        count = Counter(symbol for _, symbol in hand)
        yield "ask", player, {list(SYMBOLS.values())[symbol] for symbol in count if count[symbol] == alike}


@pytest.mark.parametrize("chunk", range(2))
def test_agrees_with_a_second_referee(chunk: int) -> None:
    """Rules: R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R13, R14, R15, R16, R19, A1, A2, A9, A10, A16."""
    game, met, ends = opened(()).game, Counter[str](), Counter[str]()
    for seed in range(chunk * 20, chunk * 20 + 20):
        match, pick, table = Match(game, seed, PLAYERS), random.Random(seed), Table()
        course = table.game()
        request = next(course)
        eager = pick.random()
        while True:
            sort, who, what = request
            if sort == "chance":
                assert match.chance is not None
                assert {shown for _, _, shown in match.outcomes()} == what
                match.settle()
                answer = match.events[-1].text
                assert match.events[-1].label == who
            else:
                assert match.actors == (who,)
                assert legal(match) == what
                compare(match, table)
                triplets = [text for text in sorted(what) if len({word for word in text.split() if word in SIGNS}) == 1]
                answer = pick.choice(triplets if triplets and pick.random() < eager else sorted(what))
                assert match.submit(match.actors[0], answer).ok
            try:
                request = course.send(answer)
            except StopIteration:
                break
        assert match.over
        compare(match, table)
        mine, yours = (standing({*side.values()}, birth, 0) for side, birth in zip(table.sides, (0, 6), strict=True))
        assert match.result is not None
        assert match.result.places == ((1, 1) if mine == yours else (1, 2) if mine > yours else (2, 1))
        met += table.met
        ends[table.ended] += 1
    assert met.keys() >= {"attacker", "defender", "equal", "triplet"}
    assert ends.keys() >= {"other", "battle"}


def compare(match: Match, table: Table) -> None:
    """All cards lie where they lie on the table; a series about to be shown is still held."""
    lie = zones(match)
    for number, player in enumerate(PLAYERS):
        assert lie[f"hand[{player}]"] | lie[f"aside[{player}]"] == table.hands[number]
        assert lie[f"side[{player}]"] == {*table.sides[number].values()}
    assert [lie[field] for field in ("stock", "discards", "shown")] == [table.stock, table.discards, set()]
