"""Yellow cards: not moving, and moving both pawns."""

from __future__ import annotations

import pytest
from vediic.table import GUIDED, OFF, Stands, at, finish, go, hand, held, legal, submit, to_step, values, why


def test_yellow_pays_for_not_moving_and_opens_charity_again(stands: Stands) -> None:
    """Scenario 6. Rules: R30, R39, R33, R41, A8, A42. A second card from charity; stealing is open again; no yellow."""
    match = stands(charity="purple yellow", hands={"P1": "yellow gray", "P2": "red"})
    submit(match, "yellow", "done", "stay", "purple")
    assert hand(match) == held("yellow gray purple")
    submit(match, "rob P2")
    match.settle_all()
    assert hand(match) == held("yellow gray red")
    finish(match)
    assert values(match)["starter"] == "P1", "no second yellow was asked for"


def test_not_moving_costs_a_yellow_card(stands: Stands) -> None:
    """Rules: R30."""
    assert why(stands("move"), "stay") == ["you have no yellow card"]


def test_yellow_repeats_all_steps_for_the_other_pawn(stands: Stands) -> None:
    """Rules: R33, R39, A7, A8. Charity, trade, theft, the move of the other pawn, trade; then the turn is over."""
    match = stands("move", pawns={"P1 1": 1, "P1 2": 18}, planets={"blue": 4}, black_disk="yellow", charity="purple",
                   hands={"P1": "yellow yellow gray gray", "P2": "red"})  # fmt: skip
    submit(match, go(1, 15), "done", "yellow", "purple")
    submit(match, "gray and purple for blue", "done", "done")
    assert why(match, go(1, 3)) == ["this pawn has moved in this turn"]
    assert why(match, "stay") == ["you have played yellow in this turn"]
    submit(match, go(2, 7))
    finish(match)
    assert values(match)["starter"] == "P1", "a second yellow card was not offered"
    assert hand(match) == held("yellow gray blue")


SHUT = {"P1 1": 1, "P1 2": 13, "P2 1": 36, "P2 2": 37, "P3 1": 29}
"""P1's second pawn cannot get out of the corner D."""


def test_yellow_needs_another_pawn_that_can_move(stands: Stands) -> None:
    """Rules: A7, R39. With one pawn left nobody is asked; if the other pawn is shut in, yellow is refused."""
    match = stands("move", pawns={"P1 1": OFF}, hands={"P1": "yellow"})
    submit(match, go(2, 8))
    assert values(match)["starter"] == "P1", "the round is over"
    match = stands("move", players=3, pawns=SHUT, hands={"P1": "yellow red"})
    submit(match, go(1, 15))
    submit(match, "yellow")
    match = stands("move", players=3, pawns=SHUT, hands={"P1": "yellow"})
    submit(match, go(1, 15))
    assert why(match, "yellow") == ["your other pawn cannot move"]
    match = stands("move", players=3, pawns=SHUT, hands={"P1": "gray"})
    submit(match, go(1, 15))
    assert why(match, "yellow") == ["you have no yellow card"]


@pytest.mark.parametrize(("cards", "charity"), [("yellow", "gray orange"), ("yellow purple", "")])
def test_yellow_may_free_a_pawn_by_the_steps_before_the_move(stands: Stands, cards: str, charity: str) -> None:
    """Rules: A44, R25, R29, R39. The gray card of charity, or of P2, takes the pawn out; who can move it must."""
    match = stands("move", players=3, pawns=SHUT, hands={"P1": cards, "P2": "gray"}, charity=charity)
    submit(match, go(1, 15), "yellow", "gray" if charity else "rob P2")
    match.settle_all()
    to_step(match, "move")
    assert why(match, "pass") == ["you have played yellow to move this pawn"]
    submit(match, go(2, 6, "teleport"))
    assert at(match, "P1 2") == 6


BLOCKED = "your other pawn cannot move"


@pytest.mark.parametrize(
    ("cards", "charity", "others", "refused"),
    [
        ("yellow", "orange yellow", "gray", True),
        ("yellow", "purple", "orange yellow purple", True),
        ("yellow", "purple", "orange gray", False),
        ("yellow purple", "orange", "orange yellow purple", True),
        ("yellow purple", "", "orange red", False),
        ("yellow", "blue", "", False),
        ("yellow", "green", "", False),
        ("yellow", "red", "", False),
        ("yellow", "gray", "", False),
    ],
)
def test_yellow_for_a_shut_in_pawn_needs_a_card_that_could_free_it(
    stands: Stands, cards: str, charity: str, others: str, refused: bool
) -> None:
    """Rules: A44, A45, R39. What others hold nobody sees, but how many cards of a colour they hold all can count."""
    match = stands("move", players=3, pawns=SHUT, hands={"P1": cards, "P2": others}, charity=charity)
    submit(match, go(1, 15))
    assert why(match, "yellow") == [BLOCKED] if refused else "yellow" in legal(match)


def test_red_frees_a_pawn_only_if_it_can_displace_all_who_are_there(stands: Stands) -> None:
    """Rules: A44, R36, A11. Two stand on each station around the corner: one red is not enough, two may be stolen."""
    crowd = {"P1 1": 1, "P1 2": 13, "P2 1": 36, "P2 2": 37, "P3 1": 29, "P3 2": 36, "P4 1": 37, "P4 2": 29}
    match = stands("move", players=4, pawns=crowd, hands={"P1": "yellow"}, charity="red red")
    submit(match, go(1, 15))
    assert why(match, "yellow") == [BLOCKED]
    match = stands("move", players=4, pawns=crowd, hands={"P1": "yellow red"}, charity="red")
    submit(match, go(1, 15), "yellow")
    for others, refused in [("red", True), ("red red", False)]:
        match = stands("move", players=4, pawns=crowd, hands={"P1": "yellow purple", "P2": others})
        submit(match, go(1, 15))
        assert why(match, "yellow") == [BLOCKED] if refused else "yellow" in legal(match)


def test_what_one_has_given_oneself_frees_nobody(stands: Stands) -> None:
    """Rules: A44, A21. The gray card is the player's own gift, and the only one."""
    for charity, refused in [("gray", True), ("gray gray", False)]:
        match = stands("move", players=3, pawns=SHUT, hands={"P1": "yellow"}, charity=charity, donated=["gray"])
        submit(match, go(1, 15))
        assert why(match, "yellow") == [BLOCKED] if refused else "yellow" in legal(match)


def test_a_pawn_that_is_not_freed_stays(stands: Stands) -> None:
    """Rules: A44. The orange card of charity does not help; without anybody to rob, purple does not count as help."""
    match = stands("move", players=3, pawns=SHUT, hands={"P1": "yellow"}, charity="gray orange")
    submit(match, go(1, 15), "yellow", "orange")
    to_step(match, "move")
    assert legal(match) == {"pass"}
    match = stands("move", players=3, pawns=SHUT, hands={"P1": "yellow purple"})
    submit(match, go(1, 15))
    assert why(match, "yellow") == ["your other pawn cannot move"]


def test_who_played_yellow_to_move_a_pawn_must_move_it(stands: Stands) -> None:
    """Rules: R39, A38. The other pawn is shut in, but red frees it; once the red card is spent, passing is allowed."""
    shut = {"P1 1": 16, "P1 2": 13, "P2 1": 36, "P2 2": 37, "P3 1": 29}
    match = stands("move", players=3, pawns=shut, planets={"yellow": 10}, hands={"P1": "yellow red purple"}, **GUIDED)
    submit(match, go(1, 4), "done", "yellow", "done")
    assert why(match, "pass") == ["you have played yellow to move this pawn"]
    match = stands("move", players=3, pawns=shut, planets={"yellow": 10}, hands={"P1": "yellow red purple"}, **GUIDED)
    submit(match, go(1, 4), "done", "yellow", "red and purple for yellow")
    to_step(match, "move")
    submit(match, "pass")


def test_a_pawn_promoted_after_yellow_need_not_move(stands: Stands) -> None:
    """Rules: R33, A25. The other pawn is promoted in step 2 of the second part, and nothing is left to move."""
    match = stands("move", pawns={"P1 1": 1, "P1 2": 18}, planets={"blue": 4}, black_disk="blue", merit={"P1": 2},
                   hands={"P1": "yellow"})  # fmt: skip
    submit(match, go(1, 15), "done", "yellow", "promote 2")
    assert values(match)["starter"] == "P1", "the turn and the round are over"
    assert at(match, "P1 2") is None
