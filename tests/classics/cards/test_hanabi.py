"""Hanabi beside OpenSpiel's, move for move, with what each player sees and has been told at every decision.

Its parameters `colors`, `ranks`, `hand_size`, `max_information_tokens` and `max_life_tokens` are the options `colours`,
`ranks`, `hand_size`, `hints` and `lives`. Compared are the deals and their chances, who acts, the legal moves, the
score, and its observation: the hands of the others, tokens, fireworks, discards, and which colours and numbers every
card may still have by what was told of it.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from comparisons import compared
from lockstep import legal, play, start, step_by_chance

from astro_referee import Match

COMPARED = compared(
    game="hanabi",
    engine="OpenSpiel, with what each player sees and was told",
    differences=(
        "OpenSpiel has no multicoloured cards: no sixth colour, and no option `wild`",
        "OpenSpiel marks a card that was told of apart from one of which all else was ruled out; here they look alike",
        "OpenSpiel refuses fewer cards than the hands hold; here the last hands are smaller then",
    ),
)

COLOURS = {"R": "red", "Y": "yellow", "G": "green", "W": "white", "B": "blue"}


class Places:
    """Where the cards lie that OpenSpiel counts from the oldest to the newest: here a new card fills the gap."""

    def __init__(self, players: int, size: int) -> None:
        self.by_age = [list(range(1, size + 1)) for _ in range(players)]

    def words(self, state: Any, action: int) -> list[str]:
        """`(Deal R1)`, `(Play 0)`, `(Discard 0)`, `(Reveal player +1 color R)`, `(Reveal player +1 rank 1)`."""
        kind, *told = state.action_to_string(action).strip("()").split()
        if kind == "Deal":
            return [card(told[0])]
        if kind in ("Play", "Discard"):
            return [f"{kind.lower()} {self.by_age[state.current_player()][int(told[0])]}"]
        player = (state.current_player() + int(told[1])) % state.num_players()
        return [f"tell P{player + 1} {COLOURS.get(told[3], told[3])}"]

    def played(self, player: int, move: str, redrawn: bool) -> None:
        """A card has gone, if it was no hint, and a new one has come."""
        kind, *told = move.split()
        if kind != "tell":
            self.by_age[player].remove(int(told[0]))
            self.by_age[player] += [int(told[0])] * redrawn


def card(short: str) -> str:
    """`R1`, or a row that begins so."""
    return f"{COLOURS[short[0]]} {short[1]}"


def listed(text: str) -> list[str]:
    """The parts of a list as it is shown."""
    return [] if text == "nothing" else text.replace(" and ", ", ").split(", ")


def seen(match: Match, player: int | None) -> dict[str, str]:
    """All that a player (None: the referee) sees, `hand P2` and `ranks_of P2 1` among it."""
    return {" ".join((f.name, *e.index)): e.text for f in match.view(player).fields for e in f.entries}


def compare_what_is_seen(match: Match, state: Any, places: Places, player: int) -> None:
    """Everything OpenSpiel's observation of a player has, beside what the player sees here."""
    told = state.observation_string(player)
    here = seen(match, player)
    found = re.search(r"Life tokens: (\d+)\nInfo tokens: (\d+)\nFireworks: (.*)\nHands:\n", told)
    assert found is not None
    assert (here["lives_left"], here["hints_left"]) == (found[1], found[2])
    heights = {COLOURS[short[0]]: int(short[1]) for short in found[3].split()}
    laid = [f"{colour} {rank}" for colour, top in heights.items() for rank in range(1, top + 1)]
    assert sorted(listed(here["fireworks"])) == sorted(laid)
    hands, rest = told[found.end() :].split("Deck size: ")
    size, discards = rest.split("\nDiscards:")
    assert here["deck"] == f"{size} card" + "s" * (size != "1")
    assert sorted(listed(here["discards"])) == sorted(map(card, discards.split()))
    for offset, hand in enumerate(hands.split("-----\n")):
        owner = (player + offset) % state.num_players()
        rows = [row for row in hand.splitlines() if row != "Cur player"]
        for place, row in zip(places.by_age[owner], rows, strict=True):
            at = f"P{owner + 1} {place}"
            assert here[f"hand {at}"] == ("1 card" if owner == player else card(row))
            assert row.startswith("XX") == (owner == player)
            left = row.split("|")[-1]
            assert listed(here[f"colours_of {at}"]) == [COLOURS[sign] for sign in left if sign in COLOURS]
            assert listed(here[f"ranks_of {at}"]) == [sign for sign in left if sign.isdigit()]


def chosen(match: Match, moves: set[str], pick: random.Random) -> str:
    """A move of somebody who peeps: a card that fits, if there is one; then rather no other."""
    here = seen(match, None)
    fireworks = listed(here["fireworks"])
    fitting = []
    for move in moves:
        if move.startswith("play"):
            colour, rank = here[f"hand P{match.actors[0] + 1} {move[-1]}"].split()
            below = f"{colour} {int(rank) - 1}"
            if f"{colour} {rank}" not in fireworks and (rank == "1" or below in fireworks):
                fitting.append(move)
    others = [move for move in moves if not move.startswith("play")]
    return pick.choice(sorted(fitting or others or moves))


def side_by_side(match: Match, state: Any, size: int, pick: random.Random, peeping: bool) -> None:
    places = Places(state.num_players(), size)
    while not state.is_terminal():
        if state.is_chance_node():
            step_by_chance(match, state, places.words, pick)
            continue
        player = state.current_player()
        compare_what_is_seen(match, state, places, pick.randrange(state.num_players()))
        meant = {places.words(state, action)[0]: action for action in state.legal_actions()}
        assert match.actors == (player,)
        assert legal(match) == set(meant)
        move = chosen(match, set(meant), pick) if peeping else pick.choice(sorted(meant))
        play(match, move)
        state.apply_action(meant[move])
        places.played(player, move, redrawn=state.is_chance_node())


USUAL = {"colours": 5, "ranks": 5, "hand_size": 0, "hints": 8, "lives": 3}
SMALL = {"colours": 2, "ranks": 3, "hand_size": 2, "hints": 3, "lives": 1}
MIXED = {"colours": 3, "ranks": 4, "hand_size": 3, "hints": 5, "lives": 2}
THEIRS = {
    "colours": "colors",
    "ranks": "ranks",
    "hand_size": "hand_size",
    "hints": "max_information_tokens",
    "lives": "max_life_tokens",
}


@COMPARED
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, USUAL),
        pytest.param(3, USUAL, marks=pytest.mark.thorough),
        pytest.param(4, USUAL, marks=pytest.mark.thorough),
        (5, USUAL),
        (2, SMALL),
        pytest.param(3, MIXED, marks=pytest.mark.thorough),
    ],
    ids=["2", "3", "4", "5", "small", "mixed"],
)
def test_games_are_those_of_openspiel(players: int, options: dict[str, int], thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    parameters = {THEIRS[name]: value for name, value in options.items() if value}
    game = pyspiel.load_game("hanabi", {"players": players, **parameters})
    endings = set()
    for seed in range(84 if thorough else 2):
        match, state = start("hanabi", players, **options), game.new_initial_state()
        size = options["hand_size"] or (5 if players < 4 else 4)
        side_by_side(match, state, size, random.Random(seed), peeping=seed % 4 != 0)
        assert match.result is not None
        assert match.result.common
        assert match.result.scores == tuple(state.returns())
        assert match.result.winners == (() if seen(match, None)["lives_left"] == "0" else tuple(range(players)))
        endings.add(match.result.text)
    assert len(endings) > 1 or not thorough


def test_a_card_is_known_to_all_but_its_owner() -> None:
    match = start("hanabi", 3)
    match.settle_all()
    assert [event.readers for event in match.events[:15]] == [0b110] * 5 + [0b101] * 5 + [0b011] * 5
    assert match.events[0].public == "a card"
    play(match, "play 1")
    assert match.events[-1].readers == 0b111
