"""Spades, deal by deal beside OpenSpiel's, and what its players are told.

OpenSpiel plays one deal from the score 0 to 0, and its first seat always bids and leads first; Astro plays a match in
which the deal goes round. So every deal of a match is played beside a new game of OpenSpiel's, whose seats are counted
from the player after the dealer. Without the option `strict`, the cards that breaking allows are added to OpenSpiel's,
and so is what bags of the deals before cost.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from comparisons import compared, deal_is_compared
from lockstep import (
    RANKS,
    SUITS,
    cards,
    held,
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
    game="spades",
    engine="OpenSpiel: deals",
    differences=(
        "in OpenSpiel spades are never broken: only who has nothing else leads them, as with the option `strict`",
        "in OpenSpiel the tricks of a failed nil help the partner's bid, as with the option `nil_helps`; by the "
        "published rules they are bags",
        "bags of the deals before are unknown to OpenSpiel",
    ),
)

PACK = tuple(f"{rank} of {suit}" for suit in SUITS for rank in RANKS)
"""OpenSpiel's numbers here: suit by suit."""
SPADES = range(39, 52)
FIRST_BID = 52
SEATS = range(4)


class Turned:
    """A deal of OpenSpiel's with its seats counted from another player, and with spades that can be broken."""

    def __init__(self, state: Any, first: int, breaking: bool) -> None:
        self.state, self.first, self.breaking = state, first, breaking
        self.hands: list[set[int]] = [set() for _ in SEATS]
        self.played: list[int] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def current_player(self) -> int:
        return int(self.state.current_player() + self.first) % 4

    def legal_actions(self) -> list[int]:
        allowed: list[int] = self.state.legal_actions()
        leads = len(self.played) % 4 == 0 and allowed[0] < FIRST_BID
        if leads and self.breaking and any(card in SPADES for card in self.played):
            return sorted(self.hands[self.state.current_player()])
        return allowed

    def apply_action(self, action: int) -> None:
        if self.state.is_chance_node():
            self.hands[sum(map(len, self.hands)) % 4].add(action)
        elif action < FIRST_BID:
            self.hands[self.state.current_player()].remove(action)
            self.played.append(action)
        self.state.apply_action(action)

    def told(self, player: int) -> list[str]:
        """What a player is told: a line for each suit in hand, then bids, cards and tricks."""
        lines: str = self.state.observation_string((player - self.first) % 4)
        return lines.splitlines()


def words(state: Any, action: int) -> list[str]:
    return [PACK[action] if action < FIRST_BID else str(action - FIRST_BID)]


def compare_what_is_told(match: Match, state: Turned, player: int) -> None:
    """The own hand, and of the others how many cards they have; bids and tricks."""
    lines = state.told(player)
    seen = values(match, "hand", player)
    assert cards(seen[player]) == held(line.split() for line in lines[:4])
    assert all("of" not in seen[other] for other in SEATS if other != player)
    bids = values(match, "bid", player)
    order = [bids[(seat + state.first) % 4] for seat in SEATS]
    if len(lines) > 5:
        assert [text for text in order if text != "none"] == lines[6].replace("Nil", "0").replace("?", "").split()
    if "Tricks taken:" in lines:
        tricks = values(match, "tricks", player)
        assert [tricks[(seat + state.first) % 4] for seat in SEATS] == lines[-1].split()


def step_by_bid(match: Match, state: Turned, pick: random.Random) -> None:
    """One bid, rather a low one: of bids at random hardly any would be made."""
    bids = state.legal_actions()
    assert match.actors == (state.current_player(),)
    assert legal(match) == {words(state, bid)[0] for bid in bids}
    bid = min(pick.choices(bids, k=4))
    play(match, *words(state, bid))
    state.apply_action(bid)


def follow_deal(match: Match, state: Turned, pick: random.Random) -> None:
    while not state.is_terminal():
        if state.is_chance_node():
            step_by_chance(match, state, words, pick)
            continue
        compare_what_is_told(match, state, pick.choice(SEATS))
        if state.state.legal_actions()[0] >= FIRST_BID:
            step_by_bid(match, state, pick)
        else:
            step_by_choice(match, state, words, pick)


def overtricks(state: Turned) -> list[int]:
    """The bags of both sides in a deal of OpenSpiel's, if tricks of a failed nil help."""
    lines = str(state.state).splitlines()
    bids = [int(text) for text in lines[lines.index("") + 2].replace("Nil", "0").split()]
    tricks = [int(text) for text in lines[lines.index("North East  South  West") + 1].split()]
    sides = [(side - state.first) % 4 % 2 for side in range(2)]
    return [max(0, tricks[side] + tricks[side + 2] - bids[side] - bids[side + 2]) for side in sides]


@COMPARED
@pytest.mark.parametrize("options", [{"strict": "yes"}, {}, {"bags_cost": "no"}], ids=str)
def test_every_deal_of_a_match_is_that_of_openspiel(options: dict[str, str], thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("spades", {"win_or_loss_bonus": 0})
    deals = fined = 0
    for seed in range(24 if thorough else 1):
        match, pick = start("spades", seed=seed, nil_helps="yes", mercy=500, **options), random.Random(seed)
        while not match.over:
            points, bags = numbers(match, "points"), numbers(match, "bags")
            first = (deals + 1) % 4
            state = Turned(game.new_initial_state(), first, breaking="strict" not in options)
            follow_deal(match, state, pick)
            for side, over in enumerate(overtricks(state)):
                unfined = int(state.returns()[(side - first) % 4]) + 100 * (over // 10)
                fines = (bags[side] + over) // 10 if "bags_cost" not in options else 0
                assert numbers(match, "points")[side] - points[side] == unfined - 100 * fines
                fined += fines
            assert match.over == any(not -500 < value < 500 for value in numbers(match, "points"))
            deals += 1
            deal_is_compared()
            if deals == 2 and not thorough:
                return
        assert match.result is not None
        assert match.result.scores == tuple(numbers(match, "points")[player % 2] for player in SEATS)
        deals = 0
    assert fined > 20 or "bags_cost" in options
