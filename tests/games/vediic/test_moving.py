"""Step 4: walking, and the cards that go with it."""

from __future__ import annotations

from collections import Counter

from vediic.chart import NAME, STATIONS, TOUCHED
from vediic.table import GUIDED, Stands, at, cards, finish, go, hand, held, legal, submit, targets, values, via, why


def test_a_pawn_walks_one_or_two_stations(stands: Stands) -> None:
    """Vector 6. Rules: R30, R34. From the middle; with an opponent on 14, neither 14 nor 2 can be reached."""
    match = stands("move", pawns={"P1 1": 1})
    assert targets(match, "walk 1 to") == {14, 15, 16, 17, 2, 3, 4, 5}
    assert "done" not in legal(match)
    match = stands("move", pawns={"P1 1": 1, "P2 1": 14})
    assert targets(match, "walk 1 to") == {3, 4, 5, 15, 16, 17}
    assert why(match, go(1, 14)) == [f"{NAME[14]} is occupied: you cannot share it, nor displace everybody"]
    assert why(match, go(1, 2)) == [f"{NAME[2]} is too far, or the way is blocked"]


def test_a_longer_walk_needs_green(stands: Stands) -> None:
    """Scenario 13. Rules: R30, R35."""
    match = stands("move", pawns={"P1 1": 1})
    assert why(match, go(1, 20)) == [f"{NAME[20]} is too far, or the way is blocked"]
    assert why(match, go(1, 20, "run")) == ["you have no green card"]


def test_green_walks_four_stations_and_over_others(stands: Stands) -> None:
    """Vector 7. Rules: R35, A9, A10. Over 14 to 6 in four steps; 14 itself is taken; nothing is further than four."""
    match = stands("move", pawns={"P1 1": 1, "P2 1": 14, "P2 2": 30}, hands={"P1": "green green"})
    assert {2, 18, 20, 26, 6, 7, 10} <= targets(match, "run 1 to")
    assert targets(match, "run 1 to") == set(STATIONS) - {1, 14} - {30, 31, 32, 33, 34, 35, 36, 37}
    assert why(match, go(1, 31, "run")) == [f"{NAME[31]} is too far"]
    submit(match, go(1, 6, "run"))
    assert at(match, "P1 1") == 6
    assert hand(match) == held("green")
    assert cards(match, "supply")["green"] == 10


def test_the_own_pawn_is_in_the_way_like_any_other(stands: Stands) -> None:
    """Rules: A11. It blocks, red does not move it, green goes over it, blue shares with it."""
    match = stands("move", pawns={"P1 1": 1, "P1 2": 14}, hands={"P1": "red"})
    assert not {14, 2} & targets(match, "walk 1 to")
    match = stands("move", pawns={"P1 1": 1, "P1 2": 14}, hands={"P1": "green"})
    assert 2 in targets(match, "run 1 to")
    assert 14 not in targets(match, "run 1 to")


def test_blue_shares_also_with_the_own_pawn(stands: Stands) -> None:
    """Vector 10. Rules: R38, A11. Both pawns stand on 14, and yellow, which comes to house 1, gives to both."""
    match = stands("move", pawns={"P1 1": 1, "P1 2": 14}, planets={"yellow": 12}, hands={"P1": "blue"}, **GUIDED)
    submit(match, go(1, 14))
    assert legal(match) == {"share"}
    submit(match, "share")
    assert (at(match, "P1 1"), at(match, "P1 2")) == (14, 14)
    finish(match)
    assert hand(match) == held("yellow yellow")


def test_red_displaces_to_where_the_mover_came_from(stands: Stands) -> None:
    """Vector 9. Rules: R36, A15. The mover stands on 14, the opponent on 1; nobody is asked."""
    match = stands("move", pawns={"P1 1": 1, "P2 1": 14}, hands={"P1": "red"})
    submit(match, go(1, 14))
    assert why(match, "share") == ["you have no blue card"]
    submit(match, "displace P2 1")
    assert (at(match, "P1 1"), at(match, "P2 1")) == (14, 1)
    assert hand(match) == Counter()


def test_two_opponents_take_two_red_cards(stands: Stands) -> None:
    """Vector 9. Rules: R36, R41. With one it is refused; both land on 1 together."""
    two = {"P1 1": 1, "P2 1": 14, "P2 2": 14}
    match = stands("move", pawns=two, hands={"P1": "red"})
    assert why(match, go(1, 14)) == [f"{NAME[14]} is occupied: you cannot share it, nor displace everybody"]
    match = stands("move", pawns=two, hands={"P1": "red red"})
    submit(match, go(1, 14), "displace P2 2", "displace P2 1")
    assert [at(match, pawn) for pawn in ("P1 1", "P2 1", "P2 2")] == [14, 1, 1]


def test_red_for_some_and_blue_for_the_rest(stands: Stands) -> None:
    """Rules: A14, R36, R38."""
    match = stands("move", pawns={"P1 1": 1, "P2 1": 14, "P2 2": 14}, hands={"P1": "red blue"})
    submit(match, go(1, 14), "displace P2 1")
    assert why(match, "displace P2 2") == ["you have no red card"]
    submit(match, "share")
    assert [at(match, pawn) for pawn in ("P1 1", "P2 1", "P2 2")] == [14, 1, 14]
    assert hand(match) == Counter()


def test_a_displaced_pawn_may_come_into_a_penalty(stands: Stands) -> None:
    """Scenario 8. Rules: R36. The mover came from 1, which red makes active when it comes home."""
    match = stands("move", pawns={"P1 1": 1, "P2 1": 14}, planets={"red": 12}, hands={"P1": "red", "P2": "gray"})
    submit(match, go(1, 14), "displace P2 1")
    finish(match)
    assert match.actors == (1,)
    submit(match, "pay", "gray")
    assert hand(match, "P2") == Counter()


def test_gray_teleports_to_any_gray_station(stands: Stands) -> None:
    """Vector 8. Rules: R37, A12, A42. From 34, which has no gray tile, to 6, but not to the middle; it is the move."""
    match = stands("move", pawns={"P1 1": 34, "P2 1": 36, "P2 2": 33}, hands={"P1": "gray"})
    assert targets(match, "teleport 1 to") == set(TOUCHED["gray"])
    assert why(match, go(1, 1, "teleport")) == [f"there is no gray tile at {NAME[1]}"]
    submit(match, go(1, 6, "teleport"))
    assert at(match, "P1 1") == 6
    assert values(match)["starter"] == "P1", "the turn and the round are over"


def test_gray_does_not_lead_to_where_the_pawn_is(stands: Stands) -> None:
    """Rules: R37."""
    match = stands("move", pawns={"P1 1": 6}, hands={"P1": "gray"})
    assert why(match, go(1, 6, "teleport"))[0] == "the pawn is there already"
    assert why(stands("move", pawns={"P1 1": 6}), go(1, 7, "teleport")) == ["you have no gray card"]


def test_gray_only_from_gray_as_an_option(stands: Stands) -> None:
    """Rules: A12. A walk to a gray tile may come before it."""
    match = stands("move", pawns={"P1 1": 34, "P2 1": 36}, hands={"P1": "gray"}, options={"gray_to_gray": "yes"})
    assert why(match, go(1, 6, "teleport")) == [f"there is no gray tile at {NAME[34]}"]
    assert targets(match, "walk 1 via") == {9, 21, 32}
    assert why(match, via(1, 12)) == [f"there is no gray tile at {NAME[12]}"]


def test_gray_goes_together_with_red_and_blue(stands: Stands) -> None:
    """Rules: A13, R36, R38. The displaced pawn comes to where the mover was, wherever that is."""
    match = stands("move", pawns={"P1 1": 34, "P2 1": 6, "P2 2": 6}, hands={"P1": "gray red blue"})
    submit(match, go(1, 6, "teleport"), "displace P2 2", "share")
    assert [at(match, pawn) for pawn in ("P1 1", "P2 1", "P2 2")] == [6, 6, 34]


def test_a_walk_may_come_before_a_teleport_but_not_after(stands: Stands) -> None:
    """Rules: R37, R35, A43. With red on both stations both pawns go to the first start; then the move is over."""
    match = stands("move", pawns={"P1 1": 1, "P2 1": 20, "P2 2": 31}, hands={"P1": "green gray red red"})
    assert why(match, via(1, 20)) == [f"{NAME[20]} is too far, or the way is blocked"]
    submit(match, via(1, 20, "run"), "displace P2 1")
    assert "pass" not in legal(match)
    assert why(match, f"teleport to {NAME[20]}")[0] == "the pawn is there already"
    assert why(match, f"teleport to {NAME[1]}") == [
        f"there is no gray tile at {NAME[1]}",
        f"{NAME[1]} is occupied: you cannot share it, nor displace everybody",
    ]
    submit(match, f"teleport to {NAME[31]}", "displace P2 2")
    assert [at(match, pawn) for pawn in ("P1 1", "P2 1", "P2 2")] == [31, 1, 1]
    assert hand(match) == Counter()


def test_teleporting_back_to_the_start_can_only_be_shared(stands: Stands) -> None:
    """Rules: A43, A14. The pawn that was sent to the start stands there; red would send it to where it is."""
    back = {"P1 1": 6, "P2 1": 20}
    match = stands("move", pawns=back, hands={"P1": "gray red red"})
    submit(match, via(1, 20), "displace P2 1")
    assert why(match, f"teleport to {NAME[6]}") == [
        f"{NAME[6]} is occupied: you cannot share it, nor displace everybody"
    ]
    match = stands("move", pawns=back, hands={"P1": "gray red red blue"})
    submit(match, via(1, 20), "displace P2 1", f"teleport to {NAME[6]}")
    assert why(match, "displace P2 1") == ["this is where you came from"]
    submit(match, "share")
    assert [at(match, pawn) for pawn in ("P1 1", "P2 1")] == [6, 6]


BLOCKED = {"P1 1": 13, "P1 2": 29, "P2 1": 36, "P2 2": 37, "P3 1": 5}
"""P1's pawns in the corner D: 13 is shut in by 29, 36 and 37, and 29 by 5 and 13."""


def test_who_is_blocked_may_pass_or_use_cards(stands: Stands) -> None:
    """Rules: R31, A38, A42. After a pass, step 5 is open."""
    match = stands("move", players=3, pawns=BLOCKED, planets={"green": 6}, hands={"P1": "gray red red"}, **GUIDED)
    assert "pass" in legal(match)
    assert any(text.startswith("teleport 1") for text in legal(match))
    assert any(text.startswith("walk 1") for text in legal(match)), "red displaces"
    submit(match, "pass")
    submit(match, "red and red for green")
    assert hand(match) == held("gray green")


def test_who_can_walk_must(stands: Stands) -> None:
    """Rules: R30, R31."""
    match = stands("move", players=3, pawns={**BLOCKED, "P3 1": 1})
    assert why(match, "pass") == ["one of your pawns can walk"]
    (reason,) = match.judge(match.actors[0], "pass").reasons
    assert reason.rulings == ("R30", "R31")
