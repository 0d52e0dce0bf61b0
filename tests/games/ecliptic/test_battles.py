"""Battles: who attacks, who draws, who wins, and which card of the sign stays on whose side."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ecliptic.cards import NAMES, card, cards, listed, name, played
from ecliptic.table import STRONG, WEAK, Act, Position, attacked, fight, held, legal, said, show, zone

from astro_referee import Match

SetUp = Callable[[Match, Mapping[str, object]], Match]


def test_the_attacker_draws_and_wins(position: Position, happen: Act, play: Act) -> None:
    """Vector 6, the attacker wins. Rules: R8, R9, R11, R12, R13, A13, A14."""
    match = attacked(position, WEAK)
    assert said(match) == ["P1 attacks P2 for Libra."]
    happen(match, "Aries sun", "Gemini sun", "Aquarius sun")
    assert match.actors == (0,)
    assert held(match) == [7, 7]
    play(match, "from Aquarius with Aquarius comet", "sun")
    shown = listed(cards("11c 12s 1s 3s 11s"))
    assert said(match) == [
        f"P1 shows {shown}: 3 in series and 4 of a symbol make 7.",
        "P2 has no more than that: P1 wins Libra.",
    ]
    assert match.actors == (0,)
    assert legal(match) == {"Libra star", "Libra comet"}
    discarded = zone(match, "discards")
    play(match, "Libra comet")
    match.settle_all()
    assert zone(match, "side[P1]") == cards("1m 7c")
    assert zone(match, "side[P2]") == set()
    assert zone(match, "discards") == discarded | cards("7t")
    assert match.actors == (1,)
    assert zone(match, "stock") == cards("12c"), "nobody draws after the battle"


def test_the_attacker_may_keep_the_own_card(position: Position) -> None:
    """Rules: R13."""
    match = attacked(position, WEAK)
    fight(match, "7t")
    assert (zone(match, "side[P1]"), zone(match, "side[P2]")) == (cards("1m 7t"), set())
    assert card("7c") in zone(match, "discards")


def test_the_defender_wins_and_shows(position: Position, happen: Act, play: Act) -> None:
    """Vector 6, the defender wins; scenario 4. Rules: R11, R12, R13, A13."""
    match = attacked(position, STRONG)
    happen(match, "Aries sun", "Gemini sun", "Aquarius sun")
    play(match, "from Aquarius with Aquarius sun", "sun")
    assert match.actors == (1,), "the defender shows"
    assert len(said(match)) == 1
    play(match, "from Gemini with nothing", "moon")
    shown = listed(cards("3m 4m 5m 6m 8m"))
    assert said(match) == [
        f"P2 shows {shown}: 4 in series and 5 of a symbol make 9.",
        "P2 is stronger and wins Libra.",
    ]
    assert legal(match) == {"Libra star", "Libra comet"}
    play(match, "Libra star")
    match.settle_all()
    assert (zone(match, "side[P1]"), zone(match, "side[P2]")) == (cards("1m"), cards("7t"))
    assert card("7c") in zone(match, "discards")
    assert match.actors == (1,)


def test_equal_sums_are_for_the_attacker(position: Position, happen: Act, play: Act) -> None:
    """Vectors 1 and 3; scenario 3: the attacker may keep the defender's card. Rules: R11."""
    match = position("6g 6c 8t 11s 12m 2g 5s", "1s 2m 3t 6s 9s 10g 12p", "", "8c", stock="1t 2s 9p 4c")
    play(match, played("6g 6c 8t"))
    happen(match, "Aries star", "Taurus sun", "Sagittarius planet")
    show(match)
    assert said(match)[-1] == "P2 has no more than that: P1 wins Scorpio."
    play(match, "Scorpio comet")
    assert zone(match, "side[P1]") == cards("8c")


def test_the_attacker_draws_first_and_the_defender_what_is_missing(position: Position) -> None:
    """In play a defender lacks cards only when the stock is empty, so this hand of five is made up. Rules: R9, A11."""
    match = attacked(position, "3m 4g 6c 6t 8c", stock="1s 3s 11s 12c 1t 2g")
    drawn = []
    while match.chance is not None:
        match.settle()
        drawn.append(match.events[-1].label)
    assert drawn == ["deal to hand of P1"] * 3 + ["deal to hand of P2"] * 2
    assert held(match) == [7, 7]
    assert len(zone(match, "stock")) == 1


def test_the_pair_and_the_placed_card_do_not_count(position: Position, happen: Act, play: Act) -> None:
    """Rules: A12."""
    match = position("6s 6m 7s 8s 2t 2g 4p", "1s 2s 3s 9s 10m 5t 12g", "", "7c", stock="9c 11m 11t")
    play(match, played("6s 6m 7s"))
    happen(match, "Sagittarius comet", "Aquarius moon", "Aquarius star")
    assert zone(match, "hand[P1]") == cards("8s 2t 2g 4p 9c 11m 11t")
    show(match)
    assert said(match)[0].endswith("2 in series and 2 of a symbol make 4.")
    assert match.actors == (1,), "four in series and four suns are more"


def test_the_exchange_is_blind_and_at_once(position: Position, play: Act) -> None:
    """Scenario 8. Rules: R14, A8, A23."""
    match = attacked(position, WEAK)
    match.settle_all()
    show(match)
    mine, yours = zone(match, "hand[P1]"), zone(match, "hand[P2]")
    play(match, "Libra star")
    taken = []
    for group in (yours, mine):
        outcomes = match.outcomes()
        assert {NAMES[shown] for _, _, shown in outcomes} == group, "the hands as they were"
        assert {str(chance) for _, chance, _ in outcomes} == {"1/7"}
        match.settle(outcomes[2][0])
        taken.append(NAMES[match.events[-1].text])
        assert (match.events[-1].readers, match.events[-1].public) == (0b11, "a card"), "taker and giver see it"
    assert zone(match, "hand[P1]") == mine - {taken[1]} | {taken[0]}
    assert zone(match, "hand[P2]") == yours - {taken[0]} | {taken[1]}


def test_a_lost_sign_may_be_placed_again(position: Position, set_up: SetUp) -> None:
    """Rules: R8, A21."""
    match = attacked(position, WEAK)
    fight(match, "7t")
    assert match.actors == (1,)
    match = set_up(match, {"hand[P2]": [name(one) for one in cards("3m 3g 7s")], "asked": "P2"})
    assert match.submit(1, played("3m 3g 7s")).ok
    assert said(match) == ["P2 attacks P1 for Libra."]
