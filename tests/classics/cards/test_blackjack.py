"""Blackjack beside OpenSpiel's, card for card, and the whole game beside a second referee.

Compared with OpenSpiel are the legal moves, all cards and their chances, what the player sees of the dealer's cards,
and the return, with options that leave only what it has. Of a table of several, each player has an own game there with
the same dealer. All else is compared with the second referee, together with the soft 17 and surrender.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest
from comparisons import compared
from lockstep import RANKS, SUITS, answer, cards, field, happen, legal, numbers, play, start, step_by_chance

from astro_referee import Match

COMPARED = compared(
    game="blackjack",
    engine="OpenSpiel: hit and stand, at each seat of a table, and a second referee written in Python for all else",
    differences=(
        "OpenSpiel has one player and one pack, and no bets, doubling, splitting or insurance; a blackjack is a 21 "
        "like any other, which nobody looks for",
        "OpenSpiel deals two cards to the player and then two to the dealer, of which the first is face down; here "
        "cards go round the table, and the dealer's second one is face down",
        "OpenSpiel has no chances for a table of several: its pack does not know of the cards of others",
    ),
)

PLAIN = {"packs": 1, "rounds": 1, "blackjacks": "no", "insurance": "no", "doubling": "no", "most_hands": 1}
CARDS = tuple(f"{rank} of {suit}" for suit in ("spades", "hearts", "clubs", "diamonds") for rank in RANKS)
HIT, STAND = "hit", "stand"


def named(state: Any, action: int) -> list[str]:
    """A move, or a card such as `CT`."""
    text = state.action_to_string(action)
    return [text.lower()] if text in ("Hit", "Stand") else [card(text)]


def card(short: str) -> str:
    ranks = dict(zip("A23456789TJQK", ("ace", *RANKS[:-1]), strict=True))
    return f"{ranks[short[1]]} of {dict(zip('CDHS', SUITS, strict=True))[short[0]]}"


def actions(pyspiel: Any) -> dict[str, int]:
    """The number of every card."""
    state = pyspiel.load_game("blackjack").new_initial_state()
    return {card(state.action_to_string(action)): action for action in state.legal_actions()}


def shown(state: Any) -> tuple[set[str], set[str]]:
    """The cards of the player and the dealer, as far as the player sees them."""
    mine, dealers = [line.split("Cards:")[1].split() for line in state.observation_string(0).splitlines()[2:]]
    return {card(text) for text in mine}, {card(text) for text in dealers if text != "??"}


def deal(match: Match, pick: random.Random) -> list[str]:
    """The first cards, each as likely as any other: to the players, to the dealer, and once more."""
    dealt: list[str] = []
    while match.chance is not None:
        left = sorted(set(CARDS) - set(dealt))
        assert {name: chance * len(left) for _, chance, name in match.outcomes()} == dict.fromkeys(left, 1)
        dealt.append(pick.choice(left))
        happen(match, dealt[-1])
    return dealt


@COMPARED
def test_games_are_those_of_openspiel(thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    number, returns = actions(pyspiel), Counter[float]()
    for seed in range(500 if thorough else 30):
        pick = random.Random(seed)
        match, state = start("blackjack", 1, **PLAIN), pyspiel.load_game("blackjack").new_initial_state()
        play(match, "bet 2")
        first, up, second, down = deal(match, pick)
        for text in (first, second, down, up):
            state.apply_action(number[text])
        while not state.is_terminal():
            if state.is_chance_node():
                step_by_chance(match, state, named, pick)
                continue
            assert match.actors == (state.current_player(),)
            mine, dealers = shown(state)
            assert cards(field(match, "hand", 0)["P1, 1"]) == mine
            assert cards(field(match, "dealers_cards", 0)[""]) == dealers
            assert field(match, "face_down", 0) == {"": "1 card"}
            meant = {named(state, action)[0]: action for action in state.legal_actions()}
            assert legal(match) == set(meant)
            move = pick.choice([HIT, STAND])
            play(match, move)
            state.apply_action(meant[move])
        assert match.result is not None
        assert match.result.utilities == tuple(2 * value for value in state.returns())
        returns.update(state.returns())
    assert len(returns) == 3


@COMPARED
def test_each_at_a_table_has_a_game_of_openspiel(thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    number = actions(pyspiel)
    for seed in range(72 if thorough else 4):
        pick, players = random.Random(seed), 2 + seed % 6 if thorough else 4
        match = start("blackjack", players, **PLAIN)
        play(match, *["bet 2"] * players)
        dealt = deal(match, pick)
        up, down = dealt[players], dealt[-1]
        states = [pyspiel.load_game("blackjack").new_initial_state() for _ in range(players)]
        for player, state in enumerate(states):
            for text in (dealt[player], dealt[players + 1 + player], down, up):
                state.apply_action(number[text])
        later: list[str] = []
        move = ""
        while not match.over:
            if match.chance is not None:
                match.settle()
                if move == HIT:
                    state.apply_action(number[match.events[-1].text])
                else:
                    later.append(match.events[-1].text)
                move = ""
                continue
            state = states[match.actors[0]]
            assert legal(match) == {named(state, action)[0] for action in state.legal_actions()}
            move = pick.choice([HIT, STAND])
            play(match, move)
            state.apply_action([HIT, STAND].index(move))
        for state in states:
            for text in later if not state.is_terminal() else ():
                state.apply_action(number[text])
            assert state.is_terminal()
        assert match.result is not None
        assert match.result.utilities == tuple(2 * state.returns()[0] for state in states)


# --- The whole game --------------------------------------------------------------------------------------------------


def total(held: list[str]) -> int:
    low = sum(worth(text) for text in held)
    return low + 10 if low <= 11 and any(text.startswith("ace") for text in held) else low


def worth(text: str) -> int:
    rank = text.split()[0]
    return {"ace": 1, "jack": 10, "queen": 10, "king": 10}.get(rank) or int(rank)


def blackjack(held: list[str]) -> bool:
    return len(held) == 2 and total(held) == 21


class Table:
    """A table at which everybody keeps to the rules; each game is a generator as `lockstep.answer` wants it."""

    def __init__(self, players: int, packs: int, most_hands: int, soft: bool, surrender: bool) -> None:
        self.players, self.packs, self.most_hands = range(players), packs, most_hands
        self.soft, self.surrender = soft, surrender
        self.shoe = Counter[str]()
        self.balance = [0] * players
        self.met = Counter[str]()

    def draw(self, hand: list[str]) -> Generator[Any, Any, None]:
        text = yield +self.shoe
        self.shoe[text] -= 1
        hand.append(text)

    def all_choose(self, moves: set[str]) -> Generator[Any, Any, dict[int, str]]:
        chosen: dict[int, str] = {}
        while len(chosen) < len(self.players):
            player, move = yield {player: moves for player in self.players if player not in chosen}
            chosen[player] = move
        return chosen

    def game(self, rounds: int) -> Generator[Any, Any, None]:
        for _ in range(rounds):
            if self.shoe.total() < 26 * self.packs:
                self.shoe = Counter(dict.fromkeys(CARDS, self.packs))
            bets = yield from self.all_choose({f"bet {chips}" for chips in (2, 4, 6, 8, 10)})
            hands: list[list[list[str]]] = [[[]] for _ in self.players]
            house: list[str] = []
            for _ in range(2):
                for player in self.players:
                    yield from self.draw(hands[player][0])
                yield from self.draw(house)
            stakes = [[int(bets[player].split()[1])] for player in self.players]
            if house[0].startswith("ace"):
                answers = yield from self.all_choose({"insure", "decline"})
                for player in self.players:
                    if answers[player] == "insure":
                        self.balance[player] += stakes[player][0] if blackjack(house) else -stakes[player][0] // 2
                        self.met["insured"] += 1
            lucky = [blackjack(hands[player][0]) for player in self.players]
            if not blackjack(house):
                for player in self.players:
                    if not lucky[player]:
                        yield from self.turn(player, hands[player], stakes[player])
                if any(hand and not lucky[player] for player in self.players for hand in hands[player]):
                    while total(house) < 17 or (self.soft and soft_17(house)):
                        yield from self.draw(house)
            for player in self.players:
                for hand, stake in zip(hands[player], stakes[player], strict=True):
                    if hand:
                        self.balance[player] += result(hand, house, stake, lucky[player])

    def turn(self, player: int, hands: list[list[str]], stakes: list[int]) -> Generator[Any, Any, None]:
        aces = False
        for number, hand in enumerate(hands):  # hands that come of a split are gone through, too
            if len(hand) == 1:
                yield from self.draw(hand)
            while not aces:
                moves = {"hit", "stand"}
                if len(hand) == 2:
                    moves.add("double")
                    if self.surrender and len(hands) == 1:
                        moves.add("give up")
                    if hand[0].split()[0] == hand[1].split()[0] and len(hands) < self.most_hands:
                        moves.add("split")
                _, move = yield {player: moves}
                self.met[move] += 1
                if move == "split":
                    aces = hand[0].startswith("ace")
                    hands.append([hand.pop()])
                    stakes.append(stakes[number])
                    yield from self.draw(hand)
                    continue
                if move == "double":
                    stakes[number] *= 2
                if move in ("hit", "double"):
                    yield from self.draw(hand)
                if total(hand) > 21 or move == "give up":
                    self.balance[player] -= stakes[number] if move != "give up" else stakes[number] // 2
                    hand.clear()
                if move != "hit" or not hand:
                    break


def soft_17(held: list[str]) -> bool:
    return total(held) == 17 and sum(worth(text) for text in held) == 7


def result(hand: list[str], house: list[str], stake: int, lucky: bool) -> int:
    """What the house pays for a hand that has not gone beyond 21."""
    if lucky or blackjack(house):
        return 0 if lucky and blackjack(house) else stake * 3 // 2 if lucky else -stake
    if total(house) > 21 or total(hand) > total(house):
        return stake
    return 0 if total(hand) == total(house) else -stake


def taste(player: int, move: str) -> float:
    return {"split": 12, "stand": 2, "double": 0.5, "give up": 0.5}.get(move, 1)


@COMPARED
@pytest.mark.parametrize(
    ("players", "packs", "most_hands", "soft", "surrender"),
    [
        pytest.param(1, 1, 2, "no", "no", marks=pytest.mark.thorough),
        (2, 1, 4, "yes", "no"),
        pytest.param(4, 2, 3, "no", "yes", marks=pytest.mark.thorough),
        (7, 8, 4, "yes", "yes"),
    ],
    ids=["1", "2", "4", "7"],
)
def test_agrees_with_a_second_referee(
    players: int, packs: int, most_hands: int, soft: str, surrender: str, thorough: bool
) -> None:
    met = Counter[str]()
    for seed in range(25 if thorough else 1):
        options = {"packs": packs, "most_hands": most_hands, "hits_soft_17": soft, "surrender": surrender}
        match, pick = start("blackjack", players, seed=seed, rounds=5, **options), random.Random(seed)
        table = Table(players, packs, most_hands, soft == "yes", surrender == "yes")
        rules = table.game(5)
        try:
            stop = next(rules)
            while True:
                stop = rules.send(answer(match, stop, pick, taste))
        except StopIteration:
            pass
        assert match.over
        assert numbers(match, "balance") == table.balance
        met += table.met
    assert not thorough or (met["split"] and met["insured"] and met["double"])
