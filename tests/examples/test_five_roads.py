"""Five Roads beside a second referee: moves, cards that may be drawn, the order beside every road, all scores."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

from lockstep import END, Asked, Stop, answer, happen, legal

import astro_referee as astro
from astro_referee import Match

FILE = Path(__file__).parents[2] / "examples" / "five_roads.astro"
ROADS = ("desert", "coast", "forest", "river", "mountain")
VALUES = ("pledge", *map(str, range(2, 11)))
NAMES = tuple(f"{road} {value}" for road in ROADS for value in VALUES)

Stage = tuple[str, int]
"""A road and a number; 1 is a pledge, which is lower than any."""


def stage(name: str) -> Stage:
    road, value = name.split()
    return road, 1 if value == "pledge" else int(value)


class Trade:
    """Two caravan leaders who keep to the rules. `met` counts what is worth meeting."""

    def __init__(self) -> None:
        self.deck = Counter({name: 3 if "pledge" in name else 1 for name in NAMES})
        self.hands = [Counter[str](), Counter[str]()]
        self.caravans: list[dict[str, list[str]]] = [{road: [] for road in ROADS} for _ in range(2)]
        self.left: dict[str, list[str]] = {road: [] for road in ROADS}
        self.met = Counter[str]()

    def game(self) -> Stop:
        for player in (0, 1):
            for _ in range(8):
                yield from self.draw(player)
        for player in cycle((0, 1)):
            if not +self.deck:
                break
            yield from self.turn(player)
        yield END

    def draw(self, player: int) -> Stop:
        name = yield +self.deck
        self.deck[name] -= 1
        self.hands[player][name] += 1

    def turn(self, me: int) -> Stop:
        hand = +self.hands[me]
        goes_on = {f"play {name}" for name in hand if self.follows(me, name)}
        self.met["a caravan stands"] += len(goes_on) < len(hand)
        _, move = yield {me: goes_on | {f"leave {name}" for name in hand}}
        verb, name = move.split(maxsplit=1)
        road, _ = stage(name)
        self.hands[me][name] -= 1
        if verb == "play":
            self.caravans[me][road].append(name)
        else:
            self.left[road].insert(0, name)
        open_roads = [other for other in ROADS if self.left[other] and (verb == "play" or other != road)]
        _, move = yield {me: {"draw"} | {f"take from {other}" for other in open_roads}}
        if move == "draw":
            yield from self.draw(me)
        else:
            pile = self.left[move.split()[-1]]
            self.met["taken from several"] += len(pile) > 1
            self.hands[me][pile.pop(0)] += 1

    def follows(self, player: int, name: str) -> bool:
        road, value = stage(name)
        return all(stage(before)[1] <= value for before in self.caravans[player][road])

    def score(self, player: int) -> int:
        total = 0
        for caravan in self.caravans[player].values():
            numbers = [value for _, value in map(stage, caravan) if value > 1]
            if caravan:
                total += (sum(numbers) - 20) * (1 + len(caravan) - len(numbers))
                self.met["a pledge"] += len(caravan) > len(numbers)
            if len(caravan) >= 8:
                self.met["eight stages"] += 1
                total += 20
        return total


# --- Side by side ----------------------------------------------------------------------------------------------------


def listed(text: str) -> list[str]:
    return [] if text == "nothing" else text.replace(" and ", ", ").split(", ")


def compare(match: Match, trade: Trade, seat: int | None) -> None:
    """What a seat sees (None: the referee): its hand, and in their order all caravans and all that was left."""
    shown = {field.name: {entry.index: entry for entry in field.entries} for field in match.view(seat).fields}
    deck = shown["deck"][()]
    assert Counter(listed(deck.text)) == +trade.deck if seat is None else deck.text == cards_of(trade.deck.total())
    for player, hand in enumerate(trade.hands):
        name = f"P{player + 1}"
        text = shown["hand"][(name,)].text
        assert Counter(listed(text)) == +hand if seat in (None, player) else text == cards_of(hand.total())
        assert shown["total"][(name,)].text == str(trade.score(player))
        for road, caravan in trade.caravans[player].items():
            assert listed(shown["caravan"][name, road].text) == caravan
    for road, pile in trade.left.items():
        entry = shown["left"][(road,)]
        assert listed(entry.text) == pile
        assert [NAMES[card] for card in entry.on if card is not None] == pile
    everything = trade.deck + sum(trade.hands, Counter[str]())
    everything += Counter(name for caravans in trade.caravans for caravan in caravans.values() for name in caravan)
    everything += Counter(name for pile in trade.left.values() for name in pile)
    assert everything == Counter({name: 3 if "pledge" in name else 1 for name in NAMES})


def cards_of(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def side_by_side(seed: int, step: Callable[[Match, Asked | Counter[str]], Any]) -> Trade:
    """Plays a game with both; a step compares what is expected, and gives what happens then."""
    match, trade = astro.start(FILE, 2, {}, seed), Trade()
    rules, seats = trade.game(), cycle((None, 0, 1))
    expected = next(rules)
    while not match.over:
        if not isinstance(expected, Counter):
            compare(match, trade, next(seats))
        expected = rules.send(step(match, expected))
    assert expected is END
    compare(match, trade, None)
    assert match.result is not None
    scores = trade.score(0), trade.score(1)
    assert match.result.scores == scores
    assert match.result.places == (1 + (scores[0] < scores[1]), 1 + (scores[1] < scores[0]))
    assert match.result.draw == (scores[0] == scores[1])
    return trade


def test_agrees_with_a_second_referee_on_every_road(thorough: bool) -> None:
    met = Counter[str]()
    for seed in range(40 if thorough else 3):
        met += side_by_side(seed, partial(answer, pick=random.Random(seed))).met
    assert set(met) >= {"a caravan stands", "taken from several", "a pledge"}


def in_order(match: Match, expected: Asked | Counter[str]) -> Any:
    """The cards come as they are listed, so that P1 begins with eight of the desert; all is played that can be."""
    if isinstance(expected, Counter):
        card = min(expected, key=NAMES.index)
        happen(match, card)
        return card
    ((player, moves),) = expected.items()
    plays = [move for move in moves if move.startswith("play")]
    move = min(plays, key=lambda play: stage(play.removeprefix("play "))[1]) if plays else min(moves)
    assert legal(match, player) == moves
    assert match.submit(player, move).ok
    return player, move


def test_agrees_on_a_caravan_of_eight() -> None:
    trade = side_by_side(0, in_order)
    assert len(trade.caravans[0]["desert"]) >= 8
    assert trade.met["eight stages"]
