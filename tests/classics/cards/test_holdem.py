"""Hold'em: all hands of five counted and put in order, and the same game as OpenSpiel's, step by step."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from math import factorial, prod
from pathlib import Path

import pytest
from comparisons import compared

import astro_referee as astro
from astro_referee import Match
from astro_referee.interpreter.play.game import Game

COMPARED = compared(
    game="holdem",
    engine="OpenSpiel (`universal_poker`)",
    published="2,598,960 hands in 7,462 strengths",
)

FILE = Path(__file__).parents[3] / "games" / "classics" / "cards" / "holdem.astro"
SUITS, RANKS = 4, 13

CATEGORIES = {  # how many hands there are of each category, and how many of them differ in strength
    "high_card": (1_302_540, 1_277),
    "pair": (1_098_240, 2_860),
    "two_pairs": (123_552, 858),
    "three": (54_912, 858),
    "straight": (10_200, 10),
    "flush": (5_108, 1_277),
    "full_house": (3_744, 156),
    "four": (624, 156),
    "straight_flush": (40, 10),
}

UNIVERSAL_POKER = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=10 5,firstPlayer=2 1 1 1,raiseSize=10 10 20 20,"
    "maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=1200 1200)"
)
DEALER, OTHER = 0, 1
"""Our first dealer is P1; OpenSpiel's second player has the small blind and speaks first."""


@cache
def prepared(**options: str) -> Game:
    return astro.start(FILE, options=options).game


def start(**options: str) -> Match:
    game = prepared(**options)
    return Match(game, 0, game.players)


def card(name: str) -> int:
    """The number of a card, by a short name such as `Ts`."""
    return "cdhs".index(name[1]) * RANKS + "23456789TJQKA".index(name[0])


def happen(match: Match, cards: str) -> None:
    for name in cards.split():
        match.settle(card(name))


def play(match: Match, *typed: str) -> None:
    for text in typed:
        assert match.submit(match.actors[0], text).ok


def won(match: Match) -> list[int]:
    assert match.result is not None
    assert match.result.scores is not None
    return list(match.result.scores)


# --- Hands of five ---------------------------------------------------------------------------------------------------


SOME_RANKS = {left: [ranks for ranks in range(1, 1 << RANKS) if ranks.bit_count() <= left] for left in range(1, 6)}
"""What a hand may have of one suit, as bits, if so many cards are left."""


def hands_by_suits(left: int, suits: int, highest: int) -> Iterator[tuple[int, ...]]:
    """Hands of so many cards as ranks for each suit, one for all that differ only in the names of their suits."""
    if left == 0:
        yield (0,) * suits
    elif suits > 0:
        for ranks in takewhile(lambda ranks: ranks <= highest, SOME_RANKS[left]):
            for others in hands_by_suits(left - ranks.bit_count(), suits - 1, ranks):
                yield (ranks, *others)


@cache
def known_strength(held: tuple[int, ...], flush: bool) -> tuple[object, ...]:
    """What is compared, worked out in the usual way of programs: ranks by how often they occur, then by height."""
    times = Counter(held)
    ranks = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    shape = sorted(times.values(), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    order = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], "straight", "flush", [3, 2], [4, 1], "both"]
    found = "both" if straight and flush else "flush" if flush else "straight" if straight else shape
    return (order.index(found), ranks)


@pytest.mark.slow
def test_all_hands_of_five_are_counted_and_put_in_order() -> None:
    """All 2,598,960 hands, those that differ only in the names of their suits taken together.

    Suits get their names by lot, so that none is preferred. Sets are compared as the numbers that their bits make, and
    `side` is what `main` leaves. 7,462 different strengths is the published number.
    """
    game, pick = prepared(), random.Random(1)
    state = start().state
    category, main = game.function("def_category"), game.function("def_main")
    names = game.machine.members["Category"]
    hands: Counter[str] = Counter()
    strengths: dict[str, set[object]] = defaultdict(set)
    known: dict[tuple[int, int, int], tuple[object, ...]] = {}
    for by_suit in hands_by_suits(5, SUITS, SOME_RANKS[5][-1]):
        ways = factorial(SUITS) // prod(factorial(n) for n in Counter(by_suit).values())
        lots = pick.sample(by_suit, SUITS)
        cards = [(rank, suit) for suit in range(SUITS) for rank in range(RANKS) if lots[suit] >> rank & 1]
        hand = sum(1 << suit * RANKS + rank for rank, suit in cards)
        first = main(state, hand)
        strength = (category(state, hand), first, sum(1 << rank for rank in {rank for rank, _ in cards}) & ~first)
        name = names[strength[0]]
        hands[name] += ways
        strengths[name].add(strength)
        expected = known_strength(tuple(sorted(rank for rank, _ in cards)), len({suit for _, suit in cards}) == 1)
        assert known.setdefault(strength, expected) == expected
    assert {name: (hands[name], len(strengths[name])) for name in names} == CATEGORIES
    assert hands.total() == 2_598_960
    ordered = [known[strength] for strength in sorted(known)]
    assert ordered == sorted(ordered)
    assert len(ordered) == len({str(strength) for strength in ordered}) == 7_462


# --- Play ------------------------------------------------------------------------------------------------------------


def checked_down(hole: str, board: str) -> Match:
    """A hand without a bet; the cards of the other player come first, then the dealer's."""
    match = start()
    happen(match, hole)
    play(match, "call", "call")
    cards = board.split()
    for turned in (cards[:3], cards[3:4], cards[4:]):
        happen(match, " ".join(turned))
        play(match, "call", "call")
    return match


@pytest.mark.parametrize(
    ("hole", "board", "gain"),
    [
        ("2c 7d  6h 2s", "Ah 2d 3c 4s 5d", 2),  # the straight to the six beats that to the five
        ("2c 7d  8h 9s", "Th Jh Qh Kh Ah", 0),  # the board plays
        ("Ac Kd  Ad Qs", "Ah 7d 7c 2s 3d", -2),  # two pairs each: the king beside them decides
        ("Ac 3d  Ad 4s", "Ah 7d 7c 9s 9d", 0),  # a pair too many on both sides, and the same five
        ("8c 8d  9h 2s", "9d 9c 8h Kd Ks", 2),  # full houses: nines over kings beat eights over kings
    ],
)
def test_best_five_of_seven_win(hole: str, board: str, gain: int) -> None:
    assert won(checked_down(hole, board)) == [gain, -gain]


def test_the_best_five_are_told() -> None:
    match = checked_down("Kc 8d  9h 2s", "9d 9c 8h Kd 3s")
    assert [said.text for said in match.events[-1].said] == [
        "P1 has three of a kind: 9 of clubs, 9 of diamonds, king of diamonds, 8 of hearts and 9 of hearts.",
        "P2 has two pairs: 9 of clubs, king of clubs, 8 of diamonds, 9 of diamonds and king of diamonds.",
    ]


def test_the_dealer_speaks_first_and_four_bets_are_the_limit() -> None:
    match = start()
    happen(match, "2c 7d 6h 2s")
    assert match.actors == (DEALER,)
    play(match, "raise", "raise", "raise")
    assert [reason.text for reason in match.judge(OTHER, "raise").reasons] == ["four bets are the limit"]
    play(match, "call")
    happen(match, "Ah 2d 3c")
    assert match.actors == (OTHER,)
    assert [reason.text for reason in match.judge(OTHER, "fold").reasons] == ["there is nothing to pay, so call"]
    play(match, "raise", "raise", "raise", "raise")
    assert [reason.text for reason in match.judge(OTHER, "raise").reasons] == ["four bets are the limit"]
    play(match, "fold")
    assert won(match) == [14, -14]


def test_the_big_blind_may_raise_when_the_dealer_only_calls() -> None:
    match = start()
    happen(match, "2c 7d 6h 2s")
    play(match, "call")
    assert match.actors == (OTHER,)
    play(match, "raise", "fold")
    assert won(match) == [-2, 2]


def test_the_dearest_hands_of_a_match_and_dealing_in_turn() -> None:
    """Every hand costs at most 24 big blinds; the second is dealt by the other player."""
    match = start(hands="2", blind="10")
    for first, second in [(DEALER, OTHER), (OTHER, DEALER)]:
        happen(match, "2c 7d Ah As")
        assert match.actors == (first,)
        for turned in ["Ac 3c 4d", "Kc", "Kd", ""]:
            while match.decision is not None and "raise" in map(match.written, match.legal()):
                play(match, "raise")
            play(match, "call")
            happen(match, turned)
            assert turned == "" or match.actors == (second,)
    assert won(match) == [0, 0]
    assert match.result is not None
    assert match.result.draw


@COMPARED
def test_lockstep_with_openspiel(thorough: bool) -> None:
    """Limit hold'em of `universal_poker`, which plays by the rules and code of the annual poker competition."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(UNIVERSAL_POKER)
    names = {0: "fold", 1: "call", 2: "raise"}
    for seed in range(1_000 if thorough else 150):
        pick, ours, state = random.Random(seed), start(blind="5"), theirs.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = {value % RANKS * SUITS + value // RANKS: value for value, _, _ in ours.outcomes()}
                assert sorted(outcomes) == sorted(state.legal_actions())
                dealt = pick.choice(state.legal_actions())
                state.apply_action(dealt)
                ours.settle(outcomes[dealt])
                continue
            assert ours.actors == (1 - state.current_player(),)
            legal = state.legal_actions()
            assert sorted(map(ours.written, ours.legal())) == sorted(names[action] for action in legal)
            # Seldom folds, so that most hands come to a showdown.
            action = pick.choice([action for action in legal if action > 0 or pick.random() < 0.2])
            state.apply_action(action)
            play(ours, names[action])
        assert won(ours) == state.returns()[::-1]


@COMPARED
def test_showdowns_without_a_bet_agree_with_openspiel(thorough: bool) -> None:
    """Two hands of seven compared 600 times, or 5,000 times; about one in twenty-four is shared."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs, game, pick = pyspiel.load_game(UNIVERSAL_POKER), prepared(blind="5"), random.Random(7)
    shared, hands = 0, 5_000 if thorough else 600
    for _ in range(hands):
        ours, state = Match(game, 0, game.players, keep_log=False), theirs.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                action = pick.choice(state.legal_actions())
                ours.settle(action % SUITS * RANKS + action // SUITS)
            else:
                action = 1
                ours.play(next(move for move in ours.legal() if ours.written(move) == "call"))
            state.apply_action(action)
        assert won(ours) == state.returns()[::-1]
        shared += won(ours) == [0, 0]
    assert 0.02 * hands < shared < 0.06 * hands
