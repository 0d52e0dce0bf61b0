"""Dou dizhu beside OpenSpiel's, card for card, and what each player sees.

Compared are the deals and their chances, bids, every legal combination with all that may go with it, what OpenSpiel's
observation tells (the own hand, cards played, the card that lay face up, who bids first, who is the landlord), and the
returns. Where OpenSpiel has fewer combinations than the published rules, those that it lacks are worked out here; where
it has more, they are left out.
"""

from __future__ import annotations

import random
import re
from bisect import bisect_right
from collections import Counter
from typing import Any

import pytest
from comparisons import compared
from lockstep import happen, legal, play, start

from astro_referee import Match

COMPARED = compared(
    game="dou_dizhu",
    engine="OpenSpiel, with what each player sees",
    differences=(
        "in OpenSpiel the game is over if nobody bids, as without the option `redeal`",
        "OpenSpiel has no four of a kind with two cards or pairs (the option `quads`), and lets single kickers be "
        "equal (`equal_kickers`)",
        "OpenSpiel leaves out chains without kickers that begin with a rank of which the player holds all four, though "
        "not those that go on or end with one",
        "OpenSpiel lets a bomb be laid on the rocket, though its own description says that nothing beats it",
        "OpenSpiel's cards have suits until they are dealt",
        "OpenSpiel takes a combination as one move; here the main part is laid first, and then what goes with it, card "
        "by card",
        "OpenSpiel's observation does not show the three cards that the landlord takes; at the table all see them",
        "OpenSpiel does not have the custom `bid_once`",
    ),
)

RANKS = (*map(str, range(3, 11)), "jack", "queen", "king", "ace", "2", "black_joker", "red_joker")
SIGNS = (*"3456789TJQKA2", "(BWJ)", "(CJ)")
FORMS = {
    4: "solo",
    19: "solo",
    55: "pair",
    68: "pair",
    120: "trio",
    133: "trio_with_solo",
    315: "trio_with_pair",
    471: "trio",
    516: "trio_with_solo",
    23_104: "trio_with_pair",
    26_043: "bomb",
    26_056: "rocket",
}
"""The first of OpenSpiel's actions of each form."""
WIDTH = {"solo": 1, "pair": 2, "trio": 3, "trio_with_solo": 3, "trio_with_pair": 3, "bomb": 4}
Plan = tuple[str, tuple[str, ...]]
"""How Astro writes a combination: the move, and then all that goes with it, the lowest first."""


def ranks_in(text: str) -> list[str]:
    """The cards of a text such as `333444-5(CJ)`."""
    return [RANKS[SIGNS.index(sign)] for sign in re.findall(r"\(\w+\)|\w", text)]


def plan(state: Any, action: int) -> Plan:
    text = state.action_to_string(action)
    form = list(FORMS.values())[bisect_right(list(FORMS), action) - 1] if action > 3 else "pass"
    if form in ("pass", "rocket"):
        return form, ()
    held = Counter(ranks_in(text.split("-")[0]))
    main = [rank for rank in RANKS if held[rank] == WIDTH[form]]
    others = Counter(ranks_in(text)) - Counter(dict.fromkeys(main, WIDTH[form]))
    each = 2 if form == "trio_with_pair" else 1
    with_it = tuple(rank for rank in RANKS for _ in range(others[rank] // each))
    return (f"{form} {main[0]}" + f" to {main[-1]}" * (len(main) > 1)), with_it


def shown(match: Match, player: int | None) -> dict[str, str]:
    return {" ".join((f.name, *e.index)): e.text for f in match.view(player).fields for e in f.entries}


def listed(*texts: str) -> Counter[str]:
    """The cards in some zones, as they are shown."""
    return Counter(part for text in texts if text != "nothing" for part in text.replace(" and ", ", ").split(", "))


def compare_what_is_seen(match: Match, state: Any, player: int) -> None:
    here, told = shown(match, player), state.observation_string(player)
    hand, played, rank, opener, place = re.findall(
        r"My hand (.*)\nPlayed cards (.*)\nface up card rank: (\d+)start player: (\d)My position from Dizhu: (\d)", told
    )[0]
    assert listed(here[f"hand P{player + 1}"]) == Counter(ranks_in(hand))
    assert all(here[f"hand P{other + 1}"].endswith(("card", "cards")) for other in range(3) if other != player)
    assert listed(here["main_part"], here["kickers"], here["played"]) == Counter(ranks_in(played))
    assert here["opener"] == f"P{int(opener) + 1}"
    turned = match.events[int(here["face_up_at"])]
    assert (turned.text, turned.readers) == (RANKS[int(rank)], 0b111)
    if here["landlord"] != "none" and state.legal_actions()[-1] > 3:
        assert here["landlord"] == f"P{(player - int(place)) % 3 + 1}"


def deal(match: Match, state: Any, pick: random.Random) -> None:
    """Which card lies face up, and then all cards; each is as likely as any other."""
    assert len(match.outcomes()) == len(state.legal_actions()) == 51
    action = pick.choice(state.legal_actions())
    happen(match, str(action + 1))
    state.apply_action(action)
    while state.is_chance_node():
        meant = {action: rank_dealt(state, action) for action in state.legal_actions()}
        counts = Counter(meant.values())
        assert {name: chance * len(meant) for _, chance, name in match.outcomes()} == counts
        action = pick.choice(sorted(meant))
        happen(match, meant[action])
        state.apply_action(action)


def rank_dealt(state: Any, action: int) -> str:
    text = state.action_to_string(action).removeprefix("Deal ")
    return RANKS[SIGNS.index(text if text.startswith("(") else text[1])]


def left_out(here: dict[str, str], held: Counter[str]) -> set[str]:
    """The chains that OpenSpiel has forgotten: solos, pairs and trios from a rank that is held four times."""
    found = set()
    for form, fewest in (("solo", 5), ("pair", 3), ("trio", 2)):
        for low in [number for number in range(11) if held[RANKS[number]] == 4]:
            high = low
            while high < 12 and held[RANKS[high]] >= WIDTH[form]:
                high += 1
                length = RANKS.index(here["lead_high"]) - RANKS.index(here["lead_low"]) + 1
                beaten = (form, high - low) == (here["lead_form"], length) and low > RANKS.index(here["lead_low"])
                if high - low >= fewest and (here["lead_form"] == "none" or beaten):
                    found.add(f"{form} {RANKS[low]} to {RANKS[high - 1]}")
    return found


def quads(here: dict[str, str], held: Counter[str]) -> set[str]:
    """The four of a kind that could be laid with something: whoever leads may, if there are two other ranks."""
    if here["lead_form"] != "none":
        return set()
    jokers = len([rank for rank in RANKS[-2:] if held[rank]])
    found = set()
    for rank in [rank for rank in held if held[rank] == 4]:
        if len(held) - 1 - (jokers == 2) >= 2:
            found.add(f"quad_with_solos {rank}")
        if len([other for other in held if other != rank and held[other] > 1]) >= 2:
            found.add(f"quad_with_pairs {rank}")
    return found


def combine(match: Match, state: Any, equal: bool, with_quads: bool, pick: random.Random) -> str:
    """One turn: the same combinations; one of them is laid in both, with what goes with it. Gives its form."""
    plans = {action: plan(state, action) for action in state.legal_actions()}
    if not equal:
        plans = {action: (move, added) for action, (move, added) in plans.items() if len({*added}) == len(added)}
    (player,) = match.actors
    assert player == state.current_player()
    here = shown(match, player)
    if here["lead_form"] == "rocket":
        plans = {action: (move, added) for action, (move, added) in plans.items() if not move.startswith("bomb")}
    moves = {move for move, _ in plans.values()}
    held = listed(here[f"hand P{player + 1}"])
    assert legal(match) == moves | left_out(here, held) | (quads(here, held) if with_quads else set())
    rich = [move for move in moves if not move.startswith(("solo", "pass")) or " to " in move]
    move = pick.choice(sorted(rich if rich and pick.random() < 0.7 else moves))
    play(match, move)
    added = Counter[str]()
    left = {action: Counter(kickers) for action, (main, kickers) in plans.items() if main == move}
    while any((kickers - added).total() for kickers in left.values()):
        more = {rank for kickers in left.values() for rank in kickers - added}
        assert match.actors == (player,)
        assert legal(match) == {f"with {rank}" for rank in more}
        added[chosen := pick.choice(sorted(more))] += 1
        play(match, f"with {chosen}")
        left = {action: kickers for action, kickers in left.items() if added <= kickers}
    (action,) = left
    state.apply_action(action)
    return move.split()[0] + "s" * (" to " in move)


@COMPARED
@pytest.mark.parametrize(
    ("equal", "with_quads"),
    [(True, False), (False, True)],
    ids=["theirs", "published"],
)
def test_games_are_those_of_openspiel(equal: bool, with_quads: bool, thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game, forms = pyspiel.load_game("dou_dizhu"), Counter[str]()
    options = {"equal_kickers": "yes" if equal else "no", "quads": "yes" if with_quads else "no", "redeal": "no"}
    for seed in range(250 if thorough else 2):
        match, state = start("dou_dizhu", 3, **options), game.new_initial_state()
        pick = random.Random(seed + 2_000 * with_quads)  # other deals
        deal(match, state, pick)
        while not state.is_terminal():
            compare_what_is_seen(match, state, pick.randrange(3))
            if state.legal_actions()[-1] > 3 or "Playing" in str(state):
                forms[combine(match, state, equal, with_quads, pick)] += 1
                continue
            bids = {f"bid {action}" if action else "pass": action for action in state.legal_actions()}
            assert match.actors == (state.current_player(),)
            assert legal(match) == set(bids)
            bid = pick.choice(sorted(bids))
            play(match, bid)
            state.apply_action(bids[bid])
        assert match.result is not None
        assert match.result.scores == tuple(state.returns())
    several = {"solos", "pairs", "trios", "trio_with_solos", "trio_with_pairs"}
    assert not thorough or forms.keys() >= {*WIDTH, *several, "rocket", "pass"}
