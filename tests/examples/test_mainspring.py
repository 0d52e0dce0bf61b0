"""Mainspring beside a second referee: what may be done, what chance may bring, and what each player sees of all cards.

The second referee keeps no row of engines that wait: an engine that sets another going calls itself. It knows of each
card that was laid on a deck, who saw it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import cycle
from pathlib import Path

import pytest
from attrs import Factory, define, frozen
from lockstep import END, Stop, answer

import astro_referee as astro
from astro_referee import Match

FILE = Path(__file__).parents[2] / "examples" / "mainspring.astro"


@frozen
class Face:
    copies: int
    cost: int
    coins: int = 0
    points: int = 0
    draws: int = 0
    actions: int = 0
    buys: int = 0


COINS = {"farthing": Face(40, 0, coins=1), "florin": Face(16, 3, coins=2)}
CLOCKS = {"watch": Face(18, 2, points=1), "steeple": Face(6, 7, points=6)}
ENGINES = {
    "gear": Face(8, 3, draws=1, actions=2),
    "stall": Face(8, 5, coins=1, draws=1, actions=1, buys=1),
    "winder": Face(8, 4, draws=2, actions=1),
    "eyepiece": Face(8, 3, actions=1),
    "pendulum": Face(8, 4),
    "magnet": Face(8, 4, coins=2),
    "dome": Face(8, 2, draws=2),
    "forge": Face(8, 4),
}
FACES = COINS | CLOCKS | ENGINES
NAMES = tuple(FACES)


@define
class Workshop:
    """The cards of one player. `laid` are those on the deck that its owner, and nobody else, saw there; top first."""

    hand: Counter[str] = Factory(Counter)
    shuffled: Counter[str] = Factory(lambda: Counter({"farthing": 7, "watch": 3}))
    laid: list[str] = Factory(list)
    used: Counter[str] = Factory(Counter)
    discards: Counter[str] = Factory(Counter)
    glass: Counter[str] = Factory(Counter)
    turns: int = 0

    def deck(self) -> Counter[str]:
        return self.shuffled + Counter(self.laid)

    def points(self) -> int:
        every = self.hand + self.deck() + self.used + self.discards
        return sum(FACES[card].points * number for card, number in every.items())

    def choices(self, notation: str) -> set[str]:
        return {notation.format(card) for card in +self.hand}

    def lay(self, card: str) -> None:
        self.hand[card] -= 1
        self.laid.insert(0, card)


class Fair:
    """Everybody keeps to the rules. `met` has what happened that is worth meeting."""

    def __init__(self, players: int) -> None:
        self.shops = [Workshop() for _ in range(players)]
        self.supply = Counter({name: face.copies for name, face in FACES.items()})
        self.supply -= Counter({"farthing": 7 * players, "watch": 3 * players})
        self.melted = Counter[str]()
        self.actions = self.buys = self.coins = 0
        self.met = Counter[str]()

    def over(self) -> bool:
        return not self.supply["steeple"] or len(FACES) - len(+self.supply) >= 3

    def game(self, most_rounds: int) -> Stop:
        for shop in self.shops:
            yield from self.draw(shop, 5)
        for me, shop in cycle(enumerate(self.shops)):
            if self.over() or shop.turns == most_rounds:
                break
            yield from self.turn(me)
        yield END

    def turn(self, me: int) -> Stop:
        shop = self.shops[me]
        self.actions, self.buys, self.coins = 1, 1, 0
        while self.actions:
            engines = {f"run {card}" for card in +shop.hand if card in ENGINES}
            _, move = yield {me: engines | {"go shopping"}}
            if move == "go shopping":
                break
            self.actions -= 1
            card = move.split()[1]
            shop.hand[card] -= 1
            shop.used[card] += 1
            yield from self.run(me, card, 1)
        for card, coin in COINS.items():
            self.coins += coin.coins * shop.hand[card]
            shop.used[card] += shop.hand.pop(card, 0)
        while self.buys:
            _, move = yield {me: set(self.gains("buy", self.coins)) | {"stop buying"}}
            if move == "stop buying":
                break
            card = move.split()[1]
            self.buys -= 1
            self.coins -= FACES[card].cost
            self.gain(shop, card)
        shop.discards += shop.used + shop.hand
        shop.used.clear()
        shop.hand.clear()
        yield from self.draw(shop, 5)
        shop.turns += 1

    # --- Cards -------------------------------------------------------------------------------------------------------

    def gains(self, verb: str, most: int) -> Iterator[str]:
        return (f"{verb} {card}" for card in +self.supply if FACES[card].cost <= most)

    def gain(self, shop: Workshop, card: str) -> None:
        self.supply[card] -= 1
        shop.discards[card] += 1

    def take(self, shop: Workshop) -> Stop:
        """The next card of a deck; None if there is none, not even among the discards."""
        if not shop.deck() and shop.discards:
            self.met["shuffled"] += 1
            shop.shuffled, shop.discards = +shop.discards, Counter()
        if shop.laid:
            self.met["drawn as it lay"] += 1
            return shop.laid.pop(0)
        if not shop.shuffled.total():
            self.met["out of cards"] += 1
            return None
        card = yield +shop.shuffled
        shop.shuffled[card] -= 1
        return card

    def draw(self, shop: Workshop, number: int) -> Stop:
        for _ in range(number):
            card = yield from self.take(shop)
            if card is not None:
                shop.hand[card] += 1

    # --- Engines -----------------------------------------------------------------------------------------------------

    def run(self, me: int, card: str, deep: int) -> Stop:
        shop, face = self.shops[me], FACES[card]
        self.actions += face.actions
        self.buys += face.buys
        self.coins += face.coins
        yield from self.draw(shop, face.draws)
        match card:
            case "winder":
                yield from self.wind(me)
            case "eyepiece":
                yield from self.look(me)
            case "magnet":
                for step in range(1, len(self.shops)):
                    yield from self.attract((me + step) % len(self.shops))
            case "forge":
                yield from self.melt(me)
            case "pendulum":
                yield from self.swing(me, deep)

    def swing(self, me: int, deep: int) -> Stop:
        shop = self.shops[me]
        engines = {f"run {card} twice" for card in +shop.hand if card in ENGINES}
        if not engines:
            self.met["nothing to swing"] += 1
            return
        _, move = yield {me: engines}
        card = move.split()[1]
        shop.hand[card] -= 1
        shop.used[card] += 1
        self.met[f"twice {card}"] += 1
        self.met[f"pendulums: {deep}"] += 1
        for _ in range(2):
            yield from self.run(me, card, deep + 1)

    def wind(self, me: int) -> Stop:
        shop = self.shops[me]
        if shop.hand.total():
            _, move = yield {me: shop.choices("lay {} on your deck")}
            shop.lay(move.split()[1])

    def look(self, me: int) -> Stop:
        shop, kept = self.shops[me], False
        for _ in range(3):
            card = yield from self.take(shop)
            if card is not None:
                shop.glass[card] += 1
        while shop.glass.total():
            verbs = ["discard", "put back"] + ["keep"] * (not kept)
            _, move = yield {me: {f"{verb} {card}" for verb in verbs for card in +shop.glass}}
            verb, card = move.rsplit(maxsplit=1)
            shop.glass[card] -= 1
            if verb == "put back":
                shop.laid.insert(0, card)
            elif verb == "keep":
                shop.hand[card] += 1
                kept = True
            else:
                shop.discards[card] += 1

    def attract(self, rival: int) -> Stop:
        shop = self.shops[rival]
        if shop.hand.total() <= 4:
            self.met["too few to attract"] += 1
            return
        domes = {"show dome"} if shop.hand["dome"] else set()
        _, move = yield {rival: shop.choices("lay {} on your deck") | domes}
        if move == "show dome":
            self.met["kept away"] += 1
        else:
            self.met["attracted"] += 1
            shop.lay(move.split()[1])

    def melt(self, me: int) -> Stop:
        shop = self.shops[me]
        if not shop.hand.total():
            self.met["nothing to melt"] += 1
            return
        _, move = yield {me: shop.choices("melt {}")}
        card = move.split()[1]
        shop.hand[card] -= 1
        self.melted[card] += 1
        casts = set(self.gains("cast", FACES[card].cost + 2))
        if casts:
            _, move = yield {me: casts}
            self.gain(shop, move.split()[1])


# --- Side by side ----------------------------------------------------------------------------------------------------


def counted(text: str) -> Counter[str]:
    """The cards of a zone, from how it is shown."""
    return Counter(word for word in text.replace(",", " ").split() if word in FACES)


def compare(match: Match, fair: Fair, seat: int | None) -> None:
    """What a seat sees (None: the referee): its own hand and glass, and what it has laid on its deck."""
    shown = {field.name: field.entries for field in match.view(seat).fields}
    for name in ("actions", "buys", "coins"):
        assert shown[name][0].text == str(getattr(fair, name))
    assert counted(shown["supply"][0].text) == +fair.supply
    assert counted(shown["melted"][0].text) == +fair.melted
    for owner, shop in enumerate(fair.shops):
        sees = seat in (None, owner)
        assert counted(shown["used"][owner].text) == +shop.used
        assert counted(shown["discards"][owner].text) == +shop.discards
        for name, cards in (("hand", shop.hand), ("glass", shop.glass)):
            text = shown[name][owner].text
            assert counted(text) == +cards if sees else text == cards_of(cards.total())
        deck = shown["deck"][owner]
        assert (deck.count, deck.under) == (shop.deck().total(), ())
        assert [None if card is None else NAMES[card] for card in deck.on] == [c if sees else None for c in shop.laid]
        if seat is None:
            assert counted(deck.text.partition(";")[0]) == shop.deck()
        else:
            lie = f"; on top: {', '.join(shop.laid)}" if shop.laid and sees else ""
            assert deck.text == cards_of(shop.deck().total()) + lie


def conserve(fair: Fair) -> None:
    owned = sum((s.hand + s.deck() + s.used + s.discards + s.glass for s in fair.shops), Counter[str]())
    assert owned + fair.supply + fair.melted == Counter({name: face.copies for name, face in FACES.items()})


def cards_of(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


TINKERER = {"pendulum": 6, "farthing": 0.1, "watch": 0.2}
"""How often somebody buys a card who wants long chains; 1 is usual."""
TOWN = {"florin": 9, "steeple": 99, "farthing": 0.1, "watch": 0.1}
"""And somebody who wants a steeple."""


def taste(wanted: dict[str, float], _player: int, move: str) -> float:
    verb, _, card = move.partition(" ")
    if move in ("go shopping", "stop buying"):
        return 0.3
    if verb == "melt":
        return 0.1 if card in ENGINES else 1
    if verb in ("buy", "cast"):
        return wanted.get(card, 1)
    return 4 if "pendulum" in move else 1


def side_by_side(players: int, seed: int, wanted: dict[str, float], rounds: int = 40) -> Counter[str]:
    """Plays a random game with both; gives what was met in it."""
    match = astro.start(FILE, players, {"most_rounds": str(rounds)}, seed)
    fair, pick = Fair(players), random.Random(seed)
    rules = fair.game(rounds)
    expected = next(rules)
    seats = cycle([None, *range(players)])
    while not match.over:
        if not isinstance(expected, Counter):
            compare(match, fair, next(seats))
            conserve(fair)
        expected = rules.send(answer(match, expected, pick, partial(taste, wanted)))
    assert expected is END
    compare(match, fair, None)
    assert match.result is not None
    keys = [(-shop.points(), shop.turns) for shop in fair.shops]
    assert match.result.places == tuple(1 + sum(other < key for other in keys) for key in keys)
    assert match.result.scores == tuple(shop.points() for shop in fair.shops)
    assert match.result.draw == (len(set(keys)) == 1)
    fair.met["rounds" if not fair.over() else "steeples" if not fair.supply["steeple"] else "three piles"] += 1
    return fair.met


CHAINS = {"drawn as it lay", "shuffled", "attracted", "nothing to swing", "twice pendulum"}
RARE = {*(f"twice {engine}" for engine in ENGINES), "pendulums: 2", "kept away", "too few to attract"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_agrees_with_a_second_referee_on_every_chain(players: int, thorough: bool) -> None:
    met = sum((side_by_side(players, seed, TINKERER) for seed in range(40 if thorough else 3)), Counter[str]())
    assert set(met) >= (CHAINS | RARE if thorough else CHAINS)


def test_agrees_on_each_way_to_the_end(thorough: bool) -> None:
    met = sum((side_by_side(2, seed, TOWN) for seed in range(40 if thorough else 2)), Counter[str]())
    met += side_by_side(4, 0, TINKERER) + side_by_side(4, 0, {}, rounds=5)
    assert set(met) >= {"steeples", "three piles", "rounds"}
