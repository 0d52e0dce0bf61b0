"""Steps 2 and 5: exchange, donate, promote."""

from __future__ import annotations

from collections import Counter

import pytest
from vediic.table import GUIDED, OFF, Stands, at, cards, finish, go, hand, held, legal, submit, to_step, why

AT_VENUS = {"pawns": {"P1 1": 18}, "planets": {"blue": 4}, "black_disk": "blue"}
"""Blue, with the black disk, in house 4 reaches 2, 14 and 18."""


def test_an_exchange_takes_two_cards_of_other_colours(stands: Stands) -> None:
    """Vector 12. Rules: R26, A4, R42. Two alike will do; as often as you like; blue is not taken for blue."""
    match = stands("trade", hands={"P1": "gray gray blue red red"}, **AT_VENUS)
    assert why(match, "blue and gray for blue") == ["Venus takes no blue card"]
    assert why(match, "gray and gray for red") == ["Mars reaches none of your pawns"]
    submit(match, "gray and gray for blue", "red and red for blue")
    assert hand(match) == held("blue blue blue")
    assert cards(match, "supply")["gray"] == 11


def test_an_exchange_of_unlike_cards_as_an_option(stands: Stands) -> None:
    """Rules: A4."""
    match = stands("trade", hands={"P1": "gray gray red"}, options={"unlike_pairs": "yes"}, **AT_VENUS)
    assert why(match, "gray and gray for blue") == ["the two cards must be of two colours"]
    submit(match, "gray and red for blue")


def test_an_exchange_needs_a_card_in_the_supply(stands: Stands) -> None:
    """Rules: R15."""
    match = stands("trade", hands={"P1": "gray gray", "P2": "blue " * 11}, **AT_VENUS)
    assert why(match, "gray and gray for blue") == ["no blue card is left"]


def test_a_donation_brings_an_enlightenment_card(stands: Stands) -> None:
    """Vector 11. Rules: R5, R27, R28, R42, A6. The cards lie in charity; no second transaction in the same turn."""
    match = stands("trade", hands={"P1": "red green gray yellow purple orange"}, **AT_VENUS)
    submit(match, "donate red, green and gray")
    assert cards(match, "charity") == held("red green gray")
    assert cards(match, "merit[P1]") == Counter({"enlightenment": 1})
    assert why(match, "donate yellow, purple and orange") == ["you have donated or promoted in this turn"]
    submit(match, "done", go(1, 2))
    assert why(match, "donate yellow, purple and orange") == ["you have donated or promoted in this turn"]
    submit(match, "yellow and purple for blue")


def test_the_one_transaction_is_for_the_part_with_yellow_too(stands: Stands) -> None:
    """Rules: A6, R33."""
    match = stands("trade", hands={"P1": "red green gray yellow"}, merit={"P1": 2}, **AT_VENUS)
    submit(match, "donate red, green and gray", "done")
    submit(match, go(1, 2), "done", "yellow", "done")
    assert why(match, "promote 1") == ["you have donated or promoted in this turn"]


def test_a_retrograde_planet_of_enlightenment_trades_nothing(stands: Stands) -> None:
    """Vector 11 and scenario 11. Rules: A33, R5. Another planet lets us come to the question; penalties still apply."""
    match = stands("trade", pawns={"P1 1": 1, "P1 2": 35}, planets={"blue": 7, "yellow": 1}, black_disk="blue",
                   hands={"P1": "red green gray"}, merit={"P1": 2}, colours={"P1": "purple", "P2": "gray"})  # fmt: skip
    assert why(match, "donate red, green and gray") == ["the planet of enlightenment is retrograde"]
    assert why(match, "promote 1") == ["the planet of enlightenment is retrograde"]
    assert why(match, "red and gray for blue") == ["Venus is retrograde"]
    match = stands("move", pawns={"P1 1": 14}, planets={"blue": 6}, black_disk="blue", hands={"P1": "red"})
    submit(match, go(2, 8))
    finish(match)
    submit(match, "pay", "red")
    assert hand(match) == Counter()


def test_a_donation_is_three_cards_of_three_colours(stands: Stands) -> None:
    """Scenario 12. Rules: R27, A5."""
    match = stands("trade", hands={"P1": "red red gray"}, **AT_VENUS)
    assert why(match, "donate red, red and gray") == ["the three cards must be of three colours"]


def test_a_planet_elsewhere_takes_no_donation(stands: Stands) -> None:
    """Rules: R27, A26. The pawn is with yellow; the black disk is under blue."""
    match = stands("trade", pawns={"P1 1": 25, "P1 2": 18}, planets={"yellow": 7}, black_disk="blue",
                   hands={"P1": "red green gray"}, merit={"P1": 2})  # fmt: skip
    assert why(match, "donate red, green and gray") == ["the planet of enlightenment reaches none of your pawns"]
    assert why(match, "promote 2") == ["the planet of enlightenment does not reach that pawn"]


@pytest.mark.parametrize(
    ("merit", "second", "reason"),
    [
        (2, OFF, ["you have all the enlightenment cards that your pawns need"]),
        (3, 35, ["nobody holds more than three enlightenment cards"]),
        (1, OFF, None),
        (2, 35, None),
    ],
)
def test_nobody_earns_more_enlightenment_than_the_pawns_need(
    stands: Stands, merit: int, second: int | None, reason: list[str] | None
) -> None:
    """Scenario 4. Rules: R43, A29. With one pawn two are the most, with two pawns three."""
    match = stands("trade", pawns={"P1 1": 18, "P1 2": second}, planets={"blue": 4}, black_disk="blue",
                   hands={"P1": "red green gray"}, merit={"P1": merit})  # fmt: skip
    if reason:
        assert why(match, "donate red, green and gray") == reason
    else:
        submit(match, "donate red, green and gray")
        assert cards(match, "merit[P1]")["enlightenment"] == merit + 1


def test_enlightenment_cards_may_run_out(stands: Stands) -> None:
    """Rules: A30. As if others held all of them."""
    match = stands("trade", hands={"P1": "red green gray"}, temple=[], **AT_VENUS)
    assert why(match, "donate red, green and gray") == ["no enlightenment card is left"]


def test_a_promoted_pawn_leaves_and_the_other_one_must_move(stands: Stands) -> None:
    """Scenario 5. Rules: R27, R45, A25, A29, R30. Before the move; one of three enlightenment cards is left."""
    match = stands("trade", merit={"P1": 3}, hands={"P1": "red"}, **AT_VENUS)
    submit(match, "promote 1")
    assert at(match, "P1 1") is None
    assert cards(match, "merit[P1]")["enlightenment"] == 1
    assert cards(match, "temple")["enlightenment"] == 12
    to_step(match, "move")
    assert {text.split()[1] for text in legal(match)} == {"2"}


def test_a_promotion_takes_two_cards(stands: Stands) -> None:
    """Rules: R27."""
    match = stands("trade", merit={"P1": 1}, hands={"P1": "red red"}, **AT_VENUS)
    assert why(match, "promote 1") == ["a promotion takes two enlightenment cards"]


def test_the_second_promotion_needs_an_empty_hand_and_wins(stands: Stands) -> None:
    """Rules: R46, R32, A28, A34. After the move; a card in hand cannot just be thrown away."""
    last = {"pawns": {"P1 1": OFF, "P1 2": 7}, "planets": {"blue": 4}, "black_disk": "blue", "merit": {"P1": 2}}
    match = stands("move", hands={"P1": "red"}, **last)
    submit(match, go(2, 18))
    assert legal(match) == {"done"}
    assert why(match, "promote 2") == ["the second pawn is promoted only when your hand is empty"]
    match = stands("move", **last)
    submit(match, go(2, 18))
    submit(match, "promote 2")
    assert match.result is not None
    assert match.result.winners == (0,)
    assert match.result.text == "both pawns of P1 have reached enlightenment"
    assert cards(match, "merit[P1]") == Counter()


def test_to_step_on_an_active_station_brings_nothing(stands: Stands) -> None:
    """Scenario 1. Rules: R16, R32, A27. Only trade is offered; the pawn that did not move may trade as well."""
    match = stands("move", pawns={"P1 1": 7, "P1 2": 35}, planets={"blue": 4, "red": 8}, black_disk="blue",
                   hands={"P1": "gray gray gray gray"}, **GUIDED)  # fmt: skip
    submit(match, go(1, 18))
    assert hand(match) == held("gray gray gray gray")
    submit(match, "gray and gray for blue", "gray and gray for red")
    assert hand(match) == held("blue red")


def test_players_do_not_trade_and_nothing_is_thrown_away(stands: Stands) -> None:
    """Rules: A24, A34. All that is ever offered besides moves: exchange, donate, promote, rob."""
    match = stands("trade", hands={"P1": "gray gray red purple", "P2": "red"}, **AT_VENUS)
    assert {text.split()[-1] if " for " in text else text.split()[0] for text in legal(match)} == {
        "blue", "donate", "done",
    }  # fmt: skip
    submit(match, "done")
    assert legal(match) == {"rob P2", "done"}
