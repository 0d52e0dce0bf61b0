"""Step 3: purple cards."""

from __future__ import annotations

from vediic.table import Seen, Stands, cards, hand, held, legal, submit, to_step, why

from astro_referee import Match


def test_purple_takes_a_card_at_random_from_one_or_two(stands: Stands, seen: Seen) -> None:
    """Rules: R29, R40, R44, A35, A36, A37. Only thief and victim learn the card; enlightenment cards stay."""
    match = stands(
        "steal", players=4, hands={"P1": "purple purple", "P2": "red", "P3": "blue blue blue"}, merit={"P2": 2}
    )
    assert legal(match) == {"rob P2", "rob P3", "rob P2 and P3", "done"}
    assert why(match, "rob P4") == ["there is nothing to take from P4"]
    submit(match, "rob P2 and P3")
    assert [name for _, _, name in match.outcomes()] == ["red"]
    match.settle_all()
    assert hand(match) == held("purple red blue")
    red, blue = match.events[-2:]
    assert [(event.text, event.readers, event.public) for event in (red, blue)] == [
        ("red", 0b0011, "a card"), ("blue", 0b0101, "a card"),
    ]  # fmt: skip
    assert seen(match, 3)["hand[P1]"] == "3 cards"
    assert cards(match, "merit[P2]")["enlightenment"] == 2
    submit(match, "rob P3")
    match.settle_all()
    assert why(match, "rob P3") == ["you have no purple card"]
    to_step(match, "move")
    assert hand(match) == held("red blue blue")


def test_with_two_players_there_is_one_victim(stands: Stands) -> None:
    """Rules: A36. A stolen purple card may be played at once."""
    match = stands("steal", hands={"P1": "purple", "P2": "purple red"})
    assert legal(match) == {"rob P2", "done"}
    submit(match, "rob P2")
    throw_card(match, "purple")
    submit(match, "rob P2")
    match.settle_all()
    assert hand(match) == held("red")


def throw_card(match: Match, card: str) -> None:
    match.settle({shown: value for value, _, shown in match.outcomes()}[card])
