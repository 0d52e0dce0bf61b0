"""Ptolemy against its rulebook: the printed relays, the tricky positions, and a second referee written from the rulings.

Numbers in comments are the atomic rules of the rulings (1 to 24), A1 to A15 what they say where the rulebook is unclear.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence

import pytest

import astro_referee as astro
from astro_referee import Match, Verdict

SetUp = Callable[[Match, Mapping[str, object]], Match]
Seen = Callable[[Match, int | None], dict[str, str]]
Act = Callable[..., None]

PLAYERS = ("P1", "P2")
PLANETS = ("Mercury", "Venus", "Mars", "Jupiter", "Saturn")
RING = [f"day{n}" for n in range(1, 8)] + [f"night{n}" for n in range(7, 0, -1)]
RANKS = {
    "Saturn": (1, 2, 3, 4),
    "Jupiter": (1, 2, 3, 5),
    "Mars": (2, 3, 4, 5),
    "Venus": (3, 4, 5, 6),
    "Mercury": (4, 5, 6, 7),
}
PACK = frozenset(f"{planet} {motion}" for planet, ranks in RANKS.items() for motion in (*ranks, "eclipse"))

# The cards of the printed relays, and others to make eleven. Mars eclipse, Venus 4 and Mercury 7 are left over.
FIRST_HAND = ["Jupiter 2", "Venus 5", "Saturn 2", "Jupiter 3", "Mars 4", "Jupiter eclipse", "Mercury eclipse"]
FIRST_HAND += ["Saturn 1", "Saturn 4", "Venus 6", "Mercury 5"]
SECOND_HAND = ["Mars 3", "Mercury 4", "Mars 5", "Venus 3", "Venus eclipse", "Saturn 3"]
SECOND_HAND += ["Jupiter 1", "Jupiter 5", "Mars 2", "Mercury 6", "Saturn eclipse"]
LEFT_OVER = ["Mars eclipse", "Venus 4", "Mercury 7"]

# player, card, height, and where Mercury, Venus, Mars, Jupiter, Saturn and the Eclipse stand after it
PRINTED = """
P1  Jupiter 2        2  -      -      -      day2   -      day4
P2  Mars 3           5  -      -      day5   day2   -      day4
P1  Venus 5          7  -      night7 day5   day2   -      day4
P2  Mercury 4        7  day7   night7 day5   day2   -      day4
P1  pass             0  day7   night7 day5   day2   -      day4
P2  Mars 5           3  day7   night7 night3 day2   -      day4
P1  Saturn 2         3  day7   night7 night3 day2   day3   day4
P2  Venus 3          4  day7   night4 night3 day2   day3   day4
P1  Jupiter 3        7  day7   night4 night3 night7 day3   day4
P2  pass             0  day7   night4 night3 night7 day3   day4
P1  Mars 4           2  day7   night4 day2   night7 day3   day4
P2  Venus eclipse    4  day7   day4   day2   night7 day3   night4
P1  Jupiter eclipse  4  day7   day4   day2   night4 day3   night7
P2  Saturn 3         6  day7   day4   day2   night4 night6 night7
P1  Mercury eclipse  7  night7 day4   day2   night4 night6 day7
P2  pass             0  night7 day4   day2   night4 night6 day7
"""
STEPS = [re.split(r"\s{2,}|(?<=\d)\s+|(?<=-)\s+", line) for line in PRINTED.strip().splitlines()]


@pytest.fixture
def dealt(happen: Act) -> Match:
    """The printed game before its first card: P1 starts, both hands as above."""
    match = astro.start("ptolemy")
    happen(match, "P1", *FIRST_HAND, *SECOND_HAND)
    return match


@pytest.fixture
def position(dealt: Match, set_up: SetUp) -> Callable[..., Match]:
    """A position in the middle of a round. P1 is asked unless said otherwise; cards nobody holds are spent."""

    def stands(
        hands: Sequence[Sequence[str]] = (FIRST_HAND, SECOND_HAND),
        sky: Mapping[str, str] | None = None,
        **fields: object,
    ) -> Match:
        held = {*hands[0], *hands[1]}
        left_over = [card for card in [*LEFT_OVER, *sorted(PACK)] if card not in held][:3]
        places = {token if token == "Eclipse" else f"Wanderer.at[{token}]": at for token, at in (sky or {}).items()}
        places = {"Eclipse.at[Eclipse]" if token == "Eclipse" else token: at for token, at in places.items()}
        zones = {"hand[P1]": hands[0], "hand[P2]": hands[1], "stock": left_over}
        return set_up(dealt, {**zones, "spent": sorted(PACK - held - {*left_over}), **places, **fields})

    return stands


def cards(text: str) -> set[str]:
    return set(re.split(", | and ", text)) - {"nothing"}


def legal(match: Match) -> set[str]:
    return {match.written(move) for move in match.legal()}


def sky(seen: Seen, match: Match) -> dict[str, str]:
    """Where every token stands, in the referee's view."""
    all_fields = seen(match, None)
    return {planet: all_fields[f"Wanderer.at[{planet}]"] for planet in PLANETS} | {"Eclipse": all_fields["Eclipse.at[Eclipse]"]}


def refusal(match: Match, typed: str) -> Verdict:
    """The refusal of a move of whoever is asked; it changes nothing."""
    before = (match.state[:], list(match.options), match.number)
    verdict = match.submit(match.actors[0], typed)
    assert not verdict.ok
    assert (match.state, match.options, match.number) == before
    return verdict


def line_of(match: Match, rule: str) -> int:
    """The only line of the rule file that holds a text."""
    (line,) = [n for n, text in enumerate(match.game.rules.source.text.splitlines(), 1) if rule in text]
    return line


# --- Set-up: 1 to 4, A7, A11, A14 ------------------------------------------------------------------------------------


def test_two_players_only() -> None:  # 1
    for count in (1, 3):
        with pytest.raises(astro.BadOption, match=f"Ptolemy is for 2 players, not {count}"):
            astro.start("ptolemy", players=count)


def test_new_round_has_an_empty_sky_and_eleven_cards_each(seen: Seen) -> None:  # 2, 3, 4
    match = astro.start("ptolemy")
    assert [(name, str(chance)) for _, chance, name in match.outcomes()] == [("P1", "1/2"), ("P2", "1/2")]
    match.settle()
    assert {name for _, _, name in match.outcomes()} == PACK
    match.settle_all()
    assert sky(seen, match) == dict.fromkeys(PLANETS, "none") | {"Eclipse": "day4"}
    fields = seen(match, None)
    zones = [cards(fields[zone]) for zone in ("hand[P1]", "hand[P2]", "stock")]
    assert [len(zone) for zone in zones] == [11, 11, 3]
    assert set.union(*zones) == PACK
    assert fields["starter"] == PLAYERS[match.actors[0]]


# --- The printed relays: 6 to 17, 19 to 21, A1, A2, A5, A8, A9 -------------------------------------------------------


def test_printed_relays(dealt: Match, seen: Seen, play: Act) -> None:
    hands = {"P1": {*FIRST_HAND}, "P2": {*SECOND_HAND}}
    opener, debated = "P1", set()
    for player, move, height, *places in STEPS:
        assert dealt.actors == (PLAYERS.index(player),)
        play(dealt, move)
        other = "P2" if player == "P1" else "P1"
        if move == "pass":
            opener, debated = other, set()  # the other one opens the next relay, where nothing is debated yet (17)
        else:
            hands[player].remove(move)
            debated.add(move.split()[0])
        fields = seen(dealt, None)
        assert list(sky(seen, dealt).values()) == [at.replace("-", "none") for at in places], move
        assert fields["height"] == height, move
        assert cards(fields["debated"]) == debated
        assert fields["starter"] == opener
        assert cards(fields["spent"]) == {*FIRST_HAND, *SECOND_HAND} - hands["P1"] - hands["P2"]
        for number, me in enumerate(PLAYERS):
            you = PLAYERS[1 - number]
            mine = seen(dealt, number)
            assert cards(mine[f"hand[{me}]"]) == hands[me]
            # All a player does not see are the other hand and the cards left over, and of these the number is open (A11).
            assert mine == fields | {f"hand[{you}]": f"{len(hands[you])} cards", "stock": "3 cards"}
    assert [len(hand) for hand in hands.values()] == [4, 5]


def test_every_planet_debated_leaves_only_the_pass(dealt: Match, play: Act) -> None:  # 15, 16, 17
    play(dealt, *(move for _, move, *_ in STEPS[:-1]))
    assert dealt.actors == (1,)
    assert legal(dealt) == {"pass"}
    for card in ("Jupiter 1", "Jupiter 5", "Mars 2", "Mercury 6", "Saturn eclipse"):
        first = refusal(dealt, card).reasons[0]
        assert first.text == f"{card.split()[0]} was already debated in this relay"
    play(dealt, "pass")
    assert dealt.actors == (0,)
    assert legal(dealt) >= {"Saturn 1", "Saturn 4", "Venus 6", "Mercury 5"}


def test_strict_option_refuses_the_three_printed_equal_moves(happen: Act, play: Act) -> None:  # A1
    match = astro.start("ptolemy", options={"equal_is_enough": "no"})
    happen(match, "P1", *FIRST_HAND, *SECOND_HAND)
    refused = {}
    for _, move, *_ in STEPS:
        verdict = match.judge(match.actors[0], move)
        if not verdict.ok:
            (reason,) = verdict.reasons
            refused[move] = reason.text
            assert reason.rulings == ("A1",)
            assert reason.line == line_of(match, "when to.height > height")
            assert dict(reason.seen) == {"to.height": str(match.view().key()[4][9][1][0][0]), "height": reason.text[-1]}
            match.state = _allowed(match, move)
            match._commit(match.state[:], [])
        else:
            play(match, move)
    assert refused == {
        "Mercury 4": "Mercury would land at day7, but the relay stands at 7",
        "Saturn 2": "Saturn would land at day3, but the relay stands at 3",
        "Jupiter eclipse": "Jupiter would land at night4, but the relay stands at 4",
    }
