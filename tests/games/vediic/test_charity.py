"""Step 1: cards from charity."""

from __future__ import annotations

from vediic.table import Stands, cards, go, hand, held, legal, submit, to_step, why


def test_one_card_is_taken_from_charity_and_may_be_used(stands: Stands) -> None:
    """Rules: R16, R25, R34. The gray card teleports at once; a second one is not offered."""
    match = stands(charity="gray red", pawns={"P1 1": 34})
    assert legal(match) == {"gray", "red", "done"}
    submit(match, "gray")
    assert hand(match) == held("gray")
    to_step(match, "move")
    submit(match, go(1, 6, "teleport"))
    assert cards(match, "charity") == held("red")


def test_your_own_gift_is_closed_in_the_same_turn(stands: Stands) -> None:
    """Rules: A21, R42. With a red card of another player's in charity one may be taken, but not the own one."""
    match = stands("trade", pawns={"P1 1": 18}, planets={"blue": 4}, black_disk="blue", charity="red",
                   hands={"P1": "red green gray yellow yellow"})  # fmt: skip
    submit(match, "donate red, green and gray", "done")
    submit(match, "stay")
    assert legal(match) == {"red", "done"}
    assert why(match, "green") == ["you gave it in this turn"]
    submit(match, "red")
    assert cards(match, "charity") == held("red green gray")
