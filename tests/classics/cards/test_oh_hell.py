"""Oh hell, deal by deal beside OpenSpiel's, and what its players are told.

OpenSpiel plays one deal of a number of cards left to chance, dealt from its first seat on; Astro plays a match in which
the numbers follow each other, and deals from the player after the dealer. So every deal of a match is told to a new
game of OpenSpiel's with that number. Its dealer is always bound by the `hook`; `misses_cost` is its `off_bid_penalty`.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from comparisons import compared, deal_is_compared
from lockstep import RANKS, cards, held, legal, numbers, play, start, step_by_choice, values

from astro_referee import Match

COMPARED = compared(
    game="oh_hell",
    engine="OpenSpiel: deals",
    differences=("OpenSpiel's dealer is always bound by the `hook`",),
)

CARDS = tuple(f"{rank} of {suit}" for rank in RANKS for suit in ("clubs", "diamonds", "spades", "hearts"))
"""OpenSpiel's numbers here."""


def words(state: Any, action: int) -> list[str]:
    return [CARDS[action] if action < 52 else str(action - 52)]


def deal(pyspiel: Any, match: Match, penalty: bool, number: int) -> Any:
    """A deal in Astro, each card as likely as any other; then OpenSpiel is told."""
    left = set(CARDS)
    while match.chance is not None:
        assert {name: chance * len(left) for _, chance, name in match.outcomes()} == dict.fromkeys(left, 1)
        match.settle()
        left.remove(match.events[-1].text)
    hands = [sorted(cards(text)) for text in values(match, "hand")]
    assert len(left) == 51 - len(hands) * number
    parameters = {"players": len(hands), "num_tricks_fixed": number, "off_bid_penalty": penalty}
    state = pyspiel.load_game("oh_hell", parameters).new_initial_state()
    state.apply_action(number)
    state.apply_action(int(values(match, "dealer")[0][1]) - 1)
    for position in range(len(hands) * number):
        state.apply_action(CARDS.index(hands[position % len(hands)].pop()))
    state.apply_action(CARDS.index(values(match, "turned_up")[0]))
    return state


def compare_what_is_told(match: Match, state: Any, player: int) -> None:
    """The own hand, and of the others how many cards they have; bids and tricks."""
    lines = [line.split() for line in state.information_state_string(player).splitlines()]
    place = lines.index(["Player:", str(player)])
    seen = values(match, "hand", player)
    assert cards(seen.pop(player)) == held([line[0][0], *line[1:]] for line in lines[place + 1 :][:4])
    assert all(" of " not in text for text in seen)
    suit, rank = lines[place - 1][1]
    assert values(match, "turned_up", player) == [*held([[suit, rank]])]
    bids, tricks = [line for line in lines if line and line[0] in ("Bids:", "Tricks") and len(line) > 1]
    assert [text if text != "none" else "-1" for text in values(match, "bid", player)] == bids[1:]
    assert values(match, "tricks", player) == tricks[2:]


def step_by_bid(match: Match, state: Any, pick: random.Random) -> None:
    """One bid, rather a low one: of bids at random hardly any would be made."""
    bids = state.legal_actions()
    assert match.actors == (state.current_player(),)
    assert legal(match) == {words(state, bid)[0] for bid in bids}
    bid = min(pick.choices(bids, k=2))
    play(match, *words(state, bid))
    state.apply_action(bid)


@COMPARED
@pytest.mark.parametrize(("players", "most_cards", "misses_cost"), [(3, 4, "no"), (4, 3, "yes"), (7, 2, "no")], ids=str)
def test_every_deal_of_a_match_is_that_of_openspiel(
    players: int, most_cards: int, misses_cost: str, thorough: bool
) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    made = 0
    for seed in range(10 if thorough else 1):
        options = {"most_cards": 10 if thorough else most_cards, "misses_cost": misses_cost}
        largest = min(51 // players, int(options["most_cards"]))
        match, pick = start("oh_hell", players, seed=seed, **options), random.Random(seed)
        for number in [*range(largest, 1, -1), *range(1, largest + 1)]:
            before = numbers(match, "points")
            assert values(match, "cards_each") == [str(number)]
            state = deal(pyspiel, match, misses_cost == "yes", number)
            while not state.is_terminal():
                compare_what_is_told(match, state, pick.randrange(players))
                if state.legal_actions()[0] >= 52:
                    step_by_bid(match, state, pick)
                else:
                    step_by_choice(match, state, words, pick)
            gained = [now - was for now, was in zip(numbers(match, "points"), before, strict=True)]
            assert gained == state.returns()
            deal_is_compared()
            made += sum(gain >= 10 for gain in gained)
        assert match.over
        assert match.result is not None
        assert match.result.scores == tuple(numbers(match, "points"))
    assert made > 0
