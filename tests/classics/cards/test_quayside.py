"""Quayside beside a second referee: whoever is asked, what may be done and what chance may bring, in random games.

The second referee is one generator that goes through the rules as a person at the table would. It stops with what it
expects: the moves of everybody who is asked, or the cards that may be drawn; it is told what happened.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import cycle

from comparisons import compared
from lockstep import END, Stop, answer, field, happen, legal, play, start

from astro_referee import Match

COMPARED = compared(
    game="quayside",
    engine="a second referee written in Python",
)

TRADES = ("broker", "smuggler", "poisoner", "ferryman", "healer")
NEEDS = {"levy": "broker", "ferry": "ferryman", "rob": "smuggler", "poison": "poisoner"}
BLOCKS = {"borrow": ("broker",), "rob": ("smuggler", "ferryman"), "poison": ("healer",)}
COSTS = {"poison": 3, "banish": 7}
INCOME = {"work": 1, "borrow": 2, "levy": 3}


class OneLeft(Exception):
    """The game is over, in the middle of a turn."""


class Table:
    """A table at which everybody keeps to the rules. `ways` tells what happened in every turn."""

    def __init__(self, players: int) -> None:
        self.tavern = Counter(dict.fromkeys(TRADES, 3))
        self.hands = [Counter[str]() for _ in range(players)]
        self.coins = [2] * players
        if players == 2:
            self.coins[0] = 1
        self.chest = 50 - sum(self.coins)
        self.ways: list[list[str]] = []

    def happened(self, what: str) -> None:
        self.ways[-1].append(what)

    def alive(self) -> list[int]:
        return [p for p, hand in enumerate(self.hands) if hand.total()]

    def game(self) -> Stop:
        for player in range(len(self.hands)):
            yield from self.draw(player)
            yield from self.draw(player)
        try:
            for turn in cycle(range(len(self.hands))):
                if self.hands[turn].total():
                    self.ways.append([])
                    yield from self.turn(turn)
        except OneLeft:
            yield END

    def draw(self, player: int) -> Stop:
        card = yield +self.tavern
        self.tavern[card] -= 1
        self.hands[player][card] += 1

    def turn(self, me: int) -> Stop:
        victims = [p for p in self.alive() if p != me]
        if self.coins[me] >= 10:
            moves = {f"banish P{p + 1}" for p in victims}
        else:
            moves = {"work", "borrow", "levy", "ferry"}
            moves |= {f"{a} P{p + 1}" for a in ("rob", "poison", "banish") for p in victims if self.can_pay(me, a)}
        _, move = yield {me: moves}
        action, *aim = move.split()
        victim = int(aim[0][1:]) - 1 if aim else None
        self.happened(action)
        self.pay(me, COSTS.get(action, 0))
        if action in NEEDS and not (yield from self.stands(me, NEEDS[action])):
            if self.hands[me].total():
                self.pay(me, -COSTS.get(action, 0))
            return
        if action in BLOCKS:
            blockers = [p for p in self.alive() if p != me and victim in (None, p)]
            block = yield from self.anybody(blockers, {f"block as {trade}" for trade in BLOCKS[action]})
            if block is not None:
                self.happened(block[1])
                if (yield from self.stands(block[0], block[1].split()[-1])):
                    return
        self.happened("done")
        if action in INCOME:
            self.pay(me, -min(INCOME[action], self.chest))
        elif action == "ferry":
            yield from self.ferry(me)
        elif victim is None or not self.hands[victim].total():
            self.happened("too late")
        elif action == "rob":
            loot = min(2, self.coins[victim])
            self.coins[victim] -= loot
            self.coins[me] += loot
        else:
            yield from self.lose(victim)

    def can_pay(self, player: int, action: str) -> bool:
        return self.coins[player] >= COSTS.get(action, 0)

    def pay(self, player: int, number: int) -> None:
        self.coins[player] -= number
        self.chest += number

    def anybody(self, players: Iterable[int], moves: set[str]) -> Stop:
        """The first who does something, and what; or None, if all let it pass."""
        waiting = set(players)
        while waiting:
            player, move = yield {p: moves | {"let it pass"} for p in waiting}
            if move != "let it pass":
                return player, move
            waiting.remove(player)
        return None

    def stands(self, player: int, trade: str) -> Stop:
        """Whether somebody's claim is believed, or proved."""
        doubt = yield from self.anybody([p for p in self.alive() if p != player], {"doubt"})
        if doubt is None:
            self.happened("believed")
            return True
        _, answer = yield {player: {"admit"} | ({"show friend"} if self.hands[player][trade] else set())}
        self.happened(answer)
        if answer == "admit":
            yield from self.lose(player)
            return False
        self.hands[player][trade] -= 1
        self.tavern[trade] += 1
        yield from self.draw(player)
        yield from self.lose(doubt[0])
        return True

    def lose(self, player: int) -> Stop:
        hand = +self.hands[player]
        _, move = yield {player: {f"lose {trade}" for trade in hand}}
        self.hands[player][move.split()[-1]] -= 1
        if not self.hands[player].total():
            self.happened("out")
            self.pay(player, self.coins[player])
            if len(self.alive()) == 1:
                raise OneLeft

    def ferry(self, player: int) -> Stop:
        yield from self.draw(player)
        yield from self.draw(player)
        held = sorted(self.hands[player].elements(), key=TRADES.index)
        pairs = {f"send away {a} and {b}" for i, a in enumerate(held) for b in held[i + 1 :]}
        _, move = yield {player: pairs}
        for trade in move.removeprefix("send away ").split(" and "):
            self.hands[player][trade] -= 1
            self.tavern[trade] += 1


# --- Side by side ----------------------------------------------------------------------------------------------------


def counted(text: str) -> Counter[str]:
    """The cards of a zone, from how it is shown."""
    return Counter(word for word in text.replace(",", " ").split() if word in TRADES)


def compare(match: Match, table: Table) -> None:
    coins = [int(text) for text in field(match, "coins").values()]
    chest = int(field(match, "chest")[""])
    assert coins == table.coins
    assert chest + sum(coins) == 50
    hands = [counted(text) for text in field(match, "hand").values()]
    lost = [counted(text) for text in field(match, "lost").values()]
    tavern = counted(field(match, "tavern")[""])
    assert hands == [+hand for hand in table.hands]
    assert tavern == +table.tavern
    assert tavern + sum([*hands, *lost], Counter()) == Counter(dict.fromkeys(TRADES, 3))
    assert not any(lost[p].total() == 2 for p in match.actors), "who is out is never asked again"


def side_by_side(players: int, seed: int) -> set[tuple[str, ...]]:
    """Plays a random game with both; gives what happened in its turns."""
    match, table, pick = start("quayside", players, seed), Table(players), random.Random(seed)
    rules, turns = table.game(), 0
    expected = next(rules)
    while not match.over:
        if len(table.ways) > turns:
            turns = len(table.ways)
            compare(match, table)
        expected = rules.send(answer(match, expected, pick))
    compare(match, table)
    assert expected is END
    assert match.result is not None
    assert list(match.result.winners) == table.alive()
    return set(map(tuple, table.ways))


@COMPARED
def test_agrees_with_a_second_referee_on_every_way_through_a_turn(thorough: bool) -> None:
    ways: set[tuple[str, ...]] = set()
    for players in range(2, 7):
        for seed in range(120 if thorough else 20):
            ways |= side_by_side(players, seed)
    begun = {way[:length] for way in ways for length in range(len(way) + 1)}
    claims = [("believed",), ("show friend",), ("show friend", "out"), ("admit",), ("admit", "out")]
    expected = {(action, *claim) for action in NEEDS for claim in claims}
    for action, trades in BLOCKS.items():
        first = (action, "believed") if action in NEEDS else (action,)
        expected |= {(*first, f"block as {trade}", *claim) for trade in trades for claim in claims}
        expected |= {(*first, f"block as {trade}", "admit", "done") for trade in trades}
    expected |= {(action, "done") for action in ("work", "borrow", "banish")}
    expected |= {(action, "believed", "done") for action in NEEDS}
    expected |= {("banish", "done", "out"), ("poison", "believed", "done", "out")}
    expected |= {("poison", "show friend", "out", "done", "too late")}
    assert expected <= begun


# --- Positions -------------------------------------------------------------------------------------------------------


def dealt(*friends: str, players: int = 2) -> Match:
    match = start("quayside", players)
    happen(match, *friends)
    return match


def test_a_doubt_in_vain_may_cost_two_friends() -> None:
    """P2 doubts the poisoner, is shown it, and is poisoned on top; nobody is asked about a block any more."""
    match = dealt("poisoner", "broker", "healer", "healer")
    play(match, "levy", "let it pass", "work", "poison P2", "doubt", "show friend")
    happen(match, "healer")
    play(match, "lose healer")
    assert legal(match, 1) == {"block as healer", "let it pass"}
    play(match, "let it pass", "lose healer")
    assert match.result is not None
    assert match.result.winners == (0,)


def test_a_poisoner_who_is_caught_gets_the_coins_back() -> None:
    match = dealt("smuggler", "broker", "healer", "healer")
    play(match, "levy", "let it pass", "work", "poison P2", "doubt")
    assert field(match, "coins") == {"P1": "1", "P2": "3"}
    verdict = match.judge(0, "show friend")
    assert [reason.text for reason in verdict.reasons] == ["you have no poisoner"]
    play(match, "admit", "lose broker")
    assert field(match, "coins") == {"P1": "4", "P2": "3"}
    assert match.actors == (1,)


def test_a_blocked_poisoner_has_paid() -> None:
    match = dealt("smuggler", "broker", "healer", "healer")
    play(match, "levy", "let it pass", "work", "poison P2", "let it pass", "block as healer", "let it pass")
    assert field(match, "coins") == {"P1": "1", "P2": "3"}
    assert match.actors == (1,)


def test_ten_coins_must_be_spent() -> None:
    match = dealt("broker", "broker", "healer", "healer")
    for _ in range(3):
        play(match, "levy", "let it pass", "work")
    assert field(match, "coins")["P1"] == "10"
    assert legal(match) == {"banish P2"}
    verdict = match.judge(0, "work")
    assert [reason.text for reason in verdict.reasons] == ["with ten coins you must banish somebody"]


def test_one_doubt_ends_the_question() -> None:
    match = dealt("broker", "broker", "healer", "healer", "smuggler", "smuggler", players=3)
    play(match, "levy")
    assert match.actors == (1, 2)
    assert match.submit(2, "doubt").ok
    assert match.actors == (0,)
    assert legal(match) == {"show friend", "admit"}
    assert not match.submit(1, "doubt").ok


def test_nobody_learns_what_was_drawn_for_a_shown_friend() -> None:
    match = dealt("broker", "broker", "healer", "healer")
    play(match, "levy", "doubt", "show friend")
    happen(match, "poisoner")
    assert match.events[-1].readers == 1 << 0
    assert field(match, "hand", 1)["P1"] == "2 cards"
