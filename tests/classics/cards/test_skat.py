"""Skat beside a second referee, move for move, and its tricks beside OpenSpiel's, deal by deal.

The second referee is one generator that goes through the rules as people at the table would, from the first bid to the
score. OpenSpiel's skat shares only a part of them, and that part is compared: the deal, what is laid away, all tricks,
card points, who has won, and what players are told. Where whoever says a game there plays it, the same player bids 18
here, all others pass, and takes up the skat. Game values are worked out from its card points.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from comparisons import compared, deal_is_compared
from lockstep import (
    END,
    SUITS,
    Asked,
    Stop,
    answer,
    cards,
    legal,
    numbers,
    play,
    start,
    step_by_chance,
    step_by_choice,
    values,
)

from astro_referee import Match

COMPARED = compared(
    game="skat",
    engine="a second referee written in Python, and OpenSpiel: deals and tricks",
    differences=(
        "OpenSpiel has no values in its bidding: whoever first says a game plays it",
        "in OpenSpiel the game is named before the skat is taken up, and two cards are laid away one by one",
        "OpenSpiel has no hand games, no announcements, nothing laid open, no null ouvert",
        "OpenSpiel counts card points (of 30 and 90 for null) where the rules count game values",
        "OpenSpiel plays one deal, in which the first seat is always forehand",
    ),
)

RANKS = ("7", "8", "9", "10", "jack", "queen", "king", "ace")
PACK = tuple(f"{rank} of {suit}" for suit in SUITS for rank in RANKS)
"""The pack in the order of the library; players name cards in it."""
BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
POINTS = {"jack": 2, "queen": 3, "king": 4, "10": 10, "ace": 11}
BIDS = [
    *(18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60, 63, 66, 70, 72, 77, 80, 81),
    *(84, 88, 90, 96, 99, 100, 108, 110, 117, 120, 121, 126, 130, 132, 135, 140, 143, 144, 150, 153, 154, 156, 160),
    *(162, 165, 168, 170, 176, 180, 187, 192, 198, 204, 216, 240, 264),
]
"""All bids, as they are published."""


# --- Cards and values ------------------------------------------------------------------------------------------------


def eyes(some: set[str]) -> int:
    return sum(POINTS.get(card.split()[0], 0) for card in some)


def trumps(game: str) -> list[str]:
    """The trumps of a game, the highest first."""
    jacks = [f"jack of {suit}" for suit in ("clubs", "spades", "hearts", "diamonds")]
    plain = [f"{rank} of {game}" for rank in ("ace", "10", "king", "queen", "9", "8", "7")] if game in SUITS else []
    return [] if game == "null" else jacks + plain


def order(game: str, lead: str) -> list[str]:
    """The cards that can take a trick, the highest first."""
    ranks = RANKS[::-1] if game == "null" else ("ace", "10", "king", "queen", "9", "8", "7")
    return trumps(game) + [f"{rank} of {lead.split()[-1]}" for rank in ranks]


def following(hand: set[str], game: str, lead: str) -> set[str]:
    """The cards of a hand that may be played."""
    asked = set(trumps(game)) if lead in trumps(game) else set(order(game, lead)) - set(trumps(game))
    return hand & asked or hand


def tops(held: set[str], game: str) -> int:
    """How many trumps in a row from the top are there, or are not."""
    number = 0
    row = trumps(game)
    while number < len(row) and (row[number] in held) == (row[0] in held):
        number += 1
    return number


def said(two: tuple[str, ...]) -> str:
    return " and ".join(sorted(two, key=PACK.index))


# --- The second referee ----------------------------------------------------------------------------------------------


class Table:
    """A table at which all keep to the rules; `met` counts how the deals went."""

    def __init__(
        self, seats: int, rounds: int, seeger: bool = False, kontra: bool = False, ramsch: bool = False
    ) -> None:
        self.seats, self.rounds = seats, rounds
        self.seeger, self.kontra, self.ramsch = seeger, kontra, ramsch
        self.score = [0] * seats
        self.hands: list[set[str]] = [set() for _ in range(seats)]
        self.taken: list[set[str]] = [set() for _ in range(seats)]
        self.skat: set[str] = set()
        self.knows_skat = -1
        self.open = -1
        self.bid = 0
        self.met = Counter[str]()

    def match(self) -> Stop:
        for deal in range(self.seats * self.rounds):
            yield from self.deal(deal % self.seats)
            deal_is_compared()
        yield END

    def deal(self, dealer: int) -> Stop:
        left = Counter(PACK)
        self.hands = [set() for _ in range(self.seats)]
        self.taken = [set() for _ in range(self.seats)]
        self.skat, self.knows_skat, self.open, self.bid = set(), -1, -1, 0
        active = [(dealer + step) % self.seats for step in (1, 2, 3)]
        packets = [*((seat, 3) for seat in active), (-1, 2), *((seat, 4) for seat in active)]
        for seat, number in [*packets, *((seat, 3) for seat in active)]:
            for _ in range(number):
                card = yield left
                left -= Counter([card])
                (self.skat if seat < 0 else self.hands[seat]).add(card)
        fore, middle, rear = active
        declarer = yield from self.contest(middle, fore)
        declarer = yield from self.contest(rear, declarer)
        if not self.bid:
            _, move = yield {fore: {"18", "pass"}}
            if move == "pass":
                yield from self.all_have_passed(active)
                return
            self.bid = 18
        yield from self.solo(declarer, active)

    def contest(self, asks: int, answers: int) -> Stop:
        while True:
            _, move = yield {asks: {"pass", *(str(bid) for bid in BIDS if bid > self.bid)}}
            if move == "pass":
                return answers
            self.bid = int(move)
            _, move = yield {answers: {"pass", "yes"}}
            if move == "pass":
                return asks

    def all_have_passed(self, active: list[int]) -> Stop:
        self.met["all pass"] += 1
        if self.ramsch:
            last = yield from self.tricks("grand", active, lambda: False)
            self.taken[last] |= self.skat
            points = [eyes(pile) for pile in self.taken]
            for seat in active:
                if len(self.taken[seat]) == len(PACK):
                    self.score[seat] += 120
                elif points[seat] == max(points):
                    self.score[seat] -= points[seat]

    def solo(self, declarer: int, active: list[int]) -> Stop:
        _, move = yield {declarer: {"take skat", "play hand"}}
        hand = move == "play hand"
        if not hand:
            self.hands[declarer] |= self.skat
            self.skat, self.knows_skat = set(), declarer
            _, move = yield {declarer: {said(two) for two in combinations(self.hands[declarer], 2)}}
            self.skat = cards(move)
            self.hands[declarer] -= self.skat
        null, null_open = (35, 59) if hand else (23, 46)
        games = {*SUITS, "grand"}
        extra = {f"{game} {how}" for game in games for how in ("schneider", "schwarz", "ouvert")} if hand else set()
        nulls = {name for name, worth in (("null", null), ("null ouvert", null_open)) if worth >= self.bid}
        _, move = yield {declarer: games | extra | nulls}
        game, _, how = move.partition(" ")
        held = self.hands[declarer] | self.skat
        self.open = declarer if how == "ouvert" else -1
        others = [seat for seat in active if seat != declarer]

        def lost() -> bool:
            if game == "null":
                return bool(self.taken[declarer])
            return how in ("schwarz", "ouvert") and any(self.taken[seat] for seat in others)

        factor = (yield from self.doubling(declarer, others)) if self.kontra else 1
        yield from self.tricks(game, active, lost)
        if game == "null":
            value, won = (null_open if how else null), not lost()
        else:
            points = eyes(self.taken[declarer] | self.skat)
            swept = not any(self.taken[seat] for seat in others)
            value, won = self.worth(game, tops(held, game), hand, how, points, swept, not self.taken[declarer])
        self.settle(declarer, value * factor, won)
        self.met[
            f"{'hand ' if hand else ''}{game if game in ('grand', 'null') else 'suit'}{' ' + how if how else ''}"
        ] += 1
        self.met["won" if won else "lost"] += 1

    def doubling(self, declarer: int, others: list[int]) -> Stop:
        """Says what the game counts: once, twice after kontra, four times after re."""
        for seat in others:
            _, move = yield {seat: {"kontra", "pass"}}
            if move == "kontra":
                _, move = yield {declarer: {"re", "pass"}}
                self.met["re" if move == "re" else "kontra"] += 1
                return 4 if move == "re" else 2
        return 1

    def worth(
        self, game: str, row: int, hand: bool, how: str, points: int, swept: bool, bare: bool
    ) -> tuple[int, bool]:
        """What a game with trumps is worth, and whether it is won."""
        schneider = bool(how) or points >= 90 or points <= 30
        schwarz = how in ("schwarz", "ouvert") or swept or bare
        levels = [True, hand, schneider, bool(how), schwarz, how in ("schwarz", "ouvert"), how == "ouvert"]
        value, base = BASE[game] * (row + sum(levels)), BASE[game]
        enough = {"": points > 60, "schneider": points >= 90}.get(how, swept)
        if value >= self.bid:
            return value, enough
        self.met["overbid"] += 1
        return -(-self.bid // base) * base, False

    def settle(self, declarer: int, value: int, won: bool) -> None:
        self.score[declarer] += value if won else -2 * value
        if self.seeger:
            self.score[declarer] += 50 if won else -50
            for seat in range(self.seats):
                if seat != declarer and not won:
                    self.score[seat] += 40 if self.seats == 3 else 30

    def tricks(self, game: str, active: list[int], decided: Any) -> Stop:
        """Plays until all cards are gone or the game is decided; gives who has won the last trick."""
        leader = active[0]
        while self.hands[leader] and not decided():
            at = active.index(leader)
            trick: dict[str, int] = {}
            for seat in active[at:] + active[:at]:
                moves = following(self.hands[seat], game, next(iter(trick))) if trick else self.hands[seat]
                _, card = yield {seat: set(moves)}
                self.hands[seat].remove(card)
                trick[card] = seat
            lead = next(iter(trick))
            leader = trick[next(card for card in order(game, lead) if card in trick)]
            self.taken[leader] |= set(trick)
        return leader


# --- Beside the second referee ---------------------------------------------------------------------------------------


def taste(player: int, move: str) -> float:
    """Low bids and passes are made more often, so that games of all sorts are met."""
    if move.isdigit():
        return 40 / (int(move) - 14) ** 2
    return {"pass": 8, "yes": 3, "kontra": 8, "re": 8, "null": 3, "null ouvert": 3}.get(move, 1)


def compare_what_is_seen(match: Match, table: Table, player: int) -> None:
    """The own cards, those laid open, and the skat if one has laid it away; of all else how many there are."""
    hands, laid_open = values(match, "hand", player), values(match, "laid_open", player)
    for seat in range(table.seats):
        hidden = set() if seat == table.open else table.hands[seat]
        assert cards(hands[seat]) == hidden if seat == player else " of " not in hands[seat]
        assert cards(laid_open[seat]) == (table.hands[seat] if seat == table.open else set())
    (skat,) = values(match, "skat", player)
    assert cards(skat) == table.skat if player == table.knows_skat else " of " not in skat


def side_by_side(seed: int, seats: int, rounds: int, **options: bool) -> Table:
    """A match with both, to the end."""
    chosen = {name: "yes" if value else "no" for name, value in options.items()}
    match, table, pick = (
        start("skat", seats, seed, rounds=rounds, **chosen),
        Table(seats, rounds, **options),
        random.Random(seed),
    )
    stops = table.match()
    expected: Asked | Counter[str] = next(stops)
    while not match.over:
        assert numbers(match, "score") == table.score
        if not isinstance(expected, Counter):
            compare_what_is_seen(match, table, pick.randrange(seats))
        expected = stops.send(answer(match, expected, pick, taste))
    assert expected == END
    assert match.result is not None
    assert list(match.result.scores) == table.score
    return table


SETTINGS = [
    pytest.param(3, {"ramsch": True, "kontra": True}, id="ramsch"),
    pytest.param(3, {}, id="usual", marks=pytest.mark.thorough),
    pytest.param(4, {"seeger": True}, id="four", marks=pytest.mark.thorough),
]


@COMPARED
@pytest.mark.parametrize(("seats", "options"), SETTINGS)
def test_agrees_with_a_second_referee_to_the_last_point(seats: int, options: dict[str, bool], thorough: bool) -> None:
    met = Counter[str]()
    for seed in range(20 if thorough else 2):
        met += side_by_side(seed, seats, 4 if thorough else 1, **options).met
    assert not thorough or met.keys() >= {"all pass", "won", "lost", "overbid", "null", "hand null ouvert", "hand suit"}


# --- Beside OpenSpiel ------------------------------------------------------------------------------------------------


THEIR_PACK = tuple(
    f"{rank} of {suit}"
    for suit in ("diamonds", "hearts", "spades", "clubs")
    for rank in ("7", "8", "9", "queen", "king", "10", "ace", "jack")
)
"""OpenSpiel's numbers."""
PASS, GAMES = 32, ("pass", "diamonds", "hearts", "spades", "clubs", "grand", "null")
SIGNS = {
    chr(
        0x1F0A0 + 16 * row + (1 if rank == "ace" else {"jack": 11, "queen": 13, "king": 14}.get(rank) or int(rank))
    ): f"{rank} of {suit}"
    for row, suit in enumerate(("spades", "hearts", "diamonds", "clubs"))
    for rank in RANKS
}
"""How OpenSpiel draws cards."""


class Turned:
    """A deal of OpenSpiel's with its seats counted from another player."""

    def __init__(self, state: Any, first: int) -> None:
        self.state, self.first = state, first

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def current_player(self) -> int:
        return int(self.state.current_player() + self.first) % 3

    def told(self, player: int) -> dict[str, set[str]]:
        """The cards that a player is told of, by where they are."""
        parts = self.state.observation_string((player - self.first) % 3).split("|")
        found = dict(part.split(":", 1) for part in parts)
        return {name: {SIGNS[sign] for sign in text if sign in SIGNS} for name, text in found.items()}


def words(state: Any, action: int) -> list[str]:
    return [THEIR_PACK[action]]


def choose_game(match: Match, state: Turned, pick: random.Random) -> tuple[int, str] | None:
    """Somebody plays for 18 and takes the skat; who and what is decided in OpenSpiel."""
    for seat in range(3):
        assert state.current_player() == (seat + state.first) % 3
        assert state.legal_actions() == [*range(PASS, PASS + len(GAMES))]
        action = PASS if pick.random() < 0.5 else pick.choice(state.legal_actions())
        state.apply_action(action)
        if action != PASS:
            play(match, *(("pass", "pass", "18"), ("18", "pass", "pass"), ("pass", "18", "pass"))[seat], "take skat")
            return (seat + state.first) % 3, GAMES[action - PASS]
    play(match, "pass", "pass", "pass")
    return None


def lay_away(match: Match, state: Turned, pick: random.Random) -> None:
    assert match.actors == (state.current_player(),)
    held = {THEIR_PACK[action] for action in state.legal_actions()}
    assert legal(match) == {said(two) for two in combinations(held, 2)}
    away = pick.sample(sorted(held), 2)
    for card in away:
        state.apply_action(THEIR_PACK.index(card))
    play(match, said(tuple(away)))


def compare_what_is_told(match: Match, state: Turned, player: int) -> None:
    told = state.told(player)
    hands = values(match, "hand", player)
    assert cards(hands.pop(player)) == told["Hand"]
    assert all(" of " not in text for text in hands)
    (skat,) = values(match, "skat", player)
    assert {card for card in cards(skat) if " of " in card} == told["Skat"]
    trick = next(found for name, found in told.items() if name.startswith("CurrTrick"))
    assert set().union(*map(cards, values(match, "played", player))) == trick


def follow_deal(match: Match, state: Turned, pick: random.Random) -> str:
    """A deal in both, scored by OpenSpiel's card points. Gives how it went."""
    while state.is_chance_node():
        step_by_chance(match, state, words, pick)
    before, chosen = numbers(match, "score"), choose_game(match, state, pick)
    if chosen is None:
        assert state.is_terminal()
        assert numbers(match, "score") == before
        return "all pass"
    declarer, game = chosen
    lay_away(match, state, pick)
    held = cards(values(match, "hand", declarer)[declarer]) | cards(values(match, "skat", declarer)[0])
    play(match, game)
    plays, tricks = 0, Counter[bool]()
    while not state.is_terminal():
        compare_what_is_told(match, state, pick.randrange(3))
        points = numbers(match, "card_points")
        assert f"({points[declarer]} / {sum(points) - points[declarer]})" in str(state.state)
        step_by_choice(match, state, words, pick)
        plays += 1
        if plays % 3 == 0:
            tricks[f"Last trick won by player {(declarer - state.first) % 3}" in str(state.state)] += 1
    points_won = round(state.returns()[(declarer - state.first) % 3] * 120 + 60)
    if game == "null":
        value, won = 23, points_won == 90
    else:
        table = Table(3, 1)
        table.bid = 18
        value, won = table.worth(game, tops(held, game), False, "", points_won, not tricks[False], not tricks[True])
    gained = [now - was for now, was in zip(numbers(match, "score"), before, strict=True)]
    assert gained == [(value if won else -2 * value) if seat == declarer else 0 for seat in range(3)]
    return f"{game} {'won' if won else 'lost'}"


@COMPARED
def test_every_deal_of_a_match_is_that_of_openspiel(thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game, met = pyspiel.load_game("skat"), Counter[str]()
    for seed in range(14 if thorough else 1):
        rounds = 12 if thorough else 2
        match, pick = start("skat", 3, seed, rounds=rounds), random.Random(seed)
        for deal in range(3 * rounds):
            met[follow_deal(match, Turned(game.new_initial_state(), (deal + 1) % 3), pick)] += 1
            deal_is_compared()
        assert match.over
    assert not thorough or len(met) == 13, "all games, won and lost"
