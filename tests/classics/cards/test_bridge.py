"""Bridge, board by board beside OpenSpiel's, with what its players are told, and all scores beside OpenSpiel's.

OpenSpiel plays one board and deals from North on; Astro plays a session, and deals from the player after the dealer. So
the cards of each board are told to a new game of OpenSpiel's, whose dealer and vulnerability are those of the board: on
the sixteen boards of a session each dealer meets each vulnerability once. The cards are played, as OpenSpiel does
without `use_double_dummy_result`. At every decision the text that OpenSpiel has of what a player
knows is made of what that player sees and is told in Astro: hand, dummy, contract, all calls, all tricks.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from comparisons import compared, deal_is_compared
from lockstep import PACK, RANKS, SUITS, cards, legal, numbers, play, start, step_by_choice, values

from astro_referee import Match
from astro_referee.interpreter.testing.queries import QuerySession

COMPARED = compared(
    game="bridge",
    engine="OpenSpiel: boards, with what each player knows, and all scores",
)

SEATS = ("North", "East", "South", "West")
SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))
RANK_SIGNS = dict(zip(RANKS, [*"23456789", "10", *"JQKA"], strict=True))
DENOMINATIONS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "NT"}
BIDS = [f"{level}{denomination}" for level in range(1, 8) for denomination in DENOMINATIONS]
CALLS = ["pass", "double", "redouble", *BIDS]
FIRST_CALL = len(PACK)
SIDES = ("north_south", "east_west")


def words(state: Any, action: int) -> list[str]:
    return [PACK[action] if action < FIRST_CALL else CALLS[action - FIRST_CALL]]


VULNERABLE = ((False, False), (True, False), (False, True), (True, True))
"""North and south, east and west; by how far a board has come in its group of four, one further in each group."""


# --- What players are told, as OpenSpiel writes it -------------------------------------------------------------------


def short(card: str) -> str:
    rank, suit = card.split(" of ")
    return SIGNS[suit] + RANK_SIGNS[rank]


def suit_by_suit(text: str) -> list[str]:
    found = sorted(cards(text), key=PACK.index, reverse=True)
    rows = {suit: [RANK_SIGNS[card.split()[0]] for card in found if card.endswith(suit)] for suit in reversed(SUITS)}
    return [" ".join([SIGNS[suit], *(ranks or ["none"])]) for suit, ranks in rows.items()]


def bid_sign(bid: str) -> str:
    return bid[0] + DENOMINATIONS[bid[1:]]


def call_sign(call: str) -> str:
    return {"pass": "Pass", "double": "Dbl", "redouble": "RDbl"}.get(call) or bid_sign(call)


def auction(dealer: int, calls: list[str], asked: bool) -> str:
    """Calls in columns that begin with West."""
    cells = [" " * 6] * ((dealer + 1) % 4) + [f"{call_sign(call):6}" for call in calls]
    rows = ["".join(cells[at : at + 4]) for at in range(0, len(cells), 4)] or [""]
    if asked and len(cells) % 4 == 0:
        rows.append("")
    return "\n".join(["", "West  North East  South", *rows]) + ("?" if asked else "")


class Board:
    """A board in play: OpenSpiel's state of it, and since when it has been played in Astro."""

    def __init__(self, match: Match, state: Any, dealer: int) -> None:
        self.match, self.state, self.dealer = match, state, dealer
        self.begun = len(match.events)
        self.leaders: list[int] = []

    def known(self, player: int) -> str:
        """What a player knows."""
        seen = {
            shown.name: {", ".join(entry.index): entry.text for entry in shown.entries}
            for shown in self.match.view(player).fields
        }
        hands = seen["hand"]
        assert all(" of " not in hands[seat] for seat in SEATS if seat != SEATS[player]), hands
        told = [event.text for event in self.match.events[self.begun :] if event.readers >> player & 1]
        calls = [text for text in told if text in CALLS]
        tricks = [text for text in told if text in PACK]
        assert len(calls) + len(tricks) == len(self.match.events) - self.begun, "everything is told to all"
        vulnerable = [seen["vulnerable"][side] == "yes" for side in SIDES]
        in_auction = not self.leaders
        dummy = SEATS[(SEATS.index(seen["declarer"][""]) + 2) % 4]
        own = seen["dummys_hand"][""] if SEATS[player] == dummy and tricks else hands[SEATS[player]]
        lines = [
            f"Dealer {SEATS[self.dealer]}",
            f"Vul: {('None', 'N/S', 'E/W', 'All')[vulnerable[0] + 2 * vulnerable[1]]}",
            *("", f"You are {SEATS[player]}; you hold:", *suit_by_suit(own)),
        ]
        if in_auction:
            return "\n".join(
                [*lines, auction(self.dealer, calls, player in self.match.actors), "", "It is your turn to bid."]
            )
        if tricks:
            lines += ["", f"Dummy is {dummy}; it holds:", *suit_by_suit(seen["dummys_hand"][""])]
        doubled = {"undoubled": "", "doubled": " Doubled", "redoubled": " Redoubled"}[seen["doubling"][""]]
        lines += ["", f"Contract: {bid_sign(seen['contract'][''])}{doubled} by {seen['declarer']['']}"]
        lines += [auction(self.dealer, calls, asked=False), ""]
        if not tricks:
            return "\n".join([*lines, "It is your opening lead."])
        side = SIDES[SEATS.index(dummy) % 2]
        won, all_won = int(seen["tricks"][side]), sum(map(int, seen["tricks"].values()))
        lines += [*self.played(tricks), "", f"Declarer tricks won: {won}", f"Dedefence tricks won: {all_won - won}"]
        turn = SEATS[(self.leaders[-1] + len(tricks)) % 4]
        whose = "dummy's" if turn == dummy else "your"
        return "\n".join([*lines, "", f"It is {whose} {'turn to play' if len(tricks) % 4 else 'lead'}."])

    def note_leader(self) -> None:
        """Who leads to a trick is seen by all when it begins."""
        played = sum(event.text in PACK for event in self.match.events[self.begun :])
        if played % 4 == 0:
            self.leaders.append(SEATS.index(values(self.match, "leader")[0]))

    def played(self, tricks: list[str]) -> list[str]:
        """The tricks in the order of play, each with who has won it."""
        lines = []
        for number, leader in enumerate(self.leaders):
            if trick := tricks[4 * number : 4 * number + 4]:
                cells = [f" {SEATS[(leader + at) % 4]}: {short(card)}" for at, card in enumerate(trick)]
                winner = f". Won by {SEATS[self.leaders[number + 1]]}." if len(trick) == 4 else ""
                lines.append(f"Trick {number + 1}.{''.join(cells)}{winner}")
        return lines


# --- Side by side ----------------------------------------------------------------------------------------------------


def deal(match: Match, state: Any, dealer: int) -> Board:
    """A deal in Astro, each card as likely as any other; then OpenSpiel is told."""
    left = set(PACK)
    hands: list[list[str]] = [[], [], [], []]
    while match.chance is not None:
        assert {name: chance * len(left) for _, chance, name in match.outcomes()} == dict.fromkeys(left, 1)
        match.settle()
        card = match.events[-1].text
        hands[(dealer + 1 + len(PACK) - len(left)) % 4].append(card)
        left.remove(card)
    assert not left
    for number in range(len(PACK)):
        action = PACK.index(hands[number % 4][number // 4])
        assert dict(state.chance_outcomes())[action] == pytest.approx(1 / (len(PACK) - number))
        state.apply_action(action)
    return Board(match, state, dealer)


def step_by_call(match: Match, state: Any, pick: random.Random) -> None:
    """One call, rather a low bid or none: of bids at random hardly any contract would be made."""
    actions = state.legal_actions()
    calls = [CALLS[action - FIRST_CALL] for action in actions]
    assert match.actors == (state.current_player(),)
    assert legal(match) == set(calls)
    rare = [call for call in ("double", "redouble") if call in calls]
    bids = [call for call in calls if call in BIDS]
    call = min(pick.choices(bids, k=6), key=BIDS.index) if bids and pick.random() < 0.4 else "pass"
    if rare and pick.random() < 0.3:
        call = rare[0]
    play(match, call)
    state.apply_action(FIRST_CALL + CALLS.index(call))


def follow_board(board: Board, pick: random.Random) -> None:
    """Plays a board in both."""
    match, state = board.match, board.state
    while not state.is_terminal():
        player = pick.choice([state.current_player(), pick.randrange(4)])
        assert board.known(player) == state.information_state_string(player)
        if state.legal_actions()[0] >= FIRST_CALL:
            step_by_call(match, state, pick)
        else:
            step_by_choice(match, state, words, pick)
        if not state.is_terminal() and state.legal_actions()[0] < FIRST_CALL:
            board.note_leader()


@COMPARED
def test_every_board_of_a_session_is_that_of_openspiel(thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    met = Counter[str]()
    for seed in range(32 if thorough else 1):
        first = 1 if thorough else 7
        boards = 16 if thorough else 4
        match, pick = start("bridge", seed=seed, boards=boards, first_board=first), random.Random(seed)
        for number in range(first, first + boards):
            dealer, (ours, theirs) = (number - 1) % 4, VULNERABLE[(number - 1 + (number - 1) // 4) % 4]
            vulnerable = (ours, theirs) if dealer % 2 == 0 else (theirs, ours)
            parameters = {"dealer_vul": vulnerable[0], "non_dealer_vul": vulnerable[1], "dealer": dealer}
            game = pyspiel.load_game("bridge", parameters | {"use_double_dummy_result": False})
            before = numbers(match, "points")
            board = deal(match, game.new_initial_state(), dealer)
            follow_board(board, pick)
            returns = board.state.returns()
            assert [now - was for now, was in zip(numbers(match, "points"), before, strict=True)] == returns[:2]
            declarer = board.leaders[0] - 1 if board.leaders else 0
            deal_is_compared()
            met["passed out" if not board.leaders else "made" if returns[declarer] > 0 else "down"] += 1
        assert match.over
        assert match.result is not None
        assert match.result.scores == tuple(numbers(match, "points") * 2)
    assert not thorough or min(met[sort] for sort in ("passed out", "made", "down")) > 20


# --- All scores ------------------------------------------------------------------------------------------------------


SCORE = "highest of contract_score(b, tricks[north_south], vulnerable(north_south)) for b in Bid where b is contract"


def score_by_the_rules(board: int) -> Callable[[str, int], int]:
    """What the rule file says about a contract such as `3NX`, as OpenSpiel calls it, with so many tricks."""
    match = start("bridge", first_board=board)
    questions, at = QuerySession.of(match.game), match.game.offsets

    @cache
    def says(contract: str, tricks: int) -> int:
        match.state[at["contract"]] = BIDS.index(contract.rstrip("X").replace("N", "NT"))
        match.state[at["doubling"]] = contract.count("X")
        match.state[at["tricks"]] = tricks
        return int(questions.value(match, SCORE).text)

    return says


def lopsided(pick: random.Random, number: int) -> list[int]:
    """A deal in which each holds a suit, but for some cards that have changed places: all numbers of tricks occur."""
    owner = [(card + number) % 4 for card in range(len(PACK))]
    for _ in range(number % 24):
        one, other = pick.sample(range(len(PACK)), 2)
        owner[one], owner[other] = owner[other], owner[one]
    hands = [[card for card in range(len(PACK)) if owner[card] == seat] for seat in range(4)]
    return [hands[number % 4][number // 4] for number in range(len(PACK))]


def test_every_contract_scores_as_in_openspiel(thorough: bool) -> None:
    """OpenSpiel says what each contract would be worth with best play. How many tricks that is, its score for seven
    undoubled tells; all other contracts of that declarer must then be worth as much here. North and south are
    vulnerable.
    """
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("bridge", {"dealer_vul": True, "non_dealer_vul": False})
    contracts = [game.contract_string(number).split() for number in range(1, game.num_possible_contracts())]
    says = {"N": score_by_the_rules(2), "E": score_by_the_rules(1)}
    pick, met = random.Random(1), set[tuple[str, str, int]]()
    for number in range(500 if thorough else 24):
        state = game.new_initial_state()
        for card in lopsided(pick, number):
            state.apply_action(card)
        scores = {
            (contract, declarer): int(score) if declarer == "N" else -int(score)
            for (contract, declarer), score in zip(contracts, state.score_by_contract()[1:], strict=True)
            if declarer in says
        }
        for (contract, declarer), score in scores.items():
            grand = scores["7" + contract[1], declarer]
            tricks = 13 if grand > 0 else 13 + grand // (100 if declarer == "N" else 50)
            assert says[declarer](contract, tricks) == score, (contract, tricks)
            met.add((contract, declarer, tricks))
    everything = 2 * 3 * len(BIDS) * 14
    assert len(met) == everything if thorough else len(met) > everything * 2 // 3, "contracts with numbers of tricks"
