"""Goofspiel, round by round beside OpenSpiel's, and what its players are told.

`face_down` is its `imp_info`. Its last round plays itself, since nobody has a choice; here the last cards are played.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from comparisons import compared
from lockstep import cards, field, happen, legal, numbers, play, start, values

from astro_referee import Match

COMPARED = compared(
    game="goofspiel",
    engine="OpenSpiel, with prizes in an order by chance",
    differences=("OpenSpiel also knows prizes in rising or falling order, which are no rule of the published game",),
)

NUMBERS = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
SUITS = ("clubs", "hearts", "spades")


def compare_what_is_told(match: Match, state: Any, player: int, face_down: bool) -> None:
    """The own hand, the prize and the points; of the others' bids only what lies face up."""
    told = dict(line.split(":", 1) for line in state.information_state_string(player).splitlines() if ":" in line)
    held = {f"{NUMBERS[int(text) - 1]} of {SUITS[player]}" for text in told[f"P{player} hand"].split()}
    assert cards(values(match, "hand", player)[player]) == held
    prize = int(told["Point card sequence"].split()[-1])
    assert values(match, "prize", player) == [f"{NUMBERS[prize - 1]} of diamonds"]
    assert values(match, "points", player) == told["Points"].split()
    for other, text in enumerate(values(match, "spent", player)):
        if face_down:
            assert text == "nothing"
            assert other == player or " of " not in values(match, "buried", player)[other]
        else:
            known = {f"{NUMBERS[int(text) - 1]} of {SUITS[other]}" for text in told[f"P{other} hand"].split()}
            everything = {f"{name} of {SUITS[other]}" for name in NUMBERS[: state.num_distinct_actions()]}
            assert cards(text) == everything - known


def follow(match: Match, state: Any, face_down: bool, pick: random.Random) -> None:
    while not state.is_terminal():
        outcomes = {f"{NUMBERS[number]} of diamonds": chance for number, chance in state.chance_outcomes()}
        assert {name: pytest.approx(float(chance)) for _, chance, name in match.outcomes()} == outcomes
        card = pick.choice(sorted(outcomes))
        happen(match, card)
        state.apply_action(NUMBERS.index(card.split()[0]))
        bids = []
        for player in range(state.num_players()):
            compare_what_is_told(match, state, player, face_down)
            meant = {f"{NUMBERS[action]} of {SUITS[player]}": action for action in state.legal_actions(player)}
            assert legal(match, player) == set(meant)
            bids.append(pick.choice(sorted(meant)))
        for player in pick.sample(range(state.num_players()), state.num_players()):
            assert match.submit(player, bids[player]).ok
        state.apply_actions([NUMBERS.index(bid.split()[0]) for bid in bids])
    match.settle_all()
    for player in match.actors:
        assert len(legal(match, player)) == 1
        play(match, *legal(match, player))


@COMPARED
@pytest.mark.parametrize("face_down", [False, True])
@pytest.mark.parametrize("players", [2, 3])
def test_every_round_is_that_of_openspiel(players: int, face_down: bool, thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    for seed in range(130 if thorough else 3):
        pick = random.Random(seed)
        highest = pick.randint(2, 13) if thorough else 4 * seed + 5
        parameters = {"players": players, "num_cards": highest, "imp_info": face_down, "returns_type": "total_points"}
        state = pyspiel.load_game("goofspiel", parameters).new_initial_state()
        match = start("goofspiel", players, seed=seed, highest=highest, face_down="yes" if face_down else "no")
        follow(match, state, face_down, pick)
        assert match.over
        assert numbers(match, "points") == state.returns()
        assert match.result is not None
        assert match.result.scores == tuple(state.returns())


def test_a_bid_is_known_to_who_made_it_until_all_have_bid() -> None:
    match = start("goofspiel")
    match.settle_all()
    assert match.actors == (0, 1)
    assert match.submit(1, "king of hearts").ok
    assert match.actors == (0,)
    assert match.events[-1].readers == 1 << 1
    assert match.events[-1].public == "has chosen"
    assert field(match, "spent", 0) == {"P1": "nothing", "P2": "nothing"}
    assert match.submit(0, "2 of clubs").ok
    assert field(match, "spent", 0) == {"P1": "2 of clubs", "P2": "king of hearts"}
