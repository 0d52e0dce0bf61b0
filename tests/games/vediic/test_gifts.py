"""What planets take, and what they give."""

from __future__ import annotations

from collections import Counter

from vediic.table import OFF, Stands, cards, end_round, finish, go, hand, held, legal, submit, why

from astro_referee import Match

CAUGHT = {"pawns": {"P2 1": 12, "P2 2": 35, "P1 1": 30, "P1 2": 36}, "planets": {"red": 12}}
"""Red goes home, and finds both pawns of P2, who plays blue."""
BLUE = {"P1": "gray", "P2": "blue"}


def caught(stands: Stands, cards: str, **others: object) -> Match:
    match = stands("move", hands={"P2": cards}, **{"colours": BLUE, **CAUGHT, **others})
    submit(match, go(2, 7))
    finish(match)
    return match


def test_penalties_are_paid_for_each_pawn(stands: Stands) -> None:
    """Vector 4. Rules: R10, A16, A20. Two pawns, three cards: two of P2's choice go to the supply, one is kept."""
    match = caught(stands, "green gray gray")
    assert match.actors == (1,)
    submit(match, "pay")
    assert legal(match) == {"green", "gray"}
    submit(match, "gray", "green")
    assert hand(match, "P2") == held("gray")
    assert cards(match, "supply")["green"] == 11
    assert cards(match, "charity") == Counter()


def test_orange_turns_penalties_into_gifts(stands: Stands) -> None:
    """Vector 4. Rules: R11, R13, R40, A17. One orange card for both pawns: it is spent, and two red cards come."""
    match = caught(stands, "orange gray")
    submit(match, "protect")
    assert hand(match, "P2") == held("gray red red")
    assert cards(match, "supply")["orange"] == 11


def test_without_orange_one_cannot_be_protected(stands: Stands) -> None:
    """Rules: R11. The question is the same, so that nobody learns what is in the hand."""
    assert why(caught(stands, "gray"), "protect") == ["you have no orange card"]


def test_a_favourite_gains_from_a_retrograde_planet(stands: Stands) -> None:
    """Vector 4. Rules: R12, A18. A red pawn on 28 gets two cards and is not asked, though it has an orange card."""
    match = caught(
        stands, "orange", pawns={**CAUGHT["pawns"], "P2 1": 28, "P2 2": 33}, colours={"P1": "gray", "P2": "red"}
    )
    assert hand(match, "P2") == held("orange red red")


def test_one_orange_card_is_good_against_several_planets(stands: Stands) -> None:
    """Rules: R13, A18. Red and gray are retrograde, and 28 and 19 have tiles of both; P2's own colour is red."""
    match = caught(
        stands, "orange", pawns={"P2 1": 28, "P2 2": 19, "P1 1": 30, "P1 2": 36},
        planets={"red": 12, "gray": 3}, colours={"P1": "gray", "P2": "red"},
    )  # fmt: skip
    submit(match, "protect")
    assert hand(match, "P2") == held("red red red red gray gray")


def test_who_has_no_card_pays_no_penalty_even_if_gifts_follow(stands: Stands) -> None:
    """Scenario 2. Rules: R10, R14, A42. P2 has nothing when penalties are settled, and gets a card after that."""
    match = caught(stands, "", pawns={"P2 1": 12, "P2 2": 8, "P1 1": 30, "P1 2": 36}, planets={"red": 12, "orange": 6})
    assert match.decision is not None
    assert "pay_penalty" not in match.decision.name
    assert hand(match, "P2") == held("orange")


def test_both_cards_are_paid_if_two_are_owed(stands: Stands) -> None:
    """Scenario 10. Rules: R10, A16."""
    match = caught(stands, "green yellow")
    submit(match, "pay", "green", "yellow")
    assert hand(match, "P2") == Counter()


def test_no_more_is_paid_than_there_is(stands: Stands) -> None:
    """Rules: R10, R44. One card, two penalties: enlightenment cards are not touched."""
    match = caught(stands, "green", merit={"P2": 3})
    submit(match, "pay", "green")
    assert hand(match, "P2") == Counter()
    assert cards(match, "merit[P2]") == Counter({"enlightenment": 3})


def test_a_gift_that_is_not_in_the_supply_is_lost(stands: Stands) -> None:
    """Scenario 3. Rules: R15, A42. One yellow card is left for a favourite who should have two."""
    match = stands(pawns={"P1 1": 17}, planets={"yellow": 6}, hands={"P2": "yellow " * 10})
    end_round(match)
    assert hand(match) == held("yellow")


def test_gifts_go_from_house_to_house_and_from_the_starter_on(stands: Stands) -> None:
    """Rules: R14, R15, A19. One blue card for two pawns on 18: P2 began the round, so it is P2's; nobody is asked."""
    match = stands(
        pawns={"P1 1": 18, "P2 1": 14}, planets={"blue": 3}, hands={"P1": "blue " * 5, "P2": "blue " * 5},
        colours={"P1": "gray", "P2": "green"},
    )  # fmt: skip
    end_round(match)
    assert (hand(match)["blue"], hand(match, "P2")["blue"]) == (5, 6)


def test_gifts_must_be_taken(stands: Stands) -> None:
    """Rules: A19, A39. P1 waits for the second promotion with an empty hand, and gets a card all the same."""
    match = stands("move", pawns={"P1 1": OFF, "P1 2": 25}, planets={"yellow": 6}, merit={"P1": 2},
                   colours={"P1": "gray", "P2": "green"})  # fmt: skip
    submit(match, go(2, 5))
    finish(match)
    assert hand(match) == held("yellow")


def test_penalties_are_settled_by_all_before_any_gift(stands: Stands) -> None:
    """Rules: R14. Both are asked, P2 as the starter first; the yellow card that P2 is given comes after that."""
    match = stands("move", pawns={"P1 1": 12, "P1 2": 30, "P2 1": 35, "P2 2": 14}, planets={"red": 12, "yellow": 12},
                   hands={"P1": "green", "P2": "green"}, colours=BLUE)  # fmt: skip
    submit(match, go(2, 7))
    finish(match)
    assert match.actors == (1,)
    submit(match, "pay")
    assert legal(match) == {"green"}
    submit(match, "green")
    assert match.actors == (0,)
    submit(match, "pay", "green")
    assert hand(match, "P2") == held("yellow")


def test_what_is_paid_can_be_given_at_once(stands: Stands) -> None:
    """Rules: R14, R15, A20. P2 has all red cards and pays one; red gives it to P1, a favourite who should have two."""
    pawns = {"P2 1": 12, "P2 2": 33, "P1 1": 28, "P1 2": 36}
    match = caught(stands, "red " * 11, pawns=pawns, colours={"P1": "red", "P2": "blue"})
    submit(match, "pay", "red")
    assert (hand(match), hand(match, "P2")["red"]) == (held("red"), 10)
