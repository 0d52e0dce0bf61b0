"""Euchre, deal by deal beside OpenSpiel's, and what its players are told.

OpenSpiel plays one deal, of which the first card goes to the dealer; Astro plays a match, and the dealer is dealt to
last. So the cards of each deal are told to a new game of OpenSpiel's. It asks whoever made trumps after the discard
whether to play alone; here that is said together with making trumps, as at the table. `stick` and `lone_defender` are
its `stick_the_dealer` and `allow_lone_defender`. What one side scores, the other one loses in what it returns.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from comparisons import compared, deal_is_compared
from lockstep import PACK, SUITS, cards, held, legal, numbers, start, step_by_choice, values

from astro_referee import Match

COMPARED = compared(
    game="euchre",
    engine="OpenSpiel: deals",
    differences=(
        "OpenSpiel never lets the dealer discard the card that was turned up, as with the option `keep_turned_up`",
    ),
)

CARDS = PACK[-24:]
PASS, FIRST_SUIT, ALONE, TOGETHER = 24, 25, 29, 30
SEATS = range(4)


def words(state: Any, action: int) -> list[str]:
    if action < PASS:
        return [CARDS[action]]
    if action == PASS:
        return ["pass"]
    if action >= ALONE:
        return ["defend alone" if action == ALONE else "defend together"]
    suit = SUITS[action - FIRST_SUIT]
    return [suit, f"{suit} alone", "order up", "order up alone"]


def deal(match: Match, game: Any) -> Any:
    """A deal in Astro, each card as likely as any other; then OpenSpiel is told."""
    left = set(CARDS)
    while match.chance is not None:
        assert {name: chance * len(left) for _, chance, name in match.outcomes()} == dict.fromkeys(left, 1)
        match.settle()
        left.remove(match.events[-1].text)
    assert len(left) == 3
    dealer = int(values(match, "dealer")[0][1]) - 1
    hands = [sorted(cards(text)) for text in values(match, "hand")]
    state = game.new_initial_state()
    state.apply_action(dealer)
    for number in range(20):
        state.apply_action(CARDS.index(hands[(dealer + number) % 4].pop()))
    state.apply_action(CARDS.index(values(match, "turned_up")[0]))
    return state


def compare_what_is_told(match: Match, state: Any, player: int) -> None:
    """The own hand, and of the others how many cards they have; who deals, and nothing of what was discarded."""
    lines = state.information_state_string(player).splitlines()
    assert lines[0] == f"Dealer: {'NESW'[int(values(match, 'dealer', player)[0][1]) - 1]}"
    seen = values(match, "hand", player)
    assert cards(seen[player]) == held(line.split() for line in lines[lines.index("Hand:") + 1 :][:4])
    assert all(" of " not in seen[other] for other in SEATS if other != player)
    assert " of " not in values(match, "discarded", player)[0]


def follow_deal(match: Match, state: Any, pick: random.Random) -> None:
    while not state.is_terminal():
        compare_what_is_told(match, state, pick.choice(SEATS))
        if ALONE in state.legal_actions() and "Declarer go alone" not in str(state):
            state.apply_action(ALONE if values(match, "alone")[0] != "nothing" else TOGETHER)
        else:
            step_by_choice(match, state, words, pick)


@COMPARED
@pytest.mark.parametrize("options", [{}, {"stick": "yes"}, {"lone_defender": "yes"}], ids=str)
def test_every_deal_of_a_match_is_that_of_openspiel(options: dict[str, str], thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    parameters = {"stick_the_dealer": "stick" in options, "allow_lone_defender": "lone_defender" in options}
    game = pyspiel.load_game("euchre", parameters)
    deals, goal = 0, 10 if thorough else 5
    for seed in range(28 if thorough else 1):
        match, pick = start("euchre", seed=seed, goal=goal, keep_turned_up="yes", **options), random.Random(seed)
        while not match.over:
            before = numbers(match, "points")
            state = deal(match, game)
            follow_deal(match, state, pick)
            after = numbers(match, "points")
            gained = [now - was for now, was in zip(after, before, strict=True)]
            assert gained == [max(0, value) for value in state.returns()[:2]]
            assert match.over == (max(after) >= goal)
            deals += 1
            deal_is_compared()
        assert match.result is not None
        assert match.result.scores == tuple(after[player % 2] for player in SEATS)
    assert deals > 167 or not thorough, "so three settings make more than 500 deals"


def test_the_dealer_may_discard_what_was_ordered_up() -> None:
    match = start("euchre")
    match.settle_all()
    turned_up = values(match, "turned_up")[0]
    assert match.submit(1, "order up").ok
    assert match.actors == (0,)
    assert legal(match) == cards(values(match, "hand")[0])
    assert turned_up in legal(match)
