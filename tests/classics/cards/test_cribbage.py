"""Cribbage beside a second referee, move for move, and its count of hands beside the published table.

The second referee is one generator that goes through the rules as people at the table would. It stops with what it
expects: the moves of all who are asked, or the cards that may come; it is told what happened.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import pytest
from comparisons import compared
from lockstep import RANKS, SUITS, cards, field, legal, start

from astro_referee import Match
from astro_referee.interpreter.play.game import Game

COMPARED = compared(
    game="cribbage",
    engine="a second referee written in Python",
    published="12,994,800 hands by their points",
)

PACK = tuple(f"{rank} of {suit}" for suit in SUITS for rank in RANKS)
"""The pack in the order of the library; players name cards in it."""

Card = tuple[int, str]
"""The number of a card, from 1 for an ace to 13 for a king, and its suit."""

Asked = dict[int, set[str]]
Expected = Asked | set[str]
"""The moves of all who are asked, or the cards of which any may come."""
Rules = Generator[Expected, Any, None]


def read(name: str) -> Card:
    rank, suit = name.split(" of ")
    return (RANKS.index(rank) + 1) % 13 + 1, suit


def pips(number: int) -> int:
    return min(number, 10)


# --- What cards are worth --------------------------------------------------------------------------------------------


def in_a_row(numbers: Sequence[int]) -> bool:
    return sorted(numbers) == list(range(min(numbers), min(numbers) + len(numbers)))


@cache
def worth_of_numbers(numbers: tuple[int, ...]) -> int:
    """Fifteens, pairs and runs of five cards."""
    some = [chosen for size in range(2, 6) for chosen in combinations(numbers, size)]
    fifteens = sum(sum(map(pips, chosen)) == 15 for chosen in some)
    pairs = sum(len(chosen) == 2 and len(set(chosen)) == 1 for chosen in some)
    runs = [len(chosen) for chosen in some if len(chosen) > 2 and in_a_row(chosen)]
    return 2 * fifteens + 2 * pairs + sum(length for length in runs if length == max(runs))


def worth(hand: Iterable[Card], starter: Card, crib: bool) -> int:
    hand = list(hand)
    points = worth_of_numbers(tuple(sorted(number for number, _ in [*hand, starter])))
    suits = {suit for _, suit in hand}
    if len(suits) == 1:
        points += 5 if starter[1] in suits else 0 if crib else 4
    return points + ((11, starter[1]) in hand)


def pegged(series: Sequence[int]) -> list[str]:
    """What the last card of a series earns, one word for each point or group of points."""
    found = [{15: "fifteen", 31: "thirty-one"}[total]] if (total := sum(map(pips, series))) in (15, 31) else []
    alike = next((n for n in (4, 3, 2) if len(series) >= n and len(set(series[-n:])) == 1), 1)
    runs = [n for n in range(3, len(series) + 1) if in_a_row(series[-n:])]
    return found + ([f"{alike} alike"] if alike > 1 else []) + ([f"run of {max(runs)}"] if runs else [])


EARNED = {"fifteen": 2, "thirty-one": 2, "2 alike": 2, "3 alike": 6, "4 alike": 12, "go": 1, "heels": 2}
EARNED |= {f"run of {n}": n for n in range(3, 8)}


# --- The second referee ----------------------------------------------------------------------------------------------


class Over(Exception):
    """Somebody has come to the goal, wherever that was."""


class Table:
    """A table at which both keep to the rules. `ways` tells what earned points, `last` what ended the game."""

    def __init__(self, goal: int) -> None:
        self.goal = goal
        self.points = [0, 0]
        self.dealer = 0
        self.hands: list[set[str]] = [set(), set()]
        self.series: list[int] = []
        self.ways = Counter[str]()
        self.last = ""

    def earn(self, player: int, points: int, way: str) -> None:
        self.points[player] = min(self.goal, self.points[player] + points)
        self.ways[way] += points > 0
        if self.points[player] == self.goal:
            self.last = way
            raise Over

    def game(self) -> Rules:
        try:
            while True:
                yield from self.deal()
                self.dealer = 1 - self.dealer
        except Over:
            yield {}

    def deal(self) -> Rules:
        deck = set(PACK)
        self.hands = [set(), set()]
        for player in (0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1):
            card = yield deck
            deck -= {card}
            self.hands[player].add(card)
        waiting = {player: {said(two) for two in combinations(self.hands[player], 2)} for player in (0, 1)}
        crib: set[str] = set()
        while waiting:
            player, move = yield waiting
            crib |= cards(move)
            del waiting[player]
        self.hands = [hand - crib for hand in self.hands]
        starter = yield deck
        if starter.startswith("jack"):
            self.earn(self.dealer, 2, "heels")
        pone, kept = 1 - self.dealer, [set(hand) for hand in self.hands]
        yield from self.play_out(pone)
        for player, hand, way in ((pone, kept[pone], "pone"), (self.dealer, kept[self.dealer], "dealer")):
            self.earn(player, worth(map(read, hand), read(starter), crib=False), way)
        self.earn(self.dealer, worth(map(read, crib), read(starter), crib=True), "crib")

    def play_out(self, turn: int) -> Rules:
        """All cards are played, from one thirty-one or last card to the next."""
        while any(self.hands):
            self.series = []
            while any(map(self.playable, (0, 1))):
                if moves := self.playable(turn):
                    _, card = yield {turn: moves}
                    self.hands[turn] -= {card}
                    self.series.append(read(card)[0])
                    last = turn
                    for way in pegged(self.series):
                        self.earn(turn, EARNED[way], way)
                turn = 1 - turn
            if sum(map(pips, self.series)) < 31:
                self.earn(last, 1, "go")
            turn = 1 - last

    def playable(self, player: int) -> set[str]:
        room = 31 - sum(map(pips, self.series))
        return {card for card in self.hands[player] if pips(read(card)[0]) <= room}


def said(two: Iterable[str]) -> str:
    return " and ".join(sorted(two, key=PACK.index))


# --- Side by side ----------------------------------------------------------------------------------------------------


@cache
def prepared(goal: int) -> Game:
    return start("cribbage", goal=goal).game


def answer(match: Match, table: Table, expected: Expected, pick: random.Random) -> Any:
    """Compares a stop of both; then something happens in Astro, and is told."""
    assert [int(text) for text in field(match, "points").values()] == table.points
    if isinstance(expected, set):
        assert {name: chance for _, chance, name in match.outcomes()} == dict.fromkeys(
            expected, Fraction(1, len(expected))
        )
        match.settle()
        return match.events[-1].text
    assert set(match.actors) == set(expected)
    assert {player: legal(match, player) for player in match.actors} == expected
    player = pick.choice(match.actors)
    moves = sorted(expected[player])
    best = max(moves, key=lambda move: len(pegged([*table.series, read(move)[0]])) if " and " not in move else 0)
    move = best if pick.random() < 0.6 else pick.choice(moves)
    assert match.submit(player, move).ok
    return player, move


def side_by_side(goal: int, seed: int) -> Table:
    """Plays a random game with both, to the end."""
    game = prepared(goal)
    match, table, pick = Match(game, seed, game.players), Table(goal), random.Random(seed)
    rules = table.game()
    expected = next(rules)
    while not match.over:
        expected = rules.send(answer(match, table, expected, pick))
    assert expected == {}
    assert match.result is not None
    assert list(match.result.winners) == [table.points.index(goal)]
    assert [int(text) for text in field(match, "points").values()] == table.points
    return table


@COMPARED
def test_agrees_with_a_second_referee_to_the_last_point(thorough: bool) -> None:
    ways, ends = Counter[str](), Counter[str]()
    for goal, seeds in ((121, 50 if thorough else 2), (31, 450 if thorough else 20)):
        for seed in range(seeds):
            table = side_by_side(goal, seed)
            ways += table.ways
            ends[table.last] += 1
    assert {"heels", "go", "fifteen", "thirty-one", "2 alike", "3 alike", "run of 3", "run of 4"} <= ways.keys()
    assert {"go", "pone", "dealer", "crib"} <= ends.keys()


# --- All hands -------------------------------------------------------------------------------------------------------


PUBLISHED = [
    *(1009008, 99792, 2813796, 505008, 2855676, 697508, 1800268, 751324, 1137236, 361224),
    *(388740, 51680, 317340, 19656, 90100, 9168, 58248, 11196, 2708, 0),
    *(8068, 2496, 444, 356, 3680, 0, 0, 0, 76, 4),
]
"""How many of the 12,994,800 hands with a starter are worth 0, 1, 2 … (S. Lumetta, Amusing Cribbage Facts)."""
WORTHLESS_CRIBS = 1_022_208
"""How many are worth nothing as a crib."""


@cache
def suited(pattern: tuple[int, ...], starter: int, jacks: int) -> list[tuple[tuple[str, ...], int]]:
    """Suits of a hand beside a starter of clubs, each with how many other choices of suits are worth the same.

    A hand has as many cards of each of its numbers as the pattern says. The starter is one more of the number at this
    place, the jacks stand at that one (-1: no such number). Worth the same is what has as many suits, has or has not
    clubs among them, and has or has not the jack of clubs.
    """
    examples: dict[tuple[int, bool, bool], tuple[str, ...]] = {}
    found = Counter[tuple[int, bool, bool]]()
    choices = [combinations(SUITS[1:] if at == starter else SUITS, many) for at, many in enumerate(pattern)]
    for chosen in product(*choices):
        suits = tuple(suit for some in chosen for suit in some)
        sort = len(set(suits)), "clubs" in suits, jacks >= 0 and "clubs" in chosen[jacks]
        examples.setdefault(sort, suits)
        found[sort] += 1
    return [(examples[sort], many) for sort, many in found.items()]


def all_hands() -> Iterator[tuple[list[Card], Card, int]]:
    """All hands with a starter: one of each sort, and how many there are that are worth the same."""
    for hand in combinations_with_replacement(range(1, 14), 4):
        counts = Counter(hand)
        places = {number: at for at, number in enumerate(counts)}
        for starter in range(1, 14):
            if counts[starter] < 4:
                sorts = suited(tuple(counts.values()), places.get(starter, -1), places.get(11, -1))
                for suits, many in sorts:
                    yield list(zip(hand, suits, strict=True)), (starter, "clubs"), many * len(SUITS)


def test_the_second_referee_counts_all_hands_as_published() -> None:
    found, cribs = Counter[int](), Counter[int]()
    for hand, starter, many in all_hands():
        found[worth(hand, starter, crib=False)] += many
        cribs[worth(hand, starter, crib=True)] += many
    assert [found[points] for points in range(30)] == PUBLISHED
    assert found.total() == cribs.total() == 12_994_800
    assert cribs[0] == WORTHLESS_CRIBS


def bit(card: Card) -> int:
    number, suit = card
    return 1 << SUITS.index(suit) * 13 + (number - 2) % 13


def worth_by_the_rules() -> Callable[[Iterable[Card], Card, bool], int]:
    """What the rule file says about a hand."""
    game = prepared(121)
    state, counted = Match(game, 0, game.players).state[:], game.function("def_worth")
    spent = game.engine.module["SPENT"]

    def says(hand: Iterable[Card], starter: Card, crib: bool) -> int:
        spent[0] = 0  # as at every stop of a match
        state[game.offsets["starter"]] = bit(starter)
        return int(counted(state, sum(map(bit, hand)), crib))

    return says


def test_the_rules_count_as_the_second_referee_does() -> None:
    """Hands by chance, and as many in which suits matter: of one suit, with a jack and starters of all suits."""
    says, pick = worth_by_the_rules(), random.Random(5)
    pack = [*map(read, PACK)]
    for crib in (False, True):
        for _ in range(2000):
            *hand, starter = pick.sample(pack, 5)
            assert says(hand, starter, crib) == worth(hand, starter, crib), (hand, starter)
            suit = pick.choice(SUITS)
            hand = [(number, suit) for number in (11, *pick.sample([n for n in range(1, 14) if n != 11], 3))]
            starter = pick.choice([card for card in pack if card not in hand])
            assert says(hand, starter, crib) == worth(hand, starter, crib), (hand, starter)


@pytest.mark.thorough
def test_the_rules_count_all_hands_as_published() -> None:
    says, found = worth_by_the_rules(), Counter[int]()
    for hand, starter, many in all_hands():
        found[says(hand, starter, False)] += many
    assert [found[points] for points in range(30)] == PUBLISHED
